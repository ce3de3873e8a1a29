import { posix } from "node:path";
import { type Command, Option } from "commander";
import { FileWriter, formatPath } from "../command/files";
import { collectValues } from "../command/options";
import { findPackagePath } from "../project/package-place";
import { formatSchemaLine } from "../project/schema-line";
import type { GeneratedModel } from "./generated-model";
import { type MergedFile, type MergeFilesOptions, mergeFiles } from "./merge";

/** How a generator's models meet the files of people. */
export interface WriteOptions {
  readonly out: string;
  readonly check?: boolean;
  readonly dryRun?: boolean;
  readonly adopt?: boolean;
  readonly prefer?: "source" | "dbt";
  readonly renamed?: readonly string[];
  readonly removed?: readonly string[];
}

/** The options of every generator, and what they say in its help. */
export function addWriteOptions(command: Command, source: "dbt" | "source"): Command {
  const addForModels = (text: string) => (source === "dbt" ? text : "");
  return command
    .option("--check", "write nothing; exit with 1 if a file would change")
    .option("--dry-run", "write nothing, and show what would change")
    .addOption(
      new Option("--prefer <side>", `take ${source}'s value where both it and you changed one`).choices([source]),
    )
    .option("--adopt", "merge into files that weren't generated: add what they lack, keep what they have")
    .option(
      "--renamed <element.old=new>",
      `a column or metric that has another name now${addForModels(", or a model: old=new")}; repeatable`,
      collectValues,
    )
    .option(
      "--removed <element.id>",
      `a column or metric${addForModels(", or a model,")} that is gone, although a new one looks alike`,
      collectValues,
    );
}

export const writeHelp = `
Run it again after each change. Your edits stay: names, formulas, added and deleted parts, comments, order. Where you
and the source changed the same field, your value stays, and the command tells both. What the source removed goes,
unless you edited or use it. It finds files that you moved. Files that it didn't generate stay as they are without
--adopt.

<out>/.analytics/generated has what was generated last: commit it with the models.`;

/** Merges models into the files of a folder. Paths of the report are from the working directory. */
export function writeModels(
  cwd: string,
  models: readonly GeneratedModel[],
  { out, check, dryRun, adopt, prefer, renamed, removed }: WriteOptions,
  { source, isWhole }: Pick<MergeFilesOptions, "source" | "isWhole">,
): MergedFile[] {
  const folder = new FileWriter(cwd, out, { dryRun: Boolean(check || dryRun) });
  const side = prefer === undefined ? "mine" : "next";
  const place = formatPath(cwd, folder.folder);
  const formatHead = (path: string) => formatSchemaLine(findPackagePath(cwd), posix.join(place, path), "data-model");
  const options = { source, isWhole, adopt, prefer: side, renamed, removed, formatHead } as const;
  return mergeFiles(folder, models, options).map((file) => ({ ...file, path: posix.join(out, file.path) }));
}
