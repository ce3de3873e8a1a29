import { type IdentityMap, type LocalSpec, serverElementId, serverPartId } from "../../core/spec";
import { elementsOf } from "../../core/spec/internal";
import { isObject, type Json, type JsonObject } from "../../core/spec/json";

/**
 * The contents to write before the declared ones, if a declared relationship joins an existing part and a new one: the platform refuses a relationship
 * that contains both an id of the platform and a placeholder. They are the contents on the platform, plus the new tables and columns that such
 * relationships need.
 *
 * @param there the contents on the platform, in the user's ids.
 * @param ids the map of what exists.
 * @returns undefined if the declared contents can be written at once.
 */
export function endsFirst(declared: LocalSpec, there: LocalSpec, ids: IdentityMap): LocalSpec | undefined {
  const tables = new Map(elementsOf(declared).map((table) => [table.id as string, table]));
  const needed = neededColumns(tables, ids);
  if (needed.size === 0) return undefined;
  for (const [table] of needed) {
    // A set that grows is walked to its end: a new table may read from others.
    for (const source of newTablesIn(tables.get(table)?.source, ids)) {
      if (!needed.has(source)) needed.set(source, new Set(columnsOf(tables.get(source)).map(({ id }) => id as string)));
    }
  }
  const first = structuredClone(there) as LocalSpec;
  for (const page of listOf(declared.pages)) {
    for (const table of listOf(page.elements)) {
      const columns = needed.get(table.id as string);
      if (columns !== undefined) add(first, page, table, columns);
    }
  }
  return first;
}

/** The new columns that relationships need beside parts that exist, by table; a new table may need none. */
function neededColumns(tables: ReadonlyMap<string, JsonObject>, ids: IdentityMap): Map<string, Set<string>> {
  const needed = new Map<string, Set<string>>();
  for (const [source, { relationships }] of tables) {
    for (const { targetElementId, keys } of listOf(relationships)) {
      const target = targetElementId as string;
      const ends = listOf(keys).flatMap(({ sourceColumnId, targetColumnId }) => [
        { table: source, column: sourceColumnId as string },
        { table: target, column: targetColumnId as string },
      ]);
      const added = ends.filter(({ table, column }) => serverPartId(ids, table, "column", column) === undefined);
      const isNewTarget = serverElementId(ids, target) === undefined;
      const isMixed = added.length < ends.length || !isNewTarget;
      if (!isMixed || (added.length === 0 && !isNewTarget)) continue;
      for (const { table, column } of added) needed.set(table, (needed.get(table) ?? new Set()).add(column));
      if (isNewTarget && !needed.has(target)) needed.set(target, new Set());
    }
  }
  return needed;
}

/** The new tables that a source reads from. */
function newTablesIn(source: Json | undefined, ids: IdentityMap): string[] {
  if (Array.isArray(source)) return source.flatMap((item) => newTablesIn(item, ids));
  if (!isObject(source)) return [];
  const { kind, elementId } = source;
  const isNew = kind === "table" && typeof elementId === "string" && serverElementId(ids, elementId) === undefined;
  return [...(isNew ? [elementId] : []), ...Object.values(source).flatMap((value) => newTablesIn(value, ids))];
}

/** Adds columns of a table to a model, and the table and its page where the model lacks them. */
function add(model: LocalSpec, page: JsonObject, table: JsonObject, columns: ReadonlySet<string>): void {
  const added = columnsOf(table).filter(({ id }) => columns.has(id as string));
  const present = elementsOf(model).find(({ id }) => id === table.id);
  if (present !== undefined) {
    present.columns = [...columnsOf(present), ...added];
    return;
  }
  const { id, kind, name, source } = table;
  const bare: JsonObject = { id, kind, ...(name !== undefined && { name }), source, columns: added } as JsonObject;
  const pages = listOf(model.pages);
  const own = pages.find((one) => one.id === page.id);
  if (own !== undefined) own.elements = [...listOf(own.elements), bare];
  else (model as JsonObject).pages = [...pages, { ...page, elements: [bare] }];
}

const columnsOf = (table: JsonObject | undefined) => listOf(table?.columns);

const listOf = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
