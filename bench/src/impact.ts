import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bench } from "./shared/measure";
import { runOnPlatform } from "./shared/run-command";

/** The largest memory that the command may need, in megabytes: the bundle and an index of the organization. */
const mostMemory = 400;

export const impact: Bench = {
  name: "impact",
  about:
    "what a column's removal breaks in an organization of 500 workbooks, 100 reports and 100 data models, at 20 ms " +
    "latency: without a cache, and with one",
  async run({ report, scale, lab }) {
    const size = { workbooks: scale.of(500, 60), reports: scale.of(100, 10), models: scale.of(100, 12) };
    const emulator = await lab.startEmulator({ tokenRequestsPerSecond: null });
    const made = await emulator.generate(size);
    await emulator.configure({ latencyMs: 20 });
    const model = made.models[0]!;
    const question = `${model.dataModelId}#${model.elements[0]!.name}.Amount`;
    const cwd = mkdtempSync(join(tmpdir(), "analytics-bench-impact-"));
    try {
      const cold = await runOnPlatform(emulator, cwd, ["impact", question]);
      const warm = await runOnPlatform(emulator, cwd, ["impact", question]);
      // Sources of each document and tagged version; what reads the model, and the models between; lists and members.
      const sources = size.workbooks + size.reports + size.models + made.tagged.length;
      report.count("requests without a cache", cold.requests, "requests", { most: 10 + (5 * sources) / 4 });
      report.count("requests with a cache", warm.requests, "requests", { most: 5 + made.unrepresentable.length });
      report.measured("time without a cache", cold.seconds, "s", { most: 60 });
      report.measured("time with a cache", warm.seconds, "s", { most: 5 });
      report.measured("memory", cold.megabytes, "MB", { most: mostMemory });
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  },
};
