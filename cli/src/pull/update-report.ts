import type { SpecChange } from "pulumi-analytics-internal/core/model";
import type { DocumentType } from "../documents/read-files";
import type { ProfileOptions } from "../platform/profile";

/** How files are updated. */
export interface UpdateOptions extends ProfileOptions {
  readonly dryRun?: boolean;
  /** Leaves the files of a document alone where both changed the same. */
  readonly keep?: boolean;
}

/** What the update of a document's files did. */
export interface UpdateReport {
  /** From the working directory. */
  readonly file: string;
  readonly what: DocumentType;
  readonly model: string;
  readonly title: string;
  readonly version: number;
  readonly dryRun: boolean;
  /** Files that were missing or unreadable: they get what the stack last deployed. */
  readonly restored: readonly string[];
  /** Lines of the files that change. */
  readonly diff: readonly string[];
  /** The platform's latest version, where the file has an earlier one. */
  readonly latestVersion?: number;
  /** From the file to the platform. */
  readonly changes: readonly SpecChange[];
  /** What changed beside that: name, folder and description, which the program declares. */
  readonly about: readonly SpecChange[];
  /** Whether the file has changes that the platform lacks. */
  readonly hasOwnEdits: boolean;
  /** What both changed, from the file's value to the platform's, which the file has now. */
  readonly contested: readonly SpecChange[];
  /** Whether it is known which changes are the file's own; true where the platform's document was named. */
  readonly isSure: boolean;
  /** Whether the files stay as they are, because something is contested. */
  readonly isKept: boolean;
  /** Those that were written. */
  readonly files?: readonly string[];
  /** Who changed the document last, and when. */
  readonly updatedBy: string;
  readonly updatedAt: string;
  /** What couldn't be told apart. */
  readonly remarks: readonly string[];
}

/** A file that couldn't be updated beside others. */
export interface FailedUpdate {
  readonly file: string;
  readonly why: string;
}

/** Whether the files lose edits of their own to the platform, or may. */
export const isContested = ({
  contested,
  changes,
  isSure,
}: Pick<UpdateReport, "contested" | "changes" | "isSure">): boolean =>
  contested.length > 0 || (!isSure && changes.length > 0);
