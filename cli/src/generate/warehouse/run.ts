import pLimit from "p-limit";
import { buildModels, createPattern, type Pattern } from "pulumi-analytics-generate";
import { buildTables, type CatalogTable } from "pulumi-analytics-generate/warehouse";
import {
  type AnalyticsClient,
  collect as collectAll,
  formatObjectPath,
  isNotFound,
  parseObjectPath,
} from "pulumi-analytics-internal/core/api";
import { formatSyncCommand } from "pulumi-analytics-internal/core/text";
import { type Context, type Outcome, UsageError } from "../../command";
import { FileWriter } from "../../command/files";
import { findConnection } from "../../platform/connection";
import type { ProfileOptions } from "../../platform/profile";
import { parseDecisions } from "../decisions";
import { defaultFolder, type WriteOptions } from "../options";
import { hidePersonal } from "../personal";
import { readKnownTables } from "../read-known-tables";
import { readSettings, warehouseSettings } from "../settings";
import { writeModels } from "../write-models";

interface Options extends ProfileOptions, WriteOptions {
  readonly connection: string;
  readonly tables?: string;
}

/** Tables that are read at once. */
const width = 5;

/** Writes data models for the tables of the catalog. */
export async function run(context: Context, [name = ""]: readonly string[], options: Options): Promise<Outcome> {
  const path = parseObjectPath(name);
  if (path === undefined) throw new UsageError(`${name}: not a path. Use DATABASE.SCHEMA.`);
  const { out = defaultFolder, set = [] } = options;
  const source = `warehouse ${formatObjectPath(path)}`;
  const decisions = parseDecisions(options.decide);
  const { settings, write } = readSettings(new FileWriter(context.cwd, out), source, warehouseSettings, set);
  const isTogether = settings.per === "schema";
  const client = await context.client(options);
  const connection = await findConnection(client.connections, options.connection);
  const places = await listTables(client, connection, path, createPattern(options.tables ?? "*", "i"));
  const { found, skipped } = await readTables(context, client, places);
  const known = readKnownTables(context.cwd, out, source);
  const tables = hidePersonal(context.cwd, buildTables(found, known, settings.guess ?? false), known);
  const built = buildModels(isTogether ? tables.map((table) => ({ ...table, file: undefined })) : tables, {
    takenFiles: isTogether ? [] : known.filter(({ isAlone }) => isAlone).map(({ model }) => model),
    connection: settings.ref ?? "warehouse",
    groupOf: ({ id }) => (isTogether ? formGroup(path) : id),
    uniqueKeys: false,
  });
  const relationships = built.droppedLinks.map(({ table, link }) => ({
    name: `${table}: ${link}`,
    reason: "the data models would depend on each other; use --set per=schema",
  }));
  const told = {
    models: built.models,
    skipped: { tables: skipped, relationships },
    counts: { "guessed relationships": tables.flatMap(({ links }) => links).length },
    warnings: [],
  };
  const isWhole = options.tables === undefined;
  return writeModels(context, { ...told, source, isWhole, beside: write, settings, decisions }, options);
}

/** The schema's name is that of the model. */
const formGroup = (path: readonly string[]) => path.at(-1) ?? "tables";

interface TablePlace {
  readonly id: string;
  readonly path: readonly string[];
}

/** The tables of a schema, or the one table that a path means, in the order of their names. */
async function listTables(
  { connections, files }: AnalyticsClient,
  connection: string,
  path: readonly string[],
  wanted: Pattern,
): Promise<TablePlace[]> {
  const name = formatObjectPath(path);
  const { kind, inodeId } = await lookUp(connections, connection, path);
  if (kind === "table") return [{ id: inodeId, path }];
  if (kind !== "scope") throw new UsageError(`${name}: a ${kind}, not a schema or table.`);
  const listed = await collectAll(files.list({ type: "table", parentId: inodeId, directChildren: true }));
  const tables = listed.filter((file) => file.isArchived !== true && wanted.test(file.name));
  if (tables.length === 0) {
    throw new UsageError(
      listed.length === 0
        ? `${name}: the catalog has no tables directly in it. Name a schema, such as ${name}.PUBLIC.`
        : `--tables: none of the ${listed.length} tables of ${name} has such a name.`,
    );
  }
  return tables
    .map(({ id, name: table }) => ({ id, path: [...path, table] }))
    .sort((a, b) => (a.path.at(-1)! < b.path.at(-1)! ? -1 : 1));
}

async function lookUp(connections: AnalyticsClient["connections"], connection: string, path: readonly string[]) {
  try {
    return await connections.lookup(connection, path);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    const name = formatObjectPath(path);
    throw new UsageError(
      `${name}: the catalog doesn't have it. Check the case, or run: ${formatSyncCommand(connection, path)}`,
    );
  }
}

/** The tables with their columns; one that can't be read is skipped. */
async function readTables(
  { console, signal }: Context,
  { connections }: AnalyticsClient,
  places: readonly TablePlace[],
) {
  const skipped: { name: string; reason: string }[] = [];
  const limit = pLimit(width);
  const read = await console.showProgress("Reading tables", places.length, (step) =>
    Promise.all(
      places.map(({ id, path }) =>
        limit(async (): Promise<CatalogTable | undefined> => {
          signal.throwIfAborted();
          try {
            const columns = await collectAll(connections.listColumns(id));
            const there = columns.filter(({ visibility }) => visibility !== "removed");
            return { path, columns: there.map(({ type, ...column }) => ({ ...column, type: readTypeName(type) })) };
          } catch (error) {
            if (!isNotFound(error)) throw error;
            skipped.push({ name: formatObjectPath(path), reason: "the catalog doesn't have it any more" });
            return undefined;
          } finally {
            step();
          }
        }),
      ),
    ),
  );
  return { found: read.filter((table) => table !== undefined), skipped };
}

/** The catalog has a text, or an object with one. */
function readTypeName(type: unknown): string | undefined {
  const name = typeof type === "object" && type !== null && "type" in type ? type.type : type;
  return typeof name === "string" ? name : undefined;
}
