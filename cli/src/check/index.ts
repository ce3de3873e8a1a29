import type { Command } from "commander";
import type { CliCommand } from "../command";
import { addProfileOptions, collectValues, useFormats, useOptions } from "../command/options";

const formats = ["text", "markdown", "json", "junit", "sarif", "github"] as const;

/** How results are told. */
export type Format = (typeof formats)[number];

/** `check`: what files say of the data of models, on the platform. */
export const check: CliCommand = {
  name: "check",

  define(command: Command) {
    command
      .description("Check the data of models on the platform.")
      .argument("[documents...]", "checks files, models or folders; default: the project's")
      .option("--no-values", "print no value, only what passed and failed")
      .option("--approve", "write golden files with what the platform has now")
      .option("--by <formula>", "with --against, groups to compare; can be repeated", collectValues);
    addProfileOptions(
      useOptions(useFormats(command, formats), ["strict"], {
        against: "compare metrics with a commit, the state or live:…",
        yes: "with --approve, don't ask",
      }),
    ).addHelpText(
      "after",
      `
Checks are in files beside models: orders.checks.yaml. The platform calculates them in a scratch workbook. Only
aggregates leave it. With --against, no checks run: metrics before and after a change are compared.

Exit codes: 0; 1 a check failed, or warnings by --strict; 2 usage; 3 a check couldn't run, or something wasn't compared.

Examples:
  $ pulumi-analytics check --format junit > checks.xml
  $ pulumi-analytics check --against git:main --by '[Region]'`,
    );
  },
};
