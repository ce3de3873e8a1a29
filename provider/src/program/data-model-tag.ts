import type * as pulumi from "@pulumi/pulumi";
import type { DataModelTagInputs } from "../kinds/data-model-tag";
import type { CommonInputs } from "../kinds/declare/kind";
import { AnalyticsResource, type Inputs, typeToken } from "./resource";
import { type TagInput, tagArguments } from "./tag-input";

/** Arguments of {@link DataModelTag}: `dataModelId`, `tag`, `version?`, `isDefault?`, `connection?`, `adopt?`. */
export type DataModelTagArgs = Inputs<Omit<DataModelTagInputs, "tag" | "tagId"> & CommonInputs> & {
  /** The tag, or its name. Another tag is put on beside this one, which the model keeps. */
  tag: TagInput;
};

/**
 * A version tag on a version of a data model.
 *
 * Left to itself the tag stays on the version it was put on. It moves when `version` changes: give a number, or
 * `model.documentVersion` to move it along with every change that this program makes to the model.
 *
 * Changing `dataModelId` or `tag` puts a tag on anew. Nothing can be taken off a data model: the platform has no such call. Deleting the
 * resource leaves the tag where it is, and says so; deleting the {@link Tag} takes it off.
 *
 * A tag that sits on another version of the model already is never silently moved: adopt it with `adopt: true`.
 *
 * Nothing is secret.
 *
 * Endpoints: `POST /v2/dataModels/tag`, `GET /v2/dataModels/{dataModelId}/tags`.
 *
 * @example
 * ```ts
 * const production = new analytics.Tag("production", { name: "Production", color: "grass" });
 * new analytics.DataModelTag("orders-production", { dataModelId: orders.id, tag: production, version: 4 });
 * new analytics.DataModelTag("orders-staging", { dataModelId: orders.id, tag: "Staging", version: orders.documentVersion });
 * ```
 */
export class DataModelTag extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = typeToken("DataModelTag");

  /** Id of the data model. */
  declare readonly dataModelId: pulumi.Output<string>;
  /** The tag's name. */
  declare readonly tag: pulumi.Output<string>;
  /** The tag's id. */
  declare readonly tagId: pulumi.Output<string>;
  /** The version asked for. */
  declare readonly version: pulumi.Output<number | undefined>;
  declare readonly isDefault: pulumi.Output<boolean | undefined>;
  /** The version that carries the tag. */
  declare readonly taggedVersion: pulumi.Output<number>;

  constructor(name: string, args: DataModelTagArgs, options?: pulumi.CustomResourceOptions) {
    super(
      { kind: "DataModelTag", outputs: ["tagId", "taggedVersion"], isUnique: true },
      name,
      tagArguments(args),
      options,
    );
  }
}
