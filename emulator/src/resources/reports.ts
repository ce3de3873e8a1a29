import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, getTime } from "../call";
import { createFailure, createNotFound, requireExisting } from "../http/errors";
import { defineObject, presentOptionalText } from "../http/fields";
import { buildPage, buildTokenPage } from "../http/pages";
import { parseBody } from "../http/validate";
import type { Inode, Report, ReportTag } from "../state/records";
import { checkMapping, defineTaggingOptions } from "./data-models/tags";
import { type ActedKind, addActionRoutes } from "./documents/actions";
import { addDocumentRoutes } from "./documents/routes";
import { listSchedules, presentSchedule, reportFormats, scheduleRoutes } from "./documents/schedules";
import { addFile, checkLiving, findFile, findFolder, formPath, formUrl, listDocuments } from "./files";
import { findTag, findTagNamed, listTags } from "./tags";

interface Params {
  Params: { reportId: string };
}

export function reportRoutes(app: FastifyInstance): void {
  app.get("/v2/reports", async (request) => {
    const { call } = request;
    const { listed, withoutTags } = listDocuments(call, request.query, {
      all: call.store.reports.all(),
      idOf: ({ reportId }) => reportId,
      hasArchived: true,
    });
    return buildPage(request, listed, (report) => presentReport(call, report, withoutTags), "total and hasMore");
  });

  app.post("/v2/reports", async ({ call, body }) => {
    const report = createReport(call, body);
    return report ? presentReport(call, report) : { dryRun: true, warnings: [] };
  });

  app.get<Params>("/v2/reports/:reportId", async (request) =>
    presentReport(request.call, findReport(request.call, request.params.reportId)),
  );

  app.get<Params>("/v2/reports/:reportId/tags", async (request) => {
    const { call } = request;
    const report = findReport(call, request.params.reportId);
    return buildTokenPage(request, listTags(call, report), (tag) => presentTag(call, tag, !report.tags.includes(tag)));
  });

  app.post("/v2/reports/tag", async (request) => {
    const { versionTagId, taggedReportId, sourceVersion } = tagReport(request.call, request.body);
    return { versionTagId, taggedReportId, taggedReportVersion: sourceVersion };
  });

  app.delete<{ Params: { reportId: string; tagId: string } }>(
    "/v2/reports/:reportId/tags/:tagId",
    async ({ call, params }) => {
      untagReport(call, params.reportId, params.tagId);
      return {};
    },
  );

  app.get<Params>("/v2/reports/:reportId/schedules", async (request) => {
    const { reportId: documentId } = findReport(request.call, request.params.reportId);
    const schedules = listSchedules(request.call, { documentId });
    return buildPage(request, schedules, (schedule) => presentSchedule(schedule, "reportId"), "total and hasMore");
  });
  scheduleRoutes(app, {
    path: "/v2/reports/:reportId",
    id: "reportId",
    find: (call, id) => findReport(call, id).reportId,
    formats: reportFormats,
    hasSources: false,
    settings: "reportSettings",
    settingsRead: "reportSettings",
    variant: { field: "reportVariant", keys: ["tagId"] },
  });

  addActionRoutes(app, actedReports);

  addDocumentRoutes(app, {
    path: "/v2/reports/:reportId",
    list: buildTokenPage,
    find: (call, id) => {
      const { reportId, latestVersion, tags } = findReport(call, id);
      return {
        documentId: reportId,
        file: findFile(call, reportId, "Report"),
        latestVersion,
        tags: tags.map((tag) => ({
          versionTagId: tag.versionTagId,
          name: findTag(call, tag.versionTagId).name,
          version: tag.sourceVersion,
          taggedAt: tag.taggedAt,
        })),
      };
    },
    sourcesHaveUrls: false,
  });
}

