import { execFile } from "node:child_process";
import { lstat, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { run } from "./files";

/** What a user waits for: how long it took, and what that was spent on. */
export interface Cost {
  readonly milliseconds: number;
  /** The largest parts, largest first, in words. */
  readonly largest: readonly string[];
}

/** The time that a user waits at most, in milliseconds. */
export const bounds = { install: 10_000, help: 150, validate: 300 };

const quickly = ["--no-audit", "--no-fund", "--prefer-offline"];

/** Measures `npm install` of a tarball in an empty project, with all that it needs in npm's cache. */
export async function measureInstall(tarball: string, project: string): Promise<Cost> {
  const install = () => run("npm", ["install", ...quickly, tarball], { cwd: project });
  const clear = async () => {
    for (const name of ["node_modules", "package-lock.json"])
      await rm(join(project, name), { recursive: true, force: true });
    await writeFile(join(project, "package.json"), JSON.stringify({ name: "empty", private: true }));
  };
  await clear();
  await install();
  await clear();
  const start = performance.now();
  await install();
  const milliseconds = performance.now() - start;
  const sizes = await listPackageSizes(join(project, "node_modules"));
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  const largest = [...sizes].sort(([, a], [, b]) => b - a).map(([name, size]) => `${name} ${writeMegabytes(size)}`);
  return { milliseconds, largest: [...largest.slice(0, 3), `${sizes.size} packages ${writeMegabytes(all)}`] };
}

const writeMegabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** The bytes of each package of a folder. */
async function listPackageSizes(nodeModules: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of await readdir(nodeModules)) {
    if (name.startsWith(".")) continue;
    const inScope = name.startsWith("@") ? await readdir(join(nodeModules, name)) : [""];
    for (const inner of inScope) {
      const one = inner === "" ? name : `${name}/${inner}`;
      sizes.set(one, await countBytes(join(nodeModules, one)));
    }
  }
  return sizes;
}

async function countBytes(path: string): Promise<number> {
  const found = await lstat(path);
  if (!found.isDirectory()) return found.size;
  const parts = await Promise.all((await readdir(path)).map((name) => countBytes(join(path, name))));
  return parts.reduce((sum, size) => sum + size, 0);
}

/** Reports, at the end of a process, the time that each package or module took to load without what it loads itself. */
const loadTimer = `const Module = require("node:module");
const load = Module._load;
const inner = [];
const times = new Map();
Module._load = function (request, parent, isMain) {
  const start = performance.now();
  inner.push(0);
  try {
    return load.apply(this, arguments);
  } finally {
    const whole = performance.now() - start;
    const own = whole - inner.pop();
    if (inner.length > 0) inner[inner.length - 1] += whole;
    let file = request;
    try { file = Module._resolveFilename(request, parent, isMain); } catch {}
    const [, name] = /.*node_modules.((?:@[^\\\\/]+.)?[^\\\\/]+)/.exec(file) ?? [, file];
    const key = name === "pulumi-analytics" ? file.split(/[\\\\/]/).slice(-2).join("/") : name;
    times.set(key, (times.get(key) ?? 0) + own);
  }
};
process.on("exit", () => process.stderr.write("\\nLOADS " + JSON.stringify([...times])));
`;

/**
 * Measures the command that is installed in a project: the median of some starts, and the modules that take longest to
 * load.
 */
export async function measureStart(project: string, args: readonly string[]): Promise<Cost> {
  const script = join(project, "node_modules/pulumi-analytics/bin/pulumi-analytics.js");
  const times: number[] = [];
  // The first ones find nothing in the caches of the machine.
  for (let round = 0; round < 9; round++) {
    const start = performance.now();
    await run(process.execPath, [script, ...args], { cwd: project });
    times.push(performance.now() - start);
  }
  const milliseconds = times.slice(2).sort((a, b) => a - b)[3] as number;
  const timer = join(project, "load-timer.cjs");
  await writeFile(timer, loadTimer);
  const said = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, ["--require", timer, script, ...args], { cwd: project }, (error, _, stderr) =>
      error === null ? resolve(stderr) : reject(error),
    );
  });
  const loads = JSON.parse(said.slice(said.lastIndexOf("LOADS ") + 6)) as [string, number][];
  const largest = loads.sort(([, a], [, b]) => b - a).map(([name, time]) => `${name} ${time.toFixed(0)} ms`);
  return { milliseconds, largest: largest.slice(0, 3) };
}
