import { assignIds } from "./assign";
import { canonicalize } from "./canonical";
import {
  isObject,
  isOpen,
  type Json,
  type JsonObject,
  knownString,
  listOf,
  type Path,
  sameJson,
  stableText,
} from "./json";
import { keyOfItem } from "./list-keys";
import { elementsOf, type IdKind, partFields } from "./references";
import { applyRenames, findRenames, type Rename } from "./renames";
import { fieldShape, modelShape, pickObject, type Shape } from "./shape";
import { Usage } from "./usage";

/** One difference that means something. */
export interface SpecChange {
  action: "added" | "removed" | "changed" | "renamed" | "moved" | "reordered";
  /** What it happened to, for people: `page Orders › table fact_orders › column revenue`; empty for the model itself. */
  where: string;
  /** Its place in the spec after the change (for what was removed: before it). */
  path: Path;
  /** The field that changed, e.g. `formula` or `source.path`. */
  field?: string;
  before?: Json;
  after?: Json;
  /** Something disappears that other parts of the model referred to, and still did before the change. */
  destructive: boolean;
  /** What referred to it. */
  usedBy?: string[];
}

/**
 * What changed between two specs, in meaning: additions, removals, renamed ids, moves between pages, new orders and changed fields, each
 * named by its place. Both are in your ids; ids left out, forms and defaults don't matter. A value that is unknown after the
 * change is shown as such and never counts as a removal.
 *
 * @example
 * diffSpecs(before, after)
 * // [{ action: "changed", where: "page Orders › table fact_orders › column revenue", field: "formula", before: "[x]", after: "[y]", … }]
 */
export function diffSpecs(before: Json, after: Json): SpecChange[] {
  if (sameJson(before, after)) return [];
  const [old, now] = [assignIds(before), assignIds(after)];
  if (!isObject(old) || !isObject(now)) return [valueChange({ where: [], path: [] }, undefined, before, after)];
  const renames = findRenames(old, now);
  const from = canonicalize(applyRenames(old, renames)) as JsonObject;
  const to = canonicalize(now) as JsonObject;
  if (renames.length === 0 && sameJson(from, to)) return [];
  const differ = new Differ(from, to);
  return [...renameChanges(renames, to, differ), ...differ.run()];
}

/** A place in the model: for people, and as a path. */
interface Place {
  where: readonly string[];
  path: Path;
}

/** What the items of a list are called, by the list's field; a function where it depends on the item. */
const nouns: Readonly<Record<string, string | ((item: JsonObject) => string)>> = {
  ...partFields,
  metricFolders: "metric folder",
  columnSecurities: "column security",
  pages: "page",
  elements: (element) => (typeof element.kind === "string" ? element.kind : "element"),
  joins: "join",
  matches: "match",
  sort: "sort key",
  keys: "key",
  parameters: "parameter",
  assignments: "assignment",
};

function labelOf(field: string, item: JsonObject, key: string | number): string {
  const noun = nouns[field] ?? field;
  const name = typeof noun === "function" ? noun(item) : noun;
  const id = knownString(field === "pages" ? (item.name ?? item.id) : item.id);
  return `${name} ${id ?? key}`;
}

const separator = " › ";

function valueChange(
  place: Place,
  field: string | undefined,
  before: Json | undefined,
  after: Json | undefined,
): SpecChange {
  const change: SpecChange = {
    action: before === undefined && field === undefined ? "added" : "changed",
    where: place.where.join(separator),
    path: field === undefined ? place.path : [...place.path, ...fieldPath(field)],
    destructive: false,
  };
  if (field !== undefined) change.field = field;
  if (before !== undefined) change.before = before;
  if (after !== undefined) change.after = after;
  return change;
}

const fieldPath = (field: string): Path => field.split(".");

/** Compares two canonical specs whose ids agree. */
class Differ {
  private readonly changes: SpecChange[] = [];
  private readonly pageBefore: ReadonlyMap<string, Place & { page: string }>;
  private readonly pageAfter: ReadonlyMap<string, Place & { page: string }>;
  private readonly elementsBefore: ReadonlyMap<string, JsonObject>;
  private usage: Usage | undefined;

  constructor(
    private readonly before: JsonObject,
    private readonly after: JsonObject,
  ) {
    this.pageBefore = pagesOfElements(before);
    this.pageAfter = pagesOfElements(after);
    this.elementsBefore = new Map(
      elementsOf(before).flatMap((element) => {
        const id = knownString(element.id);
        return id === undefined ? [] : [[id, element] as const];
      }),
    );
  }

