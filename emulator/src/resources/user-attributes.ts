import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Stamps } from "../call";
import { notFound } from "../http/errors";
import { page } from "../http/pages";
import { parseQuery } from "../http/validate";

/** A value each user has, which column securities and source swaps refer to. */
export interface UserAttribute extends Stamps {
  readonly userAttributeId: string;
  readonly name: string;
  readonly description: string | null;
  readonly defaultValue: { readonly type: "string"; readonly val: string } | null;
}

export function userAttributeRoutes(app: FastifyInstance): void {
  app.get("/v2/user-attributes", async (request) => {
    const { name = "" } = parseQuery(z.object({ name: z.string().optional() }), request.query);
    const found = request.call.store.userAttributes
      .all()
      .filter((attribute) => attribute.name.toLowerCase().includes(name.toLowerCase()));
    return page(request, found, (attribute) => attribute);
  });

  app.get<{ Params: { userAttributeId: string } }>("/v2/user-attributes/:userAttributeId", async (request) => {
    const { userAttributeId } = request.params;
    const attribute = request.call.store.userAttributes.get(userAttributeId);
    if (!attribute) {
      throw notFound("User attribute", userAttributeId);
    }
    return attribute;
  });
}
