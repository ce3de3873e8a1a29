import type { Command } from "commander";
import type { CliCommand } from "../command";
import { addProfileOptions, useFormats, useOptions } from "../command/options";

const formats = ["text", "markdown", "json"] as const;

/** `impact`: which documents of the platform a change breaks, where, and whom to tell. */
export const impact: CliCommand = {
  name: "impact",

  define(command: Command) {
    command
      .description("Find the documents that read something, and whom to tell.")
      .argument("[what...]", "data models and parts of them: orders#fact_orders.region; table:DB.SCHEMA.TABLE.COLUMN")
      .option("--unused", "list what of the models nothing reads")
      .option("--dbt <manifest>", "ask what tables of dbt lose; --against names the manifest.json that is deployed");
    useOptions(useFormats(command, formats), ["map"], {
      against: "ask what files lost since a commit, or since the state",
      check: "exit with 1 if something reads it",
      offline: "ask the project's files alone, not the platform",
    });
    addProfileOptions(command).addHelpText(
      "after",
      `
Examples:
  $ pulumi-analytics impact orders#fact_orders.region
  $ pulumi-analytics impact --against git:origin/main --format markdown
  $ pulumi-analytics impact --unused live:Acme/Models/Orders

Exit codes: 0; 1 with --check if something reads it, 3 if a file couldn't be compared; 2, 3, 130 as always.`,
    );
  },
};
