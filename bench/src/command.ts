import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCosted } from "./shared/cost";
import { type Bench, computeSpread, fitPower, type Point, type Report } from "./shared/measure";
import { buildModelSpec } from "./shared/models";
import { repository } from "./shared/project";

const connectionId = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const program = join(repository, "provider/dist/cli/main.js");

/** Requests per second that the platform of this bench takes. */
const requestsPerSecond = 20;

/** A folder of the bench's own, and the command in it. */
class Place {
  readonly folder = mkdtempSync(join(tmpdir(), "bench-command-"));

  /** Milliseconds, the median of some rounds. A command that reports differences ends with 1. */
  async measure(args: readonly string[], rounds: number, environment: Record<string, string> = {}): Promise<number> {
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const env = { ...process.env, ...environment };
      times.push((await runCosted([process.execPath, program, ...args], { cwd: this.folder, env, codes: [0, 1] })).ms);
    }
    return computeSpread(times).median;
  }

  /** Writes models as JSON, which every command reads as YAML. */
  writeModels(folder: string, count: number, columns: number, revision = 0): void {
    mkdirSync(join(this.folder, folder), { recursive: true });
    for (let index = 0; index < count; index++) {
      const spec = buildModelSpec(index, { columns, connectionId });
      spec.pages[0]!.elements[0]!.description += revision === 0 ? "" : `, revision ${revision}`;
      writeFileSync(join(this.folder, folder, `model_${index}.yaml`), JSON.stringify({ schemaVersion: 1, ...spec }));
    }
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export const command: Bench = {
  name: "command",
  about:
    "pulumi-analytics: --help, validate of one file and of 1,000; pull of 1,000 models against the platform's limit; " +
    "diff, fmt and draw up to 10,000 columns and 2,000 files, each time without that of --help",
  async run({ report, scale, lab }) {
    const place = new Place();
    try {
      const rounds = scale.of(7, 2);
      const start = await place.measure(["--help"], scale.of(15, 3));
      report.measured("--help", start, "ms", { most: 150 });
      place.writeModels("one", 1, 20);
      report.measured("validate of one file", await place.measure(["validate", "one"], rounds), "ms", { most: 300 });
      const files = scale.of(1000, 50);
      place.writeModels("many", files, 20);
      const all = await place.measure(["validate", "many"], scale.of(3, 1));
      report.measured(`validate of ${files} files`, all, "ms", { most: 3000 });

      const columns = scale.of([1250, 2500, 5000, 10_000], [250, 500]);
      await reportSlopes(report, { place, start, unit: "columns", sizes: columns, rounds: scale.of(3, 1) });
      const counts = scale.of([250, 500, 1000, 2000], [10, 20]);
      await reportSlopes(report, { place, start, unit: "files", sizes: counts, rounds: scale.of(3, 1) });

      const models = scale.of(1000, 30);
      const emulator = await lab.startEmulator({ tokenRequestsPerSecond: null });
      const project = await lab.createProject({ program: "ours", declared: { models, columns: 20 }, emulator });
      await project.make();
      await emulator.configure({ latencyMs: 20, requestsPerSecond });
      await emulator.clearRequests();
      const pulled = await place.measure(["pull", "--out", "pulled"], 1, emulator.environment);
      const answered = (await emulator.listRequests()).filter(({ status }) => status !== 429).length;
      report.count(`pull of ${models} models: requests answered`, answered, "requests");
      const least = (1000 * answered) / requestsPerSecond;
      report.measured(`pull of ${models} models: time against the limit`, pulled / least, "×", { most: 1.1 });
    } finally {
      place.remove();
    }
  },
};

interface Growth {
  readonly place: Place;
  /** Milliseconds that any command takes. */
  readonly start: number;
  readonly unit: "columns" | "files";
  readonly sizes: readonly number[];
  readonly rounds: number;
}

/** How the time of each command grows with its input: 1 is a straight line, 2 a square. */
async function reportSlopes(report: Report, { place, start, unit, sizes, rounds }: Growth): Promise<void> {
  const points: Record<string, Point[]> = {};
  for (const size of sizes) {
    const [count, columns] = unit === "columns" ? [1, size] : [size, 20];
    const [before, after] = [`before_${unit}_${size}`, `after_${unit}_${size}`];
    place.writeModels(before, count, columns);
    place.writeModels(after, count, columns, 1);
    const commands = {
      // It compares one document with another.
      ...(unit === "columns" && { diff: ["diff", `${before}/model_0.yaml`, `${after}/model_0.yaml`] }),
      fmt: ["fmt", "--dry-run", before],
      draw: ["draw", before, "--out", `${before}.html`],
    };
    for (const [name, args] of Object.entries(commands)) {
      const ms = await place.measure(args, rounds);
      report.measured(`${name} of ${size} ${unit}`, ms, "ms");
      points[name] ??= [];
      points[name].push([size, Math.max(1, ms - start)]);
    }
  }
  for (const [name, some] of Object.entries(points)) {
    report.measured(`${name}, ${unit}: log-log slope`, fitPower(some), "", { most: 1.1 });
  }
}
