import type { Emulator } from "analytics-emulator";
import { type Given, listCalls, type Sample } from "../sample";

/** A deployment policy without tenants and documents. */
export async function createDeployable(emulator: Emulator): Promise<Given> {
  const made = await emulator.ui.request("POST", "/v2/deploymentPolicies", { name: "emea" });
  const { deploymentPolicyId: policy } = made as { deploymentPolicyId: string };
  return { policy };
}

export const sample: Sample = {
  declared: { name: "emea", sourceSwapPolicies: [":swaps"] },
  ...listCalls("/v2/deploymentPolicies"),
  updates: { swaps: { to: { sourceSwapPolicies: [] } } },
  conflict: { theirs: { name: "theirs" }, ours: { name: "ours" } },
  wrongIds: { "sourceSwapPolicies[1]": { sourceSwapPolicies: [":swaps", ":unknown"] } },
  answer: {
    path: "/v2/deploymentPolicies/:id",
    fields: "deploymentPolicyId name nameInTenant versionTagId sourceSwapPolicies copyInputTableData",
    shows: { nameInTenant: "emea", versionTagId: null, copyInputTableData: false },
  },
  program: `
const policy = new analytics.DeploymentPolicy("policy", { name: "Policy", versionTagId: release,
  sourceSwapPolicies: [swap] });`,
};
