import type { Command } from "commander";
import type { CliCommand } from "../command";
import { addProfileOptions, useFormats, useOptions } from "../command/options";

const formats = ["text", "json", "junit", "sarif", "github"] as const;

/** How results are told. */
export type Format = (typeof formats)[number];

/** `check`: what files say of the data of models, on the platform. */
export const check: CliCommand = {
  name: "check",

  define(command: Command) {
    command
      .description("Check the data of models on the platform.")
      .argument("[documents...]", "checks files, models or folders; default: the project's")
      .option("--no-values", "print no value, only what passed and failed");
    addProfileOptions(useOptions(useFormats(command, formats), ["strict"])).addHelpText(
      "after",
      `
Checks are in files beside models, such as orders.checks.yaml beside orders.yaml. The platform calculates all of them
in a workbook that exists while the command runs. Only aggregates leave it.

Exit codes: 0; 1 a check failed, or warnings by --strict; 2 usage; 3 a check couldn't run.

Examples:
  $ pulumi-analytics check
  $ pulumi-analytics check models/orders.yaml --no-values
  $ pulumi-analytics check --format junit > checks.xml`,
    );
  },
};
