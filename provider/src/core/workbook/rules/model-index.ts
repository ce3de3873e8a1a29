import { indexSpec, type SpecIndex } from "../../spec/internal";
import { convertToModel } from "../as-model";
import type { WorkbookIndex } from "../workbook-index";

const models = new WeakMap<WorkbookIndex, SpecIndex>();

/** A workbook as a data model, indexed; all rules share it. */
export function indexAsModel(workbook: WorkbookIndex): SpecIndex {
  const model = models.get(workbook) ?? indexSpec(convertToModel(workbook.document));
  models.set(workbook, model);
  return model;
}
