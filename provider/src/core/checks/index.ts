/** Checks of a data model's data: read from files, compiled into a scratch workbook, run there, and judged. */
export { CheckCompiler, type CompiledCheck } from "./compile";
export { explainGrouping, readRules } from "./dimensions";
export { parseGolden } from "./golden";
export {
  type AskedNumbers,
  type BothSides,
  type ComparedNumbers,
  compareNumbers,
  type NumberDifference,
  type NumberQuestion,
} from "./numbers";
export {
  type Check,
  createProblemReporter,
  type DimensionRules,
  formatFindings,
  type Limit,
  type ReadChecks,
  readChecks,
} from "./read";
export { type CheckResult, type CheckStatus, explain, getStatus, judgeChecks } from "./results";
export { buildChecksJsonSchema, getChecksShape } from "./schema";
export { type Telling, tellDifference, tellResult } from "./tell";
export { isNear } from "./values";
