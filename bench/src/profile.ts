import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { readShares } from "./shared/cpu-profile";
import { Lab } from "./shared/lab";
import type { Declared, Program } from "./shared/programs";
import { repository, withoutCheckpoints } from "./shared/project";

const run = promisify(execFile);
const profiles = join(__dirname, "../profiles");

const works: Readonly<Record<string, Declared>> = {
  models: { models: 200, columns: 300 },
  tags: { tags: 1000 },
  workbooks: { workbooks: 100, elements: 60 },
};

/** The ways to the provider, by the names of their programs. */
const doors: Readonly<Record<string, Program>> = { dynamic: "ours", plugin: "plugin", peer: "peer" };

interface Profiled {
  readonly command: "preview" | "refresh" | "up";
  readonly policyPack?: string;
  readonly environment?: Record<string, string>;
  /** Whether the objects are there before. */
  readonly isMade: boolean;
}

const commands: Readonly<Record<string, Profiled>> = {
  preview: { command: "preview", isMade: true },
  policies: { command: "preview", policyPack: join(repository, "policies"), isMade: true },
  refresh: { command: "refresh", isMade: true },
  up: { command: "up", isMade: false },
  "up-skipped": { command: "up", environment: withoutCheckpoints, isMade: false },
};

const help = `npm run profile [-- [--of WORK] [--door DOOR] NAME …]

Prints where the time of an operation goes: for the program, the plugin host or the plugin, a policy pack and, where Go
is installed, the engine. Keeps the profiles in bench/profiles: Chrome's developer tools open the .cpuprofile files,
"go tool pprof -http :0 FILE" the engine's.

  --of WORK     ${Object.keys(works).join(", ")}
  --door DOOR   ${Object.keys(doors).join(", ")} (a provider that does nothing, with the same texts)

Names: ${Object.keys(commands).join(", ")}`;

async function profile(name: string, declared: Declared, program: Program): Promise<void> {
  const { command, policyPack, environment, isMade } = commands[name]!;
  const folder = join(profiles, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await Lab.use(async (lab) => {
    const emulator = await lab.startEmulator({ latencyMs: 5, tokenRequestsPerSecond: null });
    const project = await lab.createProject({ program, declared, emulator });
    if (isMade) await project.make();
    const options = `--require ${join(__dirname, "shared/profiler.js")}`;
    await project.measure(command, {
      args: [...(policyPack ? ["--policy-pack", policyPack] : []), "--profiling", join(folder, "engine")],
      environment: { ...environment, NODE_OPTIONS: options, BENCH_PROFILES: folder },
    });
  });
  for (const file of readdirSync(folder).sort()) {
    if (file.endsWith(".cpuprofile")) printNode(name, join(folder, file), file.replace(".cpuprofile", ""));
    if (/^engine.*\.cpu$/.test(file)) await printEngine(name, join(folder, file));
  }
}

/** What a role's packages take themselves, and the functions that take most with all that they call. */
function printNode(name: string, file: string, role: string): void {
  const { total, packages, functions } = readShares(JSON.parse(readFileSync(file, "utf8")));
  console.log(`\n${name}, ${role}: ${Math.round(total / 1000)} ms of work`);
  for (const [sums, count] of [
    [packages, 12],
    [functions, 40],
  ] as const) {
    const largest = [...sums].sort(([, one], [, other]) => other - one).slice(0, count);
    for (const [of, time] of largest) {
      console.log(
        `${Math.round(time / 1000)
          .toString()
          .padStart(7)} ms  ${of}`,
      );
    }
    console.log("");
  }
}

async function printEngine(name: string, file: string): Promise<void> {
  const top = await run("go", ["tool", "pprof", "-top", "-cum", "-nodecount", "30", file]).catch(() => undefined);
  console.log(`\n${name}, engine: ${top === undefined ? "not read, since there is no Go here" : `\n${top.stdout}`}`);
}

async function runMain(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { of: { type: "string", default: "models" }, door: { type: "string", default: "dynamic" } },
  });
  const names = positionals.length > 0 ? positionals : Object.keys(commands);
  const [declared, program] = [works[values.of], doors[values.door]];
  if (declared === undefined || program === undefined || !names.every((name) => Object.hasOwn(commands, name))) {
    console.error(help);
    return 2;
  }
  for (const name of names) await profile(name, declared, program);
  return 0;
}

void runMain().then((code) => {
  process.exitCode = code;
});
