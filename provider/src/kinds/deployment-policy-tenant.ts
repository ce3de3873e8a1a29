import * as z from "zod";
import { membership } from "./declare/membership";

export const deploymentPolicyTenantInputs = z.strictObject({
  /** Id of the deployment policy. Changing it adds the tenant to that one instead. */
  deploymentPolicyId: z.string().min(1),
  /** Id of the tenant organization. Changing it adds that one instead. */
  tenantOrganizationId: z.string().min(1),
});

export type DeploymentPolicyTenantInputs = z.infer<typeof deploymentPolicyTenantInputs>;

/** `/v2/deploymentPolicies/{deploymentPolicyId}/tenants`. */
export const deploymentPolicyTenant = membership<DeploymentPolicyTenantInputs>({
  name: "DeploymentPolicyTenant",
  inputs: deploymentPolicyTenantInputs,
  permission: 'an account type with "Manage deployment policies"',
  owner: "deploymentPolicyId",
  member: "tenantOrganizationId",
  describe: ({ deploymentPolicyId, tenantOrganizationId }) =>
    `tenant ${tenantOrganizationId} of the deployment policy ${deploymentPolicyId}`,
  has: (client, policy, tenant) => client.deploymentPolicies.hasTenant(policy, tenant),
  add: (client, policy, tenant) => client.deploymentPolicies.addTenant(policy, tenant),
  remove: (client, policy, tenant) => client.deploymentPolicies.removeTenant(policy, tenant),
});
