// Generated from kinds/deployment-policy-tenant by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { DeploymentPolicy } from "./deployment-policy";
import type { Tenant } from "./tenant";

/** Arguments of {@link DeploymentPolicyTenant}. */
export interface DeploymentPolicyTenantArgs extends CommonArgs {
  /** Id of the deployment policy. Changing it replaces the resource. */
  deploymentPolicyId: pulumi.Input<string> | DeploymentPolicy;
  /** Id of the tenant organization. Changing it replaces the resource. */
  tenantOrganizationId: pulumi.Input<string> | Tenant;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * One tenant organization that a deployment policy deploys to. The resource ignores other tenants of the
 * policy.
 *
 * Changing either field replaces the resource: the provider removes this tenant and adds the other. If the policy already
 * has the tenant, the provider adopts it without a write, even without `adopt`, and a removal keeps it.
 *
 * Endpoints: `POST|GET /v2/deploymentPolicies/{deploymentPolicyId}/tenants`,
 * `DELETE /v2/deploymentPolicies/{deploymentPolicyId}/tenants/{tenantOrganizationId}`.
 *
 * @example
 * ```ts
 * const shared = new analytics.Tag("shared", { name: "Shared", color: "grass" });
 * const regions = new analytics.DeploymentPolicy("regions", { name: "Regions", versionTagId: shared.id });
 * const north = analytics.getTenantOutput({ slug: "acme-north" });
 * new analytics.DeploymentPolicyTenant("regions-north", {
 *   deploymentPolicyId: regions.id,
 *   tenantOrganizationId: north.id,
 * });
 * ```
 */
export class DeploymentPolicyTenant extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("DeploymentPolicyTenant");

  /** Id of the deployment policy. */
  declare readonly deploymentPolicyId: pulumi.Output<string>;
  /** Id of the tenant organization. */
  declare readonly tenantOrganizationId: pulumi.Output<string>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: DeploymentPolicyTenantArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "DeploymentPolicyTenant",
        properties: ["deploymentPolicyId", "tenantOrganizationId", "allowDelete"],
        refs: { deploymentPolicyId: {}, tenantOrganizationId: {} },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
