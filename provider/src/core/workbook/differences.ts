import { addTo } from "../data";
import { normalizeFormula } from "../formula";
import { isSameJson, type SpecChange } from "../model";
import { type ChangedThing, createChange } from "../model/diff";
import {
  filterObjects,
  hasFields,
  isObject,
  type Json,
  type JsonObject,
  omitFields,
  readKnownString,
} from "../model/json";
import { isOfDocument, listSources } from "../model/references";
import { getOwnValue } from "../text";
import { dropStoredForm } from "./canonical";
import { parseSpan, stretchContainers, walkLayout } from "./layout/layout";
import { placeFields } from "./layout/places";
import { type ElementEntry, type Placement, WorkbookIndex } from "./workbook-index";

/**
 * What changed between two workbooks, in meaning: pages and elements that came, went, moved to another page or got
 * another size, and the fields that changed, each named by the page and element it is in. How the platform spells and
 * completes things doesn't matter.
 *
 * @example
 * diffWorkbooks(before, after)
 * // page Sales › KPI Revenue: comparison `month` → `quarter`
 * // page Sales › bar chart Trend: width `16 columns` → `24 columns`
 */
export function diffWorkbooks(before: JsonObject, after: JsonObject): SpecChange[] {
  const [old, now] = [new Side(before), new Side(after)];
  const document: ChangedThing = { thing: now.index.noun, where: [], path: [] };
  return [
    ...diffBlocks(old, now),
    ...diffElements(old, now),
    ...diffFields(document, omitFields(old.canonical, listed), omitFields(now.canonical, listed)),
  ];
}

const blockFields = ["pages", "overlays", "panels"] as const;
const nouns: Readonly<Record<string, string>> = { pages: "page", overlays: "overlay", panels: "panel" };
const listed = [...blockFields, "elements", "layout"];

/** One of two workbooks. */
class Side {
  readonly index: WorkbookIndex;
  readonly canonical: JsonObject;
  readonly #elements: ReadonlyMap<string, JsonObject>;
  readonly #places: ReadonlyMap<string, Placement>;
  #readers: ReadonlyMap<string, readonly ElementEntry[]> | undefined;

  constructor(document: JsonObject) {
    this.index = new WorkbookIndex(document);
    this.canonical = dropStoredForm(document);
    const blocks = this.index.layout.blocks.map(stretchContainers);
    this.#places = new Map([...walkLayout(blocks)].map((place) => [place.node.attributes.elementId ?? "", place]));
    this.#elements = new Map(filterObjects(this.canonical.elements).map((one) => [String(one.id), one]));
  }

  /** An element in canonical form. */
  find(id: string): JsonObject | undefined {
    return this.#elements.get(id);
  }

  getPlacement(id: string): Placement | undefined {
    return this.#places.get(id);
  }

  /** The elements whose source is an element of the document, itself or inside of a join, a union or a transpose. */
  listReaders(id: string): readonly ElementEntry[] {
    this.#readers ??= groupReaders(this.index.entries);
    return this.#readers.get(id) ?? [];
  }

  /** The page, overlay or panel that an element is on, for people. */
  describePage(id: string): string | undefined {
    const block = this.getPlacement(id)?.block.attributes.id;
    const found = block === undefined ? undefined : this.index.blocks.get(block);
    return found && `${found.kind} ${describeBlock(found.item)}`;
  }

  locate(entry: ElementEntry): ChangedThing {
    const page = this.describePage(entry.id);
    const where = [...(page === undefined ? [] : [page]), labelElement(entry)];
    return { thing: entry.kind, where, path: entry.path };
  }
}

/** Elements by the ids of those that they read from. */
function groupReaders(entries: readonly ElementEntry[]): Map<string, ElementEntry[]> {
  const readers = new Map<string, ElementEntry[]>();
  for (const entry of entries) {
    const ids = listSources(entry.element.source).flatMap((source) =>
      isOfDocument(source) ? (readKnownString(source.elementId) ?? []) : [],
    );
    for (const id of new Set(ids)) addTo(readers, id, entry);
  }
  return readers;
}

