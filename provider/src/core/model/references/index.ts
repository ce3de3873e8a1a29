export { deriveColumnNames, getColumnName, listColumnNames } from "./derived-names";
export { describePlace } from "./formula-place";
export { FormulaSite, walkFormulas, walkStatements } from "./formula-sites";
export { findHeads, findPrimary, getSourceName, isOfDocument, listSources } from "./joins";
export { formItemKey } from "./list-items";
export type { Meaning, OutsideTarget, Target } from "./meaning";
export { type ElementName, ModelNames } from "./model-names";
export {
  type Definition,
  fieldOfPart,
  formDefinitionKey,
  kindNames,
  listDefinitions,
  listElementPlaces,
  listElements,
  type PartField,
  type PartKind,
  partFields,
} from "./references";
export { findInSource, findMeaning } from "./resolve";
export { indexSpec, type SpecIndex } from "./spec-index";
export { findNearestName } from "./suggestions";
export { listThings, listUses, type Use } from "./uses";
