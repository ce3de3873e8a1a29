import type { Command } from "commander";
import type { CliCommand } from "../command";
import { useOptions } from "../command/options";

/** `edit`: a copy of a workbook's files in the product, and what is done to it back in the files. */
export const edit: CliCommand = {
  name: "edit",

  define(command: Command) {
    command
      .description(
        "Edit a workbook's files in the product: a copy in your own folder, whose changes go into the files.",
      )
      .argument("<document>", "a workbook or report: its file or folder, its name, or state:…");
    useOptions(command, ["stack", "profile"], {
      watch: "write each change in the product at once, until Ctrl-C",
    }).addHelpText(
      "after",
      `
Creates a copy in the home folder of the credentials' owner, prints its address, and waits for Ctrl-C. Then it writes
what was published in the copy into the files, and deletes the copy. With --watch, it writes each change at once. The
workbook itself isn't touched.

Exit codes: 0 success; 2 usage; 3 platform.

Examples:
  $ pulumi-analytics edit workbooks/sales --watch
  $ pulumi-analytics edit sales
  $ pulumi-analytics edit state:sales`,
    );
  },
};
