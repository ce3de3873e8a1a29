import { defineMembership, reference } from "./declare";

/** `/v2/tenants/{tenantOrganizationId}/capabilities/deployments`. */
export const tenantDeploymentCapability = defineMembership({
  name: "TenantDeploymentCapability",
  area: "tenants",
  docs: {
    description: `The permission of a tenant to deploy documents to another tenant of the same parent. The resource
ignores other permissions of the tenant.

Removing it is dangerous: the platform also removes what the tenant has deployed to the other. So a removal needs
\`allowDelete\`.

Changing either tenant replaces the resource. If the tenant has the permission already, the provider adopts it without a
write, even without \`adopt\`, and a removal keeps it.`,
    endpoints: [
      "GET /v2/tenants/{tenantOrganizationId}/capabilities/deployments",
      "POST /v2/tenants/{tenantOrganizationId}/capabilities/deployments:batchAdd",
      "POST /v2/tenants/{tenantOrganizationId}/capabilities/deployments:batchRemove",
    ],
    example: `const north = analytics.getTenantOutput({ slug: "acme-north" });
const south = analytics.getTenantOutput({ slug: "acme-south" });
new analytics.TenantDeploymentCapability("north-to-south", {
  tenantOrganizationId: north.id,
  deployToTenantOrganizationId: south.id,
});`,
  },
  needs: { permission: "an Admin account of the parent organization", lookups: ["tenant"] },
  deletion: { loses: "all that the tenant has deployed to the other" },
  pull: {
    file: "tenants",
    about: "Tenants, and which of them deploy to which.",
    called: ["tenantOrganizationId", "deployToTenantOrganizationId"],
    async ids({ tenants }) {
      const ids = (await tenants.readAll()).map(({ tenantOrganizationId }) => tenantOrganizationId);
      const sets = await Promise.all(ids.map((id) => tenants.readDeploymentTargets(id)));
      return ids.flatMap((id, index) => [...(sets[index] ?? [])].map((other) => `${id}/${other}`));
    },
  },
  owner: "tenantOrganizationId",
  member: "deployToTenantOrganizationId",
  fields: {
    tenantOrganizationId: reference("Tenant", "Id of the tenant that deploys.", { replaces: true }),
    deployToTenantOrganizationId: reference("Tenant", "Id of the tenant that it may deploy to.", { replaces: true }),
  },
  describe: ({ tenantOrganizationId, deployToTenantOrganizationId }) =>
    `deployments of the tenant ${tenantOrganizationId} to ${deployToTenantOrganizationId}`,

  has: async ({ tenants }, tenant, other) => (await tenants.readDeploymentTargets(tenant)).has(other),
  add: ({ tenants }, tenant, other) => tenants.allowDeployment(tenant, other),
  remove: ({ tenants }, tenant, other) => tenants.forbidDeployment(tenant, other),
});
