import type { DuckDBConnection } from "@duckdb/node-api";
import { CompiledModel } from "../emulator/src/spec/compile";
import { compileRows } from "../emulator/src/spec/compile/query";
import type { Element, TableElement } from "../emulator/src/spec/schema";

export type Value = number | string | boolean | Date | null;
export type Row = Readonly<Record<string, Value>>;

type DuckDb = typeof import("@duckdb/node-api");

/** Undefined where there is none for this machine. */
function loadDuckDb(): DuckDb | undefined {
  try {
    return require("@duckdb/node-api") as DuckDb;
  } catch {
    return undefined;
  }
}

const duckDb = loadDuckDb();

/** A suite with a database in memory; where DuckDB isn't installed for the machine, it is skipped. */
export function describeWithDuckDb(name: string, define: (database: () => DuckDBConnection) => void): void {
  if (duckDb === undefined) {
    describe.skip(`${name} (DuckDB isn't installed for this machine)`, () => define(() => undefined as never));
    return;
  }
  describe(name, () => {
    let database: DuckDBConnection;
    beforeAll(async () => {
      const instance = await duckDb.DuckDBInstance.create(":memory:");
      database = await instance.connect();
    });
    afterAll(() => database.closeSync());
    define(() => database);
  });
}

/** The rows of a query, with dates as dates and decimals as numbers. */
export async function query(database: DuckDBConnection, sql: string): Promise<Row[]> {
  const reader = await database.runAndReadAll(sql);
  const names = reader.columnNames();
  return reader.getRows().map((row) => Object.fromEntries(row.map((value, index) => [names[index]!, toPlain(value)])));
}

function toPlain(value: unknown): Value {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number" || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "object" && "micros" in value) return new Date(Number(value.micros as bigint) / 1000);
  if (typeof value === "object" && "days" in value && !("months" in value)) {
    return new Date(Number(value.days) * 86_400_000);
  }
  if (typeof value === "object" && "toDouble" in value) return (value as { toDouble(): number }).toDouble();
  throw new Error(`A value of DuckDB that isn't known: ${String(value)}`);
}

/**
 * The statement by which the emulator computes the last of some elements.
 *
 * @param findRelation the relation of DuckDB that a table of a warehouse is, by the last part of its path
 */
export function compileLast(elements: readonly object[], findRelation: (name: string) => string): string {
  const model = new CompiledModel([{ id: "page", name: "Page", elements: elements as Element[] }], {
    referenceCase: "insensitive",
    columnLabels: "resolve",
    usesFriendlyNames: () => true,
    columnsOf: () => undefined,
    pagesOf: () => undefined,
  });
  const data = { listOutputs: () => undefined, findRelation: (path: readonly string[]) => findRelation(path.at(-1)!) };
  return compileRows(model, elements.at(-1) as TableElement, data);
}
