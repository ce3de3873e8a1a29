import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { UsageError } from "../command";
import type { Graph } from "./graph";
import type { DrawOptions } from "./options";

/** What the other thread is told. */
export interface Task {
  readonly graph: Graph;
  readonly options: DrawOptions;
}

/** What the other thread says in the end. */
export type Answer = { readonly picture: string | Uint8Array } | { readonly problem: string };

/**
 * Draws in a thread of its own: arranging hundreds of elements takes seconds, in which the progress bar must go on and Ctrl-C must work.
 *
 * @throws UsageError as `draw` does; what the signal was aborted with.
 */
export function drawApart(task: Task, signal: AbortSignal): Promise<string | Uint8Array> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(__dirname, "draw-worker.js"), { workerData: task });
    const stop = () => {
      void worker.terminate();
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    worker.on("message", (answer: Answer) => {
      if ("picture" in answer) resolve(answer.picture);
      else reject(new UsageError(answer.problem));
    });
    worker.on("error", reject);
    worker.on("exit", () => signal.removeEventListener("abort", stop));
  });
}
