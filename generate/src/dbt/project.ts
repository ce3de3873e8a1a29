import { createHash } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describeSchemaError, groupBy, tryParseJson } from "pulumi-analytics-internal/core/data";
import { UsageError } from "pulumi-analytics-internal/core/text";
import type { z } from "zod";
import {
  type CatalogTable,
  catalogSchema,
  catalogTableSchema,
  type Exposure,
  exposureSchema,
  type Group,
  groupSchema,
  type Metric,
  manifestSchema,
  metricSchema,
  type Node,
  nodeSchema,
  type Quoting,
  type SemanticModel,
  type SourceNode,
  semanticModelSchema,
  sourceSchema,
  type Test,
  testSchema,
} from "./manifest";

/** A dbt project, as its artifacts describe it. */
export interface Project {
  readonly name: string | undefined;
  readonly adapter: string | undefined;
  readonly quoting: Quoting;
  /** Models, snapshots and seeds, by id. */
  readonly nodes: ReadonlyMap<string, Node>;
  /** Generic tests, by the model that they are of. */
  readonly tests: ReadonlyMap<string, readonly Test[]>;
  readonly semanticModels: readonly SemanticModel[];
  readonly metrics: ReadonlyMap<string, Metric>;
  readonly groups: ReadonlyMap<string, Group>;
  readonly exposures: readonly Exposure[];
  /** Relationships that have a name of their own. */
  readonly relationships: readonly Relationship[];
  /** What overrides everything else, and why a table may have no column, in messages. */
  readonly words: { readonly meta: string; readonly noColumns: string };
  /** Tables that dbt reads and doesn't make, by id. */
  readonly sources: ReadonlyMap<string, SourceNode>;
  /** What the warehouse has; undefined without a catalog. */
  readonly catalog: ReadonlyMap<string, CatalogTable> | undefined;
  /** Whether the catalog is from before the manifest, by the times in them. */
  readonly isCatalogOlder: boolean;
  /** What couldn't be read, for people. */
  readonly warnings: readonly string[];
}

/** Between two nodes, by their ids, and by the names of columns. */
export interface Relationship {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly columns: readonly (readonly [source: string, target: string])[];
  readonly description: string | undefined;
}

const relations = new Set(["model", "snapshot", "seed"]);
const knownManifest = /\/manifest\/v1[12]\.json$/;
const knownCatalog = /\/catalog\/v1\.json$/;

/** The longest text that Node.js holds has 2^29 - 24 characters. */
const mostBytes = 500 * 1024 * 1024;

/** Where the files of a project are, and what reads them. */
export interface ProjectPlace {
  readonly cwd: string;
  /**
   * Reads a file as text.
   *
   * @param path relative to `cwd`.
   * @throws UsageError when it can't be read.
   */
  readonly readText: (cwd: string, path: string, limit?: { atMost: number; toShrink: string }) => string;
}

/**
 * The manifest that a path means: itself, or that of a folder, which is a dbt project or has its artifacts.
 *
 * @throws UsageError for a folder without one.
 */
