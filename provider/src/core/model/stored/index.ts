export { keyPatterns } from "./ignored";
export type { Known, Stored } from "./stored";
export { describeUnknownPath } from "./unknown-step";
