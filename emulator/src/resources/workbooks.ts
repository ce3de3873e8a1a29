import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Call, getTime } from "../call";
import { createFailure, createInvalidRequest, createNotFound, requireDependency } from "../http/errors";
import { defineObject, presentOptionalText } from "../http/fields";
import { buildPage, buildPageOrArray } from "../http/pages";
import { flag } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { Inode, Workbook, WorkbookTag } from "../state/records";
import { checkMapping, defineTaggingOptions } from "./data-models/tags";
import { findVersion } from "./data-models/versions";
import { type ActedKind, addActionRoutes, addWorkbookActionRoutes } from "./documents/actions";
import { answerDryRun, createFromDocument, putTaggedContents, readDocument, refuseYaml } from "./documents/coded";
import { addDocumentRoutes } from "./documents/routes";
import { defineWorkbookFormats, listSchedules, presentSchedule, scheduleRoutes } from "./documents/schedules";
import { addFile, checkLiving, checkOwner, findFile, isListed, listDocuments, presentDocument } from "./files";
import { findWorkbook, findWorkbookVersion } from "./find-workbook";
import { actedReports } from "./reports";
import { findTag, findTagNamed, listTags } from "./tags";
import { canServeContents, codedWorkbooks } from "./workbook-documents";

interface Params {
  Params: { workbookId: string };
}

export function addWorkbookRoutes(app: FastifyInstance): void {
  app.get("/v2/workbooks", async (request) => {
    const { call } = request;
    parseQuery(z.object({ excludeExplorations: flag }), request.query);
    const { listed, withoutTags } = listDocuments(call, request.query, {
      all: call.store.workbooks.listAll(),
      idOf: ({ workbookId }) => workbookId,
      hasArchived: true,
    });
    return buildPage(request, listed, (workbook) => presentWorkbook(call, workbook, withoutTags), "total and hasMore");
  });

  app.get<{ Params: { tagId: string } }>("/v2/tags/:tagId/workbooks", async (request) => {
    const { call } = request;
    const { versionTagId } = findTag(call, request.params.tagId);
    const tagged = call.store.workbooks
      .listAll()
      .filter(({ tags }) => tags.some((tag) => tag.versionTagId === versionTagId))
      .filter(({ workbookId }) => isListed(call, workbookId));
    return buildPage(request, tagged, (workbook) => presentWorkbook(call, workbook), "total and hasMore");
  });

  app.get<Params>("/v2/workbooks/:workbookId", async ({ call, params, query }) => {
    const { includeTaggedSourceUrlId, includeContents } = parseQuery(
      z.object({ includeTaggedSourceUrlId: flag, includeContents: flag }),
      query,
    );
    const { source, ...workbook } = findWorkbookVersion(call, params.workbookId);
    const hasContents = includeContents && canServeContents(call);
    return {
      ...presentWorkbook(call, workbook),
      ...(hasContents && {
        documentVersion: workbook.latestVersion,
        contents: readDocument(call, workbook.workbookId),
      }),
      ...(source && { workbookUrlId: call.ids.nameUrlId(workbook.workbookId) }),
      ...(source && includeTaggedSourceUrlId && { taggedSourceUrlId: source.urlId }),
    };
  });

  app.post("/v2/workbooks", async (request, reply) => {
    const { call, body } = request;
    refuseYaml(request, call.settings.workbookContentsYaml === "accept");
    const { dryRun: isDryRun, ...fields } = parseCreate(call, body);
    // A platform that doesn't know the field ignores it, as any other.
    if (isDryRun && canServeContents(call)) {
      const [status, answer] = answerDryRun(call, codedWorkbooks, fields);
      return reply.status(status).send(answer);
    }
    return presentWorkbook(call, createWorkbook(call, fields));
  });

  // A workbook is renamed as a file: this answers as if it had been done, and does nothing.
  app.patch<Params>("/v2/workbooks/:workbookId", async ({ call, params, method, url }) => {
    if (call.settings.workbookPatch === "not-found") {
      throw createFailure(404, `No such endpoint: ${method} ${url}`);
    }
    return presentWorkbook(call, findWorkbook(call, params.workbookId));
  });

  addDocumentRoutes(app, {
    path: "/v2/workbooks/:workbookId",
    list: buildPage,
    find: (call, id) => {
      const { workbookId, tags, ...workbook } = findWorkbookVersion(call, id);
      return {
        ...workbook,
        documentId: workbookId,
        tags: tags.map((tag) => ({
          versionTagId: tag.versionTagId,
          name: findTag(call, tag.versionTagId).name,
          version: tag.sourceWorkbookVersion,
          taggedAt: tag.workbookTaggedAt,
        })),
      };
    },
    sourcesHaveUrls: true,
    checkSourcesQuery,
  });

  const listOwnSchedules = (request: FastifyRequest) => {
    const { workbookId: documentId } = findWorkbook(request.call, (request.params as Params["Params"]).workbookId);
    return listSchedules(request.call, { documentId });
  };
  app.get("/v2/workbooks/:workbookId/schedules", async (request) =>
    buildPageOrArray(request, listOwnSchedules(request), (schedule) => presentSchedule(schedule, "workbookId")),
  );
  app.get("/v2.1/workbooks/:workbookId/schedules", async (request) =>
    buildPage(
      request,
      listOwnSchedules(request),
      (schedule) => presentSchedule(schedule, "workbookId"),
      "total and hasMore",
    ),
  );
  scheduleRoutes(app, {
    path: "/v2/workbooks/:workbookId",
    id: "workbookId",
    find: (call, id) => findWorkbook(call, id).workbookId,
    formats: defineWorkbookFormats,
    hasSources: true,
    settings: "workbookSettings",
    settingsRead: "dashboardSettings",
    variant: { field: "workbookVariant", keys: ["tagId", "bookmarkId"] },
  });

  addActionRoutes(app, actedWorkbooks);
  addWorkbookActionRoutes(app, actedWorkbooks, actedReports);

  app.get<Params>("/v2/workbooks/:workbookId/tags", async (request) => {
    const { call } = request;
    const workbook = findWorkbook(call, request.params.workbookId);
    return buildPage(request, listTags(call, workbook), (tag) => presentTag(call, tag, !workbook.tags.includes(tag)));
  });

  app.post("/v2/workbooks/tag", async (request) => {
    const tag = tagWorkbook(request.call, request.body);
    const { versionTagId, taggedWorkbookId, sourceWorkbookVersion } = tag;
    return { versionTagId, taggedWorkbookId, taggedWorkbookVersion: sourceWorkbookVersion };
  });

  app.delete<{ Params: { workbookId: string; tagId: string } }>(
    "/v2/workbooks/:workbookId/tags/:tagId",
    async (request) => {
      untagWorkbook(request.call, request.params.workbookId, request.params.tagId);
      return {};
    },
  );
}

