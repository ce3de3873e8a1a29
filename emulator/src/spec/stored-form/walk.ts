import type { ControlElement, Page, TableElement } from "../schema";

/** The pages with each table changed. */
export function mapTables(pages: readonly Page[], change: (table: TableElement) => TableElement): Page[] {
  return pages.map((page) => ({
    ...page,
    elements: page.elements.map((element) => (element.kind === "table" ? change(element) : element)),
  }));
}

/** The pages with each control changed. */
export function mapControls(pages: readonly Page[], change: (control: ControlElement) => ControlElement): Page[] {
  return pages.map((page) => ({
    ...page,
    elements: page.elements.map((element) => (element.kind === "control" ? change(element) : element)),
  }));
}

/** The pages with the formula of each column and metric changed. */
export function mapFormulas(pages: readonly Page[], change: (formula: string, table: TableElement) => string): Page[] {
  return mapTables(pages, (table) => {
    const changeItems = <Item extends { formula: string }>(items: readonly Item[]): Item[] =>
      items.map((item) => ({ ...item, formula: change(item.formula, table) }));
    return {
      ...table,
      columns: changeItems(table.columns),
      ...(table.metrics === undefined ? {} : { metrics: changeItems(table.metrics) }),
    };
  });
}
