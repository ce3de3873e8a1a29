import { type Context, exitCodes, type Outcome, UsageError } from "../command";
import { parseAddress } from "../documents/address";
import { chooseProfile, DocumentSet, parseAddresses } from "../documents/set";
import type { ProfileOptions } from "../platform/profile";
import { runAgainst } from "./against";
import { writeApproved } from "./approve";
import { runChecks } from "./execute";
import type { Format } from "./index";
import { readCheckedModels, refuseFindings } from "./models";
import { buildReport, countByStatus, formatAnnotations, formatJunit, formatSarif, toJson } from "./present";

interface Options extends ProfileOptions {
  readonly strict?: boolean;
  readonly values: boolean;
  readonly format: Format;
  readonly against?: string;
  readonly by?: readonly string[];
  readonly approve?: boolean;
  readonly yes?: boolean;
}

/** Runs the checks of the files that are named. */
export async function run(context: Context, texts: readonly string[], given: Options): Promise<Outcome> {
  const addresses = parseAddresses(texts, accepted);
  const against = given.against === undefined ? undefined : parseAddress(given.against);
  const options = against === undefined ? given : chooseProfile([against], given);
  // After Ctrl-C, the workbook has still to be deleted.
  const calls = new AbortController();
  const openClient: Context["client"] = (profile) => context.client(profile, { signal: calls.signal });
  const documents = new DocumentSet({ ...context, client: openClient }, options);
  if (given.yes && !given.approve) throw new UsageError("--yes answers --approve: add it.");
  if (against !== undefined) {
    if (given.approve) throw new UsageError("--approve is for checks. Leave out --against.");
    refuseFormat(options.format);
    return runAgainst({ ...context, client: openClient }, documents, { against, addresses }, options);
  }
  if (options.by !== undefined) throw new UsageError("--by groups what is compared: add --against.");
  const files = documents.listChecks(addresses);
  if (files.length === 0) {
    const text = "No files of checks here or below. Write one beside a model: orders.checks.yaml beside orders.yaml.";
    return { json: toJson([], options), text };
  }
  const models = await readCheckedModels(context, documents, files);
  refuseFindings(models);
  const found = await runChecks(context, models, given.approve);
  const { results, written: approved } = given.approve
    ? await writeApproved(context, found, options)
    : { results: found, written: undefined };
  const { failed, warnings, notRun } = countByStatus(results);
  const written: Partial<Record<Format, () => string>> = {
    junit: () => formatJunit(results, options),
    sarif: () => formatSarif(results, options),
    github: () => formatAnnotations(results, options),
  };
  const isFound = failed > 0 || (options.strict === true && warnings > 0);
  const exit = notRun > 0 ? exitCodes.platform : isFound ? exitCodes.found : exitCodes.ok;
  const text = written[options.format]?.() ?? buildReport(results, options);
  const json = { ...toJson(results, options), ...(approved && { written: approved }) };
  return { json, text, isFile: typeof text === "string", exit };
}

/** @throws UsageError for formats of checks. */
function refuseFormat(format: Format): void {
  if (format === "text" || format === "markdown" || format === "json") return;
  throw new UsageError(`--format ${format} is for checks. Beside --against, use text, markdown or json.`);
}

const accepted = {
  origins: ["files"],
  instead: "Checks are in files: name these, the model's file, or a folder such as `models`.",
} as const;
