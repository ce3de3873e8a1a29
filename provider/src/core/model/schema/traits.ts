import * as z from "zod";
import type { Json } from "../json";

/** What a schema says of values beside their types. The canonical form, the checks and references follow from it. */
export interface Traits {
  /** The one form of all values that mean the same; other values as they are. */
  readonly simplify?: (value: Json) => Json;
  /** Whether the text is a formula. */
  readonly isFormula?: boolean;
  /** Whether its fields have no order of their own in files. */
  readonly isUnsorted?: boolean;
  /** Whether it has a line for each of its fields in files. */
  readonly isSpacious?: boolean;
  /** What the id names. */
  readonly reference?: Reference;
  /** Of a field: what it was called. */
  readonly formerly?: string;
  /** What to write for a value of another type, for a field that is dropped, or for a kind that is missing. */
  readonly hint?: string;
  /** Of a field: the platform accepts it and drops it. */
  readonly isDropped?: boolean;
  /** Of a field: the platform never answers it, though it has an effect. */
  readonly isUnread?: boolean;
  /** Of a field: it shows a column that no other channel of its element may show. */
  readonly isChannel?: boolean;
  /** Of an enumeration or union: what its values are called; default: the field's name. */
  readonly noun?: string;
  /** Of an enumeration or union: what people write for its values, and what they are called. */
  readonly former?: Readonly<Record<string, string>>;
  /** Of an enumeration or union: the platform refuses all other values. */
  readonly isClosed?: boolean;
  /** Of an object: the name of its file may stand for its id. */
  readonly isNamedByFile?: boolean;
  /** Of an object: fields that people look for in it, and where they are. */
  readonly misplaced?: Readonly<Record<string, string>>;
}

/** What an id names, such as a column, and where the object beside it says whose; default: of its own element. */
export interface Reference {
  readonly to: "agent" | "column" | "control" | "element" | "grouping" | "overlay" | "page";
  readonly of?: readonly string[];
}

/** The schemaTraits of schemas. They are apart from zod's own metadata, which is what a JSON Schema has, too. */
export const schemaTraits = z.registry<Traits>();
