// Generated from lookups/workbook.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { workbook as declared } from "../workbook";

/** Arguments of {@link getWorkbook}: `id` or `name`. */
export type GetWorkbookArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }> & {
    /** Whether to search what the whole organization has, and not only what the owner of the credentials may see. For administrators. Default: false. */
    skipPermissionCheck?: boolean;
    /** Names of the parent folders, separated by slashes: `Acme/Models`. A slash in a name is written `\/`. */
    path?: string;
  };

/** Arguments of {@link listWorkbooks}. */
export interface ListWorkbooksArgs extends LookupArgs {
  /** Whether to leave out the tags of each entry. Default: false. */
  excludeTags?: boolean;
  /** Whether to search what the whole organization has, and not only what the owner of the credentials may see. For administrators. Default: false. */
  skipPermissionCheck?: boolean;
  /** True: the archived ones alone. Default: false. */
  isArchived?: boolean;
  /** Whether to leave out explorations, which are unsaved views of workbooks. Default: false. */
  excludeExplorations?: boolean;
  /** The exact name. */
  name?: string;
  /** Names of the parent folders, separated by slashes: `Acme/Models`. A slash in a name is written `\/`. */
  path?: string;
  /** Id of its owner. */
  ownerId?: string;
}

/** A workbook. */
export interface GetWorkbookResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its address in the product. */
  url: string;
  /** Names of the parent folders, separated by slashes: `Acme/Models`. */
  path: string;
  /** What the workbook is for. */
  description?: string;
  /** The id in its address in the product. */
  urlId: string;
  /** Whether it was deleted. */
  isArchived?: boolean;
  /** The tags on versions of the workbook. Absent with `excludeTags`. */
  tags?: {
    /** Id of the tag. */
    versionTagId: string;
    /** The tag's name. */
    name: string;
    /** The version of the document that has the tag. */
    version: number;
    /** When the version was tagged (ISO 8601). */
    taggedAt: string;
    /** Id of the tagged version, a document of its own: the id for its grants and embeds. The platform doesn't return it for data models. */
    taggedDocumentId?: string;
  }[];
  /** The latest version. */
  latestVersion: number;
  /** Of a tagged version, found by its `id`: the id in the address of the workbook that was tagged. */
  taggedSourceUrlId?: string;
  /** Id of its owner. */
  ownerId: string;
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
 * A workbook, by `id` or by `name` (and `path`).
 *
 * Permissions: access to the workbooks.
 *
 * Endpoints: `GET /v2/workbooks/{workbookId}`, `GET /v2/workbooks`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const report = analytics.getWorkbookOutput({ name: "Sales report" });
 * export const workbookId = report.id;
 * ```
 */
export const getWorkbook = createLookup<GetWorkbookArgs, GetWorkbookResult>(declared.get);

/** {@link getWorkbook} for arguments that are outputs. */
export const getWorkbookOutput = toOutputLookup(getWorkbook);

/**
 * The workbooks that these credentials can see, without archived ones.
 *
 * Permissions: access to the workbooks.
 *
 * Endpoint: `GET /v2/workbooks`.
 *
 * @example
 * ```ts
 * export const workbooks = analytics.listWorkbooksOutput({ path: "Acme/Models/Sales" });
 * ```
 */
export const listWorkbooks = createLookup<ListWorkbooksArgs, GetWorkbookResult[]>(declared.list);

/** {@link listWorkbooks} for arguments that are outputs. */
export const listWorkbooksOutput = toOutputLookup(listWorkbooks);
