import { type Command, Option } from "commander";
import { defineCommand, type Outcome, UsageError } from "../../command";
import { collectValues, parsePair } from "../../command/options";
import type { GeneratedModel } from "../generated-model";
import { type KnownTable, readKnownTables } from "../known-tables";
import { buildModels } from "../models";
import { hasPolicies } from "../next-steps";
import { hidePersonal } from "../personal";
import { buildOutcome } from "../report";
import type { SourceTable } from "../table";
import { addWriteOptions, type WriteOptions, writeHelp, writeModels } from "../write-models";
import type { Node } from "./manifest";
import { parseTagRestriction } from "./meta";
import { findCatalog, type Project, readProject } from "./project";
import { buildTables, modelRename, type ProjectTables } from "./tables";

interface Options extends WriteOptions {
  readonly catalog?: string;
  readonly select?: readonly string[];
  readonly exclude?: readonly string[];
  readonly per: Division;
  readonly connection: string;
  readonly map?: readonly string[];
  readonly restrict?: readonly string[];
  readonly hideKeys?: boolean;
  readonly uniqueKeys?: boolean;
  readonly strict?: boolean;
}

const divisions = ["model", "group", "folder", "tag"] as const;
type Division = (typeof divisions)[number];

/** `generate dbt`: data models from the artifacts of a dbt project. */
export const generateDbt = defineCommand<Options>({
  name: "generate dbt",

  define(command: Command) {
    command
      .description("Write data models for the models of a dbt project: tables, columns, keys, relationships, metrics.")
      .argument("<manifest>", "target/manifest.json, which `dbt build` and `dbt parse` write")
      .option("--catalog <file>", "catalog.json of `dbt docs generate`; default: the one beside the manifest")
      .option(
        "--select <models>",
        "which models, in dbt's syntax: `tag:bi`, `+orders`, `path:marts`; repeatable",
        collectValues,
      )
      .option("--exclude <models>", "which models not, in the same syntax; repeatable", collectValues)
      .addOption(
        new Option("--per <what>", "one data model for each dbt model, group, folder or first tag")
          .choices(divisions)
          .default("model"),
      )
      .option("--connection <name>", "the name of the connection in !ref", "warehouse")
      .option("--out <dir>", "the folder of the data models", "models")
      .option("--map <from=to>", "another database in place of the manifest's; repeatable", collectValues)
      .option("--restrict <tag=who>", "who sees columns with a tag: nobody, team:NAME, …; repeatable", collectValues)
      .option("--hide-keys", "hide the columns of keys")
      .option("--unique-keys", "write uniqueKeys, which the platform has in private beta")
      .option("--strict", "exit with 1 if anything was skipped");
    addWriteOptions(command, "dbt").addHelpText(
      "after",
      `
Reads manifests v11 and v12 (dbt 1.7 and later), with metrics in both of their forms. It needs no warehouse and no
platform. A catalog adds the columns, their order, case and types.

A metric gets a formula only if it computes the same. Otherwise a comment in the file says why, and the summary counts
it. \`meta.analytics\` of dbt overrides names, formats, folders, formulas and more: see the reference.

Selection: a comma means both, a space or a second --select means either, as in dbt. Without --select: all models of
the project itself, without private ones.

${writeHelp}

Exit codes: 0; 1 with --strict if anything was skipped, with --check if a file would change, and if a file was left as
it is because the command can't or may not change it.

With --json: {files: [{path, model, action, changes, conflicts, kept, problem?}], refs, skipped: {models,
metrics, columns, relationships: [{name, reason}]}, counts, warnings}; an action is create, update, unchanged, remove or
left. refs are the names that the program gives values.

Examples:
  $ pulumi-analytics generate dbt target/manifest.json --out models
  $ pulumi-analytics generate dbt target/manifest.json --select tag:bi --per group
  $ pulumi-analytics generate dbt target/manifest.json --select "+orders path:marts" --strict
  $ pulumi-analytics generate dbt target/manifest.json --map dev=ANALYTICS --restrict pii=team:Support`,
    );
  },

  async run(context, [manifest = ""], options): Promise<Outcome> {
    const project = readProject(context.cwd, manifest, options.catalog ?? findCatalog(context.cwd, manifest));
    const source = `dbt ${project.name}`;
    const { renamed = [], removed } = options;
    const known = readKnownTables(context.cwd, options.out, source);
    const found = buildTables(project, {
      known,
      renamed,
      removed,
      select: options.select ?? [],
      exclude: options.exclude ?? [],
      databases: new Map((options.map ?? []).map(parseMapping)),
      hideKeys: options.hideKeys ?? false,
      tagRestrictions: new Map((options.restrict ?? []).map(parseTagRestriction)),
    });
    if (found.tables.length === 0) {
      throw new UsageError(`${manifest}: no models to write.${explainNone(project)}`);
    }
    const tables = hidePersonal(found.tables, known, hasPolicies(context.cwd));
    const built = buildModels(
      options.per === "model" ? tables : tables.map((table) => ({ ...table, file: undefined })),
      {
        connection: options.connection,
        takenFiles: options.per === "model" ? found.takenFiles : [],
        groupOf: createGrouping(found, options.per),
        uniqueKeys: options.uniqueKeys ?? false,
      },
    );
    const isWhole = options.select === undefined && options.exclude === undefined;
    const ofColumns = { ...options, renamed: renamed.filter((text) => !modelRename.test(text)) };
    const files = writeModels(context.cwd, built.models, ofColumns, { source, isWhole });
    return buildOutcome(
      {
        files,
        models: built.models,
        skipped: {
          models: found.skippedModels,
          metrics: [...found.skippedMetrics, ...built.droppedMetrics.map(describeLost)],
          columns: found.skippedColumns,
          relationships: [...found.skippedLinks, ...built.droppedLinks.map(describeCircle)],
        },
        counts: { "columns without type": found.columnsWithoutType, "deprecated models": found.deprecated.length },
        warnings: [...project.warnings, ...found.warnings, ...listMoved(known, built.models)],
        out: options.out,
        isDryRun: Boolean(options.dryRun || options.check),
        isCheck: options.check ?? false,
        isStrict: options.strict ?? false,
      },
      context,
    );
  },
});

/** `from=to` of an option `--map`. */
export const parseMapping = (text: string) => parsePair("--map", text, "from=to, such as dev=ANALYTICS");

const describeLost = ({ table, metric }: { table: string; metric: string }) => ({
  name: metric,
  reason: `it needs a skipped relationship of ${table}`,
});

const describeCircle = ({ table, link }: { table: string; link: string }) => ({
  name: `${table}: ${link}`,
  reason: "the data models would depend on each other; use --per group or --per folder",
});

/** Tables that are in another file now: to what reads them, they are others. */
function listMoved(known: readonly KnownTable[], models: readonly GeneratedModel[]): string[] {
  return models.flatMap(({ name, tables = {} }) =>
    Object.entries(tables).flatMap(([id, { key }]) => {
      const former = known.find((table) => table.key === key);
      if (former === undefined || former.model === name) return [];
      return [`${id} moves from ${former.model}.yaml to ${name}.yaml: workbooks that read it there lose it`];
    }),
  );
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
