import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, getTime } from "../../call";
import { requireDependency } from "../../http/errors";
import { defineObject } from "../../http/fields";
import { buildPage } from "../../http/pages";
import { parseBody } from "../../http/validate";
import type { DataModelTag } from "../../state/records";
import { findTag, findTagNamed } from "../tags";
import { findModel, findWritableModel } from "./model";
import { findVersion } from "./versions";

const defineMappings = (call: Call) =>
  z.array(
    defineObject(call, {
      fromConnectionId: z.string(),
      toConnectionId: z.string(),
      paths: z.array(defineObject(call, { fromPath: z.array(z.string()), toPath: z.array(z.string()) })),
    }),
  );
const defineTaggedVersions = (call: Call) =>
  z.array(
    defineObject(call, {
      dataModelId: z.string(),
      fromVersionTagId: z.string().nullable(),
      toVersionTagId: z.string().nullable(),
    }),
  );

/** What tagging a data model and tagging a workbook ask alike. */
export const defineTaggingOptions = (call: Call) => ({
  sourceMappingConfig: defineMappings(call).optional(),
  dataModelSourceTaggedVersions: defineTaggedVersions(call).optional(),
  isDefault: z.boolean().optional(),
});

export function addDataModelTagRoutes(app: FastifyInstance): void {
  app.get<{ Params: { dataModelId: string } }>("/v2/dataModels/:dataModelId/tags", async (request) => {
    const { call } = request;
    const { tags } = findModel(call, request.params.dataModelId);
    return buildPage(request, tags, (tag) => presentModelTag(call, tag));
  });

  app.post("/v2/dataModels/tag", async (request) => {
    const { versionTagId, taggedDataModelId, sourceVersion } = tagModel(request.call, request.body);
    return { versionTagId, taggedDataModelId, taggedDataModelVersion: sourceVersion };
  });
}

/** A model carries a tag at one version at a time: tagging again moves the tag. */
export function tagModel(call: Call, body: unknown): DataModelTag {
  const fields = parseBody(
    defineObject(call, {
      dataModelId: z.string(),
      tag: z.string(),
      dataModelVersion: z.number().optional(),
      ...defineTaggingOptions(call),
    }),
    body,
  );
  const { file: _, ...model } = findWritableModel(call, fields.dataModelId);
  const { versionTagId } = findTagNamed(call, fields.tag);
  const sourceVersion = fields.dataModelVersion ?? model.latestDocumentVersion;
  findVersion(call, model.dataModelId, sourceVersion);
  checkMapping(call, fields.sourceMappingConfig);
  const before = model.tags.find((tag) => tag.versionTagId === versionTagId);
  const taggedDataModelId = before?.taggedDataModelId ?? call.ids.makeUuid("tagged data model");
  const tag = { versionTagId, taggedDataModelId, sourceVersion, taggedAt: getTime() };
  const tags = [...model.tags.filter((other) => other.versionTagId !== versionTagId), tag];
  call.store.dataModels.put(model.dataModelId, { ...model, tags });
  return tag;
}

/** Connections that a tagged document's sources are moved between. */
export function checkMapping(call: Call, mapping: z.output<ReturnType<typeof defineMappings>> = []): void {
  for (const id of mapping.flatMap(({ fromConnectionId, toConnectionId }) => [fromConnectionId, toConnectionId])) {
    requireDependency(call.store.connections.get(id), id);
  }
}

export function presentModelTag(call: Call, { taggedDataModelId: _, ...tag }: DataModelTag): Record<string, unknown> {
  return { ...tag, tagName: findTag(call, tag.versionTagId).name };
}
