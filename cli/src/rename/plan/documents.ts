import { ModelSet } from "pulumi-analytics-internal/core/model/across";
import { type JsonObject, listObjectEntries, type Path } from "pulumi-analytics-internal/core/model/json";
import { type ElementName, listSources, type Meaning } from "pulumi-analytics-internal/core/model/references";
import {
  createNamedForm,
  isOfSide,
  listNamedElements,
  listNameSites,
  type NamedForm,
  type NameSite,
  resolveName,
} from "pulumi-analytics-internal/core/workbook";
import { recall } from "../../documents/recall";

/** A data model or a workbook, and what its sources lead to. */
export interface NamedDocument {
  /** Tells it from others. */
  readonly key: string;
  /** What messages call it. */
  readonly name: string;
  /** Its representation, without the envelope of the API; placeholders stay as they are. */
  readonly form: JsonObject;
  readonly isWorkbook: boolean;
  /** The document and the element that a source with the kind `data-model` names; undefined: it can't be known. */
  locate(source: JsonObject): { readonly document: string; readonly element: string } | undefined;
}

/** What gets another name: an element, or a column or metric of it, by its place in the document's form. */
export interface RenameTarget {
  readonly document: string;
  readonly path: Path;
}

/** A name in a text of a document. */
export type NameUse = NameSite & { readonly document: string };

/** What a name stands for: keys of columns and metrics, else of elements and relationships. */
export interface Resolved {
  readonly status: Meaning["status"];
  readonly keys: readonly string[];
  /** The elements of these, and those that are named themselves. */
  readonly elements: readonly string[];
}

/** The name of a part of a table, or of an element, tells it from all others: by its place. */
export const formPlaceKey = (document: string, path: Path): string => JSON.stringify([document, path]);

/** Tells a use in one state of the documents from others, and finds it in another state. */
export const formUseKey = ({ document, path, start }: Pick<NameUse, "document" | "path" | "start">, nth = start) =>
  JSON.stringify([document, path, nth]);

/** Documents with all names in them. */
export class NamedDocuments {
  readonly #set: ModelSet;
  readonly #documents = new Map<string, NamedDocument & NamedForm>();
  /** Elements, columns, metrics and relationships by identity. */
  readonly #keys = new Map<JsonObject, string>();
  /** What each name means where it stands, looked up once. */
  readonly #resolved = new Map<NameUse, Resolved>();

  constructor(documents: readonly NamedDocument[]) {
    for (const document of documents) {
      const named = { ...document, ...createNamedForm(document.form, document.isWorkbook) };
      this.#documents.set(document.key, named);
      this.#addKeys(named);
    }
    const models = [...this.#documents].map(([key, { name, model, locate }]) => {
      const find = (source: JsonObject) => {
        const place = locate(source);
        return place && { model: place.document, element: place.element };
      };
      return [key, { name, spec: model, locate: find }] as const;
    });
    this.#set = new ModelSet(new Map(models));
  }

  #addKeys(document: NamedDocument & NamedForm): void {
    for (const { element, path } of listNamedElements(document)) {
      this.#keys.set(element, formPlaceKey(document.key, path));
      for (const field of ["columns", "metrics", "relationships"]) {
        for (const [index, part] of listObjectEntries(element[field])) {
          this.#keys.set(part, formPlaceKey(document.key, [...path, field, index]));
        }
      }
    }
  }

  /** The names in all texts. */
  listUses(): NameUse[] {
    return [...this.#documents].flatMap(([document, named]) =>
      listNameSites(named).map((site) => ({ ...site, document })),
    );
  }

  /** What a name means where it stands; `segments` in place of those that it has. */
  resolve(use: NameUse, segments?: readonly string[]): Resolved {
    if (segments !== undefined) return this.#resolve(use, segments);
    return recall(this.#resolved, use, () => this.#resolve(use, use.segments));
  }

  #resolve(use: NameUse, segments: readonly string[]): Resolved {
    const { status, targets } = resolveName(this.#set.getNames(use.document), use, segments);
    const parts = targets.filter(({ part }) => part !== undefined && part.kind !== "relationship");
    const named = parts.length > 0 ? parts : targets;
    const listKeys = (some: readonly JsonObject[]) => [...new Set(some.flatMap((one) => this.#keys.get(one) ?? []))];
    return {
      status,
      keys: listKeys(named.map(({ element, part }) => part?.item ?? element)).sort(),
      elements: listKeys(targets.map(({ element }) => element)).sort(),
    };
  }

  /** Whether a name means something only without the side of a join behind it. */
  isOfSide(use: NameUse): boolean {
    return isOfSide(this.#set.getNames(use.document), use);
  }

  /** What an element is called: its own name, or that of what it reads, with the elements on the way. */
  readName(document: string, element: JsonObject): ElementName {
    return this.#set.getNames(document).readElementName(element);
  }

  /** The elements that an element reads from, of its document and others. */
  listSourceElements(document: string, element: JsonObject): JsonObject[] {
    return this.#set.getNames(document).listSourceTables(element);
  }

  /** Whether an element reads from a data model that isn't among the documents. */
  hasUnknownSource(document: string, { source }: JsonObject): boolean {
    const { locate } = this.#documents.get(document)!;
    return listSources(source).some((one) => one.kind === "data-model" && locate(one) === undefined);
  }

  /** The elements of a document as its formulas see them, with their places. */
  listElements(document: string): { readonly element: JsonObject; readonly path: Path }[] {
    return listNamedElements(this.#documents.get(document)!);
  }

  getKey(thing: JsonObject): string | undefined {
    return this.#keys.get(thing);
  }
}