const actedWorkbooks: ActedKind = {
  path: "/v2/workbooks/:workbookId",
  type: "workbook",
  find: (call, id) => {
    const { workbookId: documentId, tags, ...workbook } = findWorkbook(call, id);
    const named = tags.map(({ versionTagId }) => ({ versionTagId, name: findTag(call, versionTagId).name }));
    return { ...workbook, documentId, tags: named };
  },
  add: (call, workbookId) => call.store.workbooks.put(workbookId, { workbookId, latestVersion: 1, tags: [] }),
  present: (call, id) => presentWorkbook(call, findWorkbook(call, id)),
};

/** The one operation that doesn't ignore a parameter it has no use for. */
function checkSourcesQuery({ call, query }: FastifyRequest): void {
  const [name] = Object.keys(query as object);
  if (name !== undefined && call.settings.workbookSourcesQuery === "refuse") {
    throw createInvalidRequest(`Expecting no ${JSON.stringify(name)} in the query`);
  }
}

interface NewWorkbook {
  readonly folderId: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly ownerId?: string | undefined;
  readonly contents?: unknown;
}

/** The key of the other family is ignored, and makes a blank workbook. */
function parseCreate(call: Call, body: unknown): NewWorkbook & { readonly dryRun?: boolean | undefined } {
  const { document: _, ...fields } = parseBody(
    defineObject(call, {
      folderId: z.string(),
      name: z.string().min(1),
      description: z.string().optional(),
      ownerId: z.string().optional(),
      contents: z.unknown().optional(),
      document: z.unknown().optional(),
      dryRun: z.boolean().optional(),
    }),
    body,
  );
  return canServeContents(call) ? fields : { ...fields, contents: undefined };
}

