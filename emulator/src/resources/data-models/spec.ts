import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Call, stampUpdated } from "../../call";
import { createFailure, createInvalidRequest } from "../../http/errors";
import { defineObject, presentOptionalText } from "../../http/fields";
import { createConcurrencyGate } from "../../http/limits";
import { parseBody, parseQuery, show } from "../../http/validate";
import { asksForYaml, sendYaml, wantsYamlOfWrite } from "../../http/yaml";
import type { Settings } from "../../settings";
import type { Catalog } from "../../spec/catalog";
import { CompiledModel, type Fault } from "../../spec/compile";
import { assignIds, type Keep } from "../../spec/identity";
import { parsePages } from "../../spec/parse";
import { rewriteIds } from "../../spec/rewrite";
import type { Page } from "../../spec/schema";
import { buildStoredForm } from "../../spec/stored-form";
import { changeByPut } from "../../spec/stored-form/put";
import { checkRelationshipIds, checkStructure } from "../../spec/structure";
import { addFile, findFolder, formUrl } from "../files";
import { keepSchedules } from "../materialization-schedules";
import { findModel, findWritableModel } from "./model";
import { buildCatalog, createMint, describeOutside } from "./references";
import { findVersion, publish } from "./versions";

interface Params {
  Params: { dataModelId: string };
}

/** The code representation of a data model: read, created and replaced as a whole. */
export function addSpecRoutes(app: FastifyInstance): void {
  const gate = createConcurrencyGate((settings) => settings.concurrentSpecReads);

  app.get<Params>("/v2/dataModels/:dataModelId/spec", gate, async (request, reply) => {
    const { documentVersion, format } = parseQuery(
      z.object({ documentVersion: z.coerce.number().int().optional(), format: z.string().optional() }),
      request.query,
    );
    const spec = readSpec(request.call, request.params.dataModelId, documentVersion);
    return (format === undefined ? asksForYaml(request) : format === "yaml") ? sendYaml(reply, spec) : spec;
  });

  app.post("/v2/dataModels/spec", async (request, reply) => {
    return answerWrite(request, reply, createModel(request.call, request.body));
  });

  app.put<Params>("/v2/dataModels/:dataModelId/spec", async (request, reply) => {
    const { dataModelId } = request.params;
    replaceSpec(request.call, dataModelId, request.body);
    return answerWrite(request, reply, dataModelId);
  });
}

function answerWrite(request: FastifyRequest, reply: FastifyReply, dataModelId: string): unknown {
  const answer = { success: true, dataModelId };
  return wantsYamlOfWrite(request) ? sendYaml(reply, answer) : answer;
}

export function readSpec(call: Call, dataModelId: string, documentVersion?: number): Record<string, unknown> {
  const { file, latestVersion: latestDocumentVersion } = findModel(call, dataModelId);
  const version = findVersion(call, dataModelId, documentVersion ?? latestDocumentVersion);
  return {
    dataModelId,
    name: file.name,
    ...presentOptionalText(call, "description", file.description),
    url: formUrl(file),
    documentVersion: version.documentVersion,
    latestDocumentVersion,
    ownerId: file.ownerId,
    folderId: file.parentId,
    createdBy: file.createdBy,
    updatedBy: file.updatedBy,
    createdAt: file.createdAt,
    updatedAt: file.updatedAt,
    kind: "data-model",
    schemaVersion: call.settings.schemaVersionReturned === "string" ? "1" : 1,
    pages: version.pages,
  };
}

export function createModel(call: Call, body: unknown): string {
  checkEnvelope(call, body);
  if (!hasKey(body, "folderId")) {
    throw createInvalidRequest("Unknown error in data model spec");
  }
  const { name, folderId, description, pages } = parseBody(
    defineObject(call, {
      name: z.string().min(1),
      folderId: z.string(),
      schemaVersion: defineSchemaVersion(call),
      pages: z.array(z.unknown()),
      description: z.string().optional(),
      kind: z.literal("data-model").optional(),
    }),
    body,
  );
  const parentId = findFolder(call, folderId).id;
  const stored = accept(call, pages);
  const { id } = addFile(call, { type: "data-model", name, description, parentId });
  publish(call, id, stored);
  return id;
}

