import { isAboutOneThing } from "pulumi-analytics-internal/core/api";
import { type Context, type Outcome, UsageError } from "../command";
import { DocumentSet } from "../documents/set";
import { writeImportFile } from "./import-file";
import type { FailedUpdate, UpdateReport } from "./outcome";
import { type PullOptions, pull as pullAll } from "./pull";
import { buildOutcome, buildUpdateOutcome } from "./report";
import { findDeclared, findTargets, readArguments, type UpdateTarget } from "./targets";
import { update } from "./update";

interface Options extends PullOptions {
  readonly from?: string;
  readonly importFile?: string;
}

/** Writes documents of the platform into files: new ones, or those that are there. */
export async function run(context: Context, args: readonly string[], options: Options): Promise<Outcome> {
  const { from, importFile, ...rest } = options;
  const documents = new DocumentSet(context, options);
  const wanted = readArguments(args, from);
  const { own, listed: addresses } = wanted;
  if (own.length > 0) requireUpdateOptions(options);
  const targets =
    own.length > 0
      ? await findTargets(context, documents, wanted)
      : isElsewhere(options)
        ? []
        : await findDeclared(context, documents, wanted);
  if (targets.length > 0) {
    return buildUpdateOutcome(await updateAll(context, documents, targets, options), context.console);
  }
  if (importFile === undefined) {
    const report = await pullAll(context, documents, addresses, rest);
    const named = rest.dryRun ? await documents.addAddresses(report.named, report.profile) : [];
    return buildOutcome({ ...report, named }, context.cwd, context.console);
  }
  if (rest.out !== undefined || rest.layout !== undefined || rest.import) {
    throw new UsageError("--import-file writes one file. Remove --out, --layout and --import.");
  }
  return writeImportFile(context, documents, { path: importFile, addresses }, rest);
}

/** Whether options say where else documents go. */
const isElsewhere = ({ all, out, layout, import: imports, importFile }: Options) =>
  all || imports || [out, layout, importFile].some((one) => one !== undefined);

/** @throws UsageError for options of a whole pull beside files. */
function requireUpdateOptions(options: Options): void {
  if (!isElsewhere(options)) return;
  throw new UsageError("Files are updated in their place. Remove --all, --out, --layout, --import and --import-file.");
}

/** Updates files, one after the other. What is wrong with one of several stops no other. */
async function updateAll(
  context: Context,
  documents: DocumentSet,
  targets: readonly UpdateTarget[],
  options: Options,
): Promise<(UpdateReport | FailedUpdate)[]> {
  const [only] = targets;
  if (only !== undefined && targets.length === 1) return [await update(context, documents, only, options)];
  const reports: (UpdateReport | FailedUpdate)[] = [];
  for (const target of targets) {
    try {
      reports.push(await update(context, documents, target, options));
    } catch (error) {
      if (!isAboutOneThing(error) && !(error instanceof UsageError)) throw error;
      reports.push({ file: target.file, failure: error.message });
    }
  }
  return reports;
}
