import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../call";
import { createFailure, createInvalidRequest, createNotFound } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildPage } from "../http/pages";
import { parseBody } from "../http/validate";
import type { Embed } from "../state/records";
import { CompiledDocument } from "./documents/contents";
import { findDocumentVersion } from "./documents/document";
import { workbooks } from "./documents/kinds";

type Params = { Params: { workbookId: string } };

/** Public embeds of workbooks. Those that aren't public are of an older way of embedding: listed, and made nowhere. */
export function embedRoutes(app: FastifyInstance): void {
  app.get<Params>("/v2/workbooks/:workbookId/embeds", async (request) => {
    const { call } = request;
    const { documentId: workbookId } = findDocumentVersion(call, workbooks, request.params.workbookId);
    const embeds = call.store.embeds.listAll().filter((embed) => embed.workbookId === workbookId);
    return buildPage(request, embeds, (embed) => presentEmbed(call, embed), "total and hasMore");
  });

  app.post<Params>("/v2/workbooks/:workbookId/embeds", async ({ call, params, body }) => {
    const { documentId: workbookId } = findDocumentVersion(call, workbooks, params.workbookId);
    const { embedId } = createEmbed(call, workbookId, body);
    return { embedId, embedUrl: formUrl(embedId) };
  });

  app.delete<{ Params: { workbookId: string; embedId: string } }>(
    "/v2/workbooks/:workbookId/embeds/:embedId",
    async ({ call, params }) => {
      const { documentId: workbookId } = findDocumentVersion(call, workbooks, params.workbookId);
      if (call.store.embeds.get(params.embedId)?.workbookId !== workbookId) {
        throw createNotFound("Embed", params.embedId);
      }
      call.store.embeds.delete(params.embedId);
      return {};
    },
  );
}

function createEmbed(call: Call, workbookId: string, body: unknown): Embed {
  const { sourceType, sourceId = null } = parseBody(
    defineObject(call, {
      embedType: z.literal("public"),
      sourceType: z.enum(["workbook", "page", "element"]),
      sourceId: z.string().optional(),
    }),
    body,
  );
  if ((sourceType === "workbook") !== (sourceId === null)) {
    throw createInvalidRequest(`An embed of type '${sourceType}' has ${sourceId === null ? "a" : "no"} sourceId`);
  }
  findName(call, { workbookId, sourceType, sourceId });
  const isSame = (embed: Embed) =>
    embed.workbookId === workbookId && embed.sourceType === sourceType && embed.sourceId === sourceId && embed.public;
  if (call.settings.repeatedEmbeds === "refuse" && call.store.embeds.find(isSame)) {
    throw createFailure(409, "The workbook has this embed already");
  }
  const embedId = call.ids.makeUuid("embed");
  return call.store.embeds.put(embedId, { embedId, workbookId, public: true, sourceType, sourceId });
}

function presentEmbed(call: Call, embed: Embed): Record<string, unknown> {
  const { workbookId: _, ...shown } = embed;
  return { ...shown, embedUrl: formUrl(embed.embedId), sourceName: findName(call, embed) };
}

function findName(call: Call, { workbookId, sourceType, sourceId }: Omit<Embed, "embedId" | "public">): string | null {
  if (sourceId === null) {
    return null;
  }
  const document = new CompiledDocument(call, workbookId);
  return sourceType === "page"
    ? document.buildPage(sourceId).name
    : (document.getName(document.buildElement(sourceId)) ?? null);
}

function formUrl(embedId: string): string {
  return `https://app.analytics.example/acme/embed/${embedId}`;
}
