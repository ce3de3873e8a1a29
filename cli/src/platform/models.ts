import {
  type AnalyticsClient,
  collect,
  describeChoice,
  type File,
  FolderTree,
  findFiles,
  mayName,
  type Placed,
  parsePath,
} from "pulumi-analytics-internal/core/api";
import { isSameName, normalizeName, suggestWord } from "pulumi-analytics-internal/core/text";
import { UsageError } from "../command";

/** Which data models of the platform are meant. */
export interface ModelChoice {
  /** Only those in this folder and below: its path, such as `Acme/Models`, or its id. */
  readonly folder?: string;
  /** Only these ids. */
  readonly model?: readonly string[];
}

/** A data model of the platform with its place. */
interface PlacedModel {
  readonly dataModelId: string;
  readonly name: string;
  readonly folderId: string;
  /** Names of the folders above, as the platform joins them. */
  readonly folderPath: string;
}

/** The folders and workspaces that the credentials see. */
export async function readFolders({ files }: AnalyticsClient): Promise<File[]> {
  const lists = await Promise.all([
    collect(files.list({ type: "workspace" })),
    collect(files.list({ type: "folder" })),
  ]);
  return lists.flat().filter(({ isArchived }) => !isArchived);
}

/**
 * Those of the platform's data models that are meant.
 *
 * @param folders those that {@link readFolders} has read.
 * @throws UsageError when there are none, with what was perhaps meant, or when the folder's path means several.
 */
export function chooseModels<Model extends PlacedModel>(
  models: readonly Model[],
  { folder, model: ids }: ModelChoice,
  folders: Iterable<Placed>,
): Model[] {
  const here = folder === undefined ? [...models] : filterFolder(models, folder, new FolderTree(folders));
  if (ids === undefined) return here;
  const problems = ids.flatMap((id) => {
    if (here.some(({ dataModelId }) => dataModelId === id)) return [];
    const namesake = here.find(({ name }) => isSameName(name, id));
    const hint = namesake === undefined ? "" : ` The model with this name has the id ${namesake.dataModelId}.`;
    return [`--model ${id}: no such data model.${hint}`];
  });
  if (problems.length > 0) throw new UsageError(...problems);
  return here.filter(({ dataModelId }) => ids.includes(dataModelId));
}

const toPlaced = ({ dataModelId: id, name, folderId: parentId, folderPath: path }: PlacedModel): Placed => ({
  id,
  name,
  parentId,
  path,
});

function filterFolder<Model extends PlacedModel>(models: readonly Model[], folder: string, tree: FolderTree): Model[] {
  const placed = models.map((model) => ({ ...toPlaced(model), model }));
  const inIt = filterByFolder(placed, folder, tree, `--folder ${folder}`).map(({ model }) => model);
  if (inIt.length > 0) return inIt;
  const paths = [...new Set(placed.map((one) => tree.writeFolderPath(one)))];
  throw new UsageError(`--folder ${folder}: no data model in this folder or below.${suggestWord(folder, paths)}`);
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
