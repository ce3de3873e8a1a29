import type { Command } from "commander";
import type { CliCommand } from "../command";
import { addProfileOptions, collectValues, useFormats, useOptions } from "../command/options";

const formats = ["text", "markdown", "json"] as const;

/** `diff`: what differs in meaning between two files, models, versions or organizations. */
export const diff: CliCommand = {
  name: "diff",

  define(command: Command) {
    command
      .description(
        "Compare the meaning of data models, workbooks or reports: in files, commits, the stack's state, on the " +
          "platform, in two versions or organizations.",
      )
      .argument("<A>", "before: a document or folder; alone: after what the platform has")
      .argument("[B]", "after: the same")
      .option("--ignore <path>", "ignore a part, such as **/description; can be repeated", collectValues);
    addProfileOptions(
      useFormats(useOptions(command, [], { out: "draw the changes into this file" }), formats),
    ).addHelpText(
      "after",
      `
A document is a file, a name, git:main:<file>, state:<name>, live:<path> or an id.
With --out, changes are drawn (.svg, .png, .html).

Examples:
  $ pulumi-analytics diff orders
  $ pulumi-analytics diff git:main models --format markdown
  $ pulumi-analytics diff git:main models --out changes.html

Exit codes: 0 the same, 1 differences, 2 usage, 3 platform.`,
    );
  },
};
