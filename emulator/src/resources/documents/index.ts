import type { FastifyInstance } from "fastify";
import { createFailure } from "../../http/errors";
import { buildPage } from "../../http/pages";
import { isListed } from "../files";
import { findTag } from "../tags";
import { addActionRoutes, addWorkbookActionRoutes } from "./actions";
import { findDocument, getDocumentId, presentRecord } from "./document";
import { reports, workbooks } from "./kinds";
import { addObjectRoutes } from "./objects";
import { addContentsRoutes } from "./routes";
import { scheduleRoutes } from "./schedules";
import { addTagRoutes } from "./tags";

/** Workbooks and reports. */
export function addDocumentRoutes(app: FastifyInstance): void {
  for (const kind of [workbooks, reports]) {
    addObjectRoutes(app, kind);
    addTagRoutes(app, kind);
    addContentsRoutes(app, kind);
    scheduleRoutes(app, kind);
    addActionRoutes(app, kind);
  }
  addWorkbookActionRoutes(app);

  app.get<{ Params: { tagId: string } }>("/v2/tags/:tagId/workbooks", async (request) => {
    const { call } = request;
    const { versionTagId } = findTag(call, request.params.tagId);
    const tagged = call.store.workbooks
      .listAll()
      .filter(({ tags }) => tags.some((tag) => tag.versionTagId === versionTagId))
      .filter(({ documentId }) => isListed(call, documentId))
      .map(({ documentId }) => findDocument(call, workbooks, documentId));
    return buildPage(request, tagged, (workbook) => presentRecord(call, workbooks, workbook), "total and hasMore");
  });

  // A workbook is renamed as a file: this answers as if it had been done, and does nothing.
  app.patch("/v2/workbooks/:workbookId", async (request) => {
    const { call, method, url } = request;
    if (call.settings.workbookPatch === "not-found") {
      throw createFailure(404, `No such endpoint: ${method} ${url}`);
    }
    return presentRecord(call, workbooks, findDocument(call, workbooks, getDocumentId(request, workbooks)));
  });
}
