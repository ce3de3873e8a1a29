import type { KnownTable, SourceColumn, SourceTable } from "pulumi-analytics-generate";
import { isPersonalName } from "../project/starter-files";

/**
 * Tables whose columns that look like personal data are hidden. A column that an earlier run wrote stays as it was:
 * what people see doesn't change by itself.
 *
 * @param isDemanded whether the project has the policy that refuses to show such a column.
 */
export function hidePersonal(
  tables: readonly SourceTable[],
  known: readonly KnownTable[],
  isDemanded: boolean,
): SourceTable[] {
  const byId = new Map(known.map((table) => [table.id, table]));
  return tables.map((table) => {
    const restricted = new Set(table.securities.flatMap(({ columns }) => columns));
    const isHidden = (column: SourceColumn) =>
      byId.get(table.id)?.hidden.get(column.id) ?? (isDemanded && !restricted.has(column.id));
    return {
      ...table,
      columns: table.columns.map((column) =>
        column.isHidden || column.isShown || !isPersonal(column) || !isHidden(column)
          ? column
          : { ...column, isHidden: true },
      ),
    };
  });
}

const isPersonal = ({ id, name }: SourceColumn) => [id, name].some(isPersonalName);
