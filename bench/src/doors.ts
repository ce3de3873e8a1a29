import { readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { languageHost, resolvePulumi } from "pulumi-cli";
import { Lab } from "./shared/lab";
import { type Bench, interleaved, ratios, spreadOf } from "./shared/measure";
import { type Project, type ProjectOptions, packagesYaml } from "./shared/project";

/** Tags in a language whose programs need no compiler and no packages. */
const inYaml = (tags: number) => ({
  "Pulumi.yaml": `name: bench
runtime: yaml
${packagesYaml}resources:
${Array.from({ length: tags }, (_, i) => `  tag-${i}: { type: "analytics:Tag", properties: { name: Tag ${i}, color: grass, description: Number ${i} } }`).join("\n")}
`,
});

/** The same as people write it with the dynamic provider: in TypeScript, which the SDK compiles in each run. */
const inTypeScript = (tags: number) => ({
  "Pulumi.yaml": "name: bench\nruntime: nodejs\nmain: index.ts\n",
  "tsconfig.json": JSON.stringify({
    compilerOptions: { strict: true, skipLibCheck: true, target: "es2022", module: "nodenext" },
  }),
  "index.ts": `import * as analytics from "pulumi-analytics";
for (let i = 0; i < ${tags}; i++) new analytics.Tag("tag-" + i, { name: "Tag " + i, color: "grass", description: "Number " + i });
`,
});

export const doors: Bench = {
  name: "doors",
  about:
    "the plugin against the dynamic provider, side by side: 200 models of 300 columns, 1,000 tags, and one tag in YAML against one in TypeScript",
  async run({ report, scale, lab }) {
    const models = { models: scale.of(200, 10), columns: scale.of(300, 30) };
    const sides = ["ours", "plugin"] as const;
    const compare = async (what: string, works: readonly (() => unknown)[], most: number, rounds = scale.of(3, 1)) => {
      const [dynamic = [], plugin = []] = await interleaved(works, rounds, { warmUp: rounds > 2 });
      report.spread(`${what}, dynamic`, spreadOf(dynamic), "ms");
      report.spread(`${what}, plugin`, spreadOf(plugin), "ms");
      report.measured(`${what}: time of the plugin against the dynamic provider`, ratios(plugin, dynamic).median, "×", {
        most,
      });
    };

    const open = async (options: Omit<ProjectOptions, "emulator">, at = lab) =>
      at.project({ ...options, emulator: await at.emulator() });
    const create = (program: (typeof sides)[number]) => () =>
      Lab.use(async (own) => (await open({ program, declared: models }, own)).time("up"));
    await compare("up of models", sides.map(create), 0.35, scale.of(2, 1));
    const measureMemory = async (what: string, work: () => unknown) =>
      report.measured(`the plugin's most memory in ${what}`, await mostMemory(work), "MB", { most: 200 });
    await measureMemory("an up of models", create("plugin"));

    const made = await Promise.all(sides.map((program) => open({ program, declared: models })));
    for (const project of made) await project.make();
    await compare(
      "a no-op preview of models",
      made.map((project) => () => project.time("preview", { args: ["--expect-no-changes"] })),
      0.7,
    );
    await compare(
      "refresh of models",
      made.map((project) => () => project.time("refresh")),
      0.6,
    );
    const [large = 0, small = 0] = await Promise.all(made.map(stateSize));
    report.measured("state of the dynamic provider", large, "B");
    report.measured("state of the plugin, of the dynamic provider's", (100 * small) / large, "%", { most: 20 });
    await measureMemory("a no-op preview of models", () => made[1]?.time("preview"));
    await measureMemory("a refresh of models", () => made[1]?.time("refresh"));

    const cli = await resolvePulumi();
    const path = [await languageHost("yaml", { cli }), cli.env.PATH, process.env.PATH].filter(Boolean).join(delimiter);
    for (const [tags, most] of [
      [scale.of(1000, 20), 0.6],
      [1, 0.45],
    ] as const) {
      const projects = [
        await open({ program: "ours", declared: {}, texts: inTypeScript(tags) }),
        await open({ program: "plugin", declared: {}, texts: inYaml(tags), environment: { PATH: path } }),
        await open({ program: "plugin", declared: { tags } }),
      ];
      // As the guide says: Pulumi then keeps the schema, and starts the plugin once.
      await projects[1]?.stack.expect(["install"]);
      for (const project of projects) await project.make();
      const works = projects.map((project) => () => project.time("preview", { args: ["--expect-no-changes"] }));
      await compare(`a no-op preview of ${tags} tags in TypeScript and YAML`, works.slice(0, 2), most);
      report.spread("the same in JavaScript, plugin", spreadOf((await interleaved(works.slice(2), 3))[0]!), "ms");
    }
  },
};

/** The size of a stack's state in its file. */
async function stateSize({ stack }: Project): Promise<number> {
  const folder = join(stack.directory, "../state/.pulumi/stacks/bench");
  const file = (await readdir(folder)).find((name) => name.endsWith(".json"));
  return statSync(join(folder, file ?? "")).size;
}

/** The most memory that a process of the plugin has during the work, in MB; a number that is no number where the system doesn't tell. */
async function mostMemory(work: () => unknown): Promise<number> {
  let most = Number.NaN;
  const watch = setInterval(() => {
    for (const pid of pluginProcesses()) {
      const peak = peakOf(pid);
      if (peak !== undefined) most = Math.max(Number.isNaN(most) ? 0 : most, peak);
    }
  }, 20);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return most;
}

function pluginProcesses(): string[] {
  const { readdirSync } = require("node:fs") as typeof import("node:fs");
  return readdirSync("/proc").filter(
    (pid) => /^\d+$/.test(pid) && commandLine(pid).includes("pulumi-resource-analytics"),
  );
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function peakOf(pid: string): number | undefined {
  try {
    const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
