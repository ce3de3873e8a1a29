import { columnName } from "../../spec/names";
import { plainReference } from "../../spec/references";
import type { Column, Source, TableElement } from "../../spec/schema";
import { leafSources } from "../../spec/sources";
import type { DataElement } from "../../state/records";
import type { CompiledDocument } from "./contents";
import { findModelTable, missingSource } from "./sources";

/**
 * What an element asks the warehouse: a plain select over the table or statement that it reads from in the end. Calculations are written as
 * in the document, since formulas aren't translated; a column that is broken is a text that says why, as in the platform's queries.
 */
export function queryOf(document: CompiledDocument, element: DataElement): Record<string, unknown> {
  const { table } = element;
  const error = missingSource(document, element);
  const about = { elementId: table.id, name: document.nameOf(element) };
  if (error !== undefined) {
    return { ...about, error };
  }
  const columns = table.columns.map(
    (column) => `${expressionOf(document, table, column)} ${quoted(columnName(column))}`,
  );
  return { ...about, sql: `select ${columns.join(", ")} from ${placeOf(document, table.source, new Set([table.id]))}` };
}

function expressionOf({ model }: CompiledDocument, table: TableElement, column: Column): string {
  const [fault] = model.faultsOf(column, table);
  if (fault) {
    return `'${fault.message.replaceAll("'", "''")}'`;
  }
  const name = plainReference(column.formula)?.at(-1);
  return name === undefined ? column.formula : quoted(name);
}

/** @param seen ids of the elements on the way: sources may run in a circle. */
function placeOf(document: CompiledDocument, source: Source, seen: Set<string>): string {
  const [leaf] = leafSources(source);
  switch (leaf?.kind) {
    case "warehouse-table":
      return leaf.path.map(quoted).join(".");
    case "sql":
      return `(${leaf.statement})`;
    case "table":
    case "data-model": {
      const next =
        leaf.kind === "table"
          ? document.data.find(({ table }) => table.id === leaf.elementId)?.table
          : findModelTable(document.call, leaf);
      if (next && !seen.has(next.id)) {
        return placeOf(document, next.source, seen.add(next.id));
      }
    }
  }
  return "(select null)";
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
