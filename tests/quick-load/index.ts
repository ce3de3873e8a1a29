import { join } from "node:path";

/**
 * The environment in which the processes that tests start take less time: Node.js loads this repository's code faster (see `preload.js`), and the
 * engine collects garbage when it has much.
 */
export const quickLoad = {
  NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "preload.js"))}`,
  GOGC: "off",
  GOMEMLIMIT: "512MiB",
} as const;
