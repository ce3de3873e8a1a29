import { type AnalyticsClient, Catalog } from "pulumi-analytics-internal/core/api";
import {
  checkSources,
  type Finding,
  formTableKey,
  type KnownTable,
  listSourceTables,
  locateFindings,
  type SourceTable,
} from "pulumi-analytics-internal/core/model";
import { isSameName, quoteArgument } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command";
import { parsePair } from "../command/options";
import type { Document } from "../documents/document";
import { listFieldNames } from "../documents/references";
import { collectLiving } from "../platform/models";

/** What the catalog lacks, and what couldn't be checked. */
export interface LiveReport {
  readonly findings: readonly Finding[];
  /** A sentence each. */
  readonly unchecked: readonly string[];
}

/**
 * Looks up the tables and columns of warehouses that documents name in the platform's catalog.
 *
 * @param given values of `!ref` names, of connections also by name: `warehouse=Snowflake prod`; others are found by
 *   their name.
 * @param step is called for each table that was read.
 */
export async function checkLive(
  client: AnalyticsClient,
  documents: readonly Document[],
  given: readonly string[],
  start: (tables: number) => (work: (step: () => void) => Promise<void>) => Promise<void>,
): Promise<LiveReport> {
  const names = [...new Set(documents.flatMap(({ contents }) => listFieldNames("connectionId", contents)))];
  const connections = await resolveConnections(client, names, given);
  const filled = documents.map(({ file, ...document }) => ({
    source: file!.source,
    ...document.convertToModel(connections),
  }));
  const tables = new Map(
    filled.flatMap(({ spec }) => listSourceTables(spec).map((table) => [formTableKey(table), table] as const)),
  );
  const known = new Map<string, KnownTable>();
  const unchecked = listUnresolved(documents, connections);
  const catalog = new Catalog(client);
  const read = async ([key, table]: [string, SourceTable], step: () => void) => {
    const entry = await catalog.read(table);
    step();
    if (entry.state === "unreadable") unchecked.push(`${table.path.join(".")}: ${entry.why}`);
    else known.set(key, entry);
  };
  await start(tables.size)(async (step) => void (await Promise.all([...tables].map((table) => read(table, step)))));
  const findings = filled.flatMap(({ spec, source, locate }) => {
    const found = locate(checkSources(spec, (key) => known.get(key)));
    locateFindings(found, source);
    return found;
  });
  return { findings, unchecked: unchecked.sort() };
}

/** The ids of the connections that names stand for. */
async function resolveConnections(
  client: AnalyticsClient,
  names: readonly string[],
  given: readonly string[],
): Promise<Record<string, string>> {
  const all = await collectLiving(client.connections.list());
  const find = (wanted: string) =>
    all.find(({ connectionId, name }) => connectionId === wanted || isSameName(name, wanted))?.connectionId;
  const asked = given.flatMap((text) => {
    const [name, wanted] = parsePair("--ref", text, "name=connection, such as warehouse=Snowflake");
    // A dry run has values of other names, too.
    if (!names.includes(name)) return [];
    const id = find(wanted);
    if (id !== undefined) return [[name, id] as const];
    throw new UsageError(
      `--ref ${text}: no connection has this id or name. Connections: ${all.map((one) => one.name).join(", ")}.`,
    );
  });
  const byName = names.flatMap((name) => {
    const id = find(name);
    return id === undefined ? [] : [[name, id] as const];
  });
  return Object.fromEntries([...byName, ...asked]);
}

/** Tables whose connection nobody knows. */
function listUnresolved(documents: readonly Document[], connections: Readonly<Record<string, string>>): string[] {
  return documents.flatMap(({ file, contents }) => {
    const open = listFieldNames("connectionId", contents).filter((name) => !(name in connections));
    return open.map(
      (name) =>
        `${file!.file}: no connection has the name of \`!ref ${name}\`. Add --ref ${quoteArgument(name)}=<id or name>`,
    );
  });
}
