import type { KnownTable, SourceColumn, SourceTable } from "pulumi-analytics-generate";
import { findPolicyFolder, isPersonalName } from "../project/starter-files";

/**
 * Tables whose columns that look like personal data are hidden. A column that an earlier run wrote stays as it was:
 * what people see doesn't change by itself. Others are hidden in a project with policies, which refuse to show them.
 */
export function hidePersonal(cwd: string, tables: readonly SourceTable[], known: readonly KnownTable[]): SourceTable[] {
  const isDemanded = findPolicyFolder(cwd) !== undefined;
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
