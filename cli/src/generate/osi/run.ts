import { createProject, readDocument } from "pulumi-analytics-generate/osi";
import { parseObjectPath } from "pulumi-analytics-internal/core/api";
import { type Context, type Outcome, UsageError } from "../../command";
import { FileWriter } from "../../command/files";
import { readModelFile } from "../../documents/model-file";
import { findConnection } from "../../platform/connection";
import type { ProfileOptions } from "../../platform/profile";
import { formSetting, writeProject } from "../dbt/run";
import { defaultFolder, type WriteOptions } from "../options";
import { osiSettings, readSettings } from "../settings";
import { exportModels } from "./export";

interface Options extends ProfileOptions, WriteOptions {
  readonly connection?: string;
  readonly map?: readonly string[];
}

/** Writes data models for the datasets of a document; without one, a document for the data models. */
export async function run(context: Context, [file]: readonly string[], options: Options): Promise<Outcome> {
  if (file === undefined) return exportModels(context, options);
  const models = readDocument(readModelFile(context.cwd, file).form, file);
  const source = `osi ${models[0]!.name}`;
  const { out = defaultFolder, map = [], set = [] } = options;
  const wanted = [...map.map(formSetting), ...(await listConnectionSettings(context, options)), ...set];
  const { settings, write } = readSettings(new FileWriter(context.cwd, out), source, osiSettings, wanted);
  const within = settings.within === undefined ? [] : parseObjectPath(settings.within);
  if (within === undefined) throw new UsageError(`within=${settings.within}: not a path. Use DATABASE.SCHEMA.`);
  const [project, lost] = createProject(models, { dialect: settings.dialect, within });
  const none = [`${file}: no datasets to write.`, ...lost.models.map(({ reason }) => reason)].join("\n");
  const how = { source, settings, none, lost, per: settings.per ?? "tag", beside: write } as const;
  return writeProject(context, project, how, options);
}

/** The setting that a connection is: its type, as dialects of SQL are called. */
async function listConnectionSettings(context: Context, options: Options): Promise<string[]> {
  if (options.connection === undefined) return [];
  const { connections } = await context.client(options);
  const { type } = await connections.get(await findConnection(connections, options.connection));
  return [`dialect=${String(type).toLowerCase()}`];
}