const describeBlock = ({ name, title, id }: JsonObject) =>
  readKnownString(name) ?? readKnownString(title) ?? String(id);

/** `KPI Revenue`, `bar chart Trend`, `control region`. */
export function labelElement({
  kind,
  name,
  id,
  element,
}: Pick<ElementEntry, "kind" | "name" | "id" | "element">): string {
  const noun = kind === "kpi-chart" ? "KPI" : kind.replaceAll("-", " ");
  const text = kind === "button" ? readKnownString(element.text) : undefined;
  return `${noun} ${name ?? text ?? id}`;
}

function diffBlocks(old: Side, now: Side): SpecChange[] {
  return blockFields.flatMap((field) => {
    const keyBlocks = ({ canonical }: Side) =>
      new Map(filterObjects(canonical[field]).map((item) => [String(item.id), item]));
    const noun = nouns[field]!;
    const locate = (item: JsonObject): ChangedThing => ({
      thing: noun,
      where: [`${noun} ${describeBlock(item)}`],
      path: [field],
    });
    return diffItems(keyBlocks(old), keyBlocks(now), locate);
  });
}

/** Things that came, went, or changed, by their keys. */
function diffItems(old: Items, now: Items, locate: (item: JsonObject, key: string) => ChangedThing): SpecChange[] {
  const removed = [...old].flatMap(([key, item]) =>
    now.has(key) ? [] : [createChange("removed", locate(item, key), { before: item })],
  );
  const others = [...now].flatMap(([key, item]) => {
    const was = old.get(key);
    return was === undefined
      ? [createChange("added", locate(item, key), { after: item })]
      : diffFields(locate(was, key), was, item);
  });
  return [...removed, ...others];
}

function diffElements(old: Side, now: Side): SpecChange[] {
  const changes: SpecChange[] = [];
  for (const entry of old.index.entries) {
    const is = now.index.byId.get(entry.id);
    if (is?.kind === entry.kind) continue;
    changes.push(createChange("removed", old.locate(entry), { before: entry.element, ...describeUsers(entry, now) }));
  }
  for (const entry of now.index.entries) {
    const was = old.index.byId.get(entry.id);
    const place = now.locate(entry);
    if (was?.kind !== entry.kind) {
      changes.push(createChange("added", place, { after: entry.element }));
      continue;
    }
    const [from, to] = [old.describePage(entry.id), now.describePage(entry.id)];
    const isMoved = old.getPlacement(entry.id)?.block.attributes.id !== now.getPlacement(entry.id)?.block.attributes.id;
    if (isMoved && from !== undefined && to !== undefined) {
      changes.push(createChange("moved", { ...place, where: [labelElement(entry)] }, { before: from, after: to }));
    } else
      for (const one of diffPlace(old.getPlacement(entry.id), now.getPlacement(entry.id), place)) changes.push(one);
    const [before, after] = [old.find(entry.id), now.find(entry.id)];
    if (before && after) for (const one of diffFields(place, before, after)) changes.push(one);
  }
  return changes;
}

/** Elements that stay and read from one that goes. */
function describeUsers({ id }: ElementEntry, now: Side): Partial<SpecChange> {
  const users = now.listReaders(id);
  return users.length === 0
    ? {}
    : { destructive: true, usedBy: users.map((user) => now.locate(user).where.join(" › ")) };
}

/**
 * The size of an element, and where it begins from the left: what follows below when something above grows is no
 * change.
 */
