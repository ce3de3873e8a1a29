/** The folder of a sandbox on the platform: its mark, where it lies, and how it is deleted. */

import {
  type AnalyticsClient,
  collect,
  deleteBelow,
  describeChoice,
  type File,
  FolderTree,
  findFiles,
  getPlatformPath,
  isNotFound,
  listBelow,
  mayName,
  readLiving,
  readUnless,
  readUnlessGone,
  requireEmpty,
} from "pulumi-analytics-internal/core/api";
import { UsageError } from "../command";
import { isId } from "../documents/address";
import { readFolders } from "../platform/models";

/** What a description says of the sandbox's folder. @param id its own, which a copy doesn't have. */
export const formMark = (pr: string, stack: string, home: string, id: string): string =>
  `${formUnfinishedMark(pr, stack, home)} in ${id}`;

/** What it says before the folder's id is known. */
export const formUnfinishedMark = (pr: string, stack: string, home: string): string =>
  `Sandbox of pull request ${pr} of the stack ${stack}, made by pulumi-analytics: ${home}`;

const markForm = /^Sandbox of pull request (\d+) of the stack .+, made by pulumi-analytics: [0-9a-f]{32} in (\S+)$/;

/** The mark that a folder has. Earlier commits wrote another noun. */
const getMark = ({ description }: File): string => (description ?? "").replace(/^Preview of /, "Sandbox of ");

export const hasMark = (folder: File, mark: string): boolean => getMark(folder) === mark;

/** The pull request of a folder whose mark has the folder's own id; undefined: it isn't that of a sandbox. */
export function readMark(folder: File): string | undefined {
  const [, pr, own] = markForm.exec(getMark(folder)) ?? [];
  return own === folder.id && !folder.isArchived ? pr : undefined;
}

/** The id of the folder around sandboxes. @param path its path or id; undefined: the home of the credentials' owner. */
export async function findParent(client: AnalyticsClient, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) {
    const { userId } = await client.readIdentity();
    return (await readUnless(isNotFound, client.members.get(userId)))?.homeFolderId || undefined;
  }
  if (isId(path)) return path;
  const tree = new FolderTree(await readFolders(client));
  const near = tree.all.filter((folder) => mayName(path, folder));
  const [found, ...others] = findFiles(path, near, tree);
  if (found === undefined) throw new UsageError(`--in ${path}: there is no such folder. Give its path or id.`);
  if (others.length > 0)
    throw new UsageError(`--in ${path}: ${others.length + 1} folders have this path: ${describeChoice(near, tree)}`);
  return found.id;
}

/** The folders right in a folder, as the platform says of each. */
export async function listFoldersIn({ files }: AnalyticsClient, parentId: string): Promise<File[]> {
  const listed = await collect(files.list({ type: "folder", parentId, directChildren: true }));
  const near = listed.filter((folder) => folder.parentId === parentId);
  const read = await Promise.all(near.map(({ id }) => readLiving(files, id)));
  return read.filter((folder) => folder?.parentId === parentId) as File[];
}

/** The ids of what is in sandboxes, also of other projects. */
export async function listSandboxed({ files }: AnalyticsClient): Promise<ReadonlySet<string>> {
  const folders = await collect(files.list({ type: "folder" }));
  const marked = folders.filter((folder) => readMark(folder) !== undefined);
  const inside = await Promise.all(marked.map(({ id }) => listBelow(files, id)));
  return new Set(inside.flat().map(({ id }) => id));
}

/**
 * Deletes a folder, after what is below it: entry by entry, as the platform's own answers say that it is there.
 *
 * @param refuse throws for a file that must stay.
 */
export async function deleteFolder(
  { files }: AnalyticsClient,
  folder: Pick<File, "id" | "name">,
  refuse: (file: File) => void,
): Promise<void> {
  await deleteBelow(files, folder.id, refuse);
  await requireEmpty(files, folder);
  await readUnlessGone(files.delete(folder.id));
}

/** How people know a folder or document. */
export const describeFile = (file: File): string => `${file.type} ${getPlatformPath(file)} (${file.id})`;
