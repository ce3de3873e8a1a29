import type { Command } from "commander";
import { isJson } from "pulumi-analytics-internal/core/data";
import { escapeLine, formatCount } from "pulumi-analytics-internal/core/text";
import { type Context, defineCommand, exitCodes, type Outcome, UsageError } from "../command";
import type { Console } from "../command/console";
import { useOptions } from "../command/options";
import { DocumentSet, parseAddresses } from "../documents/set";
import { type FormattedFile, formatFile, formatText } from "./format-file";

interface Options {
  readonly check?: boolean;
  readonly dryRun?: boolean;
}

/** Stands for the standard input, whose text is printed. */
const stdin = "-";

/** What is on the platform, in a state or in a commit has no layout of the user's. */
const accepted = {
  origins: ["files"],
  instead: "Only files have a layout: name files or folders, such as `models`.",
} as const;

/** `fmt`: model files in canonical order and layout. */
export const fmt = defineCommand<Options>({
  name: "fmt",
  page: "files",

  define(command: Command) {
    command
      .description("Format model files in canonical order and layout, and keep comments.")
      .argument("[documents...]", "files, folders or names; -: stdin; default: the project's");
    useOptions(command, ["check", "dryRun"]).addHelpText(
      "after",
      `
Keys are in the schema's order, identifying keys (id, kind) first. Columns, metrics and other small objects take one
line if they fit into 120 characters and contain no comments. Text has quotes only where a YAML reader could misread it.
JSON is indented by two spaces. Single blank lines stay.

The command never changes the meaning of a file. If it can't keep the meaning and every comment, it doesn't change the
file, and reports the reason. It reports invalid YAML or JSON with file:line:column, and formats the other files.

In folders, the command skips names that begin with _ or . and node_modules. Name such a file to format it.

Exit codes: 0; 1 if a file can't be formatted, or with --check would change.

Examples:
  $ pulumi-analytics fmt models
  $ pulumi-analytics fmt --check models
  $ pulumi-analytics fmt --dry-run orders
  $ pulumi-analytics fmt - < orders.yaml`,
    );
  },

  async run(context, paths, options): Promise<Outcome> {
    if (paths.includes(stdin)) return formatStdin(context, paths, options);
    const isDryRun = Boolean(options.check || options.dryRun);
    const addresses = parseAddresses(paths, accepted);
    // A new repository has no models yet, and its pipeline passes.
    const files = new DocumentSet(context).listTexts(addresses, { ifPresent: addresses.length === 0 });
    const results = await context.console.handleEach("Formatting", files, context.signal, (file) =>
      formatFile(context.cwd, file, { isDryRun }),
    );
    return buildOutcome(results, context, options);
  },
});

async function formatStdin(context: Context, paths: readonly string[], { check }: Options): Promise<Outcome> {
  if (paths.length > 1) throw new UsageError(`${stdin} is all of the input. Leave the other documents out.`);
  const before = await context.stdin();
  const result = formatText(before, "<stdin>", isJson(before) ? "json" : "yaml");
  if (typeof result !== "string") {
    context.console.note(`${result.problem}`);
    return { json: result, text: "", exit: exitCodes.found };
  }
  const changed = result !== before;
  return {
    json: { text: result, changed },
    text: result,
    isFile: true,
    exit: check && changed ? exitCodes.found : exitCodes.ok,
  };
}

function buildOutcome(files: readonly FormattedFile[], { console }: Context, { check, dryRun }: Options): Outcome {
  const count = (status: FormattedFile["status"]) => files.filter((file) => file.status === status).length;
  const [changed, unchanged, failed] = [count("changed"), count("unchanged"), count("failed")];
  const isFound = failed > 0 || (check === true && changed > 0);
  const summary = [
    `${formatCount(changed, "file")} ${check || dryRun ? "would change" : "formatted"}`,
    `${unchanged} unchanged`,
    ...(failed > 0 ? [console.color.red(`${failed} failed`)] : []),
  ];
  return {
    json: { files: files.map(({ diff, ...file }) => (dryRun ? { ...file, diff } : file)), changed, unchanged, failed },
    text: [...files.flatMap((file) => formatLines(file, console, dryRun === true)), summary.join(", ")].join("\n"),
    exit: isFound ? exitCodes.found : exitCodes.ok,
  };
}

/** What is said of a file. */
function formatLines(
  { file, status, diff = [], problem = "" }: FormattedFile,
  console: Console,
  isDryRun: boolean,
): string[] {
  if (status === "unchanged") return [];
  if (status === "failed") return [`${console.color.red("error")}: ${escapeLine(problem)}`];
  if (!isDryRun) return [escapeLine(file)];
  return [console.color.bold(escapeLine(file)), ...console.colorDiff(diff), ""];
}
