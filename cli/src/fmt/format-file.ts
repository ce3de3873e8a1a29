import { SpecSyntaxError } from "pulumi-analytics-internal/core/model";
import type { Shape } from "pulumi-analytics-internal/core/model/schema";
import { getGrammar, parseCopied, readLayoutAsRows, upgradeWorkbook } from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../command";
import { formatPath, readInput, writeFiles } from "../command/files";
import type { TextFile, WorkbookPart } from "../documents/find-files";
import { formatModel, readForm, upgradeModel, writeModel } from "../text";
import { diffLines } from "../text/line-diff";

/** What became, or would become, of a file. */
export interface FormattedFile {
  /** From the working directory, with `/`. */
  readonly file: string;
  readonly status: "changed" | "unchanged" | "failed" | "skipped";
  /** What an upgrade changes. */
  readonly changes?: readonly string[];
  /** The lines that would change, in a dry run. */
  readonly diff?: readonly string[];
  /** Why it is left as it is. */
  readonly problem?: string;
}

/** Why a file stays as it is: other programs have forms of their own for theirs. */
export const noDocument =
  "is no data model, workbook or report, which have `schemaVersion` and `pages` at their top. It stays as it is.";

export interface FormatFileOptions {
  readonly isDryRun: boolean;
  /** Whether a document of an earlier generation gets today's form. */
  readonly isUpgrade: boolean;
  /** Whether a document includes the file. */
  isIncluded(file: string): boolean;
}

/** Formats a file where it is. */
export function formatFile(
  cwd: string,
  { path, part }: TextFile,
  { isDryRun, isUpgrade, isIncluded }: FormatFileOptions,
): FormattedFile {
  const file = formatPath(cwd, path);
  const before = readInput(cwd, path);
  const isJson = /\.json$/i.test(path);
  const isOwnForm = part !== undefined || readForm(before) === "document";
  if (!isOwnForm && (isJson || !isIncluded(file)))
    return { file, status: "skipped", problem: `${file}: ${noDocument}` };
  const language = isJson ? "json" : "yaml";
  const formatted = formatText(before, { file, language, isUpgrade, shape: part && choosePartShape(part) });
  if ("problem" in formatted) return { file, status: "failed", ...formatted };
  const { text: after, changes } = formatted;
  if (after === before) return { file, status: "unchanged" };
  writeFiles(cwd, [{ path, before, after }], { dryRun: isDryRun });
  const upgraded = changes.length > 0 ? { changes } : {};
  return { file, status: "changed", ...upgraded, ...(isDryRun ? { diff: diffLines(before, after) } : {}) };
}

function choosePartShape(part: WorkbookPart): Shape {
  const { documents, ...parts } = getGrammar();
  return part === "page" || part === "element" ? parts[part] : documents[part];
}

export interface FormatTextOptions extends Pick<FormatFileOptions, "isUpgrade"> {
  /** Its name, for messages. */
  readonly file: string;
  readonly language: "yaml" | "json";
  /** Of a part of a workbook. */
  readonly shape?: Shape | undefined;
}

/** A text in canonical order and layout, with what an upgrade changed in it, or why it can't be. */
export function formatText(
  text: string,
  { file, language, isUpgrade, shape }: FormatTextOptions,
): { readonly text: string; readonly changes: readonly string[] } | { readonly problem: string } {
  try {
    // What is included isn't looked into: anything that is different for different files will do.
    const options = { file, root: "/", readFile: (path: string) => JSON.stringify([path]), shape };
    const copied = parseCopied(text, options);
    if (copied === undefined) {
      return isUpgrade
        ? upgradeModel(text, language, options)
        : { text: formatModel(text, language, options), changes: [] };
    }
    const { form, changes } = isUpgrade ? upgradeWorkbook(copied.value) : { form: copied.value, changes: [] };
    return { text: writeModel(readLayoutAsRows(form)), changes };
  } catch (error) {
    if (error instanceof UsageError || error instanceof SpecSyntaxError) return { problem: error.message };
    throw error;
  }
}
