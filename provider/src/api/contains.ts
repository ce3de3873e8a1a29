/**
 * True when `found` holds everything `sent` does: equal values, equal order, and perhaps fields the platform added.
 *
 * With `renamed`, every text that is an `id` somewhere in `sent` may have become another, the same one wherever it stands: the
 * platform replaces the ids of a representation with its own.
 *
 * @example
 * ```ts
 * contains({ name: "a" }, { name: "a", createdAt: "…" }); // true
 * contains({ id: "x", ref: "x" }, { id: "7", ref: "7" }, { renamed: true }); // true
 * ```
 */
export function contains(sent: unknown, found: unknown, { renamed = false } = {}): boolean {
  const ids = renamed ? idsIn(sent) : new Set<string>();
  const names = new Map<string, string>();

  const within = (a: unknown, b: unknown): boolean => {
    if (typeof a === "string" && typeof b === "string")
      return a === b ? !names.has(a) || names.get(a) === b : isRenamed(a, b);
    if (Array.isArray(a))
      return Array.isArray(b) && a.length === b.length && a.every((item, index) => within(item, b[index]));
    if (a !== null && typeof a === "object") {
      if (b === null || typeof b !== "object" || Array.isArray(b)) return false;
      const other = b as Record<string, unknown>;
      return Object.entries(a).every(([key, value]) => value === undefined || within(value, other[key]));
    }
    return a === b;
  };

  const isRenamed = (a: string, b: string): boolean => {
    if (!ids.has(a)) return false;
    const known = names.get(a);
    if (known === undefined) names.set(a, b);
    return known === undefined || known === b;
  };

  return within(sent, found);
}

function idsIn(value: unknown, ids = new Set<string>()): Set<string> {
  if (Array.isArray(value)) for (const item of value) idsIn(item, ids);
  else if (value !== null && typeof value === "object") {
    for (const [key, item] of Object.entries(value)) {
      if (key === "id" && typeof item === "string") ids.add(item);
      else idsIn(item, ids);
    }
  }
  return ids;
}
