import * as z from "zod";
import { membership } from "./declare/membership";

export const deploymentPolicyDocumentInputs = z.strictObject({
  /** Id of the deployment policy. Changing it adds the document to that one instead. */
  deploymentPolicyId: z.string().min(1),
  /** Id of the data model, workbook, report or folder. Changing it adds that one instead. */
  inodeId: z.string().min(1),
});

export type DeploymentPolicyDocumentInputs = z.infer<typeof deploymentPolicyDocumentInputs>;

/** `/v2/deploymentPolicies/{deploymentPolicyId}/files`. */
export const deploymentPolicyDocument = membership<DeploymentPolicyDocumentInputs>({
  name: "DeploymentPolicyDocument",
  inputs: deploymentPolicyDocumentInputs,
  permission: 'an account type with "Manage deployment policies"',
  owner: "deploymentPolicyId",
  member: "inodeId",
  describe: ({ deploymentPolicyId, inodeId }) => `document ${inodeId} of the deployment policy ${deploymentPolicyId}`,
  has: (client, policy, document) => client.deploymentPolicies.hasDocument(policy, document),
  add: (client, policy, document) => client.deploymentPolicies.addDocuments(policy, [document]),
  remove: (client, policy, document) => client.deploymentPolicies.removeDocument(policy, document),
});
