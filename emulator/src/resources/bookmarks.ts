import type { FastifyInstance } from "fastify";
import type { Call } from "../call";
import { notFound } from "../http/errors";
import { page } from "../http/pages";
import type { Bookmark } from "../state/records";
import { findWorkbook } from "./workbooks";

export function bookmarkRoutes(app: FastifyInstance): void {
  app.get<{ Params: { workbookId: string } }>("/v2/workbooks/:workbookId/bookmarks", async (request) => {
    const { workbookId } = findWorkbook(request.call, request.params.workbookId);
    return page(request, bookmarksOf(request.call, workbookId), present);
  });

  app.get<{ Params: { workbookId: string; bookmarkId: string } }>(
    "/v2/workbooks/:workbookId/bookmarks/:bookmarkId",
    async (request) => {
      const { bookmarkId } = request.params;
      const { workbookId } = findWorkbook(request.call, request.params.workbookId);
      const bookmark = request.call.store.bookmarks.get(bookmarkId);
      if (bookmark?.workbookId !== workbookId) {
        throw notFound("Bookmark", bookmarkId);
      }
      return present(bookmark);
    },
  );

  app.get<{ Params: { workbookId: string; tagName: string } }>(
    "/v2/workbooks/:workbookId/tags/:tagName/bookmarks",
    async (request) => {
      const { call } = request;
      const { workbookId, tagName } = request.params;
      const carried = findWorkbook(call, workbookId).tags.map((tag) => call.store.tags.get(tag.versionTagId)?.name);
      if (!carried.includes(tagName)) {
        throw notFound("Tag of the workbook", tagName);
      }
      return page(request, bookmarksOf(call, workbookId), present);
    },
  );
}

function bookmarksOf(call: Call, workbookId: string): Bookmark[] {
  return call.store.bookmarks.all().filter((bookmark) => bookmark.workbookId === workbookId);
}

function present({ workbookId: _, ...bookmark }: Bookmark): Omit<Bookmark, "workbookId"> {
  return bookmark;
}
