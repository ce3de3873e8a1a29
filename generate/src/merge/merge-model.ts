import {
  applyRenames,
  diffSpecs,
  findRenames,
  formatChanges,
  type Json,
  type JsonObject,
  type LocalSpec,
  type MergedForms,
  mergeForms,
  type Rename,
} from "pulumi-analytics-internal/core/model";
import { filterObjects, isObject, isSameJson } from "pulumi-analytics-internal/core/model/json";
import { formItemKey, listElements, type PartKind } from "pulumi-analytics-internal/core/model/references";
import { dropParts, formPartKey, getPartList, listParts, mapParts, type Part } from "./parts";
import { listUses, type Use } from "./uses";

/** The three sides of a merge, in the form that users write. */
export interface Sides {
  /** What the generator wrote last; undefined: nothing is known of it, and all that differs counts as a person's. */
  readonly base: JsonObject | undefined;
  /** The file. */
  readonly mine: JsonObject;
  /** What the generator writes now. */
  readonly next: JsonObject;
}

export interface MergeOptions {
  /** Parts that the source renamed since, from the ids of `base` to those of `next`. */
  readonly renames?: readonly Rename[];
  /** Whose value stays where both changed one. Default: the person's. */
  readonly prefer?: "mine" | "next";
  /** Keys of parts that a person deleted in an earlier run, see {@link formPartKey}. */
  readonly omitted?: readonly string[];
}

export interface MergedModel {
  readonly spec: JsonObject;
  /** The file with the source's renamed ids: an editor that goes there first recognizes the parts. */
  readonly renamed: JsonObject;
  /** Keys of parts that a person deleted, by the ids of `next`. */
  readonly omitted: readonly string[];
  /** What both changed, a line each. */
  readonly conflicts: readonly string[];
  /** What the source removed, and stays. */
  readonly kept: readonly string[];
}

/**
 * Merges a file with what the generator makes now, by meaning: by the ids of parts, field by field. Where only one side
 * changed, that change is taken; where both did, the person's. What a person added or deleted stays so. What the source
 * removed goes, unless a person changed it or uses it.
 */
export function mergeModel(sides: Sides, options: MergeOptions = {}): MergedModel {
  const { base, mine, next } = sides;
  const hints = selectRenames(options.renames ?? [], base, next);
  const before = base && rename(base, hints);
  const toMine = hints.filter((hint) => hasPart(mine, hint.from, hint) && !hasPart(mine, hint.to, hint));
  const renamed = rename(mine, toMine);
  const named = nameParts(renamed, before ?? next);
  // A person's other ids for the same parts: the other sides take them over.
  const theirs = findOtherIds(before ?? next, named).filter((found) => !hasPart(next, found.to, found));
  const [base2, next2] = [before && rename(before, theirs), rename(next, theirs)];
  const isInFile = createPartTest(named);
  const omitted = listOmitted([before, base2], [next, next2], isInFile, new Set(options.omitted));
  const drop = (spec: JsonObject) => dropParts(spec, (part) => omitted.inFile.has(formPartKey(part)));
  const wanted = drop(next2);
  const known = base2 === undefined ? (intersectLists("", wanted, named) as JsonObject) : drop(base2);
  const forms = { declared: known, stored: known, now: wanted, mine: named };
  const { mineFirst, merged: nextFirst } = mergeForms(forms as unknown as MergedForms);
  const merged = options.prefer === "next" ? nextFirst : mineFirst;
  const { spec, kept } = keepUsed(merged, named);
  return {
    spec: stripIds(addAliases(spec, toMine), renamed, named),
    renamed,
    omitted: [...omitted.inNext],
    conflicts: base2 === undefined ? [] : describeConflicts(mineFirst, nextFirst, kept),
    kept,
  };
}

const rename = (spec: JsonObject, renames: readonly Rename[]) =>
  applyRenames(spec as unknown as LocalSpec, renames) as unknown as JsonObject;

/** Parts of a second model that are those of a first one under another id. */
const findOtherIds = (before: JsonObject, after: JsonObject) =>
  findRenames(before as unknown as LocalSpec, after as unknown as LocalSpec);

