/** New names, wherever formulas use the old ones. Pure functions over plain JSON; no network, no engine. */
export { explainBadName, type RenameConflict } from "./collisions";
export { type NamedDocument, NamedDocuments } from "./documents";
export type { NameChange } from "./edits";
export { type LeftUse, planRename, type RenamePlan, type RenameRequest } from "./plan";
