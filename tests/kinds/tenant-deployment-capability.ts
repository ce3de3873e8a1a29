import type { Sample } from "../sample";

export const sample: Sample = {
  declared: { tenantOrganizationId: ":tenant", deployToTenantOrganizationId: ":otherTenant", allowDelete: true },
  create: ["POST /v2/tenants/*/capabilities/deployments:batchAdd"],
  delete: ["POST /v2/tenants/*/capabilities/deployments:batchRemove"],
  answer: {
    path: "/v2/tenants/:tenant/capabilities/deployments",
    entry: { tenantOrganizationId: ":id" },
    fields: "tenantOrganizationId",
  },
  program: `
new analytics.TenantDeploymentCapability("east-north", {
  tenantOrganizationId: east, deployToTenantOrganizationId: seeded.tenants.north, allowDelete: true,
});`,
};
