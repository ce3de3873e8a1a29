import { setImmediate } from "node:timers/promises";
import { type Command, Option } from "commander";
import type { Severity } from "../../core/spec";
import { plainLine } from "../../core/text";
import { type Context, command, exitCodes, type Outcome, UsageError } from "../command";
import { rootedModelFiles } from "../model-files";
import { countsOf, githubOf, jsonOf, sarifOf, textOf } from "./present";
import { severitiesAsked } from "./rules";
import { type Candidate, type Report, Validation } from "./validate-files";
import { watchFiles } from "./watch";

interface Options {
  readonly strict?: boolean;
  readonly rule?: readonly string[];
  readonly format: Format;
  readonly root?: string;
  readonly watch?: boolean;
}

const formats = ["text", "json", "sarif", "github"] as const;
type Format = (typeof formats)[number];
type Severities = Readonly<Record<string, Severity | "off">>;

/** `validate`: everything that is wrong in model files, offline. */
export const validate = command<Options>({
  name: "validate",

  define(command: Command) {
    command
      .description("Tell everything that is wrong in model files, with the lines it is in; works offline.")
      .argument("<files...>", "files, and folders for all *.yaml, *.yml and *.json in and below")
      .option("--strict", "warnings count as errors do: end with 1")
      .option("--rule <name=severity>", "make a rule an error, a warning, or off; may be given again", collect)
      .addOption(new Option("--format <format>", "how it is told").choices(formats).default("text"))
      .option("--root <dir>", "the folder that `!include`s may not leave; default: the folder given, of a file its own")
      .option("--watch", "validate again whenever a file changes; Ctrl-C ends it")
      .addHelpText(
        "after",
        `
What the platform is known to refuse is an error, the rest a warning; the rules are those of \`pulumi preview\`, and \`syntax\` for what is no
YAML or JSON. A \`!ref\` may stand for anything, but where \`!ref orders#fact_orders\` names a file among those given (orders.yaml), the
element must be there (missing-element). What is wrong in an included file is told at its place in that file.

In folders, what begins with _ or . is left out, and so are node_modules.

Ends with 0 when there are no errors, with 1 when there are; with --strict, or --rule name=error, warnings count too. With --watch,
Ctrl-C ends it with 0.

With --json: {files, errors, warnings, findings: [{file, line?, column?, endColumn?, severity, rule, path, pathText, message,
suggestion?}]}; with --watch one such line per run, with {run, changed} in front. --format sarif is SARIF 2.1.0 for code hosts, with paths
from the working directory; --format github is annotations of a workflow's log.

Examples:
  $ pulumi-analytics validate models
  $ pulumi-analytics validate --strict --rule iso-date=off models/orders.yaml
  $ pulumi-analytics validate --format sarif models > findings.sarif
  $ pulumi-analytics validate --watch models`,
      );
  },

  async run(context, paths, options): Promise<Outcome> {
    const severities = severitiesAsked(options.rule ?? []);
    const candidates = candidatesIn(context.cwd, paths, options.root);
    if (options.watch) return watchAndTell(context, paths, options, severities);
    const validation = new Validation(context.cwd, severities);
    await context.console.progress("Validating", candidates.length, async (step) => {
      for (const candidate of candidates) {
        // Between two files Ctrl-C is heard, and the bar moves.
        await setImmediate();
        context.signal.throwIfAborted();
        validation.add(candidate);
        step();
      }
    });
    return outcomeOf(validation.report(), context, options);
  },
});

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** The files asked for, each once, with the folder that its includes may not leave. */
function candidatesIn(cwd: string, paths: readonly string[], root: string | undefined): Candidate[] {
  return rootedModelFiles(cwd, paths).map((file) => ({ path: file.path, root: root ?? file.root }));
}

function outcomeOf(report: Report, { console }: Context, { format, strict }: Options): Outcome {
  const { errors, warnings } = countsOf(report);
  const written: Readonly<Record<Format, () => string>> = {
    text: () => textOf(report, console),
    json: () => JSON.stringify(jsonOf(report), null, 2),
    sarif: () => JSON.stringify(sarifOf(report), null, 2),
    github: () => githubOf(report),
  };
  const isFound = errors > 0 || (strict === true && warnings > 0);
  return { json: jsonOf(report), text: written[format](), exit: isFound ? exitCodes.found : exitCodes.ok };
}

async function watchAndTell(
  context: Context,
  paths: readonly string[],
  options: Options,
  severities: Severities,
): Promise<Outcome> {
  if (options.format === "sarif" || options.format === "github") {
    throw new UsageError(`--watch tells people, or with --json scripts, and makes no ${options.format} report.`);
  }
  let run = 0;
  await watchFiles(context.cwd, paths, context.signal, (changed) => {
    run++;
    const { json, text, files } = lookAgain(context, paths, options, severities);
    const what = run === 1 ? `Watching ${paths.join(", ")}. Ctrl-C ends.` : `${changed.join(", ")} changed.`;
    const heading = context.console.color.bold(plainLine(what));
    context.tell({ json: { run, changed, ...json }, text: `${run === 1 ? "" : "\n"}${heading}\n\n${text}` });
    return files;
  });
  return { json: undefined, text: "" };
}

/** One run of `--watch`, and the files it looked at. */
function lookAgain(
  { cwd, console }: Context,
  paths: readonly string[],
  { root }: Options,
  severities: Severities,
): { json: object; text: string; files: readonly string[] } {
  try {
    const validation = new Validation(cwd, severities);
    for (const candidate of candidatesIn(cwd, paths, root)) validation.add(candidate);
    const report = validation.report();
    return { json: jsonOf(report), text: textOf(report, console), files: [...report.texts.keys()] };
  } catch (error) {
    // A file that went away may come back.
    if (!(error instanceof UsageError)) throw error;
    return { json: { error: error.message }, text: `${console.color.red("error")}: ${error.message}`, files: [] };
  }
}
