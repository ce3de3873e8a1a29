import { Lab } from "./shared/lab";
import { type Bench, computeSpread, type Report, type Scale } from "./shared/measure";
import { type Project, withoutCheckpoints } from "./shared/project";
import { backendNames, startStateBackend } from "./shared/state-backends";

interface Setting {
  readonly setting: string;
  /** Whether it is measured for few objects only: what it does to many follows from that. */
  readonly isForFew?: boolean;
  readonly environment?: Record<string, string>;
  /** Arguments of each operation; the last `--parallel` counts. */
  readonly args?: readonly string[];
}

/** What Pulumi offers for states that it writes itself. Journaling is of Pulumi Cloud only. */
const settings: readonly Setting[] = [
  { setting: "default" },
  { setting: "checkpoints skipped", environment: withoutCheckpoints },
  { setting: "compressed", isForFew: true, environment: { PULUMI_DIY_BACKEND_ZSTD: "true" } },
  { setting: "--parallel 32", isForFew: true, args: ["--parallel", "32"] },
  {
    setting: "checkpoints skipped, compressed",
    isForFew: true,
    environment: { ...withoutCheckpoints, PULUMI_DIY_BACKEND_ZSTD: "true" },
  },
];

export const backends: Bench = {
  name: "backends",
  about:
    "the state in a file, in PostgreSQL and in object storage, on this machine: up, up without changes, refresh, and " +
    "up with one change, of 200 tags with each setting of Pulumi and of 2,000 with two, through the plugin",
  async run({ report, scale }) {
    for (const backend of backendNames) {
      const server = await startStateBackend(backend);
      if (server === undefined) {
        const message = `the server isn't installed: see bench/README.md`;
        if (!scale.quick) throw new Error(`${backend}: ${message}`);
        report.broken(backend, message);
        continue;
      }
      try {
        for (const tags of scale.of([200, 2000], [10])) {
          for (const { setting, isForFew = false, environment, args } of settings) {
            if (isForFew && tags > 200) continue;
            const metric = `${backend}, ${tags} tags, ${setting}`;
            await measure(report, metric, {
              scale,
              tags,
              environment: { ...server.environment, ...environment },
              args,
            });
          }
        }
      } finally {
        await server.stop();
      }
    }
  },
};

interface Given {
  readonly scale: Scale;
  readonly tags: number;
  readonly environment: Record<string, string>;
  readonly args?: readonly string[] | undefined;
}

function measure(report: Report, metric: string, { scale, tags, environment, args = [] }: Given): Promise<void> {
  return Lab.use(async (lab) => {
    const emulator = await lab.startEmulator({ latencyMs: 20, tokenRequestsPerSecond: null });
    const declared = { tags };
    const project = await lab.createProject({ program: "plugin", declared, emulator, environment });
    try {
      reportTime(report, `${metric}: up`, [await timeUp(project, args)]);
      const rounds = scale.of(tags > 200 ? 1 : 2, 1);
      const unchanged: number[] = [];
      const refreshed: number[] = [];
      const changed: number[] = [];
      for (let round = 0; round < rounds; round++) {
        unchanged.push(await timeUp(project, [...args, "--expect-no-changes"]));
        refreshed.push(await project.measure("refresh", { args }));
        await project.declare({ ...declared, revision: round + 1 });
        changed.push(await timeUp(project, args));
      }
      reportTime(report, `${metric}: up without changes`, unchanged);
      reportTime(report, `${metric}: refresh`, refreshed);
      reportTime(report, `${metric}: up with one change`, changed);
    } finally {
      // The server keeps the next stack of this name, too.
      await project.stack.expect(["stack", "rm", "--yes", "--force"]);
    }
  });
}

const timeUp = (project: Project, args: readonly string[]) => project.measure("up", { args });

function reportTime(report: Report, metric: string, times: readonly number[]): void {
  report.measured(metric, computeSpread(times).median / 1000, "s");
}
