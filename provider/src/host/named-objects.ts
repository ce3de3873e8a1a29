/** Objects by the name that people know them by, where an id is expected. */

import type { AnalyticsClient } from "../core/api";
import { isSameName } from "../core/text";
import type { Naming } from "../kinds/declare";
import { registry } from "../kinds/registry";

/** How people call the objects of a kind; undefined: they have no names, or there is no such kind. */
const findNaming = (kind: string): Naming | undefined =>
  Object.hasOwn(registry, kind) ? registry[kind]!().naming : undefined;

/**
 * The ids of the objects of a kind that people call so.
 *
 * @returns nothing for an id, and for a kind whose objects have no names.
 * @example await findByName(client, "Connection", "Snowflake prod") // ["f725…"]
 */
export async function findByName(client: AnalyticsClient, kind: string, name: string): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { id, names } of findNaming(kind)?.list(client) ?? []) {
    if (id === name) return [];
    if (names.some((one) => isSameName(one.toLowerCase(), name.toLowerCase()))) found.push(id);
  }
  return found;
}

/** The lookup that finds the id of an object by its name; undefined: there is none. */
export function describeLookup(kind: string, name: string): string | undefined {
  return findNaming(kind)?.lookup(name);
}

/**
 * Whether a text is no id: the platform's are UUIDs, or 22 and more letters and digits, and have no spaces, and neither
 * `@` nor a slash.
 */
export function isLikelyName(text: string): boolean {
  return /[\s@/]/.test(text) || /^[\p{L}_-]{1,20}$/u.test(text);
}
