import { normalizePlainName } from "../formula";

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

/** The keys by which documents read a part of a model. */
export const listKeys = ({ key, idKey }: { readonly key: string; readonly idKey?: string }): string[] =>
  idKey === undefined ? [key] : [key, idKey];
