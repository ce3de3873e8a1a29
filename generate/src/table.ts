import type { JsonObject } from "pulumi-analytics-internal/core/model";

/** A table of a warehouse with all that is known about it, wherever that comes from. */
export interface SourceTable {
  /** Tells it from all other tables. */
  readonly key: string;
  /** The element's id. */
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  /** Database, schema and table, in the warehouse's case; empty where a query is. */
  readonly path: readonly string[];
  /** The query that it is, in the place of a table of the warehouse. */
  readonly statement?: string | undefined;
  readonly columns: readonly SourceColumn[];
  /** Whether the warehouse told the columns, now or in an earlier run. */
  readonly isWhole: boolean;
  /** Columns that the source documents and the warehouse doesn't have. */
  readonly missing: readonly string[];
  /** The file of an earlier run that is this table's; undefined: none is. */
  readonly file: string | undefined;
  /** Columns that identify a row, by id; empty: not known. */
  readonly primaryKey: readonly string[];
  readonly links: readonly Link[];
  readonly securities: readonly Security[];
  readonly metrics: readonly SourceMetric[];
  /** Comments before the table: what isn't in the representation, and what was left out. */
  readonly notes: readonly string[];
  readonly was: string | undefined;
  /** What the source tests of its data. Left out: nothing. */
  readonly checks?: readonly SourceCheck[];
}

/** A test of the source that a checks file has, too. */
export interface SourceCheck {
  readonly kind: "unique" | "not_null" | "accepted_values" | "relationships";
  /** Of columns, by id; of `relationships`, the name of the link. */
  readonly of: readonly string[];
  readonly values?: readonly (string | number | boolean)[];
  readonly isWarning: boolean;
}

export interface SourceColumn {
  readonly id: string;
  readonly name: string;
  readonly formula: string;
  readonly description: string | undefined;
  readonly isHidden: boolean;
  /** Whether the source says that it isn't hidden, whatever it is called. */
  readonly isShown?: boolean;
  readonly format: JsonObject | undefined;
  readonly folder: string | undefined;
  readonly was: string | undefined;
  /** Values that a list control offers. */
  readonly controlValues: readonly string[] | undefined;
}

/** Each row of a table has one row of another. */
export interface Link {
  readonly name: string;
  /** The key of the other table. */
  readonly target: string;
  readonly columns: readonly { readonly source: string; readonly target: string }[];
  /** Whether no two rows share one of the other table. */
  readonly isOneToOne: boolean;
  readonly description: string | undefined;
  /** A guess is written as a comment. */
  readonly isGuess: boolean;
}

/** Who may see columns. */
export interface Security {
  readonly columns: readonly string[];
  readonly criteria: JsonObject;
}

/** A metric, or a comment in its place. */
export type SourceMetric = KnownMetric | SkippedMetric;

export interface KnownMetric {
  readonly id: string;
  readonly name: string;
  readonly formula: string;
  readonly description: string | undefined;
  readonly format: JsonObject | undefined;
  readonly timeline: JsonObject | undefined;
  readonly folder: string | undefined;
  readonly was: string | undefined;
  readonly note: string | undefined;
  readonly isHighlighted: boolean;
}

export interface SkippedMetric {
  readonly skipped: string;
  readonly reason: string;
  /** What to do instead. */
  readonly hint: string | undefined;
}

/** Something that has no place in the models, and why. */
export interface Skipped {
  readonly name: string;
  readonly reason: string;
}
