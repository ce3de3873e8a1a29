export { type ModelFile, modelDirectory } from "./model-directory";
export { modelFilesIn } from "./model-files";
export { leadsOut, type ReadOptions, readBytes, readText, UnreadableFileError } from "./read";
export { type ParsedSpecFile, parseSpecFile } from "./spec-file";
