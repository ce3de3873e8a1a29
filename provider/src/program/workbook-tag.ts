import type * as pulumi from "@pulumi/pulumi";
import type { CommonInputs } from "../kinds/declare/kind";
import type { WorkbookTagInputs } from "../kinds/workbook-tag";
import { AnalyticsResource, type Inputs, typeToken } from "./resource";
import { type TagInput, tagArguments } from "./tag-input";

/** Arguments of {@link WorkbookTag}: `workbookId`, `tag`, `version?`, `isDefault?`, `connection?`, `adopt?`. */
export type WorkbookTagArgs = Inputs<Omit<WorkbookTagInputs, "tag" | "tagId"> & CommonInputs> & {
  /** The tag, or its name. Another tag takes the place of this one. */
  tag: TagInput;
};

/**
 * A version tag on a version of a workbook.
 *
 * Left to itself the tag stays on the version it was put on. It moves when `version` changes: give a number, or
 * `analytics.getWorkbookOutput({ id }).latestVersion` to move it to the latest version on every `up`.
 *
 * Changing `workbookId` or `tag` puts a tag on anew and takes the old one off. Deleting the resource takes the tag off.
 *
 * A tag that sits on another version of the workbook already is never silently moved: adopt it with `adopt: true`.
 *
 * Nothing is secret.
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

  /** Id of the workbook. */
  declare readonly workbookId: pulumi.Output<string>;
  /** The tag's name. */
  declare readonly tag: pulumi.Output<string>;
  /** The tag's id. */
  declare readonly tagId: pulumi.Output<string>;
  /** The version asked for. */
  declare readonly version: pulumi.Output<number | undefined>;
  declare readonly isDefault: pulumi.Output<boolean | undefined>;
  /** The version that carries the tag. */
  declare readonly taggedVersion: pulumi.Output<number>;

  constructor(name: string, args: WorkbookTagArgs, options?: pulumi.CustomResourceOptions) {
    super(
      { kind: "WorkbookTag", outputs: ["tagId", "taggedVersion"], isUnique: true },
      name,
      tagArguments(args),
      options,
    );
  }
}
