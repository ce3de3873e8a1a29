import type { Json, JsonObject } from "pulumi-analytics-internal/core/spec";
import { isObject, isPlaceholder, toList } from "pulumi-analytics-internal/core/spec/json";
import type { Node, SourceNode } from "../generate";

/** A data model or workbook among the files. */
export interface Reader {
  /** By which other files refer to it: that of its file. */
  readonly name: string;
  /** From the working directory. */
  readonly file: string;
  readonly isWorkbook: boolean;
  readonly form: Json;
}

/** What reads nodes of a dbt project. */
export interface FoundExposure {
  readonly reader: Reader;
  /** As dbt writes them: `ref('orders')`. */
  readonly dependsOn: readonly string[];
  /** Tables that the project doesn't have. */
  readonly others: readonly string[];
}

/** Tells the node of a warehouse's table: by its last three or two names, in any case. */
export type FindNode = (path: readonly string[]) => string | undefined;

/** Finds nodes of a project by the tables that dbt makes or reads. */
export function createNodeFinder(nodes: Iterable<Node>, sources: Iterable<SourceNode>): FindNode {
  const references = new Map<string, string>();
  const add = (parts: readonly (string | null | undefined)[], reference: string) => {
    const known = parts.filter((part) => typeof part === "string" && part !== "") as string[];
    // A connection may leave out the database.
    for (const path of [known, known.slice(-2)]) {
      const key = formPathKey(path);
      if (!references.has(key)) references.set(key, reference);
    }
  };
  for (const { database, schema, alias, name, version } of nodes) {
    const versioned = version === undefined || version === null ? "" : `, v=${JSON.stringify(version)}`;
    add([database, schema, alias ?? name], `ref('${name}'${versioned})`);
  }
  for (const { database, schema, identifier, name, source_name: source } of sources) {
    add([database, schema, identifier ?? name], `source('${source}', '${name}')`);
  }
  return (path) => references.get(formPathKey(path.slice(-3))) ?? references.get(formPathKey(path.slice(-2)));
}

const formPathKey = (path: readonly string[]) => JSON.stringify(path.map((part) => part.toLowerCase()));

/** What each file reads of a dbt project, also through the models that it reads from. */
export function findExposures(readers: readonly Reader[], findNode: FindNode): FoundExposure[] {
  const byName = new Map(readers.filter(({ isWorkbook }) => !isWorkbook).map((reader) => [reader.name, reader]));
  const direct = new Map(readers.map((reader) => [reader, listSources(reader.form)]));
  const collectTables = (reader: Reader) => {
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
    const found = tables.flatMap((path) => findNode(path) ?? []);
    const others = tables.filter((path) => findNode(path) === undefined).map((path) => path.join("."));
    return { reader, dependsOn: [...new Set(found)].sort(), others: [...new Set(others)].sort() };
  });
}

/** The warehouse's tables and the models below any value. */
function listSources(value: Json | undefined): { tables: string[][]; models: string[] } {
  const tables: string[][] = [];
  const models: string[] = [];
  const walk = (inner: Json | undefined): void => {
    if (Array.isArray(inner)) inner.forEach(walk);
    if (!isObject(inner)) return;
    const path = toList(inner.path).filter((part) => typeof part === "string");
    if (inner.kind === "warehouse-table" && path.length > 0) tables.push(path);
    if (isPlaceholder(inner.dataModelId)) models.push(inner.dataModelId.$ref);
    Object.values(inner).forEach(walk);
  };
  walk(value);
  return { tables, models };
}

/** What the names of exposures begin with that this command writes; others in the file are left alone. */
const prefix = "analytics_";

/** dbt takes letters, digits and underscores. */
const formName = (name: string) => prefix + name.replace(/\W+/g, "_");

/** By the names of the exposures that shall be in the file. */
function nameExposures(found: readonly FoundExposure[]): ReadonlyMap<string, FoundExposure> {
  const read = found.filter(({ dependsOn }) => dependsOn.length > 0);
  return new Map(read.map((exposure) => [formName(exposure.reader.name), exposure]));
}

/** The contents of a file without the exposures that this command wrote and that are gone. */
export function dropExposures(before: JsonObject, found: readonly FoundExposure[]): JsonObject {
  const wanted = nameExposures(found);
  const exposures = toList(before.exposures).filter((item) => {
    const name = isObject(item) ? String(item.name) : "";
    return !name.startsWith(prefix) || wanted.has(name);
  });
  return { ...before, exposures };
}

/**
 * The contents of a file with what reads dbt's nodes now. Of an exposure that is there, only the dependencies change;
 * others stay.
 */
export function mergeExposures(before: JsonObject, found: readonly FoundExposure[], owner: string): JsonObject {
  const wanted = nameExposures(found);
  const items = toList(before.exposures);
  const updated = items.map((item) => {
    const exposure = isObject(item) ? wanted.get(String(item.name)) : undefined;
    return isObject(item) && exposure ? { ...item, depends_on: [...exposure.dependsOn] } : item;
  });
  const known = new Set(items.map((item) => (isObject(item) ? item.name : undefined)));
  const added = [...wanted]
    .filter(([name]) => !known.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, exposure]) => createExposure(name, exposure, owner));
  return { ...before, version: before.version ?? 2, exposures: [...updated, ...added] };
}

function createExposure(name: string, { reader, dependsOn }: FoundExposure, owner: string): JsonObject {
  const { form, file, isWorkbook } = reader;
  const top = isObject(form) ? form : {};
  const [label, description] = [top.name, top.description].map((text) => (typeof text === "string" ? text : undefined));
  return {
    name,
    label: label ?? reader.name,
    type: isWorkbook ? "dashboard" : "analysis",
    description: description || `${isWorkbook ? "Workbook" : "Data model"} in ${file}`,
    owner: owner.includes("@") ? { email: owner } : { name: owner },
    depends_on: [...dependsOn],
  };
}
