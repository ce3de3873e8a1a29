import { once } from "node:events";
import { relative, resolve, sep } from "node:path";
import { watch } from "chokidar";

/** Milliseconds without another change before files are looked at: an editor may write several times. */
const calm = 100;

/**
 * Runs `look` once, and again whenever something under `paths` changes, until the signal is aborted.
 *
 * @param look is told what changed, and returns what else to watch.
 */
export async function watchFiles(
  cwd: string,
  paths: readonly string[],
  signal: AbortSignal,
  look: (changed: readonly string[]) => readonly string[],
): Promise<void> {
  const ignored = (path: string) => /[\\/](node_modules|\.git)([\\/]|$)/.test(relative(cwd, path));
  const watcher = watch([...paths], { cwd, ignoreInitial: true, ignored });
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    const seen = [...changed].sort();
    changed.clear();
    watcher.add([...look(seen)]);
  };
  try {
    await once(watcher, "ready");
    again();
    await new Promise<void>((end, fail) => {
      watcher.on("all", (_, path) => {
        changed.add(relative(cwd, resolve(cwd, path)).split(sep).join("/"));
        clearTimeout(timer);
        timer = setTimeout(() => {
          try {
            again();
          } catch (error) {
            fail(error);
          }
        }, calm);
      });
      if (signal.aborted) end();
      signal.addEventListener("abort", () => end(), { once: true });
    });
  } finally {
    clearTimeout(timer);
    await watcher.close();
  }
}
