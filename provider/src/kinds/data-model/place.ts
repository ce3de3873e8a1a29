/** The folder, name and description of a model, which `/v2/files` stores. */
import type { DataModelInputs, DataModelOutputs, Place } from "./fields";

export const placeKeys = ["name", "folderId", "description"] as const satisfies readonly (keyof Place)[];

export function placeOf({ name, folderId, description }: Place): Place {
  return { name, folderId, description };
}

/** The same to a reader: the platform trims texts, and an empty description is none. */
export function isSame(a: string | undefined, b: string | undefined): boolean {
  return (a ?? "").trim() === (b ?? "").trim();
}

/** What the platform is known to have: what is declared, but for what it made of that. */
export function storedPlace(inputs: DataModelInputs, { baseline }: Partial<DataModelOutputs>): Place {
  return { ...placeOf(inputs), ...baseline?.place };
}

/** What is declared, but for what has changed on the platform since it was written. */
export function driftedPlace(inputs: DataModelInputs, outputs: Partial<DataModelOutputs>, now: Place): Place {
  const stored = storedPlace(inputs, outputs);
  return fromKeys((key) => (isSame(stored[key], now[key]) ? inputs[key] : now[key])) as Place;
}

/** The values that the platform stored differently; undefined: none. */
export function placeBaseline(declared: Place, now: Place): Partial<Place> | undefined {
  const other = fromKeys((key) => (isSame(declared[key], now[key]) ? undefined : (now[key] ?? "")));
  return Object.values(other).some((value) => value !== undefined) ? other : undefined;
}

function fromKeys(textOf: (key: keyof Place) => string | undefined): Partial<Place> {
  return Object.fromEntries(
    placeKeys.map((key) => [key, textOf(key)] as const).filter(([, value]) => value !== undefined),
  );
}

/** Outputs with the name, folder and description that the platform stored differently. */
export function withPlace(
  { baseline, ...outputs }: DataModelOutputs,
  place: Partial<Place> | undefined,
): DataModelOutputs {
  const { contents } = baseline ?? {};
  const isEmpty = place === undefined || Object.keys(place).length === 0;
  if (contents === undefined && isEmpty) return outputs;
  return { ...outputs, baseline: { ...(contents === undefined ? {} : { contents }), ...(isEmpty ? {} : { place }) } };
}

/** The part of a place that keys name. */
export function pick(place: Partial<Place>, keys: readonly (keyof Place)[]): Partial<Place> {
  return fromKeys((key) => (keys.includes(key) ? place[key] : undefined));
}

/** A place without what keys name. */
export function without(place: Partial<Place> | undefined, keys: readonly (keyof Place)[]): Partial<Place> {
  return fromKeys((key) => (keys.includes(key) ? undefined : place?.[key]));
}
