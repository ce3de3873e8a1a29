import type { Command } from "commander";
import type { CliCommand } from "../../command";
import { addProfileOptions } from "../../command/options";
import { addWriteOptions, writeHelp } from "../options";

/** `generate warehouse`: data models from the platform's catalog of a warehouse. */
export const generateWarehouse: CliCommand = {
  name: "generate warehouse",

  define(command: Command) {
    command
      .description("Write data models for the tables of a schema, from the platform's catalog.")
      .argument("<path>", "DATABASE.SCHEMA, or DATABASE.SCHEMA.TABLE")
      .requiredOption("--connection <name>", "id or name of the connection")
      .option("--tables <pattern>", "only tables with this name: 'ORD*'");
    addProfileOptions(addWriteOptions(command)).addHelpText(
      "after",
      `
Settings: per=schema, one model for all tables; guess, relationships that names suggest; ref=NAME of the connection.
${writeHelp}

Examples:
  $ pulumi-analytics generate warehouse SALES.PUBLIC --connection Prod
  $ pulumi-analytics generate warehouse A.B --connection Prod --set guess
  $ pulumi-analytics generate warehouse A.B.ORDERS --connection Prod

Exit codes: 0; 1 if a file can't be changed, or with --check would be.`,
    );
  },
};
