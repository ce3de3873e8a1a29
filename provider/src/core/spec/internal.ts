/**
 * What other parts of this package need of specs, and users don't: `index.ts` is published as `pulumi-analytics/spec`,
 * this is not. It loads zod.
 */

export { canonicalizeValue } from "./diff/canonical";
export { createChange, type Place } from "./diff/diff";
export { assignIds } from "./identity/assign";
export { assignFirstIds, isRecognised } from "./identity/first-ids";
export { type Evidence, pairUp } from "./identity/pairing";
export { deriveColumnNames, getColumnName, listColumnNames } from "./references/derived-names";
export { describePlace } from "./references/formula-place";
export { FormulaSite, walkFormulas, walkStatements } from "./references/formula-sites";
export { findHeads, findPrimary, getSourceName, listSources } from "./references/joins";
export { formItemKey } from "./references/list-items";
export type { Meaning, OutsideTarget, Target } from "./references/meaning";
export { type ElementName, ModelNames } from "./references/model-names";
export {
  fieldOfPart,
  kindNames,
  listElementPlaces,
  listElements,
  type PartField,
  type PartKind,
  partFields,
} from "./references/references";
export { findInSource, findMeaning } from "./references/resolve";
export { indexSpec, type SpecIndex } from "./references/spec-index";
export { findNearestName } from "./references/suggestions";
export { describeRowAggregate, groupedMetric, listCalculated, repeatedMetric } from "./rules/aggregates";
export { circularFormula } from "./rules/circular";
export { explainForm } from "./rules/form";
export { formulaRules } from "./rules/formulas";
export { forgottenRef, reportForgottenRefs } from "./rules/ids";
export { joinLeftSide, joinPrimarySource } from "./rules/joins";
export { isRefused, slashName, suggestName, unresolvedControl, visitUnresolved } from "./rules/names";
export { findRepeats } from "./rules/repeats";
export type { Reporter, Rule } from "./rules/rule";
export { dateFormat, duplicateFilter, folderCycle, numberFormat, sourceCycle, unionColumns } from "./rules/structure";
export { dateRange, emptyFilter, isoDate, manualLabels, manualValues, mixedValues } from "./rules/values";
export { type About, checkShape, type ShapeRule } from "./schema/check-shape";
export { buildJsonSchema } from "./schema/json-schema";
export {
  columnSecuritySchema,
  controlElementSchema,
  filterSchema,
  folderSchema,
  formatSchema,
  groupingSchema,
  sortSchema,
  sourceSchema,
  targetSourceSchema,
  trimName,
  valueSourceSchema,
} from "./schema/schema";
export {
  buildShape,
  getFieldShape,
  modelShape,
  type ObjectShape,
  pickObject,
  pickOption,
  type Shape,
  type VariantShape,
} from "./schema/shape";
export { type Reference, schemaTraits, type Traits } from "./schema/traits";
export { keyPatterns } from "./stored/ignored";
export type { Known, Stored } from "./stored/stored";
export { describeUnknownPath } from "./stored/unknown-step";
export { createReporter, type Report, type Severities, type Span } from "./text/findings";
