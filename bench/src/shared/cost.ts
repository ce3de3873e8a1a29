import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";

/** What work cost: time passed, and CPU time, user and system, of the process and all that it started. */
export interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
}

/** One process and the most memory that it had resident. */
interface Peak {
  readonly command: string;
  readonly megabytes: number;
}

/**
 * Runs a program through the shell, which knows the CPU time of its ended descendants. Throws with all it printed when
 * it ends with another code.
 */
export async function runCosted(
  command: readonly string[],
  { cwd, env = process.env, codes = [0] }: { cwd: string; env?: NodeJS.ProcessEnv; codes?: readonly number[] },
): Promise<Cost & { readonly stdout: string }> {
  const start = performance.now();
  const child = spawn("sh", ["-c", '"$@" 3>&-; code=$?; times >&3; exit $code', "sh", ...command], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const [stdout, stderr, times, [code]] = await Promise.all([
    text(child.stdio[1] as Readable),
    text(child.stdio[2] as Readable),
    text(child.stdio[3] as Readable),
    once(child, "close"),
  ]);
  const ms = performance.now() - start;
  if (!codes.includes(code)) throw new Error(`${command.join(" ")} failed (${code}):\n${stdout}\n${stderr}`);
  return { ms, cpuMs: readTimes(times), stdout };
}

/** The milliseconds in what `times` prints: a line for the shell, then one for its children, user and system each. */
export function readTimes(printed: string): number {
  const [, children = ""] = printed.trim().split("\n");
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60_000 * Number(minutes) + 1000 * Number(seconds),
    0,
  );
}

/** What a process is in a run of Pulumi. */
const roles: readonly [role: string, command: RegExp][] = [
  ["plugin", /pulumi-resource-analytics/],
  ["host", /cmd[\\/]dynamic-provider/],
  ["program", /cmd[\\/]run[\\/ ]|cmd[\\/]run$/],
  ["engine", /bin[\\/]pulumi (up|preview|refresh)/],
];

/** The most memory in megabytes of each process of a run, by role. Empty where the system has no `/proc`. */
export async function watchMemory(work: () => Promise<unknown>): Promise<Map<string, number>> {
  const peaks = new Map<string, number>();
  const look = () => {
    for (const { command, megabytes } of listPeaks()) {
      const [role] = roles.find(([, pattern]) => pattern.test(command)) ?? [];
      if (role !== undefined) peaks.set(role, Math.max(peaks.get(role) ?? 0, megabytes));
    }
  };
  const watch = setInterval(look, 50);
  try {
    await work();
  } finally {
    clearInterval(watch);
  }
  return peaks;
}

/** The descendants of this process; a machine may run others. */
function listPeaks(): Peak[] {
  const parents = new Map<string, string>();
  const statuses = new Map<string, string>();
  for (const pid of readProcess("").filter((name) => /^\d+$/.test(name))) {
    const status = readText(pid, "status");
    statuses.set(pid, status);
    parents.set(pid, /^PPid:\s+(\d+)$/m.exec(status)?.[1] ?? "0");
  }
  const isOwn = (pid: string | undefined): boolean =>
    pid !== undefined && (pid === String(process.pid) || isOwn(parents.get(pid)));
  return [...statuses]
    .filter(([pid]) => isOwn(parents.get(pid)))
    .map(([pid, status]) => ({
      command: readText(pid, "cmdline").replaceAll("\0", " "),
      megabytes: Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024,
    }));
}

function readProcess(path: string): string[] {
  try {
    return readdirSync(`/proc/${path}`);
  } catch {
    return [];
  }
}

/** What the system says of a process; nothing once it has ended. */
function readText(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return "";
  }
}
