import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Stamps } from "../call";
import { notFound } from "../http/errors";
import { tokenPage } from "../http/pages";
import { parseQuery } from "../http/validate";

/** An organization below this one, which documents can be deployed to. */
export interface Tenant extends Stamps {
  readonly tenantOrganizationId: string;
  readonly parentOrganizationId: string;
  readonly tenantOrganizationName: string;
  readonly tenantOrganizationSlug: string;
}

export function tenantRoutes(app: FastifyInstance): void {
  app.get("/v2/tenants", async (request) => {
    const { search = "" } = parseQuery(z.object({ search: z.string().optional() }), request.query);
    const found = request.call.store.tenants
      .all()
      .filter((tenant) => tenant.tenantOrganizationName.toLowerCase().includes(search.toLowerCase()));
    return tokenPage(request, found, (tenant) => tenant);
  });

  app.get<{ Params: { tenantOrganizationId: string } }>("/v2/tenants/:tenantOrganizationId", async (request) => {
    const { tenantOrganizationId } = request.params;
    const tenant = request.call.store.tenants.get(tenantOrganizationId);
    if (!tenant) {
      throw notFound("Tenant", tenantOrganizationId);
    }
    return tenant;
  });
}