/** Those that the base doesn't have yet: a hint stays in the source after it was followed. */
function selectRenames(renames: readonly Rename[], base: JsonObject | undefined, next: JsonObject): Rename[] {
  if (base === undefined) return [];
  return renames.filter(
    (hint) => hasPart(base, hint.from, hint) && !hasPart(base, hint.to, hint) && !hasPart(next, hint.from, hint),
  );
}

function hasPart(spec: JsonObject, id: string, { kind, element }: Pick<Rename, "kind" | "element">): boolean {
  return createPartTest(spec)({ kind, element, id });
}

function createPartTest(spec: JsonObject): (part: Omit<Part, "value">) => boolean {
  const keys = new Set(listParts(spec).map(formPartKey));
  return (part) => keys.has(formPartKey(part));
}

/** What an id begins with that stands for one that the file leaves out. */
const left = "~";

/** A file in which each part has an id: that of the same part of the base, where a person took it out. */
function nameParts(mine: JsonObject, base: JsonObject): JsonObject {
  let count = 0;
  const filled = mapParts(mine, (item) => (item.id === undefined ? { ...item, id: `${left}${++count}` } : item));
  if (count === 0) return mine;
  const found = findOtherIds(base, filled).filter(({ to }) => to.startsWith(left));
  const elements = new Map(found.flatMap(({ kind, from, to }) => (kind === "element" ? [[to, from] as const] : [])));
  const back = found.map(({ kind, element, from, to }) => ({
    kind,
    from: to,
    to: from,
    ...(element === undefined ? {} : { element: elements.get(element) ?? element }),
  }));
  return rename(filled, back);
}

/** Takes the ids out again that the file leaves out. */
function stripIds(spec: JsonObject, mine: JsonObject, named: JsonObject): JsonObject {
  if (mine === named) return spec;
  const isInFile = createPartTest(mine);
  const filled = new Set(listParts(named).flatMap((part) => (isInFile(part) ? [] : [formPartKey(part)])));
  return mapParts(spec, (item, kind, element) => {
    const { id, ...rest } = item;
    return filled.has(formPartKey({ kind, element, id: String(id) })) ? rest : item;
  });
}

/** Parts that a person deleted: by the ids of the file, and by those of `next`. */
function listOmitted(
  [base, baseInFile]: readonly [JsonObject | undefined, JsonObject | undefined],
  [next, nextInFile]: readonly [JsonObject, JsonObject],
  isInFile: (part: Omit<Part, "value">) => boolean,
  remembered: ReadonlySet<string>,
): { inFile: ReadonlySet<string>; inNext: ReadonlySet<string> } {
  const [inFile, inNext] = [new Set<string>(), new Set<string>()];
  const add = (own: Part | undefined, here: Part | undefined) => {
    if (own === undefined || here === undefined || isInFile(here)) return;
    inFile.add(formPartKey(here));
    inNext.add(formPartKey(own));
  };
  const baseParts = base && baseInFile ? [listParts(base), listParts(baseInFile)] : [[], []];
  for (const [index, own] of (baseParts[0] as Part[]).entries()) add(own, baseParts[1]?.[index]);
  const inFileParts = listParts(nextInFile);
  for (const [index, own] of listParts(next).entries()) {
    if (remembered.has(formPartKey(own))) add(own, inFileParts[index]);
  }
  // What the source no longer has is remembered too: it may come back.
  for (const key of remembered) {
    const [kind, element, id] = JSON.parse(key) as [Part["kind"], string | null, string];
    if (!isInFile({ kind, element: element ?? undefined, id })) inNext.add(key);
  }
  return { inFile, inNext };
}

