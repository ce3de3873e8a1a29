// Generated from lookups/file.ts by `npm run generate`: change that, and run it again.

import { file as declared } from "../file";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link getFile}: `id` or `path`. */
export type GetFileArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** The names from the workspace down to the file, such as `Acme/Models/Sales report`. A slash in a name is written `\/`. */
    path: string;
  }> & {
    /** `workspace`, `folder`, `workbook`, `data-model`, `dataset`, `report`, or another type, as the platform names it. */
    type?: string;
  };

/** Arguments of {@link listFiles}. */
export interface ListFilesArgs extends LookupArgs {
  /**
   * The type to list, such as `workbook`. Left out: workbooks, folders, data models, datasets and reports. Others, such as `workspace`, `template`,
   * `table` and `symlink`, are listed only by their type.
   */
  type?: string;
  /** Id of a folder or workspace: lists what is in it at any depth. `parentId`: what is directly in one. */
  ancestorId?: string;
  /** Id of the parent folder or workspace. */
  parentId?: string;
  /** The exact name. */
  name?: string;
}

/** A document or folder of any type. */
export interface GetFileResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** `workspace`, `folder`, `workbook`, `data-model`, `dataset`, `report`, or another type, as the platform names it. */
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
 * A document or folder of any type, by `id` or by `path` (and `type`).
 *
 * Permissions: access to the files.
 *
 * Endpoints: `GET /v2/files/{inodeId}`, `GET /v2/files`.
 *
 * @throws when there is none, or more than one with this path: the message lists the candidates.
 * @example
 * ```ts
 * const report = analytics.getFileOutput({ path: "Acme/Models/Sales/Sales report", type: "workbook" });
 * export const fileId = report.id;
 * ```
 */
export const getFile = createLookup<GetFileArgs, GetFileResult>(declared.get);

/** {@link getFile} for arguments that are outputs. */
export const getFileOutput = toOutputLookup(getFile);

/**
 * The files that these credentials can see, without archived ones.
 *
 * Permissions: access to the files.
 *
 * Endpoint: `GET /v2/files`.
 *
 * @example
 * ```ts
 * export const templates = analytics.listFilesOutput({ type: "template" });
 * ```
 */
export const listFiles = createLookup<ListFilesArgs, GetFileResult[]>(declared.list);

/** {@link listFiles} for arguments that are outputs. */
export const listFilesOutput = toOutputLookup(listFiles);
