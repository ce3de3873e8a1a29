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
  createProblemReporter,
  judgeChecks,
} from "pulumi-analytics-internal/core/checks";
import { defaultFewestRows } from "pulumi-analytics-internal/core/privacy";
import { getScratchFolder, openScratchJournal, planScratch, runScratch } from "pulumi-analytics-internal/core/scratch";
import { findConnection } from "pulumi-analytics-internal/core/tables";
import { type Context, UsageError } from "../command";
import { readInput } from "../command/files";
import { type CheckedFile, refuseFindings } from "./models";

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
): Promise<CheckResult[]> {
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
  const id = file.tests.length === 0 ? undefined : findConnection(file.model);
  // Whoever may use a connection may not be allowed to see it.
  const found = id === undefined ? undefined : await readUnless(isHidden, file.client.connections.get(id));
  compiler.add({
    ...file,
    connection: id === undefined ? undefined : { id, type: found?.type },
    report: createProblemReporter(file.source, file.findings),
    openGolden: ({ goldenFile }) => readGolden(cwd, join(dirname(file.file), goldenFile), isApproving),
  });
}

function readGolden(cwd: string, path: string, isApproving: boolean): string {
  if (existsSync(resolve(cwd, path))) return readInput(cwd, path);
  if (isApproving) return "";
  throw new UsageError(`${path}: there is no such file. Write it with what the platform has: check --approve`);
}

async function runBatch(context: Context, { client, compiler, files }: Batch): Promise<CheckResult[]> {
  const { tables, checks } = compiler.finish();
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
  return judgeChecks(checks, rows, client.fewestRows ?? defaultFewestRows);
}
