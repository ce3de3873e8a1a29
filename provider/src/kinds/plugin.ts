import * as z from "zod";
import { isMissingOperation, readUnless } from "../core/api";
import { defineAreaKind, field, output, text } from "./declare";

/** `/v2/plugins`. */
export const plugin = defineAreaKind({
  name: "Plugin",
  area: "plugins",
  docs: {
    description: `A custom plugin (beta): an element for workbooks that the platform loads from a URL.

A workbook names a plugin by the \`pluginId\` of its elements: write a \`!ref\` there, and give the plugin in \`refs\`.

The API can't change \`url\`, so a changed one replaces the plugin, which gets another id. Workbooks of the program that
refer to the resource follow. In others, the elements of the old plugin stay without content, as after a delete. So both
need \`allowDelete\`.

\`adopt: true\` finds a plugin by its name.`,
    endpoints: ["POST|GET /v2/plugins", "GET|PATCH|DELETE /v2/plugins/{pluginId}"],
    example: `const gantt = new analytics.Plugin("gantt", {
  name: "Gantt chart",
  description: "Projects over time",
  url: "https://plugins.example.com/gantt",
});
export const pluginId = gantt.id;`,
  },
  needs: {
    permission: 'an Admin account, or an account type with "Manage plugins", and the plugins API (beta)',
    lookups: ["plugin"],
  },
  deletion: { loses: "what the elements of workbooks that use it show" },
  pull: {
    file: "plugins",
    about: "Plugins for workbooks.",
    // An organization without the beta has none.
    async ids({ plugins }) {
      const all = (await readUnless(isMissingOperation, plugins.readAll())) ?? [];
      return all.map(({ pluginId }) => pluginId);
    },
  },
  fields: {
    name: field(text, "The plugin's name."),
    description: field(z.string().optional(), "The description of the plugin.", { equal: "text", clearWith: null }),
    url: field(z.string().optional(), "The URL that workbooks load the plugin from. Without one, they can't load it.", {
      clearWith: "",
      replaces: true,
    }),
    devUrl: field(
      z.string().optional(),
      "The URL that it is loaded from in development mode. Default: `http://localhost:5173` on create, and the " +
        "current one afterwards.",
      { omitted: "keep" },
    ),
  },
  outputs: {
    type: output(z.string(), "What it is in a workbook: `element`.", { changesWith: [] }),
  },

  describe: ({ name }) => `plugin "${name}"`,
  mock: (id) => ({ id, outputs: { type: "element" } }),

  async create({ client, madeId }, { name, description, url, devUrl }) {
    // The platform tells no times: only a list from before tells a plugin whose answer is lost from older ones.
    if (madeId === undefined) await client.ofBurst.plugins.readAll();
    const { pluginId, type } = await client.plugins.create({ name, description, url, devUrl }, madeId);
    return { id: pluginId, outputs: { type } };
  },
});
