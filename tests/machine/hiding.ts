import type { Instead } from "../front";

const notFound = { code: "not_found", message: "not found", requestId: "r" };

/** Whether a request is about an object that a member doesn't see: the platform refuses their writes, too. */
export const isHidden = (hidden: ReadonlySet<string>, path: string) => path.split("/").some((part) => hidden.has(part));

/** The answer to a member who doesn't see the objects with these ids; undefined: the platform's own. */
export function hideFrom(hidden: ReadonlySet<string>, path: string, text: string): Instead | undefined {
  if (isHidden(hidden, path)) return { status: 404, text: JSON.stringify(notFound) };
  if (![...hidden].some((id) => text.includes(id))) return undefined;
  return { status: 200, text: JSON.stringify(hideEntries(JSON.parse(text), hidden)) };
}

/** An answer without the entries of lists that have one of these ids. */
function hideEntries(answer: unknown, ids: ReadonlySet<string>): unknown {
  const isHidden = (entry: unknown) =>
    typeof entry === "object" && entry !== null && Object.values(entry).some((value) => ids.has(value as string));
  if (Array.isArray(answer)) return answer.filter((entry) => !isHidden(entry));
  const fields = Object.entries((answer ?? {}) as object);
  return Object.fromEntries(
    fields.map(([key, value]) => [key, Array.isArray(value) ? value.filter((entry) => !isHidden(entry)) : value]),
  );
}
