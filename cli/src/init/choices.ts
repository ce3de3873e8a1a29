import {
  type AnalyticsClient,
  collect,
  FolderTree,
  formatObjectPath,
  getPlatformPath,
  isRefusal,
  parseObjectPath,
  readUnless,
  type TableColumn,
} from "pulumi-analytics-internal/core/api";
import { escapeLine, isSameName, suggestWord } from "pulumi-analytics-internal/core/text";
import { type Context, UsageError } from "../command";
import { collectLiving, readFolders } from "../platform/models";
import type { ModelRef } from "./model-folder";

type Asking = Pick<Context, "console" | "signal">;

/** What the first model reads, and where it is kept. */
export interface Chosen {
  readonly folderId: string;
  readonly connectionId: string;
  readonly path: readonly string[];
  /** Undefined: the catalog doesn't have the table, or doesn't show its columns. */
  readonly columns: readonly TableColumn[] | undefined;
}

/** What is chosen already, by options or by default. */
export interface Wanted {
  readonly folder?: string | undefined;
  readonly connection?: string | undefined;
  readonly table?: string | undefined;
  /** What names in models that are here stand for; a connection by its name or id. */
  readonly refs?: Readonly<Record<string, string | undefined>>;
}

/**
 * Folder, connection and table of the first model: what is wanted, or an answer.
 *
 * @throws UsageError when the organization doesn't have what is wanted.
 */
export async function choose(client: AnalyticsClient, asking: Asking, wanted: Wanted): Promise<Chosen> {
  const folderId = await pick(asking, "folder", await listFolders(client), wanted.folder);
  const connectionId = await pick(asking, "connection", await listConnections(client), wanted.connection);
  const path = await chooseTable(client, asking, connectionId, wanted.table);
  return { folderId, connectionId, path, columns: await listColumns(client, connectionId, path) };
}

/**
 * The folder of models that are here, and what their names stand for: what is wanted, or an answer.
 *
 * @returns the settings of the stack.
 * @throws UsageError when the organization doesn't have what is wanted.
 */
export async function chooseForModels(
  client: AnalyticsClient,
  asking: Asking,
  { folder, refs: values = {} }: Wanted,
  refs: readonly ModelRef[],
): Promise<Record<string, string>> {
  const settings = {
    folderId: await pick(asking, "folder", await listFolders(client), folder, "Folder of the models"),
  };
  const connections = refs.some(({ isConnection }) => isConnection) ? await listConnections(client) : [];
  const chosen: Record<string, string> = {};
  for (const { name, key, isConnection } of refs) {
    const question = `What !ref ${escapeLine(name)} stands for`;
    chosen[key] = isConnection
      ? await pick(asking, "connection", connections, values[name], question)
      : (values[name] ?? (await asking.console.ask(`${question}, an id`, asking.signal)));
  }
  return { ...settings, ...chosen };
}

interface Named {
  readonly id: string;
  /** As people know it, and as the option names it. */
  readonly name: string;
  /** The name without its escapes, where it may have some: it may mean several. */
  readonly plain?: string;
}

async function listFolders(client: AnalyticsClient): Promise<Named[]> {
  const places = await readFolders(client);
  const tree = new FolderTree(places);
  const found = places
    .filter(({ type }) => type === "folder")
    .map((one) => ({ id: one.id, name: tree.writeFilePath(one), plain: getPlatformPath(one) }));
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function listConnections({ connections }: AnalyticsClient): Promise<Named[]> {
  return (await collectLiving(connections.list())).map(({ connectionId: id, name }) => ({ id, name }));
}

/** The id of the wanted one, or of the one that the user chooses. */
async function pick(
  { console, signal }: Asking,
  noun: string,
  all: readonly Named[],
  wanted?: string,
  question = `${noun[0]?.toUpperCase()}${noun.slice(1)} of the first model`,
) {
  if (wanted === undefined) {
    if (all.length === 0) throw new UsageError(`the credentials see no ${noun}. Create one in the product.`);
    const choices = all.map(({ id, name }) => ({ name: escapeLine(name), value: id }));
    return console.choose(question, choices, signal);
  }
  const isMeant = (text: string) => isSameName(text, wanted);
  const found = all.filter(
    ({ id, name, plain }) => id === wanted || isMeant(name) || (plain !== undefined && isMeant(plain)),
  );
  if (found.length === 1) return (found[0] as Named).id;
  const names = all.map(({ name }) => escapeLine(name));
  throw new UsageError(
    found.length > 1
      ? `--${noun} ${wanted}: ${found.length} have this name. Use an id: ` +
          `${found.map(({ id, name }) => `${id} (${escapeLine(name)})`).join(", ")}.`
      : `--${noun} ${wanted}: the credentials see no such ${noun}.${suggestWord(wanted, names)} Use one of: ` +
          `${names.slice(0, 20).join(", ")}.`,
  );
}

/** Entries of a catalog that are worth a list: beyond them, typing the path is faster than reading them. */
const longest = 2000;

async function chooseTable(client: AnalyticsClient, asking: Asking, connectionId: string, wanted?: string) {
  const given = wanted ?? (await askForTable(client, asking, connectionId));
  const path = parseObjectPath(given);
  if (path !== undefined) return path;
  throw new UsageError(`--table ${given}: not a path in a warehouse. Use DATABASE.SCHEMA.TABLE.`);
}

async function askForTable(client: AnalyticsClient, { console, signal }: Asking, connectionId: string) {
  const tables = await listTables(client, connectionId);
  if (tables === undefined) return console.ask("Table of the first model, as DATABASE.SCHEMA.TABLE", signal);
  const choices = tables.map((name) => ({ name: escapeLine(name), value: name }));
  return console.choose("Table of the first model", choices, signal);
}

/** The tables of a catalog; undefined when there are none, too many, or the credentials may not list them. */
async function listTables(client: AnalyticsClient, connectionId: string): Promise<string[] | undefined> {
  const paths: string[][] = [];
  try {
    for await (const found of client.connections.listPaths({ connectionId })) {
      // A filter that the platform doesn't know would be ignored.
      if (found.connectionId === connectionId) paths.push(found.path);
      if (paths.length > longest) return undefined;
    }
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
  // Databases and schemas are in the list too.
  const above = new Set(paths.map((path) => formatObjectPath(path.slice(0, -1))));
  const tables = paths.map(formatObjectPath).filter((path) => !above.has(path));
  return tables.length === 0 ? undefined : tables.sort();
}

function listColumns({ connections }: AnalyticsClient, connectionId: string, path: readonly string[]) {
  const read = async () => {
    const { inodeId } = await connections.lookup(connectionId, path);
    return (await collect(connections.listColumns(inodeId))).filter(({ visibility }) => visibility === "included");
  };
  return readUnless(isRefusal, read());
}
