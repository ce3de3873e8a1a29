/**
 * The layout as a tree of rows, which people read and review: what stands beside each other, how wide and how high. It
 * compiles to the XML of the platform.
 */
import { isObject, type Json, type JsonObject, type Path } from "../../model/json";
import { countColumns, formatSpan, isSameNode, type LayoutNode, parseLayout, parseSpan, writeNode } from "./layout";

/** What is wrong with a tree, and where in it. */
export class LayoutTreeError extends Error {
  constructor(
    /** In the document. */
    readonly path: Path,
    message: string,
    readonly hint?: string,
    /** Of XML: its line in that text, from 1. */
    readonly line?: number,
  ) {
    super(message);
  }
}

/** The columns of a page; an overlay has half of them. */
export const pageColumns = 24;
export const overlayColumns = 12;

/**
 * The block of a page, overlay or panel from its rows.
 *
 * @param tag `Page` for pages and overlays, `Panel` for panels.
 * @param at where the rows stand in the document.
 * @throws LayoutTreeError
 * @example
 * compileBlock("Page", "main", [{ rows: 5, of: [{ revenue: 12 }, { orders: 12 }] }, { rows: 12, of: ["trend"] }])
 */
export function compileBlock(
  tag: "Page" | "Panel",
  id: string,
  rows: Json,
  columns = pageColumns,
  at: Path = [],
): LayoutNode {
  return { tag, attributes: { id, ...formGrid(columns) }, children: compileRows(rows, columns, at), at };
}

const formGrid = (columns: number) => ({
  type: "grid",
  gridTemplateColumns: `repeat(${columns}, 1fr)`,
  gridTemplateRows: "auto",
});

function compileRows(rows: Json, columns: number, at: Path): LayoutNode[] {
  if (!Array.isArray(rows))
    throw new LayoutTreeError(at, "a layout is a list of rows", "Write `- { rows: 6, of: [orders] }`.");
  const nodes: LayoutNode[] = [];
  let line = 1;
  for (const [index, row] of rows.entries()) {
    const here = [...at, index];
    if (!isObject(row)) throw new LayoutTreeError(here, "a row is a mapping", "Write `{ rows: 6, of: [orders] }`.");
    if (typeof row.xml === "string") {
      const parsed = readXml(row.xml, [...here, "xml"]);
      for (const one of parsed) nodes.push(one);
      line = Math.max(line, ...parsed.map(({ attributes }) => parseSpan(attributes.gridRow)?.end ?? 1));
      continue;
    }
    const height = readCount(row.rows, "rows", here);
    for (const one of compileRow(row, { start: line, end: line + height }, columns, here)) nodes.push(one);
    line += height;
  }
  return nodes;
}

function readXml(text: string, at: Path): readonly LayoutNode[] {
  const { blocks, problems } = parseLayout(`<Page id="">${text}</Page>`, at);
  const [problem] = problems;
  if (problem !== undefined) throw new LayoutTreeError(at, problem.message, problem.hint, problem.line);
  return blocks[0]!.children;
}

function readCount(value: Json | undefined, name: string, at: Path): number {
  if (typeof value === "number" && Number.isInteger(value) && value > 0) return value;
  throw new LayoutTreeError(
    value === undefined ? at : [...at, name],
    value === undefined ? `\`${name}\` is missing` : `\`${name}\` is a whole number from 1`,
    `Write the height in lines of the grid: \`${name}: 6\`.`,
  );
}

type Lines = { readonly start: number; readonly end: number };

/** A place in a grid. */
interface Area {
  readonly rows: Lines;
  readonly columns: Lines;
}

function compileRow(row: JsonObject, rows: Lines, columns: number, at: Path): LayoutNode[] {
  if (row.container !== undefined || row.tabs !== undefined) {
    return [compileBox(row, { rows, columns: { start: 1, end: columns + 1 } }, at)];
  }
  if (row.of === undefined) return [];
  if (!Array.isArray(row.of)) {
    throw new LayoutTreeError([...at, "of"], "`of` is a list of elements", "Write `of: [revenue: 6, trend: 18]`.");
  }
  const items = row.of.map((item, index) => readItem(item, [...at, "of", index]));
  const taken = items.reduce((sum, { width = 0 }) => sum + width, 0);
  const open = items.filter(({ width }) => width === undefined).length;
  const rest = columns - taken;
  if (rest < 0 || (open > 0 && rest < open)) {
    throw new LayoutTreeError(
      [...at, "of"],
      `the widths add up to ${taken} of ${columns} columns`,
      "Make some narrower.",
    );
  }
  let column = 1;
  let left = open;
  let free = rest;
  return items.flatMap(({ id, width, box }, index) => {
    let share = width;
    if (share === undefined) {
      share = Math.floor(free / left);
      free -= share;
      left -= 1;
    }
    const area = { rows, columns: { start: column, end: column + share } };
    column += share;
    const here = [...at, "of", index];
    if (box !== undefined) return [compileBox(box, area, here)];
    return id === undefined ? [] : [createNode("Element", id, area, here)];
  });
}

