import type { Node, SourceNode } from "pulumi-analytics-generate/dbt";
import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import type { Json, JsonObject } from "pulumi-analytics-internal/core/model";
import { isObject, readKnownString, toList } from "pulumi-analytics-internal/core/model/json";
import { listObjects } from "../../documents/map-objects";
import type { OwnFile } from "../../documents/read-files";
import { listFieldNames } from "../../documents/references";
import { escapeJinja } from "../../text/writers/jinja";

/** What reads nodes of a dbt project. */
export interface FoundExposure {
  readonly reader: OwnFile;
  /** As dbt writes them: `ref('orders')`. */
  readonly dependsOn: readonly string[];
  /** Tables that the project doesn't have. */
  readonly others: readonly string[];
}

/** A model, seed, snapshot or source of a dbt project. */
interface FoundNode {
  /** As dbt writes it: `ref('orders')`. */
  readonly reference: string;
  readonly name: string;
  /** The names of its documented columns, by the names that formulas may call them. */
  readonly columns: ReadonlyMap<string, string>;
}

/** Tells the node of a warehouse's table: by its last three or two names, in any case. */
export type FindNode = (path: readonly string[]) => FoundNode | undefined;

/** Finds nodes of a project by the tables that dbt makes or reads. */
export function createNodeFinder(nodes: Iterable<Node>, sources: Iterable<SourceNode>): FindNode {
  const found = new Map<string, FoundNode>();
  const add = (parts: readonly (string | null | undefined)[], node: FoundNode) => {
    const known = parts.filter((part) => typeof part === "string" && part !== "") as string[];
    // A connection may leave out the database.
    for (const path of [known, known.slice(-2)]) {
      const key = formPathKey(path);
      if (!found.has(key)) found.set(key, node);
    }
  };
  for (const { database, schema, alias, name, version, columns: documented } of nodes) {
    const versioned = version === undefined || version === null ? "" : `, v=${JSON.stringify(version)}`;
    const columns = new Map(Object.values(documented).map((column) => [normalizePlainName(column.name), column.name]));
    add([database, schema, alias ?? name], { reference: `ref('${name}'${versioned})`, name, columns });
  }
  for (const { database, schema, identifier, name, source_name: source } of sources) {
    add([database, schema, identifier ?? name], {
      reference: `source('${source}', '${name}')`,
      name: `${source}.${name}`,
      columns: new Map(),
    });
  }
  return (path) => found.get(formPathKey(path.slice(-3))) ?? found.get(formPathKey(path.slice(-2)));
}

const formPathKey = (path: readonly string[]) => JSON.stringify(path.map((part) => part.toLowerCase()));

/** What each file reads of a dbt project, also through the models that it reads from. */
export function findExposures(readers: readonly OwnFile[], findNode: FindNode): FoundExposure[] {
  const byName = new Map(readers.filter(({ type }) => type === "data model").map((reader) => [reader.name, reader]));
  const direct = new Map(readers.map((reader) => [reader, listSources(reader.form)]));
  const collectTables = (reader: OwnFile) => {
    // What is added while it is walked is walked too.
    const seen = new Set([reader]);
    for (const one of seen) {
      for (const name of direct.get(one)?.models ?? []) {
        const other = byName.get(name);
        if (other !== undefined) seen.add(other);
      }
    }
    return [...seen].flatMap((one) => direct.get(one)?.tables ?? []);
  };
  return readers.map((reader) => {
    const tables = collectTables(reader);
    const found = tables.flatMap((path) => findNode(path)?.reference ?? []);
    const others = tables.filter((path) => findNode(path) === undefined).map((path) => path.join("."));
    return { reader, dependsOn: [...new Set(found)].sort(), others: [...new Set(others)].sort() };
  });
}

/** The warehouse's tables and the models below any value. */
function listSources(form: Json): { tables: string[][]; models: string[] } {
  const objects = listObjects(form);
  const paths = objects.map(({ kind, path }) => (kind === "warehouse-table" ? toList(path) : []));
  return {
    tables: paths.map((path) => path.filter((part) => typeof part === "string")).filter(({ length }) => length > 0),
    models: listFieldNames("dataModelId", form),
  };
}

