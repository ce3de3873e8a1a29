import { type Bench, projectYaml } from "./support";

const packages = "packages:\n  analytics: ./node_modules/pulumi-analytics/plugin\n";

/** The types of a kind in the state, by door. */
export const types = { dynamic: /^pulumi-nodejs:dynamic\/analytics:(\w+)$/, plugin: /^analytics:index:(\w+)$/ };

export type Door = keyof typeof types;

/** A program's text, whose `analytics` comes from the package of a door. */
function writeThrough(door: Door, text: string): string {
  // Not in the form that the tests' own change of doors looks for.
  const module = door === "plugin" ? "`pulumi-analytics/native`" : "`pulumi-analytics`";
  return text.replace('require("pulumi-analytics")', `require(${module})`);
}

/** Writes a program and its project for a door. */
export async function write(bench: Bench, door: Door, text: string): Promise<void> {
  await bench.stack.write("index.js", writeThrough(door, text));
  // A blank word: the tests' own change of doors adds the line otherwise.
  await bench.stack.write("Pulumi.yaml", door === "plugin" ? projectYaml + packages : `${projectYaml}# packages:\n`);
}

/** The ids of all resources, by name. They are all of one door. */
export async function readIds(bench: Bench, door: Door): Promise<Record<string, string | undefined>> {
  const resources = (await bench.stack.listResources()).filter(({ id }) => id !== undefined);
  for (const { type } of resources) expect(type).toMatch(types[door]);
  return Object.fromEntries(resources.map(({ urn, id }) => [urn.split("::").at(-1), id]));
}

/** What a preview shows, without what stays. */
export async function runPreview(bench: Bench): Promise<string[]> {
  const shown = JSON.parse(await bench.stack.expect(["preview", "--json", "--show-sames"])) as {
    steps: { op: string; urn: string }[];
  };
  return shown.steps.filter(({ op }) => op !== "same").map(({ op, urn }) => `${op} ${urn.split("::").at(-1)}`);
}

export const runUp = (bench: Bench, ...args: string[]) =>
  bench.stack.expect(["up", "--yes", "--skip-preview", ...args]);
