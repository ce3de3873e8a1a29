import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { existing } from "../http/errors";
import { tokenPage } from "../http/pages";
import { contains } from "../http/query";
import { parseQuery } from "../http/validate";
import type { Tenant } from "../state/records";

export function tenantRoutes(app: FastifyInstance): void {
  app.get("/v2/tenants", async (request) => {
    return tokenPage(request, searchTenants(request), (tenant) => tenant);
  });

  app.get<{ Params: { tenantOrganizationId: string } }>("/v2/tenants/:tenantOrganizationId", async (request) => {
    const { tenantOrganizationId } = request.params;
    return existing(request.call.store.tenants.get(tenantOrganizationId), "Tenant", tenantOrganizationId);
  });
}

export function searchTenants(request: FastifyRequest): Tenant[] {
  const { search } = parseQuery(z.object({ search: z.string().optional() }), request.query);
  return request.call.store.tenants.all().filter((tenant) => contains(tenant.tenantOrganizationName, search));
}
