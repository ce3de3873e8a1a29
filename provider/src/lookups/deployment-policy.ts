import type { DeploymentPolicy as ApiDeploymentPolicy } from "../core/api";
import { type Collection, matching, named, withId } from "./collection";
import { type LookupArgs, lookup, type OneOf, outputOf } from "./lookup";

/** Arguments of {@link getDeploymentPolicy}: `id` or `name`. */
export type GetDeploymentPolicyArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** A deployment policy. */
export interface GetDeploymentPolicyResult {
  /** Its id. */
  id: string;
  name: string;
  /** What it is called in the tenants it deploys to. */
  nameInTenant: string;
  /** Id of the tag whose version it deploys. */
  versionTagId: string | null;
  /** Ids of its source swap policies. */
  sourceSwapPolicies: string[];
  copyInputTableData: boolean;
}

/** Arguments of {@link listDeploymentPolicies}; without any, all are listed. */
export interface ListDeploymentPoliciesArgs extends LookupArgs {
  /** Id of the tag whose version it deploys. */
  versionTagId?: string;
}

const deploymentPolicies: Collection<ApiDeploymentPolicy> = {
  noun: "deployment policy",
  entries: (client) => client.deploymentPolicies.list(),
  idOf: ({ deploymentPolicyId }) => deploymentPolicyId,
  nameOf: ({ name }) => name,
};

/**
 * A deployment policy, by `id` or by `name`.
 *
 * Permissions: an account type that manages deployments.
 *
 * Endpoints: `GET /v2/deploymentPolicies/{deploymentPolicyId}`, `GET /v2/deploymentPolicies`.
 *
 * @throws when there is none, or more than one of the name: the message lists those there are.
 * @example
 * ```ts
 * const { id } = await analytics.getDeploymentPolicy({ name: "EMEA" });
 * ```
 */
export const getDeploymentPolicy = lookup<GetDeploymentPolicyArgs, GetDeploymentPolicyResult>({
  name: "getDeploymentPolicy",
  oneOf: ["id", "name"],
  answer: async (call, { id, name }) =>
    id === undefined
      ? named(call, deploymentPolicies, name)
      : withId("deployment policy", id, call.client.deploymentPolicies.get(id)),
});

/** {@link getDeploymentPolicy} for arguments that are outputs. */
export const getDeploymentPolicyOutput = outputOf(getDeploymentPolicy);

/**
 * The deployment policies that these credentials can see, archived ones left out.
 *
 * Permissions: an account type that manages deployments.
 *
 * Endpoint: `GET /v2/deploymentPolicies`.
 *
 * @example
 * ```ts
 * const policies = analytics.listDeploymentPoliciesOutput({ versionTagId: production.id });
 * ```
 */
export const listDeploymentPolicies = lookup<ListDeploymentPoliciesArgs, GetDeploymentPolicyResult[]>({
  name: "listDeploymentPolicies",
  optional: ["versionTagId"],
  answer: (call, { connection: _, ...filter }) => matching(call, deploymentPolicies, filter),
});

/** {@link listDeploymentPolicies} for arguments that are outputs. */
export const listDeploymentPoliciesOutput = outputOf(listDeploymentPolicies);
