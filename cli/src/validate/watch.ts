import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { relative, resolve } from "node:path";
import { watch } from "chokidar";
import { UsageError } from "../command";
import { formatPath } from "../command/files";

/** Milliseconds without another change before files are looked at: an editor may write several times. */
const calm = 100;

/** Milliseconds that the clock of a file system may be behind ours. */
const coarseness = 20;

/**
 * Runs `look` once, and again whenever something under `paths` changes, until the signal is aborted.
 *
 * @param look is told what changed, and returns what else to watch.
 * @throws UsageError when the system can't watch one of them.
 */
export async function watchFiles(
  cwd: string,
  paths: readonly string[],
  signal: AbortSignal,
  listOthers: (changed: readonly string[]) => readonly string[],
): Promise<void> {
  const isIgnored = (path: string) => /[\\/](node_modules|\.git)([\\/]|$)/.test(relative(cwd, path));
  const watcher = watch([...paths], { cwd, ignored: isIgnored });
  const failed = once(watcher, "error").then(([error]) => {
    throw createWatchError(cwd, error as NodeJS.ErrnoException);
  });
  // It may fail after the end.
  failed.catch(() => undefined);
  const changed = new Set<string>();
  // Watching a file starts some time after it was looked at, and is then told as if the file were new.
  const starting = new Set<string>();
  let lookedAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const runAgain = () => {
    const seen = [...changed].sort();
    changed.clear();
    lookedAt = Date.now();
    const others = listOthers(seen).map((path) => resolve(cwd, path));
    for (const path of others.filter(existsSync)) starting.add(path);
    watcher.add(others);
  };
  const isAsSeen = (path: string) => {
    const stats = starting.delete(path) ? statSync(path, { throwIfNoEntry: false }) : undefined;
    return stats !== undefined && stats.ctimeMs < lookedAt - coarseness;
  };
  try {
    await Promise.race([new Promise<void>((ready) => watcher.once("ready", ready)), failed]);
    runAgain();
    const watched = new Promise<void>((end, fail) => {
      watcher.on("all", (event, path) => {
        if (event === "add" && isAsSeen(resolve(cwd, path))) return;
        changed.add(formatPath(cwd, path));
        clearTimeout(timer);
        timer = setTimeout(() => {
          try {
            runAgain();
          } catch (error) {
            fail(error);
          }
        }, calm);
      });
      if (signal.aborted) end();
      signal.addEventListener("abort", () => end(), { once: true });
    });
    await Promise.race([watched, failed]);
  } finally {
    clearTimeout(timer);
    await watcher.close();
  }
}

function createWatchError(cwd: string, { path, message }: NodeJS.ErrnoException): UsageError {
  const where = path === undefined ? "" : `${relative(cwd, path) || "."}: `;
  return new UsageError(`${where}can't be watched: ${message}. Leave it out, or run the command without --watch.`);
}
