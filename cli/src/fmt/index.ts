import type { Command } from "commander";
import type { CliCommand } from "../command";
import { useOptions } from "../command/options";

/** `fmt`: model files in canonical order and layout. */
export const fmt: CliCommand = {
  name: "fmt",
  page: "files",

  define(command: Command) {
    command
      .description("Format model files in canonical order and layout; comments stay.")
      .argument("[documents...]", "files, folders or names; -: stdin; default: the project's");
    useOptions(command, ["dryRun"], { check: "write nothing; exit with 1 if a file would change" })
      .option("--upgrade", "bring workbooks of earlier forms to today's")
      .addHelpText(
        "after",
        `
Keys are in the schema's order, identifying keys (id, kind) first. Columns, metrics and other small objects take one
line if they fit into 120 characters and contain no comments. Text has quotes only where a YAML reader could misread it.
JSON is indented by two spaces. Single blank lines stay.

The command never changes the meaning of a file. If it can't keep the meaning and every comment, it doesn't change the
file, and reports the reason. It reports invalid YAML or JSON with file:line:column, and formats the other files.

With --upgrade, a workbook of an earlier form, which the platform refuses, gets today's. The command tells each change.

In folders, the command formats data models, workbooks and reports: what has schemaVersion and pages at its top. It
skips names that begin with _ or ., and what git ignores. Name an included file to format it. Others stay as they are.

Exit codes: 0; 1 if a file can't be formatted, or with --check would change.

Examples:
  $ pulumi-analytics fmt models
  $ pulumi-analytics fmt --check models
  $ pulumi-analytics fmt --upgrade workbooks/sales.yaml
  $ pulumi-analytics fmt - < orders.yaml`,
      );
  },
};