/** What two forms have in common, item by item. */
function intersectLists(field: string, a: Json | undefined, b: Json | undefined): Json | undefined {
  if (isSameJson(a, b)) return a;
  if (Array.isArray(a) && Array.isArray(b)) {
    if (![...a, ...b].every(isObject)) return undefined;
    const others = new Map(b.map((item, index) => [formItemKey(field, item as JsonObject, index), item]));
    return a.flatMap((item, index) => {
      const other = others.get(formItemKey(field, item as JsonObject, index));
      const common = other === undefined ? undefined : intersectLists(field, item, other);
      return common === undefined ? [] : [common];
    });
  }
  if (!isObject(a) || !isObject(b)) return undefined;
  const common = Object.keys(a).map((key) => [key, intersectLists(key, a[key], b[key])] as const);
  return Object.fromEntries(common.filter(([, value]) => value !== undefined)) as JsonObject;
}

/** Puts back what the source removed and something that stays still uses. */
function keepUsed(merged: JsonObject, mine: JsonObject): { spec: JsonObject; kept: string[] } {
  const isThere = createPartTest(merged);
  const isHomeThere = ({ element }: Part) =>
    element === undefined || isThere({ kind: "element", element: undefined, id: element });
  const lost = listParts(mine).filter((part) => part.kind !== "page" && !isThere(part) && isHomeThere(part));
  if (lost.length === 0) return { spec: merged, kept: [] };
  const putBackAll = (parts: readonly Part[]) =>
    parts.reduce((spec, part) => putBack(spec, mine, part) ?? spec, merged);
  const uses = listUses(putBackAll(lost));
  const gone = new Set(lost.map(formPartKey));
  const isNeeded = ({ of, within }: Use) => gone.has(of) && !within.some((key) => gone.has(key));
  for (let used = uses.find(isNeeded); used !== undefined; used = uses.find(isNeeded)) gone.delete(used.of);
  const kept = lost.filter((part) => !gone.has(formPartKey(part)));
  return {
    spec: putBackAll(kept),
    kept: kept.map(({ kind, element, id }) => {
      return `${kind} ${[element, id].filter(Boolean).join(".")} is gone in the source, but is used`;
    }),
  };
}

/** A model with a part of another one, after the part that it follows there; undefined where its place is gone. */
function putBack(spec: JsonObject, mine: JsonObject, { kind, element, id }: Part): JsonObject | undefined {
  const insert = (items: Json | undefined, own: Json | undefined): Json => {
    const [list, order] = [filterObjects(items), filterObjects(own)];
    const at = order.findIndex((item) => item.id === id);
    const previous = order.slice(0, at).findLast((item) => list.some((other) => other.id === item.id));
    const index = previous === undefined ? 0 : list.findIndex((item) => item.id === previous.id) + 1;
    return [...list.slice(0, index), order[at] as JsonObject, ...list.slice(index)];
  };
  const list = kind === "element" ? "elements" : getPartList(kind as PartKind);
  const home = (kind === "element" ? filterObjects(mine.pages) : listElements(mine)).find((holder) =>
    kind === "element" ? filterObjects(holder.elements).some((item) => item.id === id) : holder.id === element,
  );
  let isPut = false;
  const changed = mapParts(spec, (item, itemKind) => {
    if (item.id !== home?.id || itemKind !== (kind === "element" ? "page" : "element")) return item;
    isPut = true;
    return { ...item, [list]: insert(item[list], home?.[list]) };
  });
  return isPut ? changed : undefined;
}

/** A renamed part stays the same thing on the platform. */
function addAliases(spec: JsonObject, renames: readonly Rename[]): JsonObject {
  if (renames.length === 0) return spec;
  const former = new Map(renames.map(({ kind, element, from, to }) => [formPartKey({ kind, element, id: to }), from]));
  return mapParts(spec, (item, kind, element) => {
    const from = former.get(formPartKey({ kind, element, id: String(item.id) }));
    if (from === undefined) return item;
    return { ...item, aliases: [...new Set([...(Array.isArray(item.aliases) ? item.aliases : []), from])] };
  });
}

/** Where the person's side of a merge and the source's differ. */
function describeConflicts(mineFirst: JsonObject, nextFirst: JsonObject, kept: readonly string[]): string[] {
  const changes = diffSpecs(mineFirst, nextFirst).filter(
    ({ action, path }) => action !== "reordered" && !kept.some((line) => line.includes(`${path.at(-1)} is gone`)),
  );
  return formatChanges(changes);
}
