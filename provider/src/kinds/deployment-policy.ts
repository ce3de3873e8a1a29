import * as z from "zod";
import type { AnalyticsClient, DeploymentPolicy as Found } from "../core/api";
import { collect } from "../core/api/transport/pages";
import { clean, declaredIfSame, equal, equalSet } from "../core/values";
import { choiceProblems, stackOption } from "../settings/settings";
import type { Kind } from "./declare/kind";

export const deploymentPolicyInputs = z.strictObject({
  /** The policy's name. Updates in place. */
  name: z.string().min(1),
  /** What the policy is called in the tenants. Left out: the name. Updates in place. */
  nameInTenant: z.string().min(1).optional(),
  /** Id of the version tag whose version is deployed; left out: none. Changing it makes a new policy. */
  versionTagId: z.string().min(1).optional(),
  /** Ids of the source swap policies, in any order; left out: none. Updates in place, as a whole. */
  sourceSwapPolicies: z.array(z.string().min(1)).optional(),
  /** Whether the data of input tables goes along; left out: false. Updates in place. */
  copyInputTableData: z.boolean().optional(),
});

export type DeploymentPolicyInputs = z.infer<typeof deploymentPolicyInputs>;

/** When a deployment policy counts as deleted: it is missing from the list (default), or can't be read by its id. */
export const deletionSigns: readonly string[] = ["unlisted", "unreadable"];

/** `/v2/deploymentPolicies`. */
export const deploymentPolicy: Kind<DeploymentPolicyInputs, Record<string, never>> = {
  name: "DeploymentPolicy",
  inputs: deploymentPolicyInputs,
  permission: 'an account type with "Manage deployment policies"',
  secret: [],
  replaceOn: ["versionTagId"],

  changed(olds, news) {
    const before = withDefaults(olds);
    const after = withDefaults(news);
    return [
      ...(["name", "nameInTenant", "versionTagId", "copyInputTableData"] as const).filter(
        (key) => !equal(before[key], after[key]),
      ),
      ...(equalSet(before.sourceSwapPolicies, after.sourceSwapPolicies) ? [] : (["sourceSwapPolicies"] as const)),
    ];
  },

  problems: () => choiceProblems("deploymentPolicies", "treatAsDeletedWhen", deletionSigns),

  describe: ({ name }) => `deployment policy "${name}"`,

  async find({ client }, { name }) {
    const all = await collect(client.deploymentPolicies.list());
    return all.filter((found) => found.name === name).map(({ deploymentPolicyId }) => deploymentPolicyId);
  },

  // The platform doesn't tell, but a policy is no older than its tag, which never changes.
  async origin({ client }, id) {
    const found = await livingPolicy(client, id);
    const tag = found?.versionTagId ? await client.tags.get(found.versionTagId) : undefined;
    return found && { notBefore: tag?.createdAt };
  },

  async create({ client, attempt }, inputs) {
    const { deploymentPolicyId } = await client.deploymentPolicies.create(withDefaults(inputs), attempt);
    return { id: deploymentPolicyId, outputs: {} };
  },

  async read({ client }, id, known) {
    const found = await livingPolicy(client, id);
    if (found === undefined) return undefined;
    const { name, nameInTenant, versionTagId, sourceSwapPolicies, copyInputTableData } = found;
    const declared = known?.inputs;
    return {
      inputs: {
        name,
        nameInTenant: declaredIfSame(declared?.nameInTenant, nameInTenant, (a, b) => (a ?? name) === (b ?? name)),
        versionTagId: versionTagId ?? undefined,
        sourceSwapPolicies: declaredIfSame(declared?.sourceSwapPolicies, sourceSwapPolicies, equalSet),
        copyInputTableData: declaredIfSame(
          declared?.copyInputTableData,
          copyInputTableData,
          (a, b) => (a ?? false) === (b ?? false),
        ),
      },
      outputs: {},
    };
  },

  async update({ client }, id, _olds, news, changed) {
    const { name, nameInTenant, sourceSwapPolicies, copyInputTableData } = withDefaults(news);
    const change = {
      ...(changed.has("name") ? { name } : {}),
      ...(changed.has("nameInTenant") ? { nameInTenant } : {}),
      ...(changed.has("sourceSwapPolicies") ? { sourceSwapPolicies } : {}),
      ...(changed.has("copyInputTableData") ? { copyInputTableData } : {}),
    };
    if (Object.keys(change).length > 0) await client.deploymentPolicies.update(id, change);
    return {};
  },

  async delete({ client }, id) {
    await client.deploymentPolicies.delete(id);
  },
};

/** What the platform takes when a field is left out, so that leaving one out later puts it back. */
function withDefaults(inputs: DeploymentPolicyInputs) {
  // What was read has fields that are there and undefined.
  return { nameInTenant: inputs.name, sourceSwapPolicies: [], copyInputTableData: false, ...clean(inputs) };
}

/**
 * A delete archives, a record doesn't say that it is archived, and where an archived one can still be seen is undocumented. So a policy
 * is gone as soon as it is missing from the list, even if it can still be read. Where lists leave out living policies, say because of
 * rights, the stack setting `analytics:deploymentPolicies.treatAsDeletedWhen: unreadable` takes the other reading.
 */
async function livingPolicy(client: AnalyticsClient, id: string): Promise<Found | undefined> {
  return stackOption("deploymentPolicies").treatAsDeletedWhen === "unreadable"
    ? client.deploymentPolicies.get(id)
    : client.deploymentPolicies.listed(id);
}
