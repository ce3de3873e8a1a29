import { createHash } from "node:crypto";
import { basename } from "node:path/posix";
import { gunzipSync } from "node:zlib";
import { dropMark } from "../../core/data";
import { filterObjects, isObject, type Json, type JsonObject, writeStableText } from "../../core/model/json";
import { listTarFiles } from "./tar";

/** Bytes of an archive, unpacked: below the longest buffer and text that Node.js has. */
const largestArchive = 1024 ** 3;

/**
 * Digest of what the platform shows of a dbt project: descriptions, columns, tests and their results, freshness. Ids
 * and times of runs, the order of threads, compiled SQL and statistics aren't in it, so that another `dbt build` of the
 * same project has the same digest. Of an archive without the artifacts that dbt writes, the digest of its bytes.
 *
 * @throws if it can't be unpacked.
 */
export function digestArtifacts(archive: Buffer): string {
  const files = listTarFiles(gunzipSync(archive, { maxOutputLength: largestArchive }));
  const artifacts = files.flatMap(({ path, contents }): [string, string][] => {
    const select = selections[basename(path)];
    return select === undefined ? [] : [[path, selectParts(contents, select)]];
  });
  if (artifacts.length === 0) return digestBytes(archive);
  const hash = createHash("sha256");
  // By path: packers put files in the order of the disk.
  for (const [path, parts] of artifacts.sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`${path}\n${parts.length}\n`).update(parts);
  }
  return hash.digest("hex");
}

const digestBytes = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

type Select = (artifact: JsonObject) => Json;

/** What is compared, by the name of the artifact. */
const selections: Readonly<Record<string, Select>> = {
  "manifest.json": ({ metadata, ...sections }) => {
    const compared = Object.entries(sections).filter(([name]) => !derivedSections.has(name));
    return {
      metadata: pick(metadata, ["dbt_schema_version", "project_name", "adapter_type"]),
      ...Object.fromEntries(compared.map(([name, section]) => [name, mapEntries(section, dropCompiled)])),
    };
  },
  "catalog.json": ({ nodes, sources }) => {
    const dropStatistics = ({ stats, ...entry }: JsonObject) => entry;
    return { nodes: mapEntries(nodes, dropStatistics), sources: mapEntries(sources, dropStatistics) };
  },
  "run_results.json": ({ results }) => listResults(results, ["unique_id", "status", "failures"]),
  "sources.json": ({ results }) => listResults(results, ["unique_id", "status", "max_loaded_at", "criteria", "error"]),
  "semantic_manifest.json": (artifact) => artifact,
};

/** Sections of a manifest whose contents the others have, or that only dbt needs. */
const derivedSections: ReadonlySet<string> = new Set([
  "macros",
  "docs",
  "selectors",
  "disabled",
  "parent_map",
  "child_map",
  "group_map",
]);

/** What `dbt build` adds to an entry: when and where it ran, and SQL that follows from the rest and may have times. */
const builtFields: readonly string[] = [
  "created_at",
  "root_path",
  "build_path",
  "deferred",
  "compiled",
  "compiled_path",
  "compiled_code",
  "compiled_sql",
  "injected_sql",
  "extra_ctes",
  "extra_ctes_injected",
];

const dropCompiled = (entry: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(entry).filter(([name]) => !builtFields.includes(name)));

/** An artifact that isn't JSON is compared by its bytes. */
function selectParts(contents: Buffer, select: Select): string {
  let artifact: Json;
  try {
    artifact = JSON.parse(dropMark(contents.toString("utf8")));
  } catch {
    return digestBytes(contents);
  }
  return isObject(artifact) ? writeStableText(select(artifact)) : digestBytes(contents);
}

function mapEntries(section: Json | undefined, change: (entry: JsonObject) => JsonObject): Json {
  if (!isObject(section)) return section ?? null;
  return Object.fromEntries(
    Object.entries(section).map(([id, entry]) => [id, isObject(entry) ? change(entry) : (entry as Json)]),
  );
}

/** Results in the order of their nodes; dbt writes them in the order in which its threads finish. */
function listResults(results: Json | undefined, fields: readonly string[]): Json {
  const texts = filterObjects(results).map((result) => writeStableText(pick(result, fields)));
  return texts.sort();
}

function pick(value: Json | undefined, fields: readonly string[]): JsonObject {
  if (!isObject(value)) return {};
  return Object.fromEntries(fields.map((field) => [field, value[field] ?? null]));
}
