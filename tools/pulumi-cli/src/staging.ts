import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

const STAGING = ".staging-";

/**
 * Gives `work` an empty directory in the cache, from which it moves what it made to its place in one step, and removes
 * the rest. Killed in between, a process leaves nothing that could be taken for finished.
 *
 * The caller holds the lock on the cache: what others left partially created is removed first.
 */
export async function useStaging<T>(versions: string, work: (staging: string) => Promise<T>): Promise<T> {
  await mkdir(versions, { recursive: true });
  const leftovers = (await readdir(versions)).filter((name) => name.startsWith(STAGING));
  await Promise.all(leftovers.map((name) => rm(join(versions, name), { recursive: true, force: true })));
  const staging = await mkdtemp(join(versions, STAGING));
  try {
    return await work(staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
