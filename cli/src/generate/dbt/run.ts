import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import {
  buildModels,
  type GeneratedModel,
  type KnownTable,
  type Skipped,
  type SourceTable,
} from "pulumi-analytics-generate";
import {
  buildTables,
  findCatalog,
  findManifest,
  modelRename,
  type Node,
  type Project,
  type ProjectTables,
  parseTagRestriction,
  readFamily,
  readProject,
} from "pulumi-analytics-generate/dbt";
import { joinSome, quoteArgument } from "pulumi-analytics-internal/core/text";
import type * as z from "zod";
import { type Context, type Outcome, UsageError } from "../../command";
import { FileWriter, readInput } from "../../command/files";
import { parsePair } from "../../command/options";
import { parseDecisions } from "../decisions";
import { defaultFolder, type WriteOptions } from "../options";
import { hidePersonal } from "../personal";
import { readKnownTables } from "../read-known-tables";
import { dbtSettings, type divisions, readSettings } from "../settings";
import { type Generated, writeModels } from "../write-models";

interface Options extends WriteOptions {
  readonly catalog?: string;
  readonly select?: readonly string[];
  readonly exclude?: readonly string[];
  readonly map?: readonly string[];
}

type Division = (typeof divisions)[number];

/** Writes data models for the models of the artifacts. */
export async function run(context: Context, [given = ""]: readonly string[], options: Options): Promise<Outcome> {
  const manifest = findManifest(context.cwd, given);
  const place = { cwd: context.cwd, readText: readInput };
  const project = readProject(place, manifest, options.catalog ?? findCatalog(context.cwd, manifest));
  const source = `dbt ${project.name}`;
  const { out = defaultFolder, map = [], set = [] } = options;
  refuseFolderOfDbt(context.cwd, out, project);
  const wanted = [...map.map(formSetting), ...set];
  const { settings, write } = readSettings(new FileWriter(context.cwd, out), source, dbtSettings, wanted);
  const { per = "model" } = settings;
  const none = `${manifest}: no models to write.${explainNone(project)}`;
  return writeProject(context, project, { ...{ source, settings, per, none, lost: {} }, beside: write }, options);
}

/** How the models of a project are written. */
interface ProjectRun extends Pick<Generated, "source" | "beside"> {
  readonly settings: z.output<typeof dbtSettings>;
  readonly per: Division;
  /** The error where there are none. */
  readonly none: string;
  /** What was lost before, by kind in the plural. */
  readonly lost: Readonly<Partial<Record<"models" | "columns" | "relationships" | "entries", readonly Skipped[]>>>;
}

/** Writes data models for the models of a project. */
export function writeProject(context: Context, project: Project, from: ProjectRun, options: Options): Outcome {
  const { settings, per, none, lost, ...about } = from;
  const decisions = parseDecisions(options.decide);
  const { renamed, removed } = decisions;
  const known = readKnownTables(context.cwd, options.out ?? defaultFolder, about.source);
  const found = buildTables(project, {
    known,
    renamed,
    removed,
    select: options.select ?? [],
    exclude: options.exclude ?? [],
    databases: new Map(Object.entries(settings.map ?? {})),
    hideKeys: settings["hide-keys"] ?? false,
    tagRestrictions: new Map(Object.entries(settings.restrict ?? {}).map(parseTagRestriction)),
  });
  if (found.tables.length === 0) throw new UsageError(none);
  const tables = hidePersonal(context.cwd, found.tables, known);
  const built = buildModels(per === "model" ? tables : tables.map((table) => ({ ...table, file: undefined })), {
    connection: settings.ref ?? "warehouse",
    takenFiles: per === "model" ? found.takenFiles : [],
    groupOf: createGrouping(found, per),
    uniqueKeys: settings["unique-keys"] ?? false,
  });
  const told = {
    models: built.models,
    skipped: {
      models: [...(lost.models ?? []), ...found.skippedModels],
      metrics: [...found.skippedMetrics, ...built.droppedMetrics.map(describeLost)],
      columns: [...(lost.columns ?? []), ...found.skippedColumns],
      relationships: [...(lost.relationships ?? []), ...found.skippedLinks, ...built.droppedLinks.map(describeCircle)],
      tests: found.skippedTests,
      ...(lost.entries && { entries: lost.entries }),
    },
    counts: { "columns without type": found.columnsWithoutType, "deprecated models": found.deprecated.length },
    warnings: [
      ...project.warnings,
      ...found.warnings,
      ...listMoved(known, built.models),
      ...listMovedMetrics(known, tables),
    ],
  };
  const isWhole = options.select === undefined && options.exclude === undefined;
  const ofColumns = { ...decisions, renamed: renamed.filter((text) => !modelRename.test(text)) };
  return writeModels(context, { ...told, ...about, isWhole, settings, decisions: ofColumns }, options);
}

