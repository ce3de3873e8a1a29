import { equal, type Properties } from "../core/engine";

/** How a property differs; as in the engine's protocol. */
export const kinds = { add: 0, addReplace: 1, delete: 2, deleteReplace: 3, update: 4, updateReplace: 5 } as const;

/** The differences that the engine shows, by the path of each. */
export type DetailedDiff = Record<string, number>;

/**
 * The leaves in which two values differ.
 *
 * @example diffLeaves("credential", { a: 1, b: 2 }, { a: 1, b: 3 }) // { "credential.b": kinds.update }
 */
export function diffLeaves(path: string, before: unknown, after: unknown, replaces = false): DetailedDiff {
  const diff: DetailedDiff = {};
  const visit = (at: string, a: unknown, b: unknown): void => {
    if (equal(a, b)) return;
    if (isTree(a) && isTree(b) && Array.isArray(a) === Array.isArray(b)) {
      for (const key of Object.keys({ ...a, ...b })) visit(joinPath(at, key, Array.isArray(a)), a[key], b[key]);
      return;
    }
    const kind = a === undefined ? kinds.add : b === undefined ? kinds.delete : kinds.update;
    diff[at] = kind + (replaces ? 1 : 0);
  };
  visit(path, before, after);
  // The values differ in meaning alone, such as an unknown value that stands for itself.
  return Object.keys(diff).length > 0 ? diff : { [path]: kinds.update + (replaces ? 1 : 0) };
}

/** The path of a key inside a value. */
export function joinPath(path: string, key: string, isIndex = false): string {
  if (isIndex) return `${path}[${key}]`;
  return /^[A-Za-z_]\w*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

function isTree(value: unknown): value is Properties {
  return value !== null && typeof value === "object";
}
