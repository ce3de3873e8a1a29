import { formulaSyntax, unknownFunction } from "./formulas";
import { duplicateId, missingReference } from "./ids";
import { geographyOperator, joinLeftSide, joinPrimarySource } from "./joins";
import { duplicateControlId, duplicateTableName, unresolvedControl, unresolvedName } from "./names";
import type { Rule } from "./rule";
import {
  duplicateFilter,
  folderCycle,
  groupedSort,
  numberFormat,
  orderSummary,
  relationshipPage,
  sourceCycle,
  unionColumns,
} from "./structure";
import { dateRange, isoDate, manualLabels, manualValues, mixedValues } from "./values";

/** The rules beyond shape, in the order in which their findings are listed for one place. */
export const rules: readonly Rule[] = [
  duplicateId,
  missingReference,
  joinLeftSide,
  joinPrimarySource,
  unionColumns,
  sourceCycle,
  dateRange,
  mixedValues,
  duplicateTableName,
  duplicateControlId,
  formulaSyntax,
  unknownFunction,
  unresolvedName,
  unresolvedControl,
  geographyOperator,
  relationshipPage,
  groupedSort,
  duplicateFilter,
  numberFormat,
  orderSummary,
  folderCycle,
  manualValues,
  manualLabels,
  isoDate,
];
