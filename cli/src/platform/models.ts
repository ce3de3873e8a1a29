import {
  type AnalyticsClient,
  collect,
  describeChoice,
  type File,
  type FolderTree,
  findFiles,
  mayName,
  type Placed,
  parsePath,
} from "pulumi-analytics-internal/core/api";
import { normalizeName } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command";

/** The folders and workspaces that the credentials see. */
export async function readFolders({ files }: AnalyticsClient): Promise<File[]> {
  const lists = (["workspace", "folder"] as const).map((type) => collectLiving(files.list({ type })));
  return (await Promise.all(lists)).flat();
}

/** What a list has that isn't archived. */
export async function collectLiving<T extends { readonly isArchived?: boolean | undefined }>(
  entries: AsyncIterable<T>,
): Promise<T[]> {
  return (await collect(entries)).filter(({ isArchived }) => !isArchived);
}

/**
 * The documents in a folder and below; none where nothing is there.
 *
 * @param folder its path, such as `Acme/Models`, or its id.
 * @param called how messages name the folder.
 * @throws UsageError when the path means several folders.
 */
export function filterByFolder<Item extends Placed>(
  documents: readonly Item[],
  folder: string,
  tree: FolderTree,
  called: string,
): Item[] {
  const listFolderIds = (one: Item) => [one.parentId, ...tree.listFolders(one).map(({ id }) => id)];
  const found = findFolders(folder, documents, tree);
  if (found.length > 1)
    throw new UsageError(`${called}: ${found.length} folders have this path: ${describeChoice(found, tree)}`);
  const [only] = found;
  return only === undefined
    ? filterBelow(folder, documents, tree)
    : documents.filter((one) => listFolderIds(one).includes(only.id));
}

/**
 * The folders that a path or an id names. Those of documents that aren't listed, such as other people's own folders,
 * are known by their path only.
 */
function findFolders(folder: string, documents: readonly Placed[], tree: FolderTree): Placed[] {
  const unlisted = documents
    .filter(({ parentId }) => !tree.has(parentId))
    .map(({ parentId: id, path }): Placed => {
      const names = path.split("/");
      return { id, name: names.at(-1) ?? "", parentId: "", path: names.slice(0, -1).join("/") };
    });
  const all = [...tree.all, ...new Map(unlisted.map((one) => [one.id, one])).values()];
  const withId = all.filter(({ id }) => id === folder);
  const near = all.filter((one) => mayName(folder, one));
  return withId.length > 0 ? withId : findFiles(folder, near, tree);
}

/** Documents below a folder that isn't listed itself, by the platform's path. */
function filterBelow<Item extends Placed>(folder: string, documents: readonly Item[], tree: FolderTree): Item[] {
  const wanted = normalizeName(`${parsePath(folder).join("/")}/`);
  return documents.filter(({ parentId, path }) => !tree.has(parentId) && normalizeName(path).startsWith(wanted));
}
