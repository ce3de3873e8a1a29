/** Checks of a data model's data: read from files, compiled into a scratch workbook, run there, and judged. */
export { CheckCompiler, type CompiledCheck, type CompiledChecks } from "./compile";
export { explainGrouping, readRules } from "./dimensions";
export { parseGolden } from "./golden";
export { getScratchFolder, openScratchJournal, type ScratchJournal } from "./journal";
export { type CheckedModel, findConnection, ModelIndex } from "./model";
export {
  type AskedNumbers,
  type BothSides,
  type ComparedNumbers,
  compareNumbers,
  type NumberChange,
  type NumberDifference,
  type NumberQuestion,
} from "./numbers";
export { defaultFewestRows } from "./privacy";
export {
  type Check,
  type CheckSeverity,
  createProblemReporter,
  type DimensionRules,
  formatFindings,
  type Limit,
  type NamedTest,
  type ReadChecks,
  readChecks,
  type TableDimensions,
} from "./read";
export { planScratch, readTables, runScratch } from "./reading";
export { type CheckResult, type CheckStatus, explain, getStatus, judgeChecks } from "./results";
export { type ExportResult, type RunOptions, type ScratchPlace, useScratch } from "./run";
export { buildChecksJsonSchema, getChecksShape } from "./schema";
export { buildContents, type Row, type Scratch, type ScratchExport, type ScratchTable, TooManyRows } from "./scratch";
export { readCheckedModel } from "./stored-model";
export { type Telling, type ToldResult, tellDifference, tellResult } from "./tell";
export { isNear } from "./values";
