import type { Call } from "../../call";
import { createFailure } from "../../http/errors";
import type { CompiledModel } from "../../spec/compile";
import { Uncomputed } from "../../spec/compile/expressions";
import { translateLiterals } from "../../spec/compile/literals";
import { compileRows, groupVisualization } from "../../spec/compile/query";
import type { Source, TableElement } from "../../spec/schema";
import { listLeafSources } from "../../spec/sources";
import type { DataElement, Download } from "../../state/records";
import type { Rows, Warehouse } from "../../warehouse";
import type { CompiledDocument } from "./contents";
import { buildExportedFile } from "./exported-file";

/** What is asked for, as far as it decides the rows. */
interface Asked {
  readonly elementId?: string | undefined;
  readonly format: { readonly type: string };
  readonly rowLimit?: number | undefined;
  readonly offset?: number | undefined;
  readonly parameters?: Readonly<Record<string, string>> | undefined;
  readonly tag?: string | undefined;
}

type Computed = Pick<Download, "sql" | "failure">;

const formats: Readonly<Record<string, (rows: Rows) => string>> = {
  json: writeJson,
  jsonl: writeJsonLines,
  csv: writeCsv,
};

/**
 * The statement for the rows of an element, or why there is none. Without data, only elements over statements that read
 * no table are computed, and any other export is a file without data.
 */
export async function compileExport(document: CompiledDocument, asked: Asked): Promise<Computed> {
  const { elementId, format, parameters = {} } = asked;
  const element = document.data.find(({ table }) => table.id === elementId);
  if (element === undefined || !Object.hasOwn(formats, format.type)) return {};
  const { warehouse } = document.call;
  const leaves = listLeaves(document.model, element.table.source);
  try {
    const statements = new Map(leaves.flatMap((leaf) => (leaf.kind === "sql" ? [translate(document.call, leaf)] : [])));
    if (!warehouse.hasData && !(await areConstant(warehouse, leaves, statements))) return {};
    const outputs = new Map<string, readonly string[]>();
    for (const [statement, translated] of statements) outputs.set(statement, await warehouse.describe(translated));
    const relations = new Map((await warehouse.listTables()).map((one) => [formKey(one.path), one.relation]));
    const [parameter] = Object.keys(parameters);
    if (parameter !== undefined) throw new Uncomputed(`the parameter "${parameter}"`);
    if (asked.tag !== undefined) throw new Uncomputed("the version at a tag");
    const sql = compileRows(
      document.model,
      convertToRows(element),
      {
        listOutputs: (statement) => outputs.get(statement),
        translate: (statement) => statements.get(statement)!,
        findRelation: (path) => relations.get(formKey(path)),
      },
      { limit: asked.rowLimit, offset: asked.offset },
    );
    return { sql };
  } catch (error) {
    const { message } = error as Error;
    const isStatement = !(error instanceof Uncomputed);
    return { failure: isStatement ? message : `The emulator can't compute ${message}` };
  }
}

/** @throws a 500 that says what can't be computed */
export async function runExport(
  { warehouse }: Call,
  download: Download,
): Promise<{ contentType: string; content: Buffer }> {
  const { type, sql, failure } = download;
  const file = buildExportedFile(type);
  if (failure !== undefined) throw createFailure(500, failure);
  if (sql === undefined) return file;
  try {
    return { ...file, content: Buffer.from(formats[type]!(await warehouse.run(sql))) };
  } catch (error) {
    throw createFailure(500, `The emulator can't compute the export: ${(error as Error).message}`);
  }
}

/** Names in paths ignore case. */
const formKey = (path: readonly string[]) => JSON.stringify(path).toLowerCase();

function convertToRows({ type, table, vizualizationType = "", datasetId }: DataElement) {
  const isCrossed = vizualizationType === "pivot-table" && "columnsBy" in table;
  const refused: readonly (readonly [boolean, string])[] = [
    [isCrossed || vizualizationType === "input-table", `an element of the kind ${vizualizationType}`],
    [datasetId !== undefined, "an element over a dataset"],
    ["timeline" in table, "a number with a timeline"],
  ];
  const [, reason] = refused.find(([isRefused]) => isRefused) ?? [];
  if (reason !== undefined) throw new Uncomputed(reason);
  return type === "visualization" ? groupVisualization(table) : table;
}

/** What an element reads from in the end, through other elements and data models, each of which counts once. */
function listLeaves(model: CompiledModel, source: Source, seen = new Set<TableElement>()): Source[] {
  // The columns of these come from elsewhere.
  if (source.kind === "csv-table") return [source];
  return listLeafSources(source).flatMap((leaf) => {
    const target = leaf.kind === "table" || leaf.kind === "data-model" ? model.getTable(leaf) : undefined;
    if (target === undefined) return [leaf];
    return seen.has(target.table) ? [] : listLeaves(target.model, target.table.source, seen.add(target.table));
  });
}

/** A statement, and how DuckDB reads what the connection's warehouse reads in it. */
function translate(
  { store }: Call,
  { statement, connectionId }: Extract<Source, { kind: "sql" }>,
): readonly [string, string] {
  return [statement, translateLiterals(statement, store.connections.get(connectionId)?.type ?? "")];
}

/** Whether all sources are statements that read no table, such as `values`. */
async function areConstant(
  warehouse: Warehouse,
  leaves: readonly Source[],
  statements: ReadonlyMap<string, string>,
): Promise<boolean> {
  for (const leaf of leaves) {
    if (leaf.kind !== "sql" || !(await isConstant(warehouse, statements.get(leaf.statement)!))) return false;
  }
  return true;
}

/** Of the statements that only another warehouse understands, those with `values` are errors, and no files without data. */
async function isConstant(warehouse: Warehouse, statement: string): Promise<boolean> {
  const hasValues = /\bvalues\b/i.test(statement);
  try {
    if (!(await warehouse.isConstant(statement))) return false;
    await warehouse.describe(statement);
    return true;
  } catch (error) {
    if (hasValues) throw error;
    return false;
  }
}

function writeJson({ names, rows }: Rows): string {
  return JSON.stringify(rows.map((row) => Object.fromEntries(row.map((value, index) => [names[index], value]))));
}

function writeJsonLines({ names, rows }: Rows): string {
  const write = (row: Rows["rows"][number]) => writeJson({ names, rows: [row] }).slice(1, -1);
  return rows.map((row) => `${write(row)}\n`).join("");
}

function writeCsv({ names, rows }: Rows): string {
  const write = (value: unknown) => {
    const text = value === null ? "" : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [names, ...rows].map((row) => `${row.map(write).join(",")}\r\n`).join("");
}
