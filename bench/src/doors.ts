import { readFileSync, statSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { languageHost, resolvePulumi } from "pulumi-cli";
import { Lab } from "./shared/lab";
import { type Bench, interleaved, ratios, spreadOf } from "./shared/measure";
import { type Project, type ProjectOptions, packagesYaml, withoutCheckpoints } from "./shared/project";

/** A tag, in a language whose programs need no compiler and no packages. */
const tagInYaml = `name: bench
runtime: yaml
${packagesYaml}resources:
  tag-0:
    type: analytics:Tag
    properties: { name: Tag 0, color: grass, description: Number 0 }
`;

export const doors: Bench = {
  name: "doors",
  about:
    "the plugin against the dynamic provider, side by side: 200 models of 300 columns, 1,000 tags, and one tag in YAML against one in TypeScript",
  async run({ report, scale, lab }) {
    const models = { models: scale.of(200, 10), columns: scale.of(300, 30) };
    const rounds = scale.of(3, 1);
    const sides = ["ours", "plugin"] as const;
    const compare = async (what: string, works: readonly (() => unknown)[], most: number) => {
      const [dynamic = [], plugin = []] = await interleaved(works, rounds, { warmUp: !scale.quick });
      report.spread(`${what}, dynamic`, spreadOf(dynamic), "ms");
      report.spread(`${what}, plugin`, spreadOf(plugin), "ms");
      report.measured(`${what}: time of the plugin against the dynamic provider`, ratios(plugin, dynamic).median, "×", {
        most,
      });
    };

    const open = async (options: Omit<ProjectOptions, "emulator">, at = lab) =>
      at.project({ ...options, emulator: await at.emulator() });
    const create = (program: (typeof sides)[number]) => () =>
      Lab.use(async (own) =>
        (await open({ program, declared: models }, own)).time("up", { environment: withoutCheckpoints }),
      );
    await compare("up of models", sides.map(create), 0.35);

    const made = await Promise.all(sides.map((program) => open({ program, declared: models })));
    for (const project of made) await project.make();
    await compare(
      "a no-op preview of models",
      made.map((project) => () => project.time("preview", { args: ["--expect-no-changes"] })),
      0.6,
    );
    await compare(
      "refresh of models",
      made.map((project) => () => project.time("refresh")),
      0.55,
    );
    const [large = 0, small = 0] = await Promise.all(made.map(stateSize));
    report.measured("state of the dynamic provider", large, "B");
    report.measured("state of the plugin, of the dynamic provider's", (100 * small) / large, "%", { most: 20 });
    report.measured("the plugin's most memory in an up of models", await mostMemory(made[1]!), "MB", { most: 70 });

    const tags = await Promise.all(sides.map((program) => open({ program, declared: { tags: scale.of(1000, 20) } })));
    for (const project of tags) await project.make();
    await compare(
      "a no-op preview of tags",
      tags.map((project) => () => project.time("preview", { args: ["--expect-no-changes"] })),
      0.6,
    );

    const typescript = await open({ program: "ours", declared: { tags: 1 } });
    const cli = await resolvePulumi();
    const path = [await languageHost("yaml", { cli }), cli.env.PATH, process.env.PATH].filter(Boolean).join(delimiter);
    const yaml = await open({
      program: "plugin",
      declared: {},
      texts: { "Pulumi.yaml": tagInYaml },
      environment: { PATH: path },
    });
    for (const project of [typescript, yaml]) await project.make();
    await compare(
      "a no-op preview of a tag, YAML and plugin against TypeScript and dynamic provider",
      [typescript, yaml].map((project) => () => project.time("preview", { args: ["--expect-no-changes"] })),
      0.35,
    );
  },
};

/** The size of a stack's state in its file. */
async function stateSize({ stack }: Project): Promise<number> {
  const folder = join(stack.directory, "../state/.pulumi/stacks/bench");
  const file = (await readdir(folder)).find((name) => name.endsWith(".json"));
  return statSync(join(folder, file ?? "")).size;
}

/** The most memory of the plugin's process in a no-op preview, in MB; a number that is no number where the system doesn't tell. */
async function mostMemory(project: Project): Promise<number> {
  let most = Number.NaN;
  const watch = setInterval(() => {
    for (const pid of pluginProcesses()) {
      const peak = peakOf(pid);
      if (peak !== undefined) most = Math.max(Number.isNaN(most) ? 0 : most, peak);
    }
  }, 20);
  try {
    await project.time("preview");
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
