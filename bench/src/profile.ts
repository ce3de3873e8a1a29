import { execFile, execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { readGoStacks, readNodeStacks, type Stacks, writeFolded } from "./shared/fold";
import { Lab } from "./shared/lab";
import { repository, withoutCheckpoints } from "./shared/project";

const run = promisify(execFile);
const folder = join(__dirname, "../profiles");
const work = { models: 200, columns: 300 };

interface Profiled {
  readonly command: "preview" | "refresh" | "up";
  readonly policyPack?: string;
  readonly environment?: Record<string, string>;
  /** Whether the models are there before. */
  readonly isMade: boolean;
}

const commands: Readonly<Record<string, Profiled>> = {
  preview: { command: "preview", isMade: true },
  policies: { command: "preview", policyPack: join(repository, "policies"), isMade: true },
  refresh: { command: "refresh", isMade: true },
  up: { command: "up", isMade: false },
  "up-skipped": { command: "up", environment: withoutCheckpoints, isMade: false },
};

const flamegraph = "inferno-flamegraph";

const help = `npm run profile [-- NAME …]

Draws where the time of an operation on ${work.models} models of ${work.columns} columns goes: a flame graph each for
the program, the plugin host, a policy pack and, where Go is installed, the engine. Needs ${flamegraph} (cargo install
inferno). Writes bench/profiles/NAME-*.svg.

Names: ${Object.keys(commands).join(", ")}`;

async function profile(name: string, { command, policyPack, environment, isMade }: Profiled): Promise<void> {
  const profiles = mkdtempSync(join(tmpdir(), "profiles-"));
  try {
    await Lab.use(async (lab) => {
      const emulator = await lab.startEmulator({ latencyMs: 5 });
      const project = await lab.createProject({ program: "ours", declared: work, emulator });
      if (isMade) await project.make();
      const options = `--require ${join(__dirname, "shared/profiler.js")}`;
      await project.measure(command, {
        args: [...(policyPack ? ["--policy-pack", policyPack] : []), "--profiling", join(profiles, "engine")],
        environment: { ...environment, NODE_OPTIONS: options, BENCH_PROFILES: profiles },
      });
    });
    // A refresh goes by the state: it runs no program.
    for (const role of [...(command === "refresh" ? [] : ["program"]), "host", ...(policyPack ? ["policies"] : [])]) {
      draw(name, role, readNodeStacks(JSON.parse(readFileSync(join(profiles, `${role}.cpuprofile`), "utf8"))));
    }
    const engine = readdirSync(profiles).find((file) => /^engine.*\.cpu$/.test(file));
    if (engine !== undefined) await drawEngine(name, join(profiles, engine));
  } finally {
    rmSync(profiles, { recursive: true });
  }
}

async function drawEngine(name: string, file: string): Promise<void> {
  const traces = await run("go", ["tool", "pprof", "-traces", file], { maxBuffer: 2 ** 28 }).catch(() => undefined);
  if (traces === undefined) console.log("engine: not drawn, since there is no Go here");
  else draw(name, "engine", readGoStacks(traces.stdout));
}

/** Keeps a flame graph, without what has less than 0.4 % of the time. */
function draw(name: string, role: string, stacks: Stacks): void {
  const total = [...stacks.values()].reduce((sum, time) => sum + time, 0);
  const title = `${name}, ${work.models} models of ${work.columns} columns: ${role}`;
  const options = ["--title", title, "--countname", "µs", "--minwidth", "0.4", "--hash"];
  const svg = execFileSync(flamegraph, options, { input: writeFolded(stacks), encoding: "utf8" });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}-${role}.svg`), svg);
  console.log(`${name}, ${role}: ${Math.round(total / 1000)} ms of work`);
}

async function runMain(given: readonly string[]): Promise<number> {
  const names = given.length > 0 ? given : Object.keys(commands);
  if (!names.every((name) => Object.hasOwn(commands, name))) {
    console.error(help);
    return 2;
  }
  if (spawnSync(flamegraph, ["--version"]).error !== undefined) {
    console.error(`There is no ${flamegraph} on the PATH; it draws the graphs. Install it with: cargo install inferno`);
    return 1;
  }
  for (const name of names) await profile(name, commands[name]!);
  return 0;
}

runMain(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
