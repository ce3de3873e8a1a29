import { defineMembership, reference } from "./declare";

/** `/v2/deploymentPolicies/{deploymentPolicyId}/files`. */
export const deploymentPolicyDocument = defineMembership({
  name: "DeploymentPolicyDocument",
  area: "deploymentPolicies",
  docs: {
    description: `One document or folder that a deployment policy deploys. The resource ignores other documents of the
policy.

Changing either field replaces the resource: the provider removes this document and adds the other. If the policy
already has the document, the provider adopts it without a write, even without \`adopt\`, and a removal keeps it.`,
    endpoints: [
      "POST|GET /v2/deploymentPolicies/{deploymentPolicyId}/files",
      "DELETE /v2/deploymentPolicies/{deploymentPolicyId}/files/{inodeId}",
    ],
    example: `const published = new analytics.Tag("published", { name: "Published", color: "grass" });
const resellers = new analytics.DeploymentPolicy("resellers", { name: "Resellers", versionTagId: published.id });
const sales = analytics.getFolderOutput({ path: "Acme/Models/Sales" });
new analytics.DeploymentPolicyDocument("resellers-sales", { deploymentPolicyId: resellers.id, inodeId: sales.id });`,
  },
  needs: {
    permission: 'an account type with "Manage deployment policies"',
    lookups: ["deployment policy"],
  },
  owner: "deploymentPolicyId",
  member: "inodeId",
  fields: {
    deploymentPolicyId: reference("DeploymentPolicy", "Id of the deployment policy.", { replaces: true }),
    inodeId: reference(
      ["DataModel", "Folder", "Report", "Workbook"],
      "Id of the data model, workbook, report or folder.",
      { replaces: true },
    ),
  },
  describe: ({ deploymentPolicyId, inodeId }) => `document ${inodeId} of the deployment policy ${deploymentPolicyId}`,
  has: (client, policy, document) => client.deploymentPolicies.hasDocument(policy, document),
  add: (client, policy, document) => client.deploymentPolicies.addDocuments(policy, [document]),
  remove: (client, policy, document) => client.deploymentPolicies.removeDocument(policy, document),
});
