// Generated from kinds/organization-setting by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, type DeepInput, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";

/** Arguments of {@link OrganizationSetting}. */
export interface OrganizationSettingArgs extends CommonArgs {
  /** The setting: `bulkCopy`, `licenseUpgradeRequests`, `publicEmbeds`, or another one. Changing it replaces the resource. */
  setting: pulumi.Input<string>;
  /** Whether it is on. */
  enabled: pulumi.Input<boolean>;
  /** What a delete of the resource sets. Default: a delete changes nothing. */
  onDelete?: DeepInput<{
    /** Whether it is on afterwards. */
    enabled: boolean;
  }>;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * Something that is on or off for the whole organization.
 *
 * | `setting` | when it is on |
 * |---|---|
 * | `bulkCopy` | members can copy many rows of a table at once |
 * | `licenseUpgradeRequests` | members can ask for a higher license |
 * | `publicEmbeds` | workbooks can be embedded for anyone, see [WorkbookEmbed](workbook-embed.md) |
 * | `auditLogging` | the platform keeps an audit log |
 * | `sampleConnections` | members see the platform's sample connections |
 *
 * The last two are in no description of the API yet. Other settings of the platform that are on or off work by their name
 * in the API, too. The organization's time zone isn't
 * one: it can be written and not read.
 *
 * The setting is always there, so a create sets it, and logs what it was. Removing the resource changes nothing on the
 * platform, and the provider says so. Declare the value that a delete sets as `onDelete: { enabled: false }`, and run
 * `pulumi up` before the delete, because a delete reads its arguments from the state. A delete never sets back what the
 * setting was before the resource: someone may have decided otherwise since.
 *
 * Endpoints: `GET|PATCH /v2/organizations/settings/{name}`, `GET /v2/whoami`.
 *
 * @example
 * ```ts
 * new analytics.OrganizationSetting("no-public-embeds", { setting: "publicEmbeds", enabled: false });
 * ```
 */
export class OrganizationSetting extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("OrganizationSetting");

  /** The setting: `bulkCopy`, `licenseUpgradeRequests`, `publicEmbeds`, or another one. */
  declare readonly setting: pulumi.Output<string>;
  /** Whether it is on. */
  declare readonly enabled: pulumi.Output<boolean>;
  /** What a delete of the resource sets. Default: a delete changes nothing. */
  declare readonly onDelete: pulumi.Output<
    | {
        /** Whether it is on afterwards. */
        enabled: boolean;
      }
    | undefined
  >;
  /**
   * Whether a removal deletes an object that was adopted, and a change may replace one. Default: false, and a removal keeps it. To delete, set it to true
   * and run `pulumi up` first, because a delete reads its arguments from the state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: OrganizationSettingArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "OrganizationSetting",
        properties: ["setting", "enabled", "onDelete", "allowDelete"],
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
