import type { File } from "../core/api";
import { describeChoice, FolderTree, findFiles, isExact, mayName, parsePath } from "../core/api/folder-path";
import { isSameName, suggestWord } from "../core/text";
import { type Collection, describeCandidates, type Filter, filterMatching, search, type WithId } from "./collection";
import { type LookupContext, searchAnswer } from "./question";

/** Workspaces and folders, all of them: the names on the way to a file. */
export async function* listPlaces({ files }: LookupContext["client"]): AsyncGenerator<File> {
  yield* files.list({ type: "workspace" });
  yield* files.list({ type: "folder" });
}

/**
 * The folders and workspaces of an organization, read once per run of a program.
 *
 * @param isEnough whether the tree knows what is asked for; otherwise it is read again, as the run may have created
 * folders since.
 */
async function readTree(context: LookupContext, isEnough: (tree: FolderTree) => boolean): Promise<FolderTree> {
  let last = new FolderTree<File>([]);
  const load = async () => {
    const all: File[] = [];
    for await (const folder of listPlaces(context.client)) all.push(folder);
    return new FolderTree(all);
  };
  await searchAnswer(context, "tree of folders", load, (tree) => {
    last = tree;
    return isEnough(tree) || undefined;
  });
  return last;
}

/**
 * The one file at a path; see `core/folder-path` for how a path is written.
 *
 * @throws when there is none, or more than one; the message lists the candidates.
 */
export async function findFile(
  context: LookupContext,
  collection: Collection<File>,
  path: string,
  filter: Filter<File> = {},
): Promise<WithId<File>> {
  let choice: readonly WithId<File>[] = [];
  const near =
    (await search(context, collection, (entries) => {
      choice = filterMatching(entries, filter);
      const found = choice.filter((file) => mayName(path, file));
      return found.length > 0 ? found : undefined;
    })) ?? [];
  const [first] = near;
  if (first !== undefined && near.length === 1 && !isExact(path)) return first;
  const tree = await readTree(context, (known) => near.every((one) => one.path === "" || known.has(one.parentId)));
  const found = findFiles(path, near, tree);
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const { noun } = collection;
  if (found.length > 1)
    throw new Error(`${found.length} ${noun}s are called "${path}": ${describeChoice(found, tree)}`);
  const paths = choice.map((file) => tree.writeFilePath(file));
  const named = [...new Set(paths.filter((_, index) => isSameName(choice[index]!.name, path)))];
  if (named.length > 0) throw new Error(`no ${noun} has the path "${path}". By its name: ${named.join(" or ")}.`);
  throw new Error(
    `no ${noun} is called "${path}".${suggestWord(path, paths)} ${describeCandidates(noun, paths, filter)}`,
  );
}

/** Which entries lie in a folder. */
export interface FolderFilter {
  /** The path as the platform writes it. */
  readonly path: string;
  /** Whether the entry with this id and path is meant. */
  accepts(id: string): boolean;
}

/**
 * The filter for entries that have a path and no parent. Where the path's slashes may separate other names, the
 * folder's own list decides.
 *
 * @throws when the path means several folders.
 */
export async function createFolderFilter(context: LookupContext, path: string): Promise<FolderFilter> {
  const text = parsePath(path).join("/");
  const filterFolders = (tree: FolderTree) => tree.all.filter((folder) => mayName(path, folder));
  const tree = await readTree(context, (known) => filterFolders(known).length > 0);
  const near = filterFolders(tree);
  const found = findFiles(path, near, tree);
  const areAlike = new Set(near.map((folder) => tree.writeFilePath(folder))).size < 2;
  if (areAlike && !isExact(path)) return { path: text, accepts: () => true };
  const meant = new Set(found.map((folder) => tree.writeFilePath(folder)));
  if (meant.size > 1) throw new Error(`${found.length} folders are called "${path}": ${describeChoice(found, tree)}`);
  const ids = new Set<string>();
  for (const { id: parentId } of found) {
    // A list of all types lacks templates.
    for (const type of [undefined, "template"] as const) {
      for await (const { id } of context.client.files.list({ type, parentId, directChildren: true })) ids.add(id);
    }
  }
  return { path: text, accepts: (id) => ids.has(id) };
}
