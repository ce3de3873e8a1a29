import type { SpecChange } from "pulumi-analytics-internal/core/model";
import type { CodedNoun } from "pulumi-analytics-internal/core/workbook";
import type { ProfileOptions } from "../platform/profile";

/** How `pull --update` is asked for. */
export interface UpdateOptions extends ProfileOptions {
  readonly update: string;
  /** The model, where nothing else says which it is. */
  readonly model?: readonly string[];
  /** The same for a workbook, or a report. */
  readonly workbook?: readonly string[];
  readonly report?: readonly string[];
  readonly dryRun?: boolean;
}

/** What `pull --update` did. */
export interface UpdateReport {
  /** From the working directory. */
  readonly file: string;
  readonly what: "data model" | CodedNoun;
  readonly model: string;
  readonly title: string;
  readonly version: number;
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
