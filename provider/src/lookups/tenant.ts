import type { Tenant } from "../core/api";
import { defineCollection } from "./declare";
import { audit } from "./shared-fields";

export const tenant = defineCollection<Tenant>({
  noun: "tenant",
  title: "Tenants",
  permission: "an Admin account of the parent organization",
  getEndpoint: "GET /v2/tenants/{tenantOrganizationId}",
  listEndpoint: "GET /v2/tenants",
  examples: {
    get: `const north = analytics.getTenantOutput({ slug: "acme-north" });
export const tenantId = north.id;`,
    list: `export const tenants = analytics.listTenantsOutput();`,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    slug: zod.string().describe("Its name in addresses."),
    parentOrganizationId: zod.string().describe("Id of the organization that it belongs to."),
    tenantRegion: zod.string().optional().describe("The region that it is in."),
    tenantApiUrl: zod.string().optional().describe("The base URL of its API."),
    ...audit(zod),
  }),
  by: { field: "slug", description: "Its name in addresses." },
  filters: [],
  entries: ({ tenants }) => tenants.list(),
  get: ({ tenants }, id) => tenants.get(id),
  idOf: ({ tenantOrganizationId }) => tenantOrganizationId,
  nameOf: ({ slug }) => slug,
});
