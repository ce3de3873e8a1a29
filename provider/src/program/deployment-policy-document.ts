import type * as pulumi from "@pulumi/pulumi";
import type { CommonInputs } from "../kinds/declare/kind";
import type { DeploymentPolicyDocumentInputs } from "../kinds/deployment-policy-document";
import { AnalyticsResource, type Inputs, typeToken } from "./resource";

/** Arguments of {@link DeploymentPolicyDocument}: `deploymentPolicyId`, `inodeId`, `connection?`, `adopt?`. */
export type DeploymentPolicyDocumentArgs = Inputs<DeploymentPolicyDocumentInputs & CommonInputs>;

/**
 * One document or folder that a deployment policy deploys. Others of the same policy are left alone.
 *
 * Changing either field removes this document and adds the other. One that the policy has already is adopted without a write, also
 * without `adopt`. Nothing is secret. The id is `<deploymentPolicyId>/<inodeId>`.
 *
 * Endpoints: `POST|GET /v2/deploymentPolicies/{deploymentPolicyId}/files`,
 * `DELETE /v2/deploymentPolicies/{deploymentPolicyId}/files/{inodeId}`.
 *
 * @example
 * ```ts
 * new analytics.DeploymentPolicyDocument("customers-orders", {
 *   deploymentPolicyId: customers.id,
 *   inodeId: orders.id,
 * });
 * ```
 */
export class DeploymentPolicyDocument extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("DeploymentPolicyDocument");

  /** Id of the deployment policy. */
  declare readonly deploymentPolicyId: pulumi.Output<string>;
  /** Id of the document or folder. */
  declare readonly inodeId: pulumi.Output<string>;

  constructor(name: string, args: DeploymentPolicyDocumentArgs, options?: pulumi.CustomResourceOptions) {
    super({ kind: "DeploymentPolicyDocument", isUnique: true }, name, args, options);
  }
}
