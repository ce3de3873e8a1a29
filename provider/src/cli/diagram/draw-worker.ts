import { parentPort, workerData } from "node:worker_threads";
import { UsageError } from "../command";
import type { Answer, Task } from "./apart";
import { draw } from "./draw";

async function answer({ graph, options }: Task): Promise<Answer> {
  try {
    return { picture: await draw(graph, options) };
  } catch (error) {
    // Threads hand on errors without their class.
    if (error instanceof UsageError) return { problem: error.message };
    throw error;
  }
}

void answer(workerData as Task).then((result) => parentPort?.postMessage(result));
