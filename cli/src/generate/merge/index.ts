/** What a generator makes, merged with the files that people edit. */
export { type MergedFile, type MergeFilesOptions, mergeFiles } from "./merge-files";
export { type ModelRecord, readRecords } from "./records";
