import * as z from "zod";
import type { AnalyticsClient, File } from "../core/api";
import { ApiError } from "../core/api/errors";
import { collect } from "../core/api/transport/pages";
import { declaredIfSame, equal, equalText } from "../core/values";
import type { Kind } from "./declare/kind";

export const folderInputs = z.strictObject({
  /** The folder's name. Updates in place. */
  name: z.string().min(1),
  /**
   * Id of the folder or workspace it lies in. Updates in place: the folder moves. Left out: the home folder of the credentials' owner
   * when the folder is made, and wherever it lies from then on.
   */
  parentId: z.string().min(1).optional(),
  /** What the folder is for. Updates in place. */
  description: z.string().optional(),
  /**
   * Whether a delete takes along what lies in the folder; left out: false, and a folder that isn't empty is not deleted. The state
   * has to know it: run `up` with it first, then delete.
   */
  deleteContents: z.boolean().optional(),
});

export type FolderInputs = z.infer<typeof folderInputs>;

export interface FolderOutputs {
  /** Names of the folders above, with slashes between. */
  path: string;
}

/** `/v2/files`, of type `folder`. */
export const folder: Kind<FolderInputs, FolderOutputs> = {
  name: "Folder",
  inputs: folderInputs,
  secret: [],
  replaceOn: [],

  changed: (olds, news) => [
    ...(equal(olds.name, news.name) ? [] : (["name"] as const)),
    ...(news.parentId === undefined || equal(olds.parentId, news.parentId) ? [] : (["parentId"] as const)),
    ...(equalText(olds.description, news.description) ? [] : (["description"] as const)),
    ...(equal(olds.deleteContents ?? false, news.deleteContents ?? false) ? [] : (["deleteContents"] as const)),
  ],

  describe: ({ name }) => `folder "${name}"`,

  async find({ client }, { name, parentId }) {
    const place = parentId ?? (await homeFolder(client));
    const inside = await collect(client.files.list({ type: "folder", name, parentId: place, directChildren: true }));
    // Whether the filters of the list match exactly is undocumented.
    return inside
      .filter((found) => found.name === name && found.parentId === place && !found.isArchived)
      .map(({ id }) => id);
  },

  async origin({ client }, id) {
    const { createdAt, createdBy } = await client.files.get(id);
    return { at: createdAt, by: createdBy };
  },

  async create({ client, attempt }, { name, parentId, description }) {
    const { id, path } = await client.files.createFolder({ name, parentId, description }, attempt);
    return { id, outputs: { path } };
  },

  async read({ client }, id, known) {
    const { type, isArchived, name, parentId, description, path } = await client.files.get(id);
    // A deleted one may still be readable.
    if (type !== "folder" || isArchived) return undefined;
    const declared = known?.inputs;
    return {
      inputs: {
        name,
        parentId: known && declared?.parentId === undefined ? undefined : parentId,
        description: declaredIfSame(declared?.description, description, equalText),
        deleteContents: declared?.deleteContents,
      },
      outputs: { path },
    };
  },

  async update({ client }, id, _olds, { name, parentId, description }, changed) {
    const change = {
      ...(changed.has("name") ? { name } : {}),
      ...(changed.has("parentId") ? { parentId } : {}),
      // The platform knows no "no description", only an empty one.
      ...(changed.has("description") ? { description: description ?? "" } : {}),
    };
    if (Object.keys(change).length === 0) return undefined;
    const { path } = await client.files.update(id, change);
    return { path };
  },

  mock: (id) => ({ id, outputs: { path: "Workspace" } }),

  async delete({ client }, id, { inputs }) {
    const inside = await contentsOf(client, id);
    if (inside.length > 0 && !inputs.deleteContents) throw notEmpty(inputs.name, id, inside);
    await deleteWhole(client, id);
  },
};

/** The files right in a folder. */
async function contentsOf(client: AnalyticsClient, id: string): Promise<File[]> {
  const listed = await collect(client.files.list({ parentId: id, directChildren: true }));
  return listed.filter((file) => file.parentId === id && !file.isArchived);
}

function notEmpty(name: string, id: string, inside: readonly File[]): Error {
  const some = inside.slice(0, 5).map((file) => `${file.type} "${file.name}"`);
  const more = inside.length > some.length ? ` and ${inside.length - some.length} more` : "";
  return new Error(
    `The folder "${name}" (${id}) isn't empty: it holds ${some.join(", ")}${more}. Nothing was deleted. ` +
      "Move them away; or set deleteContents: true, run `pulumi up`, and delete it then.",
  );
}

/** Whether a delete takes along what lies in a folder is undocumented; where it is refused, the contents go first. */
async function deleteWhole(client: AnalyticsClient, id: string): Promise<void> {
  try {
    await client.files.delete(id);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const inside = await contentsOf(client, id);
    if (inside.length === 0) throw error;
    for (const file of inside)
      await (file.type === "folder" ? deleteWhole(client, file.id) : client.files.delete(file.id));
    await client.files.delete(id);
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && !error.fromProxy && [400, 409, 422].includes(error.status ?? 0);
}

async function homeFolder(client: AnalyticsClient): Promise<string> {
  const { userId } = await client.whoami();
  const { homeFolderId } = await client.members.get(userId);
  return homeFolderId;
}
