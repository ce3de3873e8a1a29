import { remember } from "../../data";
import { assignIds } from "../identity/assign";
import { applyRenames, findRenames, type Rename } from "../identity/renames";
import {
  getValue,
  hasFields,
  isObject,
  isOpen,
  isSameJson,
  type Json,
  type JsonObject,
  listObjectEntries,
  type Path,
  readKnownString,
  toList,
  writeStableText,
} from "../json";
import { formatItemLabel, formItemKey, getItemNoun, keyItems } from "../references/list-items";
import { fieldOfPart, listElementPlaces } from "../references/references";
import { type RewordOptions, reword } from "../references/reword";
import { isComplete } from "../references/spec-index";
import { Usage } from "../references/usage";
import { getFieldShape, modelShape, pickObject, type Shape } from "../schema/shape";
import type { LocalSpec } from "../spec-types";
import { toCanonical } from "./canonical";
import { Followers } from "./followers";

/** One difference in meaning. */
export interface SpecChange {
  action: "added" | "removed" | "changed" | "renamed" | "moved" | "reordered";
  /** The kind of what changed: `page`, `table`, `control`, `column`, `join`, … */
  thing: string;
  /** The same by name and place, for people: `page Orders › table fact_orders › column revenue`. */
  where: string;
  /** Its place in the spec after the change; for what was removed, before it. */
  path: Path;
  /** The field that changed, e.g. `formula` or `source.path`; for `reordered` the list. */
  field?: string;
  /** The value before; for `renamed` the id, for `moved` the page, for `reordered` the items' keys. */
  before?: Json;
  after?: Json;
  /** Something disappears that other parts of the model, which stay, referred to. */
  destructive: boolean;
  /** What referred to it: `table monthly › column share`. */
  usedBy?: string[];
  /** Of a formula that only calls things by their new names: how many such formulas this stands for. */
  followers?: number;
}

/**
 * What changed between two specs, in meaning: additions, removals, renamed ids, moves between pages, new orders and
 * changed fields, each named by its place. Both are in your ids; ids left out, forms and defaults don't matter, nor how
 * the platform spells references and derived names. A value that is unknown after the change is shown as such; what may
 * only be hidden behind an unknown is not destroyed.
 *
 * @param options.stored `after` was read from the platform, see `reword`.
 * @example
 * diffSpecs(before, after)
 * // [{ action: "changed", where: "page Orders › table fact_orders › column revenue", field: "formula", … }]
 */
export function diffSpecs(before: Json, after: Json, options: RewordOptions = {}): SpecChange[] {
  if (isSameJson(before, after)) return [];
  if (!isObject(before) || !isObject(after)) return [createChange("changed", model, { before, after })];
  return diffModels(assignIds(before), assignIds(after), options);
}

/** {@link diffSpecs} of specs in which every part has its id. */
export function diffModels(before: LocalSpec, after: LocalSpec, options: RewordOptions = {}): SpecChange[] {
  if (before === after) return [];
  const renames = findRenames(before, after);
  const old = toCanonical(applyRenames(before, renames));
  const differ = new Differ(old, reword(old, toCanonical(after), options));
  return [...differ.describeRenames(renames), ...differ.runComparison()];
}

/** A thing in a document: what it is, where it is for people, and as a path. */
export interface ChangedThing {
  readonly thing: string;
  readonly where: readonly string[];
  readonly path: Path;
}

const model: ChangedThing = { thing: "model", where: [], path: [] };

function locateItem(parent: ChangedThing, list: Path, item: JsonObject, index: number): ChangedThing {
  const field = String(list.at(-1));
  return {
    thing: getItemNoun(field, item),
    where: [...parent.where, formatItemLabel(field, item, index)],
    path: [...parent.path, ...list, index],
  };
}

/** A change of a thing, or of what is at a path inside of it. */
export function createChange(
  action: SpecChange["action"],
  { thing, where, path }: ChangedThing,
  details: Partial<SpecChange>,
  inside: Path = [],
): SpecChange {
  return { action, thing, where: where.join(" › "), path: [...path, ...inside], destructive: false, ...details };
}

/** The items of a list by their keys. */
type Items = ReadonlyMap<string, Json>;

/** An element with its page. */
interface Resident {
  element: JsonObject;
  page: ChangedThing;
  place: ChangedThing;
}

function collectResidents(spec: JsonObject): Map<string, Resident> {
  const residents = new Map<string, Resident>();
  for (const { element, path } of listElementPlaces(spec)) {
    const [, p, , e] = path as [string, number, string, number];
    const page = locateItem(model, ["pages"], toList(spec.pages)[p] as JsonObject, p);
    const id = readKnownString(element.id);
    if (id !== undefined) residents.set(id, { element, page, place: locateItem(page, ["elements"], element, e) });
  }
  return residents;
}

