import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Call } from "../../call";
import { createConcurrencyGate } from "../../http/limits";
import { buildPage } from "../../http/pages";
import { flag } from "../../http/query";
import { parseQuery } from "../../http/validate";
import type { Document } from "../documents/document";
import { listDocuments, presentDocument } from "../files";
import { findModel } from "./model";
import { presentModelTag } from "./tags";

const Options = z.object({ excludeTags: flag });

export function addDataModelRoutes(app: FastifyInstance): void {
  const gate = createConcurrencyGate((settings) => settings.concurrentModelLists);

  app.get("/v2/dataModels", gate, async (request) => {
    const { call } = request;
    const { listed, withoutTags } = listDocuments(call, request.query, {
      all: call.store.dataModels.listAll(),
      idOf: ({ documentId }) => documentId,
      hasArchived: false,
    });
    return buildPage(request, listed, (model) => presentModel(call, model, withoutTags), "total and hasMore");
  });

  app.get<{ Params: { dataModelId: string } }>("/v2/dataModels/:dataModelId", async (request) => {
    const { excludeTags } = parseQuery(Options, request.query);
    return presentModel(request.call, findModel(request.call, request.params.dataModelId), excludeTags);
  });
}

function presentModel(call: Call, model: Document, withoutTags = false): Record<string, unknown> {
  const { file, documentId, latestVersion, tags } = model;
  return {
    dataModelId: documentId,
    dataModelUrlId: file.urlId,
    ...presentDocument(call, file),
    latestVersion,
    ownerId: file.ownerId,
    ...(withoutTags ? {} : { tags: tags.map((tag) => presentModelTag(call, tag)) }),
  };
}
