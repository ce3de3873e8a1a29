import type { Page, TableElement } from "./schema";

/** The tables of all pages. */
export function listTables(pages: readonly Page[]): TableElement[] {
  return pages.flatMap(({ elements }) => elements.filter((element) => element.kind === "table"));
}
