import type { Severity } from "../../spec";
import type { Report } from "../../spec/internal";
import type { WorkbookIndex } from "../workbook-index";

/** A rule for workbooks. */
export interface WorkbookRule {
  readonly name: string;
  /** What the platform is known to refuse is an error, the rest a warning. */
  readonly severity: Severity;
  check(workbook: WorkbookIndex, report: (finding: Report) => void): void;
}

/** Names that a hint lists at most. */
const mostListed = 8;

/** "Did you mean" for a word that isn't known; where none is near, what there is. */
export function suggest(near: string | undefined, known: Iterable<string> = []): { hint?: string } {
  if (near !== undefined) return { hint: `Did you mean \`${near}\`?` };
  const all = [...known].filter((name) => name !== "");
  if (all.length === 0) return {};
  const more = all.length > mostListed ? `, and ${all.length - mostListed} more` : "";
  return {
    hint: `There is ${all
      .slice(0, mostListed)
      .map((name) => `\`${name}\``)
      .join(", ")}${more}.`,
  };
}
