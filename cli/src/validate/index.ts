import type { Command } from "commander";
import type { CliCommand } from "../command";
import { addProfileOptions, collectValues, useFormats, useOptions } from "../command/options";
import { suggestValues } from "../command/words";
import { ruleNames } from "./descriptions";

const formats = ["text", "json", "sarif", "github"] as const;

/** `validate`: everything that is wrong in model files, offline. */
export const validate: CliCommand = {
  name: "validate",
  page: "files",

  define(command: Command) {
    command
      .description("Report all mistakes in files of models and workbooks, with their lines.")
      .argument("[documents...]", "files, folders or names; default: the project's")
      .option("--rule <name=severity>", "set a rule to error, warning or off; can be repeated", collectValues)
      .option("--verify", "a dry run of the workbooks on the platform, too");
    useOptions(command, ["ref"]);
    suggestValues(
      command,
      "--rule",
      ruleNames.map((name) => `${name}=`),
    );
    addProfileOptions(
      useOptions(useFormats(command, formats), ["strict"], {
        watch: "validate again at each change, until Ctrl-C",
        live: "look up tables and columns in the platform's catalog; change nothing",
      }),
    ).addHelpText(
      "after",
      `
What the platform is known to refuse is an error, the rest is a warning.
--live looks up tables and columns in the platform's catalog.

Exit codes: 0; 1 with errors, or warnings by --strict; 2 usage; 3 platform.

Examples:
  $ pulumi-analytics validate
  $ pulumi-analytics validate --rule iso-date=off models/orders.yaml
  $ pulumi-analytics validate --live --ref warehouse="Snowflake prod" models`,
    );
  },
};
