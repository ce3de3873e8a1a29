import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Call, getTime } from "../call";
import { createNotFound } from "../http/errors";
import { parseBody } from "../http/validate";
import type { Webhook } from "../state/records";
import { findDocument } from "./documents/document";
import { workbooks } from "./documents/kinds";

interface Params {
  Params: { workbookId: string; sequenceId: string };
}

export function addWebhookRoutes(app: FastifyInstance): void {
  app.get<Params>("/v2/webhooks/:workbookId/:sequenceId/schema", async (request) => {
    const { workbookId, sequenceId } = request.params;
    return { variables: findWebhook(request.call, workbookId, sequenceId).variables };
  });

  app.post<Params>("/v2/webhooks/:workbookId/:sequenceId", async (request, reply) => {
    const { workbookId, sequenceId } = request.params;
    const traceId = deliver(request.call, findWebhook(request.call, workbookId, sequenceId), request.body);
    reply.code(202);
    return { traceId };
  });
}

/** The body's keys are the names of the variables; each is required and of the variable's type. */
function deliver(call: Call, { workbookId, sequenceId, variables }: Webhook, body: unknown): string {
  const types = { text: z.string(), number: z.number(), boolean: z.boolean() };
  const shape = Object.fromEntries(Object.entries(variables).map(([name, { type }]) => [name, types[type]]));
  const delivered = parseBody(z.strictObject(shape), body);
  const traceId = call.ids.makeUuid("webhook");
  call.store.webhookDeliveries.put(traceId, {
    traceId,
    workbookId,
    sequenceId,
    body: delivered,
    receivedAt: getTime(),
  });
  return traceId;
}

function findWebhook(call: Call, workbookId: string, sequenceId: string): Webhook {
  findDocument(call, workbooks, workbookId);
  const webhook = call.store.webhooks.get(sequenceId);
  if (webhook?.workbookId !== workbookId) {
    throw createNotFound("Webhook", sequenceId);
  }
  return webhook;
}
