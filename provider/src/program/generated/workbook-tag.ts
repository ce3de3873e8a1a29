// Generated from kinds/workbook-tag by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, typeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { Tag } from "./tag";

/** Arguments of {@link WorkbookTag}. */
export interface WorkbookTagArgs extends CommonArgs {
  /** Id of the workbook. Changing it tags the other workbook and removes the tag from this one. */
  workbookId: pulumi.Input<string>;
  /** The tag, or its name. Changing it replaces the resource. */
  tag: pulumi.Input<string> | Tag;
  /**
   * The document's version to tag, counted by the platform. Changing it moves the tag. Left out: the latest version when the resource is created, where
   * the tag then stays.
   */
  version?: pulumi.Input<number>;
  /** Whether people open the tagged version by default. The platform doesn't return it, so a change made in the product isn't seen. */
  isDefault?: pulumi.Input<boolean>;
}

/**
 * A version tag on a version of a workbook.
 *
 * Without `version`, the tag stays on the version that it was created on. Changing `version` moves it: set a number, or
 * `analytics.getWorkbookOutput({ id }).latestVersion` to move the tag to the latest version on every `up`.
 *
 * Changing `workbookId` or `tag` replaces the resource, which removes the old tag. Deleting the resource removes the tag from the workbook.
 *
 * The provider never silently moves a tag that is already on another version of the workbook: adopt it with `adopt: true`.
 *
 * Endpoints: `POST /v2/workbooks/tag`, `GET /v2/workbooks/{workbookId}/tags`, `DELETE /v2/workbooks/{workbookId}/tags/{tagId}`.
 *
 * @example
 * ```ts
 * const production = new analytics.Tag("production", { name: "Production", color: "grass" });
 * new analytics.WorkbookTag("sales-production", { workbookId, tag: production, version: 12 });
 * ```
 */
export class WorkbookTag extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("WorkbookTag");

  /** Id of the workbook. Changing it tags the other workbook and removes the tag from this one. */
  declare readonly workbookId: pulumi.Output<string>;
  /** The tag, or its name. */
  declare readonly tag: pulumi.Output<string>;
  /**
   * The document's version to tag, counted by the platform. Changing it moves the tag. Left out: the latest version when the resource is created, where
   * the tag then stays.
   */
  declare readonly version: pulumi.Output<number | undefined>;
  /** Whether people open the tagged version by default. The platform doesn't return it, so a change made in the product isn't seen. */
  declare readonly isDefault: pulumi.Output<boolean | undefined>;
  /** The tag's id. */
  declare readonly tagId: pulumi.Output<string>;
  /** The version that carries the tag. */
  declare readonly taggedVersion: pulumi.Output<number>;

  constructor(name: string, args: WorkbookTagArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "WorkbookTag",
        outputs: ["tagId", "taggedVersion"],
        refs: { tag: { by: "name", idIn: "tagId" } },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
