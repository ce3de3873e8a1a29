import { SpecSyntaxError } from "pulumi-analytics-internal/core/model";
import type { Shape } from "pulumi-analytics-internal/core/model/schema";
import { getGrammar, parseCopied, readLayoutAsRows } from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../command";
import { formatPath, readInput, writeFiles } from "../command/files";
import type { TextFile, WorkbookPart } from "../documents/find-files";
import { formatModel, readForm, writeModel } from "../text";
import { diffLines } from "../text/line-diff";

/** What became, or would become, of a file. */
export interface FormattedFile {
  /** From the working directory, with `/`. */
  readonly file: string;
  readonly status: "changed" | "unchanged" | "failed" | "skipped";
  /** The lines that would change, in a dry run. */
  readonly diff?: readonly string[];
  /** Why it is left as it is. */
  readonly problem?: string;
}

/** Why JSON stays as it is: other programs have forms of their own for theirs. */
export const noDocument =
  "is no data model, workbook or report, which have `schemaVersion` and `pages` at their top. It stays as it is.";

/** Formats a file where it is. */
export function formatFile(cwd: string, { path, part }: TextFile, { isDryRun }: { isDryRun: boolean }): FormattedFile {
  const file = formatPath(cwd, path);
  const before = readInput(cwd, path);
  const isJson = /\.json$/i.test(path);
  if (isJson && part === undefined && readForm(before) !== "document")
    return { file, status: "skipped", problem: `${file}: ${noDocument}` };
  const after = formatText(before, file, isJson ? "json" : "yaml", part && choosePartShape(part));
  if (typeof after !== "string") return { file, status: "failed", ...after };
  if (after === before) return { file, status: "unchanged" };
  writeFiles(cwd, [{ path, before, after }], { dryRun: isDryRun });
  return { file, status: "changed", ...(isDryRun ? { diff: diffLines(before, after) } : {}) };
}

function choosePartShape(part: WorkbookPart): Shape {
  const { documents, ...parts } = getGrammar();
  return part === "page" || part === "element" ? parts[part] : documents[part];
}

/**
 * A text in canonical order and layout, or why it can't be.
 *
 * @param file its name, for messages.
 */
export function formatText(
  text: string,
  file: string,
  language: "yaml" | "json",
  shape?: Shape,
): string | { problem: string } {
  try {
    // What is included isn't looked into: anything that is different for different files will do.
    const options = { file, root: "/", readFile: (path: string) => JSON.stringify([path]), shape };
    const copied = parseCopied(text, options);
    return copied === undefined ? formatModel(text, language, options) : writeModel(readLayoutAsRows(copied.value));
  } catch (error) {
    if (error instanceof UsageError || error instanceof SpecSyntaxError) return { problem: error.message };
    throw error;
  }
}
