export { DataModel, type DataModelArgs } from "./data-model";
export { DataModelDirectory, type DataModelDirectoryArgs } from "./data-model-directory";
export * from "./generated";
export { type ModelReference, type ReferableModel, referencedModel } from "./model-reference";
export { Release, type ReleaseArgs, type ReleasedDocument } from "./release";
export { Report, type ReportArgs } from "./report";
export { reportFile, type SpecFile, type SpecInput, specFile, type WorkbookInput, workbookFile } from "./spec-input";
export { Workbook, type WorkbookArgs } from "./workbook";
