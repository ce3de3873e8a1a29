import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, now } from "../../call";
import { dependency } from "../../http/errors";
import { object } from "../../http/fields";
import { page } from "../../http/pages";
import { parseBody } from "../../http/validate";
import type { DataModelTag } from "../../state/records";
import { findTag, findTagNamed } from "../tags";
import { findModel, findWritableModel } from "./model";
import { findVersion } from "./versions";

const mappings = (call: Call) =>
  z.array(
    object(call, {
      fromConnectionId: z.string(),
      toConnectionId: z.string(),
      paths: z.array(object(call, { fromPath: z.array(z.string()), toPath: z.array(z.string()) })),
    }),
  );
const taggedVersions = (call: Call) =>
  z.array(
    object(call, {
      dataModelId: z.string(),
      fromVersionTagId: z.string().nullable(),
      toVersionTagId: z.string().nullable(),
    }),
  );

/** What tagging a data model and tagging a workbook ask alike. */
export const taggingOptions = (call: Call) => ({
  sourceMappingConfig: mappings(call).optional(),
  dataModelSourceTaggedVersions: taggedVersions(call).optional(),
  isDefault: z.boolean().optional(),
});

export function dataModelTagRoutes(app: FastifyInstance): void {
  app.get<{ Params: { dataModelId: string } }>("/v2/dataModels/:dataModelId/tags", async (request) => {
    const { call } = request;
    const { tags } = findModel(call, request.params.dataModelId);
    return page(request, tags, (tag) => presentModelTag(call, tag));
  });

  app.post("/v2/dataModels/tag", async (request) => {
    const { versionTagId, taggedDataModelId, sourceVersion } = tagModel(request.call, request.body);
    return { versionTagId, taggedDataModelId, taggedDataModelVersion: sourceVersion };
  });
}

/** A model carries a tag at one version at a time: tagging again moves the tag. */
function tagModel(call: Call, body: unknown): DataModelTag {
  const fields = parseBody(
    object(call, {
      dataModelId: z.string(),
      tag: z.string(),
      dataModelVersion: z.number().optional(),
      ...taggingOptions(call),
    }),
    body,
  );
  const { file: _, ...model } = findWritableModel(call, fields.dataModelId);
  const { versionTagId } = findTagNamed(call, fields.tag);
  const sourceVersion = fields.dataModelVersion ?? model.latestDocumentVersion;
  findVersion(call, model.dataModelId, sourceVersion);
  checkMapping(call, fields.sourceMappingConfig);
  const before = model.tags.find((tag) => tag.versionTagId === versionTagId);
  const taggedDataModelId = before?.taggedDataModelId ?? call.ids.uuid("tagged data model");
  const tag = { versionTagId, taggedDataModelId, sourceVersion, taggedAt: now() };
  const tags = [...model.tags.filter((other) => other.versionTagId !== versionTagId), tag];
  call.store.dataModels.put(model.dataModelId, { ...model, tags });
  return tag;
}

/** Connections that a tagged document's sources are moved between. */
export function checkMapping(call: Call, mapping: z.output<ReturnType<typeof mappings>> = []): void {
  for (const id of mapping.flatMap(({ fromConnectionId, toConnectionId }) => [fromConnectionId, toConnectionId])) {
    dependency(call.store.connections.get(id), id);
  }
}

export function presentModelTag(call: Call, { taggedDataModelId: _, ...tag }: DataModelTag): Record<string, unknown> {
  return { ...tag, tagName: findTag(call, tag.versionTagId).name };
}