export function replaceSpec(call: Call, dataModelId: string, body: unknown): void {
  const { file, latestVersion, pages: before } = findWritableModel(call, dataModelId);
  checkEnvelope(call, body);
  // Anything else at the top is ignored, whatever the settings say of unknown fields: a read may be sent back as it is.
  const { documentVersion, pages } = parseBody(
    z.object({
      schemaVersion: defineSchemaVersion(call),
      documentVersion: z.number().optional(),
      pages: z.array(z.unknown()),
    }),
    body,
  );
  const isStale = documentVersion !== undefined && documentVersion !== latestVersion;
  if (isStale && call.settings.versionLock === "refuse") {
    throw createFailure(
      call.settings.staleVersionStatus,
      `Data model is at version ${latestVersion}, not at ${documentVersion} any more`,
    );
  }
  const { reassignIdsOnPut } = call.settings;
  const keep = { version: before, elements: reassignIdsOnPut === false, parts: reassignIdsOnPut !== true };
  const stored = changeByPut(call.settings, accept(call, pages, keep), before);
  publish(call, dataModelId, stored);
  keepSchedules(call, dataModelId, before, stored);
  call.store.files.put(dataModelId, { ...file, ...stampUpdated(call.actor) });
}

/**
 * From the pages somebody sent to the pages that are kept: parsed, checked, with the server's ids, in the server's
 * form.
 */
function accept(call: Call, sent: unknown[], keep?: Keep): readonly Page[] {
  const pages = parsePages(call.settings, sent);
  checkStructure(call.settings, pages);
  if (keep) {
    checkRelationshipIds(call.settings, pages, keep.version);
  }
  const ids = assignIds(pages, createMint(call), keep);
  const resolved = rewriteIds(pages, ids, describeOutside(call));
  const catalog = buildCatalog(call);
  checkReferences(call, resolved, catalog);
  return buildStoredForm(call.settings, resolved, catalog);
}

/** Refuses join keys and formulas that can't be right. The other faults only show as a column's type. */
function checkReferences(call: Call, pages: readonly Page[], catalog: Catalog): void {
  const model = new CompiledModel(pages, catalog);
  const [key] = model.listMissingJoinKeys();
  if (key !== undefined) {
    throw createInvalidRequest(`Column reference not found: '${key}'`);
  }
  const refusals = new Set(
    model
      .listFaultyTables()
      .flatMap(({ table, fault }) => findRefusal(call.settings, fault, model.getName(table)) ?? []),
  );
  const [refusal] = refusals;
  if (refusal !== undefined) {
    const isCounted = refusals.size > 1 && call.settings.severalFaults === "count";
    throw createInvalidRequest(isCounted ? `${refusals.size} errors in data model spec` : refusal);
  }
}

/** What a write says to a fault; undefined when it lets it pass. */
function findRefusal(settings: Settings, fault: Fault, table: string): string | undefined {
  const { danglingReferences, danglingReferenceText, invalidFormulas } = settings;
  switch (fault.kind) {
    case "dependency":
      if (danglingReferences === "accept") {
        return undefined;
      }
      return danglingReferenceText === "short"
        ? `Dependency not found: '${fault.reference}'`
        : `Cannot resolve columns on table ${table.toLowerCase()}: dependency not found: ` +
            `formula reference ${fault.reference}`;
    case "operator":
      return invalidFormulas === "accept" ? undefined : fault.message;
    case "function":
    case "syntax":
      return invalidFormulas === "all" ? "Invalid formula" : undefined;
    default:
      return undefined;
  }
}

/** What belongs to the representations of workbooks: a body that has it is refused whole. */
const foreign = ["document", "contents", "layout"];

/** Refuses what isn't the representation of a data model, in the platform's words for it. */
function checkEnvelope(call: Call, body: unknown): void {
  const { schemaVersion } = z.looseObject({}).safeParse(body).data ?? {};
  if (!defineSchemaVersion(call).safeParse(schemaVersion).success) {
    throw createInvalidRequest(`schemaVersion: Invalid 1: ${show(schemaVersion)}`);
  }
  if (foreign.some((key) => hasKey(body, key))) {
    throw createInvalidRequest("Syntax error in data model spec");
  }
}

const hasKey = (body: unknown, key: string) => typeof body === "object" && body !== null && key in body;

function defineSchemaVersion(call: Call) {
  return call.settings.schemaVersionAccepted === "either" ? z.union([z.literal(1), z.literal("1")]) : z.literal(1);
}
