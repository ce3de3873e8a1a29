import type { Settings } from "../../settings";
import type { Page } from "../schema";
import { mapTables } from "./walk";

/** A sort says where nulls go. */
export function writeSorts({ sortNulls }: Settings, pages: readonly Page[]): readonly Page[] {
  return sortNulls === "as-sent"
    ? pages
    : mapTables(pages, (table) =>
        table.sort === undefined
          ? table
          : { ...table, sort: table.sort.map((sort) => ({ ...sort, nulls: sort.nulls ?? "connection-default" })) },
      );
}

/** A table is visible as a source unless it says otherwise: that goes without saying, or is written out. */
export function writeVisibility({ visibleAsSource }: Settings, pages: readonly Page[]): readonly Page[] {
  switch (visibleAsSource) {
    case "as-sent":
      return pages;
    case "omitted":
      return mapTables(pages, ({ visibleAsSource: sent, ...table }) =>
        sent === false ? { ...table, visibleAsSource: false } : table,
      );
    case "written":
      return mapTables(pages, (table) => ({ ...table, visibleAsSource: table.visibleAsSource ?? true }));
  }
}
