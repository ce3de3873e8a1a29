import type { Call } from "../../call";
import { existing } from "../../http/errors";
import { CompiledModel } from "../../spec/compile";
import { ElementNames } from "../../spec/names";
import type { Page, TableElement } from "../../spec/schema";
import { catalogOf } from "../data-models/references";

/** What a workbook or report holds, under the id of the document. All versions of one have the same contents here. */
export interface DocumentContents {
  readonly documentId: string;
  readonly pages: readonly DocumentPage[];
}

export interface DocumentPage {
  readonly id: string;
  readonly name: string;
  readonly hidden?: boolean;
  readonly elements: readonly DocumentElement[];
}

export type DocumentElement = DataElement | DocumentControl | TextElement;

/** A table, or a visualization, which reads and calculates like a table. */
export interface DataElement {
  readonly type: "table" | "visualization";
  readonly table: TableElement;
  /** Of a visualization, such as `bar`. */
  readonly vizualizationType?: string;
  /** The dataset through which the table reads its source. */
  readonly datasetId?: string;
  /** False for an element whose lineage the platform can't tell. */
  readonly hasLineage?: boolean;
}

export interface DocumentControl {
  readonly type: "control";
  readonly id: string;
  readonly name: string;
  readonly valueType: "text" | "text-list" | "number" | "number-range" | "date-range" | "boolean";
}

export interface TextElement {
  readonly type: "text";
  readonly id: string;
}

/** The contents of one document as the platform's compiler sees them. */
export class CompiledDocument {
  readonly elements: readonly DocumentElement[];
  /** Tables and visualizations, in a form that formulas are compiled in. */
  readonly model: CompiledModel;
  readonly #names: ElementNames;

  constructor(
    readonly call: Call,
    readonly documentId: string,
  ) {
    this.elements = this.pages.flatMap(({ elements }) => elements);
    const pages: Page[] = this.pages.map(({ id, name, elements }) => ({
      id,
      name,
      elements: elements.filter(isData).map(({ table }) => table),
    }));
    const catalog = catalogOf(call);
    this.model = new CompiledModel(pages, catalog);
    this.#names = new ElementNames(pages, catalog);
  }

  /** None of a document that is blank. */
  get pages(): readonly DocumentPage[] {
    return this.call.store.documentContents.get(this.documentId)?.pages ?? [];
  }

  get data(): DataElement[] {
    return this.elements.filter(isData);
  }

  page(pageId: string): DocumentPage {
    return existing(
      this.pages.find(({ id }) => id === pageId),
      "Page",
      pageId,
    );
  }

  element(elementId: string): DocumentElement {
    return existing(
      this.elements.find((element) => idOf(element) === elementId),
      "Element",
      elementId,
    );
  }

  /** Undefined for text, which has no name. */
  nameOf(element: DocumentElement): string | undefined {
    return isData(element) ? this.#names.of(element.table) : element.type === "control" ? element.name : undefined;
  }
}

export function isData(element: DocumentElement): element is DataElement {
  return "table" in element;
}

export function idOf(element: DocumentElement): string {
  return isData(element) ? element.table.id : element.id;
}
