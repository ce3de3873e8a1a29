// Generated from lookups/folder.ts by `npm run generate`: change that, and run it again.

import { folder as declared } from "../folder";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link getFolder}: `id` or `path`. */
export type GetFolderArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** The names from the workspace down to the folder, such as `Acme/Models/Sales`; `Acme` alone is the workspace. A slash in a name is written `\/`. */
    path: string;
  }>;

/** Arguments of {@link listFolders}. */
export interface ListFoldersArgs extends LookupArgs {
  /** Id of a folder or workspace: lists what is in it at any depth. `parentId`: what is directly in one. */
  ancestorId?: string;
  /** Id of the parent folder or workspace. */
  parentId?: string;
  /** The exact name. */
  name?: string;
}

/** A folder, or a workspace. */
export interface GetFolderResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** `folder`, or `workspace`. */
  type: string;
  /** Names of the parent folders, separated by slashes: `Acme/Models`. */
  path: string;
  /** Id of the parent folder or workspace. */
  parentId: string;
  /** The id in the address of the parent folder or workspace. */
  parentUrlId?: string;
  /** The id in its address in the product. */
  urlId: string;
  /** Whether it was deleted. */
  isArchived?: boolean;
  /** What the owner of the credentials may do with it, such as `edit`. */
  permission?: string;
  /** Its endorsement, as the platform names it. */
  badge?: string | null;
  /** What it is for. */
  description?: string;
  /** Id of its owner. */
  ownerId?: string | null;
  /** Of a document that the parent organization deployed to this tenant: the id in the address of its source there. */
  parentSourceUrlId?: string;
  /** Id of the member who created it. */
  createdBy: string;
  /** Id of the member who last changed it. */
  updatedBy: string;
  /** When it was created (ISO 8601). */
  createdAt: string;
  /** When it was last changed (ISO 8601). */
  updatedAt: string;
}

/**
 * A folder, or a workspace, by `id` or by `path`.
 *
 * Permissions: access to the folders.
 *
 * Endpoints: `GET /v2/files/{inodeId}`, `GET /v2/files?typeFilters=folder`.
 *
 * @throws when there is none, or more than one with this path: the message lists the candidates.
 * @example
 * ```ts
 * const models = analytics.getFolderOutput({ path: "Acme/Models" });
 * const drafts = new analytics.Folder("drafts", { name: "Drafts", parentId: models.id });
 * ```
 */
export const getFolder = createLookup<GetFolderArgs, GetFolderResult>(declared.get);

/** {@link getFolder} for arguments that are outputs. */
export const getFolderOutput = toOutputLookup(getFolder);

/**
 * The folders that these credentials can see, without archived ones.
 *
 * Permissions: access to the folders.
 *
 * Endpoint: `GET /v2/files?typeFilters=folder`.
 *
 * @example
 * ```ts
 * const models = analytics.getFolderOutput({ path: "Acme/Models" });
 * export const below = analytics.listFoldersOutput({ parentId: models.id });
 * ```
 */
export const listFolders = createLookup<ListFoldersArgs, GetFolderResult[]>(declared.list);

/** {@link listFolders} for arguments that are outputs. */
export const listFoldersOutput = toOutputLookup(listFolders);
