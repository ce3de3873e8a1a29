export { keyPatterns } from "./ignored";
export type { Known, KnownWritten, Stored } from "./stored";
export { describeUnknownPath } from "./unknown-step";
