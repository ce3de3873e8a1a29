import { posix } from "node:path";
import type { Command } from "commander";
import type { GeneratedModel } from "pulumi-analytics-generate";
import { FileWriter, formatPath } from "../command/files";
import { collectValues, useOptions } from "../command/options";
import { findPackagePath } from "../project/package-place";
import { formatSchemaLine } from "../project/schema-line";
import type { Decisions } from "./decisions";
import { type MergedFile, type MergeFilesOptions, mergeFiles } from "./merge";

/** The options of every generator. */
export interface WriteOptions {
  readonly out?: string;
  readonly check?: boolean;
  readonly dryRun?: boolean;
  readonly decide?: readonly string[];
  readonly set?: readonly string[];
}

/** The folder of the models without `--out`. */
export const defaultFolder = "models";

/** Adds the options of every generator. */
export function addWriteOptions(command: Command): Command {
  command
    .option("--set <name=value>", "a setting, kept for later runs; repeatable", collectValues)
    .option("--decide <what>", "an answer, for this run; repeatable", collectValues);
  return useOptions(command, ["out", "check", "dryRun"]);
}

/** What the options of every generator mean, for its help. */
export const writeHelp = "Decisions: renamed:orders.old=new, removed:orders.old, adopt, prefer:source.";

/** Where models are written, and how they meet the files that are there. */
export interface WriteTarget extends Pick<MergeFilesOptions, "source" | "isWhole" | "beside"> {
  readonly out: string;
  readonly isDryRun: boolean;
  readonly decisions: Decisions;
}

/** Merges models into the files of a folder. Paths of the report are from the working directory. */
export function writeModels(cwd: string, models: readonly GeneratedModel[], target: WriteTarget): MergedFile[] {
  const { out, isDryRun, decisions, ...options } = target;
  const folder = new FileWriter(cwd, out, { dryRun: isDryRun });
  const place = formatPath(cwd, folder.folder);
  const formatHead = (path: string) => formatSchemaLine(findPackagePath(cwd), posix.join(place, path), "data-model");
  const files = mergeFiles(folder, models, { ...options, ...decisions, formatHead });
  return files.map((file) => ({ ...file, path: posix.join(out, file.path) }));
}
