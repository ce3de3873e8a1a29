/** The tables of a model whose data is read: what names mean, and which rows and values formulas read. */
export type { Reading } from "./behind";
export {
  type CheckedModel,
  findConnection,
  findSoleConnection,
  inlineMetrics,
  ModelIndex,
  type ReportProblem,
} from "./model";
export { calculateNoRows } from "./no-rows";
export { createFindIndex, type FindIndex, isReadable, listFilteredTables, listLeaves, TableRows } from "./rows";
export { readCheckedModel } from "./stored-model";
