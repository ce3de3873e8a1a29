import { join, posix } from "node:path";
import { findProjectFolder } from "pulumi-analytics-internal/core/files";
import type { JsonObject } from "pulumi-analytics-internal/core/model";
import type { Context, Outcome } from "../command";
import { FileWriter } from "../command/files";
import { addEditorSettings } from "../project/editor";
import { formatSchemaLineIn } from "../project/schema-line";
import type { Decisions } from "./decisions";
import { type MergeFilesOptions, mergeFiles } from "./merge";
import { defaultFolder, type WriteOptions } from "./options";
import { buildOutcome, type Report } from "./report";
import { formatSettings } from "./settings";

/** Models of a source, what is to be told of them, and how they meet the files that are there. */
export interface Generated
  extends Pick<MergeFilesOptions, "source" | "isWhole" | "beside">,
    Pick<Report, "models" | "skipped" | "counts" | "warnings"> {
  readonly settings: JsonObject;
  readonly decisions: Decisions;
}

/** Merges models into the files of a folder. Paths of the report are from the working directory. */
export function writeModels(context: Context, generated: Generated, options: WriteOptions): Outcome {
  const { cwd, console } = context;
  const { settings, decisions, source, isWhole, beside, ...told } = generated;
  const { out = defaultFolder, check = false, dryRun = false, strict = false } = options;
  const isDryRun = dryRun || check;
  const folder = new FileWriter(cwd, out, { dryRun: isDryRun });
  const formatHead = (path: string) => formatSchemaLineIn(cwd, join(folder.folder, path), "data-model");
  const merged = mergeFiles(folder, told.models, { source, isWhole, beside, ...decisions, formatHead });
  if (!isDryRun && merged.some(({ action }) => action === "create")) {
    const written = addEditorSettings(cwd, findProjectFolder(cwd) ?? cwd);
    for (const { path, action } of written) console.note(`${action}d ${path}, for editors`);
  }
  const files = merged.map((file) => ({ ...file, path: posix.join(out, file.path) }));
  const how = { out, isDryRun, isCheck: check, isStrict: strict };
  return buildOutcome({ ...told, ...how, files, settings: formatSettings(settings) }, context);
}
