import type { File, FileType } from "../core/api";
import { all, type Collection, matching, named, withId } from "./collection";
import { type LookupArgs, lookup, type OneOf, outputOf } from "./lookup";

/** Arguments of {@link getFolder}: `id` or `path`. */
export type GetFolderArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** The names from the workspace down to the folder, such as `Acme/Models/Sales`; `Acme` alone is the workspace. */
    path: string;
  }>;

/** A folder, or a workspace. */
export interface GetFolderResult {
  /** Its id. */
  id: string;
  name: string;
  /** Names of the folders above, with slashes between. */
  path: string;
  /** Id of the folder above. */
  parentId: string;
  description?: string;
}

/** Arguments of {@link listFolders}; without any, all are listed. */
export interface ListFoldersArgs extends LookupArgs {
  /** Id of the folder or workspace they lie right in. */
  parentId?: string;
  /** The exact name. */
  name?: string;
}

const placesOf = (type: FileType, noun: string): Collection<File> => ({
  noun,
  entries: (client) => client.files.list({ type }),
  idOf: ({ id }) => id,
  nameOf: ({ path, name }) => (path === "" ? name : `${path}/${name}`),
});

const folders = placesOf("folder", "folder");
const workspaces = placesOf("workspace", "workspace");

/**
 * A folder, by `id` or by `path`.
 *
 * Permissions: access to the folder.
 *
 * Endpoints: `GET /v2/files/{inodeId}`, `GET /v2/files?typeFilters=folder`.
 *
 * @throws when there is none, or more than one of the path: the message lists those there are.
 * @example
 * ```ts
 * const models = await analytics.getFolder({ path: "Acme/Models" });
 * const orders = new analytics.DataModel("orders", { name: "Orders", folderId: models.id, spec: analytics.specFile("models/orders.yaml") });
 * ```
 */
export const getFolder = lookup<GetFolderArgs, GetFolderResult>({
  name: "getFolder",
  oneOf: ["id", "path"],
  async answer(call, { id, path = "" }) {
    if (id !== undefined) return withId("folder", id, call.client.files.get(id));
    const names = path.split("/").filter((name) => name !== "");
    if (names.length === 1) {
      const [name] = names;
      const workspace = (await all(call, workspaces)).find((candidate) => candidate.name === name);
      if (workspace !== undefined) return workspace;
    }
    return named(call, folders, names.join("/"));
  },
});

/** {@link getFolder} for arguments that are outputs. */
export const getFolderOutput = outputOf(getFolder);

/**
 * The folders that these credentials can see, archived ones left out.
 *
 * Permissions: access to the folders.
 *
 * Endpoint: `GET /v2/files?typeFilters=folder`.
 *
 * @example
 * ```ts
 * const models = await analytics.getFolder({ path: "Acme/Models" });
 * const below = await analytics.listFolders({ parentId: models.id });
 * ```
 */
export const listFolders = lookup<ListFoldersArgs, GetFolderResult[]>({
  name: "listFolders",
  optional: ["parentId", "name"],
  answer: (call, { connection: _, ...filter }) => matching(call, folders, filter),
});

/** {@link listFolders} for arguments that are outputs. */
export const listFoldersOutput = outputOf(listFolders);