export function findManifest(cwd: string, path: string): string {
  const isFolder = statSync(resolve(cwd, path), { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder) return path;
  const found = ["target/manifest.json", "manifest.json"]
    .map((name) => join(path, name))
    .find((file) => existsSync(resolve(cwd, file)));
  if (found !== undefined) return found;
  throw new UsageError(
    `${path}: is a folder without target/manifest.json. Run \`dbt parse\` in the dbt project, or name the manifest.`,
  );
}

/** The catalog beside a manifest; undefined: there is none. */
export function findCatalog(cwd: string, manifest: string): string | undefined {
  const beside = join(dirname(manifest), "catalog.json");
  return existsSync(resolve(cwd, beside)) ? beside : undefined;
}

/**
 * Reads the artifacts of a dbt project.
 *
 * @param manifest path of `manifest.json`, from the place.
 * @param catalog path of `catalog.json`; undefined: none.
 * @throws UsageError when a file can't be read or is something else.
 */
export function readProject(place: ProjectPlace, manifest: string, catalog: string | undefined): Project {
  const warnings: string[] = [];
  const { metadata, ...found } = readArtifact(place, manifest, manifestSchema, "dbt parse");
  const version = metadata.dbt_schema_version;
  if (!knownManifest.test(version)) {
    warnings.push(`${manifest}: ${version} is neither v11 nor v12 of dbt's manifest; fields may be missing`);
  }
  const pick = <Schema extends z.ZodType>(entries: Record<string, unknown>, schema: Schema) =>
    readEntries(entries, schema, (id, why) => warnings.push(`${manifest}: ${id} is left out: ${why}`));
  const { nodes: all } = found;
  const inCatalog = catalog === undefined ? undefined : readCatalog(place, catalog, warnings);
  const filterByType = (isMeant: (type: unknown, entry: unknown) => boolean) =>
    Object.fromEntries(Object.entries(all).filter(([, entry]) => isMeant(readType(entry), entry)));
  const nodes = pick(
    filterByType((type) => relations.has(String(type))),
    nodeSchema,
  );
  const tests = [...pick(filterByType(isGenericTest), testSchema).values()].flatMap((test) => {
    // Older manifests lack it. A test of a relationship names its target first.
    const of = test.attached_node ?? test.depends_on.nodes.findLast((id) => nodes.has(id));
    return of === undefined ? [] : [{ ...test, attached_node: of }];
  });
  return {
    name: findProjectName(place, manifest, metadata, nodes),
    adapter: metadata.adapter_type,
    quoting: metadata.quoting,
    nodes,
    tests: groupBy(tests, (test) => test.attached_node),
    semanticModels: [...pick(found.semantic_models, semanticModelSchema).values()],
    metrics: new Map([...pick(found.metrics, metricSchema).values()].map((metric) => [metric.name, metric])),
    groups: new Map([...pick(found.groups, groupSchema).values()].map((group) => [group.name, group])),
    exposures: [...pick(found.exposures, exposureSchema).values()],
    sources: pick(found.sources, sourceSchema),
    relationships: [],
    words: { meta: "meta.analytics", noColumns: explainEmpty(inCatalog !== undefined) },
    catalog: inCatalog?.tables,
    isCatalogOlder: isBefore(inCatalog?.time, metadata.generated_at),
    warnings,
  };
}

/** Manifests before v10 lack the project's name, and have its hash. */
function findProjectName(
  place: ProjectPlace,
  manifest: string,
  { project_name: name, project_id: id }: { readonly project_name?: string; readonly project_id?: string },
  nodes: ReadonlyMap<string, Node>,
): string | undefined {
  if (name !== undefined) return name;
  const counts = groupBy(
    [...nodes.values()].flatMap(({ package_name: one }) => one ?? []),
    (one) => one,
  );
  const hash = (text: string) => createHash("md5").update(text).digest("hex");
  const [most] = [...counts].sort(([, a], [, b]) => b.length - a.length);
  return [...counts.keys()].find((one) => hash(one) === id) ?? readProjectFile(place, manifest) ?? most?.[0];
}

/** The name in `dbt_project.yml`, which is beside the folder of the artifacts, or in it. */
function readProjectFile({ cwd, readText }: ProjectPlace, manifest: string): string | undefined {
  for (const folder of ["..", "."]) {
    const path = resolve(cwd, dirname(manifest), folder, "dbt_project.yml");
    if (!existsSync(path)) continue;
    const [, name] = /^name:\s*(['"]?)([A-Za-z_]\w*)\1\s*(?:#.*)?$/m.exec(readText(cwd, path))?.slice(1) ?? [];
    if (name !== undefined) return name;
  }
  return undefined;
}

function explainEmpty(hasCatalog: boolean): string {
  const lack = hasCatalog ? "the catalog lacks the table" : "there is no catalog";
  return `dbt documents no column, and ${lack}: build the model and run \`dbt docs generate\``;
}

const isBefore = (time: string | undefined, other: string | undefined): boolean =>
  time !== undefined && other !== undefined && Date.parse(time) < Date.parse(other);

function readCatalog(place: ProjectPlace, path: string, warnings: string[]) {
  const { metadata, nodes } = readArtifact(place, path, catalogSchema, "dbt docs generate");
  if (!knownCatalog.test(metadata.dbt_schema_version)) {
    warnings.push(`${path}: ${metadata.dbt_schema_version} is not v1 of dbt's catalog; fields may be missing`);
  }
  const report = (id: string, why: string) => warnings.push(`${path}: ${id} is left out: ${why}`);
  return { tables: readEntries(nodes, catalogTableSchema, report), time: metadata.generated_at };
}

/**
 * Reads an artifact: a manifest, catalog or whatever `dbt` calls it in the address of its schema.
 *
 * @param command what writes the file, for messages.
 */
function readArtifact<Schema extends z.ZodType>(
  { cwd, readText }: ProjectPlace,
  path: string,
  schema: Schema,
  command: string,
): z.output<Schema> {
  const text = readText(cwd, path, {
    atMost: mostBytes,
    toShrink: "`dbt parse` writes a smaller manifest, without compiled SQL.",
  });
  const given = tryParseJson(text);
  const found = schema.safeParse(given);
  const wanted = artifacts[command];
  const kind = readArtifactKind(given);
  const advice = `Name the file that \`${command}\` writes.`;
  if (wanted !== undefined && kind !== undefined && kind !== wanted) {
    throw new UsageError(`${path}: dbt's ${kind.replaceAll("-", " ")}, not its ${wanted}. ${advice}`);
  }
  if (found.success) return found.data;
  const why = given === undefined ? "not JSON" : describeSchemaError(found.error);
  throw new UsageError(`${path}: not an artifact of dbt (${why}). ${advice}`);
}

/** The kinds of artifacts, as their schemas call them, by what writes them. */
const artifacts: Readonly<Record<string, string>> = { "dbt parse": "manifest", "dbt docs generate": "catalog" };

/** The kind of an artifact: `run-results` where its `dbt_schema_version` is "https://…/dbt/run-results/v6.json". */
function readArtifactKind(given: unknown): string | undefined {
  const { metadata } = (given ?? {}) as { metadata?: { dbt_schema_version?: unknown } | null };
  return /\/dbt\/([a-z-]+)\/v\d+\.json$/.exec(String(metadata?.dbt_schema_version))?.[1];
}

/** The entries that fit, by id; each other one is reported, and the rest stays usable. */
function readEntries<Schema extends z.ZodType>(
  entries: Record<string, unknown>,
  schema: Schema,
  report: (id: string, why: string) => void,
): Map<string, z.output<Schema>> {
  const read = new Map<string, z.output<Schema>>();
  for (const [id, entry] of Object.entries(entries)) {
    const found = schema.safeParse(entry);
    if (found.success) read.set(id, found.data);
    else report(id, describeSchemaError(found.error));
  }
  return read;
}

const readType = (entry: unknown): unknown => (entry as { resource_type?: unknown } | null)?.resource_type;

/** A test with a name and arguments; others are SQL, of which nothing follows. */
function isGenericTest(type: unknown, entry: unknown): boolean {
  return type === "test" && Boolean((entry as { test_metadata?: unknown }).test_metadata);
}
