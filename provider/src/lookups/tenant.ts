import { defineAreaLookup } from "./area";
import { searchArg } from "./shared-fields";

export const tenant = defineAreaLookup({
  area: "tenants",
  noun: "tenant",
  title: "Tenants",
  permission: "an Admin account of the parent organization",
  examples: {
    get: `const north = analytics.getTenantOutput({ slug: "acme-north" });
export const tenantId = north.id;`,
    list: `export const tenants = analytics.listTenantsOutput();`,
  },
  by: { field: "slug", description: "Its name in addresses." },
  listArgs: searchArg,
  filters: [],
});
