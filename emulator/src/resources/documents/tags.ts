import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, getTime } from "../../call";
import { createNotFound, requireDependency } from "../../http/errors";
import { defineObject } from "../../http/fields";
import { parseBody } from "../../http/validate";
import type { DocumentTag } from "../../state/records";
import { findVersion } from "../data-models/versions";
import { findTagNamed, listTags } from "../tags";
import { putTaggedContents } from "./coded";
import { findDocument, findWritableDocument, getDocumentId, presentTag } from "./document";
import { checkVersion, type DocumentKind, type TaggedKind } from "./kinds";

/** The tags on workbooks or reports. */
export function addTagRoutes(app: FastifyInstance, kind: DocumentKind): void {
  const { path, type, list } = kind;
  app.get(`${path}/:${type}Id/tags`, async (request) => {
    const { call } = request;
    const document = findDocument(call, kind, getDocumentId(request, kind));
    const isFormer = (tag: DocumentTag) => !document.tags.includes(tag);
    return list(request, listTags(call, document), (tag) => presentTag(call, kind, tag, isFormer(tag)));
  });

  addTaggingRoute(app, kind, path);

  app.delete<{ Params: { tagId: string } }>(`${path}/:${type}Id/tags/:tagId`, async (request) => {
    const { call, params } = request;
    const { file: _, ...document } = findWritableDocument(call, kind, getDocumentId(request, kind));
    const removed = document.tags.filter(({ versionTagId }) => versionTagId === params.tagId);
    if (removed.length === 0) {
      throw createNotFound(`Tag of the ${type}`, params.tagId);
    }
    const tags = document.tags.filter((tag) => !removed.includes(tag));
    call.store[kind.collection].put(document.documentId, {
      ...document,
      tags,
      formerTags: [...(document.formerTags ?? []), ...removed],
    });
    return {};
  });
}

/** The request that puts a tag on a document. */
export function addTaggingRoute(app: FastifyInstance, kind: TaggedKind, path: string): void {
  const { type, tagKey } = kind;
  app.post(`${path}/tag`, async ({ call, body }) => {
    const own = { [`${type}Id`]: z.string(), [tagKey]: z.string(), [`${type}Version`]: z.number().optional() };
    const options = type === "workbook" ? defineWorkbookOptions(call) : defineOptions(call);
    const fields: Record<string, unknown> & Options = parseBody(defineObject(call, { ...own, ...options }), body);
    const { taggedId, versionTagId, version } = tagDocument(call, kind, {
      ...fields,
      id: String(fields[`${type}Id`]),
      name: String(fields[tagKey]),
      version: fields[`${type}Version`] as number | undefined,
    });
    const Type = type[0]!.toUpperCase() + type.slice(1);
    return { versionTagId, [`tagged${Type}Id`]: taggedId, [`tagged${Type}Version`]: version };
  });
}

const defineOptions = (call: Call) => ({
  /** Connections that the sources of the tagged version are moved between. */
  sourceMappingConfig: z
    .array(
      defineObject(call, {
        fromConnectionId: z.string(),
        toConnectionId: z.string(),
        paths: z.array(defineObject(call, { fromPath: z.array(z.string()), toPath: z.array(z.string()) })),
      }),
    )
    .optional(),
  dataModelSourceTaggedVersions: z
    .array(
      defineObject(call, {
        dataModelId: z.string(),
        fromVersionTagId: z.string().nullable(),
        toVersionTagId: z.string().nullable(),
      }),
    )
    .optional(),
  isDefault: z.boolean().optional(),
});

const defineWorkbookOptions = (call: Call) => ({
  ...defineOptions(call),
  /** Versions of the sources that a tagged workbook reads: of data models, as far as versions are known. */
  sourceVersions: z.record(z.string(), z.number()).optional(),
  grantSourceAccess: z.boolean().optional(),
});

type Options = z.output<z.ZodObject<ReturnType<typeof defineWorkbookOptions>>>;

/** What tag to put on which version of which document; the latest, if none is given. */
interface Tagging extends Options {
  readonly id: string;
  readonly name: string;
  readonly version?: number | undefined;
}

/** A document carries a tag at one version at a time: tagging again moves the tag. */
export function tagDocument(call: Call, kind: TaggedKind, tagging: Tagging): DocumentTag {
  const { id, name, sourceMappingConfig = [], dataModelSourceTaggedVersions, sourceVersions = {} } = tagging;
  const { file: _, ...document } = findWritableDocument(call, kind, id);
  const { versionTagId } = findTagNamed(call, name);
  const { version = document.latestVersion } = tagging;
  checkVersion(kind, document, version);
  for (const { fromConnectionId, toConnectionId } of sourceMappingConfig) {
    for (const end of [fromConnectionId, toConnectionId]) requireDependency(call.store.connections.get(end), end);
  }
  for (const [modelId, modelVersion] of Object.entries(sourceVersions)) {
    const isLiving = call.store.files.get(modelId)?.deletedWith === null;
    requireDependency(isLiving ? call.store.dataModels.get(modelId) : undefined, modelId);
    findVersion(call, modelId, modelVersion);
  }
  const before = document.tags.find((tag) => tag.versionTagId === versionTagId);
  const taggedId = before?.taggedId ?? call.ids.makeUuid(`tagged ${kind.title.toLowerCase()}`);
  const tag = { versionTagId, version, taggedId, taggedAt: getTime() };
  const tags = [...document.tags.filter((other) => other !== before), tag];
  call.store[kind.collection].put(id, { ...document, tags });
  putTaggedContents(call, { id, version, taggedId }, dataModelSourceTaggedVersions);
  return tag;
}
