import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, getTime } from "../call";
import { createDependencyNotFound, createFailure, requireDependency, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildPage } from "../http/pages";
import { containsText, flag } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { SharedTemplate, Template } from "../state/records";
import { findDocument, findWritableDocument } from "./documents/document";
import { addRecord, copyContents, workbooks } from "./documents/kinds";
import { parseSwaps, swapSources } from "./documents/swap";
import { addFile, checkLiving, findFile, isListed, presentDocument } from "./files";
import { findTag, findTagNamed } from "./tags";

interface Params {
  Params: { templateId: string };
}

interface WorkbookParams {
  Params: { workbookId: string };
}

export function addTemplateRoutes(app: FastifyInstance): void {
  app.get("/v2/templates", async (request) => {
    const { call } = request;
    const { source, search } = parseQuery(
      z.object({ source: z.enum(["internal", "external"]).optional(), search: z.string().optional() }),
      request.query,
    );
    const found = call.store.templates
      .listAll()
      .filter(({ templateId }) => isListed(call, templateId))
      .filter(({ workbookId }) => source === undefined || (source === "internal") === (workbookId !== null))
      .filter(({ templateId }) => containsText(findFile(call, templateId).name, search));
    return buildPage(request, found, (template) => present(call, template), "total and hasMore");
  });

  app.get<Params>("/v2/templates/:templateId", async ({ call, params }) =>
    present(call, findTemplate(call, params.templateId)),
  );

  app.post("/v2/templates/save_workbook", async ({ call, body }) => ({ workbookId: saveWorkbook(call, body) }));

  app.post<Params>("/v2/templates/:templateId/swapSources", async ({ call, params, body }) => {
    const { templateId } = findTemplate(call, params.templateId);
    checkLiving(call, templateId, "Template");
    return swapSources(call, templateId, parseSwaps(call, body));
  });

  app.post<WorkbookParams>("/v2/workbooks/:workbookId/saveTemplate", async ({ call, params, body }) => ({
    templateId: saveTemplate(call, params.workbookId, body),
  }));

  app.post<WorkbookParams>("/v2/workbooks/:workbookId/shareCrossOrg", async ({ call, params, body }) => {
    share(call, params.workbookId, body);
    return {};
  });
  app.get("/v2/shared_templates/shared_with_you", async (request) => {
    const { pending } = parseQuery(z.object({ pending: flag }), request.query);
    const found = listShared(request.call).filter((shared) => pending === undefined || shared.pending === pending);
    return buildPage(request, found, ({ toSlug: _, workbookId: __, ...shared }) => shared, "total and hasMore");
  });
  app.post("/v2/shared_templates/accept", async ({ call, body }) => {
    accept(call, body);
    return {};
  });
  app.delete<{ Params: { shareId: string } }>("/v2/shared_templates/:shareId", async ({ call, params }) => {
    call.store.sharedTemplates.delete(findShare(call, params.shareId).shareId);
    return {};
  });
}

/** A snapshot of a workbook, in the personal area of its owner. */
function saveTemplate(call: Call, id: string, body: unknown): string {
  const text = z.string().optional();
  const {
    name,
    ownerId = call.actor,
    tag,
  } = parseBody(defineObject(call, { name: text, ownerId: text, tag: text }), body);
  const { documentId: workbookId, file } = findWritableDocument(call, workbooks, id);
  const tags = tag === undefined ? [] : [findTagNamed(call, tag).versionTagId];
  const { homeFolderId } = requireDependency(call.store.members.get(ownerId), ownerId);
  const place = { parentId: homeFolderId, ownerId };
  return addTemplate(call, { name: name ?? file.name, ...place, workbookId, contentsOf: workbookId, tags });
}

