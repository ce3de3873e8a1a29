import type { Command } from "commander";
import type { Severity } from "pulumi-analytics-internal/core/model";
import { escapeLine } from "pulumi-analytics-internal/core/text";
import { type Context, defineCommand, exitCodes, type Outcome, UsageError } from "../command";
import { collectValues, useFormats, useOptions } from "../command/options";
import { suggestValues } from "../command/words";
import type { FileAddress } from "../documents/address";
import { ifPresentOption } from "../documents/find-files";
import { DocumentSet, parseAddresses } from "../documents/set";
import { type Candidate, type Report, Validation } from "../documents/validation";
import { addProfileOptions } from "../platform/profile";
import { checkLive } from "./live";
import { buildSarif, countBySeverity, formatGithub, formatText, toJson } from "./present";
import { parseSeverities, ruleNames } from "./rules";
import { type VerifyOptions, verifyWorkbooks } from "./verify";
import { watchFiles } from "./watch";

interface Options extends VerifyOptions {
  readonly strict?: boolean;
  readonly verify?: boolean;
  readonly rule?: readonly string[];
  readonly format: Format;
  readonly root?: string;
  readonly watch?: boolean;
  readonly ifPresent?: boolean;
  readonly live?: boolean;
  readonly connection?: readonly string[];
}

const formats = ["text", "json", "sarif", "github"] as const;
type Format = (typeof formats)[number];
type Severities = Readonly<Record<string, Severity | "off">>;

/** `validate`: everything that is wrong in model files, offline. */
export const validate = defineCommand<Options>({
  name: "validate",
  page: "files",

  define(command: Command) {
    command
      .description("Report all mistakes in files of models and workbooks, with their lines; works offline.")
      .argument(
        "[documents...]",
        "files, folders for all *.yaml, *.yml and *.json in and below, or names; default: the project's",
      )
      .option("--rule <name=severity>", "set a rule to error, warning or off; can be repeated", collectValues)
      .option("--root <dir>", "the folder that included files must be in; default: the folder of the argument")
      .option(...ifPresentOption)
      .option("--verify", "let the platform check the workbooks, too: a dry run that creates nothing")
      .option("--folder <id>", "with --verify: a folder of the platform; default: the own folder of the credentials")
      .option("--ref <name=id>", "with --verify: the value of a `!ref`; can be repeated", collectValues)
      .option("--live", "also look up the tables and columns of warehouses in the platform's catalog")
      .option(
        "--connection <name=connection>",
        "with --live: the connection of a !ref name; can be repeated",
        collectValues,
      );
    suggestValues(
      command,
      "--rule",
      ruleNames.map((name) => `${name}=`),
    );
    addProfileOptions(useOptions(useFormats(command, formats), ["strict", "watch"])).addHelpText(
      "after",
      `
What the platform is known to refuse is an error, the rest is a warning. The rules are those of \`pulumi preview\`, and
\`syntax\` for invalid YAML or JSON. The command doesn't check the values of \`!ref\`s, with one exception: if
orders.yaml is one of the files, \`!ref orders#fact_orders\` must name an element in it (missing-element). A mistake in
an included file is reported at its place in that file.

With --verify, the platform checks each workbook without an error, and its answers are findings of the rule
\`platform\`. \`!ref\`s have the values of --ref, or those of the stack's models, if the command runs in a Pulumi
project. The platform doesn't check columns of control filters, SQL, and connections.

--live signs in and reads two pages for each table, at most five tables at once. \`!ref warehouse\` is the connection of
that name. What can't be read is reported on stderr and is no error.

In folders, the command skips names that begin with _ or . and node_modules.

Exit codes: 0 without errors, 1 with errors. --strict and --rule name=error make warnings count. With --watch, Ctrl-C
exits with 0.

With --json: {files, errors, warnings, findings: [{file, line?, column?, endColumn?, severity, rule, path, pathText,
message, hint?}]}; with --watch, one such line per run, with {run, changed} in front. --format sarif prints SARIF 2.1.0
for code hosts, with paths from the working directory; --format github prints annotations for a workflow's log.

Examples:
  $ pulumi-analytics validate models
  $ pulumi-analytics validate --strict --rule iso-date=off models/orders.yaml
  $ pulumi-analytics validate --format sarif models > findings.sarif
  $ pulumi-analytics validate --live --connection warehouse="Snowflake prod" models
  $ pulumi-analytics validate --watch models
  $ pulumi-analytics validate --verify --ref orders=1b0c6a52-… --ref orders#fact_orders=a1B2c3D4e5 workbooks`,
    );
  },

  async run(context, texts, options): Promise<Outcome> {
    const severities = parseSeverities(options.rule ?? []);
    const addresses = parseAddresses(texts, accepted);
    const candidates = listCandidates(context, addresses, options);
    if (options.watch && options.verify) throw new UsageError("--watch works offline. Leave --verify out.");
    if (options.live && options.watch)
      throw new UsageError("--live and --watch can't be combined. Remove one of them.");
    if (options.watch) return watchAndTell(context, addresses, options, severities);
    const validation = new Validation(context.cwd, severities);
    await context.console.handleEach("Validating", candidates, context.signal, (one) => validation.add(one));
    const platform = severities.platform ?? "error";
    if (options.verify && platform !== "off")
      validation.addFindings(await verifyWorkbooks(context, validation.sound, options, platform));
    if (options.live) await addLive(validation, context, options);
    return buildOutcome(validation.report(), context, options);
  },
});

