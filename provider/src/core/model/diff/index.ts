export { canonicalizeValue } from "./canonical";
export { type ChangedThing, createChange } from "./diff";
