import { normalizeName } from "./name";

/**
 * The value that a record has under a name of the user's: a key of its own, since `constructor` is no key of an empty
 * object, in whichever form its characters are composed.
 *
 * @example getOwnValue({ orders: 1 }, "constructor") // undefined
 */
export function getOwnValue<T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  if (record === undefined) return undefined;
  if (Object.hasOwn(record, name)) return record[name];
  const wanted = normalizeName(name);
  const key = Object.keys(record).find((other) => normalizeName(other) === wanted);
  return key === undefined ? undefined : record[key];
}
