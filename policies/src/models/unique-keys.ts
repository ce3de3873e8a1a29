import {
  forEachJoin,
  forEachTable,
  isUnknown,
  type PolicyDataModel,
  type TablePlace,
  validateDataModel,
} from "pulumi-analytics/policy";
import { policy } from "../policy";

type Table = TablePlace["table"];

/**
 * The columns on the one side of a relationship and on the right side of a lookup are `uniqueKeys` of their table.
 * Otherwise queries silently count rows several times. Advisory; no settings.
 *
 * The policy can't check a lookup's right side that is a warehouse table or a table of another model, because this
 * model doesn't declare its keys.
 */
export const uniqueKeys = policy({
  name: "unique-keys",
  description: "The columns that relationships and lookups find a row by are unique keys.",
  level: "advisory",
  settings: {},
  judge: () => ({
    validateResource: validateDataModel((model, _context, report) => {
      const tables = listTables(model);
      forEachTable(model, ({ table, path }) => {
        for (const [r, relationship] of listItems(table.relationships).entries()) {
          if (isUnknown(relationship)) continue;
          const { relationshipType: type, targetElementId } = relationship;
          const keys = listItems(relationship.keys);
          const at = [...path, "relationships", r];
          const target = tables.get(targetElementId);
          // An unset type means many to one.
          if (
            type !== "1:N" &&
            target &&
            isKeyMissing(
              target,
              keys.map((key) => (isUnknown(key) ? key : key.targetColumnId)),
            )
          ) {
            report(`the target's columns are no unique key of table ${target.id}`, at);
          }
          if (
            (type === "1:N" || type === "1:1") &&
            isKeyMissing(
              table,
              keys.map((key) => (isUnknown(key) ? key : key.sourceColumnId)),
            )
          ) {
            report(`the source's columns are no unique key of table ${table.id}`, at);
          }
        }
      });
      forEachJoin(model, ({ join, path }) => {
        const { right } = join;
        if (join.joinType !== "lookup" || isUnknown(right) || right.kind !== "table") return;
        const target = tables.get(right.elementId);
        if (target === undefined) return;
        const names = listItems(join.columns).map((column) => (isUnknown(column) ? column : column.right));
        if (
          isKeyMissing(
            target,
            names.map((name) => getColumnId(target, name)),
          )
        ) {
          report(`the lookup's right columns are no unique key of table ${target.id}`, path);
        }
      });
    }),
  }),
});

function listTables(model: PolicyDataModel): Map<string, Table> {
  const tables = new Map<string, Table>();
  forEachTable(model, ({ table }) => tables.set(table.id, table));
  return tables;
}

/** Whether the columns include no key of the table. An unknown key might match, so it is no violation. */
function isKeyMissing({ uniqueKeys }: Table, columns: readonly string[]): boolean {
  if (isUnknown(uniqueKeys) || columns.some(isUnknown)) return false;
  const keys = uniqueKeys ?? [];
  if (keys.some(isUnknown)) return false;
  return keys.length === 0 || !keys.every((key) => columns.includes(key));
}

/** The id of the column that `[Name]` refers to; if there is none, the text itself, which is no id. */
function getColumnId({ columns }: Table, name: string): string {
  const found = listItems(columns).find(
    (column) => !isUnknown(column) && `[${column.name ?? getLastPart(column.formula)}]` === name,
  );
  return found === undefined || isUnknown(found) ? name : (found.id ?? name);
}

/** The default name of a column. */
function getLastPart(formula: string): string {
  return formula
    .replace(/^\[|\]$/g, "")
    .split("/")
    .at(-1)!;
}

function listItems<T>(list: readonly T[] | string | undefined): readonly T[] {
  return Array.isArray(list) ? list : [];
}
