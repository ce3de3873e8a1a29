// Generated from lookups/bookmark.ts by `npm run generate`: change that, and run it again.

import { bookmark as declared } from "../bookmark";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link getBookmark}: `id` or `name`. */
export type GetBookmarkArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }> & {
    /** Id of the workbook. */
    workbookId: string;
  };

/** Arguments of {@link listBookmarks}. */
export interface ListBookmarksArgs extends LookupArgs {
  /** Id of the workbook. */
  workbookId: string;
  /** Name of a tag: the bookmarks of the version that has it (`GET /v2/workbooks/{workbookId}/tags/{tagName}/bookmarks`). */
  tagName?: string;
  /** Whether others see it. */
  isShared?: boolean;
}

/** A bookmark of a workbook. */
export interface GetBookmarkResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Whether others see it. */
  isShared: boolean;
  /** Id of the exploration that it belongs to. */
  exploreKey: string;
  /** Whether the workbook opens with it. */
  isDefault?: boolean;
}

/**
 * A bookmark of a workbook, by `id` or by `name`.
 *
 * Permissions: access to the workbook.
 *
 * Endpoints: `GET /v2/workbooks/{workbookId}/bookmarks/{bookmarkId}`, `GET /v2/workbooks/{workbookId}/bookmarks`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const report = analytics.getWorkbookOutput({ name: "Sales report" });
 * const north = analytics.getBookmarkOutput({ workbookId: report.id, name: "Region north" });
 * export const bookmarkId = north.id;
 * ```
 */
export const getBookmark = createLookup<GetBookmarkArgs, GetBookmarkResult>(declared.get);

/** {@link getBookmark} for arguments that are outputs. */
export const getBookmarkOutput = toOutputLookup(getBookmark);

/**
 * The bookmarks that these credentials can see, without archived ones.
 *
 * Permissions: access to the workbook.
 *
 * Endpoint: `GET /v2/workbooks/{workbookId}/bookmarks`.
 *
 * @example
 * ```ts
 * const report = analytics.getWorkbookOutput({ name: "Sales report" });
 * export const shared = analytics.listBookmarksOutput({ workbookId: report.id, isShared: true });
 * ```
 */
export const listBookmarks = createLookup<ListBookmarksArgs, GetBookmarkResult[]>(declared.list);

/** {@link listBookmarks} for arguments that are outputs. */
export const listBookmarksOutput = toOutputLookup(listBookmarks);
