import { createInvalidRequest } from "../http/errors";
import type { Column, Element, Page, TableElement } from "./schema";

/** What the ids of a table's parts became, from the sender's to the server's. */
export type TableIds = Readonly<Record<"columns" | OtherParts, ReadonlyMap<string, string>>>;

/** The fields of a table, beside its columns, that hold parts with ids. */
const otherParts = [
  "metrics",
  "metricFolders",
  "relationships",
  "filters",
  "folders",
  "groupings",
  "columnSecurities",
] as const;
type OtherParts = (typeof otherParts)[number];

export interface ElementIds {
  readonly id: string;
  /** Absent for a control, which has no parts. */
  readonly table?: TableIds;
}

/** What every id of a spec became. Elements are known all over the model, parts within their table only. */
export interface SpecIds {
  readonly pages: ReadonlyMap<string, string>;
  readonly elements: ReadonlyMap<string, ElementIds>;
}

/** Makes ids; `column` may build one from what the column stands for. */
export interface Mint {
  page(): string;
  element(): string;
  column(table: TableElement, column: Column, taken: ReadonlySet<string>): string;
  part(kind: OtherParts): string;
}

/** How much of the identity a write keeps: nothing on POST; on PUT whatever the current version already has. */
export interface Keep {
  readonly version: readonly Page[];
  readonly elements: boolean;
  readonly parts: boolean;
}

/** Decides for every id of a spec what it becomes: itself where it is kept, else one made by the server. */
export function assignIds(pages: readonly Page[], mint: Mint, keep?: Keep): SpecIds {
  const known = keep ? indexParts(keep.version) : { pages: new Set<string>(), elements: new Map<string, Element>() };
  const elements = new Map<string, ElementIds>();
  const pageIds = assign("page", pages, (page) => (keep?.parts && known.pages.has(page.id) ? page.id : mint.page()));
  for (const element of pages.flatMap((page) => page.elements)) {
    if (elements.has(element.id)) {
      throw createInvalidRequest(`Duplicate element id: '${element.id}'`);
    }
    const before = known.elements.get(element.id);
    const id = keep?.elements && before ? element.id : mint.element();
    const partsBefore = keep?.parts && before?.kind === "table" ? before : undefined;
    elements.set(
      element.id,
      element.kind === "table" ? { id, table: assignTable(element, mint, partsBefore) } : { id },
    );
  }
  return { pages: pageIds, elements };
}

function assignTable(table: TableElement, mint: Mint, before: TableElement | undefined): TableIds {
  const assignParts = (kind: OtherParts) => {
    const known = new Set(before?.[kind]?.map(({ id }) => id));
    const items: readonly { id: string }[] = table[kind] ?? [];
    return assign(kind, items, ({ id }) => (known.has(id) ? id : mint.part(kind)));
  };
  const knownColumns = new Set(before?.columns.map(({ id }) => id));
  const taken = new Set(table.columns.map(({ id }) => id).filter((id) => knownColumns.has(id)));
  const columns = assign("column", table.columns, (column) => {
    const id = knownColumns.has(column.id) ? column.id : mint.column(table, column, taken);
    taken.add(id);
    return id;
  });
  return Object.fromEntries([["columns", columns], ...otherParts.map((kind) => [kind, assignParts(kind)])]) as TableIds;
}

function assign<Item extends { id: string }>(
  kind: string,
  items: readonly Item[],
  idOf: (item: Item) => string,
): Map<string, string> {
  const assigned = new Map<string, string>();
  for (const item of items) {
    if (assigned.has(item.id)) {
      throw createInvalidRequest(`Duplicate ${kind} id: '${item.id}'`);
    }
    assigned.set(item.id, idOf(item));
  }
  return assigned;
}

function indexParts(pages: readonly Page[]): { pages: Set<string>; elements: Map<string, Element> } {
  return {
    pages: new Set(pages.map((page) => page.id)),
    elements: new Map(pages.flatMap((page) => page.elements).map((element) => [element.id, element])),
  };
}
