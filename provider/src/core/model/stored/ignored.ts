/**
 * Parts of a model that are edited on the platform: named by patterns, never compared, and sent back as the platform
 * has them.
 */

import { createNameFinder } from "../../text";
import { filterObjects, isObject, isOpen, type Json, type JsonObject, type Path } from "../json";
import { formItemKey } from "../references/list-items";
import { listElements } from "../references/references";
import type { LocalSpec } from "../spec-types";

/** The steps of a pattern: fields, keys or positions of items, `*` for any one, `**` for any number. */
type Pattern = readonly string[];

/** Patterns as people write them, or as {@link keyPatterns} returns them. */
export type Patterns = readonly (string | Pattern)[];

/**
 * A spec without the parts that patterns name.
 *
 * A pattern is a path with `/`; a step is a field, an item's id or position, `*` (any one) or `**` (any number).
 *
 * @example dropIgnored(spec, ["pages/*\/elements/*\/description", "pages/scratch"])
 */
export function dropIgnored<Spec extends LocalSpec>(spec: Spec, patterns: Patterns): Spec {
  if (patterns.length === 0) return spec;
  return new Walk(() => undefined, true).mergeFields(spec, nothing, keyPatterns(patterns, [spec])) as Spec;
}

/**
 * A spec with the parts that patterns name as another spec has them: theirs where they have them, absent where they
 * don't, in their order. Only in a part that the other spec lacks, such as a new table, they stay as they are. Items
 * are paired by id, elements on whichever page.
 *
 * @example adoptTheirIgnored(spec, theirs, ["pages/scratch"]) // what to send, in your ids
 */
export function adoptTheirIgnored<Spec extends LocalSpec>(mine: Spec, theirs: LocalSpec, patterns: Patterns): Spec {
  if (patterns.length === 0) return mine;
  const elements = new Map(listElements(theirs).map((element) => [element.id, element]));
  const walk = new Walk((id) => elements.get(id));
  return dropDoubles(walk.mergeFields(mine, theirs, keyPatterns(patterns, [mine, theirs])) as Spec, mine);
}

/** Whether patterns name a value of a spec, or something that it is in. */
export function isIgnored(spec: LocalSpec, path: Path, patterns: Patterns): boolean {
  let value: Json | undefined = spec;
  let open = keyPatterns(patterns, [spec]);
  let field = "";
  for (const step of path) {
    if (open.length === 0) return false;
    if (Array.isArray(value)) {
      open = advance(open, listKeys(value, field)[Number(step)]);
      value = value[Number(step)];
    } else {
      open = advance(open, String(step));
      value = isObject(value) ? value[step] : undefined;
    }
    if (isNamed(open)) return true;
    field = String(step);
  }
  return false;
}

/**
 * Patterns in which no step is a position: it is the key of the items that stand there in any of the specs, so that an
 * item is the same thing in all of them. Patterns that this returned stay as they are, whatever stands at a position of
 * another spec.
 */
export function keyPatterns(patterns: Patterns, specs: readonly LocalSpec[]): Pattern[] {
  return patterns.flatMap((pattern) => {
    if (typeof pattern !== "string") return [pattern];
    const steps = splitSteps(pattern);
    const isPositional = steps.some((step) => /^\d+$/.test(step));
    return isPositional ? specs.flatMap((spec) => findPaths(spec, steps, "")) : [steps];
  });
}

/** The paths, by keys, at which a value has what a pattern names. */
function findPaths(value: Json | undefined, pattern: Pattern, field: string): Pattern[] {
  const [step, ...rest] = pattern;
  if (step === undefined) return [[]];
  if (step === "**") {
    const deeper = listEntries(value, field).flatMap(({ key, item }) =>
      prefixPaths(key, findPaths(item, pattern, key)),
    );
    return [...findPaths(value, rest, field), ...deeper];
  }
  return listEntries(value, field)
    .filter(({ names }) => step === "*" || names.includes(step))
    .flatMap(({ key, item }) => prefixPaths(key, findPaths(item, rest, key)));
}

const prefixPaths = (key: string, paths: readonly Pattern[]): Pattern[] => paths.map((path) => [key, ...path]);

/** What is directly in a value: by key, and by the names that a step may have for it. */
function listEntries(
  value: Json | undefined,
  field: string,
): { key: string; names: string[]; item: Json | undefined }[] {
  if (Array.isArray(value)) {
    const keys = listKeys(value, field);
    return value.map((item, index) => ({ key: keys[index]!, names: [keys[index]!, String(index)], item }));
  }
  return isObject(value) ? Object.entries(value).map(([key, item]) => ({ key, names: [key], item })) : [];
}

/** What is left of the patterns at a place; a pattern with nothing left names the place itself. */
type Open = readonly Pattern[];

