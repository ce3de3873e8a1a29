import { isObject } from "../data";
import { isMask, isSameData, isSameName, isShownAs } from "../text";

/**
 * True when `found` may be what was `sent`: wherever both have a value, the values are equal.
 *
 * Fields that only one of them has don't count: the platform adds some, never returns secrets, and may leave out empty
 * ones. A text that is an `id` in `sent` may be any other in `found`, because the platform replaces the ids of a
 * representation.
 *
 * @example
 * ```ts
 * isConsistent({ name: "a", password: "x" }, { name: "a", createdAt: "…" }); // true
 * isConsistent({ id: "x", use: "x" }, { id: "7", use: "7" }); // true
 * ```
 */
export function isConsistent(sent: unknown, found: unknown): boolean {
  const ids = collectIds(sent);

  function agree(a: unknown, b: unknown): boolean {
    if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => agree(item, b[i]));
    if (isObject(a) && isObject(b)) return Object.keys(a).every((key) => agree(a[key], b[key]));
    return isSameData(a, b) || a === undefined || b === undefined || (typeof b === "string" && ids.has(a));
  }

  return agree(sent, found);
}

function collectIds(value: unknown, ids = new Set<unknown>()): Set<unknown> {
  if (typeof value !== "object" || value === null) return ids;
  for (const [key, item] of Object.entries(value)) {
    if (key === "id" && typeof item === "string") ids.add(item);
    else collectIds(item, ids);
  }
  return ids;
}

/**
 * The fields of `sent` in which a found object surely is another one. Values that one of them lacks, hides or may write
 * in another form don't count: case, blanks, masks, what was added to a list of texts, and lists of objects.
 *
 * @example findDifferingFields({ name: "t", color: "grass" }, { name: "T", color: "plum", id: "7" }) // ["color"]
 */
export function findDifferingFields(sent: object, found: object): string[] {
  const others = new Map(Object.entries(found));
  return Object.entries(sent).flatMap(([field, value]) => (mayBeSame(value, others.get(field)) ? [] : [field]));
}

function mayBeSame(sent: unknown, found: unknown): boolean {
  if (isBlank(sent) || isBlank(found)) return true;
  if (Array.isArray(sent) && Array.isArray(found)) {
    return sent.every((item) => isObject(item) || found.some((other) => mayBeSame(item, other)));
  }
  if (isObject(sent) && isObject(found)) return findDifferingFields(sent, found).length === 0;
  const [one, other] = [normalizeText(sent), normalizeText(found)];
  return isSameName(one, other) || isShownAs(one, other);
}

/** Left out, empty or hidden. */
function isBlank(value: unknown): boolean {
  if (typeof value === "string") return value.trim() === "" || isMask(value);
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

const normalizeText = (value: unknown) =>
  typeof value === "object" ? JSON.stringify(value) : String(value).trim().toLowerCase();
