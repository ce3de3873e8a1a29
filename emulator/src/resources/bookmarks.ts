import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { createNotFound, requireDependency } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildPage } from "../http/pages";
import { parseBody } from "../http/validate";
import type { Bookmark } from "../state/records";
import { findDocument } from "./documents/document";
import { workbooks } from "./documents/kinds";

/** Bookmarks of a workbook, and the same below a tag that it carries. */
export function addBookmarkRoutes(app: FastifyInstance): void {
  for (const path of ["/v2/workbooks/:workbookId/bookmarks", "/v2/workbooks/:workbookId/tags/:tagName/bookmarks"]) {
    app.get(path, async (request) => buildPage(request, listBookmarks(request), present));
    app.get(`${path}/:bookmarkId`, async (request) => present(findBookmark(request)));

    // The description has one of the two with a slash at the end.
    app.post(path.includes(":tagName") ? `${path}/` : path, async (request) => {
      const { call, body } = request;
      const { workbookId } = openWorkbook(request);
      const { workbookVersion: _, ...fields } = parseBody(
        defineObject(call, {
          workbookVersion: z.number(),
          name: z.string(),
          isShared: z.boolean(),
          exploreKey: z.string(),
        }),
        body,
      );
      // Only the product makes explorations.
      requireDependency(
        listBookmarks(request).find(({ exploreKey }) => exploreKey === fields.exploreKey),
        fields.exploreKey,
      );
      const bookmarkId = call.ids.makeUuid("bookmark");
      return present(call.store.bookmarks.put(bookmarkId, { bookmarkId, workbookId, isDefault: false, ...fields }));
    });

    app.patch(`${path}/:bookmarkId`, async (request) => {
      const { call, body } = request;
      const before = findBookmark(request);
      const given = parseBody(
        defineObject(call, {
          name: z.string().nullish(),
          isShared: z.boolean().nullish(),
          isDefault: z.boolean().nullish(),
          exploreKey: z.string().nullish(),
        }),
        body,
      );
      const change = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
      if (given.isDefault) {
        for (const other of listBookmarks(request)) {
          call.store.bookmarks.put(other.bookmarkId, { ...other, isDefault: false });
        }
      }
      const after = { ...before, ...Object.fromEntries(change) };
      return present(call.store.bookmarks.put(before.bookmarkId, after));
    });

    app.delete(`${path}/:bookmarkId`, async (request) => {
      request.call.store.bookmarks.delete(findBookmark(request).bookmarkId);
      return {};
    });
  }
}

/** The workbook; a 404 if the path names a tag that it doesn't carry. */
function openWorkbook({ call, params }: FastifyRequest): { workbookId: string } {
  const { workbookId = "", tagName } = params as Record<string, string>;
  const workbook = findDocument(call, workbooks, workbookId);
  const carried = workbook.tags.map((tag) => call.store.tags.get(tag.versionTagId)?.name);
  if (tagName !== undefined && !carried.includes(tagName)) {
    throw createNotFound("Tag of the workbook", tagName);
  }
  return { workbookId };
}

function findBookmark(request: FastifyRequest): Bookmark {
  const { bookmarkId = "" } = request.params as Record<string, string>;
  const bookmark = listBookmarks(request).find((one) => one.bookmarkId === bookmarkId);
  if (bookmark === undefined) {
    throw createNotFound("Bookmark", bookmarkId);
  }
  return bookmark;
}

function listBookmarks(request: FastifyRequest): Bookmark[] {
  const { workbookId } = openWorkbook(request);
  return request.call.store.bookmarks.listAll().filter((bookmark) => bookmark.workbookId === workbookId);
}

function present({ workbookId: _, ...bookmark }: Bookmark): Omit<Bookmark, "workbookId"> {
  return bookmark;
}
