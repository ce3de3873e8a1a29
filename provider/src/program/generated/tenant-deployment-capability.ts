// Generated from kinds/tenant-deployment-capability by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { Tenant } from "./tenant";

/** Arguments of {@link TenantDeploymentCapability}. */
export interface TenantDeploymentCapabilityArgs extends CommonArgs {
  /** Id of the tenant that deploys. Changing it replaces the resource. */
  tenantOrganizationId: pulumi.Input<string> | Tenant;
  /** Id of the tenant that it may deploy to. Changing it replaces the resource. */
  deployToTenantOrganizationId: pulumi.Input<string> | Tenant;
  /**
   * Whether the provider may delete the object, and with it all that the tenant has deployed to the other. Default: false, and a delete or replacement
   * fails; a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a delete reads its arguments from the
   * state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * The permission of a tenant to deploy documents to another tenant of the same parent. The resource
 * ignores other permissions of the tenant.
 *
 * Removing it is dangerous: the platform also removes what the tenant has deployed to the other. So a removal needs
 * `allowDelete`.
 *
 * Changing either tenant replaces the resource. If the tenant has the permission already, the provider adopts it without a
 * write, even without `adopt`, and a removal keeps it.
 *
 * Endpoints: `GET /v2/tenants/{tenantOrganizationId}/capabilities/deployments`,
 * `POST /v2/tenants/{tenantOrganizationId}/capabilities/deployments:batchAdd`,
 * `POST /v2/tenants/{tenantOrganizationId}/capabilities/deployments:batchRemove`.
 *
 * @example
 * ```ts
 * const north = analytics.getTenantOutput({ slug: "acme-north" });
 * const south = analytics.getTenantOutput({ slug: "acme-south" });
 * new analytics.TenantDeploymentCapability("north-to-south", {
 *   tenantOrganizationId: north.id,
 *   deployToTenantOrganizationId: south.id,
 * });
 * ```
 */
export class TenantDeploymentCapability extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("TenantDeploymentCapability");

  /** Id of the tenant that deploys. */
  declare readonly tenantOrganizationId: pulumi.Output<string>;
  /** Id of the tenant that it may deploy to. */
  declare readonly deployToTenantOrganizationId: pulumi.Output<string>;
  /**
   * Whether the provider may delete the object, and with it all that the tenant has deployed to the other. Default: false, and a delete or replacement
   * fails; a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a delete reads its arguments from the
   * state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: TenantDeploymentCapabilityArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "TenantDeploymentCapability",
        properties: ["tenantOrganizationId", "deployToTenantOrganizationId", "allowDelete"],
        refs: { tenantOrganizationId: {}, deployToTenantOrganizationId: {} },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
