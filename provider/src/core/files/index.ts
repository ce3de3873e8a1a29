export { whyOutside } from "./boundary";
export { leadsOut } from "./leads-out";
export { type ModelFile, modelDirectory } from "./model-directory";
export { modelFilesIn } from "./model-files";
export { didYouMeanPath } from "./near-path";
export { type ReadOptions, readBytes, readText, UnreadableFileError } from "./read";
export { type ParsedSpecFile, parseSpecFile } from "./spec-file";
export { adviceOn, describeSystemCode } from "./system-errors";
