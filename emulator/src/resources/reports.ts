import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { existing } from "../http/errors";
import { object, optionalText } from "../http/fields";
import { page, tokenPage } from "../http/pages";
import { flag } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { Report } from "../state/records";
import { documentRoutes } from "./documents/routes";
import { addFile, findFile, isListed, pathOf, urlOf } from "./files";

interface Params {
  Params: { reportId: string };
}

export function reportRoutes(app: FastifyInstance): void {
  app.get("/v2/reports", async (request) => {
    const { call } = request;
    const { excludeTags } = parseQuery(z.object({ excludeTags: flag }), request.query);
    const listed = call.store.reports.all().filter(({ reportId }) => isListed(call, reportId));
    return page(request, listed, (report) => presentReport(call, report, excludeTags), "total and hasMore");
  });

  app.post("/v2/reports", async (request) => presentReport(request.call, createReport(request.call, request.body)));

  app.get<Params>("/v2/reports/:reportId", async (request) =>
    presentReport(request.call, findReport(request.call, request.params.reportId)),
  );

  app.get<Params>("/v2/reports/:reportId/tags", async (request) => {
    findReport(request.call, request.params.reportId);
    return tokenPage(request, [], (tag) => tag);
  });

  documentRoutes(app, {
    path: "/v2/reports/:reportId",
    list: tokenPage,
    find: (call, id) => {
      const { reportId, latestVersion } = findReport(call, id);
      return { documentId: reportId, file: findFile(call, reportId, "Report"), latestVersion, tags: [] };
    },
    sourcesHaveUrls: false,
  });
}

function createReport(call: Call, body: unknown): Report {
  const { folderId, ...fields } = parseBody(
    object(call, { folderId: z.string(), name: z.string().min(1), description: z.string().optional() }),
    body,
  );
  const { id: reportId } = addFile(call, { type: "report", parentId: folderId, ...fields });
  return call.store.reports.put(reportId, { reportId, latestVersion: 1 });
}

function findReport(call: Call, reportId: string): Report {
  const report = existing(call.store.reports.get(reportId), "Report", reportId);
  findFile(call, reportId, "Report");
  return report;
}

function presentReport(call: Call, { reportId, latestVersion }: Report, withoutTags = false): Record<string, unknown> {
  const file = findFile(call, reportId, "Report");
  return {
    reportId,
    reportUrlId: file.urlId,
    name: file.name,
    url: urlOf(file),
    path: pathOf(call, file),
    latestVersion,
    ownerId: file.ownerId,
    createdBy: file.createdBy,
    updatedBy: file.updatedBy,
    createdAt: file.createdAt,
    updatedAt: file.updatedAt,
    isArchived: file.deletedWith !== null,
    ...(withoutTags ? {} : { tags: [] }),
    ...optionalText(call, "description", file.description),
  };
}
