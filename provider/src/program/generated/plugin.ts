// Generated from kinds/plugin by `npm run generate`: change that, and run it again.

import type * as pulumi from "@pulumi/pulumi";
import { AnalyticsResource, formTypeToken } from "../resource";
import type { CommonArgs } from "./common";

/** Arguments of {@link Plugin}. */
export interface PluginArgs extends CommonArgs {
  /** The plugin's name. */
  name: pulumi.Input<string>;
  /** The description of the plugin. */
  description?: pulumi.Input<string>;
  /** The URL that workbooks load the plugin from. Without one, they can't load it. Changing it replaces the resource. */
  url?: pulumi.Input<string>;
  /** The URL that it is loaded from in development mode. Default: `http://localhost:5173` on create, and the current one afterwards. */
  devUrl?: pulumi.Input<string>;
  /**
   * Whether the provider may delete the object, and with it what the elements of workbooks that use it show. Default: false, and a delete or replacement
   * fails; a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a delete reads its arguments from the
   * state.
   */
  allowDelete?: pulumi.Input<boolean>;
}

/**
 * A custom plugin (beta): an element for workbooks that the platform loads from a URL.
 *
 * A workbook names a plugin by the `pluginId` of its elements: write a `!ref` there, and give the plugin in `refs`.
 *
 * The API can't change `url`, so a changed one replaces the plugin, which gets another id. Workbooks of the program that
 * refer to the resource follow. In others, the elements of the old plugin stay without content, as after a delete. So both
 * need `allowDelete`.
 *
 * `adopt: true` finds a plugin by its name.
 *
 * Endpoints: `POST|GET /v2/plugins`, `GET|PATCH|DELETE /v2/plugins/{pluginId}`.
 *
 * @example
 * ```ts
 * const gantt = new analytics.Plugin("gantt", {
 *   name: "Gantt chart",
 *   description: "Projects over time",
 *   url: "https://plugins.example.com/gantt",
 * });
 * export const pluginId = gantt.id;
 * ```
 */
export class Plugin extends AnalyticsResource {
  /** @internal */
  static override readonly __pulumiType = formTypeToken("Plugin");

  /** The plugin's name. */
  declare readonly name: pulumi.Output<string>;
  /** The description of the plugin. */
  declare readonly description: pulumi.Output<string | undefined>;
  /** The URL that workbooks load the plugin from. Without one, they can't load it. */
  declare readonly url: pulumi.Output<string | undefined>;
  /** The URL that it is loaded from in development mode. Default: `http://localhost:5173` on create, and the current one afterwards. */
  declare readonly devUrl: pulumi.Output<string | undefined>;
  /**
   * Whether the provider may delete the object, and with it what the elements of workbooks that use it show. Default: false, and a delete or replacement
   * fails; a removal keeps an object that was adopted. To delete, set it to true and run `pulumi up` first, because a delete reads its arguments from the
   * state.
   */
  declare readonly allowDelete: pulumi.Output<boolean | undefined>;
  /** What it is in a workbook: `element`. */
  declare readonly type: pulumi.Output<string>;

  constructor(name: string, args: PluginArgs, options?: pulumi.CustomResourceOptions) {
    super(
      {
        kind: "Plugin",
        properties: ["name", "description", "url", "devUrl", "allowDelete", "type"],
        deletesFirst: true,
      },
      name,
      args,
      options,
    );
  }
}