/** Compares two canonical specs in which the same things have the same ids. */
class Differ {
  private readonly changes: SpecChange[] = [];
  private readonly residentsBefore: ReadonlyMap<string, Resident>;
  private readonly residentsAfter: ReadonlyMap<string, Resident>;
  private readonly partsBefore = new Map<JsonObject, Map<string, Map<string, number>>>();
  /** Whether all that is there after the change is known. */
  private readonly isComplete: boolean;
  private usage: Usage | undefined;

  constructor(
    private readonly before: JsonObject,
    private readonly after: JsonObject,
  ) {
    this.residentsBefore = collectResidents(before);
    this.residentsAfter = collectResidents(after);
    this.isComplete = isComplete(after);
  }

  runComparison(): SpecChange[] {
    this.compare(getFieldShape(modelShape, "pages"), model, ["pages"], this.before.pages, this.after.pages);
    this.markFollowers();
    return this.changes;
  }

  private markFollowers(): void {
    if (!this.changes.some(({ field }) => field === "name")) return;
    const followers = new Followers(this.before, this.after);
    for (const change of this.changes) {
      if (change.field !== "formula" || change.destructive) continue;
      const was = this.findPathBefore(change.path.slice(0, -1));
      if (was !== undefined && followers.has([...was, "formula"], change.path)) change.followers = 1;
    }
  }

  describeRenames(renames: readonly Rename[]): SpecChange[] {
    return renames.map((rename) =>
      createChange("renamed", this.locateRename(rename), { before: rename.from, after: rename.to }),
    );
  }

  private locateRename({ kind, element, to }: Rename): ChangedThing {
    if (kind === "element") return this.residentsAfter.get(to)!.place;
    const owner = element === undefined ? undefined : this.residentsAfter.get(element);
    const field = kind === "page" ? "pages" : fieldOfPart[kind];
    const items = listObjectEntries(owner ? owner.element[field] : this.after[field]);
    const [index, item] = items.find(([, { id }]) => id === to)!;
    return locateItem(owner?.place ?? model, [field], item, index);
  }

  /** Compares the values of a field of the thing at `place`. */
  private compare(
    shape: Shape | undefined,
    place: ChangedThing,
    field: Path,
    before: Json | undefined,
    after: Json | undefined,
  ): void {
    if (isSameJson(before, after)) return;
    if (!isOpen(before) && !isOpen(after)) {
      if (shape?.is === "list" && isItems(before) && isItems(after)) {
        this.compareItems(shape.item, place, field, before, after);
        return;
      }
      if (hasFields(before) && hasFields(after)) {
        this.compareFields(shape, place, field, before, after);
        return;
      }
    }
    const isReordered = Array.isArray(before) && Array.isArray(after) && hasSameItems(before, after);
    const action = isReordered ? "reordered" : "changed";
    const change = createChange(action, place, { field: field.join("."), before, after }, field);
    this.changes.push(change);
    if (isNaming(field) && !isOpen(after)) this.noteCallers(change, place.path);
  }

  /**
   * Formulas and SQL refer to things by name: whoever still uses the name before the change loses what it refers to.
   */
  private noteCallers(change: SpecChange, path: Path): void {
    const was = this.findPathBefore(path);
    const part = was && getValue(this.before, was);
    const isDerived = change.field === "formula" && isObject(part) && part.name === undefined;
    if (was === undefined || (change.field === "formula" && !isDerived)) return;
    this.usage ??= new Usage(this.before, this.after);
    const usedBy = this.usage.listBrokenCallers(was);
    if (usedBy.length > 0) Object.assign(change, { destructive: true, usedBy });
  }

  /** The place before the change of an element, or a part of one, at a place after it. */
  private findPathBefore(path: Path): Path | undefined {
    const element = getValue(this.after, path.slice(0, 4));
    const was = isObject(element) ? this.residentsBefore.get(String(element.id)) : undefined;
    if (was === undefined || path.length <= 4) return was?.place.path;
    const [field, index] = [String(path[4]), path[5]];
    const part = getValue(this.after, path.slice(0, 6));
    if (!isObject(part) || typeof index !== "number") return undefined;
    const found = this.keyPartsBefore(was.element, field).get(formItemKey(field, part, index));
    return found === undefined ? undefined : [...was.place.path, field, found];
  }

  /** Where the parts of an element stand, by their keys; of several with one key, the first. */
  private keyPartsBefore(element: JsonObject, field: string): ReadonlyMap<string, number> {
    const lists = remember(this.partsBefore, element, () => new Map());
    return remember(lists, field, () => {
      const parts = listObjectEntries(element[field]);
      return new Map(parts.map(([at, item]) => [formItemKey(field, item, at), at] as const).reverse());
    });
  }

  private compareFields(
    shape: Shape | undefined,
    place: ChangedThing,
    prefix: Path,
    before: JsonObject,
    after: JsonObject,
  ): void {
    const fields = pickObject(shape, after) ?? pickObject(shape, before);
    // In the order of the schema, so that the order of keys in a file doesn't show.
    const unknown = [...Object.keys(before), ...Object.keys(after)].sort();
    for (const key of new Set([...(fields?.fields.keys() ?? []), ...unknown])) {
      if (key !== "id") this.compare(getFieldShape(fields, key), place, [...prefix, key], before[key], after[key]);
    }
  }

