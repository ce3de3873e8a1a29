// Generated from lookups/plugin.ts by `npm run generate`: change that, and run it again.

import { createLookup, type LookupArgs, type OneOf, toOutputLookup } from "../lookup";
import { plugin as declared } from "../plugin";

/** Arguments of {@link getPlugin}: `id` or `name`. */
export type GetPluginArgs = LookupArgs &
  OneOf<{
    /** Its id. */
    id: string;
    /** Its name. */
    name: string;
  }>;

/** A custom plugin for workbooks (beta). */
export interface GetPluginResult {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** What the plugin is for. */
  description?: string;
  /** The URL that workbooks load it from. Empty: there is none yet. */
  url: string;
  /** The URL that it is loaded from in development mode. */
  devUrl?: string;
  /** What it is in a workbook: `element`. */
  type: string;
}

/**
 * A custom plugin for workbooks (beta), by `id` or by `name`.
 *
 * Permissions: the plugins API (beta).
 *
 * Endpoints: `GET /v2/plugins/{pluginId}`, `GET /v2/plugins`.
 *
 * @throws when there is none, or more than one with this name: the message lists the candidates.
 * @example
 * ```ts
 * const gantt = analytics.getPluginOutput({ name: "Gantt chart" });
 * export const ganttId = gantt.id;
 * ```
 */
export const getPlugin = createLookup<GetPluginArgs, GetPluginResult>(declared.get);

/** {@link getPlugin} for arguments that are outputs. */
export const getPluginOutput = toOutputLookup(getPlugin);

/**
 * The plugins that these credentials can see, without archived ones.
 *
 * Permissions: the plugins API (beta).
 *
 * Endpoint: `GET /v2/plugins`.
 *
 * @example
 * ```ts
 * export const plugins = analytics.listPluginsOutput();
 * ```
 */
export const listPlugins = createLookup<LookupArgs, GetPluginResult[]>(declared.list);

/** {@link listPlugins} for arguments that are outputs. */
export const listPluginsOutput = toOutputLookup(listPlugins);
