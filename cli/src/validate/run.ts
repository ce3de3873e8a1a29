import { escapeLine } from "pulumi-analytics-internal/core/text";
import { type Context, exitCodes, type Outcome, UsageError } from "../command";
import type { FileAddress } from "../documents/address";
import type { Severities } from "../documents/document";
import type { RootedFile } from "../documents/find-files";
import { DocumentSet, parseAddresses } from "../documents/set";
import { type Report, Validation } from "../documents/validation";
import { checkLive } from "./live";
import { countBySeverity, formatGithub, formatSarif, formatText, toJson } from "./present";
import { parseSeverities } from "./rules";
import { type VerifyOptions, verifyWorkbooks } from "./verify";
import { watchFiles } from "./watch";

interface Options extends VerifyOptions {
  readonly strict?: boolean;
  readonly verify?: boolean;
  readonly rule?: readonly string[];
  readonly format: string;
  readonly watch?: boolean;
  readonly live?: boolean;
}

/** Checks the files, and with `--verify` and `--live` asks the platform, too. */
export async function run(context: Context, texts: readonly string[], options: Options): Promise<Outcome> {
  const severities = parseSeverities(options.rule ?? []);
  const addresses = parseAddresses(texts, accepted);
  const documents = new DocumentSet(context);
  const candidates = listCandidates(documents, addresses);
  if (options.watch && options.verify) throw new UsageError("--watch works offline. Leave --verify out.");
  if (options.live && options.watch) throw new UsageError("--live and --watch can't be combined. Remove one of them.");
  if (options.watch) return watchAndTell(context, addresses, options, severities);
  const validation = new Validation(context.cwd, severities);
  await context.console.handleEach("Validating", candidates, context.signal, (one) => validation.add(one));
  for (const file of documents.listChecks(addresses)) validation.addChecks(file);
  const platform = severities.platform ?? "error";
  if (options.verify && platform !== "off")
    validation.addFindings(await verifyWorkbooks(context, validation.sound, options, platform));
  if (options.live) await addLive(validation, context, options);
  return buildOutcome(validation.report(), context, options);
}

async function addLive(validation: Validation, context: Context, options: Options): Promise<void> {
  const { console } = context;
  const client = await context.client(options);
  const { findings, unchecked } = await checkLive(
    client,
    validation.documents,
    options.ref ?? [],
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
function listCandidates(documents: DocumentSet, addresses: readonly FileAddress[]): RootedFile[] {
  // A new repository has no models yet, and its pipeline passes.
  return documents.listFiles(addresses, { ifPresent: addresses.length === 0 });
}

function buildOutcome(report: Report, { console }: Context, { format, strict }: Options): Outcome {
  const { errors, warnings } = countBySeverity(report);
  const written: Readonly<Record<string, () => string>> = {
    text: () => formatText(report, console),
    sarif: () => formatSarif(report),
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
    const { json, text, files } = lookAgain(context, addresses, severities);
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
  severities: Severities,
): { json: object; text: string; files: readonly string[] } {
  const { cwd, console } = context;
  try {
    const [documents, validation] = [new DocumentSet(context), new Validation(cwd, severities)];
    for (const candidate of listCandidates(documents, addresses)) validation.add(candidate);
    for (const file of documents.listChecks(addresses)) validation.addChecks(file);
    const report = validation.report();
    return { json: toJson(report), text: formatText(report, console), files: [...report.texts.keys()] };
  } catch (error) {
    // A file that went away may come back.
    if (!(error instanceof UsageError)) throw error;
    return { json: { error: error.message }, text: `${console.color.red("error")}: ${error.message}`, files: [] };
  }
}
