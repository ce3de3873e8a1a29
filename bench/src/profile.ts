import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { foldedText, type Stacks, stacksOfGo, stacksOfNode } from "./shared/fold";
import { Lab } from "./shared/lab";
import { withoutCheckpoints } from "./shared/project";

const run = promisify(execFile);
const folder = join(__dirname, "../profiles");
const work = { models: 200, columns: 300 };

/** What is profiled, and what the state holds before. */
const commands = {
  preview: { command: "preview", environment: {}, isMade: true },
  refresh: { command: "refresh", environment: {}, isMade: true },
  up: { command: "up", environment: {}, isMade: false },
  "up-skipped": { command: "up", environment: withoutCheckpoints, isMade: false },
} as const;

const help = `npm run profile [-- NAME …]

Draws where the time of an operation on ${work.models} models of ${work.columns} columns goes: a flame graph each for the program, the plugin host
and, where Go is installed, the engine. Needs inferno-flamegraph (cargo install inferno). Writes bench/profiles/NAME-*.svg.

Names: ${Object.keys(commands).join(", ")}`;

type Name = keyof typeof commands;

async function profile(name: Name): Promise<void> {
  const { command, environment, isMade } = commands[name];
  const profiles = mkdtempSync(join(tmpdir(), "profiles-"));
  try {
    await Lab.use(async (lab) => {
      const emulator = await lab.emulator({ latencyMs: 5 });
      const project = await lab.project({ program: "ours", declared: work, emulator });
      if (isMade) await project.make();
      const options = `--require ${join(__dirname, "shared/profiler.js")}`;
      await project.time(command, {
        args: ["--profiling", join(profiles, "engine")],
        environment: { ...environment, NODE_OPTIONS: options, BENCH_PROFILES: profiles },
      });
    });
    for (const role of ["program", "host"]) {
      draw(name, role, stacksOfNode(JSON.parse(readFileSync(join(profiles, `${role}.cpuprofile`), "utf8"))));
    }
    const engine = readdirSync(profiles).find((file) => /^engine.*\.cpu$/.test(file));
    if (engine !== undefined) await drawEngine(name, join(profiles, engine));
  } finally {
    rmSync(profiles, { recursive: true });
  }
}

async function drawEngine(name: Name, file: string): Promise<void> {
  const traces = await run("go", ["tool", "pprof", "-traces", file], { maxBuffer: 2 ** 28 }).catch(() => undefined);
  if (traces === undefined) console.log("engine: not drawn, since there is no Go here");
  else draw(name, "engine", stacksOfGo(traces.stdout));
}

/** Keeps a flame graph; what is narrower than a pixel is left out. */
function draw(name: Name, role: string, stacks: Stacks): void {
  const total = [...stacks.values()].reduce((sum, time) => sum + time, 0);
  const title = `${name}, ${work.models} models of ${work.columns} columns: ${role}`;
  const options = ["--title", title, "--countname", "µs", "--minwidth", "0.4", "--hash"];
  const svg = execFileSync("inferno-flamegraph", options, { input: foldedText(stacks), encoding: "utf8" });
  writeFileSync(join(folder, `${name}-${role}.svg`), svg);
  console.log(`${name}, ${role}: ${Math.round(total / 1000)} ms of work`);
}

async function main(given: readonly string[]): Promise<number> {
  const names = given.length > 0 ? given : Object.keys(commands);
  if (!names.every((name): name is Name => Object.hasOwn(commands, name))) {
    console.error(help);
    return 2;
  }
  for (const name of names) await profile(name as Name);
  return 0;
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
