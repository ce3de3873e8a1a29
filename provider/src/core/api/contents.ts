import { ApiError, readUnlessGone } from "./errors";
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
 * All that lies below a folder or workspace, as far as the credentials can see it: each before the folder it is in.
 * A list may show too much: what counts is which folder the platform names when it is asked for the entry itself.
 */
export async function listBelow(files: Files, id: string, passed: readonly string[] = [id]): Promise<File[]> {
  const listed = await listContents(files, id);
  const read = await Promise.all(listed.map((file) => readLiving(files, file.id)));
  const inside = read.filter((file) => file?.parentId === id && !passed.includes(file.id)) as File[];
  const deeper = await Promise.all(
    inside.map((file) => (file.type === "folder" ? listBelow(files, file.id, [...passed, file.id]) : [])),
  );
  return [...deeper.flat(), ...inside];
}

/**
 * Deletes what lies below a folder or workspace, one by one: each only if the platform, asked for it and for what it
 * lies in, says just then that it lies below.
 *
 * @param refuse throws for a file that must stay.
 * @throws Error if a folder below isn't empty when its turn comes.
 * @returns how many it deleted.
 */
export async function deleteBelow(
  files: Files,
  id: string,
  refuse: (file: File) => void = () => undefined,
): Promise<number> {
  let count = 0;
  for (const file of await listBelow(files, id)) {
    if (!(await isBelow(files, file, id))) continue;
    refuse(file);
    if (file.type === "folder") await requireEmpty(files, file);
    await readUnlessGone(files.delete(file.id));
    count += 1;
  }
  return count;
}

/** Refuses a folder that something lies in. @throws Error */
export async function requireEmpty(files: Files, { id, name }: Pick<File, "id" | "name">): Promise<void> {
  const inside = await listBelow(files, id);
  if (inside.length > 0)
    throw createNotEmptyError(`folder "${name}" (${id})`, inside, "It was not deleted. Run the command again.");
}

/** Whether a file lies below a folder or workspace, by the folders that the platform names, one after the other. */
export async function isBelow(files: Files, { id }: File, folderId: string): Promise<boolean> {
  const passed = new Set<string>();
  for (let at = id; !passed.has(at); ) {
    passed.add(at);
    const file = await readLiving(files, at);
    if (file === undefined) return false;
    if (file.parentId === folderId) return true;
    at = file.parentId;
  }
  return false;
}

/** A file that isn't deleted. */
export async function readLiving(files: Files, id: string): Promise<File | undefined> {
  const file = await readUnlessGone(files.get(id));
  return file?.isArchived ? undefined : file;
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
    if (!mayHaveContents(error) || (await deleteBelow(files, id)) === 0) throw error;
    await remove(id);
  }
}

/** Whether contents may be why a delete was refused. */
function mayHaveContents(error: unknown): boolean {
  return error instanceof ApiError && !error.fromProxy && [400, 409, 422].includes(error.status ?? 0);
}

const deleteOption = "Nothing was deleted. Move them away; or set deleteContents: true, run `pulumi up`, and repeat.";

/** The error for a delete that would take documents along. */
export function createNotEmptyError(what: string, inside: readonly File[], hint = deleteOption): Error {
  const some = inside.slice(0, 5).map((file) => `${file.type} "${file.name}"`);
  const more = inside.length > some.length ? ` and ${inside.length - some.length} more` : "";
  return new Error(`The ${what} isn't empty: it holds ${some.join(", ")}${more}. ${hint}`);
}
