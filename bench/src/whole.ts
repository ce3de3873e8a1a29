import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EmulatorProcess } from "./shared/emulator";
import { type Bench, fitPower, type Point, type Report } from "./shared/measure";
import { runOnPlatform } from "./shared/run-command";

/** Ten times what large organizations had so far. */
const most = { models: 5000, workbooks: 2000, reports: 500 } as const;

export const whole: Bench = {
  name: "whole",
  about:
    "commands over an organization of 5,000 models, 2,000 workbooks and 500 reports, in doubling steps, at 20 ms " +
    "latency: pull, impact, impact --unused, rename and draw, without a cache and with one: time, memory, requests",
  async run({ report, scale, lab }) {
    const points: Record<string, Point[]> = {};
    for (const step of scale.of([8, 4, 2, 1], [200, 100])) {
      const size = Object.fromEntries(Object.entries(most).map(([kind, count]) => [kind, Math.ceil(count / step)]));
      const emulator = await lab.startEmulator({ tokenRequestsPerSecond: null });
      const { models } = await emulator.generate({ ...size, members: 100 });
      await emulator.configure({ latencyMs: 20 });
      const count = Object.values(size).reduce((sum, one) => sum + one, 0);
      const [model] = models;
      const part = `${model!.dataModelId}#${model!.elements[0]!.name}.Amount`;
      const folder = mkdtempSync(join(tmpdir(), "bench-whole-"));
      try {
        const at = { report, emulator, folder, count, points };
        // In an empty folder: all is read from the platform. After the pull, the files are.
        for (const time of ["cold", "warm"]) await measure(at, `impact (${time})`, ["impact", `live:${part}`]);
        await measure(at, "pull", ["pull", "--out", "."]);
        await measure(at, "impact --unused", ["impact", "--unused"]);
        const file = `${model!.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "_")}#${model!.elements[0]!.name}.Amount`;
        await measure(at, "rename --dry-run", ["rename", file, "Net Amount", "--dry-run"]);
        await measure(at, "draw", ["draw", "--out", "lineage.html"]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    for (const [name, some] of Object.entries(points)) report.measured(`${name}: log-log slope`, fitPower(some), "");
  },
};

interface At {
  readonly report: Report;
  readonly emulator: EmulatorProcess;
  readonly folder: string;
  readonly count: number;
  readonly points: Record<string, Point[]>;
}

/** Runs a command in the folder. */
async function measure({ report, emulator, folder, count, points }: At, name: string, args: readonly string[]) {
  const metric = `${count} documents: ${name}`;
  const { seconds, megabytes, requests } = await runOnPlatform(emulator, folder, args);
  report.measured(metric, seconds, "s");
  report.measured(`${metric}, memory`, megabytes, "MB");
  report.count(`${metric}, requests`, requests, "requests");
  points[name] ??= [];
  points[name].push([count, seconds]);
}
