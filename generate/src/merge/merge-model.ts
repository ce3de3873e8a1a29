import {
  applyDrift,
  applyRenames,
  assignIds,
  type Canonical,
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
import { isObject, isSameJson } from "pulumi-analytics-internal/core/model/json";
import {
  type Definition,
  formDefinitionKey,
  formItemKey,
  indexSpec,
  listDefinitions,
  listThings,
  listUses,
  type Use,
} from "pulumi-analytics-internal/core/model/references";
import { dropParts, mapParts } from "./parts";

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
  /** Keys of parts that a person deleted in an earlier run, see `formDefinitionKey`. */
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
  const named = assignIds(renamed);
  // A person's other ids for the same parts, and those of parts whose ids the file leaves out: the other sides take
  // them over.
  const theirs = findOtherIds(before ?? next, named).filter((found) => !hasPart(next, found.to, found));
  const [base2, next2] = [before && rename(before, theirs), rename(next, theirs)];
  const isInFile = createPartTest(named);
  const omitted = listOmitted([before, base2], [next, next2], isInFile, new Set(options.omitted));
  const drop = (spec: JsonObject) => dropParts(spec, (part) => omitted.inFile.has(formDefinitionKey(part)));
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

function createPartTest(spec: JsonObject): (part: Definition) => boolean {
  const keys = new Set(listDefinitions(spec).map(formDefinitionKey));
  return (part) => keys.has(formDefinitionKey(part));
}

/** Takes the ids out again that the file leaves out. */
function stripIds(spec: JsonObject, mine: JsonObject, named: JsonObject): JsonObject {
  if (mine === named) return spec;
  const isInFile = createPartTest(mine);
  const filled = new Set(listDefinitions(named).flatMap((part) => (isInFile(part) ? [] : [formDefinitionKey(part)])));
  return mapParts(spec, (item, kind, element) => {
    const { id, ...rest } = item;
    return filled.has(formDefinitionKey({ kind, element, id: String(id) })) ? rest : item;
  });
}

/** Parts that a person deleted: by the ids of the file, and by those of `next`. */
function listOmitted(
  [base, baseInFile]: readonly [JsonObject | undefined, JsonObject | undefined],
  [next, nextInFile]: readonly [JsonObject, JsonObject],
  isInFile: (part: Definition) => boolean,
  remembered: ReadonlySet<string>,
): { inFile: ReadonlySet<string>; inNext: ReadonlySet<string> } {
  const [inFile, inNext] = [new Set<string>(), new Set<string>()];
  const add = (own: Definition | undefined, here: Definition | undefined) => {
    if (own === undefined || here === undefined || isInFile(here)) return;
    inFile.add(formDefinitionKey(here));
    inNext.add(formDefinitionKey(own));
  };
  const baseParts = base && baseInFile ? [listDefinitions(base), listDefinitions(baseInFile)] : [[], []];
  for (const [index, own] of (baseParts[0] as Definition[]).entries()) add(own, baseParts[1]?.[index]);
  const inFileParts = listDefinitions(nextInFile);
  for (const [index, own] of listDefinitions(next).entries()) {
    if (remembered.has(formDefinitionKey(own))) add(own, inFileParts[index]);
  }
  // What the source no longer has is remembered too: it may come back.
  for (const key of remembered) {
    const [kind, element, id] = JSON.parse(key) as [Definition["kind"], string | null, string];
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
  const isHomeThere = ({ element }: Definition) => element === undefined || isThere({ kind: "element", id: element });
  const lost = listDefinitions(mine).filter((part) => part.kind !== "page" && !isThere(part) && isHomeThere(part));
  if (lost.length === 0) return { spec: merged, kept: [] };
  const gone = new Set(lost.map(formDefinitionKey));
  const leaveOut = (keys: ReadonlySet<string>) => dropParts(mine, (part) => keys.has(formDefinitionKey(part)));
  const others = leaveOut(gone);
  const putBack = (own: JsonObject) => applyDrift(merged as Canonical, others as Canonical, own as Canonical);
  const whole = putBack(mine);
  const uses = listUses(indexSpec(whole));
  const isNeeded = ({ of, path }: Use) => gone.has(of) && !listThings(whole, path).some(({ key }) => gone.has(key));
  for (let used = uses.find(isNeeded); used !== undefined; used = uses.find(isNeeded)) gone.delete(used.of);
  const kept = lost.filter((part) => !gone.has(formDefinitionKey(part)));
  return {
    spec: putBack(leaveOut(gone)),
    kept: kept.map(({ kind, element, id }) => {
      return `${kind} ${[element, id].filter(Boolean).join(".")} is gone in the source, but is used`;
    }),
  };
}

/** A renamed part stays the same thing on the platform. */
function addAliases(spec: JsonObject, renames: readonly Rename[]): JsonObject {
  if (renames.length === 0) return spec;
  const former = new Map(
    renames.map(({ kind, element, from, to }) => [formDefinitionKey({ kind, element, id: to }), from]),
  );
  return mapParts(spec, (item, kind, element) => {
    const from = former.get(formDefinitionKey({ kind, element, id: String(item.id) }));
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
