import { isJson } from "pulumi-analytics-internal/core/data";
import { escapeLine, formatCount } from "pulumi-analytics-internal/core/text";
import { type Context, exitCodes, type Outcome, UsageError } from "../command";
import type { Console } from "../command/console";
import { DocumentSet, parseAddresses } from "../documents/set";
import { readForm } from "../text";
import { type FormattedFile, formatFile, formatText, noDocument } from "./format-file";

interface Options {
  readonly check?: boolean;
  readonly dryRun?: boolean;
  readonly upgrade?: boolean;
}

/** Stands for the standard input, whose text is printed. */
const stdin = "-";

/** What is on the platform, in a state or in a commit has no layout of the user's. */
const accepted = {
  origins: ["files"],
  instead: "Only files have a layout: name files or folders, such as `models`.",
} as const;

/** Formats files, or stdin. */
export async function run(context: Context, paths: readonly string[], options: Options): Promise<Outcome> {
  if (paths.includes(stdin)) return formatStdin(context, paths, options);
  const documents = new DocumentSet(context);
  const how = {
    isDryRun: Boolean(options.check || options.dryRun),
    isUpgrade: options.upgrade === true,
    isIncluded: createIncludedFinder(documents),
  };
  const addresses = parseAddresses(paths, accepted);
  // A new repository has no models yet, and its pipeline passes.
  const files = documents.listTexts(addresses, { ifPresent: addresses.length === 0 });
  const results = await context.console.handleEach("Formatting", files, context.signal, (file) =>
    formatFile(context.cwd, file, how),
  );
  return buildOutcome(results, context, options);
}

/** Says which files the project's documents include. They are read when that is first asked. */
function createIncludedFinder(documents: DocumentSet): (file: string) => boolean {
  let included: ReadonlySet<string> | undefined;
  return (file) => {
    included ??= new Set(documents.readProject().files.flatMap(({ texts }) => [...texts.keys()]));
    return included.has(file);
  };
}

async function formatStdin(context: Context, paths: readonly string[], { check, upgrade }: Options): Promise<Outcome> {
  if (paths.length > 1) throw new UsageError(`${stdin} is all of the input. Leave the other documents out.`);
  const before = await context.stdin();
  if (isJson(before) && readForm(before) !== "document") {
    context.console.note(`${stdin}: ${noDocument}`);
    return { json: { text: before, changed: false }, text: before, isFile: true };
  }
  const language = isJson(before) ? "json" : "yaml";
  const result = formatText(before, { file: "<stdin>", language, isUpgrade: upgrade === true });
  if ("problem" in result) {
    context.console.note(`${result.problem}`);
    return { json: result, text: "", exit: exitCodes.found };
  }
  const changed = result.text !== before;
  return {
    json: { text: result.text, changed },
    text: result.text,
    isFile: true,
    exit: check && changed ? exitCodes.found : exitCodes.ok,
  };
}

function buildOutcome(files: readonly FormattedFile[], { console }: Context, { check, dryRun }: Options): Outcome {
  const count = (status: FormattedFile["status"]) => files.filter((file) => file.status === status).length;
  const [changed, unchanged, failed] = [count("changed"), count("unchanged"), count("failed")];
  const skipped = count("skipped");
  const isFound = failed > 0 || (check === true && changed > 0);
  const summary = [
    `${formatCount(changed, "file")} ${check || dryRun ? "would change" : "formatted"}`,
    `${unchanged} unchanged`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(failed > 0 ? [console.color.red(`${failed} failed`)] : []),
  ];
  return {
    json: {
      files: files.map(({ diff, ...file }) => (dryRun ? { ...file, diff } : file)),
      changed,
      unchanged,
      skipped,
      failed,
    },
    text: [...files.flatMap((file) => formatLines(file, console, dryRun === true)), summary.join(", ")].join("\n"),
    exit: isFound ? exitCodes.found : exitCodes.ok,
  };
}

/** What is said of a file. */
function formatLines(
  { file, status, changes = [], diff = [], problem = "" }: FormattedFile,
  console: Console,
  isDryRun: boolean,
): string[] {
  if (status === "unchanged") return [];
  if (status === "skipped") return [`${console.color.yellow("skipped")}: ${escapeLine(problem)}`];
  if (status === "failed") return [`${console.color.red("error")}: ${escapeLine(problem)}`];
  const upgraded = changes.map((change) => `    ${escapeLine(change)}`);
  if (!isDryRun) return [escapeLine(file), ...upgraded];
  return [console.color.bold(escapeLine(file)), ...upgraded, ...console.colorDiff(diff), ""];
}