  run(): SpecChange[] {
    this.compare(
      fieldShape(modelShape, "pages"),
      { where: [], path: [] },
      "pages",
      this.before.pages,
      this.after.pages,
    );
    return this.changes;
  }

  /** Where an element stands after the change. */
  placeOf(element: string): Place | undefined {
    return this.pageAfter.get(element);
  }

  /** Compares the values of one field; `place` is the thing that has the field. */
  private compare(
    shape: Shape | undefined,
    place: Place,
    field: string,
    before: Json | undefined,
    after: Json | undefined,
  ): void {
    if (before === after || sameJson(before, after)) return;
    if (isOpen(before) || isOpen(after)) {
      this.changes.push(valueChange(place, field, before, after));
    } else if (shape?.is === "list" && isListOfObjects(before) && isListOfObjects(after)) {
      this.compareItems(shape.item, place, field, listOf(before), listOf(after));
    } else if (Array.isArray(before) && Array.isArray(after) && sameItems(before, after)) {
      this.changes.push({ ...valueChange(place, field, before, after), action: "reordered" });
    } else if (isObject(before) && isObject(after) && comparable(shape, before, after)) {
      this.compareFields(shape, place, `${field}.`, before, after);
    } else {
      this.changes.push(valueChange(place, field, before, after));
    }
  }

  private compareFields(
    shape: Shape | undefined,
    place: Place,
    prefix: string,
    before: JsonObject,
    after: JsonObject,
    except?: string,
  ): void {
    const fields = pickObject(shape, after);
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    for (const key of keys) {
      if (key === "id" || key === except) continue;
      this.compare(fieldShape(fields, key), place, `${prefix}${key}`, before[key], after[key]);
    }
  }

  private compareItems(shape: Shape, place: Place, field: string, before: Json[], after: Json[]): void {
    const name = field.slice(field.lastIndexOf(".") + 1);
    const path = [...place.path, ...fieldPath(field)];
    const old = keyed(name, before);
    const now = keyed(name, after);
    // An item that is not known yet may be any of those that seem to be gone.
    const isUncertain = after.some(isOpen);
    for (const [key, { item, index }] of old) {
      if (now.has(key) || !isObject(item)) continue;
      if (name === "elements" && this.pageAfter.has(String(item.id))) continue;
      const at: Place = { where: [...place.where, labelOf(name, item, index + 1)], path: [...path, index] };
      this.changes.push(this.removal(at, item, isUncertain));
    }
    for (const [key, { item, index }] of now) {
      const was = old.get(key);
      if (!isObject(item)) {
        if (!was)
          this.changes.push(valueChange({ where: place.where, path: [...path, index] }, undefined, undefined, item));
        continue;
      }
      const at: Place = { where: [...place.where, labelOf(name, item, index + 1)], path: [...path, index] };
      const movedFrom = was || name !== "elements" ? undefined : this.movedFrom(item);
      const itemBefore = was?.item ?? movedFrom?.element;
      if (!isObject(itemBefore)) this.changes.push(valueChange(at, undefined, undefined, item));
      else {
        if (movedFrom) this.changes.push(moveOf(at, movedFrom.page, place.where.at(-1) ?? ""));
        this.compareItem(shape, at, itemBefore, item);
      }
    }
    this.compareOrder(name, place, path, old, now);
  }

  private compareItem(shape: Shape, at: Place, before: JsonObject, after: JsonObject): void {
    if (sameJson(before, after)) return;
    if (comparable(shape, before, after)) this.compareFields(shape, at, "", before, after);
    else this.changes.push(valueChange(at, undefined, before, after));
  }

  private movedFrom(element: JsonObject): { element: JsonObject; page: string } | undefined {
    const id = String(element.id);
    const was = this.elementsBefore.get(id);
    const place = this.pageBefore.get(id);
    return was && place ? { element: was, page: place.page } : undefined;
  }

  private compareOrder(name: string, place: Place, path: Path, old: Keyed, now: Keyed): void {
    const common = [...now.keys()].filter((key) => old.has(key));
    const positionBefore = new Map([...old.keys()].map((key, index) => [key, index]));
    const moved = leastMoved(common.map((key) => positionBefore.get(key)!)).map(
      (index) => now.get(common[index]!)!.item,
    );
    if (moved.length === 0) return;
    const order = (items: Keyed) =>
      [...items.values()].map(({ item, index }) => (isObject(item) ? (knownString(item.id) ?? index) : index));
    this.changes.push({
      action: "reordered",
      where: place.where.join(separator),
      path,
      field: name,
      before: order(old),
      after: order(now),
      destructive: false,
    });
  }

