import type { SpecChange } from "pulumi-analytics-internal/core/model";
import type { MergeSide } from "../documents/document";
import type { DocumentType } from "../documents/read-files";
import type { ProfileOptions } from "../platform/profile";
import type { Brought } from "./bring";

/** How files are updated. */
export interface UpdateOptions extends ProfileOptions {
  readonly dryRun?: boolean;
  /** See {@link Preference}. */
  readonly prefer?: MergeSide;
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
  readonly action: Brought["action"];
  /** From the file to the platform; of a conflict, the file hasn't got them. */
  readonly changes: readonly SpecChange[];
  /** What changed beside that: name, folder and description, which the program declares. */
  readonly about: readonly SpecChange[];
  /** Whether the file has changes that the platform lacks. */
  readonly hasOwnEdits: boolean;
  /** What both changed, from the file's value to the platform's. */
  readonly contested: readonly SpecChange[];
  /** Of a conflict. */
  readonly why?: string;
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
  readonly failure: string;
}
