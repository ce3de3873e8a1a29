import type { Settings } from "../../settings";
import { type Catalog, findCalled, formFriendlyName } from "../catalog";
import { CompiledModel } from "../compile";
import { mapReferences, readPlainReference } from "../formula";
import { deriveColumnName, ElementNames, getColumnName, getPrimarySource } from "../names";
import type { Column, InnerSource, Page, Source, TableElement } from "../schema";
import { listTables } from "../tables";
import { mapFormulas, mapTables } from "./walk";

/** References to columns of a warehouse get the friendly name, on connections that use friendly names. */
export function writeFriendlyReferences(
  { friendlyNames }: Settings,
  pages: readonly Page[],
  catalog: Catalog,
): readonly Page[] {
  if (friendlyNames === "as-sent") {
    return pages;
  }
  return mapFormulas(pages, (formula, table) => {
    const sides = listWarehouseSides(table.source);
    return mapReferences(formula, (reference) => {
      const [prefix, ...rest] = reference;
      const side = sides.get(prefix!.toLowerCase());
      const isRelated = rest.length > 1 && table.relationships?.some(({ name }) => name === rest[0]);
      if (!side || rest.length === 0 || isRelated || !catalog.usesFriendlyNames(side.connectionId)) {
        return reference;
      }
      const sent = rest.join("/");
      const known = findCalled(catalog.columnsOf(side.connectionId, side.path) ?? [], sent, true);
      return [prefix!, formFriendlyName(known?.name ?? sent)];
    });
  });
}

type WarehouseTable = Extract<InnerSource, { kind: "warehouse-table" }>;

/** The warehouse tables that a table reads from directly, by the prefix that formulas have for them, in lower case. */
function listWarehouseSides(source: Source): ReadonlyMap<string, WarehouseTable> {
  const sides = new Map<string, WarehouseTable>();
  const add = (side: Source | undefined, name?: string) => {
    if (side?.kind === "warehouse-table") {
      sides.set((name ?? side.path.at(-1)!).toLowerCase(), side);
    }
  };
  if (source.kind === "join") {
    add(getPrimarySource(source), source.name);
    for (const { right, name } of source.joins) {
      add(right, name);
    }
  } else {
    add(source);
  }
  return sides;
}

/** The second column of one name in a table becomes `Name (1)`, the third `Name (2)`. */
export function numberDuplicates({ duplicateColumnNames }: Settings, pages: readonly Page[]): readonly Page[] {
  if (duplicateColumnNames === "as-sent") {
    return pages;
  }
  return mapTables(pages, (table) => {
    const taken = new Set<string>();
    const given = new Set(table.columns.map(getColumnName));
    const makeUnique = (column: Column): Column => {
      const name = getColumnName(column);
      // The system columns of an input table have neither name nor formula.
      if (name === "" || !taken.has(name)) {
        taken.add(name);
        return column;
      }
      let number = 1;
      while (taken.has(`${name} (${number})`) || given.has(`${name} (${number})`)) {
        number++;
      }
      taken.add(`${name} (${number})`);
      return { ...column, name: `${name} (${number})` };
    };
    return { ...table, columns: table.columns.map(makeUnique) };
  });
}

/** A metric with the name of one that its table inherits becomes `Name (1)`. */
export function numberInheritedMetrics(
  { inheritedMetricNames }: Settings,
  pages: readonly Page[],
  catalog: Catalog,
): readonly Page[] {
  if (inheritedMetricNames === "as-sent") {
    return pages;
  }
  const model = new CompiledModel(pages, catalog);
  return mapTables(pages, (table) => {
    const taken = new Set(table.metrics?.map(({ name }) => name));
    const isTaken = (name: string) => taken.has(name) || model.findInherited(table, name) !== undefined;
    const metrics = table.metrics?.map((metric) => {
      if (metric.name === undefined || model.findInherited(table, metric.name) === undefined) return metric;
      let number = 1;
      while (isTaken(`${metric.name} (${number})`)) number++;
      return { ...metric, name: `${metric.name} (${number})` };
    });
    return metrics === undefined ? table : { ...table, metrics };
  });
}

/** A name that says what the platform would say without it goes. */
export function omitDerivedNames(
  { derivedNames }: Settings,
  pages: readonly Page[],
  catalog: Catalog,
): readonly Page[] {
  if (derivedNames === "kept") {
    return pages;
  }
  const names = new ElementNames(pages, catalog);
  return mapTables(pages, (table) => {
    const { name, ...nameless } = table;
    const lean = name !== undefined && name === names.derive(table) ? nameless : table;
    return { ...lean, columns: table.columns.map(omitDerivedName) };
  });
}

function omitDerivedName(column: Column): Column {
  const { name, ...nameless } = column;
  return readPlainReference(column.formula) && name === deriveColumnName(column.formula) ? nameless : column;
}

/** A union loses the name somebody gave it; formulas say `Union of N Sources` instead. */
export function dropUnionNames({ unionNames }: Settings, pages: readonly Page[], catalog: Catalog): readonly Page[] {
  if (unionNames === "kept") {
    return pages;
  }
  const names = new ElementNames(pages, catalog);
  const tables = listTables(pages);
  const effective = tables.map((table) => names.getName(table));
  const renamed = new Map<string, string>();
  const dropped = new Set<TableElement>();
  for (const table of tables) {
    const derived = names.derive(table);
    const isFree = !effective.includes(derived) && ![...renamed.values()].includes(derived);
    // A name that another table has would change what formulas mean: then this one stays.
    if (table.source.kind === "union" && table.name !== undefined && isFree) {
      renamed.set(table.name, derived);
      dropped.add(table);
    }
  }
  const nameless = mapTables(pages, (table) => {
    const { name: _, ...rest } = table;
    return dropped.has(table) ? rest : table;
  });
  return mapFormulas(nameless, (formula) =>
    mapReferences(formula, (reference) => {
      const name = reference.length > 1 ? renamed.get(reference[0]!) : undefined;
      return name === undefined ? reference : [name, ...reference.slice(1)];
    }),
  );
}