interface Item {
  /** Undefined: a gap, or a box. */
  readonly id?: string;
  readonly width?: number;
  readonly box?: JsonObject;
}

function readItem(item: Json, at: Path): Item {
  if (typeof item === "string") return { id: item };
  if (!isObject(item))
    throw new LayoutTreeError(at, "an element is an id, or an id with its width", "Write `revenue: 6`.");
  if (item.container !== undefined || item.tabs !== undefined) {
    return { box: item, ...(item.columns === undefined ? {} : { width: readCount(item.columns, "columns", at) }) };
  }
  const [[id, width] = [], ...more] = Object.entries(item);
  if (id === undefined || more.length > 0) {
    throw new LayoutTreeError(at, "an element of a row has one id and its width", "Write `- revenue: 6`.");
  }
  if (typeof width !== "number" || !Number.isInteger(width) || width < 1) {
    throw new LayoutTreeError([...at, id], "a width is a whole number of columns, from 1", `Write \`${id}: 6\`.`);
  }
  return id === gap ? { width } : { id, width };
}

/** What stands for columns without an element. */
const gap = "gap";

/** A container or tabs, with rows of their own. */
function compileBox(box: JsonObject, area: Area, at: Path): LayoutNode {
  const columns = box.grid === undefined ? pageColumns : readCount(box.grid, "grid", at);
  if (box.container !== undefined) {
    const id = readId(box.container, [...at, "container"]);
    const node = createNode("Container", id, area, [...at, "container"], formGrid(columns));
    return { ...node, children: compileRows(box.of ?? [], columns, [...at, "of"]) };
  }
  const id = readId(box.tabs, [...at, "tabs"]);
  if (!isObject(box.of)) {
    throw new LayoutTreeError([...at, "of"], "tabs are rows by the name of each tab", "Write `of: { Table: [...] }`.");
  }
  const tabs = Object.entries(box.of).map(
    ([name, rows]): LayoutNode => ({
      tag: "Tab",
      attributes: formGrid(columns),
      children: compileRows(rows ?? [], columns, [...at, "of", name]),
    }),
  );
  return {
    ...createNode("TabbedContainer", id, area, [...at, "tabs"], { type: "tabbed-container" }),
    children: tabs,
  };
}

function readId(value: Json | undefined, at: Path): string {
  if (typeof value === "string" && value !== "") return value;
  throw new LayoutTreeError(at, "the id of an element is missing", "Write the id that it has among the elements.");
}

function createNode(tag: string, elementId: string, { rows, columns }: Area, at: Path, grid: object = {}): LayoutNode {
  const attributes = { elementId, ...grid, gridColumn: formatSpan(columns), gridRow: formatSpan(rows) };
  return { tag, attributes, children: [], at };
}

/**
 * The rows of a block, if they compile to exactly it; undefined for a layout that only the XML can say.
 *
 * @param tabNames the names of the tabs of a tabbed container, by its id.
 * @example toRows(parseLayout(xml).blocks[0]) // [{ rows: 5, of: [{ revenue: 12 }, { orders: 12 }] }]
 */
export function toRows(
  block: LayoutNode,
  tabNames: (id: string) => readonly string[] | undefined = () => undefined,
): Json[] | undefined {
  const columns = countColumns(block);
  const { id } = block.attributes;
  if (columns === undefined || id === undefined || (block.tag !== "Page" && block.tag !== "Panel")) return undefined;
  const rows = readRows(block.children, columns, tabNames);
  if (rows === undefined) return undefined;
  try {
    return isSameNode(compileBlock(block.tag, id, rows, columns), block) ? rows : undefined;
  } catch (error) {
    if (error instanceof LayoutTreeError) return undefined;
    throw error;
  }
}

type TabNames = (id: string) => readonly string[] | undefined;

