import { buildModels, type SourceTable } from "pulumi-analytics-generate";
import { buildTables, modelRename } from "pulumi-analytics-generate/dbt";
import { createProject, readDocument } from "pulumi-analytics-generate/osi";
import { parseObjectPath } from "pulumi-analytics-internal/core/api";
import { type Context, type Outcome, UsageError } from "../../command";
import { FileWriter } from "../../command/files";
import { readModelFile } from "../../documents/model-file";
import { findConnection } from "../../platform/connection";
import type { ProfileOptions } from "../../platform/profile";
import { describeLost, formSetting, listMoved } from "../dbt/run";
import { parseDecisions } from "../decisions";
import { hasPolicies } from "../next-steps";
import { defaultFolder, type WriteOptions } from "../options";
import { hidePersonal } from "../personal";
import { readKnownTables } from "../read-known-tables";
import { osiSettings, readSettings } from "../settings";
import { writeModels } from "../write-models";
import { exportModels } from "./export";

interface Options extends ProfileOptions, WriteOptions {
  readonly connection?: string;
  readonly map?: readonly string[];
}

/** Writes data models for the datasets of a document; without one, a document for the data models. */
export async function run(context: Context, [file]: readonly string[], options: Options): Promise<Outcome> {
  if (file === undefined) return exportModels(context, options);
  const { cwd } = context;
  const document = readDocument(readModelFile(cwd, file).form, file);
  const source = `osi ${document.models[0]!.name}`;
  const { out = defaultFolder, map = [], set = [] } = options;
  const decisions = parseDecisions(options.decide);
  const wanted = [...map.map(formSetting), ...(await listConnectionSettings(context, options)), ...set];
  const { settings, write } = readSettings(new FileWriter(cwd, out), source, osiSettings, wanted);
  const known = readKnownTables(cwd, out, source);
  const { project, skippedFields, skippedDatasets, skippedLinks, unread } = createProject(document, {
    dialect: settings.dialect,
    within: parseWithin(settings.within),
  });
  const found = buildTables(project, {
    ...{ known, renamed: decisions.renamed, removed: decisions.removed, select: [], exclude: [] },
    databases: new Map(Object.entries(settings.map ?? {})),
    hideKeys: settings["hide-keys"] ?? false,
    tagRestrictions: new Map(),
  });
  if (found.tables.length === 0) {
    throw new UsageError(
      `${file}: no datasets to write.`,
      ...skippedDatasets.map(({ name, reason }) => `${name}: ${reason}`),
    );
  }
  const tables = hidePersonal(found.tables, known, hasPolicies(cwd));
  const isApart = settings.per === "dataset";
  const groupOf = ({ key, id }: SourceTable) => (isApart ? id : (found.nodes.get(key)?.tags[0] ?? id));
  const built = buildModels(isApart ? tables : tables.map((table) => ({ ...table, file: undefined })), {
    connection: settings.ref ?? "warehouse",
    takenFiles: isApart ? found.takenFiles : [],
    groupOf,
    uniqueKeys: settings["unique-keys"] ?? false,
  });
  const circles = built.droppedLinks.map(({ table, link }) => ({
    name: `${table}: ${link}`,
    reason: "the data models would depend on each other; use --set per=model",
  }));
  const told = {
    models: built.models,
    skipped: {
      datasets: [...skippedDatasets, ...found.skippedModels],
      fields: [...skippedFields, ...found.skippedColumns],
      relationships: [...skippedLinks, ...found.skippedLinks, ...circles],
      metrics: [...found.skippedMetrics, ...built.droppedMetrics.map(describeLost)],
    },
    counts: { "entries of other vendors and for AI without a place": unread },
    warnings: [...project.warnings, ...found.warnings, ...listMoved(known, built.models)],
  };
  const ofColumns = { ...decisions, renamed: decisions.renamed.filter((text) => !modelRename.test(text)) };
  return writeModels(
    context,
    { ...told, source, isWhole: true, beside: write, settings, decisions: ofColumns },
    options,
  );
}

/** The setting that a connection is: its type, as SQL's dialects are called. */
async function listConnectionSettings(context: Context, options: Options): Promise<string[]> {
  if (options.connection === undefined) return [];
  const { connections } = await context.client(options);
  const { type } = await connections.get(await findConnection(connections, options.connection));
  return [`dialect=${String(type).toLowerCase()}`];
}

function parseWithin(text: string | undefined): readonly string[] {
  const path = text === undefined ? [] : parseObjectPath(text);
  if (path === undefined) throw new UsageError(`within=${text}: not a path. Use DATABASE.SCHEMA.`);
  return path;
}
