import { isConsistent } from "../../core/api";
import { dropUndefined, equal, type Properties, wrapSecret } from "../../core/engine";
import { cut } from "../../core/text";
import type { AnyKind, AnyRemote, Tried } from "../../kinds/declare";

/**
 * The baseline of an object: what the platform made of values that it stores in another form, such as the older name of
 * a time zone, a mask, or a default. By field, the declared value and the one that the platform returned right after
 * the write. A read that finds the stored value again finds the declared one: nothing changed on the platform.
 */
export type StoredValues = Readonly<Record<string, StoredValue>>;

interface StoredValue {
  /** Left out: the field was omitted, and the platform filled it in. */
  readonly declared?: unknown;
  readonly stored?: unknown;
  /** See {@link Tried}. */
  readonly tried?: readonly unknown[];
}

/** An object as the state knows it. */
export interface StateObject extends AnyRemote {
  readonly values: StoredValues;
}

/** The key of the state that holds the baseline, as JSON. */
const storedKey = "__stored";

/** Whether the lifecycle keeps a baseline of the kind. Data models keep one of their own, part by part. */
export function hasBaseline(kind: AnyKind): boolean {
  return !kind.writing?.refusesConflicts && !kind.writing?.isStoredAsDeclared;
}

/** The baseline in a state; none where the platform stored all as declared. */
export function readStoredValues(state: Properties): StoredValues {
  const text = state[storedKey];
  return typeof text === "string" ? (JSON.parse(text) as StoredValues) : {};
}

/** The values that failed updates sent, as the state stores them. */
export function readTried(values: StoredValues): Tried {
  return Object.fromEntries(Object.entries(values).flatMap(([name, { tried }]) => (tried ? [[name, tried]] : [])));
}

/** The baseline with what failed updates tried; with nothing, where that is known by now. */
export function addTriedValues(values: StoredValues, tried: Tried = {}): StoredValues {
  const baseline = Object.entries(values).flatMap(([name, { tried: _, ...value }]) =>
    Object.keys(value).length > 0 ? [[name, value] as const] : [],
  );
  const all: Record<string, StoredValues[string]> = Object.fromEntries(baseline);
  for (const [name, sent] of Object.entries(tried)) all[name] = { ...all[name], tried: sent };
  return all;
}

/** The part of a state that holds the baseline: secret if one of its fields is. */
export function buildStoredValues(
  kind: AnyKind,
  inputs: Properties,
  values: StoredValues,
  secretInputs: readonly string[],
): Properties {
  const names = Object.keys(values);
  if (names.length === 0) return {};
  const text = JSON.stringify(values);
  const isSecret =
    names.some((name) => kind.shape.secretInputs.includes(name) || secretInputs.includes(name)) ||
    listSecrets(kind, inputs, values).some((secret) => text.includes(JSON.stringify(secret).slice(1, -1)));
  return { [storedKey]: isSecret ? wrapSecret(text) : text };
}

/** The secret texts in inputs, and in what failed updates tried to make of them. */
function listSecrets({ shape }: AnyKind, inputs: Properties, values: StoredValues): string[] {
  const tried = Object.entries(values).flatMap(([name, { tried = [] }]) => tried.map((value) => ({ [name]: value })));
  return [inputs, ...tried.map((value) => ({ ...inputs, ...value }))].flatMap((one) => shape.collectSecrets(one));
}

/**
 * The baseline after a write.
 *
 * @param written the fields that the request had: what others changed meanwhile in the rest stays drift.
 * @param found what a read found right after the write.
 */
export function takeStoredValues(
  { shape }: AnyKind,
  declared: Properties,
  found: Properties,
  written: readonly string[],
  before: StoredValues,
): StoredValues {
  // A default that follows from another field differs as long as that one does.
  const differing = shape
    .findChanged(found, declared)
    .filter((name) => written.includes(name) && !equal(found[name], declared[name]));
  const kept = Object.entries(before).filter(([name]) => !written.includes(name));
  const taken = differing.map((name): [string, StoredValue] => [
    name,
    dropUndefined({ declared: declared[name], stored: found[name] }),
  ]);
  return Object.fromEntries([...kept, ...taken]);
}

/**
 * What a read found, in the words of the declaration, and the baseline that stays: what the platform has exactly as it
 * was declared needs none.
 */
export function restoreDeclared(
  kind: AnyKind,
  found: Properties,
  values: StoredValues,
): { inputs: Properties; values: StoredValues } {
  const inputs = { ...found };
  const kept: Record<string, StoredValue> = {};
  for (const [name, value] of Object.entries(values)) {
    const isSame = (one: unknown) => !kind.shape.findChanged({ ...found, [name]: one }, found).includes(name);
    if (isSame(value.declared)) continue;
    kept[name] = value;
    const isStored = isSame(value.stored) || (kind.fields[name]?.filledIn && isContained(value.stored, found[name]));
    if (!isStored) continue;
    if (value.declared === undefined) delete inputs[name];
    else inputs[name] = value.declared;
  }
  return { inputs, values: kept };
}

/** Whether the platform has only filled in more since. */
function isContained(stored: unknown, found: unknown): boolean {
  return stored !== undefined && found !== undefined && isConsistent(stored, found);
}

/** Tells of the declared values that the platform stored in another form, once each. */
export function describeStoredValues(
  kind: AnyKind,
  inputs: Properties,
  values: StoredValues,
  before: StoredValues,
  secretInputs: readonly string[] = [],
): string[] {
  const secrets = kind.shape.collectSecrets(inputs);
  return Object.entries(values).flatMap(([name, value]) => {
    const texts = [value.declared, value.stored].map((one) => cut(JSON.stringify(one) ?? "nothing", 80));
    const isSecret =
      kind.shape.secretInputs.includes(name) ||
      secretInputs.includes(name) ||
      secrets.some((secret) => JSON.stringify(value).includes(secret));
    if (value.declared === undefined || equal(before[name], value)) return [];
    const [declared, stored] = texts;
    const what = isSecret ? `${name} in another form` : `${name} as ${stored} instead of ${declared}`;
    return [`the platform stored ${what}. While it stays so, it counts as declared.`];
  });
}
