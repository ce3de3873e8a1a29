import { setImmediate } from "node:timers/promises";
import type { Command } from "commander";
import { plainLine } from "../../core/text";
import { type Context, command, exitCodes, type Outcome, UsageError } from "../command";
import type { Console } from "../console";
import { modelFilesUnder } from "../model-files";
import { isJson } from "../text";
import { type FormattedFile, formatFile, formatText } from "./format-file";

interface Options {
  readonly check?: boolean;
  readonly dryRun?: boolean;
  readonly stdin?: boolean;
}

/** `fmt`: model files in canonical order and layout. */
export const fmt = command<Options>({
  name: "fmt",

  define(command: Command) {
    command
      .description("Put model files into canonical order and layout; comments stay with what they stand at.")
      .argument("[files...]", "files, and folders for all *.yaml, *.yml and *.json in and below")
      .option("--check", "write nothing; end with 1 when a file would change")
      .option("--dry-run", "write nothing, and show the lines that would change")
      .option("--stdin", "format what is piped in, and print it")
      .addHelpText(
        "after",
        `
Keys stand in the schema's order, what says which thing an object is (id, kind) first. Columns, metrics and other small things take one line
if they fit into 120 characters and have no comments inside; quotes stand only where a YAML reader needs them. JSON is indented by two.
Blank lines stay, one at a time.

What a file means never changes: a file that couldn't keep its meaning and every comment is left as it is, with the reason. One that is
no YAML or JSON is told with file:line:column; the others are formatted all the same.

In folders, what begins with _ or . is left out, and so are node_modules; name such a file to format it.

Ends with 1 when a file couldn't be formatted, or with --check when one would change.

With --json: {files: [{file, status, diff?, problem?}], changed, unchanged, failed}; a status is changed, unchanged or failed. With
--stdin: {text, changed}, or {problem}.

Examples:
  $ pulumi-analytics fmt models
  $ pulumi-analytics fmt --check models
  $ pulumi-analytics fmt --dry-run models/orders.yaml
  $ pulumi-analytics fmt --stdin < orders.yaml`,
      );
  },

  async run(context, paths, options): Promise<Outcome> {
    if (options.stdin) return formatStdin(context, paths, options);
    if (paths.length === 0)
      throw new UsageError("Name the files to format, or folders that hold them, such as `models`.");
    const isDryRun = Boolean(options.check || options.dryRun);
    const files = modelFilesUnder(context.cwd, paths);
    const results = await context.console.progress("Formatting", files.length, async (step) => {
      const done: FormattedFile[] = [];
      for (const file of files) {
        // Between two files Ctrl-C is heard, and the bar moves.
        await setImmediate();
        context.signal.throwIfAborted();
        done.push(formatFile(context.cwd, file, { isDryRun }));
        step();
      }
      return done;
    });
    return outcomeOf(results, context, options);
  },
});

async function formatStdin(context: Context, paths: readonly string[], { check }: Options): Promise<Outcome> {
  if (paths.length > 0) throw new UsageError(`--stdin formats what is piped in, and no files: ${paths.join(" ")}.`);
  const before = await context.stdin();
  const result = formatText(before, "<stdin>", isJson(before) ? "json" : "yaml");
  if (typeof result !== "string") {
    context.console.note(`${result.problem}`);
    return { json: result, text: "", exit: exitCodes.found };
  }
  const changed = result !== before;
  return { json: { text: result, changed }, text: result, exit: check && changed ? exitCodes.found : exitCodes.ok };
}

function outcomeOf(files: readonly FormattedFile[], { console }: Context, { check, dryRun }: Options): Outcome {
  const count = (status: FormattedFile["status"]) => files.filter((file) => file.status === status).length;
  const [changed, unchanged, failed] = [count("changed"), count("unchanged"), count("failed")];
  const isFound = failed > 0 || (check === true && changed > 0);
  const summary = [
    `${changed} ${changed === 1 ? "file" : "files"} ${check || dryRun ? "would change" : "formatted"}`,
    `${unchanged} unchanged`,
    ...(failed > 0 ? [console.color.red(`${failed} failed`)] : []),
  ];
  return {
    json: { files: files.map(({ diff, ...file }) => (dryRun ? { ...file, diff } : file)), changed, unchanged, failed },
    text: [...files.flatMap((file) => linesOf(file, console, dryRun === true)), summary.join(", ")].join("\n"),
    exit: isFound ? exitCodes.found : exitCodes.ok,
  };
}

/** What is said of a file. */
function linesOf(
  { file, status, diff = [], problem = "" }: FormattedFile,
  { color }: Console,
  isDryRun: boolean,
): string[] {
  if (status === "unchanged") return [];
  if (status === "failed") return [`${color.red("error")}: ${plainLine(problem)}`];
  if (!isDryRun) return [plainLine(file)];
  return [color.bold(plainLine(file)), ...diff.map((line) => colored(plainLine(line), color)), ""];
}

function colored(line: string, { green, red, cyan }: Console["color"]): string {
  if (line.startsWith("@@")) return cyan(line);
  if (line.startsWith("+")) return green(line);
  return line.startsWith("-") ? red(line) : line;
}
