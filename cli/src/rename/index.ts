import type { Command } from "commander";
import type { CliCommand } from "../command";
import { addProfileOptions, useOptions } from "../command/options";

/** `rename`: another name for a part of a model, wherever the project's files use it. */
export const rename: CliCommand = {
  name: "rename",

  define(command: Command) {
    command
      .description("Rename an element, column or metric of a data model, and all that uses it in the project's files.")
      .argument("<what>", "what it is: orders#fact_orders.region, by names or ids")
      .argument("<name>", "the new name");
    addProfileOptions(
      useOptions(command, ["dryRun"], {
        live: "change documents of the platform, too",
        yes: "write without a question",
      }),
    ).addHelpText(
      "after",
      `
With --live it does the same in documents of the platform that are no code here, once \`pulumi up\` has renamed the
model.

Examples:
  $ pulumi-analytics rename orders#fact_orders.region "Sales Region"
  $ pulumi-analytics rename 'orders#Fact Orders' "Sales Orders" --dry-run
  $ pulumi-analytics rename orders#fact_orders.region "Sales Region" --live

Exit codes: 0; 1 if a document can't be written; 2, 3, 130 as always.`,
    );
  },
};
