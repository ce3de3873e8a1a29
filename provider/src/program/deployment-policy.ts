import type * as pulumi from "@pulumi/pulumi";
import type { CommonInputs } from "../kinds/declare/kind";
import type { DeploymentPolicyInputs } from "../kinds/deployment-policy";
import { AnalyticsResource, type Inputs, typeToken } from "./resource";

/**
 * Arguments of {@link DeploymentPolicy}: `name`, `nameInTenant?`, `versionTagId?`, `sourceSwapPolicies?`, `copyInputTableData?`,
 * `connection?`, `adopt?`.
 */
export type DeploymentPolicyArgs = Inputs<DeploymentPolicyInputs & CommonInputs>;

/**
 * A deployment policy: which version of documents goes to tenant organizations. The documents and tenants themselves are added
 * one by one, as `DeploymentPolicyDocument` and `DeploymentPolicyTenant`.
 *
 * `name`, `nameInTenant` (default: the name), `sourceSwapPolicies` (default: none) and `copyInputTableData` (default: false) update in
 * place. Changing `versionTagId` replaces the policy. The engine deletes the old policy first: whether two may share a name is
 * undocumented. Nothing is secret.
 *
 * Deleting archives the policy. The platform doesn't tell of a policy whether it is archived: one missing from the list counts as
 * gone, even where it can still be read by its id. The stack setting `analytics:deploymentPolicies.treatAsDeletedWhen: unreadable` takes the
 * other reading: gone is what can't be read.
 *
 * Endpoints: `POST|GET /v2/deploymentPolicies`, `GET|PATCH|DELETE /v2/deploymentPolicies/{deploymentPolicyId}`.
 *
 * @example
 * ```ts
 * const production = new analytics.Tag("production", { name: "Production", color: "grass" });
 * const customers = new analytics.DeploymentPolicy("customers", {
 *   name: "Customers",
 *   nameInTenant: "Shared by Acme",
 *   versionTagId: production.id,
 * });
 * ```
 */
export class DeploymentPolicy extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("DeploymentPolicy");

  /** The policy's name. */
  declare readonly name: pulumi.Output<string>;
  /** What it is called in the tenants; undefined: like its name. */
  declare readonly nameInTenant: pulumi.Output<string | undefined>;
  /** Id of the version tag whose version is deployed. */
  declare readonly versionTagId: pulumi.Output<string | undefined>;
  /** Ids of the source swap policies. */
  declare readonly sourceSwapPolicies: pulumi.Output<string[] | undefined>;
  /** Whether the data of input tables goes along; undefined: no. */
  declare readonly copyInputTableData: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: DeploymentPolicyArgs, options?: pulumi.CustomResourceOptions) {
    super({ kind: "DeploymentPolicy", isUnique: true }, name, args, options);
  }
}
