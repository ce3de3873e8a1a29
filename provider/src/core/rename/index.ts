/** New names, wherever formulas use the old ones. Pure functions over plain JSON; no network, no engine. */
export { explainBadName, type RenameConflict } from "./collisions";
export { type NamedDocument, NamedDocuments, type NameUse, type RenameTarget, type Resolved } from "./documents";
export {
  type LeftUse,
  type NameChange,
  planRename,
  type RenamePlan,
  type RenameRequest,
} from "./plan";
