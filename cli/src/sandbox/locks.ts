/** Who holds a stack, and which holders have surely ended. */

import { mkdirSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { isRunning, listFiles, readProcessName } from "pulumi-analytics-internal/core/runtime";
import type { Environment } from "../command/child";

/** A lock of a stack, as Pulumi names it. */
export interface Lock {
  /** Such as `ann@build-7 (pid 123) at 2026-02-03T10:15:00Z`. */
  readonly holder: string;
  /** The machine that holds it, the process, and since when; undefined: Pulumi doesn't say it. */
  readonly host?: string;
  readonly pid?: string;
  readonly at?: number;
}

/**
 * The locks because of which Pulumi refused; undefined: it failed for another reason.
 *
 * Pulumi Cloud says only that there is one.
 */
export function readLocks(stderr: string): Lock[] | undefined {
  const lines = stderr.split("\n");
  const isRefused = (line: string) => /\b409\b/.test(line) && /update is currently in progress/i.test(line);
  if (lines.some(isRefused)) return [{ holder: "another run" }];
  const [, count] = /the stack is currently locked by (\d+) lock/.exec(stderr) ?? [];
  if (count === undefined) return undefined;
  const named = lines.flatMap((line): Lock[] => {
    const [, by = ""] = line.split(": created by ");
    const [holder, user, pid, at = ""] = /^(.{1,300}) \(pid (\d{1,10})\) at (\S{1,40})$/.exec(by) ?? [];
    if (holder === undefined || user === undefined) return [];
    return [{ holder, host: user.slice(user.lastIndexOf("@") + 1), pid, at: Date.parse(at) }];
  });
  return named.length === Number(count) ? named : [...named, { holder: "another run" }];
}

/** Milliseconds from the start of a process until its lock counts as another's. */
const lockedWithinMs = 10 * 60_000;

/**
 * This machine's notes on the processes of Pulumi that sandboxes start: a file for each, while it runs. The name of a
 * machine and the number of a process may be those of another container. A note, whose process the kernel knows by its
 * start, and whose time is that of the lock, is proof.
 */
export class OwnRuns {
  /** @param stack tells a stack from others: letters and digits. */
  constructor(
    private readonly folder: string,
    private readonly stack: string,
  ) {}

  /** Notes a process. @returns removes the note, if the process has ended. */
  note(pid: number): () => void {
    const name = readProcessName(pid);
    if (name === undefined) return () => {};
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const file = join(this.folder, `${this.stack}-${name}`);
    writeFileSync(file, "", { mode: 0o600 });
    return () => {
      if (!isRunning(name)) rmSync(file, { force: true });
    };
  }

  /** Whether a lock's holder has ended, as a note proves. Of several processes that ask, one is told so. */
  takeEnded({ host, pid, at = Number.NaN }: Lock): boolean {
    if (host !== hostname()) return false;
    const name = `${this.stack}-${pid}`;
    return listFiles(this.folder, /^[\w-]+$/).some((file) => {
      if (file !== name && !file.startsWith(`${name}-`)) return false;
      const path = join(this.folder, file);
      if (isRunning(file.slice(this.stack.length + 1))) return false;
      try {
        // Pulumi leaves out milliseconds.
        const lateMs = at - Math.floor(statSync(path).mtimeMs / 1000) * 1000;
        if (!(lateMs >= 0 && lateMs < lockedWithinMs)) return false;
        unlinkSync(path);
        return true;
      } catch {
        return false;
      }
    });
  }
}

/** The folder of the notes, in Pulumi's home. */
export const getNotesFolder = (env: Environment): string =>
  join(env.PULUMI_HOME || join(homedir(), ".pulumi"), "analytics", "sandboxes");
