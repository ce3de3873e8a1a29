// Generated from kinds/organization-setting by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";

/** Arguments of {@link OrganizationSetting}. */
export interface OrganizationSettingArgs extends CommonArgs {
  /** The setting: `bulkCopy`, `licenseUpgradeRequests`, `publicEmbeds`, or another one. Changing it replaces the resource. */
  setting: pulumi.Input<string>;
  /** Whether it is on. */
  enabled: pulumi.Input<boolean>;
}

/**
 * Something that is on or off for the whole organization.
 *
 * | `setting` | when it is on |
 * |---|---|
 * | `bulkCopy` | members can copy many rows of a table at once |
 * | `licenseUpgradeRequests` | members can ask for a higher license |
 * | `publicEmbeds` | workbooks can be embedded for anyone, see [WorkbookEmbed](workbook-embed.md) |
 *
 * Other settings of the platform that are on or off work by their name in the API, too. The organization's time zone isn't
 * one: it can be written and not read.
 *
 * The setting is always there, so a create sets it, and logs what it was. A delete sets it back to that. Where it is
 * unknown, because the resource was imported or adopted or its create was lost, a delete leaves the setting as it is, and
 * says so.
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
  /** Whether it was on before the resource: a delete sets it back. Absent: unknown. */
  declare readonly enabledBefore: pulumi.Output<boolean | undefined>;

  constructor(name: string, args: OrganizationSettingArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "OrganizationSetting",
        properties: ["setting", "enabled", "enabledBefore"],
        optionalOutputs: ["enabledBefore"],
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
