/**
 * Helpers for Pulumi policy packs that validate this provider's resources before they exist. They find resources by
 * type, also inside components. Unknown values are visible as unknown; secrets are hidden. They send no requests.
 */
import "../core/runtime/node-check";

export { type PolicyApiCredential, validateApiCredential } from "./api-credential";
export { type PolicyConnection, validateConnection } from "./connection";
export {
  type DataModelChanges,
  type DataModelFields,
  type DataModelReport,
  PolicyDataModel,
  remediateDataModel,
  validateDataModel,
} from "./data-model";
export * from "./generated";
export type { PolicyContext } from "./kinds";
export { type MissingName, missingNames } from "./missing-names";
export {
  type DeclaredDocument,
  type ModelEdge,
  type ModelGraph,
  type ModelNode,
  validateModelGraph,
} from "./model-graph";
export { isUnknown, type Seen, type SeenInside, type Unknown } from "./seen";
export type { Judge } from "./validator";
export {
  type ColumnPlace,
  type ElementPlace,
  type FormulaPlace,
  forEachColumn,
  forEachElement,
  forEachFormula,
  forEachJoin,
  forEachSource,
  forEachTable,
  type JoinPlace,
  type SourcePlace,
  type TablePlace,
} from "./walk";
export {
  forEachWorkbookElement,
  PolicyWorkbook,
  validateReportContents,
  validateWorkbookContents,
  type WorkbookElementPlace,
  type WorkbookFields,
  type WorkbookJudge,
  type WorkbookReport,
} from "./workbook-contents";
