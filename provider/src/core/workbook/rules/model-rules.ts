/** The rules for data models that hold for workbooks as well: sources, formats, values of filters and controls. */
import {
  circularFormula,
  dateFormat,
  dateRange,
  duplicateFilter,
  emptyFilter,
  folderCycle,
  groupedMetric,
  isoDate,
  joinLeftSide,
  joinPrimarySource,
  manualLabels,
  manualValues,
  mixedValues,
  numberFormat,
  type Rule,
  repeatedMetric,
  slashName,
  sourceCycle,
  unionColumns,
  unresolvedControl,
} from "../../model/rules";
import { toWorkbookPath } from "../as-model";
import type { WorkbookRule } from "./rule";

/** A rule for data models, over a workbook in the form of one. */
const adopt = ({ name, severity, check }: Rule): WorkbookRule => ({
  name,
  severity,
  check: (workbook, report) =>
    check(workbook.model, ({ path, ...finding }) => report({ ...finding, path: toWorkbookPath(path) })),
});

export const modelRules: readonly WorkbookRule[] = [
  joinLeftSide,
  joinPrimarySource,
  unionColumns,
  sourceCycle,
  folderCycle,
  circularFormula,
  slashName,
  groupedMetric,
  repeatedMetric,
  unresolvedControl,
  duplicateFilter,
  dateRange,
  mixedValues,
  manualValues,
  manualLabels,
  isoDate,
  numberFormat,
  dateFormat,
  emptyFilter,
].map(adopt);
