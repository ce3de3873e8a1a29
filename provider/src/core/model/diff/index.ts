export { canonicalizeValue } from "./canonical";
export { createChange, type Place } from "./diff";
