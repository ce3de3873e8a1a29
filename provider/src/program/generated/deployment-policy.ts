// Generated from kinds/deployment-policy by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, typeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { SourceSwapPolicy } from "./source-swap-policy";
import type { Tag } from "./tag";

/** Arguments of {@link DeploymentPolicy}. */
export interface DeploymentPolicyArgs extends CommonArgs {
  /** The policy's name. */
  name: pulumi.Input<string>;
  /** What the policy is called in the tenants. Default: the name. */
  nameInTenant?: pulumi.Input<string>;
  /** Id of the version tag whose version is deployed. Default: none. Changing it replaces the resource. */
  versionTagId?: pulumi.Input<string> | Tag;
  /** Ids of the source swap policies, in any order. Default: none. */
  sourceSwapPolicies?: pulumi.Input<(pulumi.Input<string> | SourceSwapPolicy)[]>;
  /** Whether the data of input tables is deployed too. Default: false. */
  copyInputTableData?: pulumi.Input<boolean>;
}

/**
 * A deployment policy: which version of documents is deployed to tenant organizations. Documents and tenants are added
 * one by one, as `DeploymentPolicyDocument` and `DeploymentPolicyTenant`.
 *
 * The engine deletes the old policy before it creates a replacement: whether two policies may share a name is undocumented.
 *
 * Deleting archives the policy. The platform doesn't return whether a policy is archived, so one that is missing from the list counts as
 * deleted, even where its id can still be read. The stack setting `analytics:deploymentPolicies.treatAsDeletedWhen: unreadable` changes that: a
 * policy then counts as deleted when its id can't be read.
 *
 * Endpoints: `POST|GET /v2/deploymentPolicies`, `GET|PATCH|DELETE /v2/deploymentPolicies/{deploymentPolicyId}`.
 *
 * @example
 * ```ts
 * const production = new analytics.Tag("production", { name: "Production", color: "grass" });
 * const customers = new analytics.DeploymentPolicy("customers", {
 * name: "Customers",
 * nameInTenant: "Shared by Acme",
 * versionTagId: production.id,
 * });
 * ```
 */
export class DeploymentPolicy extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("DeploymentPolicy");

  /** The policy's name. */
  declare readonly name: pulumi.Output<string>;
  /** What the policy is called in the tenants. Default: the name. */
  declare readonly nameInTenant: pulumi.Output<string | undefined>;
  /** Id of the version tag whose version is deployed. Default: none. */
  declare readonly versionTagId: pulumi.Output<string | undefined>;
  /** Ids of the source swap policies, in any order. Default: none. */
  declare readonly sourceSwapPolicies: pulumi.Output<string[] | undefined>;
  /** Whether the data of input tables is deployed too. Default: false. */
  declare readonly copyInputTableData: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: DeploymentPolicyArgs, options?: pulumi.CustomResourceOptions) {
    super(
      { kind: "DeploymentPolicy", refs: { versionTagId: {}, sourceSwapPolicies: {} }, isUnique: true },
      name,
      args,
      options,
    );
  }
}
