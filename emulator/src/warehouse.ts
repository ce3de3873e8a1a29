import { existsSync, readdirSync, statSync } from "node:fs";
import { basename, join, parse, resolve } from "node:path";
import type { DuckDBConnection, DuckDBInstance, DuckDBValue } from "@duckdb/node-api";
import type { CatalogColumn } from "./spec/catalog";
import { quoteIdentifier, quoteText } from "./spec/compile/expressions";

/** A value of an export; dates are texts in ISO 8601, in UTC. */
export type Value = string | number | boolean | null;

/** A table of the warehouse, with its columns as DuckDB reads them. */
export interface DataTable {
  readonly path: readonly string[];
  readonly columns: readonly CatalogColumn[];
  /** Its name in a statement. */
  readonly relation: string;
}

/** What a statement puts out. */
export interface Rows {
  readonly names: readonly string[];
  readonly rows: readonly (readonly Value[])[];
}

/**
 * The warehouse behind the connections: DuckDB over the files of a folder, or a DuckDB file. Without either, it
 * computes statements that read no table. DuckDB is only loaded once it is needed.
 *
 * @example
 * const warehouse = new Warehouse("data"); // data/SALES/PUBLIC/ORDERS.csv
 * const [orders] = await warehouse.listTables(); // path: ["SALES", "PUBLIC", "ORDERS"]
 */
export class Warehouse {
  readonly #data: string | undefined;
  #opened:
    | Promise<{ instance: DuckDBInstance; connection: DuckDBConnection; tables: readonly DataTable[] }>
    | undefined;

