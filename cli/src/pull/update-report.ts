import type { SpecChange } from "pulumi-analytics-internal/core/model";
import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import type { ProfileOptions } from "../platform/profile";

/** How files are updated. */
export interface UpdateOptions extends ProfileOptions {
  readonly dryRun?: boolean;
}

/** What the update of a file did. */
export interface UpdateReport {
  /** From the working directory. */
  readonly file: string;
  readonly what: "data model" | CodedNoun;
  readonly model: string;
  readonly title: string;
  readonly version: number;
  /** The platform's latest version, where the file has an earlier one. */
  readonly latestVersion?: number;
  readonly dryRun: boolean;
  /** From the file to the platform. */
  readonly changes: readonly SpecChange[];
  /** What changed beside that: name, folder and description, which the program declares. */
  readonly about: readonly SpecChange[];
  /** Lines of the file that change. */
  readonly diff: readonly string[];
  /** Whether the file has changes that the platform lacks. */
  readonly hasOwnEdits: boolean;
  /** What both changed, from the file's value to the platform's, which the file has now. */
  readonly contested: readonly SpecChange[];
  /** What couldn't be told apart. */
  readonly remarks: readonly string[];
}

/** A file that couldn't be updated beside others. */
export interface FailedUpdate {
  readonly file: string;
  readonly why: string;
}
