// Generated from kinds/report-tag by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import type { Report } from "../report";
import { AnalyticsResource, type DeepInput, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";
import type { Tag } from "./tag";

/** Arguments of {@link ReportTag}. */
export interface ReportTagArgs extends CommonArgs {
  /** Id of the report. Changing it tags the other report and removes the tag from this one. */
  reportId: pulumi.Input<string> | Report;
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
 * A version tag on a version of a report.
 *
 * Without `version`, the tag stays on the version that it was created on. Changing `version` moves it: set a number,
 * or `analytics.getReportOutput({ id }).latestVersion` to move the tag to the latest version on every `up`.
 *
 * Changing `reportId` or `tag` replaces the resource, which removes the old tag. Deleting the resource removes
 * the tag from the report.
 *
 * The provider never silently moves a tag that is already on another version of the report: adopt it with
 * `adopt: true`.
 *
 * With `sourceMappingConfig`, the tagged version reads other connections, such as production instead of development. A
 * tag whose sources were swapped in the product, and not here, may lose that when it moves.
 *
 * Endpoints: `POST /v2/reports/tag`, `GET /v2/reports/{reportId}/tags`, `DELETE /v2/reports/{reportId}/tags/{tagId}`.
 *
 * @example
 * ```ts
 * const report = analytics.getReportOutput({ name: "Quarterly report" });
 * const reviewed = new analytics.Tag("reviewed", { name: "Reviewed", color: "amber" });
 * new analytics.ReportTag("quarterly-reviewed", { reportId: report.id, tag: reviewed, version: 3 });
 * ```
 */
export class ReportTag extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("ReportTag");

  /** Id of the report. Changing it tags the other report and removes the tag from this one. */
  declare readonly reportId: pulumi.Output<string>;
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
  /** Id of the tagged version, a document of its own: the id for its grants and embeds. */
  declare readonly taggedDocumentId: pulumi.Output<string>;

  constructor(name: string, args: ReportTagArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "ReportTag",
        properties: [
          "reportId",
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
        optionalOutputs: ["previousVersion"],
        refs: { reportId: {}, tag: { by: "name", idIn: "tagId" } },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
