import type { Command } from "commander";
import { collectValues, useOptions } from "../command/options";

/** The options of every generator. */
export interface WriteOptions {
  readonly out?: string;
  readonly check?: boolean;
  readonly dryRun?: boolean;
  readonly decide?: readonly string[];
  readonly set?: readonly string[];
  readonly strict?: boolean;
}

/** The folder of the models without `--out`. */
export const defaultFolder = "models";

/** Adds the options of every generator. */
export function addWriteOptions(
  command: Command,
  { out }: { readonly out: string } = { out: `the folder of the models; default: ${defaultFolder}` },
): Command {
  command
    .option("--set <name=value>", "a setting, kept for later runs; repeatable", collectValues)
    .option("--decide <what>", "an answer, for this run; repeatable", collectValues);
  return useOptions(command, ["dryRun"], {
    out,
    check: "write nothing; exit with 1 if a model would change",
  });
}

/** What the options of every generator mean, for its help. */
export const writeHelp = "Decisions: renamed:orders.old=new, removed:orders.old, adopt, prefer:source.";