/** A blank workbook, or one with contents. */
function createWorkbook(call: Call, { folderId, contents, ...fields }: NewWorkbook): Workbook {
  if (fields.ownerId !== undefined) {
    checkOwner(call, fields.ownerId, call.store.files.get(folderId));
  }
  if (contents !== undefined) {
    const sent = { ...fields, folderId, document: contents, key: "contents" as const };
    return findWorkbook(call, createFromDocument(call, codedWorkbooks, sent));
  }
  const { id: workbookId } = addFile(call, { type: "workbook", parentId: folderId, ...fields });
  return call.store.workbooks.put(workbookId, { workbookId, latestVersion: 1, tags: [] });
}

/** A workbook carries a tag at one version at a time: tagging again moves the tag. */
export function tagWorkbook(call: Call, body: unknown): WorkbookTag {
  const fields = parseBody(
    defineObject(call, {
      workbookId: z.string(),
      tag: z.string(),
      workbookVersion: z.number().optional(),
      sourceVersions: z.record(z.string(), z.number()).optional(),
      grantSourceAccess: z.boolean().optional(),
      ...defineTaggingOptions(call),
    }),
    body,
  );
  checkLiving(call, fields.workbookId, "Workbook");
  const { file: _, ...workbook } = findWorkbook(call, fields.workbookId);
  const { versionTagId } = findTagNamed(call, fields.tag);
  const sourceWorkbookVersion = fields.workbookVersion ?? workbook.latestVersion;
  if (sourceWorkbookVersion < 1 || sourceWorkbookVersion > workbook.latestVersion) {
    throw createFailure(404, `Version of the workbook not found: '${sourceWorkbookVersion}'`);
  }
  checkMapping(call, fields.sourceMappingConfig);
  checkSources(call, fields.sourceVersions);
  const before = workbook.tags.find((tag) => tag.versionTagId === versionTagId);
  const taggedWorkbookId = before?.taggedWorkbookId ?? call.ids.makeUuid("tagged workbook");
  const tag = { versionTagId, sourceWorkbookVersion, taggedWorkbookId, workbookTaggedAt: getTime() };
  const tags = [...workbook.tags.filter((other) => other.versionTagId !== versionTagId), tag];
  call.store.workbooks.put(workbook.workbookId, { ...workbook, tags });
  const version = { id: workbook.workbookId, version: sourceWorkbookVersion, taggedId: taggedWorkbookId };
  putTaggedContents(call, version, fields.dataModelSourceTaggedVersions);
  return tag;
}

/** Versions of the sources that a tagged workbook reads: of data models, as far as versions are known. */
function checkSources(call: Call, versions: Readonly<Record<string, number>> = {}): void {
  for (const [id, version] of Object.entries(versions)) {
    const isLiving = call.store.files.get(id)?.deletedWith === null;
    findVersion(call, requireDependency(isLiving ? call.store.dataModels.get(id) : undefined, id).dataModelId, version);
  }
}

function untagWorkbook(call: Call, workbookId: string, tagId: string): void {
  checkLiving(call, workbookId, "Workbook");
  const { file: _, ...workbook } = findWorkbook(call, workbookId);
  const tags = workbook.tags.filter((tag) => tag.versionTagId !== tagId);
  if (tags.length === workbook.tags.length) {
    throw createNotFound("Tag of the workbook", tagId);
  }
  call.store.workbooks.put(workbookId, {
    ...workbook,
    tags,
    formerTags: [...(workbook.formerTags ?? []), ...workbook.tags.filter((tag) => !tags.includes(tag))],
  });
}

function presentWorkbook(
  call: Call,
  workbook: Workbook & { readonly file?: Inode },
  withoutTags = false,
): Record<string, unknown> {
  const file = workbook.file ?? findFile(call, workbook.workbookId, "Workbook");
  return {
    workbookId: workbook.workbookId,
    workbookUrlId: file.urlId,
    ...presentDocument(call, file),
    latestVersion: workbook.latestVersion,
    ownerId: file.ownerId,
    ...(withoutTags ? {} : { tags: workbook.tags.map((tag) => presentTag(call, tag)) }),
    ...presentOptionalText(call, "description", file.description),
  };
}

function presentTag(call: Call, tag: WorkbookTag, isArchived = false): Record<string, unknown> {
  return { ...tag, name: findTag(call, tag.versionTagId).name, isArchived };
}