  /** Compares the items of a list; in a list that is `new` as a whole, it reports only items moved from elsewhere. */
  private compareItems(
    shape: Shape,
    place: ChangedThing,
    list: Path,
    before: Json | undefined,
    after: Json | undefined,
    isNew = false,
  ): void {
    const field = String(list.at(-1));
    const [old, now] = [keyItems(field, before), keyItems(field, after)];
    const isOpenAfter = toList(after).some(isOpen);
    for (const [index, [key, item]] of [...old].entries()) {
      const isHere = now.has(key) && !isReplaced(item, now.get(key)!);
      if (isHere || !isObject(item) || this.isElsewhere(field, item)) continue;
      this.reportRemoved(field, locateItem(place, list, item, index), item, isOpenAfter);
    }
    for (const [index, [key, item]] of [...now].entries()) {
      const was = old.get(key);
      const at = isObject(item)
        ? locateItem(place, list, item, index)
        : { ...place, path: [...place.path, ...list, index] };
      const moved = was === undefined ? this.findFormerResident(field, item) : undefined;
      if (moved) this.changes.push(createChange("moved", at, { before: moved.page.where[0]!, after: place.where[0]! }));
      const same = moved?.element ?? was;
      if (isObject(same) && isObject(item) && !isReplaced(same, item)) this.compareFields(shape, at, [], same, item);
      else if (same === undefined || isObject(item)) this.reportAdded(shape, field, at, item, isNew);
    }
    this.compareOrder(place, list, old, now);
  }

  private reportAdded(shape: Shape, field: string, at: ChangedThing, item: Json, isNew: boolean): void {
    if (!isNew) this.changes.push(createChange("added", at, { after: item }));
    const elements =
      field === "pages" && isObject(item) ? getFieldShape(pickObject(shape, item), "elements") : undefined;
    if (elements?.is === "list")
      this.compareItems(elements.item, at, ["elements"], undefined, (item as JsonObject).elements, true);
  }

  private compareOrder(place: ChangedThing, list: Path, old: Items, now: Items): void {
    const stayed = [...old.keys()].filter((key) => now.has(key));
    const order = [...now.keys()].filter((key) => old.has(key));
    if (stayed.every((key, index) => key === order[index])) return;
    const details = { field: list.join("."), before: stayed, after: order };
    this.changes.push(createChange("reordered", place, details, list));
  }

  /** The element before, if it depended on another page. */
  private findFormerResident(field: string, item: Json): Resident | undefined {
    const was = field === "elements" && isObject(item) ? this.residentsBefore.get(String(item.id)) : undefined;
    return was && !isReplaced(was.element, item) ? was : undefined;
  }

  /** Whether an element that is gone from its page depends on another. */
  private isElsewhere(field: string, item: JsonObject): boolean {
    const is = field === "elements" ? this.residentsAfter.get(String(item.id)) : undefined;
    return is !== undefined && !isReplaced(item, is.element);
  }

  private reportRemoved(field: string, at: ChangedThing, item: JsonObject, isOpenAfter: boolean): void {
    const change = createChange("removed", at, { before: item });
    this.changes.push(change);
    // What is not known yet may be the very thing that seems to be gone.
    const isInPages = field === "pages" || field === "elements";
    if (isOpenAfter || (isInPages && !this.isComplete)) return;
    this.usage ??= new Usage(this.before, this.after);
    const gone = field === "pages" ? this.listGoneElements(item, at.path) : [at.path];
    const usedBy = [...new Set(gone.flatMap((path) => this.usage!.listUsers(path)))];
    if (usedBy.length > 0) Object.assign(change, { destructive: true, usedBy });
  }

  /** The elements that are gone with their page. */
  private listGoneElements(page: JsonObject, path: Path): Path[] {
    const gone = listObjectEntries(page.elements).filter(([, element]) => !this.isElsewhere("elements", element));
    return gone.map(([index]) => [...path, "elements", index]);
  }
}

/**
 * Fields by which formulas and SQL refer to what has them; a formula is the name of a column that has none of its own.
 */
const isNaming = (field: Path) => field.length === 1 && ["name", "controlId", "formula"].includes(String(field[0]));

/** An element of one kind under the id of an element of another is a new thing. */
function isReplaced(before: Json, after: Json): boolean {
  const kinds = [before, after].map((item) => (isObject(item) ? readKnownString(item.kind) : undefined));
  return kinds.includes("control") && kinds.includes("table");
}

/** Whether a value is a list of objects, or absent. */
const isItems = (value: Json | undefined) =>
  value === undefined || (Array.isArray(value) && value.every((item) => isObject(item) || isOpen(item)));

function hasSameItems(a: Json[], b: Json[]): boolean {
  return a.length === b.length && isSameJson(a.map(writeStableText).sort(), b.map(writeStableText).sort());
}
