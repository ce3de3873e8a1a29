import { join } from "node:path";

/** The environment in which a Node process loads this repository's code faster; see `preload.js`. */
export const quickLoad = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "preload.js"))}` } as const;