function readRows(nodes: readonly LayoutNode[], columns: number, tabNames: TabNames): Json[] | undefined {
  const rows: Json[] = [];
  let line = 1;
  for (const band of splitBands(nodes)) {
    const { start, end } = getLines(band) ?? {};
    if (start === undefined || end === undefined || start < line) return undefined;
    const isRow = band.every(({ attributes }) => attributes.gridRow === band[0]!.attributes.gridRow);
    const row = isRow ? readRow(band, end - start, columns, tabNames) : undefined;
    // What stands beside something higher has no row of its own.
    if (row === undefined) rows.push({ xml: band.map((node) => writeNode(node, 0)).join("") });
    else rows.push(...(start > line ? [{ rows: start - line }] : []), row);
    line = end;
  }
  const isAnyRow = rows.some((row) => isObject(row) && row.xml === undefined);
  return rows.length === 0 || isAnyRow ? rows : undefined;
}

/** Neighbors that share lines of the grid, in the order in which they are written. */
function splitBands(nodes: readonly LayoutNode[]): LayoutNode[][] {
  const bands: LayoutNode[][] = [];
  let end = 0;
  for (const node of nodes) {
    const lines = parseSpan(node.attributes.gridRow);
    if (bands.length === 0 || lines === undefined || lines.start >= end) bands.push([node]);
    else bands.at(-1)!.push(node);
    end = Math.max(end, lines?.end ?? 0);
  }
  return bands;
}

/** The lines between which some nodes are; undefined where one has none. */
function getLines(nodes: readonly LayoutNode[]): Lines | undefined {
  const spans = nodes.map(({ attributes }) => parseSpan(attributes.gridRow));
  const known = spans.filter((span) => span !== undefined && span.end > span.start && span.start > 0);
  if (known.length !== spans.length) return undefined;
  return { start: Math.min(...known.map((span) => span!.start)), end: Math.max(...known.map((span) => span!.end)) };
}

function readRow(
  nodes: readonly LayoutNode[],
  height: number,
  columns: number,
  tabNames: TabNames,
): JsonObject | undefined {
  const [only] = nodes;
  const isWhole = nodes.length === 1 && only!.attributes.gridColumn === formatSpan({ start: 1, end: columns + 1 });
  if (isWhole && only!.tag !== "Element") {
    const box = readBox(only!, tabNames);
    if (box === undefined) return undefined;
    const { of, ...head } = box;
    return { ...head, rows: height, ...(of === undefined ? {} : { of }) };
  }
  if (isWhole && only!.children.length === 0) {
    const id = only!.attributes.elementId;
    return id === undefined ? undefined : { rows: height, of: [id] };
  }
  const of: Json[] = [];
  let column = 1;
  for (const node of nodes) {
    const span = parseSpan(node.attributes.gridColumn);
    const id = node.attributes.elementId;
    if (span === undefined || id === undefined || id === gap || span.start < column || span.end <= span.start)
      return undefined;
    if (span.start > column) of.push({ [gap]: span.start - column });
    const width = span.end - span.start;
    if (node.tag === "Element") {
      if (node.children.length > 0 || id === "container" || id === "tabs") return undefined;
      of.push({ [id]: width });
    } else {
      const box = readBox(node, tabNames);
      if (box === undefined) return undefined;
      const { of: inner, ...head } = box;
      of.push({ ...head, columns: width, ...(inner === undefined ? {} : { of: inner }) });
    }
    column = span.end;
  }
  return { rows: height, of };
}

function readBox(node: LayoutNode, tabNames: TabNames): JsonObject | undefined {
  const id = node.attributes.elementId;
  if (id === undefined) return undefined;
  const formChangedGrid = (columns: number): JsonObject => (columns === pageColumns ? {} : { grid: columns });
  if (node.tag === "Container") {
    const columns = countColumns(node);
    const of = columns === undefined ? undefined : readRows(node.children, columns, tabNames);
    return of === undefined ? undefined : { container: id, ...formChangedGrid(columns!), of };
  }
  const names = tabNames(id);
  const columns = node.children.length === 0 ? pageColumns : countColumns(node.children[0]!);
  if (columns === undefined || names?.length !== node.children.length || new Set(names).size !== names.length)
    return undefined;
  const of: JsonObject = {};
  for (const [index, tab] of node.children.entries()) {
    const rows = countColumns(tab) === columns ? readRows(tab.children, columns, tabNames) : undefined;
    // A number as a name would come first, wherever it stands.
    if (rows === undefined || /^\d+$/.test(names[index]!) || names[index] === "__proto__") return undefined;
    of[names[index]!] = rows;
  }
  return { tabs: id, ...formChangedGrid(columns), of };
}
