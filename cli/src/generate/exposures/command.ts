import type { Command } from "commander";
import type { CliCommand } from "../../command";
import { addProfileOptions, useOptions } from "../../command/options";

/** `generate exposures`: what reads which model of dbt, back into dbt. */
export const generateExposures: CliCommand = {
  name: "generate exposures",

  define(command: Command) {
    command
      .description("Write dbt exposures: which data models, workbooks and reports read which models of a dbt project.")
      .argument("<files...>", "files of data models and workbooks, and folders")
      .requiredOption("--manifest <file>", "target/manifest.json of the dbt project")
      .option("--owner <name>", "name or email address of the owner", "Analytics");
    useOptions(command, ["dryRun"], {
      out: "the file of exposures to write",
      live: "add what is only on the platform; change nothing there",
      check: "write nothing; exit with 1 if the file would change",
    });
    addProfileOptions(command).addHelpText(
      "after",
      `
A file reads a model of dbt if one of its sources, or of a data model that it refers to, is the table that dbt makes.
--live adds the workbooks and reports that are only on the platform.

Exit codes: 0; 1 with --check if the file would change.

Examples:
  $ pulumi-analytics generate exposures models --manifest m.json --out bi.yml
  $ pulumi-analytics generate exposures . --manifest m.json --out bi.yml --live
  $ pulumi-analytics generate exposures . --manifest m.json --out bi.yml --check`,
    );
  },
};