function diffPlace(before: Placement | undefined, after: Placement | undefined, place: ChangedThing): SpecChange[] {
  const changes: SpecChange[] = [];
  const [old, now] = [before, after].map((placement) => ({
    columns: parseSpan(placement?.node.attributes.gridColumn),
    rows: parseSpan(placement?.node.attributes.gridRow),
  })) as [Size, Size];
  const add = (field: string, from: string, to: string) => {
    if (from !== to) changes.push(createChange("changed", place, { field, before: from, after: to }));
  };
  if (old.columns && now.columns) {
    add("width", formatCount(old.columns, "column"), formatCount(now.columns, "column"));
    add("left edge", `column ${old.columns.start}`, `column ${now.columns.start}`);
  }
  if (old.rows && now.rows) add("height", formatCount(old.rows, "row"), formatCount(now.rows, "row"));
  for (const field of placeFields) {
    const pair = [before, after].map((placement) => placement?.node.attributes[field]);
    const [from, to] = pair.map((pixels) => `${pixels} pixels`) as [string, string];
    if (!pair.includes(undefined)) add(getOwnValue(edges, field) ?? field, from, to);
  }
  const [from, to] = [before, after].map((placement) => placement?.parent?.attributes.elementId);
  if (from !== to) add("container", from ?? "(none)", to ?? "(none)");
  return changes;
}

const edges: Readonly<Record<string, string>> = { x: "left edge", y: "top edge" };

interface Size {
  readonly columns: { start: number; end: number } | undefined;
  readonly rows: { start: number; end: number } | undefined;
}

function formatCount({ start, end }: { start: number; end: number }, noun: string): string {
  return `${end - start} ${noun}${end - start === 1 ? "" : "s"}`;
}

/** The fields that differ. Items of a list are the same by their id, or by the column that they name. */
function diffFields(
  place: ChangedThing,
  before: JsonObject,
  after: JsonObject,
  prefix: readonly string[] = [],
): SpecChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): SpecChange[] => {
    const [old, now] = [before[key], after[key]];
    if (key === "id" || isSameJson(old, now) || (key === "formula" && isSameFormula(old, now))) return [];
    const field = [...prefix, key];
    if (hasFields(old) && hasFields(now)) return diffFields(place, old, now, field);
    const [oldItems, nowItems] = [keyItems(old), keyItems(now)];
    if (oldItems && nowItems && oldItems.size + nowItems.size > 0) return diffList(place, field, oldItems, nowItems);
    const details = {
      field: field.join("."),
      ...(old === undefined ? {} : { before: old }),
      ...(now === undefined ? {} : { after: now }),
    };
    return [createChange("changed", place, details, field)];
  });
}

/** Whether two formulas differ only in how the platform spells names. */
function isSameFormula(before: Json | undefined, after: Json | undefined): boolean {
  return (
    typeof before === "string" && typeof after === "string" && normalizeFormula(before) === normalizeFormula(after)
  );
}

function diffList(
  { where, path: owner }: ChangedThing,
  field: readonly string[],
  old: Items,
  now: Items,
): SpecChange[] {
  const name = field.at(-1)!;
  const noun = name.endsWith("ies") ? `${name.slice(0, -3)}y` : name.replace(/s$/, "");
  const path = [...owner, ...field];
  const changes = diffItems(old, now, (item, key) => ({
    thing: noun,
    where: [...where, `${noun} ${readKnownString(item.name) ?? key}`],
    path,
  }));
  const stayed = [...old.keys()].filter((key) => now.has(key));
  const order = [...now.keys()].filter((key) => old.has(key));
  if (isSameJson(stayed, order)) return changes;
  const reordered = { field: name, before: stayed, after: order };
  return [...changes, createChange("reordered", { thing: noun, where, path }, reordered)];
}

type Items = ReadonlyMap<string, JsonObject>;

/** Undefined for what isn't a list of things with keys. */
function keyItems(value: Json | undefined): Items | undefined {
  const items = new Map<string, JsonObject>();
  for (const item of value === undefined ? [] : Array.isArray(value) ? value : [null]) {
    const key = isObject(item) ? readKnownString(item.id ?? item.columnId) : undefined;
    if (key === undefined || items.has(key)) return undefined;
    items.set(key, item as JsonObject);
  }
  return items;
}
