import * as z from "zod";
import { type Api, type DocumentFilter, expectId, nothing } from "./common";
import { declareComplete, type KnownObject, type Provable } from "./complete-list";
import { type DocumentTag, workbookTag } from "./document-tag";
import type { Files } from "./files";
import { filterActive, list } from "./transport/pages";
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

const tagged = z.looseObject({
  versionTagId: z.string(),
  taggedWorkbookId: z.string(),
  taggedWorkbookVersion: z.number(),
});
export type TaggedWorkbook = z.infer<typeof tagged>;

/** Which tag to put on which version. */
export interface TagWorkbook {
  /** The tag's name. */
  readonly tag: string;
  /** Left out: the latest version. */
  readonly workbookVersion?: number;
  readonly sourceMappingConfig?: readonly unknown[];
  readonly dataModelSourceTaggedVersions?: readonly unknown[];
  readonly sourceVersions?: Readonly<Record<string, number>>;
  readonly grantSourceAccess?: boolean;
  readonly isDefault?: boolean;
}

/**
 * Workbooks, `/v2/workbooks`, with their bookmarks (read only: a create needs a key that only the product's UI has) and
 * tags.
 *
 * @example
 * ```ts
 * await client.workbooks.tag(workbookId, { tag: "production" });
 * ```
 */
export class Workbooks implements Provable {
  readonly #api: Api;
  readonly #files: Files;
  /** See {@link Provable}: `skipPermissionCheck` lists the workbooks of everybody. */
  readonly isComplete = true;
  readonly everything = declareComplete("workbookId", () => this.list({ skipPermissionCheck: true })).everything;

  constructor(api: Api, files: Files) {
    this.#api = api;
    this.#files = files;
  }

  ask({ id }: KnownObject): Promise<unknown> {
    return this.#files.get(id);
  }

  /** `GET /v2/workbooks`. */
  list(query: DocumentFilter = {}): AsyncGenerator<Workbook, void, undefined> {
    return list(this.#api.transport, { path: "/v2/workbooks", query: { ...query }, entry: workbook, style: "page" });
  }

  /** `GET /v2/workbooks/{workbookId}`; of a tagged version with the workbook that was tagged. */
  get(id: string): Promise<Workbook> {
    return this.#api.transport.send({
      method: "GET",
      path: path`/v2/workbooks/${id}`,
      query: { includeTaggedSourceUrlId: true },
      answer: expectId(workbook, "workbookId", id),
    });
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

  /** `GET /v2/workbooks/{workbookId}/tags`. */
  listTags(id: string): AsyncGenerator<DocumentTag, void, undefined> {
    return filterActive(
      list(this.#api.transport, { path: path`/v2/workbooks/${id}/tags`, entry: workbookTag, style: "page" }),
    );
  }

  /**
   * `POST /v2/workbooks/tag`: puts a tag, by name, on a version. A tag is on one version, so the call is idempotent.
   */
  tag(id: string, options: TagWorkbook): Promise<TaggedWorkbook> {
    return this.#api.transport.send({
      method: "POST",
      path: "/v2/workbooks/tag",
      body: { workbookId: id, ...options },
      answer: tagged,
      repeatable: true,
    });
  }

  /** `DELETE /v2/workbooks/{workbookId}/tags/{tagId}`: removes a tag, by id. */
  untag(id: string, tagId: string): Promise<void> {
    return this.#api.transport.send({
      method: "DELETE",
      path: path`/v2/workbooks/${id}/tags/${tagId}`,
      answer: nothing,
    });
  }
}
