import type { Command } from "commander";
import type { CliCommand } from "../command";
import { collectValues, useOptions } from "../command/options";

const pullRequest = ["--pr <number>", "the number of the pull request"] as const;
const parent = ["--in <folder>", "the path or id of the folder around it; default: your home folder"] as const;
const takeOver = ["--take-over", "end another run of the sandbox, of which you know that it was killed"] as const;

/** Options of what deletes sandboxes. */
const useDeleteOptions = (command: Command) =>
  command
    .option(...parent)
    .option("--yes <id>", "delete this folder, although its stack is lost; can be repeated", collectValues)
    .option(...takeOver);

/** `sandbox up`: a folder on the platform with what a pull request changes, and what reads it. */
export const sandboxUp: CliCommand = {
  name: "sandbox up",
  page: "sandbox",

  define(command: Command) {
    command
      .description("Put what a pull request changes, and what reads it, into a folder of its own on the platform.")
      .requiredOption(...pullRequest)
      .option(...parent)
      .option("--pictures <folder>", "write pictures of the workbooks' pages, before and after")
      .option(...takeOver);
    useOptions(command, ["stack", "profile"], {
      against: "the commit that files are compared with; default: git:main",
    }).addHelpText(
      "after",
      `
Compares the files with --against, a commit such as git:main (the default). Data models that changed or read a changed
one, and workbooks and reports that read these, are created in the folder, under ids of their own; all else stays a
reference to production. What isn't code comes as a copy. A stack <stack>-pr-<number> of the project <name>-sandboxes
keeps the ids. Another run brings the folder up to date, also what people deleted in it. A run that another one holds
up changes nothing.

Exit codes: 0 success; 2 usage, or Pulumi failed; 3 platform.

Examples:
  $ pulumi-analytics sandbox up --pr 123 --stack acme/prod
  $ pulumi-analytics sandbox up --pr 123 --in Acme/Sandboxes --json > sandbox.json
  $ pulumi-analytics sandbox up --pr 123 --against git:HEAD^1 --pictures pictures`,
    );
  },
};

/** `sandbox down`: deletes the folder of a pull request. */
export const sandboxDown: CliCommand = {
  name: "sandbox down",
  page: "sandbox",

  define(command: Command) {
    command
      .description("Delete what `sandbox up` made for a pull request, and its stack.")
      .requiredOption(...pullRequest);
    useOptions(useDeleteOptions(command), ["dryRun", "stack", "profile"]).addHelpText(
      "after",
      `
Deletes the folder whose id the sandbox's stack has, and all that lies below it, also what people put there: one by one,
each if the platform says that it is inside. If the stack is lost, it asks for a folder in --in that is marked with its
own id; without a terminal, --yes names the id. Without a sandbox, it does nothing.

Exit codes: 0 success; 2 usage, or Pulumi failed; 3 platform.

Examples:
  $ pulumi-analytics sandbox down --pr 123 --stack acme/prod
  $ pulumi-analytics sandbox down --pr 123 --dry-run --json`,
    );
  },
};

/** `sandbox sweep`: deletes the folders of pull requests that nobody works on. */
export const sandboxSweep: CliCommand = {
  name: "sandbox sweep",
  page: "sandbox",

  define(command: Command) {
    command
      .description("Delete the sandboxes of a stack that had no update for a while.")
      .requiredOption("--older <time>", "how long ago the last update was: 12h, 7d, 2w");
    useOptions(useDeleteOptions(command), ["dryRun", "stack", "profile"]).addHelpText(
      "after",
      `
Deletes as sandbox down does. Counts the last update of a sandbox's stack; without a stack, that of the marked folder.

Exit codes: 0 success; 2 usage, or Pulumi failed; 3 platform.

Examples:
  $ pulumi-analytics sandbox sweep --older 7d --stack acme/prod
  $ pulumi-analytics sandbox sweep --older 7d --dry-run`,
    );
  },
};
