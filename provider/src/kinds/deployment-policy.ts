import * as z from "zod";
import type { AnalyticsClient } from "../core/api";
import { createRules, defineAreaKind, field, text } from "./declare";

const fields = {
  name: field(text, "The policy's name."),
  nameInTenant: field(text.optional(), "The policy's name in the tenants. Default: the name.", {
    clearWith: ({ name }: Record<string, unknown>) => name,
  }),
  versionTagId: field(text.optional(), "Id of the version tag to deploy. Default: none.", {
    replaces: true,
    ref: { kind: "Tag" },
  }),
  sourceSwapPolicies: field(z.array(text).optional(), "Ids of the source swap policies, in any order. Default: none.", {
    equal: "set",
    clearWith: [],
    ref: { kind: "SourceSwapPolicy" },
  }),
  copyInputTableData: field(z.boolean().optional(), "Whether to deploy the data of input tables too. Default: false.", {
    clearWith: false,
  }),
};

const { complete } = createRules(fields);

/** `/v2/deploymentPolicies`. */
export const deploymentPolicy = defineAreaKind({
  name: "DeploymentPolicy",
  area: "deploymentPolicies",
  docs: {
    description: `A deployment policy, which sets the version of documents to deploy to tenant organizations. Add
documents and tenants as separate resources, \`DeploymentPolicyDocument\` and \`DeploymentPolicyTenant\`.

The engine deletes the old policy before it creates a replacement. Whether two policies can have the same name is
undocumented.

Deleting the resource archives the policy. The platform doesn't return whether a policy is archived, so one that is
missing from an administrator's list of several counts as deleted, even if its id is still readable. With the stack
setting \`analytics:deploymentPolicies.treatAsDeletedWhen: unreadable\`, a policy whose id is readable isn't missing.`,
    endpoints: ["POST|GET /v2/deploymentPolicies", "GET|PATCH|DELETE /v2/deploymentPolicies/{deploymentPolicyId}"],
    example: `const released = new analytics.Tag("released", { name: "Released", color: "grass" });
const customers = new analytics.DeploymentPolicy("customers", {
  name: "Customers",
  nameInTenant: "Shared by Acme",
  versionTagId: released.id,
});`,
  },
  needs: {
    permission: 'an account type with "Manage deployment policies"',
    lookups: ["deployment policy"],
  },
  deletion: { isFirst: true },
  settings: { name: "deploymentPolicies", choices: { treatAsDeletedWhen: ["unlisted", "unreadable"] } },
  fields,

  describe: ({ name }) => `deployment policy "${name}"`,

  async create({ client, madeId }, inputs) {
    const { deploymentPolicyId } = await client.deploymentPolicies.create({ ...inputs, ...complete(inputs) }, madeId);
    return { id: deploymentPolicyId, outputs: {} };
  },

  async read({ client, settings }, id) {
    const found = await readUnlessArchived(client, id, settings);
    if (found === undefined) return undefined;
    const { name, nameInTenant, versionTagId, sourceSwapPolicies, copyInputTableData } = found;
    return { inputs: { name, nameInTenant, versionTagId, sourceSwapPolicies, copyInputTableData }, outputs: {} };
  },
});

/**
 * A delete archives, a record doesn't say that it is archived, and where an archived one can still be seen is
 * undocumented. So a policy is missing as soon as it isn't listed. Where lists leave out living policies, say because
 * of rights, the stack setting
 * `analytics:deploymentPolicies.treatAsDeletedWhen: unreadable` takes the other reading.
 */
async function readUnlessArchived(
  client: AnalyticsClient,
  id: string,
  { treatAsDeletedWhen }: Readonly<Record<string, string>>,
) {
  return treatAsDeletedWhen === "unreadable"
    ? client.deploymentPolicies.get(id)
    : client.deploymentPolicies.findListed(id);
}
