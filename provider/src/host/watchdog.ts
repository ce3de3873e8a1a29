/** The thread that {@link endWithEngine} starts. */
import { parentPort, workerData } from "node:worker_threads";
import { watch } from "./engine-watch";

/** Milliseconds that the process may take to end by itself, which releases its locks. */
const longestEndMs = 2_000;

watch(workerData as string, () => {
  parentPort?.postMessage("gone");
  setTimeout(() => process.kill(process.pid, "SIGKILL"), longestEndMs);
});
