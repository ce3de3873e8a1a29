/** The process that the package runs in. */

export { KeyedMutex } from "./keyed-mutex";
export { Operations } from "./operations";
export { appendJsonLine, createFileName, listFiles, parseJsonLines, readText } from "./process-files";
export { Run } from "./run";
export { findAncestor, isRunning, readProcessName } from "./running";
export { userAgent, version } from "./version";
