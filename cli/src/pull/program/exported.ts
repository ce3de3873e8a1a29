import { createNameFinder, hideUserinfo, isSameName } from "pulumi-analytics-internal/core/text";
import { type AnyKind, formatPath, listReferredKinds, type Place } from "pulumi-analytics-internal/kinds/declare";
import { toFileName } from "../../text/names";
import { Call, Code, type Fields, type Value } from "../../text/typescript";
import { toIdentifier } from "../../text/writers/typescript";
import { type ExportedObject, listExportedKinds } from "../organization";
import { requireSecret, type SecretKey } from "./credential";
import type { ProgramFile } from "./file";
import { declareObject, insertReferences, type Scene } from "./scene";

/** The kinds whose declarations say how they are written, in dependency order. */
export interface ExportOrder {
  /** Those that refer to each other only: folders, models and so on may refer to them. */
  readonly first: readonly AnyKind[];
  /** Those that refer to anything. */
  readonly last: readonly AnyKind[];
}

/** The order in which kinds are declared. */
export function exportOrder(): ExportOrder {
  const kinds = new Map(listExportedKinds().map((kind) => [kind.name, kind]));
  const first = new Set<AnyKind>();
  const last = new Set<AnyKind>();
  const visit = (kind: AnyKind, open: ReadonlySet<AnyKind>): void => {
    if (first.has(kind) || last.has(kind) || open.has(kind)) return;
    const names = Object.values(kind.fields).flatMap(listReferredKinds);
    const others = names.flatMap((name) => kinds.get(name) ?? []);
    for (const other of others) visit(other, new Set([...open, kind]));
    // Any workbook or report may be named, declared or not, so that fields don't say that they refer to the kind.
    const isOfDocument = ["workbookId", "reportId"].some((field) => Object.hasOwn(kind.fields, field));
    const isFirst =
      !isOfDocument && names.every((name) => kinds.has(name)) && others.every((other) => !last.has(other));
    (isFirst ? first : last).add(kind);
  };
  for (const kind of kinds.values()) visit(kind, new Set());
  return { first: [...first], last: [...last] };
}

/**
 * Declares the objects of kinds whose declarations say how they are written.
 *
 * @param secrets gets the settings that their secrets come from.
 */
export function declareExported(scene: Scene, kinds: readonly AnyKind[], secrets: SecretKey[]): void {
  for (const kind of kinds) {
    const objects = scene.organization.exported.get(kind.name);
    if (objects === undefined) continue;
    const { file: module, about } = kind.pull!;
    const file = scene.file(module, [about]);
    for (const object of objects) declare(scene, file, { kind, object, secrets });
  }
}

const secretsHint = "What may be a secret isn't written here: set each once, before the first `pulumi up`.";

interface Exported {
  readonly kind: AnyKind;
  readonly object: ExportedObject;
  readonly secrets: SecretKey[];
}

function declare(scene: Scene, file: ProgramFile, { kind, object: { id, inputs }, secrets }: Exported): void {
  const { called: fields = ["name"] } = kind.pull!;
  const parts = fields.map((field) => inputs[field]).filter((value) => typeof value === "string");
  const title = parts.map((part) => scene.nameOf(part) ?? part).join(" ");
  const words = kind.name.replace(/(?<=[a-z])(?=[A-Z])/g, " ");
  const given = Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== undefined));
  const all = [...listUserinfoPlaces(given), ...(kind.pull!.secrets?.(given) ?? [])];
  const places = new Map(all.map((place) => [formatPath(place), place]));
  if (places.size > 0 && scene.manifest.imports) {
    const which = [...places.keys()].join(", ");
    const why = `${which} may be a secret, which an import doesn't write. Declare it by hand.`;
    file.leave({ kind: kind.name, title, why });
    return;
  }
  const called = [title, `${title} ${words}`];
  const name = scene.names(file.module).give(id, called);
  const keys = new Map<string, string>();
  const findFreeName = createNameFinder("");
  const isTaken = (key: string) => [...keys.values(), ...secrets.map((secret) => secret.key)].includes(key);
  for (const [path, place] of places) keys.set(path, findFreeName(nameSetting(name, place, given), isTaken));
  const known = { ...(insertReferences(scene, file, given) as Fields), ...referByName(scene, file, kind, inputs) };
  const args = insertSettings(known, keys) as Fields;
  if (!declareObject(scene, file, { kind: kind.name, id, called, title, args })) return;
  if (keys.size > 0 && !file.about.includes(secretsHint)) file.about.push(secretsHint);
  for (const [path, key] of keys) secrets.push({ key, what: `${path} of ${kind.describe(given)}`, file: file.path });
}

/** The places of URLs with userinfo. */
function listUserinfoPlaces(value: unknown, place: Place = []): Place[] {
  if (typeof value === "string") return hideUserinfo(value) === value ? [] : [place];
  if (Array.isArray(value)) return value.flatMap((item, at) => listUserinfoPlaces(item, [...place, at]));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => listUserinfoPlaces(part, [...place, key]));
}

/** The setting for the value in a place, by the names of fields and the keys of list items: `invoiceHeadersXKey`. */
function nameSetting(name: string, place: Place, inputs: unknown): string {
  let value = inputs as Readonly<Record<string, unknown>>;
  const words = place.map((step) => {
    value = value[step] as typeof value;
    return typeof step === "number" ? String(value.key ?? step) : step.replaceAll(/(?=[A-Z])/g, " ");
  });
  const told = words.slice(words.length > 1 ? 1 : 0).filter((word) => word !== "value");
  return toIdentifier(toFileName([name, ...told].join(" ")));
}

/** Fields with settings in the places of secrets. */
function insertSettings(
  value: Value | undefined,
  keys: ReadonlyMap<string, string>,
  place: Place = [],
): Value | undefined {
  const key = keys.get(formatPath(place));
  if (key !== undefined) return requireSecret(key);
  if (Array.isArray(value)) return value.map((item, at) => insertSettings(item, keys, [...place, at]) as Value);
  if (typeof value !== "object" || value === null || value instanceof Code || value instanceof Call) return value;
  const fields = value as Fields;
  // A header that the platform hides has no value.
  const names = new Set([...Object.keys(fields), ...(keys.has(formatPath([...place, "value"])) ? ["value"] : [])]);
  return Object.fromEntries([...names].map((name) => [name, insertSettings(fields[name], keys, [...place, name])]));
}

/** The resources of fields that refer to an object by its name. */
function referByName(scene: Scene, file: ProgramFile, kind: AnyKind, inputs: ExportedObject["inputs"]): Fields {
  const fields = Object.entries(kind.fields).flatMap(([field, { ref }]) => {
    if (ref?.by !== "name") return [];
    const all = [ref.kind].flat().flatMap((name) => scene.organization.exported.get(name) ?? []);
    const other = all.find((one) =>
      isSameName(one.inputs.name as string | undefined, inputs[field] as string | undefined),
    );
    const resource = other && scene.resourceFrom(file, other.id, inputs[field]);
    return resource === undefined ? [] : [[field, resource] as const];
  });
  return Object.fromEntries(fields);
}
