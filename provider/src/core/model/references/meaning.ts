/** What a name in a formula means. */
import { isObject, type Json, type JsonObject } from "../json";
import type { PartKind } from "./references";

/**
 * What a name means: nothing (`missing`), perhaps something (`undecided`), or something, with the things of the known
 * models that it may be. Names that an unknown model, the warehouse or default naming give are undecided.
 */
export interface Meaning {
  readonly status: "found" | "undecided" | "missing";
  readonly targets: readonly Target[];
  /** It is found, and may mean something else all the same. */
  readonly isDoubtful?: boolean;
  /** What it may be in sources that aren't known. */
  readonly outside?: readonly OutsideTarget[];
  /** The matches of a union that make the column. */
  readonly matches?: readonly JsonObject[];
}

/** An element, or a part of it that formulas can name. */
export interface Target {
  readonly element: JsonObject;
  readonly part?: { readonly kind: NamedPart; readonly item: JsonObject };
}

/** The parts of a table that formulas can name. */
export type NamedPart = Extract<PartKind, "column" | "metric" | "relationship">;

/** A part of what a source names, where nothing is known of that but what formulas call it. */
export interface OutsideTarget {
  readonly source: JsonObject;
  readonly is: "column" | "metric";
  readonly name: string;
}

export const undecided: Meaning = { status: "undecided", targets: [] };
export const missing: Meaning = { status: "missing", targets: [] };

export const createTargets = (element: JsonObject, kind: NamedPart, items: readonly JsonObject[]): Target[] =>
  items.map((item) => ({ element, part: { kind, item } }));

export const createFound = (targets: readonly Target[]): Meaning => ({ status: "found", targets });

export const createFoundElements = (elements: readonly JsonObject[]): Meaning =>
  createFound(elements.map((element) => ({ element })));

/** A name that is looked up in sources that aren't known. */
export const createOutside = (
  sources: readonly (Json | undefined)[],
  is: OutsideTarget["is"],
  name: string,
): Meaning => ({
  ...undecided,
  outside: sources.flatMap((source) => (isObject(source) ? [{ source, is, name }] : [])),
});

/** Any of several: found if one is found, missing only if all are. */
export function mergeMeanings(meanings: readonly Meaning[]): Meaning {
  const { status = "missing" } =
    meanings.find((meaning) => meaning.status === "found") ??
    meanings.find((meaning) => meaning.status === "undecided") ??
    {};
  if (status === "missing") return missing;
  const outside = meanings.flatMap((meaning) => meaning.outside ?? []);
  const matches = meanings.flatMap((meaning) => meaning.matches ?? []);
  return {
    status,
    targets: meanings.flatMap((meaning) => meaning.targets),
    isDoubtful: meanings.some((meaning) => meaning.status === "undecided" || meaning.isDoubtful),
    ...(outside.length > 0 && { outside }),
    ...(matches.length > 0 && { matches }),
  };
}

/** What a name means in the formula of a column, apart from that column. */
export function omitReader(meaning: Meaning, reader: Json | undefined): Meaning {
  const targets = meaning.targets.filter(({ part }) => part?.item !== reader);
  return targets.length === 0 && meaning.targets.length > 0 ? missing : { ...meaning, targets };
}

/** Found, or undecided: what it may be used for counts all the same. */
export const keepUsed = (meaning: Meaning): Meaning =>
  meaning.status === "found" ? meaning : { ...meaning, status: "undecided" };

export const dropUndecided = (meaning: Meaning): Meaning => (meaning.status === "found" ? meaning : missing);
