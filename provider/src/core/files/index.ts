export { modelFilesIn } from "./model-files";
export { leadsOut, type ReadOptions, readBytes, readText, UnreadableFileError } from "./read";
