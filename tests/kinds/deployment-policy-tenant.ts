import { listCalls, type Sample } from "../sample";
import { createDeployable } from "./deployment-policy";

export const sample: Sample = {
  given: createDeployable,
  declared: { deploymentPolicyId: ":policy", tenantOrganizationId: ":tenant" },
  ...listCalls("/v2/deploymentPolicies/*/tenants"),
  // A list of ids alone.
  answer: { path: "/v2/deploymentPolicies/:policy/tenants", entry: ":id", fields: "" },
  program: `
new analytics.DeploymentPolicyTenant("tenant", { deploymentPolicyId: policy.id,
  tenantOrganizationId: seeded.tenants.north });`,
};
