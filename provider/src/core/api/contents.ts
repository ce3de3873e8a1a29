import { ApiError } from "./errors";
import type { File, Files } from "./files";
import { collect } from "./transport/pages";

/**
 * The types that a list shows only when asked for; undefined: the others. One at a time, because it is undocumented how
 * a query names several.
 */
const askedFor = [undefined, "template", "symlink", "sql", "worksheet", "dashboard"] as const;

/** The files right in a folder or workspace, as far as the credentials can see them. */
export async function listContents(files: Files, id: string): Promise<File[]> {
  const listed = await Promise.all(
    askedFor.map((type) => collect(files.list({ type, parentId: id, directChildren: true }))),
  );
  const inside = listed.flat().filter((file) => file.parentId === id && !file.isArchived);
  return [...new Map(inside.map((file) => [file.id, file])).values()];
}

/**
 * Deletes a folder or workspace with its contents. Whether a delete takes them along is undocumented; where it is
 * refused, the contents go first.
 */
export async function deleteWhole(
  files: Files,
  id: string,
  remove = (one: string) => files.delete(one),
): Promise<void> {
  try {
    await remove(id);
  } catch (error) {
    if (!mayHaveContents(error)) throw error;
    const inside = await listContents(files, id);
    if (inside.length === 0) throw error;
    for (const file of inside) await (file.type === "folder" ? deleteWhole(files, file.id) : files.delete(file.id));
    await remove(id);
  }
}

/** Whether contents may be why a delete was refused. */
function mayHaveContents(error: unknown): boolean {
  return error instanceof ApiError && !error.fromProxy && [400, 409, 422].includes(error.status ?? 0);
}

/** The error for a delete that would take documents along. */
export function createNotEmptyError(what: string, inside: readonly File[]): Error {
  const some = inside.slice(0, 5).map((file) => `${file.type} "${file.name}"`);
  const more = inside.length > some.length ? ` and ${inside.length - some.length} more` : "";
  return new Error(
    `The ${what} isn't empty: it holds ${some.join(", ")}${more}. Nothing was deleted. ` +
      "Move them away; or set deleteContents: true, run `pulumi up`, and repeat.",
  );
}
