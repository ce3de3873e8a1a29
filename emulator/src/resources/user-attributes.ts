import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { existing } from "../http/errors";
import { page } from "../http/pages";
import { contains } from "../http/query";
import { parseQuery } from "../http/validate";

export function userAttributeRoutes(app: FastifyInstance): void {
  app.get("/v2/user-attributes", async (request) => {
    const { name } = parseQuery(z.object({ name: z.string().optional() }), request.query);
    const found = request.call.store.userAttributes.all().filter((attribute) => contains(attribute.name, name));
    return page(request, found, (attribute) => attribute);
  });

  app.get<{ Params: { userAttributeId: string } }>("/v2/user-attributes/:userAttributeId", async (request) => {
    const { userAttributeId } = request.params;
    return existing(request.call.store.userAttributes.get(userAttributeId), "User attribute", userAttributeId);
  });
}
