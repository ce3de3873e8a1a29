import { type Catalogue, type CatalogueColumn, friendlyName, sameColumnName } from "./catalogue";
import { columnName } from "./names";
import { plainReference } from "./references";
import type { Column, Page, TableElement } from "./schema";

/** The type of a column; `variant` where only the platform's compiler would know it. */
export type ColumnType = CatalogueColumn["type"] | "variant";

/** The type of a column that is a plain reference: the catalogue's, through any number of tables. */
export function columnType(
  column: Column,
  table: TableElement,
  pages: readonly Page[],
  catalogue: Catalogue,
  seen: ReadonlySet<Column> = new Set(),
): ColumnType {
  const name = plainReference(column.formula)?.at(-1);
  const { source } = table;
  if (name === undefined || seen.has(column)) {
    return "variant";
  }
  if (source.kind === "warehouse-table") {
    const columns = catalogue.columnsOf(source.connectionId, source.path);
    return (
      columns?.find((one) => isCalled(one, name, catalogue.usesFriendlyNames(source.connectionId)))?.type ?? "variant"
    );
  }
  if (source.kind === "table") {
    const elements = pages.flatMap((page) => page.elements);
    const below = elements.find((element) => element.id === source.elementId);
    const target = below?.kind === "table" ? below.columns.find((one) => columnName(one) === name) : undefined;
    return target && below?.kind === "table"
      ? columnType(target, below, pages, catalogue, new Set([...seen, column]))
      : "variant";
  }
  return "variant";
}

/** Whether a reference means a column of the warehouse: by its own name, or in any spelling where friendly names are in use. */
export function isCalled(column: CatalogueColumn, name: string, friendly: boolean): boolean {
  return column.name === name || (friendly && sameColumnName(friendlyName(column.name), name));
}
