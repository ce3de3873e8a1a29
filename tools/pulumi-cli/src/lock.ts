import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { getCode } from "./errors";

/** How long a lock may go untouched before its owner counts as gone, in milliseconds. */
const STALE_AFTER = 15_000;

/**
 * Does `work` while no other process with the same lock does its own.
 *
 * The lock is a directory in which everyone who wants it puts a file of his own: of two who do so at the same time at
 * least one sees the other, and gives way. As no name is used twice, the file of an owner who was killed can be removed
 * by anyone at any time. He counts as gone when his process is, or, where that can't be seen (another machine, a number
 * given to a new process), when his file is no longer touched.
 *
 * @param waiting - Called once if the lock has to be waited for.
 */
export async function runLocked<T>(directory: string, work: () => Promise<T>, waiting: () => void): Promise<T> {
  const name = [process.pid, hostname(), randomUUID()].join("@");
  const file = join(directory, name);
  await mkdir(directory, { recursive: true });
  for (let told = false; !(await take(directory, name)); told = true) {
    if (!told) waiting();
    // Two who gave way to each other must not meet again.
    await sleep(50 + 100 * Math.random());
  }
  const touching = setInterval(() => touch(file), STALE_AFTER / 5);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    await rm(file, { force: true });
  }
}

async function take(directory: string, name: string): Promise<boolean> {
  if (await isTaken(directory, name)) return false;
  const file = join(directory, name);
  await writeFile(file, "");
  if (!(await isTaken(directory, name))) return true;
  await rm(file, { force: true });
  return false;
}

async function isTaken(directory: string, by: string): Promise<boolean> {
  const others = (await readdir(directory)).filter((name) => name !== by);
  const present = await Promise.all(others.map((name) => isPresent(directory, name)));
  return present.includes(true);
}

/** Whether the owner of a file is still there. If not, the file is removed. */
async function isPresent(directory: string, name: string): Promise<boolean> {
  const file = join(directory, name);
  const touched = await stat(file).catch(() => undefined);
  if (touched === undefined) return false;
  const [pid, host] = name.split("@");
  const isFresh = Date.now() - touched.mtimeMs < STALE_AFTER;
  if (isFresh && (host !== hostname() || isRunning(Number(pid)))) return true;
  await rm(file, { force: true });
  return false;
}

async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Someone else's process can't be signalled, but it is there.
    return getCode(error) === "EPERM";
  }
}
