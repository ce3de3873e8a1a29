import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, getTime } from "../call";
import { createFailure, createNotFound, createUnmatched, requireExisting } from "../http/errors";
import { defineObject, presentOptionalText } from "../http/fields";
import { buildPage, buildTokenPage } from "../http/pages";
import { flag } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { Inode, Report, ReportTag } from "../state/records";
import { checkMapping, defineTaggingOptions } from "./data-models/tags";
import { type ActedKind, addActionRoutes } from "./documents/actions";
import {
  answerDryRun,
  type CodedKind,
  createFromDocument,
  putTaggedContents,
  readDocument,
  refuseYaml,
  replaceDocument,
} from "./documents/coded";
import { addDocumentRoutes } from "./documents/routes";
import { listSchedules, presentSchedule, reportFormats, scheduleRoutes } from "./documents/schedules";
import { findTaggedVersion } from "./documents/tagged";
import { addFile, checkLiving, findFile, listDocuments, presentDocument } from "./files";
import { findTag, findTagNamed, listTags } from "./tags";
import { canServeContents } from "./workbook-documents";

interface Params {
  Params: { reportId: string };
}

export function reportRoutes(app: FastifyInstance): void {
  app.get("/v2/reports", async (request) => {
    const { call } = request;
    const { listed, withoutTags } = listDocuments(call, request.query, {
      all: call.store.reports.listAll(),
      idOf: ({ reportId }) => reportId,
      hasArchived: true,
    });
    return buildPage(request, listed, (report) => presentReport(call, report, withoutTags), "total and hasMore");
  });

  app.post("/v2/reports", async (request, reply) => {
    const { call, body } = request;
    refuseYaml(request);
    const { dryRun: isDryRun, ...fields } = parseCreate(call, body);
    if (isDryRun) {
      const [status, answer] = answerDryRun(call, codedReports, fields);
      return reply.status(status).send(answer);
    }
    return presentReport(call, createReport(call, fields));
  });

  app.get<Params>("/v2/reports/:reportId", async ({ call, params, query }) => {
    const { includeContents } = parseQuery(z.object({ includeContents: flag }), query);
    const { source: _, ...report } = findReportVersion(call, params.reportId);
    return {
      ...presentReport(call, report),
      ...(includeContents &&
        canServeContents(call) && {
          documentVersion: report.latestVersion,
          contents: readDocument(call, report.reportId),
        }),
    };
  });

  app.put<Params>("/v2/reports/:reportId/contents", async (request) => {
    const { call, params, body } = request;
    if (!canServeContents(call)) throw createUnmatched();
    refuseYaml(request);
    return replaceDocument(request, codedReports, { id: params.reportId, key: "contents", body });
  });

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
      const { reportId, latestVersion, tags, file } = findReportVersion(call, id);
      return {
        documentId: reportId,
        file,
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

export const codedReports: CodedKind = {
  type: "report",
  find: (call, id) => ({ ...findReport(call, id), file: findFile(call, id, "Report") }),
  putVersion: ({ store }, reportId, latestVersion) =>
    store.reports.put(reportId, { tags: [], ...store.reports.get(reportId), reportId, latestVersion }),
};

/** Contents mean something only where documents as code are served. */
function parseCreate(call: Call, body: unknown) {
  const fields = parseBody(
    defineObject(call, {
      folderId: z.string(),
      name: z.string().min(1),
      description: z.string().optional(),
      contents: z.unknown().optional(),
      dryRun: z.boolean().optional(),
    }),
    body,
  );
  return canServeContents(call) ? fields : { ...fields, contents: undefined };
}

/** A blank report, or one with contents. */
function createReport(call: Call, { folderId, contents, ...fields }: ReturnType<typeof parseCreate>): Report {
  if (contents !== undefined) {
    const sent = { ...fields, folderId, document: contents, key: "contents" as const };
    return findReport(call, createFromDocument(call, codedReports, sent));
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
  const taggedReportId = before?.taggedReportId ?? call.ids.makeUuid("tagged report");
  const tag = { versionTagId, sourceVersion, taggedReportId, taggedAt: getTime() };
  const tags = [...report.tags.filter((other) => other.versionTagId !== versionTagId), tag];
  call.store.reports.put(report.reportId, { ...report, tags });
  const version = { id: report.reportId, version: sourceVersion, taggedId: taggedReportId };
  putTaggedContents(call, version, fields.dataModelSourceTaggedVersions);
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

/** A report, or the tagged version of one, which has no tags of its own. */
function findReportVersion(call: Call, id: string): Report & { file: Inode; source?: Inode } {
  const tagged = findTaggedVersion(call, id);
  const { tags, ...report } = findReport(call, tagged?.sourceId ?? id);
  const file = findFile(call, report.reportId, "Report");
  return tagged === undefined
    ? { ...report, tags, file }
    : { reportId: id, latestVersion: tagged.version, tags: [], file, source: file };
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
    ...presentDocument(call, file),
    latestVersion,
    ownerId: file.ownerId,
    ...(withoutTags ? {} : { tags: tags.map((tag) => presentTag(call, tag)) }),
    ...presentOptionalText(call, "description", file.description),
  };
}

function presentTag(call: Call, tag: ReportTag, isArchived = false): Record<string, unknown> {
  return { ...tag, tagName: findTag(call, tag.versionTagId).name, isArchived };
}
