export { explainOutside } from "./boundary";
export { writeDraft } from "./draft";
export { isOutsideFolder } from "./leads-out";
export { type PlannedModel, planModelDirectory } from "./model-directory";
export { isChecksFile, listChecksFiles, listModelFiles } from "./model-files";
export { suggestPath } from "./near-path";
export { findProjectFile, findProjectFolder } from "./project-file";
export { type ReadOptions, readBytes, readText, UnreadableFileError } from "./read";
export { reviewForms } from "./review-forms";
export { openSource, parseSpecFile, parseWorkbookFile } from "./spec-file";
export { describeSystemCode, explainUnread } from "./system-errors";
export {
  assembleWorkbook,
  findWorkbookFiles,
  groupWorkbookFiles,
  openWorkbookFile,
  type WorkbookFiles,
} from "./workbook-files";
