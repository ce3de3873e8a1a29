import { defineAreaLookup } from "./area";

export const deploymentPolicy = defineAreaLookup({
  area: "deploymentPolicies",
  noun: "deployment policy",
  title: "Deployment policies",
  permission: "an account type that manages deployments",
  examples: {
    get: `const customers = analytics.getDeploymentPolicyOutput({ name: "Customers" });
export const policyId = customers.id;`,
    list: `const production = analytics.getTagOutput({ name: "Production" });
export const policies = analytics.listDeploymentPoliciesOutput({ versionTagId: production.id });`,
  },
  filters: ["versionTagId"],
});
