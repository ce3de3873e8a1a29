import type { FastifyInstance } from "fastify";
import type { Call } from "../../call";
import { buildPage } from "../../http/pages";
import type { DocumentTag } from "../../state/records";
import { dataModels } from "../documents/kinds";
import { addTaggingRoute } from "../documents/tags";
import { findTag } from "../tags";
import { findModel } from "./model";

export function addDataModelTagRoutes(app: FastifyInstance): void {
  app.get<{ Params: { dataModelId: string } }>("/v2/dataModels/:dataModelId/tags", async (request) => {
    const { call } = request;
    const { tags } = findModel(call, request.params.dataModelId);
    return buildPage(request, tags, (tag) => presentModelTag(call, tag));
  });

  addTaggingRoute(app, dataModels, "/v2/dataModels");
}

export function presentModelTag(call: Call, { versionTagId, version, taggedAt }: DocumentTag): object {
  return { versionTagId, sourceVersion: version, taggedAt, tagName: findTag(call, versionTagId).name };
}
