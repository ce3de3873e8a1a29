import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { type Call, stampCreated, stampUpdated } from "../call";
import { createFailure, createInvalidRequest, requireExisting } from "../http/errors";
import { defineObject } from "../http/fields";
import { buildTokenPage } from "../http/pages";
import { containsText } from "../http/query";
import { parseBody, parseQuery } from "../http/validate";
import type { Tenant } from "../state/records";

type Params = { Params: { tenantOrganizationId: string } };

const clouds = [
  ...["aws", "aws-au", "aws-ca", "aws-eu", "aws-uk", "aws-us-a", "azure-ca", "azure-eu", "azure-uk", "azure-us", "gcp"],
  "gcp-us",
];
const Name = z.string().min(1);
const path = "/v2/tenants/:tenantOrganizationId";

export function addTenantRoutes(app: FastifyInstance): void {
  app.get("/v2/tenants", async (request) => {
    const { search } = parseQuery(z.object({ search: z.string().optional() }), request.query);
    const found = request.call.store.tenants
      .listAll()
      .filter((tenant) => containsText(tenant.tenantOrganizationSlug, search) || tenant.createdBy === search);
    const nulls = request.call.settings.nullTenants ? [null] : [];
    return buildTokenPage(request, [...found, ...nulls], (tenant) => tenant && present(tenant));
  });

  app.post("/v2/tenants", async ({ call, body }) => {
    const fields = {
      tenantOrganizationName: Name,
      tenantOrganizationSlug: Name,
      cloudProvider: z.enum(clouds).optional(),
    };
    const { cloudProvider, ...names } = parseBody(defineObject(call, fields), body);
    checkSlug(call, names.tenantOrganizationSlug);
    const tenant: Tenant = {
      tenantOrganizationId: call.ids.makeUuid("tenant"),
      parentOrganizationId: call.ids.nameUuid("organization"),
      ...names,
      tenantCloudProvider: cloudProvider ?? "gcp",
      tenantApiUrl: "https://api.analytics.example",
      ...stampCreated(call.actor),
    };
    call.store.tenants.put(tenant.tenantOrganizationId, tenant);
    return present(tenant);
  });

  app.get<Params>(path, async ({ call, params }) => present(findTenant(call, params.tenantOrganizationId)));

  app.patch<Params>(path, async ({ call, params, body }) => {
    const tenant = findTenant(call, params.tenantOrganizationId);
    const fields = { tenantOrganizationName: Name.optional(), tenantOrganizationSlug: Name.optional() };
    const change = parseBody(defineObject(call, fields), body);
    checkSlug(call, change.tenantOrganizationSlug, tenant.tenantOrganizationId);
    const changed = { ...tenant, ...change, ...stampUpdated(call.actor) };
    call.store.tenants.put(tenant.tenantOrganizationId, changed);
    return present(changed);
  });

  app.delete<Params>(path, async ({ call, params }) => {
    call.store.tenants.delete(findTenant(call, params.tenantOrganizationId).tenantOrganizationId);
    return {};
  });

  addCapabilityRoutes(app);
}

/** Which tenants a tenant may deploy to. */
function addCapabilityRoutes(app: FastifyInstance): void {
  const collection = `${path}/capabilities/deployments`;

  app.get<Params>(collection, async (request) => {
    const { deploysTo = [] } = findTenant(request.call, request.params.tenantOrganizationId);
    return buildTokenPage(request, deploysTo, (tenantOrganizationId) => ({ tenantOrganizationId }));
  });

  app.post<Params>(`${collection}::batchAdd`, async ({ call, params, body }) => {
    const { tenant, deploysTo, ids } = parseBatch(call, params.tenantOrganizationId, body);
    for (const id of ids) {
      findTenant(call, id);
      if (id === tenant.tenantOrganizationId) {
        throw createInvalidRequest("A tenant can't deploy to itself");
      }
    }
    refuseRepeated(
      call,
      "already",
      ids.filter((id) => deploysTo.includes(id)),
    );
    const all = [...new Set([...deploysTo, ...ids])];
    call.store.tenants.put(tenant.tenantOrganizationId, { ...tenant, deploysTo: all });
    return { capabilities: ids.map((tenantOrganizationId) => ({ tenantOrganizationId })) };
  });

  app.post<Params>(`${collection}::batchRemove`, async ({ call, params, body }) => {
    const { tenant, deploysTo, ids } = parseBatch(call, params.tenantOrganizationId, body);
    refuseRepeated(
      call,
      "not",
      ids.filter((id) => !deploysTo.includes(id)),
    );
    const left = deploysTo.filter((id) => !ids.includes(id));
    call.store.tenants.put(tenant.tenantOrganizationId, { ...tenant, deploysTo: left });
    return {};
  });
}

function parseBatch(call: Call, tenantOrganizationId: string, body: unknown) {
  const tenant = findTenant(call, tenantOrganizationId);
  const fields = { deployToTenantOrganizationIds: z.array(z.string()).min(1) };
  const { deployToTenantOrganizationIds: ids } = parseBody(defineObject(call, fields), body);
  return { tenant, deploysTo: tenant.deploysTo ?? [], ids };
}

function refuseRepeated(call: Call, word: string, ids: readonly string[]): void {
  if (call.settings.repeatedCapability === "refuse" && ids.length > 0) {
    throw createFailure(409, `Deployments to ${ids.join(", ")} are ${word} allowed`);
  }
}

function findTenant(call: Call, tenantOrganizationId: string): Tenant {
  return requireExisting(call.store.tenants.get(tenantOrganizationId), "Tenant", tenantOrganizationId);
}

function checkSlug(call: Call, slug: string | undefined, tenantOrganizationId?: string): void {
  const isTaken = (tenant: Tenant) =>
    tenant.tenantOrganizationSlug === slug && tenant.tenantOrganizationId !== tenantOrganizationId;
  if (call.store.tenants.find(isTaken)) {
    throw createFailure(409, `The slug '${slug}' is taken`);
  }
}

function present({ deploysTo: _, ...tenant }: Tenant): Omit<Tenant, "deploysTo"> {
  return tenant;
}

/** The tenants that a deployment policy may be given. */
export function searchTenants(request: FastifyRequest): Tenant[] {
  const { search } = parseQuery(z.object({ search: z.string().optional() }), request.query);
  return request.call.store.tenants.listAll().filter((tenant) => containsText(tenant.tenantOrganizationName, search));
}
