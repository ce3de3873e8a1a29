import { listCalls, type Sample } from "../sample";
import { createDeployable } from "./deployment-policy";

export const sample: Sample = {
  given: createDeployable,
  declared: { deploymentPolicyId: ":policy", inodeId: ":workbook" },
  ...listCalls("/v2/deploymentPolicies/*/files"),
  answer: {
    path: "/v2/deploymentPolicies/:policy/files",
    entry: { inodeId: ":id" },
    fields: "inodeId inode deploymentPolicyId",
    shows: { inode: { name: "Sales report", type: "workbook", workbookId: ":workbook" } },
  },
  program: `new analytics.DeploymentPolicyDocument("document", { deploymentPolicyId: policy.id, inodeId: home.id });`,
};
