/** The code representation of a workbook. Pure functions over plain JSON; no network, no engine. */
export { canonicalizeWorkbook } from "./canonical";
export { diffWorkbooks, labelElement } from "./differences";
export {
  countColumns,
  formatSpan,
  isSameNode,
  type LayoutNode,
  type LayoutProblem,
  type ParsedLayout,
  parseLayout,
  parseSpan,
  stretchContainers,
  walkLayout,
  writeLayout,
} from "./layout/layout";
export { compileBlock, LayoutTreeError, toRows } from "./layout/tree";
export {
  isWorkbook,
  openEnvelope,
  type ValidateWorkbookOptions,
  validateWorkbook,
  workbookSeverities,
} from "./validate";
export { type ElementEntry, type Placement, WorkbookIndex } from "./workbook-index";