export const actedReports: ActedKind = {
  path: "/v2/reports/:reportId",
  type: "report",
  find: (call, id) => {
    const { reportId: documentId, latestVersion, tags } = findReport(call, id);
    const named = tags.map(({ versionTagId }) => ({ versionTagId, name: findTag(call, versionTagId).name }));
    return { documentId, latestVersion, tags: named, file: findFile(call, documentId, "Report") };
  },
  add: (call, reportId) => call.store.reports.put(reportId, { reportId, latestVersion: 1, tags: [] }),
  present: (call, id) => presentReport(call, findReport(call, id)),
};

/** A blank report; undefined for a dry run. */
function createReport(call: Call, body: unknown): Report | undefined {
  const { folderId, dryRun, ...fields } = parseBody(
    defineObject(call, {
      folderId: z.string(),
      name: z.string().min(1),
      description: z.string().optional(),
      dryRun: z.boolean().optional(),
    }),
    body,
  );
  if (dryRun) {
    findFolder(call, folderId);
    return undefined;
  }
  const { id: reportId } = addFile(call, { type: "report", parentId: folderId, ...fields });
  return call.store.reports.put(reportId, { reportId, latestVersion: 1, tags: [] });
}

/** A report carries a tag at one version at a time: tagging again moves the tag. */
function tagReport(call: Call, body: unknown): ReportTag {
  const fields = parseBody(
    defineObject(call, {
      reportId: z.string(),
      tagName: z.string(),
      reportVersion: z.number().optional(),
      ...defineTaggingOptions(call),
    }),
    body,
  );
  checkLiving(call, fields.reportId, "Report");
  const report = findReport(call, fields.reportId);
  const { versionTagId } = findTagNamed(call, fields.tagName);
  const sourceVersion = fields.reportVersion ?? report.latestVersion;
  if (sourceVersion < 1 || sourceVersion > report.latestVersion) {
    throw createFailure(404, `Version of the report not found: '${sourceVersion}'`);
  }
  checkMapping(call, fields.sourceMappingConfig);
  const before = report.tags.find((tag) => tag.versionTagId === versionTagId);
  const taggedReportId = before?.taggedReportId ?? call.ids.uuid("tagged report");
  const tag = { versionTagId, sourceVersion, taggedReportId, taggedAt: getTime() };
  const tags = [...report.tags.filter((other) => other.versionTagId !== versionTagId), tag];
  call.store.reports.put(report.reportId, { ...report, tags });
  return tag;
}

function untagReport(call: Call, reportId: string, tagId: string): void {
  checkLiving(call, reportId, "Report");
  const report = findReport(call, reportId);
  const tags = report.tags.filter((tag) => tag.versionTagId !== tagId);
  if (tags.length === report.tags.length) {
    throw createNotFound("Tag of the report", tagId);
  }
  call.store.reports.put(report.reportId, {
    ...report,
    tags,
    formerTags: [...(report.formerTags ?? []), ...report.tags.filter((tag) => !tags.includes(tag))],
  });
}

function findReport(call: Call, reportId: string): Report {
  const report = requireExisting(call.store.reports.get(reportId), "Report", reportId);
  findFile(call, reportId, "Report");
  return report;
}

function presentReport(
  call: Call,
  report: Report & { readonly file?: Inode },
  withoutTags = false,
): Record<string, unknown> {
  const { reportId, latestVersion, tags } = report;
  const file = report.file ?? findFile(call, reportId, "Report");
  return {
    reportId,
    reportUrlId: file.urlId,
    name: file.name,
    url: formUrl(file),
    path: formPath(call, file),
    latestVersion,
    ownerId: file.ownerId,
    createdBy: file.createdBy,
    updatedBy: file.updatedBy,
    createdAt: file.createdAt,
    updatedAt: file.updatedAt,
    isArchived: file.deletedWith !== null,
    ...(withoutTags ? {} : { tags: tags.map((tag) => presentTag(call, tag)) }),
    ...presentOptionalText(call, "description", file.description),
  };
}

function presentTag(call: Call, tag: ReportTag, isArchived = false): Record<string, unknown> {
  return { ...tag, tagName: findTag(call, tag.versionTagId).name, isArchived };
}
