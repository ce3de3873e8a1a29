import type { Command } from "commander";
import type { CliCommand } from "../../command";
import { collectValues, useOptions } from "../../command/options";
import { addWriteOptions, writeHelp } from "../options";

/** `generate dbt`: data models from the artifacts of a dbt project. */
export const generateDbt: CliCommand = {
  name: "generate dbt",

  define(command: Command) {
    command
      .description("Write data models for the models of a dbt project: tables, columns, keys, relationships, metrics.")
      .argument("<manifest>", "target/manifest.json, which dbt writes, or the folder of the dbt project")
      .option("--catalog <file>", "catalog.json; default: the one beside the manifest")
      .option("--select <models>", "which models, in dbt's own syntax; repeatable", collectValues)
      .option("--exclude <models>", "which models not; repeatable", collectValues);
    useOptions(addWriteOptions(command), ["map", "strict"]).addHelpText(
      "after",
      `
Settings: per=group, folder or tag; restrict.TAG=team:Support, hide-keys, unique-keys, ref=NAME of the connection.
${writeHelp}

Examples:
  $ pulumi-analytics generate dbt ../shop/target/manifest.json
  $ pulumi-analytics generate dbt ../shop/target/manifest.json --map dev=PROD --set per=tag
  $ pulumi-analytics generate dbt ../shop/target/manifest.json --select "+orders tag:bi"

Exit codes: 0; 1 if a file can't be changed, --strict or --check.`,
    );
  },
};
