import type { Call } from "../../call";
import { requireExisting } from "../../http/errors";
import { CompiledModel } from "../../spec/compile";
import { ElementNames } from "../../spec/names";
import type { Element, Page } from "../../spec/schema";
import type { DataElement, DocumentElement, DocumentPage } from "../../state/records";
import { buildCatalog } from "../data-models/references";

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
      elements: elements.flatMap((element) => this.#convertToCompiled(element)),
    }));
    const catalog = buildCatalog(call, this.sourceTags);
    this.model = new CompiledModel(pages, catalog);
    this.#names = new ElementNames(pages, catalog);
  }

  /** What formulas refer to: what has columns, and controls by the id that is meant for that, with what they filter. */
  #convertToCompiled(element: DocumentElement): Element[] {
    if (isData(element)) return [element.table];
    const { type, id } = element;
    if (type !== "control" || element.controlId === undefined) return [];
    const coded = this.call.store.documentContents.get(this.documentId)?.document?.elements;
    const own = coded?.find((one) => one.id === id && one.kind === "control") ?? {};
    return [{ ...own, kind: "control", controlType: "text-area", id, controlId: element.controlId } as Element];
  }

  /** None of a document that is blank. */
  get pages(): readonly DocumentPage[] {
    return this.call.store.documentContents.get(this.documentId)?.pages ?? [];
  }

  /** Ids of the version tags at which it reads data models, by the model's id. */
  get sourceTags(): Readonly<Record<string, string>> {
    return this.call.store.documentContents.get(this.documentId)?.sourceTags ?? {};
  }

  get data(): DataElement[] {
    return this.elements.filter(isData);
  }

  buildPage(pageId: string): DocumentPage {
    return requireExisting(
      this.pages.find(({ id }) => id === pageId),
      "Page",
      pageId,
    );
  }

  buildElement(elementId: string): DocumentElement {
    return requireExisting(
      this.elements.find((element) => getId(element) === elementId),
      "Element",
      elementId,
    );
  }

  /** Undefined for text, which has no name. */
  getName(element: DocumentElement): string | undefined {
    return isData(element) ? this.#names.getName(element.table) : element.type === "control" ? element.name : undefined;
  }
}

export function isData(element: DocumentElement): element is DataElement {
  return "table" in element;
}

export function getId(element: DocumentElement): string {
  return isData(element) ? element.table.id : element.id;
}
