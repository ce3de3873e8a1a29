import { filterObjects, isObject, type Json, type JsonObject, type Path, readKnownString, toList } from "../spec/json";
import { hasColumns } from "./kinds";
import { type LayoutNode, type ParsedLayout, parseLayout, walkLayout } from "./layout/layout";
import { compileBlock, LayoutTreeError, overlayColumns, pageColumns } from "./layout/tree";

/** An element of a workbook, and where it stands in the document. */
export interface ElementEntry {
  readonly id: string;
  readonly kind: string;
  readonly element: JsonObject;
  readonly path: Path;
  /** What formulas call it; undefined: nothing. */
  readonly name: string | undefined;
}

/** Where the layout has an element. */
export interface Placement {
  readonly node: LayoutNode;
  readonly block: LayoutNode;
  readonly parent: LayoutNode | undefined;
}

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

/** A workbook, looked up by ids. Computed once for all rules. */
export class WorkbookIndex {
  readonly entries: readonly ElementEntry[];
  readonly byId: ReadonlyMap<string, ElementEntry>;
  /** Pages, overlays and panels by their id. */
  readonly blocks: ReadonlyMap<string, { readonly kind: "page" | "overlay" | "panel"; readonly item: JsonObject }>;
  readonly layout: ParsedLayout;
  readonly layoutProblems: readonly PlacedProblem[];
  /** By the element's id; several: it is placed more than once. */
  readonly placements: ReadonlyMap<string, readonly Placement[]>;

  /** @param authored the document with its placeholders unfilled. */
  constructor(
    readonly document: JsonObject,
    readonly authored: Json = document,
  ) {
    this.entries = toList(document.elements).flatMap((element, index) =>
      isObject(element) ? [createEntry(element, index)] : [],
    );
    this.byId = new Map(this.entries.map((entry) => [entry.id, entry]));
    const listBlocks = (field: string, kind: "page" | "overlay" | "panel") =>
      filterObjects(document[field]).map((item) => [readKnownString(item.id) ?? "", { kind, item }] as const);
    this.blocks = new Map([
      ...listBlocks("pages", "page"),
      ...listBlocks("overlays", "overlay"),
      ...listBlocks("panels", "panel"),
    ]);
    const { blocks, problems } = readLayout(document, this.blocks);
    this.layout = { blocks, problems: [] };
    this.layoutProblems = problems;
    const placements = new Map<string, Placement[]>();
    for (const placed of walkLayout(blocks)) {
      const id = placed.node.attributes.elementId;
      if (id !== undefined) placements.set(id, [...(placements.get(id) ?? []), placed]);
    }
    this.placements = placements;
  }

  /** The element that formulas call by a name. */
  findNamed(name: string): ElementEntry | undefined {
    return this.entries.find((entry) => entry.name === name);
  }

  /** The columns of an element, by their ids. */
  listColumns(entry: ElementEntry): readonly JsonObject[] {
    return hasColumns(entry.kind) ? filterObjects(entry.element.columns) : [];
  }
}

function createEntry(element: JsonObject, index: number): ElementEntry {
  const kind = readKnownString(element.kind) ?? "";
  const { name } = element;
  return {
    id: readKnownString(element.id) ?? "",
    kind,
    element,
    path: ["elements", index],
    name: readKnownString(isObject(name) ? name.text : name),
  };
}

/** The blocks of a layout, whichever form it has: the XML of the platform, or rows by page. */
function readLayout(
  { layout }: JsonObject,
  known: WorkbookIndex["blocks"],
): { blocks: readonly LayoutNode[]; problems: readonly PlacedProblem[] } {
  if (typeof layout === "string") {
    const { blocks, problems } = parseLayout(layout);
    return { blocks, problems: problems.map((problem) => ({ path: ["layout"], ...problem })) };
  }
  const blocks: LayoutNode[] = [];
  const problems: PlacedProblem[] = [];
  for (const [id, rows] of Object.entries(isObject(layout) ? layout : {})) {
    try {
      const kind = known.get(id)?.kind;
      const columns = kind === "overlay" ? overlayColumns : pageColumns;
      blocks.push(compileBlock(kind === "panel" ? "Panel" : "Page", id, rows as Json, columns));
    } catch (error) {
      if (!(error instanceof LayoutTreeError)) throw error;
      const { path, message, hint } = error;
      problems.push({ path: ["layout", id, ...path], message, ...(hint === undefined ? {} : { hint }) });
    }
  }
  return { blocks, problems };
}
