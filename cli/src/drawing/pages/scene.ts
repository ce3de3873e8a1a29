import type { SpecChange } from "pulumi-analytics-internal/core/model";
import {
  isObject,
  type Json,
  type JsonObject,
  readKnownString,
  toList,
} from "pulumi-analytics-internal/core/model/json";
import {
  countColumns,
  type ElementEntry,
  type LayoutNode,
  parseSpan,
  stretchContainers,
  WorkbookIndex,
} from "pulumi-analytics-internal/core/workbook";
import { dropMarks, readFirstLine, showId } from "./title";

/** What changed of a box since an earlier version. */
export type Mark = "added" | "removed" | "moved" | "changed";

/** An element as a box, in pixels from the corner of its page. */
export interface Box {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  /** What it reads from, for people. */
  readonly source?: string;
  /** The values that a control offers itself, for people. */
  readonly values?: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Whether others stand in it. */
  readonly isContainer: boolean;
  readonly mark?: Mark;
}

/** A page, overlay or panel with its boxes. */
export interface Page {
  readonly id: string;
  readonly kind: "page" | "overlay" | "panel";
  readonly name: string;
  readonly isHidden: boolean;
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
}

/** Pixels of a page's width, and of a row. */
const pageWidth = 960;
const rowHeight = 20;
/** What is left free inside a container. */
const padding = 6;

/**
 * The pages of a workbook or report as boxes, as its layout places them.
 *
 * @param marks what changed, by the element's id.
 */
export function buildPages(document: JsonObject, marks: ReadonlyMap<string, Mark> = new Map()): Page[] {
  const index = new WorkbookIndex(document);
  const blocks = new Map(index.layout.blocks.map((block) => [block.attributes.id ?? "", stretchContainers(block)]));
  return [...index.blocks].map(([id, { kind, item }]): Page => {
    const block = blocks.get(id);
    const width = kind === "overlay" ? pageWidth / 2 : (readSize(document, "pageWidth") ?? pageWidth);
    const boxes = block === undefined ? [] : placeChildren(index, block, { x: 0, y: 0, width }, marks);
    const least = (kind === "page" ? readSize(document, "pageHeight") : undefined) ?? 5 * rowHeight;
    const height = Math.max(least, ...boxes.map((box) => box.y + box.height));
    const name = readName(item.name) ?? readName(item.title) ?? showId(id);
    return { id, kind, name, isHidden: item.visibility === "hidden", width, height, boxes };
  });
}

/**
 * A page as a narrow screen shows it: its boxes where they were, in less width, and higher, so that their words have
 * lines.
 */
export function narrowPage(page: Page, width: number): Page {
  const [across, down] = [width / page.width, 1.5];
  const boxes = page.boxes.map((box) => ({
    ...box,
    x: box.x * across,
    y: box.y * down,
    width: box.width * across,
    height: box.height * down,
  }));
  return { ...page, width, height: page.height * down, boxes };
}

/** Whether two versions of a page look the same. */
export function isSamePage(before: Page, after: Page): boolean {
  // A mark is on an element of both versions.
  return after.boxes.every(({ mark }) => mark === undefined) && JSON.stringify(before) === JSON.stringify(after);
}

/** The size of a report's pages in pixels, where it says so. */
function readSize({ config }: JsonObject, field: string): number | undefined {
  const size = isObject(config) ? config[field] : undefined;
  return typeof size === "number" && size > 0 ? size : undefined;
}