  /** @throws if there is nothing at that path */
  constructor(data?: string) {
    this.#data = data === undefined ? undefined : resolve(data);
    if (this.#data === undefined) return;
    const advice = "Give --data a folder with CSV and Parquet files, or a DuckDB file; the state goes to --state.";
    if (!existsSync(this.#data)) throw new Error(`${this.#data} doesn't exist. ${advice}`);
    const isFolder = statSync(this.#data).isDirectory();
    if (!isFolder && !isDatabase(this.#data)) throw new Error(`${this.#data} isn't a folder with data. ${advice}`);
  }

  get hasData(): boolean {
    return this.#data !== undefined;
  }

  async listTables(): Promise<readonly DataTable[]> {
    return (await this.#open()).tables;
  }

  /** Whether a statement computes the same without any table. */
  async isConstant(statement: string): Promise<boolean> {
    const { connection } = await this.#open();
    return connection.getTableNames(statement, false).length === 0;
  }

  /**
   * The columns of a statement.
   *
   * @throws what DuckDB says, if it doesn't understand the statement
   */
  async describe(statement: string): Promise<readonly string[]> {
    const reader = await this.#read(`describe ${statement}`);
    return reader.getRows().map(([name]) => String(name));
  }

  /** @throws what DuckDB says, if it can't compute the statement */
  async run(statement: string): Promise<Rows> {
    const reader = await this.#read(statement);
    return { names: reader.columnNames(), rows: reader.getRows().map((row) => row.map(toValue)) };
  }

  /** Clients write statements: one that reads is prepared and run, nothing else. */
  async #read(statement: string) {
    const { connection } = await this.#open();
    const { StatementType } = loadDuckDb();
    try {
      const statements = await connection.extractStatements(statement);
      const prepared = statements.count === 1 ? await statements.prepare(0) : undefined;
      if (prepared?.statementType !== StatementType.SELECT) throw new Error("Only one select is computed.");
      return await prepared.runAndReadAll();
    } catch (error) {
      // What follows are candidates, and the place in the statement.
      throw new Error((error as Error).message.split("\n")[0]);
    }
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined);
    opened?.connection.closeSync();
    opened?.instance.closeSync();
  }

  #open() {
    this.#opened ??= this.#create();
    return this.#opened;
  }

  async #create() {
    const { DuckDBInstance } = loadDuckDb();
    const instance = await DuckDBInstance.create(":memory:");
    const connection = await instance.connect();
    const sources = this.#data === undefined ? [] : listSources(this.#data);
    const tables = await attachSources(connection, sources);
    // Times without a zone are in UTC, whatever that of the machine.
    await connection.run("set TimeZone = 'UTC'");
    // Statements come from clients: they read the files of the data, and no other. In a folder that is allowed, some
    // write before they run.
    await connection.run(`set allowed_paths = [${sources.map(({ file }) => quoteText(file)).join(", ")}]`);
    await connection.run("set enable_external_access = false");
    await connection.run("set lock_configuration = true");
    return { instance, connection, tables };
  }
}

const isDatabase = (file: string) => /\.(duckdb|db)$/i.test(file);

/** @throws an error that says what to install */
function loadDuckDb(): typeof import("@duckdb/node-api") {
  try {
    return require("@duckdb/node-api");
  } catch {
    throw new Error("The emulator computes with DuckDB. Install it beside the emulator: npm install @duckdb/node-api");
  }
}

interface Source {
  readonly file: string;
  /** The folders above the file, and its name. */
  readonly path: readonly string[];
}

const listSources = (data: string): readonly Source[] =>
  statSync(data).isDirectory() ? listFiles(data, []) : [{ file: data, path: [parse(data).name] }];

/** Files of a folder as views, and DuckDB files as they are; of a path, the folders above a file are the first parts. */
async function attachSources(connection: DuckDBConnection, sources: readonly Source[]): Promise<DataTable[]> {
  for (const { file, path } of sources) {
    if (isDatabase(file)) {
      await attachDatabase(connection, file, nameCatalog(path.at(-1)!));
    } else {
      await addView(connection, file, path);
    }
  }
  const tables = await describeTables(connection);
  // Statements may leave out the catalog, and the schema.
  const schemas = new Set(tables.map(({ relation }) => relation.replace(/\."(?:[^"]|"")*"$/, "")));
  if (schemas.size > 0) await connection.run(`set search_path = ${quoteText([...schemas].join(","))}`);
  return tables;
}

function listFiles(folder: string, above: readonly string[]): Source[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = join(folder, entry.name);
    if (entry.isDirectory()) return listFiles(file, [...above, entry.name]);
    const isData = /\.(csv|parquet)$/i.test(entry.name) || (above.length === 0 && isDatabase(entry.name));
    return isData ? [{ file, path: [...above, parse(basename(entry.name)).name] }] : [];
  });
}

async function addView(connection: DuckDBConnection, file: string, path: readonly string[]): Promise<void> {
  if (path.length !== 3) {
    throw new Error(`${file} isn't in a folder of a schema in a folder of a catalog: write SALES/PUBLIC/ORDERS.csv.`);
  }
  const [catalog, schema, table] = path as [string, string, string];
  const place = `${nameCatalog(catalog)}.${quoteIdentifier(schema)}`;
  await connection.run(`attach if not exists ':memory:' as ${nameCatalog(catalog)}`);
  await connection.run(`create schema if not exists ${place}`);
  const read = /\.csv$/i.test(file) ? "read_csv" : "read_parquet";
  try {
    await connection.run(`create view ${place}.${quoteIdentifier(table)} as select * from ${read}(${quoteText(file)})`);
  } catch (error) {
    throw new Error(`${file} can't be read: ${(error as Error).message}`);
  }
}

async function attachDatabase(connection: DuckDBConnection, file: string, catalog: string): Promise<void> {
  try {
    await connection.run(`attach ${quoteText(file)} as ${catalog} (read_only)`);
  } catch (error) {
    const { version } = loadDuckDb();
    const [reason] = (error as Error).message.split("\n");
    throw new Error(
      `${file} can't be read: ${reason}. This DuckDB is ${version()}. If a newer one wrote the file, install it: ` +
        "npm install @duckdb/node-api@latest",
    );
  }
}

/** Some names are DuckDB's own. */
function nameCatalog(name: string): string {
  return quoteIdentifier(["main", "memory", "system", "temp"].includes(name.toLowerCase()) ? `${name}_catalog` : name);
}

async function describeTables(connection: DuckDBConnection): Promise<DataTable[]> {
  const reader = await connection.runAndReadAll(
    "select database_name, schema_name, table_name, column_name, data_type from duckdb_columns() " +
      "where not internal and database_name not in ('memory', 'system', 'temp') " +
      "order by database_name, schema_name, table_name, column_index",
  );
  const tables = new Map<string, { path: string[]; columns: CatalogColumn[]; relation: string }>();
  for (const [database, schema, table, column, type] of reader.getRows().map((row) => row.map(String))) {
    const relation = [database!, schema!, table!].map(quoteIdentifier).join(".");
    const path = [database!.replace(/^(main|memory|system|temp)_catalog$/i, "$1"), schema!, table!];
    const known = tables.get(relation) ?? { path, columns: [], relation };
    known.columns.push({ name: column!, type: findType(type!) });
    tables.set(relation, known);
  }
  return [...tables.values()];
}

function findType(type: string): CatalogColumn["type"] {
  if (/^(DATE|TIME)/.test(type)) return "datetime";
  if (/^(DECIMAL|DOUBLE|FLOAT|U?(TINY|SMALL|BIG|HUGE)?INT)/.test(type)) return "number";
  return type === "BOOLEAN" ? "boolean" : "text";
}

function toValue(value: DuckDBValue): Value {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  // A number that readers of JSON may round is a text with its digits.
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if ("toDouble" in value && typeof value.toDouble === "function") {
    const text = String(value);
    return text.replace(/\D/g, "").replace(/^0+/, "").length > 15 ? text : value.toDouble();
  }
  if ("micros" in value && !("months" in value)) return new Date(Number(BigInt(value.micros) / 1000n)).toISOString();
  if ("days" in value && !("months" in value)) return new Date(value.days * 86_400_000).toISOString();
  return String(value);
}
