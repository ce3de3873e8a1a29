import { normalizePlainName } from "../formula";
import type { Exposed } from "./document";

/**
 * What a document can read outside of itself has a key: a text, so that an index of an organization is small and can be
 * stored.
 */

export const formElementKey = (dataModelId: string, elementId: string): string => `model/${dataModelId}/${elementId}`;

/** A column, by the name that formulas call it, in whatever spelling. */
export const formColumnKey = (holder: string, column: string): string =>
  `${holder}/column/${normalizePlainName(column)}`;

/** A column by its id, as controls name it. */
export const formColumnIdKey = (holder: string, columnId: string): string => `${holder}/id/${columnId}`;

export const formMetricKey = (holder: string, metric: string): string =>
  `${holder}/metric/${normalizePlainName(metric)}`;

export const formControlKey = (dataModelId: string, controlId: string): string =>
  `model/${dataModelId}/control/${controlId}`;

/** A table of the warehouse, whichever connection reads it. */
export const formTableKey = (path: readonly string[]): string => `table/${path.join(".").toUpperCase()}`;

/** A word of a statement: whether it names a table or column is a matter of its text. */
export const formWordKey = (word: string): string => `word/${word.toUpperCase()}`;

/** The keys by which documents read a part of a model. Nothing names a metric by its id, which a column may have, too. */
export const listKeys = ({ is, key, idKey }: Pick<Exposed, "is" | "key" | "idKey">): string[] =>
  idKey === undefined || is === "metric" ? [key] : [key, idKey];
