import type { Command } from "commander";
import type { CliCommand } from "../../command";
import { addProfileOptions, useOptions } from "../../command/options";
import { addWriteOptions, writeHelp } from "../options";

/** `generate osi`: data models from a document of the Open Semantic Interchange, and such a document from them. */
export const generateOsi: CliCommand = {
  name: "generate osi",

  define(command: Command) {
    command
      .description("Write data models for a document of Open Semantic Interchange; without one, the document of these.")
      .argument("[document]", "YAML or JSON, such as dbt's target/osi_document.json")
      .option("--connection <name>", "id or name of the connection");
    addProfileOptions(
      useOptions(addWriteOptions(command, { out: "the folder of the models; without a document, the file to write" }), [
        "map",
        "strict",
      ]),
    ).addHelpText(
      "after",
      `
Settings: those of generate dbt, dialect=snowflake, within=DATABASE.SCHEMA of sources that name neither.
${writeHelp}

Examples:
  $ pulumi-analytics generate osi ../shop/target/osi_document.json
  $ pulumi-analytics generate osi --out sales.osi.yaml

Exit codes: 0; 1 if a file can't be changed, --strict or --check.`,
    );
  },
};
