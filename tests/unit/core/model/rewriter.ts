import { filterObjects, type JsonObject, toList } from "../../../../provider/src/core/model/json";
import { copy, type Loose } from "./fixtures";

/**
 * What a platform may do to a model it stores without changing its meaning, by name: what reports tell of, and what
 * nobody has thought of. Each is written anew here: the provider is not to be tested against itself. `chance` says
 * whether it strikes at a place.
 */
type Rewriting = (model: Loose, chance: () => boolean) => void;

const listColumns = (model: Loose): Loose[] => listTables(model).flatMap(({ columns }) => columns);
const listElements = (model: Loose): Loose[] => model.pages.flatMap(({ elements }: Loose) => elements);
const listTables = (model: Loose): Loose[] => listElements(model).filter(({ kind }) => kind === "table");

/** `ORDER_ID` as `Order Id`: words from underscores, capitals and camel case. */
function formFriendly(name: string): string {
  return name
    .replace(/[/\-.[\]_]+/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .split(" ")
    .filter((word) => word !== "")
    .map((word) => word[0]!.toUpperCase() + (word === word.toUpperCase() ? word.slice(1).toLowerCase() : word.slice(1)))
    .join(" ");
}

const warehouseReference = /^\[([^[\]/]+)\/([^[\]]+)\]$/;

const squeezeName = (name: string) => name.toLowerCase().replace(/[\s_\-/.[\]]+/g, "");

export const reported: Readonly<Record<string, Rewriting>> = {
  "friendly references": (model, chance) => {
    for (const { source, columns } of listTables(model)) {
      for (const column of source.kind === "warehouse-table" ? columns : []) {
        const [, prefix, name] = warehouseReference.exec(column.formula) ?? [];
        if (name !== undefined && chance()) column.formula = `[${prefix}/${formFriendly(name)}]`;
      }
    }
  },
  "derived names left out": (model, chance) => {
    for (const column of listColumns(model)) {
      const [, , name] = warehouseReference.exec(column.formula) ?? [];
      const isDerived =
        name !== undefined && column.name !== undefined && squeezeName(name) === squeezeName(column.name);
      if (isDerived && chance()) delete column.name;
    }
    for (const { source, ...table } of listTables(model)) {
      const last = toList(source.path).at(-1);
      const isDerived =
        typeof last === "string" && table.name !== undefined && squeezeName(last) === squeezeName(table.name);
      const element = listElements(model).find(({ id }) => id === table.id);
      if (isDerived && chance()) delete element.name;
    }
  },
  "numbers behind equal names": (model) => {
    for (const { columns } of listTables(model)) {
      const seen = new Map<string, number>();
      for (const column of columns) {
        if (column.name === undefined) continue;
        const count = seen.get(column.name) ?? 0;
        seen.set(column.name, count + 1);
        if (count > 0) column.name = `${column.name} (${count})`;
      }
    }
  },
  "numbers behind inherited metrics": (model) => {
    for (const { metrics, source } of listTables(model)) {
      const inherited = listElements(model).find(({ id }) => id === source.elementId)?.metrics ?? [];
      for (const metric of toList(metrics) as Loose[]) {
        if (inherited.some(({ name }: Loose) => name === metric.name)) metric.name = `${metric.name} (1)`;
      }
    }
  },
  "trimmed names and SQL": (model) => {
    for (const item of [...listElements(model), ...listColumns(model)]) if (item.name) item.name = item.name.trim();
    for (const { source } of listTables(model)) if (source.statement) source.statement = source.statement.trim();
  },
  "join types and primary sources written out": (model) => {
    for (const { source } of listTables(model)) {
      if (source.kind !== "join") continue;
      for (const join of source.joins)
        join.joinType = join.joinType === "lookup" ? "left-outer" : (join.joinType ?? "left-outer");
      source.primarySource ??= copy(source.joins[0].left);
    }
  },
  "sort and visibility written out": (model) => {
    for (const table of listTables(model)) {
      table.visibleAsSource ??= true;
      for (const key of table.sort ?? []) key.nulls ??= "connection-default";
    }
  },
  "union names left out": (model) => {
    for (const table of listTables(model)) if (table.source.kind === "union") delete table.name;
  },
};

export const unheardOf: Readonly<Record<string, Rewriting>> = {
  "formulas set in another way": (model, chance) => {
    for (const item of [...listColumns(model), ...listTables(model).flatMap(({ metrics = [] }) => metrics)]) {
      if (chance()) item.formula = ` ( ${item.formula} ) `;
    }
  },
  "descriptions completed": (model, chance) => {
    for (const item of listColumns(model)) if (chance()) item.description = `${item.description ?? ""} (checked)`;
  },
  "fields of its own": (model, chance) => {
    for (const item of [...listElements(model), ...listColumns(model)])
      if (chance()) item.revision = { number: 1, tags: ["a"] };
  },
  "formats written out": (model, chance) => {
    for (const column of listColumns(model)) if (chance()) column.format ??= { kind: "number", formatString: ",.2f" };
  },
  "fields it does not keep": (model, chance) => {
    for (const column of listColumns(model)) if (chance()) delete column.format;
    for (const table of listTables(model)) if (chance()) delete table.sort;
  },
  "names in capitals": (model, chance) => {
    for (const item of [...listTables(model), ...listColumns(model)])
      if (item.name && chance()) item.name = item.name.toUpperCase();
  },
};

export const rewritings: Readonly<Record<string, Rewriting>> = { ...reported, ...unheardOf };

/** A model as a platform with these habits stores it. */
export function rewriteModel(model: JsonObject, names: readonly string[], chance: () => boolean): JsonObject {
  const copied = copy(model) as Loose;
  for (const name of names) rewritings[name]!(copied, chance);
  return copied;
}

/** Columns as warehouses have them: some references, some names that are derived, some that two columns share. */
export function rewriteColumns(spec: JsonObject, draw: (below: number) => number): JsonObject {
  const model = copy(spec) as Loose;
  for (const table of listTables(model)) {
    for (const [index, column] of filterObjects(table.columns).entries() as Iterable<[number, Loose]>) {
      const raw = ["ORDER_ID", "unit price", "NetAmount", "V userId", "Net/Gross", "DAYS_TO_SHIP"][draw(6)]!;
      const spelled = [raw, formFriendly(raw), undefined, `${raw} ${index}`][draw(4)];
      if (draw(3) === 0) continue;
      // Two references to one column keep other names, or nobody could tell them apart but by their place.
      column.formula = `[${toList(table.source.path).at(-1) ?? "T"}/${draw(2) === 0 ? `${raw}_${index}` : raw}]`;
      if (spelled === undefined) delete column.name;
      else column.name = spelled;
    }
  }
  return model;
}