function addTemplate(
  call: Call,
  made: { name: string; parentId: string; ownerId: string; contentsOf: string } & Pick<Template, "workbookId" | "tags">,
): string {
  const { contentsOf, workbookId, tags, ...place } = made;
  const { id } = addFile(call, { type: "template", ...place });
  copyContents(call.store, contentsOf, id);
  call.store.templates.put(id, { templateId: id, latestVersion: 1, tags, workbookId });
  return id;
}

/** A workbook from a template; a name or description that is left out or blank is the template's. */
function saveWorkbook(call: Call, body: unknown): string {
  const text = z.string().optional();
  const { templateId, folderId, name, description } = parseBody(
    defineObject(call, {
      templateId: z.string(),
      folderId: z.string(),
      name: text,
      description: text,
      updateAutomatically: z.boolean().optional(),
    }),
    body,
  );
  const { file } = findTemplate(call, templateId);
  const texts = { name: name || file.name, description: description || file.description };
  const { id } = addFile(call, { type: "workbook", parentId: folderId, ...texts });
  addRecord(call.store, workbooks, id, file.id);
  return id;
}

/** Offers a workbook to other organizations. One may be this one: there is no other to accept it here. */
function share(call: Call, id: string, body: unknown): void {
  const yes = z.boolean().optional();
  const { orgSlugs } = parseBody(
    defineObject(call, {
      orgSlugs: z.array(z.string()).min(1),
      shareDatasets: yes,
      copyInputTableData: yes,
      sendEmail: yes,
      emailMessage: z.string().optional(),
    }),
    body,
  );
  const { documentId: workbookId, file } = findDocument(call, workbooks, id);
  const known = [ownSlug, ...call.store.tenants.listAll().map(({ tenantOrganizationSlug }) => tenantOrganizationSlug)];
  for (const slug of orgSlugs) {
    if (!known.includes(slug)) {
      throw createDependencyNotFound(slug);
    }
  }
  for (const toSlug of orgSlugs) {
    const shareId = call.ids.makeUuid("shared template");
    const providerOrganizationId = call.ids.nameUuid("organization");
    const shared = { shareId, name: file.name, description: file.description, pending: true, createdAt: getTime() };
    call.store.sharedTemplates.put(shareId, { ...shared, providerOrganizationId, toSlug, workbookId });
  }
}

/** The part of addresses that names this organization. */
const ownSlug = "acme";

function listShared(call: Call): SharedTemplate[] {
  return call.store.sharedTemplates.listAll().filter(({ toSlug }) => toSlug === ownSlug);
}

function findShare(call: Call, id: string): SharedTemplate {
  return requireExisting(
    listShared(call).find(({ shareId }) => shareId === id),
    "Shared template",
    id,
  );
}

/** Makes a template of what another organization shared. */
function accept(call: Call, body: unknown): void {
  const { shareId } = parseBody(
    defineObject(call, { shareId: z.string(), sourceSwaps: z.record(z.string(), z.looseObject({})).optional() }),
    body,
  );
  const shared = findShare(call, shareId);
  if (!shared.pending) {
    throw createFailure(409, `The template '${shared.name}' was accepted already`);
  }
  const { homeFolderId } = requireDependency(call.store.members.get(call.actor), call.actor);
  const place = { parentId: homeFolderId, ownerId: call.actor };
  addTemplate(call, { name: shared.name, ...place, workbookId: null, contentsOf: shared.workbookId, tags: [] });
  call.store.sharedTemplates.put(shareId, { ...shared, pending: false });
}

function findTemplate(call: Call, templateId: string) {
  const template = requireExisting(call.store.templates.get(templateId), "Template", templateId);
  return { ...template, file: findFile(call, templateId, "Template") };
}

function present(call: Call, { templateId, latestVersion, tags }: Template): Record<string, unknown> {
  const file = findFile(call, templateId, "Template");
  return {
    templateId,
    templateUrlId: file.urlId,
    ...presentDocument(call, file),
    latestVersion,
    tags: tags.map((versionTagId) => ({ versionTagId, name: findTag(call, versionTagId).name })),
  };
}
