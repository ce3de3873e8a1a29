import { join } from "node:path";
import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import { type Found, Validation } from "../validate/validate-files";
import type { ModelOutcome } from "./models";

/** An error that an update stops at, in a file that has what the platform has. */
export interface PulledError extends Pick<Found, "file" | "line" | "column" | "rule" | "message"> {
  /** What the file declares. */
  readonly of: "model" | CodedNoun;
}

/** What a model refused for anything else isn't declared for; or somebody edited a file that others refer to. */
const missingColumn = "missing-column";

/** The outcomes of a pull, by what they are of. */
export type Outcomes = Readonly<Record<PulledError["of"], readonly ModelOutcome[]>>;

/**
 * What the rules call an error in the files of a pull. The platform keeps what became wrong after it was written, such
 * as a formula with a column that its model no longer has.
 *
 * @returns the errors, with paths from `folder`.
 */
export function findErrors(folder: string, outcomes: Outcomes): PulledError[] {
  const validation = new Validation(folder, {});
  const models = new Set<string>();
  const reports: string[] = [];
  for (const [noun, some] of Object.entries(outcomes)) {
    for (const { file, action, movedTo = file } of some) {
      if (action === "failed" || action === "conflict") continue;
      if (noun === "model") models.add(movedTo);
      if (noun === "report") reports.push(movedTo);
      validation.add({ path: join(folder, movedTo), root: folder });
    }
  }
  const isOfReport = (file: string) => reports.some((place) => file === place || file.startsWith(`${place}/`));
  return validation
    .report()
    .findings.filter(
      ({ severity, rule, file }) => severity === "error" && (!models.has(file) || rule === missingColumn),
    )
    .map(({ file, line, column, rule, message }) => {
      const of = models.has(file) ? "model" : isOfReport(file) ? "report" : "workbook";
      return { file, line, column, rule, message, of };
    });
}
