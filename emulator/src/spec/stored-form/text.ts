import type { Settings } from "../../settings";
import { mapReferences } from "../formula";
import type { Page, Source } from "../schema";
import { mapFormulas, mapTables } from "./walk";

/** Names of columns and the parts of references lose the space around them. */
export function trimNames({ surroundingSpace }: Settings, pages: readonly Page[]): readonly Page[] {
  if (surroundingSpace === "kept") {
    return pages;
  }
  const trimmed = mapFormulas(pages, (formula) =>
    mapReferences(formula, (reference) => reference.map((part) => part.trim())),
  );
  return mapTables(trimmed, (table) => ({
    ...table,
    columns: table.columns.map((column) =>
      column.name === undefined ? column : { ...column, name: column.name.trim() },
    ),
  }));
}

/** A statement loses the blank lines at both of its ends. */
export function trimSql({ sqlBlankLines }: Settings, pages: readonly Page[]): readonly Page[] {
  if (sqlBlankLines === "kept") {
    return pages;
  }
  const trimTexts = (source: Source): Source =>
    source.kind === "sql" ? { ...source, statement: source.statement.replace(/^\s*\n|(?<!\s)\s+$/g, "") } : source;
  return mapTables(pages, (table) => ({ ...table, source: trimTexts(table.source) }));
}
