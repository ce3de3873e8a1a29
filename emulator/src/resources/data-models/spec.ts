import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Call, updated } from "../../call";
import { failure, invalidRequest } from "../../http/errors";
import { object, optionalText } from "../../http/fields";
import { concurrencyGate } from "../../http/limits";
import { parseBody, parseQuery, show } from "../../http/validate";
import { asksForJson, asksForYaml, sendsYaml, sendYaml } from "../../http/yaml";
import type { Settings } from "../../settings";
import type { Catalog } from "../../spec/catalog";
import { CompiledModel, type Fault } from "../../spec/compile";
import { assignIds, type Keep } from "../../spec/identity";
import { parsePages } from "../../spec/parse";
import { rewriteIds } from "../../spec/rewrite";
import type { Page } from "../../spec/schema";
import { storedForm } from "../../spec/stored-form";
import { changedByPut } from "../../spec/stored-form/put";
import { checkRelationshipIds, checkStructure } from "../../spec/structure";
import { addFile, findFolder, urlOf } from "../files";
import { keepSchedules } from "../materialization-schedules";
import { findModel, findWritableModel } from "./model";
import { catalogOf, mintOf, outsideOf } from "./references";
import { findVersion, publish } from "./versions";

interface Params {
  Params: { dataModelId: string };
}

/** The code representation of a data model: read, created and replaced as a whole. */
export function specRoutes(app: FastifyInstance): void {
  const gate = concurrencyGate((settings) => settings.concurrentSpecReads);

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
  return answersYaml(request) ? sendYaml(reply, answer) : answer;
}

function answersYaml(request: FastifyRequest): boolean {
  if (asksForYaml(request)) return true;
  if (asksForJson(request)) return false;
  const { yamlWithoutAccept } = request.call.settings;
  return yamlWithoutAccept === "always" || (yamlWithoutAccept === "as-sent" && sendsYaml(request));
}

export function readSpec(call: Call, dataModelId: string, documentVersion?: number): Record<string, unknown> {
  const { file, latestDocumentVersion } = findModel(call, dataModelId);
  const version = findVersion(call, dataModelId, documentVersion ?? latestDocumentVersion);
  return {
    dataModelId,
    name: file.name,
    ...optionalText(call, "description", file.description),
    url: urlOf(file),
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
  const { name, folderId, description, pages } = parseBody(
    object(call, {
      name: z.string().min(1),
      folderId: z.string(),
      schemaVersion: schemaVersion(call),
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
  const { file, latestDocumentVersion } = findWritableModel(call, dataModelId);
  checkEnvelope(call, body);
  // Anything else at the top is ignored, whatever the settings say of unknown fields: a read may be sent back as it is.
  const { documentVersion, pages } = parseBody(
    z.object({
      schemaVersion: schemaVersion(call),
      documentVersion: z.number().optional(),
      pages: z.array(z.unknown()),
    }),
    body,
  );
  const isStale = documentVersion !== undefined && documentVersion !== latestDocumentVersion;
  if (isStale && call.settings.versionLock === "refuse") {
    throw failure(
      call.settings.staleVersionStatus,
      `Data model is at version ${latestDocumentVersion}, not at ${documentVersion} any more`,
    );
  }
  const { reassignIdsOnPut } = call.settings;
  const version = findVersion(call, dataModelId, latestDocumentVersion).pages;
  const keep = { version, elements: reassignIdsOnPut === false, parts: reassignIdsOnPut !== true };
  const stored = changedByPut(call.settings, accept(call, pages, keep), version);
  publish(call, dataModelId, stored);
  keepSchedules(call, dataModelId, version, stored);
  call.store.files.put(dataModelId, { ...file, ...updated(call.actor) });
}

/** From the pages somebody sent to the pages that are kept: parsed, checked, with the server's ids, in the server's form. */
function accept(call: Call, sent: unknown[], keep?: Keep): readonly Page[] {
  const pages = parsePages(call.settings, sent);
  checkStructure(call.settings, pages);
  if (keep) {
    checkRelationshipIds(call.settings, pages, keep.version);
  }
  const ids = assignIds(pages, mintOf(call), keep);
  const resolved = rewriteIds(pages, ids, outsideOf(call));
  const catalog = catalogOf(call);
  checkReferences(call, resolved, catalog);
  return storedForm(call.settings, resolved, catalog);
}

/** Refuses join keys and formulas that can't be right. The other faults only show as a column's type. */
function checkReferences(call: Call, pages: readonly Page[], catalog: Catalog): void {
  const model = new CompiledModel(pages, catalog);
  const [key] = model.missingJoinKeys();
  if (key !== undefined) {
    throw invalidRequest(`Column reference not found: '${key}'`);
  }
  for (const { table, fault } of model.faults()) {
    const refusal = refusalOf(call.settings, fault, model.nameOf(table));
    if (refusal !== undefined) {
      throw invalidRequest(refusal);
    }
  }
}

/** What a write says to a fault; undefined when it lets it pass. */
function refusalOf(settings: Settings, fault: Fault, table: string): string | undefined {
  const { danglingReferences, danglingReferenceText, invalidFormulas } = settings;
  switch (fault.kind) {
    case "dependency":
      if (danglingReferences === "accept") {
        return undefined;
      }
      return danglingReferenceText === "short"
        ? `Dependency not found: '${fault.reference}'`
        : `Cannot resolve columns on table ${table.toLowerCase()}: dependency not found: formula reference ${fault.reference}`;
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
  const fields = z.looseObject({}).safeParse(body).data ?? {};
  if (!schemaVersion(call).safeParse(fields.schemaVersion).success) {
    throw invalidRequest(`schemaVersion: Invalid 1: ${show(fields.schemaVersion)}`);
  }
  if (foreign.some((key) => key in fields)) {
    throw invalidRequest("Syntax error in data model spec");
  }
}

function schemaVersion(call: Call) {
  return call.settings.schemaVersionAccepted === "either" ? z.union([z.literal(1), z.literal("1")]) : z.literal(1);
}
