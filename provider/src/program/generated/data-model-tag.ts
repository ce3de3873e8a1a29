// Generated from kinds/data-model-tag by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import type { DataModel } from "../data-model";
import { AnalyticsResource, type DeepInput, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { Tag } from "./tag";

/** Arguments of {@link DataModelTag}. */
export interface DataModelTagArgs extends CommonArgs {
  /** Id of the data model. Changing it tags the other data model; this one keeps its tag. */
  dataModelId: pulumi.Input<string> | DataModel;
  /** The tag, its name or its id. Changing it replaces the resource. */
  tag: pulumi.Input<string> | Tag;
  /**
   * The document's version to tag, counted by the platform. Changing it moves the tag. Left out: the latest version when the resource is created, where
   * the tag then stays.
   */
  version?: pulumi.Input<number>;
  /** Whether people open the tagged version by default. The platform doesn't return it, so a change made in the product isn't seen. */
  isDefault?: pulumi.Input<boolean>;
  /**
   * The connections that the tagged version reads instead of the document's, such as production instead of development. A source that isn't mapped stays.
   * The platform doesn't return it, so a change made in the product isn't seen. Default: none.
   */
  sourceMappingConfig?: DeepInput<
    {
      /** Id of the connection that the document reads. */
      fromConnectionId: string;
      /** Id of the connection that the tagged version reads instead. */
      toConnectionId: string;
      /** Paths in the connections that differ. Default: none. */
      paths?: {
        /** The path that the document reads, such as `[DEV, SALES]`. */
        fromPath: string[];
        /** The path that the tagged version reads instead, such as `[PROD, SALES]`. */
        toPath: string[];
      }[];
    }[]
  >;
  /**
   * The tagged versions of data models that the tagged version reads. The platform doesn't return it, so a change made in the product isn't seen. Default:
   * none.
   */
  dataModelSourceTaggedVersions?: DeepInput<
    {
      /** Id of the data model that the document reads. */
      dataModelId: string;
      /** Id of the tag whose version the document reads. Default: none, the version without a tag. */
      fromVersionTagId?: string;
      /** Id of the tag whose version the tagged document reads instead. Default: none, the version without a tag. */
      toVersionTagId?: string;
    }[]
  >;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A version tag on a version of a data model.
 *
 * Without `version`, the tag stays on the version that it was created on. Changing `version` moves it: set a number,
 * or `model.documentVersion` to move the tag with every change that this program makes to the model.
 *
 * Changing `dataModelId` or `tag` replaces the resource. The API can't remove a tag from a data model. Deleting the
 * resource keeps the tag on the data model and logs that; deleting the {@link Tag} removes it.
 *
 * The provider never silently moves a tag that is already on another version of the data model: adopt it with
 * `adopt: true`.
 *
 * With `sourceMappingConfig`, the tagged version reads other connections, such as production instead of development. A
 * tag whose sources were swapped in the product, and not here, may lose that when it moves.
 *
 * Endpoints: `POST /v2/dataModels/tag`, `GET /v2/dataModels/{dataModelId}/tags`.
 *
 * @example
 * ```ts
 * const model = analytics.getDataModelOutput({ name: "Legacy dataset", path: "Acme/Models/Sales" });
 * const stable = new analytics.Tag("stable", { name: "Stable", color: "grass" });
 * new analytics.DataModelTag("legacy-stable", { dataModelId: model.id, tag: stable, version: model.latestVersion });
 * ```
 */
export class DataModelTag extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("DataModelTag");

  /** Id of the data model. Changing it tags the other data model; this one keeps its tag. */
  declare readonly dataModelId: pulumi.Output<string>;
  /** The tag, its name or its id. */
  declare readonly tag: pulumi.Output<string>;
  /**
   * The document's version to tag, counted by the platform. Changing it moves the tag. Left out: the latest version when the resource is created, where
   * the tag then stays.
   */
  declare readonly version: pulumi.Output<number | undefined>;
  /** Whether people open the tagged version by default. The platform doesn't return it, so a change made in the product isn't seen. */
  declare readonly isDefault: pulumi.Output<boolean | undefined>;
  /**
   * The connections that the tagged version reads instead of the document's, such as production instead of development. A source that isn't mapped stays.
   * The platform doesn't return it, so a change made in the product isn't seen. Default: none.
   */
  declare readonly sourceMappingConfig: pulumi.Output<
    | {
        /** Id of the connection that the document reads. */
        fromConnectionId: string;
        /** Id of the connection that the tagged version reads instead. */
        toConnectionId: string;
        /** Paths in the connections that differ. Default: none. */
        paths?: {
          /** The path that the document reads, such as `[DEV, SALES]`. */
          fromPath: string[];
          /** The path that the tagged version reads instead, such as `[PROD, SALES]`. */
          toPath: string[];
        }[];
      }[]
    | undefined
  >;
  /**
   * The tagged versions of data models that the tagged version reads. The platform doesn't return it, so a change made in the product isn't seen. Default:
   * none.
   */
  declare readonly dataModelSourceTaggedVersions: pulumi.Output<
    | {
        /** Id of the data model that the document reads. */
        dataModelId: string;
        /** Id of the tag whose version the document reads. Default: none, the version without a tag. */
        fromVersionTagId?: string;
        /** Id of the tag whose version the tagged document reads instead. Default: none, the version without a tag. */
        toVersionTagId?: string;
      }[]
    | undefined
  >;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** The tag's id. */
  declare readonly tagId: pulumi.Output<string>;
  /** The version that carries the tag. */
  declare readonly taggedVersion: pulumi.Output<number>;
  /** The version that carried the tag before it last moved, to bring it back; absent before the first move. */
  declare readonly previousVersion: pulumi.Output<number | undefined>;
  /** Id of the tagged version, a document of its own: the id for its grants and embeds. Absent after an import or adoption, as the list of tags lacks it. */
  declare readonly taggedDocumentId: pulumi.Output<string | undefined>;

  constructor(name: string, args: DataModelTagArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "DataModelTag",
        properties: [
          "dataModelId",
          "tag",
          "version",
          "isDefault",
          "sourceMappingConfig",
          "dataModelSourceTaggedVersions",
          "allowDelete",
          "tagId",
          "taggedVersion",
          "previousVersion",
          "taggedDocumentId",
        ],
        optionalOutputs: ["previousVersion", "taggedDocumentId"],
        refs: { dataModelId: {}, tag: { by: "name", idIn: "tagId" } },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
