import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { DrawingError } from "./error";
import type { Graph } from "./graph";
import type { PictureOptions, Tell } from "./options";

/** What the other thread is told. */
export interface Task {
  readonly graph: Graph;
  readonly options: PictureOptions;
}

/** What the other thread says in the end. */
export type Answer = { readonly picture: string | Uint8Array } | { readonly problem: string };

/** What it says before. */
export interface Note {
  readonly note: string;
}

/**
 * Draws a graph; the same graph always gives the same picture. It happens in a thread of its own: arranging hundreds of
 * elements takes seconds, in which a progress bar must go on and Ctrl-C must work.
 *
 * @param tell gets what the reader of the picture should know: that it shows folders instead of elements, or has a
 * smaller scale.
 * @throws DrawingError when a PNG would be too large; what the signal was aborted with.
 * @example writeFileSync("orders.png", await draw(graph, { format: "png" }))
 */
export function draw(
  graph: Graph,
  options: PictureOptions,
  signal: AbortSignal = new AbortController().signal,
  tell: Tell = () => {},
): Promise<string | Uint8Array> {
  const workerData: Task = { graph, options };
  return new Promise((resolve, reject) => {
    const worker = new Worker(join(__dirname, "draw-worker.js"), { workerData });
    const stop = () => {
      void worker.terminate();
      reject(signal.reason);
    };
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    worker.on("message", (answer: Answer | Note) => {
      if ("note" in answer) tell(answer.note);
      else if ("picture" in answer) resolve(answer.picture);
      else reject(new DrawingError(answer.problem));
    });
    worker.on("error", reject);
    worker.on("exit", () => signal.removeEventListener("abort", stop));
  });
}
