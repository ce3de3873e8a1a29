import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { codeOf } from "./errors";

/** How long a lock may go untouched before its owner counts as gone, in milliseconds. */
const STALE_AFTER = 15_000;

/**
 * Does `work` while no other process that asks for the same lock file does its own.
 *
 * An owner that was killed doesn't block the others: its process is gone, or, where that can't be seen (another
 * machine, a number given to a new process), the file is no longer touched.
 *
 * @param waiting - Called once if the lock has to be waited for.
 */
export async function withLock<T>(file: string, work: () => Promise<T>, waiting: () => void): Promise<T> {
  const owner = `${process.pid} ${hostname()} ${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  for (let told = false; !(await create(file, owner)); ) {
    const seen = await read(file);
    if (seen !== undefined && (await isAbandoned(file, seen))) {
      await remove(file, seen);
      continue;
    }
    if (!told) waiting();
    told = true;
    await sleep(100);
  }
  const touching = setInterval(() => touch(file), STALE_AFTER / 5);
  try {
    return await work();
  } finally {
    clearInterval(touching);
    await remove(file, owner);
  }
}

async function create(file: string, owner: string): Promise<boolean> {
  try {
    await writeFile(file, owner, { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

async function read(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}

async function touch(file: string): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => undefined);
}

async function isAbandoned(file: string, owner: string): Promise<boolean> {
  const touched = await stat(file).catch(() => undefined);
  if (touched === undefined) return false;
  const [pid, host] = owner.split(" ");
  const isHere = pid !== undefined && host === hostname();
  return (isHere && !isRunning(Number(pid))) || Date.now() - touched.mtimeMs > STALE_AFTER;
}

/**
 * Removes the lock if it is still the one of `owner`. Moving it aside before looking makes sure that of several waiters
 * only one removes it; a lock that turns out to be a newer one is put back.
 */
async function remove(file: string, owner: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch {
    return;
  }
  if ((await read(aside)) !== owner) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Someone else's process can't be signalled, but it is there.
    return codeOf(error) === "EPERM";
  }
}
