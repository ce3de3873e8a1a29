import { groupedMetric, repeatedMetric, rowAggregate } from "./aggregates";
import { circularFormula } from "./circular";
import { formulaRules } from "./formulas";
import { duplicateId, forgottenRef, missingReference, unusableId } from "./ids";
import { geographyOperator, joinLeftSide, joinPrimarySource } from "./joins";
import {
  duplicateControlId,
  duplicateTableName,
  metricInColumn,
  missingColumn,
  slashName,
  unresolvedControl,
  unresolvedName,
} from "./names";
import type { Rule } from "./rule";
import {
  dateFormat,
  duplicateFilter,
  folderCycle,
  groupedSort,
  numberFormat,
  orderSummary,
  relationshipPage,
  sourceCycle,
  unionColumns,
} from "./structure";
import { dateRange, emptyFilter, isoDate, manualLabels, manualValues, mixedValues } from "./values";

/** The rules beyond shape, in the order in which their findings are listed for one place. */
export const rules: readonly Rule[] = [
  unusableId,
  duplicateId,
  missingReference,
  forgottenRef,
  joinLeftSide,
  joinPrimarySource,
  unionColumns,
  sourceCycle,
  dateRange,
  mixedValues,
  duplicateTableName,
  duplicateControlId,
  ...formulaRules,
  circularFormula,
  missingColumn,
  unresolvedName,
  metricInColumn,
  slashName,
  rowAggregate,
  groupedMetric,
  repeatedMetric,
  unresolvedControl,
  geographyOperator,
  relationshipPage,
  groupedSort,
  duplicateFilter,
  numberFormat,
  dateFormat,
  orderSummary,
  folderCycle,
  manualValues,
  manualLabels,
  isoDate,
  emptyFilter,
];
