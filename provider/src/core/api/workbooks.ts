import * as z from "zod";
import { type Api, expectId } from "./common";
import { workbookTag } from "./document-tag";
import type { Files } from "./files";
import { CodedDocuments } from "./tagged-documents";
import { list } from "./transport/pages";
import { path } from "./transport/path";
import { type Workbook, workbook } from "./workbook-record";

export const bookmark = z.looseObject({
  bookmarkId: z.string(),
  name: z.string().describe("Its name."),
  isShared: z.boolean().describe("Whether others see it."),
  exploreKey: z.string().describe("Id of the exploration that it belongs to."),
  isDefault: z.boolean().optional().describe("Whether the workbook opens with it."),
});
/** A bookmark of a workbook. */
export type Bookmark = z.infer<typeof bookmark>;

/**
 * Workbooks, `/v2/workbooks`, with their bookmarks (read only: a create needs a key that only the product's UI has) and
 * tags.
 *
 * @example
 * ```ts
 * await client.workbooks.tag(workbookId, { tag: "production" });
 * ```
 */
export class Workbooks extends CodedDocuments<Workbook> {
  readonly #api: Api;

  constructor(api: Api, files: Files) {
    super(api, files, {
      noun: "workbook",
      document: workbook,
      tag: workbookTag,
      tagPages: "page",
      tagField: "tag",
      // Of a tagged version with the workbook that was tagged.
      query: { includeTaggedSourceUrlId: true },
    });
    this.#api = api;
  }

  /** `GET /v2/workbooks/{workbookId}/bookmarks/{bookmarkId}`. */
  readBookmark(id: string, bookmarkId: string): Promise<Bookmark> {
    return this.#api.transport.send({
      method: "GET",
      path: path`/v2/workbooks/${id}/bookmarks/${bookmarkId}`,
      answer: expectId(bookmark, "bookmarkId", bookmarkId),
    });
  }

  /** `GET /v2/workbooks/{workbookId}/bookmarks`, or `…/tags/{tagName}/bookmarks`: those of a tagged version. */
  listBookmarks(id: string, { tagName }: { tagName?: string } = {}): AsyncGenerator<Bookmark, void, undefined> {
    return list(this.#api.transport, {
      path:
        tagName === undefined
          ? path`/v2/workbooks/${id}/bookmarks`
          : path`/v2/workbooks/${id}/tags/${tagName}/bookmarks`,
      entry: bookmark,
      style: "page",
    });
  }
}
