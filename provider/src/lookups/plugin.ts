import { defineAreaLookup } from "./area";

export const plugin = defineAreaLookup({
  area: "plugins",
  noun: "plugin",
  title: "Plugins",
  about: "A custom plugin for workbooks (beta).",
  permission: "the plugins API (beta)",
  examples: {
    get: `const gantt = analytics.getPluginOutput({ name: "Gantt chart" });
export const ganttId = gantt.id;`,
    list: `export const plugins = analytics.listPluginsOutput();`,
  },
  filters: [],
});
