import { type Command, Option } from "commander";
import type { CliCommand } from "../command";
import { useOptions } from "../command/options";

/** `pull`: an organization into code, and what changed in the product into files. */
export const pull: CliCommand = {
  name: "pull",

  define(command: Command) {
    command
      .description("Bring documents from the platform into files: data models, workbooks, reports, and a program.")
      .argument("[documents...]", "files, names, state:…, live:<folder>, ids; default: all of the organization");
    useOptions(command, [], {
      all: "all of the organization, not only the documents",
      out: "the folder of the files and the program",
    })
      .option("--from <document>", "the document that comes into the file")
      .addOption(new Option("--prefer <side>", "which wins a conflict").choices(["file", "platform"]))
      .addOption(new Option("--layout <layout>", "where the files of models are").choices(["flat", "folders"]))
      .option("--import", "write a program that imports instead of adopting")
      .option("--import-file <file>", "write only this file, for pulumi import");
    useOptions(command, ["dryRun", "stack", "profile"]).addHelpText(
      "after",
      `
Files get what changed in the product, and keep their own edits. Where both changed the same, they stay as they are.
Other documents are written below models, workbooks and reports, with a program that adopts them.

Exit codes: 0 success; 1 a conflict, or something unreadable; 2 usage; 3 platform.

Examples:
  $ pulumi-analytics pull --out organization
  $ pulumi-analytics pull models/orders.yaml
  $ pulumi-analytics pull live:Acme/Models/Orders@7`,
    );
  },
};
