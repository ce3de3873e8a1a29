import { takeFirst } from "../core/api";
import { defineMembership, reference } from "./declare";

/** `/v2/deploymentPolicies/{deploymentPolicyId}/tenants`. */
export const deploymentPolicyTenant = defineMembership({
  name: "DeploymentPolicyTenant",
  area: "deploymentPolicies",
  docs: {
    description: `One tenant organization that a deployment policy deploys to. The resource ignores other tenants of the
policy.

Changing either field replaces the resource: the provider removes this tenant and adds the other. If the policy already
has the tenant, the provider adopts it without a write, even without \`adopt\`, and a removal keeps it.`,
    endpoints: [
      "POST|GET /v2/deploymentPolicies/{deploymentPolicyId}/tenants",
      "DELETE /v2/deploymentPolicies/{deploymentPolicyId}/tenants/{tenantOrganizationId}",
    ],
    example: `const shared = new analytics.Tag("shared", { name: "Shared", color: "grass" });
const regions = new analytics.DeploymentPolicy("regions", { name: "Regions", versionTagId: shared.id });
const north = analytics.getTenantOutput({ slug: "acme-north" });
new analytics.DeploymentPolicyTenant("regions-north", {
  deploymentPolicyId: regions.id,
  tenantOrganizationId: north.id,
});`,
  },
  needs: {
    permission: 'an account type with "Manage deployment policies"',
    lookups: ["deployment policy"],
    probes: [
      {
        title: "Tenants to deploy to",
        permission: "an account type that manages deployments",
        call: ({ deploymentPolicies }) => takeFirst(deploymentPolicies.listAvailableTenants()),
      },
    ],
  },
  owner: "deploymentPolicyId",
  member: "tenantOrganizationId",
  fields: {
    deploymentPolicyId: reference("DeploymentPolicy", "Id of the deployment policy.", { replaces: true }),
    tenantOrganizationId: reference("Tenant", "Id of the tenant organization.", { replaces: true }),
  },
  describe: ({ deploymentPolicyId, tenantOrganizationId }) =>
    `tenant ${tenantOrganizationId} of the deployment policy ${deploymentPolicyId}`,
  has: (client, policy, tenant) => client.deploymentPolicies.hasTenant(policy, tenant),
  add: (client, policy, tenant) => client.deploymentPolicies.addTenant(policy, tenant),
  remove: (client, policy, tenant) => client.deploymentPolicies.removeTenant(policy, tenant),
});
