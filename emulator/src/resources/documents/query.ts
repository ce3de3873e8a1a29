import type { Call } from "../../call";
import { readPlainReference } from "../../spec/formula";
import { getColumnName } from "../../spec/names";
import type { Column, Source, TableElement } from "../../spec/schema";
import { listLeafSources } from "../../spec/sources";
import type { DataElement } from "../../state/records";
import { findEntryType } from "../../workbook/tables";
import type { CompiledDocument } from "./contents";
import { findMissingSource, findModelTable } from "./sources";

/**
 * What an element asks the warehouse: a plain select over the table or statement that it reads from in the end.
 * Calculations are written as in the document, since formulas aren't translated; a column that is broken is a text that
 * says why, as in the platform's queries.
 */
export function buildQuery(document: CompiledDocument, element: DataElement): Record<string, unknown> {
  const { table } = element;
  const error = findMissingSource(document, element);
  const about = { elementId: table.id, name: document.getName(element) };
  if (error !== undefined) {
    return { ...about, error };
  }
  const columns = table.columns.map(
    (column) => `${buildExpression(document, table, column)} ${quoteName(getColumnName(column))}`,
  );
  const place = formPlace(document, table.source, new Set([table.id]));
  return { ...about, sql: `select ${columns.join(", ")} from ${place}\n${describeOrigin(document.call)}` };
}

/** The comment that tells a warehouse who asks. */
function describeOrigin({ actor, ids, store }: Call): string {
  const email = store.members.get(actor)?.email;
  return `-- ${JSON.stringify({ "request-id": ids.makeUuid("query request"), email })}`;
}

function buildExpression({ model }: CompiledDocument, table: TableElement, column: Column): string {
  if (findEntryType(column) !== undefined) return quoteName(column.id);
  const [fault] = model.listTableFaults(column, table);
  if (fault) {
    return `'${fault.message.replaceAll("'", "''")}'`;
  }
  const name = readPlainReference(column.formula)?.at(-1);
  return name === undefined ? column.formula : quoteName(name);
}

/** @param seen ids of the elements on the way: sources may run in a circle. */
function formPlace(document: CompiledDocument, source: Source, seen: Set<string>): string {
  const [leaf] = listLeafSources(source);
  switch (leaf?.kind) {
    case "warehouse-table":
      return leaf.path.map(quoteName).join(".");
    case "sql":
      return `(${leaf.statement})`;
    case "table":
    case "data-model": {
      const next =
        leaf.kind === "table"
          ? document.data.find(({ table }) => table.id === leaf.elementId)?.table
          : findModelTable(document.call, leaf, document.sourceTags);
      if (next && !seen.has(next.id)) {
        return formPlace(document, next.source, seen.add(next.id));
      }
    }
  }
  return "(select null)";
}

/** A name that a warehouse understands as it is stays without quotes. */
function quoteName(name: string): string {
  return /^[A-Z_][A-Z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}
