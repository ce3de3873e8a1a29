import { isSameJson, type SpecChange } from "../spec";
import { normalizeFormula } from "../spec/internal";
import { hasFields, isObject, type Json, type JsonObject, type Path, readKnownString, toList } from "../spec/json";
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
 * @example diffWorkbooks(before, after).map(formatChange) // ["page Sales › KPI Revenue: comparison `month` →
 * `quarter`", "page Sales › bar chart Trend: width `16 columns` → `24 columns`"]
 */
export function diffWorkbooks(before: JsonObject, after: JsonObject): SpecChange[] {
  const [old, now] = [before, after].map((document) => new Side(document)) as [Side, Side];
  return [
    ...diffBlocks(old, now),
    ...diffElements(old, now),
    ...diffFields(now.index.noun, "", [], omit(old.canonical, listed), omit(now.canonical, listed)),
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

  constructor(document: JsonObject) {
    this.index = new WorkbookIndex(document);
    this.canonical = dropStoredForm(document);
    const blocks = this.index.layout.blocks.map(stretchContainers);
    this.#places = new Map([...walkLayout(blocks)].map((place) => [place.node.attributes.elementId ?? "", place]));
    this.#elements = new Map(
      toList(this.canonical.elements).flatMap((one) => (isObject(one) ? [[String(one.id), one]] : [])),
    );
  }

  /** An element in canonical form. */
  find(id: string): JsonObject | undefined {
    return this.#elements.get(id);
  }

  getPlacement(id: string): Placement | undefined {
    return this.#places.get(id);
  }

  /** The page, overlay or panel that an element is on, for people. */
  describePage(id: string): string | undefined {
    const block = this.getPlacement(id)?.block.attributes.id;
    const found = block === undefined ? undefined : this.index.blocks.get(block);
    return found && `${found.kind} ${describeBlock(found.item)}`;
  }

  describe(entry: ElementEntry): string {
    const page = this.describePage(entry.id);
    return [...(page === undefined ? [] : [page]), labelElement(entry)].join(" › ");
  }
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

function createChange(
  action: SpecChange["action"],
  thing: string,
  where: string,
  path: Path,
  details: Partial<SpecChange> = {},
): SpecChange {
  return { action, thing, where, path, destructive: false, ...details };
}

function diffBlocks(old: Side, now: Side): SpecChange[] {
  return blockFields.flatMap((field) => {
    const read = ({ canonical }: Side) =>
      new Map(toList(canonical[field]).flatMap((item) => (isObject(item) ? [[String(item.id), item] as const] : [])));
    const [before, after] = [read(old), read(now)];
    const noun = nouns[field]!;
    const changes: SpecChange[] = [];
    for (const [id, item] of before) {
      if (!after.has(id))
        changes.push(createChange("removed", noun, `${noun} ${describeBlock(item)}`, [field], { before: item }));
    }
    for (const [id, item] of after) {
      const was = before.get(id);
      const where = `${noun} ${describeBlock(item)}`;
      if (was === undefined) changes.push(createChange("added", noun, where, [field], { after: item }));
      else changes.push(...diffFields(noun, `${noun} ${describeBlock(was)}`, [field], was, item));
    }
    return changes;
  });
}

function diffElements(old: Side, now: Side): SpecChange[] {
  const changes: SpecChange[] = [];
  for (const entry of old.index.entries) {
    const is = now.index.byId.get(entry.id);
    if (is === undefined || is.kind !== entry.kind) {
      changes.push(
        createChange("removed", entry.kind, old.describe(entry), entry.path, {
          before: entry.element,
          ...describeUsers(entry, now),
        }),
      );
    }
  }
  for (const entry of now.index.entries) {
    const was = old.index.byId.get(entry.id);
    const where = now.describe(entry);
    if (was === undefined || was.kind !== entry.kind) {
      changes.push(createChange("added", entry.kind, where, entry.path, { after: entry.element }));
      continue;
    }
    const [from, to] = [old.describePage(entry.id), now.describePage(entry.id)];
    const isMoved = old.getPlacement(entry.id)?.block.attributes.id !== now.getPlacement(entry.id)?.block.attributes.id;
    if (isMoved && from !== undefined && to !== undefined) {
      changes.push(createChange("moved", entry.kind, labelElement(entry), entry.path, { before: from, after: to }));
    } else changes.push(...diffPlace(old.getPlacement(entry.id), now.getPlacement(entry.id), entry, where));
    const [before, after] = [old.find(entry.id), now.find(entry.id)];
    if (before && after) changes.push(...diffFields(entry.kind, where, entry.path, before, after));
  }
  return changes;
}

/** Elements that stay and read from one that goes. */
function describeUsers({ id }: ElementEntry, now: Side): Partial<SpecChange> {
  const users = now.index.entries.filter(({ element }) =>
    JSON.stringify(element.source ?? null).includes(`"elementId":${JSON.stringify(id)}`),
  );
  return users.length === 0 ? {} : { destructive: true, usedBy: users.map((user) => now.describe(user)) };
}

/**
 * The size of an element, and where it begins from the left: what follows below when something above grows is no
 * change.
 */
function diffPlace(
  before: Placement | undefined,
  after: Placement | undefined,
  entry: ElementEntry,
  where: string,
): SpecChange[] {
  const changes: SpecChange[] = [];
  const [old, now] = [before, after].map((placement) => ({
    columns: parseSpan(placement?.node.attributes.gridColumn),
    rows: parseSpan(placement?.node.attributes.gridRow),
  })) as [Size, Size];
  const add = (field: string, from: string, to: string) => {
    if (from !== to)
      changes.push(createChange("changed", entry.kind, where, entry.path, { field, before: from, after: to }));
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

function omit(object: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => !fields.includes(key)));
}

/** The fields that differ. Items of a list are the same by their id, or by the column that they name. */
function diffFields(
  thing: string,
  where: string,
  path: Path,
  before: JsonObject,
  after: JsonObject,
  prefix: readonly string[] = [],
): SpecChange[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key): SpecChange[] => {
    const [old, now] = [before[key], after[key]];
    if (key === "id" || isSameJson(old, now) || (key === "formula" && isSameFormula(old, now))) return [];
    const field = [...prefix, key];
    if (hasFields(old) && hasFields(now)) return diffFields(thing, where, path, old, now, field);
    const items = diffItems(where, [...path, ...field], key, old, now);
    if (items !== undefined) return items;
    return [
      createChange("changed", thing, where, [...path, ...field], {
        field: field.join("."),
        ...(old === undefined ? {} : { before: old }),
        ...(now === undefined ? {} : { after: now }),
      }),
    ];
  });
}

