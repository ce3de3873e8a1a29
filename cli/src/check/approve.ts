/** `check --approve`: golden files with what the platform has now. */
import { dirname, join } from "node:path";
import type { CheckResult, Telling } from "pulumi-analytics-internal/core/checks";
import { isOutsideFolder } from "pulumi-analytics-internal/core/files";
import { formatCount } from "pulumi-analytics-internal/core/text";
import { type Context, UsageError } from "../command";
import { readInput, writeFiles } from "../command/files";
import { renderText } from "../report/text";
import { buildReport } from "./present";

/** Options of an approval. */
export interface ApproveOptions extends Telling {
  /** Writes without a question. */
  readonly yes?: boolean | undefined;
}

/** What an approval wrote, and what came of the checks then. */
export interface Approved {
  readonly results: readonly CheckResult[];
  /** Paths from the working directory. */
  readonly written: readonly string[];
}

const hint = "Use --yes to write without a question.";

/**
 * Writes what makes golden checks pass, once somebody has seen what moved. A file of which not all may be told isn't
 * written: its check fails as before, and says why.
 *
 * @throws UsageError for a file outside the project, for one that two checks fill differently, and where nobody can
 *   answer.
 */
export async function writeApproved(
  context: Context,
  results: readonly CheckResult[],
  options: ApproveOptions,
): Promise<Approved> {
  const { cwd, console, signal } = context;
  const files = new Map<string, string>();
  const isApproved = (result: CheckResult): boolean => {
    const { approval, goldenFile, file } = result;
    if (approval === undefined || !("lines" in approval) || goldenFile === undefined) return false;
    const path = join(dirname(file), goldenFile);
    if (isOutsideFolder(cwd, join(cwd, path))) throw new UsageError(`${path}: is outside the project. Move it inside.`);
    const text = [readHead(cwd, path) ?? approval.head, ...approval.lines, ""].join("\n");
    if ((files.get(path) ?? text) !== text) throw new UsageError(`${path}: two checks differ. Give each its own file.`);
    files.set(path, text);
    return true;
  };
  const approved = results.filter(isApproved);
  if (approved.length > 0) {
    console.note(...renderText(buildReport(approved, options), console.color).split("\n"), "");
    const isAgreed =
      options.yes || (await console.confirm(`Write ${formatCount(files.size, "golden file")}?`, hint, signal));
    if (!isAgreed) return { results: results.map(explainRefusal), written: [] };
  }
  writeFiles(
    cwd,
    [...files].map(([path, after]) => ({ path, after })),
  );
  const settle = (result: CheckResult): CheckResult =>
    approved.includes(result)
      ? { ...result, status: "passed", found: "approved", details: [] }
      : explainRefusal(result);
  return { results: results.map(settle), written: [...files.keys()] };
}

/** The names that the file has for its columns. */
function readHead(cwd: string, path: string): string | undefined {
  try {
    return (
      readInput(cwd, path)
        .replace(/^\uFEFF/, "")
        .split(/\r?\n/, 1)[0] || undefined
    );
  } catch {
    return undefined;
  }
}

function explainRefusal(result: CheckResult): CheckResult {
  const { approval, details = [] } = result;
  if (approval === undefined || !("why" in approval)) return result;
  return { ...result, details: [...details, `not written: ${approval.why}. ${approval.hint}`] };
}
