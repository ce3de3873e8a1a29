import type { Settings } from "../../settings";
import { mapReferences } from "../formula";
import type { Page } from "../schema";
import { listTables } from "../tables";
import { mapFormulas, mapTables } from "./walk";

/** What a PUT changes although nobody asked for it. */
export function changeByPut(settings: Settings, pages: readonly Page[], before: readonly Page[]): readonly Page[] {
  return changeName(settings, removeVisibility(settings, pages), before);
}

/** The first visible table is one no more. */
function removeVisibility({ visibilityOnPut }: Settings, pages: readonly Page[]): readonly Page[] {
  const struck = visibilityOnPut === "off" && listTables(pages).find((table) => table.visibleAsSource !== false);
  return struck
    ? mapTables(pages, (table) => (table === struck ? { ...table, visibleAsSource: false } : table))
    : pages;
}

/** The first table whose name this PUT leaves alone gets another, in formulas too. */
function changeName({ namesOnPut }: Settings, pages: readonly Page[], before: readonly Page[]): readonly Page[] {
  const names = new Map(listTables(before).map(({ id, name }) => [id, name]));
  const struck =
    namesOnPut === "changed" && listTables(pages).find(({ id, name }) => name !== undefined && names.get(id) === name);
  if (!struck) {
    return pages;
  }
  const changed = `${struck.name} (1)`;
  const renamed = mapTables(pages, (table) => (table === struck ? { ...table, name: changed } : table));
  return mapFormulas(renamed, (formula) =>
    mapReferences(formula, ([first, ...rest]) =>
      first === struck.name && rest.length > 0 ? [changed, ...rest] : [first!, ...rest],
    ),
  );
}
