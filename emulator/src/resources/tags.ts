import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, stampCreated, stampUpdated } from "../call";
import { createFailure, requireExisting } from "../http/errors";
import { defineObject, presentOptionalText } from "../http/fields";
import { buildPage } from "../http/pages";
import { containsText } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { Tag } from "../state/records";
import { taggedKinds } from "./documents/kinds";

const Color = z.enum(["cyan", "grass", "violet", "plum", "amber", "bronze"]);

export function tagRoutes(app: FastifyInstance): void {
  app.get("/v2/tags", async (request) => {
    const { search } = parseQuery(z.object({ search: z.string().optional() }), request.query);
    const found = request.call.store.tags.listAll().filter((tag) => containsText(tag.name, search));
    return buildPage(request, found, (tag) => presentTag(request.call, tag), "total and hasMore");
  });

  app.post("/v2/tags", async (request) => {
    const { versionTagId, name } = createTag(request.call, request.body);
    return { name, versionTagId };
  });

  app.patch<{ Params: { tagId: string } }>("/v2/tags/:tagId", async (request) => {
    const { call } = request;
    const tag = findTag(call, request.params.tagId);
    const described = { description: z.string().optional() };
    const fields = call.settings.tagColorUpdate === "changes" ? { ...described, color: Color.optional() } : described;
    const changed = { ...tag, ...parseBody(defineObject(call, fields), request.body), ...stampUpdated(call.actor) };
    call.store.tags.put(tag.versionTagId, changed);
    return presentTag(call, changed);
  });

  app.delete<{ Params: { tagId: string } }>("/v2/tags/:tagId", async (request) => {
    deleteTag(request.call, request.params.tagId);
    return {};
  });
}

function createTag(call: Call, body: unknown): Tag {
  const fields = parseBody(
    defineObject(call, { name: z.string().min(1), color: Color, description: z.string().optional() }),
    body,
  );
  if (call.store.tags.find((tag) => tag.name === fields.name)) {
    throw createFailure(call.settings.duplicateTagStatus, `A tag with the name '${fields.name}' already exists`);
  }
  const { name, color, description } = fields;
  const stamps = stampCreated(call.actor);
  const tag = {
    versionTagId: call.ids.makeUuid("tag"),
    name,
    color,
    description,
    ownerId: call.actor,
    isArchived: false as const,
    ...stamps,
  };
  call.store.tags.put(tag.versionTagId, tag);
  return tag;
}

function deleteTag(call: Call, tagId: string): void {
  const { versionTagId, name } = findTag(call, tagId);
  const { deploymentPolicies, tags } = call.store;
  const isThis = (tag: { versionTagId: string | null }) => tag.versionTagId === versionTagId;
  const tagged = taggedKinds.flatMap((kind) =>
    call.store[kind.collection].listAll().flatMap((document) => (document.tags.some(isThis) ? { kind, document } : [])),
  );
  const policies = deploymentPolicies.listAll().filter(isThis);
  if (tagged.length + policies.length > 0 && call.settings.deleteTagInUse === "refuse") {
    throw createFailure(409, `Tag '${name}' is in use`);
  }
  for (const { kind, document } of tagged) {
    call.store[kind.collection].put(document.documentId, {
      ...document,
      tags: document.tags.filter((tag) => !isThis(tag)),
    });
  }
  for (const policy of policies) {
    deploymentPolicies.put(policy.deploymentPolicyId, { ...policy, versionTagId: null });
  }
  tags.delete(versionTagId);
}

export function findTag(call: Call, tagId: string): Tag {
  return requireExisting(call.store.tags.get(tagId), "Tag", tagId);
}

/** Documents are tagged by the tag's name, not by its id. */
export function findTagNamed(call: Call, name: string): Tag {
  const tag = call.store.tags.find((candidate) => candidate.name === name);
  if (!tag) {
    throw createFailure(call.settings.unknownTagStatus, `Tag not found: '${name}'`);
  }
  return tag;
}

function presentTag(call: Call, { description, ...tag }: Tag): Tag {
  return { ...tag, ...presentOptionalText(call, "description", description) };
}

/** The tags on a document, and those that were taken off it. */
export function listTags<Tag extends { readonly versionTagId: string }>(
  call: Call,
  { tags, formerTags = [] }: { readonly tags: readonly Tag[]; readonly formerTags?: readonly Tag[] },
): Tag[] {
  const former = call.settings.formerDocumentTags === "archived" ? formerTags : [];
  return [...former.filter(({ versionTagId }) => call.store.tags.get(versionTagId)), ...tags];
}
