import { createRedactor, cut, escapeControls } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command";

/** Characters of one answer, which an agent can read without losing what it knew, and of one text in it. */
const mostCharacters = 40_000;
const longestText = 4_000;

/**
 * A result as an agent gets it: without secrets and invisible characters, and with lists so short that it can be read.
 *
 * @param narrow the arguments by which to ask for less than `limit` entries of each list.
 * @throws UsageError for what is too long even so.
 */
export function boundResult<Told extends object>(told: Told, limit: number, narrow: string, secrets: string[]) {
  const plain = createRedactor(secrets)(told);
  for (let most = limit; most >= 1; most = Math.floor(most / 2)) {
    const left: string[] = [];
    const short = cutLists(plain, most, "", left) as Told;
    // A lower bound than was asked for keeps the answer short: raising it doesn't help.
    const orRaise = most === limit ? ", or raise `limit`" : "";
    const more = left.map((what) => `${what} more, narrow it by ${narrow}${orRaise}`);
    if (JSON.stringify([short, more]).length <= mostCharacters) return { ...short, more };
  }
  throw new UsageError(`The result has more than ${mostCharacters} characters. Narrow it by ${narrow}.`);
}

/**
 * A `path` is one value, and stays whole.
 *
 * @param left gets the path of each list that was longer.
 */
function cutLists(value: unknown, most: number, path: string, left: string[]): unknown {
  if (typeof value === "string") return cut(escapeControls(value), longestText);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    if (value.length > most) left.push(`${path}: ${value.length - most}`);
    return value.slice(0, most).map((item, index) => cutLists(item, most, `${path}[${index}]`, left));
  }
  const entries = Object.entries(value).map(([key, item]) => {
    const bound = key === "path" ? Number.POSITIVE_INFINITY : most;
    return [escapeControls(key), cutLists(item, bound, path === "" ? key : `${path}.${key}`, left)];
  });
  return Object.fromEntries(entries);
}
