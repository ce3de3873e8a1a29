import { remember } from "../../../core/data";
import {
  getServerElementId,
  getServerPartId,
  type IdentityMap,
  type JsonObject,
  type LocalSpec,
} from "../../../core/model";
import { isObject, type Json } from "../../../core/model/json";
import { listElements } from "../../../core/model/references";

/**
 * The contents to write before the declared ones, if a declared relationship joins an existing part and a new one: the
 * platform refuses a relationship that contains both an id of the platform and a placeholder. They are the contents on
 * the platform, plus the new tables and columns that such relationships need.
 *
 * @param there the contents on the platform, in the user's ids.
 * @param ids the map of what exists.
 * @returns undefined if the declared contents can be written at once.
 */
export function planFirstWrite(declared: LocalSpec, there: LocalSpec, ids: IdentityMap): LocalSpec | undefined {
  const tables = new Map(listElements(declared).map((table) => [table.id as string, table]));
  const needed = collectNeededColumns(tables, ids);
  if (needed.size === 0) return undefined;
  for (const [table] of needed) {
    // A set that grows is walked to its end: a new table may read from others.
    for (const source of listNewTables(tables.get(table)?.source, ids)) {
      if (!needed.has(source))
        needed.set(source, new Set(listColumns(tables.get(source)).map(({ id }) => id as string)));
    }
  }
  const first = structuredClone(there) as LocalSpec;
  for (const page of toList(declared.pages)) {
    for (const table of toList(page.elements)) {
      const columns = needed.get(table.id as string);
      if (columns !== undefined) add(first, page, table, columns);
    }
  }
  return first;
}

/** The new columns that relationships need beside parts that exist, by table; a new table may need none. */
function collectNeededColumns(tables: ReadonlyMap<string, JsonObject>, ids: IdentityMap): Map<string, Set<string>> {
  const needed = new Map<string, Set<string>>();
  // What one relationship needs exists for the others then, which may join it with what is new.
  for (let count = -1; count !== countParts(needed); ) {
    count = countParts(needed);
    for (const [source, { relationships }] of tables) {
      for (const { targetElementId, keys } of toList(relationships)) {
        addEnds(needed, ids, source, targetElementId as string, toList(keys));
      }
    }
  }
  return needed;
}

const countParts = (needed: ReadonlyMap<string, ReadonlySet<string>>) =>
  [...needed.values()].reduce((sum, columns) => sum + 1 + columns.size, 0);

/** Adds what a relationship needs, if some of it exists or is needed already, and some isn't. */
function addEnds(
  needed: Map<string, Set<string>>,
  ids: IdentityMap,
  source: string,
  target: string,
  keys: readonly JsonObject[],
): void {
  const ends = keys.flatMap(({ sourceColumnId, targetColumnId }) => [
    { table: source, column: sourceColumnId as string },
    { table: target, column: targetColumnId as string },
  ]);
  const added = ends.filter(
    ({ table, column }) =>
      getServerPartId(ids, table, "column", column) === undefined && !needed.get(table)?.has(column),
  );
  const isNewTarget = getServerElementId(ids, target) === undefined && !needed.has(target);
  const isMixed = added.length < ends.length || !isNewTarget;
  if (!isMixed || (added.length === 0 && !isNewTarget)) return;
  for (const { table, column } of added) remember(needed, table, () => new Set()).add(column);
  if (isNewTarget) remember(needed, target, () => new Set());
}

/** The new tables that a source reads from. */
function listNewTables(source: Json | undefined, ids: IdentityMap): string[] {
  if (Array.isArray(source)) return source.flatMap((item) => listNewTables(item, ids));
  if (!isObject(source)) return [];
  const { kind, elementId } = source;
  const isNew = kind === "table" && typeof elementId === "string" && getServerElementId(ids, elementId) === undefined;
  return [...(isNew ? [elementId] : []), ...Object.values(source).flatMap((value) => listNewTables(value, ids))];
}

/** Adds columns of a table to a model, and the table and its page where the model lacks them. */
function add(model: LocalSpec, page: JsonObject, table: JsonObject, columns: ReadonlySet<string>): void {
  const added = listColumns(table).filter(({ id }) => columns.has(id as string));
  const present = listElements(model).find(({ id }) => id === table.id);
  if (present !== undefined) {
    present.columns = [...listColumns(present), ...added];
    return;
  }
  const { id, kind, name, source } = table;
  const bare: JsonObject = { id, kind, ...(name !== undefined && { name }), source, columns: added } as JsonObject;
  const pages = toList(model.pages);
  const own = pages.find((one) => one.id === page.id);
  if (own !== undefined) own.elements = [...toList(own.elements), bare];
  else (model as JsonObject).pages = [...pages, { ...page, elements: [bare] }];
}

const listColumns = (table: JsonObject | undefined) => toList(table?.columns);

const toList = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);
