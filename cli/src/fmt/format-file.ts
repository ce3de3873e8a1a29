import { realpathSync } from "node:fs";
import { basename, dirname, relative, resolve, sep } from "node:path";
import { SpecSyntaxError } from "pulumi-analytics-internal/core/spec";
import { UsageError } from "../command";
import { FileWriter, readInput } from "../files";
import { diffLines } from "../line-diff";
import { formatModel } from "../text";

/** What became, or would become, of a file. */
export interface FormattedFile {
  /** From the working directory, with `/`. */
  readonly file: string;
  readonly status: "changed" | "unchanged" | "failed";
  /** The lines that would change, in a dry run. */
  readonly diff?: readonly string[];
  /** Why it is left as it is. */
  readonly problem?: string;
}

/** Formats a file where it is. */
export function formatFile(cwd: string, path: string, { isDryRun }: { isDryRun: boolean }): FormattedFile {
  const file = relative(cwd, resolve(cwd, path)).split(sep).join("/");
  const before = readInput(cwd, path);
  const after = formatText(before, file, path.endsWith(".json") ? "json" : "yaml");
  if (typeof after !== "string") return { file, status: "failed", ...after };
  if (after === before) return { file, status: "unchanged" };
  // A link stays a link: what is written is the file it leads to.
  const target = realpathSync(resolve(cwd, path));
  new FileWriter(cwd, dirname(target), { dryRun: isDryRun }).write(basename(target), after);
  return { file, status: "changed", ...(isDryRun ? { diff: diffLines(before, after) } : {}) };
}

/**
 * A text in canonical order and layout, or why it can't be.
 *
 * @param file its name, for messages.
 */
export function formatText(text: string, file: string, language: "yaml" | "json"): string | { problem: string } {
  try {
    // What is included isn't looked into: anything that is different for different files will do.
    return formatModel(text, language, { file, root: "/", readFile: (path) => JSON.stringify([path]) });
  } catch (error) {
    if (error instanceof UsageError || error instanceof SpecSyntaxError) return { problem: error.message };
    throw error;
  }
}
