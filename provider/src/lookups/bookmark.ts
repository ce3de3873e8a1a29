import type { Bookmark } from "../core/api";
import { type Collection, matching, named, withId } from "./collection";
import { type LookupArgs, lookup, type OneOf, outputOf } from "./lookup";

/** Arguments of {@link getBookmark}: `workbookId`, and `id` or `name`. */
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

/** A bookmark of a workbook. */
export interface GetBookmarkResult {
  /** Its id. */
  id: string;
  name: string;
  /** Whether others see it. */
  isShared: boolean;
  /** Id of the exploration it belongs to. */
  exploreKey: string;
  /** Whether the workbook opens with it. */
  isDefault?: boolean;
}

/** Arguments of {@link listBookmarks}. */
export interface ListBookmarksArgs extends LookupArgs {
  /** Id of the workbook. */
  workbookId: string;
  /** Name of a tag: the bookmarks of the version that carries it. */
  tagName?: string;
  /** True for those that others see. */
  isShared?: boolean;
}

const bookmarksOf = (workbookId: string, tagName?: string): Collection<Bookmark> => ({
  noun: "bookmark",
  entries: (client) => client.workbooks.bookmarks(workbookId, { tagName }),
  idOf: ({ bookmarkId }) => bookmarkId,
  nameOf: ({ name }) => name,
  key: JSON.stringify(["bookmarks", workbookId, tagName]),
});

/**
 * A bookmark of a workbook, by `id` or by `name`.
 *
 * Permissions: access to the workbook.
 *
 * Endpoints: `GET /v2/workbooks/{workbookId}/bookmarks/{bookmarkId}`, `GET /v2/workbooks/{workbookId}/bookmarks`.
 *
 * @throws when there is none, or more than one of the name: the message lists those there are.
 * @example
 * ```ts
 * const report = await analytics.getWorkbook({ name: "Sales report" });
 * const north = await analytics.getBookmark({ workbookId: report.id, name: "Region north" });
 * ```
 */
export const getBookmark = lookup<GetBookmarkArgs, GetBookmarkResult>({
  name: "getBookmark",
  required: ["workbookId"],
  oneOf: ["id", "name"],
  answer: (call, { workbookId, id, name }) =>
    id === undefined
      ? named(call, bookmarksOf(workbookId), name)
      : withId("bookmark", id, call.client.workbooks.bookmark(workbookId, id)),
});

/** {@link getBookmark} for arguments that are outputs. */
export const getBookmarkOutput = outputOf(getBookmark);

/**
 * The bookmarks of a workbook, or of the version of it that carries a tag.
 *
 * Permissions: access to the workbook.
 *
 * Endpoints: `GET /v2/workbooks/{workbookId}/bookmarks`, `GET /v2/workbooks/{workbookId}/tags/{tagName}/bookmarks`.
 *
 * @example
 * ```ts
 * const report = await analytics.getWorkbook({ name: "Sales report" });
 * const shared = await analytics.listBookmarks({ workbookId: report.id, isShared: true });
 * ```
 */
export const listBookmarks = lookup<ListBookmarksArgs, GetBookmarkResult[]>({
  name: "listBookmarks",
  required: ["workbookId"],
  optional: ["tagName", "isShared"],
  answer: (call, { workbookId, tagName, isShared }) => matching(call, bookmarksOf(workbookId, tagName), { isShared }),
});

/** {@link listBookmarks} for arguments that are outputs. */
export const listBookmarksOutput = outputOf(listBookmarks);
