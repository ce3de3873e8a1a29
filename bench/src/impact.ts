import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { readPeak } from "./shared/cost";
import type { EmulatorProcess } from "./shared/emulator";
import type { Bench } from "./shared/measure";

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
      const cold = await runImpact(emulator, cwd, question);
      const warm = await runImpact(emulator, cwd, question);
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

/** Runs the command in a process of its own. Requests are those of documents and lists, without sign-ins. */
async function runImpact(emulator: EmulatorProcess, cwd: string, question: string) {
  const { url, clientId, clientSecret } = emulator;
  await emulator.clearRequests();
  const command = join(dirname(require.resolve("pulumi-analytics/package.json")), "dist/cli/main.js");
  const env = {
    ...process.env,
    ANALYTICS_BASE_URL: url,
    ANALYTICS_CLIENT_ID: clientId,
    ANALYTICS_CLIENT_SECRET: clientSecret,
  };
  const start = performance.now();
  const child = spawn(process.execPath, [command, "impact", question, "--json"], {
    cwd,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  let megabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, readPeak(child.pid!));
  }, 50);
  const [code] = await once(child, "exit");
  clearInterval(timer);
  if (code !== 0) throw new Error(`impact ended with ${code}`);
  const seconds = (performance.now() - start) / 1000;
  const sent = (await emulator.listRequests()).filter(({ path }) => !/^\/v2\/(auth|whoami)/.test(path));
  return { requests: sent.length, seconds, megabytes };
}
