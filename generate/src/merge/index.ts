/** What a generator makes, merged with what people edited: pure functions. */
export { type MergedModel, mergeModel } from "./merge-model";
export { replaceElements } from "./parts";
export { createRename, findProbableRenames, parseRename } from "./renames";
