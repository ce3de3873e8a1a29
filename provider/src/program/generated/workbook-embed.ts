// Generated from kinds/workbook-embed by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { Workbook } from "../workbook";
import type { CommonArgs } from "./common";

/** Arguments of {@link WorkbookEmbed}. */
export interface WorkbookEmbedArgs extends CommonArgs {
  /** Id of the workbook. Changing it replaces the resource. */
  workbookId: pulumi.Input<string> | Workbook;
  /** What the embed shows. Changing it replaces the resource. */
  sourceType: pulumi.Input<"workbook" | "page" | "element">;
  /** Id of the page or element; required for these. Changing it replaces the resource. */
  sourceId?: pulumi.Input<string>;
  /** Whether the data may be published to anyone who has the URL. Must be true. */
  public: pulumi.Input<boolean>;
  /**
   * Whether the provider may delete the object, and with it its URL for good: pages that show it stop working. Default: false, and a delete or replacement
   * fails; a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a delete reads its arguments from the
   * state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A public embed, which shows a workbook, or a page or element of it, in other web pages.
 *
 * **Anyone who has the URL sees the data, without signing in.** `public: true` declares that this is intended, and the
 * preview of a new embed says what it publishes. The organization must allow public embeds.
 *
 * The API can't change an embed, so every change replaces it, with another URL. The ids of pages and elements change when
 * the contents of the workbook are recreated.
 *
 * The provider ignores embeds that aren't public. `adopt: true` finds an embed by the part of the workbook that it
 * shows.
 *
 * Endpoints: `POST|GET /v2/workbooks/{workbookId}/embeds`, `DELETE /v2/workbooks/{workbookId}/embeds/{embedId}`.
 *
 * @example
 * ```ts
 * const report = analytics.getWorkbookOutput({ name: "Sales report" });
 * const embed = new analytics.WorkbookEmbed("sales-on-the-website", {
 *   workbookId: report.id,
 *   sourceType: "workbook",
 *   public: true,
 * });
 * export const embedUrl = embed.embedUrl;
 * ```
 */
export class WorkbookEmbed extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("WorkbookEmbed");

  /** Id of the workbook. */
  declare readonly workbookId: pulumi.Output<string>;
  /** What the embed shows. */
  declare readonly sourceType: pulumi.Output<"workbook" | "page" | "element">;
  /** Id of the page or element; required for these. */
  declare readonly sourceId: pulumi.Output<string | undefined>;
  /** Whether the data may be published to anyone who has the URL. Must be true. */
  declare readonly public: pulumi.Output<boolean>;
  /**
   * Whether the provider may delete the object, and with it its URL for good: pages that show it stop working. Default: false, and a delete or replacement
   * fails; a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a delete reads its arguments from the
   * state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** The URL to show in other pages. */
  declare readonly embedUrl: pulumi.Output<string>;

  constructor(name: string, args: WorkbookEmbedArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "WorkbookEmbed",
        properties: ["workbookId", "sourceType", "sourceId", "public", "allowDelete", "embedUrl"],
        refs: { workbookId: {} },
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
