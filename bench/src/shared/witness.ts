import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

/** Loaded before a program: says on its fourth file descriptor what memory it had at most, in kilobytes. */
if (isMainThread) process.once("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)));
