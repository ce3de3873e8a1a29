// Generated from kinds/deployment-policy-document by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import type { DataModel } from "../data-model";
import type { Report } from "../report";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { Workbook } from "../workbook";
import type { CommonArgs } from "./common";
import type { DeploymentPolicy } from "./deployment-policy";
import type { Folder } from "./folder";

/** Arguments of {@link DeploymentPolicyDocument}. */
export interface DeploymentPolicyDocumentArgs extends CommonArgs {
  /** Id of the deployment policy. Changing it replaces the resource. */
  deploymentPolicyId: pulumi.Input<string> | DeploymentPolicy;
  /** Id of the data model, workbook, report or folder. Changing it replaces the resource. */
  inodeId: pulumi.Input<string> | DataModel | Folder | Report | Workbook;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * One document or folder that a deployment policy deploys. The resource ignores other documents of the
 * policy.
 *
 * Changing either field replaces the resource: the provider removes this document and adds the other. If the policy
 * already has the document, the provider adopts it without a write, even without `adopt`, and a removal keeps it.
 *
 * Endpoints: `POST|GET /v2/deploymentPolicies/{deploymentPolicyId}/files`, `DELETE /v2/deploymentPolicies/{deploymentPolicyId}/files/{inodeId}`.
 *
 * @example
 * ```ts
 * const published = new analytics.Tag("published", { name: "Published", color: "grass" });
 * const resellers = new analytics.DeploymentPolicy("resellers", { name: "Resellers", versionTagId: published.id });
 * const sales = analytics.getFolderOutput({ path: "Acme/Models/Sales" });
 * new analytics.DeploymentPolicyDocument("resellers-sales", { deploymentPolicyId: resellers.id, inodeId: sales.id });
 * ```
 */
export class DeploymentPolicyDocument extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("DeploymentPolicyDocument");

  /** Id of the deployment policy. */
  declare readonly deploymentPolicyId: pulumi.Output<string>;
  /** Id of the data model, workbook, report or folder. */
  declare readonly inodeId: pulumi.Output<string>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: DeploymentPolicyDocumentArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "DeploymentPolicyDocument",
        properties: ["deploymentPolicyId", "inodeId", "allowDelete"],
        refs: { deploymentPolicyId: {}, inodeId: {} },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