/** The steps of a pattern. */
export const splitSteps = (pattern: string): Pattern => pattern.split("/").filter((step) => step !== "");

/** The patterns that continue below a field, or below the item with a key. */
function advance(open: Open, name: string | undefined): Pattern[] {
  return open.flatMap((pattern) => {
    const [step, ...rest] = pattern;
    if (step === undefined) return [];
    if (step === "**") return [pattern, ...advance([rest], name)];
    return step === "*" || step === name ? [rest] : [];
  });
}

/** Whether a place is the platform's. */
const isNamed = (open: Open) => open.some((pattern) => pattern.every((step) => step === "**"));

/** The keys of a list's items; no two are the same. */
function listKeys(items: readonly Json[], field: string): string[] {
  const seen = new Set<string>();
  const findFreeKey = createNameFinder(" ");
  return items.map((item, index) => {
    const key = isObject(item) ? formItemKey(field, item, index) : String(index);
    const free = findFreeKey(key, (other) => seen.has(other));
    seen.add(free);
    return free;
  });
}

const nothing: JsonObject = {};

/** Walks a spec beside the one that its ignored parts come from. */
class Walk {
  /**
   * @param elementOf finds an element of theirs that stands on another page.
   * @param isRemoving there is no other spec: ignored parts are left out, also in what is new.
   */
  constructor(
    private readonly elementOf: (id: string) => JsonObject | undefined,
    private readonly isRemoving = false,
  ) {}

  mergeFields(mine: JsonObject, theirs: JsonObject, open: Open): JsonObject {
    const result: JsonObject = {};
    for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
      const below = advance(open, key);
      const value = isNamed(below) ? theirs[key] : this.mergeField(key, mine[key], theirs[key], below);
      if (value !== undefined) result[key] = value;
    }
    return result;
  }

  /** A field that isn't ignored as a whole. */
  private mergeField(key: string, mine: Json | undefined, theirs: Json | undefined, open: Open): Json | undefined {
    if (open.length === 0 || isOpen(mine)) return mine;
    if (isObject(mine)) return this.mergePart(mine, isObject(theirs) ? theirs : undefined, open);
    const lists = [mine, theirs].map((value) => (Array.isArray(value) ? value : undefined));
    if (lists[0] === undefined && (mine !== undefined || lists[1] === undefined)) return mine;
    const items = this.mergeItems(key, lists[0] ?? [], lists[1] ?? [], open);
    // A list that only one of them has, and that ignored items leave empty.
    return items.length === 0 && (mine === undefined || (theirs === undefined && !this.isRemoving)) ? undefined : items;
  }

  /** An object. What they lack is new, and stays as it is. */
  private mergePart(mine: JsonObject, theirs: JsonObject | undefined, open: Open): JsonObject {
    if (open.length === 0 || isOpen(mine) || (theirs === undefined && !this.isRemoving)) return mine;
    return this.mergeFields(mine, theirs ?? nothing, open);
  }

  private mergeItems(field: string, mine: readonly Json[], theirs: readonly Json[], open: Open): Json[] {
    const [keys, others] = [listKeys(mine, field), listKeys(theirs, field)];
    const there = new Map(others.map((key, index) => [key, theirs[index]!]));
    const result = new Map<string, Json>();
    for (const [index, key] of keys.entries()) {
      const [item, below] = [mine[index]!, advance(open, key)];
      if (isNamed(below)) continue;
      const other = there.get(key) ?? (field === "elements" ? this.elementOf(key) : undefined);
      result.set(key, isObject(item) ? this.mergePart(item, isObject(other) ? other : undefined, below) : item);
    }
    const order = [...result.keys()];
    let previous: string | undefined;
    for (const [index, key] of others.entries()) {
      if (isNamed(advance(open, key))) {
        order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, key);
        result.set(key, theirs[index]!);
      }
      if (result.has(key)) previous = key;
    }
    return order.map((key) => result.get(key)!);
  }
}

/** An element that they moved to an ignored page isn't there twice if the spec has it elsewhere. */
function dropDoubles<Spec extends LocalSpec>(spec: Spec, mine: LocalSpec): Spec {
  const counts = new Map<Json | undefined, number>();
  for (const { id } of listElements(spec)) counts.set(id, (counts.get(id) ?? 0) + 1);
  if ([...counts.values()].every((count) => count === 1)) return spec;
  const pageOf = new Map(
    filterObjects(mine.pages).flatMap((page) => filterObjects(page.elements).map(({ id }) => [id, page.id] as const)),
  );
  const isHere = (page: JsonObject, id: Json | undefined) => counts.get(id) === 1 || pageOf.get(id) === page.id;
  const pages = filterObjects(spec.pages).map((page) => ({
    ...page,
    elements: filterObjects(page.elements).filter(({ id }) => isHere(page, id)),
  }));
  return { ...spec, pages };
}