interface Corner {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function placeChildren(
  index: WorkbookIndex,
  parent: LayoutNode,
  corner: Corner,
  marks: ReadonlyMap<string, Mark>,
): Box[] {
  const columns = countColumns(parent) ?? 24;
  let stacked = 1;
  return parent.children.flatMap((node): Box[] => {
    const id = node.attributes.elementId;
    if (id === undefined) return [];
    // In a stack, one stands below the other.
    const across = parseSpan(node.attributes.gridColumn) ?? { start: 1, end: columns + 1 };
    const down = parseSpan(node.attributes.gridRow) ?? { start: stacked, end: stacked + 3 };
    stacked = down.end;
    const unit = corner.width / columns;
    const place = readPixels(node) ?? {
      x: corner.x + (across.start - 1) * unit,
      y: corner.y + (down.start - 1) * rowHeight,
      width: (across.end - across.start) * unit,
      height: (down.end - down.start) * rowHeight,
    };
    const entry = index.byId.get(id);
    const isContainer = node.tag === "Container" || node.tag === "TabbedContainer";
    const box: Box = {
      id,
      kind: entry?.kind ?? "element",
      title: entry === undefined ? showId(id) : describeTitle(entry),
      ...describeSource(index, entry?.element.source),
      ...place,
      isContainer,
      ...(marks.has(id) ? { mark: marks.get(id)! } : {}),
    };
    const inner = { x: place.x + padding, y: place.y + padding, width: place.width - 2 * padding };
    // Of tabs, the first is open.
    const [holder] = node.tag === "TabbedContainer" ? node.children : [node];
    const below = node.tag === "TabbedContainer" ? { ...inner, y: inner.y + rowHeight } : inner;
    return [box, ...(holder === undefined ? [] : placeChildren(index, holder, below, marks))];
  });
}

/** Where an element of a report lies. */
function readPixels({ attributes }: LayoutNode): Pick<Box, "x" | "y" | "width" | "height"> | undefined {
  const [x, y, width, height] = ["x", "y", "width", "height"].map((field) => Number(attributes[field]));
  return [x, y, width, height].every(Number.isFinite) ? { x: x!, y: y!, width: width!, height: height! } : undefined;
}

/** A name as the product shows it. */
function readName(value: Json | undefined): string | undefined {
  const name = readKnownString(value);
  return name && (dropMarks(name) || name);
}

function describeTitle({ name: written, id, kind, element }: ElementEntry): string {
  const name = readName(written);
  if (kind === "text") return readFirstLine(readKnownString(element.body) ?? "");
  if (kind === "tabbed-container") {
    const tabs = Array.isArray(element.tabs) ? element.tabs.filter(isObject) : [];
    return tabs.map((tab) => readKnownString(tab.name) ?? "").join(" | ");
  }
  // An id says nothing to who looks at the page.
  if (kind.endsWith("container")) return name ?? "";
  return name ?? readKnownString(element.text) ?? showId(readKnownString(element.controlId) ?? id);
}

/** Values of a control that are named. */
const mostValues = 5;

/** What an element reads from, or the values that a control offers itself. */
function describeSource(index: WorkbookIndex, source: Json | undefined): Pick<Box, "source" | "values"> {
  if (!isObject(source)) return {};
  const { kind, elementId, path } = source;
  if (kind === "source") return describeSource(index, source.source);
  if (kind === "manual") return { values: describeValues(source) };
  if (kind === "table") return { source: index.byId.get(String(elementId))?.name ?? String(elementId) };
  if (kind === "data-model") return { source: "data model" };
  if (kind === "warehouse-table" && Array.isArray(path)) return { source: path.map(String).join(".") };
  return typeof kind === "string" ? { source: kind } : {};
}

/** The values by their labels. */
function describeValues({ values, labels }: JsonObject): string {
  const all = toList(values).map((value, index) => readKnownString(toList(labels)[index]) ?? String(value));
  if (all.length === 0) return "no values";
  const more = all.length > mostValues ? [`${all.length - mostValues} more`] : [];
  return [...all.slice(0, mostValues), ...more].join(", ");
}

/** What changed of each element, by its id: that it came, went or moved counts more than what changed in it. */
export function markElements(before: JsonObject, after: JsonObject, changes: readonly SpecChange[]): Map<string, Mark> {
  const [old, now] = [new WorkbookIndex(before), new WorkbookIndex(after)];
  const marks = new Map<string, Mark>();
  for (const { action, path, thing } of changes) {
    if (path[0] !== "elements" || typeof path[1] !== "number") continue;
    const isGone = action === "removed" && path.length === 2;
    const entry = (isGone ? old : now).entries[path[1]];
    if (entry === undefined) continue;
    const isWhole = path.length === 2 && thing === entry.kind;
    const mark: Mark =
      isWhole && (action === "added" || action === "removed" || action === "moved") ? action : "changed";
    if (!marks.has(entry.id) || mark !== "changed") marks.set(entry.id, mark);
  }
  return marks;
}
