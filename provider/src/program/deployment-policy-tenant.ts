import type * as pulumi from "@pulumi/pulumi";
import type { CommonInputs } from "../kinds/declare/kind";
import type { DeploymentPolicyTenantInputs } from "../kinds/deployment-policy-tenant";
import { AnalyticsResource, type Inputs, typeToken } from "./resource";

/** Arguments of {@link DeploymentPolicyTenant}: `deploymentPolicyId`, `tenantOrganizationId`, `connection?`, `adopt?`. */
export type DeploymentPolicyTenantArgs = Inputs<DeploymentPolicyTenantInputs & CommonInputs>;

/**
 * One tenant organization that a deployment policy deploys to. Others of the same policy are left alone.
 *
 * Changing either field removes this tenant and adds the other. One that the policy has already is adopted without a write, also
 * without `adopt`. Nothing is secret. The id is `<deploymentPolicyId>/<tenantOrganizationId>`.
 *
 * Endpoints: `POST|GET /v2/deploymentPolicies/{deploymentPolicyId}/tenants`,
 * `DELETE /v2/deploymentPolicies/{deploymentPolicyId}/tenants/{tenantOrganizationId}`.
 *
 * @example
 * ```ts
 * for (const tenantOrganizationId of ["…", "…"]) {
 *   new analytics.DeploymentPolicyTenant(`customers-${tenantOrganizationId}`, {
 *     deploymentPolicyId: customers.id,
 *     tenantOrganizationId,
 *   });
 * }
 * ```
 */
export class DeploymentPolicyTenant extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("DeploymentPolicyTenant");

  /** Id of the deployment policy. */
  declare readonly deploymentPolicyId: pulumi.Output<string>;
  /** Id of the tenant organization. */
  declare readonly tenantOrganizationId: pulumi.Output<string>;

  constructor(name: string, args: DeploymentPolicyTenantArgs, options?: pulumi.CustomResourceOptions) {
    super({ kind: "DeploymentPolicyTenant", isUnique: true }, name, args, options);
  }
}
