import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { createFailure, requireDependency, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { parseBody } from "../http/validate";
import { fingerprint } from "./api-credentials";

/** Pairs of client id and secret; the one that the emulator starts with isn't among them. */
export function addClientCredentialRoutes(app: FastifyInstance): void {
  app.post("/v2/credentials", async ({ call, body }) => {
    const fields = parseBody(
      defineObject(call, {
        ownerId: z.string(),
        name: z.string().min(1),
        description: z.string().optional(),
        scopes: z.array(z.enum(["api", "embed"])).default(["api"]),
      }),
      body,
    );
    requireDependency(call.store.members.get(fields.ownerId), fields.ownerId);
    if (call.store.clientCredentials.find(({ name }) => name === fields.name)) {
      throw createFailure(409, `A credential with the name '${fields.name}' already exists`);
    }
    const clientId = call.ids.makeSecret(`client id ${call.ids.makeUuid("client credential")}`).slice(0, 40);
    const clientSecret = call.ids.makeSecret(`client secret ${clientId}`).repeat(2);
    call.store.clientCredentials.put(clientId, { clientId, secret: fingerprint(clientSecret), ...fields });
    return { clientId, clientSecret };
  });

  app.delete<{ Params: { clientId: string } }>("/v2/credentials/:clientId", async ({ call, params }) => {
    requireExisting(call.store.clientCredentials.get(params.clientId), "Credential", params.clientId);
    call.store.clientCredentials.delete(params.clientId);
    return {};
  });
}