/** Whether two formulas differ only in how the platform spells names. */
function isSameFormula(before: Json | undefined, after: Json | undefined): boolean {
  return (
    typeof before === "string" && typeof after === "string" && normalizeFormula(before) === normalizeFormula(after)
  );
}

/** Undefined for what isn't a list of things with keys. */
function diffItems(
  where: string,
  path: Path,
  field: string,
  before: Json | undefined,
  after: Json | undefined,
): SpecChange[] | undefined {
  const [old, now] = [keyItems(before), keyItems(after)];
  if (old === undefined || now === undefined || (old.size === 0 && now.size === 0)) return undefined;
  const noun = field.endsWith("ies") ? `${field.slice(0, -3)}y` : field.replace(/s$/, "");
  const labelItem = (item: JsonObject, key: string) =>
    [...(where === "" ? [] : [where]), `${noun} ${readKnownString(item.name) ?? key}`].join(" › ");
  const changes: SpecChange[] = [];
  for (const [key, item] of old) {
    if (!now.has(key)) changes.push(createChange("removed", noun, labelItem(item, key), path, { before: item }));
  }
  for (const [key, item] of now) {
    const was = old.get(key);
    if (was === undefined) changes.push(createChange("added", noun, labelItem(item, key), path, { after: item }));
    else changes.push(...diffFields(noun, labelItem(was, key), path, was, item));
  }
  const [stayed, order] = [
    [...old.keys()].filter((key) => now.has(key)),
    [...now.keys()].filter((key) => old.has(key)),
  ];
  if (!isSameJson(stayed, order))
    changes.push(createChange("reordered", noun, where, path, { field, before: stayed, after: order }));
  return changes;
}

function keyItems(value: Json | undefined): ReadonlyMap<string, JsonObject> | undefined {
  const items = new Map<string, JsonObject>();
  for (const item of value === undefined ? [] : Array.isArray(value) ? value : [null]) {
    const key = isObject(item) ? readKnownString(item.id ?? item.columnId) : undefined;
    if (key === undefined || items.has(key)) return undefined;
    items.set(key, item as JsonObject);
  }
  return items;
}
