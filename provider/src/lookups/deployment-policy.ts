import type { DeploymentPolicy } from "../core/api";
import { defineCollection } from "./declare";

export const deploymentPolicy = defineCollection<DeploymentPolicy>({
  noun: "deployment policy",
  title: "Deployment policies",
  permission: "an account type that manages deployments",
  getEndpoint: "GET /v2/deploymentPolicies/{deploymentPolicyId}",
  listEndpoint: "GET /v2/deploymentPolicies",
  examples: {
    get: `const customers = analytics.getDeploymentPolicyOutput({ name: "Customers" });
export const policyId = customers.id;`,
    list: `const production = analytics.getTagOutput({ name: "Production" });
export const policies = analytics.listDeploymentPoliciesOutput({ versionTagId: production.id });`,
  },
  fields: (zod) => ({
    name: zod.string().describe("Its name."),
    nameInTenant: zod.string().describe("What it is called in the tenants that it deploys to."),
    versionTagId: zod.string().nullable().describe("Id of the tag whose version it deploys."),
    sourceSwapPolicies: zod.array(zod.string()).describe("Ids of its source swap policies."),
    copyInputTableData: zod.boolean().describe("Whether it deploys the data of input tables too."),
  }),
  filters: ["versionTagId"],
  entries: ({ deploymentPolicies }) => deploymentPolicies.list(),
  get: ({ deploymentPolicies }, id) => deploymentPolicies.get(id),
  idOf: ({ deploymentPolicyId }) => deploymentPolicyId,
  nameOf: ({ name }) => name,
});