/**
 * dbt reads all YAML files below its own folders, and can't read those of data models.
 *
 * @throws when the folder has files of the dbt project, and no .dbtignore can exclude others.
 */
function refuseFolderOfDbt(cwd: string, out: string, { nodes }: Project): void {
  const inside = `${posix.normalize(out).replace(/\/$/, "")}/`;
  const own = [...nodes.values()].find(
    ({ original_file_path: path = "" }) => path.startsWith(inside) && existsSync(join(cwd, path)),
  );
  if (own === undefined || existsSync(join(cwd, ".dbtignore"))) return;
  const { original_file_path: path } = own;
  throw new UsageError(
    `${out} has ${path} of dbt, which can't read data models there. Use --out data-models, or ` +
      "exclude the data models in .dbtignore.",
  );
}

/** `from=to` of an option `--map`, as a setting. */
export const formSetting = (text: string) =>
  `map.${parsePair("--map", text, "from=to, such as dev=ANALYTICS").join("=")}`;

const describeLost = ({ table, metric }: { table: string; metric: string }) => ({
  name: metric,
  reason: `it needs a skipped relationship of ${table}`,
});

const describeCircle = ({ table, link }: { table: string; link: string }) => ({
  name: `${table}: ${link}`,
  reason: "the data models would depend on each other; use --set per=group or per=folder",
});

/** Tables that are in another file now: to what reads them, they are others. */
function listMoved(known: readonly KnownTable[], models: readonly GeneratedModel[]): string[] {
  return models.flatMap(({ name, tables }) =>
    Object.entries(tables).flatMap(([id, { key }]) => {
      const former = known.find((table) => table.key === key);
      if (former === undefined || former.model === name) return [];
      return [`${id} moves from ${former.model}.yaml to ${name}.yaml: workbooks that read it there lose it`];
    }),
  );
}

/** Metrics that dbt has at another version of their model now. */
function listMovedMetrics(known: readonly KnownTable[], tables: readonly SourceTable[]): string[] {
  const listIds = (table: SourceTable) => table.metrics.flatMap((metric) => ("id" in metric ? [metric.id] : []));
  return known.flatMap((former) => {
    const now = tables.find(({ key }) => key === former.key);
    if (now === undefined) return [];
    const lost = [...former.metrics].filter((id) => !listIds(now).includes(id));
    const listMovedTo = (table: SourceTable) => listIds(table).filter((id) => lost.includes(id));
    const next = tables.find(
      (table) => readFamily(table.key) === readFamily(former.key) && listMovedTo(table).length > 0,
    );
    if (next === undefined) return [];
    const names = joinSome(listMovedTo(next), 5);
    return [
      `dbt has ${names} at ${next.key} now: workbooks that read them in ${former.model}.yaml lose them. If that file ` +
        `is to go on as the new version, add --decide ${quoteArgument(`renamed:${former.id}=${next.key}`)}`,
    ];
  });
}

function explainNone({ name, nodes }: Project): string {
  const others = [...new Set([...nodes.values()].map((node) => node.package_name))].filter((other) => other !== name);
  return others.length > 0 ? ` Models of packages need --select package:${others[0]}.` : "";
}

function createGrouping({ nodes }: ProjectTables, per: Division): (table: SourceTable) => string {
  const groupOf: Readonly<Record<Exclude<Division, "model">, (node: Node) => string | undefined>> = {
    group: ({ group }) => group,
    folder: ({ original_file_path: path }) => path?.split("/").slice(1, -1).join("_"),
    tag: ({ tags, config }) => tags[0] ?? config.tags[0],
  };
  if (per === "model") return ({ id }) => id;
  return ({ key, id }) => {
    const node = nodes.get(key);
    // What belongs to no group is a model of its own.
    return (node && groupOf[per](node)) || id;
  };
}