/** What the names of exposures begin with that this command writes; others in the file are left alone. */
const prefix = "analytics_";

/** dbt takes letters, digits and underscores. */
export const formExposureName = (name: string): string =>
  prefix + name.replace(/\W+/g, "_").replace(/^_+|(?<!_)_+$/g, "");

/** An exposure that shall be in the file. */
export interface WantedExposure {
  readonly name: string;
  /** Of a document of the platform: what it is recognized by when its name changes. */
  readonly id?: string;
  /** What a new one has, before `current`. */
  readonly first: JsonObject;
  /** What each run writes again. */
  readonly current: JsonObject;
  /** Written again too: `config.meta.analytics`. */
  readonly analytics?: JsonObject;
}

/** The exposures of files. */
export function nameExposures(found: readonly FoundExposure[], owner: string): WantedExposure[] {
  const read = found.filter(({ dependsOn }) => dependsOn.length > 0);
  const byName = new Map(read.map((exposure) => [formExposureName(exposure.reader.name), exposure]));
  return [...byName].map(([name, { reader, dependsOn }]) => ({
    name,
    first: describeReader(reader, owner),
    current: { depends_on: [...dependsOn] },
  }));
}

const nouns = { "data model": "Data model", workbook: "Workbook", report: "Report" };

function describeReader({ form, file, name, type }: OwnFile, owner: string): JsonObject {
  const top = isObject(form) ? form : {};
  const [label, description] = [top.name, top.description].map((text) => (typeof text === "string" ? text : undefined));
  return {
    label: label ?? name,
    type: type === "data model" ? "analysis" : "dashboard",
    description: description || `${nouns[type]} in ${file}`,
    owner: owner.includes("@") ? { email: owner } : { name: owner },
  };
}

/** The id of the platform's document that an exposure in the file is of. */
export function readExposureId(item: Json | undefined): string | undefined {
  const meta = ["config", "meta", "analytics"].reduce((at, key) => (isObject(at) ? at[key] : undefined), item);
  return isObject(meta) ? readKnownString(meta.id) : undefined;
}

const findWanted = (item: Json, wanted: readonly WantedExposure[]): WantedExposure | undefined => {
  const id = readExposureId(item);
  const name = isObject(item) ? item.name : undefined;
  return wanted.find((one) => (id === undefined ? one.id === undefined && one.name === name : one.id === id));
};

/**
 * The contents of a file without the exposures that this command wrote and that are gone.
 *
 * @param isGone whether a document of the platform reads nothing any more, by its id.
 */
export function dropExposures(
  before: JsonObject,
  wanted: readonly WantedExposure[],
  isGone: (id: string) => boolean,
): JsonObject {
  const exposures = toList(before.exposures).filter((item) => {
    if (findWanted(item, wanted) !== undefined) return true;
    const id = readExposureId(item);
    return id === undefined ? !(isObject(item) && String(item.name).startsWith(prefix)) : !isGone(id);
  });
  return { ...before, exposures };
}

/** The contents of a file with what reads dbt's nodes now. Of an exposure that is there, only `current` is written. */
export function mergeExposures(before: JsonObject, wanted: readonly WantedExposure[]): JsonObject {
  const seen = new Set<WantedExposure>();
  const updated = toList(before.exposures).map((item) => {
    const exposure = findWanted(item, wanted);
    if (!isObject(item) || exposure === undefined) return item;
    seen.add(exposure);
    return writeCurrent({ ...item, name: exposure.name }, exposure);
  });
  const added = wanted
    .filter((exposure) => !seen.has(exposure))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((exposure) => writeCurrent({ name: exposure.name, ...escapeJinja(exposure.first) }, exposure));
  return { version: 2, ...before, exposures: [...updated, ...added] };
}

/** Keeps what else stands in `config` and its `meta`. */
function writeCurrent(item: JsonObject, exposure: WantedExposure): JsonObject {
  const current = escapeJinja(exposure.current);
  const analytics = exposure.analytics && escapeJinja(exposure.analytics);
  if (analytics === undefined) return { ...item, ...current };
  const config = isObject(item.config) ? item.config : {};
  const meta = isObject(config.meta) ? config.meta : {};
  return { ...item, ...current, config: { ...config, meta: { ...meta, analytics } } };
}
