import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import {
  type AnalyticsClient,
  type ApiError,
  isForbidden,
  isNotFound,
  readUnless,
} from "pulumi-analytics-internal/core/api";
import {
  CheckCompiler,
  type CheckResult,
  checkDimensions,
  createProblemReporter,
  defaultFewestRows,
  findConnection,
  getScratchFolder,
  judgeChecks,
  judgeTests,
  openScratchJournal,
  planScratch,
  runScratch,
} from "pulumi-analytics-internal/core/checks";
import { type Context, UsageError } from "../command";
import { readInput } from "../command/files";
import { type CheckedFile, refuseFindings } from "./models";

/** What came of a check, and the file it is in. */
export interface FileResult extends CheckResult {
  readonly file: string;
}

/** The checks of one organization, in one scratch workbook. */
interface Batch {
  readonly client: AnalyticsClient;
  readonly compiler: CheckCompiler;
  readonly files: CheckedFile[];
}

/**
 * Runs the checks of all files, with one scratch workbook for each organization. Results are in the files' order.
 *
 * @param isApproving whether golden files may be missing, because they are written.
 */
export async function runChecks(
  context: Context,
  files: readonly CheckedFile[],
  isApproving = false,
): Promise<FileResult[]> {
  const batches = new Map<AnalyticsClient, Batch>();
  for (const file of files) {
    const { client } = file;
    const batch = batches.get(client) ?? { client, compiler: new CheckCompiler(), files: [] };
    batches.set(client, batch);
    batch.files.push(file);
    await compileFile(context, batch.compiler, file, isApproving);
  }
  refuseFindings(files);
  const results = await Promise.all([...batches.values()].map((batch) => runBatch(context, batch)));
  const order = files.map(({ file }) => file);
  return results.flat().sort((a, b) => order.indexOf(a.file) - order.indexOf(b.file));
}

const isHidden = (error: unknown): error is ApiError => isNotFound(error) || isForbidden(error);

async function compileFile(
  { cwd }: Context,
  compiler: CheckCompiler,
  file: CheckedFile,
  isApproving: boolean,
): Promise<void> {
  const report = createProblemReporter(file, file.findings);
  const { form, tests, client } = file;
  const connectionId = tests.length === 0 ? undefined : findConnection(file.model);
  // Whoever may use a connection may not be allowed to see it.
  const connection = connectionId && (await readUnless(isHidden, client.connections.get(connectionId)));
  const connectionType = connection ? connection.type : undefined;
  compiler.addTests({ form, connectionId, connectionType }, tests, report);
  checkDimensions(file.model, file, report);
  compiler.add(file.model, file.checks, report, ({ file: golden }) =>
    readGolden(cwd, join(dirname(file.file), golden), isApproving),
  );
}

function readGolden(cwd: string, path: string, isApproving: boolean): string {
  if (existsSync(resolve(cwd, path))) return readInput(cwd, path);
  if (isApproving) return "";
  throw new UsageError(`${path}: there is no such file. Write it with what the platform has: check --approve`);
}

async function runBatch(context: Context, { client, compiler, files }: Batch): Promise<FileResult[]> {
  const { tables, checks, tests } = compiler.finish();
  const { exports } = planScratch(tables);
  if (exports.length === 0) return [];
  const { console, signal, env } = context;
  const rows = await console.showProgress("Checking tables", exports.length, (onRead) =>
    runScratch(client, tables, {
      journal: openScratchJournal(getScratchFolder(env)),
      besideId: files[0]!.model.id,
      signal,
      onRead,
      onLeft: (message) => console.note(message),
    }),
  );
  const ofChecks = checks.map(({ check }) => files.find((file) => file.checks.includes(check))!.file);
  const ofTests = tests.map(({ test }) => files.find((file) => file.tests.includes(test))!.file);
  return [
    ...judgeChecks(checks, rows, client.fewestRows ?? defaultFewestRows).map((result, index) => ({
      ...result,
      file: ofChecks[index]!,
    })),
    ...judgeTests(tests, rows).map((result, index) => ({ ...result, file: ofTests[index]! })),
  ];
}
