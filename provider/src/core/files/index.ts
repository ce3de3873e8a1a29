export { explainOutside } from "./boundary";
export { isOutsideFolder } from "./leads-out";
export { type ModelFile, readModelDirectory } from "./model-directory";
export { listModelFiles } from "./model-files";
export { suggestPath } from "./near-path";
export { type ReadOptions, readBytes, readText, UnreadableFileError } from "./read";
export { type ParsedSpecFile, parseSpecFile } from "./spec-file";
export { adviceOn, describeSystemCode } from "./system-errors";
