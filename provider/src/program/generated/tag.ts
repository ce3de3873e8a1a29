// Generated from kinds/tag by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";

/** Arguments of {@link Tag}. */
export interface TagArgs extends CommonArgs {
  /** The tag's name, unique in the organization. Changing it replaces the resource. */
  name: pulumi.Input<string>;
  /** The tag's color. */
  color: pulumi.Input<"cyan" | "grass" | "violet" | "plum" | "amber" | "bronze">;
  /** The description of the tag. */
  description?: pulumi.Input<string>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A version tag, a name and color that marks one version of a document, such as `production`.
 *
 * A changed color updates the tag. If the platform ignores it, `up` fails and changes nothing. A changed name replaces
 * the tag, and the deployment policies that use it.
 *
 * The engine deletes the old tag before it creates the replacement, because names are unique in the organization. The
 * option `deleteBeforeReplace: false` creates the new tag first.
 *
 * The platform removes a replaced or deleted tag from all documents. The resources `DataModelTag`, `WorkbookTag` and
 * `ReportTag` of the program put the new one on again, without a `version` on the latest version. What was tagged in
 * the product loses the tag.
 *
 * Endpoints: `POST|GET /v2/tags`, `PATCH|DELETE /v2/tags/{tagId}`.
 *
 * @example
 * ```ts
 * const staging = new analytics.Tag("staging", {
 *   name: "Staging",
 *   color: "amber",
 *   description: "Under review",
 * });
 * export const tagId = staging.id;
 * ```
 */
export class Tag extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("Tag");

  /** The tag's name, unique in the organization. */
  declare readonly name: pulumi.Output<string>;
  /** The tag's color. */
  declare readonly color: pulumi.Output<"cyan" | "grass" | "violet" | "plum" | "amber" | "bronze">;
  /** The description of the tag. */
  declare readonly description: pulumi.Output<string | undefined>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: TagArgs, options?: pulumi.CustomResourceOptions) {
    super(
      { kind: "Tag", properties: ["name", "color", "description", "allowDelete"], deletesFirst: true },
      name,
      args,
      options,
    );
  }
}
