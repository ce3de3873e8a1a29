import { formatChange, type SpecChange } from "pulumi-analytics-internal/core/model";
import type { DocumentType } from "../documents/read-files";

/** What became of a document's files. */
export interface FileOutcome {
  readonly type: DocumentType;
  readonly id: string;
  /** Its name on the platform. */
  readonly title: string;
  /** From the output folder; of an update, from the working directory. */
  readonly file: string;
  /**
   * `unchanged`: the files say what the platform has. `edited`: they have changes, and the platform has none.
   * `conflict`: both changed the same, or what changed where isn't known, and no side is preferred: the files stay.
   * `failed`: the document or its files can't be read.
   */
  readonly action: "created" | "updated" | "unchanged" | "edited" | "conflict" | "failed";
  /** Where the file is moved to, after all else. */
  readonly movedTo?: string;
  /** From the file to the platform. */
  readonly changes?: readonly SpecChange[];
  /** What both changed, from the file's value to the platform's. */
  readonly contested?: readonly SpecChange[];
  /** What changed beside the contents: name, folder and description, which the program declares. */
  readonly about?: readonly SpecChange[];
  /** Of an updated file: it has changes that the platform lacks. */
  readonly hasOwnEdits?: boolean;
  /** What couldn't be told apart. */
  readonly remarks?: readonly string[];
  /** Of a conflict or a failure. */
  readonly why?: string;
  /** Of an update: the files that were written, from the working directory. */
  readonly files?: readonly string[];
  /** Who changed the document last; in a report, by name. */
  readonly updatedBy?: string;
  readonly updatedAt?: string;
}

/** What the update of a document's files did. */
export interface UpdateReport extends FileOutcome {
  readonly version: number;
  /** The platform's latest version, where the file has an earlier one. */
  readonly latestVersion?: number;
  readonly dryRun: boolean;
  /** Files that were missing or unreadable: they get what the stack last deployed. */
  readonly restored: readonly string[];
  /** Lines of the files that change. */
  readonly diff: readonly string[];
}

/** A file that couldn't be updated beside others. */
export interface FailedUpdate {
  readonly file: string;
  readonly failure: string;
}

/** An outcome in JSON: each change with the line it is told in. */
export function formatOutcome({ type: _, changes, contested, about, ...told }: FileOutcome) {
  const format = (some: readonly SpecChange[]) => some.map((change) => ({ ...change, text: formatChange(change) }));
  return {
    ...told,
    ...(changes && { changes: format(changes) }),
    ...(contested && { contested: format(contested) }),
    ...(about && { about: format(about) }),
  };
}
