/** The code representation of a workbook. Pure functions over plain JSON; no network, no engine. */

export type { CodedNoun } from "../model";
export { isWorkbook, openEnvelope } from "../model/text";
export { checkWorkbookReferences } from "./across";
export { convertFormToModel, convertToModel, placeInWorkbook } from "./as-model";
export { canonicalizeWorkbook, dropBaseGroupings } from "./canonical";
export { isCopied, parseCopied } from "./copied";
export { diffWorkbooks, labelElement } from "./differences";
export { joinLayout, splitLayout, WorkbookForms } from "./forms";
export { getGrammar, listReferences } from "./grammar";
export { getElementName, listKinds, readNoun } from "./kinds";
export {
  countColumns,
  isSameNode,
  type LayoutNode,
  parseLayout,
  parseSpan,
  stretchContainers,
  writeLayout,
} from "./layout/layout";
export { compileLayout, readLayoutAsRows } from "./layout/read";
export { compileBlock, LayoutTreeError, toRows } from "./layout/tree";
export {
  createNamedForm,
  dropSide,
  isOfSide,
  listNamedElements,
  listNameSites,
  type NamedForm,
  type NameSite,
  resolveName,
} from "./name-sites";
export { preserveWorkbookAuthoring } from "./preserve-authoring";
export { locateRemark } from "./remarks";
export {
  listIgnored,
  mergeStoredWorkbook,
  readStoredWorkbook,
} from "./stored";
export { isFormerWorkbook, upgradePart, upgradeWorkbook } from "./upgrade";
export { validateWorkbook, workbookSeverities } from "./validate";
export { type ElementEntry, WorkbookIndex } from "./workbook-index";
