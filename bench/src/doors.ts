import { readdirSync, readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Lab } from "./shared/lab";
import { type Bench, computeRatios, computeSpread, runInterleaved } from "./shared/measure";
import { type Project, type ProjectOptions, packagesYaml } from "./shared/project";

/** Tags in a language whose programs need no compiler and no packages. */
const writeYaml = (tags: number) => ({
  "Pulumi.yaml": `name: bench
runtime: yaml
${packagesYaml}resources:
${Array.from(
  { length: tags },
  (_, i) => `  tag-${i}: { type: "analytics:Tag",
  properties: { name: Tag ${i}, color: grass, description: Number ${i} } }`,
).join("\n")}
`,
});

/** The same as people write it with the dynamic provider: in TypeScript, which the SDK compiles in each run. */
const writeTypeScript = (tags: number) => ({
  "Pulumi.yaml": "name: bench\nruntime: nodejs\nmain: index.ts\n",
  "tsconfig.json": JSON.stringify({
    compilerOptions: { strict: true, skipLibCheck: true, target: "es2022", module: "nodenext" },
  }),
  "index.ts": `import * as analytics from "pulumi-analytics";
for (let i = 0; i < ${tags}; i++) new analytics.Tag("tag-" + i,
  { name: "Tag " + i, color: "grass", description: "Number " + i });
`,
});

export const doors: Bench = {
  name: "doors",
  about:
    "the plugin against the dynamic provider, side by side: 200 models of 300 columns, 1,000 tags, and one tag in " +
    "YAML against one in TypeScript",
  async run({ report, scale, lab }) {
    const models = { models: scale.of(200, 10), columns: scale.of(300, 30) };
    const sides = ["ours", "plugin"] as const;
    const compare = async (what: string, works: readonly (() => unknown)[], most: number, rounds = scale.of(3, 1)) => {
      const [dynamic = [], plugin = []] = await runInterleaved(works, rounds, { warmUp: rounds > 2 });
      report.spread(`${what}, dynamic`, computeSpread(dynamic), "ms");
      report.spread(`${what}, plugin`, computeSpread(plugin), "ms");
      report.measured(
        `${what}: time of the plugin against the dynamic provider`,
        computeRatios(plugin, dynamic).median,
        "×",
        {
          most,
        },
      );
    };

    const open = async (options: Omit<ProjectOptions, "emulator">, at = lab) =>
      at.createProject({ ...options, emulator: await at.startEmulator() });
    const create = (program: (typeof sides)[number]) => () =>
      Lab.use(async (own) => (await open({ program, declared: models }, own)).measure("up"));
    await compare("up of models", sides.map(create), 0.35, scale.of(2, 1));
    const reportMemory = async (what: string, work: () => unknown) =>
      report.measured(`the plugin's most memory in ${what}`, await measureMemory(work), "MB", { most: 200 });
    await reportMemory("an up of models", create("plugin"));

    const made = await Promise.all(sides.map((program) => open({ program, declared: models })));
    for (const project of made) await project.make();
    await compare(
      "a no-op preview of models",
      made.map((project) => () => project.measure("preview", { args: ["--expect-no-changes"] })),
      0.7,
    );
    await compare(
      "refresh of models",
      made.map((project) => () => project.measure("refresh")),
      0.6,
    );
    const [large = 0, small = 0] = await Promise.all(made.map(measureState));
    report.measured("state of the dynamic provider", large, "B");
    report.measured("state of the plugin, of the dynamic provider's", (100 * small) / large, "%", { most: 20 });
    await reportMemory("a no-op preview of models", () => made[1]?.measure("preview"));
    await reportMemory("a refresh of models", () => made[1]?.measure("refresh"));

    for (const [tags, most] of [
      [scale.of(1000, 20), 0.6],
      [1, 0.45],
    ] as const) {
      const projects = [
        await open({ program: "ours", declared: {}, texts: writeTypeScript(tags) }),
        await open({ program: "plugin", declared: {}, texts: writeYaml(tags) }),
        await open({ program: "plugin", declared: { tags } }),
      ];
      // As the guide says: Pulumi then keeps the schema, and starts the plugin once.
      await projects[1]?.stack.expect(["install"]);
      for (const project of projects) await project.make();
      const works = projects.map((project) => () => project.measure("preview", { args: ["--expect-no-changes"] }));
      await compare(`a no-op preview of ${tags} tags in TypeScript and YAML`, works.slice(0, 2), most);
      report.spread(
        "the same in JavaScript, plugin",
        computeSpread((await runInterleaved(works.slice(2), 3))[0]!),
        "ms",
      );
    }
  },
};

/** The size of a stack's state in its file. */
async function measureState({ stack }: Project): Promise<number> {
  const folder = join(stack.directory, "../state/.pulumi/stacks/bench");
  const file = (await readdir(folder)).find((name) => name.endsWith(".json"));
  return statSync(join(folder, file ?? "")).size;
}

/**
 * The most memory that a process of the plugin has during the work, in MB; a number that is no number where the system
 * doesn't tell.
 */
async function measureMemory(work: () => unknown): Promise<number> {
  let most = Number.NaN;
  const watch = setInterval(() => {
    for (const pid of listPluginProcesses()) {
      const peak = readPeak(pid);
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

/** The processes of the plugin that this bench has started; a machine may run others. */
function listPluginProcesses(): string[] {
  return readdirSync("/proc").filter(
    (pid) => /^\d+$/.test(pid) && readFile(pid, "cmdline").includes("pulumi-resource-analytics") && isOwn(pid),
  );
}

function isOwn(pid: string): boolean {
  if (Number(pid) === process.pid) return true;
  const parent = /^PPid:\s+(\d+)$/m.exec(readFile(pid, "status"))?.[1];
  return parent !== undefined && parent !== "0" && isOwn(parent);
}

/** What the system tells of a process; nothing once it has ended. */
function readFile(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}

function readPeak(pid: string): number | undefined {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFile(pid, "status"))?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
}