  private removal(at: Place, item: JsonObject, isUncertain: boolean): SpecChange {
    const change: SpecChange = {
      action: "removed",
      where: at.where.join(separator),
      path: at.path,
      before: item,
      destructive: false,
    };
    if (isUncertain) return change;
    this.usage ??= new Usage(this.before, this.after);
    const usedBy = this.usage.of(at.path);
    return usedBy.length === 0 ? change : { ...change, destructive: true, usedBy };
  }
}

type Keyed = Map<string, { item: Json; index: number }>;

function keyed(field: string, items: Json[]): Keyed {
  const result: Keyed = new Map();
  for (const [index, item] of items.entries()) {
    const key = isObject(item) ? keyOfItem(field, item, index) : stableText(item);
    let free = key;
    for (let n = 2; result.has(free); n++) free = `${key} ${n}`;
    result.set(free, { item, index });
  }
  return result;
}

const isListOfObjects = (value: Json | undefined) =>
  value === undefined || (Array.isArray(value) && value.every((item) => isObject(item) || isOpen(item)));

/** Whether two objects are of one kind, so that their fields can be compared one by one. */
function comparable(shape: Shape | undefined, before: JsonObject, after: JsonObject): boolean {
  for (let here = shape; here?.is === "variant"; here = here.variants.get(after[here.discriminator])) {
    if (here.discriminator === "kind" || here.discriminator === "controlType" || here.discriminator === "direction") {
      if (before[here.discriminator] !== after[here.discriminator]) return false;
    }
  }
  return true;
}

function sameItems(a: Json[], b: Json[]): boolean {
  if (a.length !== b.length) return false;
  const texts = (items: Json[]) => items.map(stableText).sort();
  const [left, right] = [texts(a), texts(b)];
  return left.every((text, index) => text === right[index]);
}

/** The positions of the fewest items that must move so that the rest is in rising order. */
function leastMoved(values: readonly number[]): number[] {
  const lastOfLength: number[] = [];
  const before: number[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = lastOfLength.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (values[lastOfLength[middle]!]! < value) low = middle + 1;
      else high = middle;
    }
    before[index] = low > 0 ? lastOfLength[low - 1]! : -1;
    lastOfLength[low] = index;
  }
  const stay = new Set<number>();
  for (let index = lastOfLength.at(-1) ?? -1; index >= 0; index = before[index]!) stay.add(index);
  return [...values.keys()].filter((index) => !stay.has(index));
}

function pagesOfElements(spec: JsonObject): Map<string, Place & { page: string }> {
  const pages = new Map<string, Place & { page: string }>();
  for (const [p, page] of listOf(spec.pages).entries()) {
    if (!isObject(page)) continue;
    const label = labelOf("pages", page, p + 1);
    for (const [e, element] of listOf(page.elements).entries()) {
      if (!isObject(element) || typeof element.id !== "string") continue;
      pages.set(element.id, {
        page: label,
        where: [label, labelOf("elements", element, e + 1)],
        path: ["pages", p, "elements", e],
      });
    }
  }
  return pages;
}

function moveOf(at: Place, from: string, to: string): SpecChange {
  return {
    action: "moved",
    where: at.where.join(separator),
    path: at.path,
    before: from,
    after: to,
    destructive: false,
  };
}

function renameChanges(renames: readonly Rename[], to: JsonObject, differ: Differ): SpecChange[] {
  return renames.map(({ kind, element, from, to: id }) => {
    const owner = element === undefined ? undefined : differ.placeOf(element);
    const self = kind === "element" ? differ.placeOf(id) : undefined;
    const place = self ?? placeOfRenamed(kind, id, owner, to);
    return {
      action: "renamed",
      where: place.where.join(separator),
      path: place.path,
      before: from,
      after: id,
      destructive: false,
    };
  });
}

function placeOfRenamed(kind: IdKind, id: string, owner: Place | undefined, to: JsonObject): Place {
  const field = kind === "page" ? "pages" : Object.entries(partFields).find(([, part]) => part === kind)?.[0];
  if (field === undefined) return { where: [`${kind} ${id}`], path: [] };
  const base = owner ?? { where: [], path: [] };
  let holder: Json | undefined = to;
  for (const key of base.path) holder = (holder as Record<string | number, Json | undefined> | undefined)?.[key];
  const items = isObject(holder) ? listOf(holder[field]) : [];
  const index = items.findIndex((item) => isObject(item) && item.id === id);
  const item = items[index];
  return {
    where: [...base.where, isObject(item) ? labelOf(field, item, index + 1) : `${kind} ${id}`],
    path: index < 0 ? base.path : [...base.path, field, index],
  };
}
