export { keyPatterns } from "./ignored";
export { mergeKeys, Preserver, type Values } from "./preserver";
export type { Known, KnownWritten, Stored } from "./stored";
export { describeUnknownPath } from "./unknown-step";
