/** What an area says of its objects, so that a deleted one can be told from one that its reader can't see. */

import { isSameId } from "./common";
import { collect } from "./transport/pages";

/** An object of a state. */
export interface KnownObject {
  readonly id: string;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** What a complete list says of an object: `empty`, that it has none at all; undefined: nothing. */
export type Listed = "shown" | "archived" | "absent" | "empty" | undefined;

/** The list in which an administrator sees every object of an area: what it lacks doesn't exist. */
export interface CompleteList {
  /** All entries, archived ones too, where the platform lists them. */
  load(): Promise<readonly object[]>;
  find(entries: readonly object[], known: KnownObject): Listed;
}

/** What of an area tells a deleted object from an invisible one. Nothing: a person has to say that it was deleted. */
export interface Provable {
  /** Whether an administrator sees all that the area has, and all that belongs to an object of it. */
  readonly isComplete?: boolean;
  /** Left out: the area's objects are parts of others. */
  readonly everything?: CompleteList;
  /** Whether a call about one archived object may still show it, without a word of that: the complete list lacks it. */
  readonly isShownWhenArchived?: boolean;
  /** A call about one object. @throws a 404 for one that doesn't exist. */
  ask?(known: KnownObject): Promise<unknown>;
}

/**
 * Declares an area whose list has every object, whoever owns it, where an administrator asks.
 *
 * @param idField the field of an entry that has the id.
 */
export function declareComplete(
  idField: string,
  list: () => AsyncIterable<object>,
): { readonly isComplete: true; readonly everything: CompleteList } {
  const everything: CompleteList = {
    load: () => collect(list()),
    find: (entries, { id }) => findEntry(entries, (entry) => isSameId(entry[idField], id) || entry.urlId === id),
  };
  return { isComplete: true, everything };
}

/** Finds an object among the entries of a complete list. */
export function findEntry(
  entries: readonly object[],
  isOwn: (entry: Readonly<Record<string, unknown>>) => boolean,
): Listed {
  const own = (entries as readonly Readonly<Record<string, unknown>>[]).filter(isOwn);
  if (own.some(({ isArchived }) => isArchived !== true)) return "shown";
  if (own.length > 0) return "archived";
  return entries.length > 0 ? "absent" : "empty";
}
