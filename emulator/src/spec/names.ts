import { isDeepStrictEqual } from "node:util";
import type { Catalog } from "./catalog";
import { readPlainReference } from "./formula";
import type { Column, Element, InnerSource, Page, Source, TableElement } from "./schema";

/** What a column is called without a `name` of its own: by what its formula refers to, else by the formula itself. */
export function deriveColumnName(formula: string): string {
  const reference = readPlainReference(formula);
  const last = reference?.at(-1);
  if (!reference || last === undefined || last === "") {
    return formula;
  }
  // A column that is reached through a relationship says so.
  return reference.length === 3 ? `${last} (${reference[1]})` : last;
}

/** Never empty: a column of an input table, which has no formula, goes by its id. */
export function getColumnName({ id, name, formula }: Pick<Column, "id" | "name" | "formula">): string {
  return name ?? (deriveColumnName(formula) || id);
}

/** The effective names of a model's elements: their own, or those derived from what they read from. */
export class ElementNames {
  readonly #elements: ReadonlyMap<string, Element>;

  constructor(
    pages: readonly Page[],
    private readonly catalog: Catalog,
  ) {
    this.#elements = new Map(pages.flatMap((page) => page.elements).map((element) => [element.id, element]));
  }

  getName(element: Element): string {
    return element.name ?? (element.kind === "table" ? this.derive(element) : element.controlId);
  }

  /** The name that a table has as long as nobody gives it another. */
  derive(table: TableElement): string {
    return this.#findSourceName(table.source, new Set([table.id]));
  }

  /** What formulas call a source that has no name of its own. */
  getSourceName(source: Source): string {
    return this.#findSourceName(source, new Set());
  }

  /** @param seen ids of the tables on the way: sources may run in a circle. */
  #findSourceName(source: Source, seen: ReadonlySet<string>): string {
    switch (source.kind) {
      case "warehouse-table":
        return source.path.at(-1)!;
      case "sql":
        return "Custom SQL";
      case "csv-table":
        return "CSV";
      case "union":
        return `Union of ${source.sources.length} Sources`;
      case "join":
        return source.name ?? this.#findSourceName(getPrimarySource(source) ?? source.joins[0]!.left, seen);
      case "transpose":
        return `Transpose of ${this.#findSourceName(source.source, seen)}`;
      case "table":
        return this.#findElementName(source.elementId, seen);
      case "data-model":
        return new ElementNames(this.catalog.pagesOf(source.dataModelId) ?? [], this.catalog).#findElementName(
          source.elementId,
          seen,
        );
    }
  }

  #findElementName(elementId: string, seen: ReadonlySet<string>): string {
    const element = this.#elements.get(elementId);
    if (element?.kind !== "table" || seen.has(elementId)) {
      return elementId;
    }
    return element.name ?? this.#findSourceName(element.source, new Set([...seen, elementId]));
  }
}

/** The source a join begins with: the one that is named, or the one that is only ever a left side. */
export function getPrimarySource({ joins, primarySource }: Extract<Source, { kind: "join" }>): InnerSource | undefined {
  return primarySource ?? joins.map(({ left }) => left).find((left) => !joins.some(({ right }) => isSame(left, right)));
}

/** The sources of a join have no ids: equal sources are the same one. */
export function isSame(one: Source | undefined, other: Source | undefined): boolean {
  return isDeepStrictEqual(one, other);
}
