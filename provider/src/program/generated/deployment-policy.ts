// Generated from kinds/deployment-policy by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { SourceSwapPolicy } from "./source-swap-policy";
import type { Tag } from "./tag";

/** Arguments of {@link DeploymentPolicy}. */
export interface DeploymentPolicyArgs extends CommonArgs {
  /** The policy's name. */
  name: pulumi.Input<string>;
  /** The policy's name in the tenants. Default: the name. */
  nameInTenant?: pulumi.Input<string>;
  /** Id of the version tag to deploy. Default: none. Changing it replaces the resource. */
  versionTagId?: pulumi.Input<string> | Tag;
  /** Ids of the source swap policies, in any order. Default: none. */
  sourceSwapPolicies?: pulumi.Input<(pulumi.Input<string> | SourceSwapPolicy)[]>;
  /** Whether to deploy the data of input tables too. Default: false. */
  copyInputTableData?: pulumi.Input<boolean>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A deployment policy, which sets the version of documents to deploy to tenant organizations. Add
 * documents and tenants as separate resources, `DeploymentPolicyDocument` and `DeploymentPolicyTenant`.
 *
 * The engine deletes the old policy before it creates a replacement. Whether two policies can have the same name is
 * undocumented.
 *
 * Deleting the resource archives the policy. The platform doesn't return whether a policy is archived, so one that is
 * missing from an administrator's list of several counts as deleted, even if its id is still readable. With the stack
 * setting `analytics:deploymentPolicies.treatAsDeletedWhen: unreadable`, a policy whose id is readable isn't missing.
 *
 * Endpoints: `POST|GET /v2/deploymentPolicies`, `GET|PATCH|DELETE /v2/deploymentPolicies/{deploymentPolicyId}`.
 *
 * @example
 * ```ts
 * const released = new analytics.Tag("released", { name: "Released", color: "grass" });
 * const customers = new analytics.DeploymentPolicy("customers", {
 *   name: "Customers",
 *   nameInTenant: "Shared by Acme",
 *   versionTagId: released.id,
 * });
 * ```
 */
export class DeploymentPolicy extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("DeploymentPolicy");

  /** The policy's name. */
  declare readonly name: pulumi.Output<string>;
  /** The policy's name in the tenants. Default: the name. */
  declare readonly nameInTenant: pulumi.Output<string | undefined>;
  /** Id of the version tag to deploy. Default: none. */
  declare readonly versionTagId: pulumi.Output<string | undefined>;
  /** Ids of the source swap policies, in any order. Default: none. */
  declare readonly sourceSwapPolicies: pulumi.Output<string[] | undefined>;
  /** Whether to deploy the data of input tables too. Default: false. */
  declare readonly copyInputTableData: pulumi.Output<boolean | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: DeploymentPolicyArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "DeploymentPolicy",
        properties: ["name", "nameInTenant", "versionTagId", "sourceSwapPolicies", "copyInputTableData", "allowDelete"],
        refs: { versionTagId: {}, sourceSwapPolicies: {} },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
