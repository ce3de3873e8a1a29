/**
 * What other parts of this package need of specs, and users don't: `index.ts` is published as `pulumi-analytics/spec`,
 * this is not. It loads zod.
 */
export { assignFirstIds, isRecognised } from "./identity/first-ids";
export { type Evidence, pairUp } from "./identity/pairing";
export { deriveColumnNames } from "./references/derived-names";
export { type FormulaSite, walkFormulas, walkStatements } from "./references/formula-sites";
export { parseSyntax } from "./references/formula-syntax";
export { findNames, type NameReference, normalizeFormula, normalizePlainName } from "./references/formulas";
export { findHeads, findPrimary, getSourceName } from "./references/joins";
export { formItemKey } from "./references/list-items";
export { getColumnName, NameResolver } from "./references/names";
export {
  fieldOfPart,
  kindNames,
  listElementPlaces,
  listElements,
  type PartField,
  type PartKind,
  partFields,
} from "./references/references";
export { indexSpec } from "./references/spec-index";
export { findSpan } from "./rules/formulas";
export { findEquivalent, functionNames, isKnownFunction } from "./rules/functions";
export { getFieldShape, modelShape, type ObjectShape, pickObject, type Shape } from "./schema/shape";
export { keyPatterns } from "./stored/ignored";
export { describeUnknownPath } from "./stored/unknown-step";
export type { Report, Span } from "./text/findings";
