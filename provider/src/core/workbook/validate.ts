import { type CodedNoun, type Finding, locateFindings, type Severity, type SourceText } from "../model";
import { isObject, isOpen, type Json } from "../model/json";
import { explainForm } from "../model/rules";
import { createReporter, type Severities, unwrapDocument } from "../model/text";
import { blockShape, outOfBounds } from "./rules/blocks";
import { fanOut, formulaRules, missingName, missingNode, rowAggregate, unresolvedName } from "./rules/formulas";
import { geometry, layoutForm, placement, rendering } from "./rules/layout";
import { modelRules } from "./rules/model-rules";
import { noEffect } from "./rules/no-effect";
import { groupedSort, missingColumn, missingGrouping, missingReference, twoChannels } from "./rules/references";
import type { WorkbookRule } from "./rules/rule";
import { shapeRules } from "./rules/shape";
import { documentShape, droppedField, duplicateId, elementShape, equalNames, markValue } from "./rules/structure";
import {
  blockedColor,
  blockedImage,
  forgottenRef,
  listTarget,
  openRange,
  organizationId,
  textMarkup,
} from "./rules/values";
import { WorkbookIndex } from "./workbook-index";

/** The rules for workbooks, in the order in which their findings are listed for one place. */
export const workbookRules: readonly WorkbookRule[] = [
  documentShape,
  ...shapeRules,
  blockShape,
  markValue,
  elementShape,
  droppedField,
  noEffect,
  outOfBounds,
  duplicateId,
  equalNames,
  missingReference,
  forgottenRef,
  missingColumn,
  twoChannels,
  groupedSort,
  missingGrouping,
  layoutForm,
  placement,
  geometry,
  rendering,
  ...formulaRules,
  rowAggregate,
  missingNode,
  missingName,
  unresolvedName,
  ...modelRules,
  fanOut,
  blockedColor,
  blockedImage,
  textMarkup,
  listTarget,
  openRange,
  organizationId,
];

/** Each rule's severity when nothing else is set. */
export const workbookSeverities: Readonly<Record<string, Severity>> = Object.fromEntries(
  workbookRules.map(({ name, severity }) => [name, severity]),
);

/** How to validate a workbook. */
export interface ValidateWorkbookOptions {
  /** Severities that differ from the rules' own, by rule name. */
  readonly severities?: Severities;
  /**
   * The workbook with its placeholders unfilled, for what a file may hold and its values may not. Default: the same.
   */
  readonly authored?: Json;
  /** What the document is to be; default: what it says. */
  readonly noun?: CodedNoun;
  /** The text that the workbook was read from, so that findings get a line and column. */
  readonly source?: SourceText;
}

/**
 * Checks a workbook whose placeholders are filled: all findings at once, in the order of the document. Values that are
 * unknown in a preview are passed over.
 *
 * @example validateWorkbook(form).map(({ message }) => message)
 */
export function validateWorkbook(
  form: Json,
  { severities = {}, authored = form, noun, source }: ValidateWorkbookOptions = {},
): Finding[] {
  const { document, prefix } = unwrapDocument(form);
  if (!isObject(document) || isOpen(document)) return [];
  const workbook = new WorkbookIndex(document, unwrapDocument(authored).document, noun);
  const findings: Finding[] = [];
  const report = createReporter(form, findings, { own: workbookSeverities, severities, prefix });
  const wrong = explainForm(document, workbook.noun);
  if (wrong !== undefined) report(documentShape.name, wrong);
  for (const { name, check } of wrong === undefined ? workbookRules : [])
    if (severities[name] !== "off") check(workbook, (finding) => report(name, finding));
  if (findings.length > 0 && source) locateFindings(findings, source);
  return source
    ? findings.sort((a, b) => (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0))
    : findings;
}
