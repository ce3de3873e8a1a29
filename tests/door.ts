/** What answers the engine: Node's dynamic-provider host, or the plugin. */
export type Door = "dynamic" | "plugin";

/** The door of this run of the tests; `DOOR=plugin` runs the same tests through the plugin. */
export const door: Door = process.env.DOOR === "plugin" ? "plugin" : "dynamic";

/** What the command line of the process that serves resources has in it. */
export const hostProcess = { dynamic: "dynamic-provider", plugin: "pulumi-resource-analytics" }[door];

/** The type of a kind in the state. */
export function getType(kind: string): string {
  return { dynamic: `pulumi-nodejs:dynamic/analytics:${kind}`, plugin: `analytics:index:${kind}` }[door];
}