async function addLive(validation: Validation, context: Context, options: Options): Promise<void> {
  const { console } = context;
  const client = await context.client(options);
  const { findings, unchecked } = await checkLive(
    client,
    validation,
    options.connection ?? [],
    (tables) => (work) => console.showProgress("Reading the catalog", tables, work),
  );
  validation.addFound(findings);
  for (const what of unchecked) console.note(`not checked: ${what}`);
}

/** What is on the platform, in a state or in a commit has no lines to correct. */
const accepted = {
  origins: ["files"],
  instead: "Mistakes are found in files: name files or folders, such as `models`.",
} as const;

/** The files asked for, each once, with the folder that its includes may not leave. */
function listCandidates(
  context: Context,
  addresses: readonly FileAddress[],
  { root, ifPresent }: Options,
): Candidate[] {
  const files = new DocumentSet(context).listFiles(addresses, { ifPresent });
  return files.map((file) => ({ path: file.path, root: root ?? file.root }));
}

function buildOutcome(report: Report, { console }: Context, { format, strict }: Options): Outcome {
  const { errors, warnings } = countBySeverity(report);
  const written: Partial<Record<Format, () => string>> = {
    text: () => formatText(report, console),
    sarif: () => JSON.stringify(buildSarif(report), null, 2),
    github: () => formatGithub(report),
  };
  const isFound = errors > 0 || (strict === true && warnings > 0);
  const exit = isFound ? exitCodes.found : exitCodes.ok;
  return { json: toJson(report), text: written[format]?.() ?? "", isFile: format !== "text", exit };
}

async function watchAndTell(
  context: Context,
  addresses: readonly FileAddress[],
  options: Options,
  severities: Severities,
): Promise<Outcome> {
  if (options.format === "sarif" || options.format === "github") {
    throw new UsageError(`--watch can't print ${options.format}. Use text or --json.`);
  }
  let run = 0;
  const paths = addresses.length === 0 ? ["."] : new DocumentSet(context).listPaths(addresses);
  await watchFiles(context.cwd, paths, context.signal, (changed) => {
    run++;
    const { json, text, files } = lookAgain(context, addresses, options, severities);
    const what = run === 1 ? `Watching ${paths.join(", ")}. Press Ctrl-C to stop.` : `${changed.join(", ")} changed.`;
    const heading = context.console.color.bold(escapeLine(what));
    context.tell({ json: { run, changed, ...json }, text: `${run === 1 ? "" : "\n"}${heading}\n\n${text}` });
    return files;
  });
  return { json: undefined, text: "" };
}

/** One run of `--watch`, and the files it looked at. */
function lookAgain(
  context: Context,
  addresses: readonly FileAddress[],
  options: Options,
  severities: Severities,
): { json: object; text: string; files: readonly string[] } {
  const { cwd, console } = context;
  try {
    const validation = new Validation(cwd, severities);
    for (const candidate of listCandidates(context, addresses, options)) validation.add(candidate);
    const report = validation.report();
    return { json: toJson(report), text: formatText(report, console), files: [...report.texts.keys()] };
  } catch (error) {
    // A file that went away may come back.
    if (!(error instanceof UsageError)) throw error;
    return { json: { error: error.message }, text: `${console.color.red("error")}: ${error.message}`, files: [] };
  }
}
