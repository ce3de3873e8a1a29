export { type ModelFile, modelDirectory } from "./model-directory";
export { modelFilesIn } from "./model-files";
export { leadsOut, type ReadOptions, readBytes, readText, UnreadableFileError } from "./read";
export { parseSpecFile } from "./spec-file";
