import { parentPort, workerData } from "node:worker_threads";
import type { Answer, Note, Task } from "./apart";
import { drawHere } from "./draw";
import { DrawingError } from "./error";

function tell(note: string): void {
  parentPort?.postMessage({ note } satisfies Note);
}

async function answer({ graph, options }: Task): Promise<Answer> {
  try {
    return { picture: await drawHere(graph, options, tell) };
  } catch (error) {
    // Threads hand on errors without their class.
    if (error instanceof DrawingError) return { problem: error.message };
    throw error;
  }
}

void answer(workerData as Task).then((result) => parentPort?.postMessage(result));
