import { join } from "node:path";
import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import { type FileFinding, Validation } from "../documents/validation";
import type { FileOutcome } from "./outcome";

/** An error that an update stops at, in a file that has what the platform has. */
export interface PulledError extends Pick<FileFinding, "file" | "line" | "column" | "rule" | "message"> {
  /** What the file declares. */
  readonly of: "model" | CodedNoun;
}

/** The only rule of models that an update meets: the program leaves out a model with another error. */
const missingColumn = "missing-column";

/**
 * What the rules call an error in the files of a pull. The platform keeps what became wrong after it was written, such
 * as a formula with a column that its model no longer has.
 *
 * @returns the errors, with paths from `folder`.
 */
export function findErrors(folder: string, outcomes: readonly FileOutcome[]): PulledError[] {
  const validation = new Validation(folder, {});
  const places = new Map<string, FileOutcome>();
  for (const outcome of outcomes) {
    const { file, action, movedTo: place = file } = outcome;
    if (action === "failed" || action === "conflict") continue;
    places.set(place, outcome);
    validation.add({ path: join(folder, place), root: folder });
  }
  return validation.report().findings.flatMap(({ file, line, column, rule, message, severity }) => {
    const [, found] = [...places].find(([place]) => file === place || file.startsWith(`${place}/`)) ?? [];
    // What is wrong in an edited file may be the user's.
    if (severity !== "error" || found === undefined || found.action === "edited" || found.hasOwnEdits) return [];
    const of = found.type === "data model" ? "model" : found.type;
    return of === "model" && rule !== missingColumn ? [] : [{ file, line, column, rule, message, of }];
  });
}
