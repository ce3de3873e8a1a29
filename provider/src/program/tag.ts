import type * as pulumi from "@pulumi/pulumi";
import type { CommonInputs } from "../kinds/declare/kind";
import type { TagInputs } from "../kinds/tag";
import { AnalyticsResource, type Inputs, typeToken } from "./resource";

/** Arguments of {@link Tag}: `name`, `color`, `description?`, `connection?`. */
export type TagArgs = Inputs<TagInputs & CommonInputs>;

/**
 * A version tag: a name and color that marks one version of a document, such as `production`.
 *
 * `description` updates in place. Changing `name` or `color` replaces the tag. The engine deletes the old tag first, since names are unique in the
 * organization. For a new name, the option `deleteBeforeReplace: false` creates the new tag first.
 *
 * Endpoints: `POST|GET /v2/tags`, `PATCH|DELETE /v2/tags/{tagId}`.
 *
 * @example
 * ```ts
 * const production = new analytics.Tag("production", { name: "Production", color: "grass", description: "What tenants see" });
 * export const tagId = production.id;
 * ```
 */
export class Tag extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("Tag");

  /** The tag's name. */
  declare readonly name: pulumi.Output<string>;
  /** The tag's color. */
  declare readonly color: pulumi.Output<TagInputs["color"]>;
  /** What the tag is for. */
  declare readonly description: pulumi.Output<string | undefined>;

  constructor(name: string, args: TagArgs, options?: pulumi.CustomResourceOptions) {
    super({ kind: "Tag", isUnique: true }, name, args, options);
  }
}
