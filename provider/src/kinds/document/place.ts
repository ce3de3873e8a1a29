/** The folder, name, description and owner of a document, which `/v2/files` stores. */
import type { DocumentInputs, DocumentOutputs, FileFields, KnownDocument } from "./fields";

export const placeKeys = [
  "name",
  "folderId",
  "description",
  "ownerId",
] as const satisfies readonly (keyof FileFields)[];

export function getPlace({ name, folderId, description, ownerId }: FileFields): FileFields {
  return { name, folderId, description, ownerId };
}

/** The same to a reader: the platform trims texts, and an empty description is none. */
function isSame(a: string | undefined, b: string | undefined): boolean {
  return (a ?? "").trim() === (b ?? "").trim();
}

/** Whether a place on the platform is another one than declared. A document without a declared owner has whom it has. */
function isOther(key: keyof FileFields, declared: FileFields, stored: FileFields, now: FileFields): boolean {
  if (key === "ownerId" && (declared.ownerId === undefined || now.ownerId === undefined)) return false;
  return !isSame(stored[key], now[key]);
}

/** What the platform is known to have: what is declared, but for what it made of that. */
export function getStoredPlace(inputs: DocumentInputs, { baseline }: Partial<DocumentOutputs>): FileFields {
  return { ...getPlace(inputs), ...baseline?.place };
}

/** What is declared, but for what has changed on the platform since it was written. */
export function findDriftedPlace(
  inputs: DocumentInputs,
  outputs: Partial<DocumentOutputs>,
  now: FileFields,
): FileFields {
  const stored = getStoredPlace(inputs, outputs);
  return buildPlace((key) => (isOther(key, inputs, stored, now) ? now[key] : inputs[key])) as FileFields;
}

/** The values that the platform stored differently; undefined: none. */
export function placeBaseline(declared: FileFields, now: FileFields): Partial<FileFields> | undefined {
  const other = buildPlace((key) => (isOther(key, declared, declared, now) ? (now[key] ?? "") : undefined));
  return Object.values(other).some((value) => value !== undefined) ? other : undefined;
}

function buildPlace(textOf: (key: keyof FileFields) => string | undefined): Partial<FileFields> {
  return Object.fromEntries(
    placeKeys.map((key) => [key, textOf(key)] as const).filter(([, value]) => value !== undefined),
  );
}

/** Whether someone changed a part of the place since it was written, to something else than is declared now. */
export function isMovedByOthers(
  key: keyof FileFields,
  { inputs, outputs, tried }: KnownDocument,
  news: FileFields,
  now: FileFields,
): boolean {
  const isOurs = [news[key], ...((tried?.[key] ?? []) as (string | null)[])].some((text) =>
    isSame(text ?? undefined, now[key]),
  );
  return isOther(key, inputs, getStoredPlace(inputs, outputs), now) && !isOurs;
}

/** Outputs with the parts of the place that the platform stored differently. */
export function addPlace<Outputs extends DocumentOutputs>(
  given: Outputs,
  place: Partial<FileFields> | undefined,
): Outputs {
  const { baseline, ...outputs } = given;
  const { place: _, ...others } = baseline ?? {};
  const isEmpty = place === undefined || Object.keys(place).length === 0;
  const stored = { ...others, ...(isEmpty ? {} : { place }) };
  return (Object.keys(stored).length === 0 ? outputs : { ...outputs, baseline: stored }) as Outputs;
}

/** The part of a place that keys name. */
export function pick(place: Partial<FileFields>, keys: readonly (keyof FileFields)[]): Partial<FileFields> {
  return buildPlace((key) => (keys.includes(key) ? place[key] : undefined));
}

/** A place without what keys name. */
export function omitKeys(
  place: Partial<FileFields> | undefined,
  keys: readonly (keyof FileFields)[],
): Partial<FileFields> {
  return buildPlace((key) => (keys.includes(key) ? undefined : place?.[key]));
}
