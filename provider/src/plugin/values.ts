import { isUnknown, type Properties, wrapSecret } from "../core/engine";
import { unknownValue } from "../core/model/json";

/** The key by which the engine marks a value that plain data can't express, and its values. */
const mark = "4dabf18193072939515e22adb298388d";
const secretMark = "1b47061264138c4ac30d75fd1eb44270";
const resourceMark = "5cf8f73096256a8f31e491e813e4eb8e";
const outputMark = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
const assetMark = "c44067f5952c0a294b673a41bacd8c17";
const archiveMark = "0def7320c3a5731c473e5ecbe6d01bc7";

/** The engine's text for an unknown value, by the type that it will have. */
const unknowns: ReadonlySet<unknown> = new Set([
  unknownValue,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Properties as a lifecycle has them. */
export interface Opened {
  /** In clear; unknown values are `unknownValue`. */
  readonly values: Properties;
  /** The names of those that are secret, or have a secret inside. */
  readonly secrets: ReadonlySet<string>;
}

/** An asset among the inputs: a file, or a text. */
export interface Asset {
  readonly [mark]: typeof assetMark;
  readonly path?: string;
  readonly text?: string;
  readonly uri?: string;
}

/**
 * Takes the engine's marks off properties: secrets, unknown values, outputs, references to resources. Assets and
 * archives keep theirs.
 */
export function open(properties: Properties = {}): Opened {
  const secrets = new Set<string>();
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, unwrapPlain(value, () => secrets.add(name))]),
  );
  return { values, secrets };
}

/** The URN of a resource among the inputs, also where it is an output; undefined: another value. */
export function readUrn(value: unknown): string | undefined {
  const { [mark]: marked, value: inner, urn } = (value ?? {}) as Properties;
  if (marked === resourceMark) return String(urn);
  return marked === outputMark || marked === secretMark ? readUrn(inner) : undefined;
}

/** The items of a list among the inputs, with their marks, also where the list is an output. */
export function readList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  const { [mark]: marked, value: inner } = (value ?? {}) as Properties;
  return marked === outputMark || marked === secretMark ? readList(inner) : [];
}

/** An input, marked as secret again where it was. */
export function keepSecret({ values, secrets }: Opened, name: string): unknown {
  const value = values[name];
  return secrets.has(name) && value !== undefined && !isUnknown(value) ? wrapSecret(value) : value;
}

/** Properties for the engine; those named are secret as a whole. */
export function seal(values: Properties, secrets: Iterable<string>): Properties {
  const secret = new Set(secrets);
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, secret.has(name) && !isSealed(value) ? wrapSecret(value) : value]),
  );
}

/** Whether a value is an asset; an archive isn't one. */
export function isAsset(value: unknown): value is Asset {
  return getMark(value) === assetMark;
}

/** Whether a value is a folder on disk, as an archive. */
export function isFolder(value: unknown): value is { readonly path: string } {
  return getMark(value) === archiveMark && typeof (value as Properties).path === "string";
}

/** Whether a value is a file, folder or text that the engine marks, whichever of its ways. */
export function isAssetOrArchive(value: unknown): boolean {
  return [assetMark, archiveMark].includes(getMark(value) as string);
}

/** A value that the engine marks, in clear. */
export interface Marked {
  readonly value: unknown;
  readonly isSecret: boolean;
}

/** What a value is that has a mark, or is unknown; undefined: plain data, or a structure that may have marks inside. */
export function readMarked(value: unknown): Marked | undefined {
  if (!unknowns.has(value) && (getMark(value) === undefined || isAssetOrArchive(value))) return undefined;
  let isSecret = false;
  const inClear = unwrapPlain(value, () => {
    isSecret = true;
  });
  return { value: inClear, isSecret };
}

function getMark(value: unknown): unknown {
  return value !== null && typeof value === "object" ? (value as Properties)[mark] : undefined;
}

/** An unknown value isn't marked as secret: the engine would no longer see that it is unknown. */
function isSealed(value: unknown): boolean {
  return getMark(value) === secretMark || isUnknown(value);
}

/** The same value while nothing in it has a mark: most of a large value stays one object. */
function unwrapPlain(value: unknown, foundSecret: () => void): unknown {
  if (typeof value === "string") return unknowns.has(value) ? unknownValue : value;
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return mapValues(value, (item) => unwrapPlain(item, foundSecret));
  const marked = value as Properties;
  switch (marked[mark]) {
    case secretMark:
      foundSecret();
      return unwrapPlain(marked.value, foundSecret);
    case outputMark:
      if (marked.secret === true) foundSecret();
      return "value" in marked ? unwrapPlain(marked.value, foundSecret) : unknownValue;
    case resourceMark:
      // An id that isn't known yet is empty.
      return unwrapPlain(marked.id === "" ? unknownValue : (marked.id ?? marked.urn), foundSecret);
    case assetMark:
    case archiveMark:
      return value;
  }
  return mapValues(marked, (item) => unwrapPlain(item, foundSecret));
}

function mapValues<T extends unknown[] | Properties>(value: T, map: (item: unknown) => unknown): T {
  const before = value as Properties;
  let after: Properties | undefined;
  for (const key of Object.keys(before)) {
    const item = map(before[key]);
    if (item === before[key]) continue;
    after ??= (Array.isArray(value) ? [...value] : { ...value }) as Properties;
    after[key] = item;
  }
  return (after ?? value) as T;
}
