import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";

/**
 * The name of a running process, `<number>-<digest of its start>`: a number alone repeats after a reboot, and in
 * containers that share a home.
 *
 * On Windows, the name has no digest.
 *
 * @returns undefined when no process has this number, or only a zombie: a process that has ended, and that its parent
 * hasn't waited for. In a container, killed processes can stay zombies: many programs that run there as the first
 * process wait for no others.
 */
export function readProcessName(pid: number): string | undefined {
  if (!hasProcess(pid)) return undefined;
  const { start, hasEnded } = readStatus(pid);
  return hasEnded ? undefined : `${pid}-${createHash("sha256").update(start).digest("hex").slice(0, 12)}`;
}

/** Whether the process with this name, which {@link readProcessName} gave it, still runs. */
export function isRunning(name: string): boolean {
  return readProcessName(Number.parseInt(name, 10)) === name;
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

interface Status {
  /** When the process started, in the system's own form; empty if unknown. */
  readonly start: string;
  readonly hasEnded: boolean;
}

function readStatus(pid: number): Status {
  try {
    if (process.platform === "linux") return readLinuxStatus(pid);
    if (process.platform === "win32") return { start: "", hasEnded: false };
    const env = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    const args = ["-o", "state=", "-o", "lstart=", "-p", String(pid)];
    const [state = "", ...start] = execFileSync("ps", args, { encoding: "utf8", env }).trim().split(/\s+/);
    return { start: start.join(" "), hasEnded: isZombie(state) };
  } catch {
    return { start: "", hasEnded: false };
  }
}

/**
 * The number of the boot, and fields 3 and 22 of proc_pid_stat(5): the state, and clock ticks from the boot to the
 * start.
 */
function readLinuxStatus(pid: number): Status {
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field, in brackets, may contain any text.
  const [state = "", ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { start: `${boot} ${fields[18]}`, hasEnded: isZombie(state) };
}

function isZombie(state: string): boolean {
  return /^[ZX]/.test(state);
}

/** A process that started this one, directly or not. */
export interface Ancestor {
  /** See {@link readProcessName}. */
  readonly name: string;
  /** The path of its program. */
  readonly program: string;
}

/**
 * The nearest ancestor of this process that runs a program of this file name. Undefined: there is none, or the system
 * doesn't say, as Windows.
 */
export function findAncestor(fileName: string): Ancestor | undefined {
  for (let pid = process.ppid; pid > 1; ) {
    const found = readParentage(pid);
    if (found === undefined) return undefined;
    if (basename(found.program) === fileName) return { name: readProcessName(pid) ?? String(pid), ...found };
    pid = found.parent;
  }
  return undefined;
}

function readParentage(pid: number): { readonly parent: number; readonly program: string } | undefined {
  try {
    if (process.platform === "win32") return undefined;
    if (process.platform !== "linux") {
      const said = execFileSync("ps", ["-o", "ppid=", "-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).trim();
      const [parent = "", ...program] = said.split(" ");
      return { parent: Number.parseInt(parent, 10), program: program.join(" ").trim() };
    }
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, parent = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { parent: Number.parseInt(parent, 10), program: readlinkSync(`/proc/${pid}/exe`) };
  } catch {
    return undefined;
  }
}
