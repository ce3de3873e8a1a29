import { addTo } from "../data";
import type { CodedNoun } from "../model";
import { filterObjects, isObject, type Json, type JsonObject, type Path, readKnownString, toList } from "../model/json";
import { indexSpec, type SpecIndex } from "../model/references";
import { convertToModel } from "./as-model";
import { getElementName, hasColumns, readNoun } from "./kinds";
import { type LayoutNode, type ParsedLayout, walkLayout } from "./layout/layout";
import { type BlockKind, listBlocks, type PlacedProblem, readLayout } from "./layout/read";

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

/** A workbook, looked up by ids. Computed once for all rules. */
export class WorkbookIndex {
  readonly entries: readonly ElementEntry[];
  readonly byId: ReadonlyMap<string, ElementEntry>;
  /** Pages, overlays and panels by their id. */
  readonly blocks: ReadonlyMap<string, { readonly kind: BlockKind; readonly item: JsonObject }>;
  readonly layout: ParsedLayout;
  readonly layoutProblems: readonly PlacedProblem[];
  /** By the element's id; several: it is placed more than once. */
  readonly placements: ReadonlyMap<string, readonly Placement[]>;
  #model: SpecIndex | undefined;

  /** @param authored the document with its placeholders unfilled. */
  constructor(
    readonly document: JsonObject,
    readonly authored: Json = document,
    /** What the document is to be; default: what it says. */
    readonly noun: CodedNoun = readNoun(document),
  ) {
    this.entries = toList(document.elements).flatMap((element, index) =>
      isObject(element) ? [createEntry(element, index)] : [],
    );
    this.byId = new Map(this.entries.map((entry) => [entry.id, entry]));
    this.blocks = new Map(listBlocks(document).map(({ id, kind, item }) => [id, { kind, item }]));
    const { blocks, problems } = readLayout(document);
    this.layout = { blocks, problems: [] };
    this.layoutProblems = problems;
    const placements = new Map<string, Placement[]>();
    for (const placed of walkLayout(blocks)) {
      const id = placed.node.attributes.elementId;
      if (id !== undefined) addTo(placements, id, placed);
    }
    this.placements = placements;
  }

  /** The workbook in the form of a data model, indexed. */
  get model(): SpecIndex {
    this.#model ??= indexSpec(convertToModel(this.document));
    return this.#model;
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
    name: getElementName(name),
  };
}
