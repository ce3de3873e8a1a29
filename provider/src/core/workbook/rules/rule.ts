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

/** "Did you mean" for a word that isn't known; nothing where none is near. */
export const suggest = (near: string | undefined): { hint?: string } =>
  near === undefined ? {} : { hint: `Did you mean \`${near}\`?` };
