import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/**
 * The name of a running process, `<number>-<digest of its start>`: a number alone repeats after a reboot, and in containers that share a home.
 *
 * On Windows, the name has no digest.
 *
 * @returns undefined when there is no process with this number.
 */
export function processName(pid: number): string | undefined {
  if (!exists(pid)) return undefined;
  return `${pid}-${createHash("sha256").update(startOf(pid)).digest("hex").slice(0, 12)}`;
}

/** Whether the process with this name, which {@link processName} gave it, still runs. */
export function isRunning(name: string): boolean {
  return processName(Number.parseInt(name, 10)) === name;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** When a process started, in the system's own form; empty if unknown. */
function startOf(pid: number): string {
  try {
    if (process.platform === "linux") return `${bootId()} ${startTicks(pid)}`;
    if (process.platform === "win32") return "";
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env }).trim();
  } catch {
    return "";
  }
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

/** Field 22 of proc_pid_stat(5): clock ticks from the boot to the start. The second field, in brackets, may contain any text. */
function startTicks(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] as string;
}
