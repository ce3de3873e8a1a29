import type { JsonObject, Path } from "pulumi-analytics-internal/core/model";

/** A data model as a generator makes it, before it meets the file that may be there. */
export interface GeneratedModel {
  /** The file's name without ending, which is also the model's name in `!ref`. */
  readonly name: string;
  /** The data model in the form that users write, `{ $ref: … }` for a name; every part has an id. */
  readonly spec: JsonObject;
  readonly comments: readonly ModelComment[];
  readonly was: readonly FormerId[];
  /** The tables of the warehouse that its elements read from, by the element's id. */
  readonly tables: Readonly<Record<string, GeneratedTable>>;
  /** A checks file for it; undefined: the source tests nothing. */
  readonly checks?: JsonObject | undefined;
}

export interface GeneratedTable {
  /** What the source calls it. */
  readonly key: string;
  /** Whether the warehouse told its columns, now or in an earlier run. */
  readonly isWhole: boolean;
  /** Columns that the source documents and the warehouse didn't have. */
  readonly missing?: readonly string[];
}

/** Lines to write before a part. */
export interface ModelComment {
  /** A part that is in the spec: `["pages", 0, "elements", 0, "metrics", 2]`; empty for the head of the file. */
  readonly path: Path;
  /** Without `#`; may have several lines. */
  readonly text: string;
}

/** What the source says a part was called before: its id then. */
export interface FormerId {
  /** The element, column or metric. */
  readonly path: Path;
  readonly was: string;
}
