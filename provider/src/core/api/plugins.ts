import * as z from "zod";
import { defineArea } from "./area";
import { optionalText } from "./common";
import { ApiError, isNotFound } from "./errors";

const plugin = z.looseObject({
  pluginId: z.string(),
  name: z.string().describe("Its name."),
  description: optionalText.describe("What the plugin is for."),
  url: z.string().describe("The URL that workbooks load it from. Empty: there is none yet."),
  devUrl: optionalText.describe("The URL that it is loaded from in development mode."),
  type: z.string().describe("What it is in a workbook: `element`."),
});
/** A custom plugin of the organization. The platform says neither when nor by whom it was registered. */
export interface Plugin extends z.infer<typeof plugin> {}

/** Custom plugins, `/v2/plugins` (beta). */
export const plugins = defineArea(
  {
    path: "/v2/plugins",
    noun: "plugin",
    id: "pluginId",
    read: "either",
    listed: plugin as z.ZodType<Plugin>,
    // The URL with a create alone: an update doesn't change it.
    sends: ["name", "description", "url", "devUrl"],
    pages: "token",
  },
  (plugins) => ({
    ...plugins,

    /**
     * `POST /v2/plugins`. A platform may answer 404 although it has registered the plugin: the outcome of that is
     * unknown.
     */
    async create(...[given, madeId]: Parameters<typeof plugins.create>): Promise<Plugin> {
      try {
        return await plugins.create(given, madeId);
      } catch (error) {
        throw isNotFound(error) && madeId === undefined ? new ApiError({ ...error, outcome: "unknown" }) : error;
      }
    },
  }),
);
