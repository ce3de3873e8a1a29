import { join, posix } from "node:path";
import type { GeneratedModel } from "pulumi-analytics-generate";
import { getChecksShape } from "pulumi-analytics-internal/core/checks";
import { findProjectFolder } from "pulumi-analytics-internal/core/files";
import type { JsonObject } from "pulumi-analytics-internal/core/model";
import type { Context, Outcome } from "../command";
import { FileWriter } from "../command/files";
import { findBeside } from "../documents/names";
import { addEditorSettings } from "../project/editor";
import { formatSchemaLineIn } from "../project/schema-line";
import { writeModel } from "../text";
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
  const checks = writeChecks(cwd, folder, source, told.models);
  const files = merged.map((file) => ({ ...file, path: posix.join(out, file.path) }));
  const how = { out, isDryRun, isCheck: check, isStrict: strict };
  const counts = { ...told.counts, "new files of checks": checks };
  return buildOutcome({ ...told, counts, ...how, files, settings: formatSettings(settings) }, context);
}

/** Writes checks files beside models that have none; one that is there is the user's. @returns how many. */
function writeChecks(cwd: string, folder: FileWriter, source: string, models: readonly GeneratedModel[]): number {
  const written = models.flatMap(({ name, checks }) => {
    if (checks === undefined || findBeside(folder.folder, `${name}.checks`).length > 0) return [];
    const path = `${name}.checks.yaml`;
    const about = `From the tests of ${source}, once: this file is yours to edit.`;
    const text = writeModel(checks, [{ path: [], text: about }], getChecksShape());
    return [folder.write(path, `${formatSchemaLineIn(cwd, join(folder.folder, path), "checks")}${text}`)];
  });
  return written.length;
}
