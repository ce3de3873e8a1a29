/** The layout of a document, whichever form it has, and the one form that the platform takes. */
import {
  filterObjects,
  isObject,
  isOpen,
  type Json,
  type JsonObject,
  listObjectEntries,
  mapLists,
  type Path,
  readKnownString,
} from "../../model/json";
import { readNoun } from "../kinds";
import { countColumns, type LayoutNode, parseLayout, writeLayout, writeNode } from "./layout";
import { compilePlaces, toPlaces } from "./places";
import { compileBlock, LayoutTreeError, overlayColumns, pageColumns, toRows } from "./tree";

/** What is wrong with the layout of one block, with its place in the document. */
export interface PlacedProblem {
  readonly path: Path;
  readonly message: string;
  readonly hint?: string;
  /** Of a layout that is XML: its line in that text, from 1. */
  readonly line?: number;
  /** What of that line is meant. */
  readonly token?: string;
}

/** What may have a layout, by the field that lists it. */
const blockKinds = { pages: "page", overlays: "overlay", panels: "panel" } as const;
export type BlockKind = (typeof blockKinds)[keyof typeof blockKinds];

/** Pages, overlays and panels, with their places in the document. */
export function listBlocks(document: JsonObject): { id: string; kind: BlockKind; item: JsonObject; path: Path }[] {
  return Object.entries(blockKinds).flatMap(([field, kind]) =>
    listObjectEntries(document[field]).map(([index, item]) => {
      return { id: readKnownString(item.id) ?? "", kind, item, path: [field, index] };
    }),
  );
}

/** The tag and columns of a block that rows are written for. */
export const getBlockGrid = (kind: BlockKind | undefined): { tag: "Page" | "Panel"; columns: number } => ({
  tag: kind === "panel" ? "Panel" : "Page",
  columns: kind === "overlay" ? overlayColumns : pageColumns,
});

/**
 * The blocks of a document's layout: XML, the same by block (see `splitLayout`), or rows (of a report, places)
 * by the ids of blocks, in `layout`, and in each page, overlay or panel itself.
 */
export function readLayout(document: JsonObject): {
  blocks: readonly LayoutNode[];
  problems: readonly PlacedProblem[];
} {
  const blocks: LayoutNode[] = [];
  const problems: PlacedProblem[] = [];
  const known = listBlocks(document);
  const kinds = new Map(known.map(({ id, kind }) => [id, kind]));
  const addXml = (text: string, path: Path, of?: string) => {
    const read = parseLayout(text, path);
    for (const one of read.problems.map((problem) => ({ path, ...problem }))) problems.push(one);
    const foreign = read.blocks.find(({ attributes }) => of !== undefined && attributes.id !== of);
    if (foreign !== undefined) {
      const message = `this is the layout of \`${of}\`, and its block has the id \`${foreign.attributes.id ?? ""}\``;
      problems.push({ path, message, ...(foreign.line === undefined ? {} : { line: foreign.line }) });
    }
    for (const one of read.blocks) blocks.push(one);
  };
  const add = (id: string, layout: Json, path: Path) => {
    if (isOpen(layout)) return;
    if (typeof layout === "string") addXml(layout, path, id);
    else {
      try {
        const { tag, columns } = getBlockGrid(kinds.get(id));
        const isReport = readNoun(document) === "report";
        blocks.push(isReport ? compilePlaces(tag, id, layout, path) : compileBlock(tag, id, layout, columns, path));
      } catch (error) {
        if (!(error instanceof LayoutTreeError)) throw error;
        const { path: at, message, hint, line } = error;
        const more = { ...(hint === undefined ? {} : { hint }), ...(line === undefined ? {} : { line }) };
        problems.push({ path: at, message, ...more });
      }
    }
  };
  const { layout } = document;
  if (typeof layout === "string" && !isOpen(layout)) addXml(layout, ["layout"]);
  for (const [index, { xml }] of listObjectEntries(layout)) addXml(readKnownString(xml) ?? "", ["layout", index]);
  for (const [id, rows] of Object.entries(isObject(layout) && !isOpen(layout) ? layout : {})) {
    if (rows !== undefined) add(id, rows, ["layout", id]);
  }
  for (const { id, item, path } of known) if (item.layout !== undefined) add(id, item.layout, [...path, "layout"]);
  return { blocks, problems };
}

/** Whether a document has a layout that only this project reads: rows, or layouts by page. */
const needsCompiling = (document: JsonObject) =>
  isObject(document.layout) || listBlocks(document).some(({ item }) => item.layout !== undefined);

/**
 * The document as the platform takes it: with one layout, which is XML. A document that is so already is returned
 * itself.
 *
 * @throws LayoutTreeError for rows that can't be compiled; {@link validateWorkbook} reports them all.
 * @example compileLayout({ pages: [{ id: "main" }], layout: { main: [{ rows: 6, of: ["kpi"] }] } }).layout // "<?xml …"
 */
export function compileLayout(document: JsonObject): JsonObject {
  if (isOpen(document.layout) || !needsCompiling(document)) return document;
  const { blocks, problems } = readLayout(document);
  const [problem] = problems;
  if (problem !== undefined) throw new LayoutTreeError(problem.path, problem.message, problem.hint, problem.line);
  return { ...dropLayouts(document), layout: writeLayout(blocks) };
}

/**
 * A document with its layout by block, for people: rows where they say exactly what the XML does, else the block's XML.
 * A layout that isn't one text, or has blocks of nothing, stays as it is.
 */
export function readLayoutAsRows(document: JsonObject): JsonObject {
  const { layout } = document;
  if (typeof layout !== "string" || isOpen(layout)) return document;
  const { blocks, problems } = parseLayout(layout);
  const kinds = new Map(listBlocks(document).map(({ id, kind }) => [id, kind]));
  const ids = blocks.map(({ attributes }) => attributes.id ?? "");
  if (problems.length > 0 || new Set(ids).size !== ids.length || ids.some((id) => !kinds.has(id))) return document;
  const written = blocks.map((block, index) => [ids[index]!, writeRows(block, kinds.get(ids[index]!), document)]);
  return { ...document, layout: Object.fromEntries(written) };
}

/** The rows (of a report, places) of a block if they compile to exactly it, else its XML. */
export function writeRows(block: LayoutNode, kind: BlockKind | undefined, document: JsonObject): Json {
  if (readNoun(document) === "report") return toPlaces(block) ?? writeNode(block, 0);
  const { elements } = document;
  const { tag, columns } = getBlockGrid(kind);
  const nameTabs = (id: string) => {
    const found = filterObjects(elements).find((element) => element.id === id);
    return found && filterObjects(found.tabs).map(({ name }) => readKnownString(name) ?? "");
  };
  const isUsual = block.tag === tag && countColumns(block) === columns;
  return (isUsual ? toRows(block, nameTabs) : undefined) ?? writeNode(block, 0);
}

/** A document without any layout. */
export const dropLayouts = (document: JsonObject): JsonObject =>
  mapLists(dropOwn(document), Object.keys(blockKinds), dropOwn);

function dropOwn(item: JsonObject): JsonObject {
  if (item.layout === undefined) return item;
  const { layout: _, ...rest } = item;
  return rest;
}
