// Generated from lookups/deployment-policy.ts by `npm run generate`: change that, and run it again.

import { deploymentPolicy as declared } from "../deployment-policy";
import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";

/** Arguments of {@link getDeploymentPolicy}: `id` or `name`. */
export type GetDeploymentPolicyArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** Arguments of {@link listDeploymentPolicies}. */
export interface ListDeploymentPoliciesArgs extends LookupArgs {
  /** Id of the tag whose version it deploys. */
  versionTagId?: string;
}

/** A deployment policy. */
export interface GetDeploymentPolicyResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** What it is called in the tenants that it deploys to. */
  nameInTenant: string;
  /** Id of the tag whose version it deploys. */
  versionTagId: string | null;
  /** Ids of its source swap policies. */
  sourceSwapPolicies: string[];
  /** Whether it deploys the data of input tables too. */
  copyInputTableData: boolean;
}

/**
 * A deployment policy, by `id` or by `name`.
 *
 * Permissions: an account type that manages deployments.
 *
 * Endpoints: `GET /v2/deploymentPolicies/{deploymentPolicyId}`, `GET /v2/deploymentPolicies`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const customers = analytics.getDeploymentPolicyOutput({ name: "Customers" });
 * export const policyId = customers.id;
 * ```
 */
export const getDeploymentPolicy = createLookup<GetDeploymentPolicyArgs, GetDeploymentPolicyResult>(declared.get);

/** {@link getDeploymentPolicy} for arguments that are outputs. */
export const getDeploymentPolicyOutput = toOutputLookup(getDeploymentPolicy);

/**
 * The deployment policies that these credentials can see, without archived ones.
 *
 * Permissions: an account type that manages deployments.
 *
 * Endpoint: `GET /v2/deploymentPolicies`.
 *
 * @example
 * ```ts
 * const production = analytics.getTagOutput({ name: "Production" });
 * export const policies = analytics.listDeploymentPoliciesOutput({ versionTagId: production.id });
 * ```
 */
export const listDeploymentPolicies = createLookup<ListDeploymentPoliciesArgs, GetDeploymentPolicyResult[]>(
  declared.list,
);

/** {@link listDeploymentPolicies} for arguments that are outputs. */
export const listDeploymentPoliciesOutput = toOutputLookup(listDeploymentPolicies);
