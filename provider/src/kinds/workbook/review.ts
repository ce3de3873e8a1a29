/** What a preview says of a workbook or report and its changes. No network. */

import { isUnknown } from "../../core/engine";
import { adoptTheirIgnored } from "../../core/model";
import {
  type CodedNoun,
  convertFormToModel,
  diffWorkbooks,
  openEnvelope,
  placeInWorkbook,
  splitLayout,
  validateWorkbook,
} from "../../core/workbook";
import { createChanges, findHidden, type Hidden, listRemovals, type Removal, tellChanges } from "../document/changes";
import { getKnownIgnorePaths } from "../document/declaration";
import { getTitle } from "../document/fields";
import { createFindings } from "../document/findings";
import { createSourceReview } from "../document/sources";
import { getWorkbook, isSameDeclaration, texts } from "./declaration";
import type { WorkbookInputs } from "./fields";

/** The errors and warnings of workbooks, or of reports. */
export const createCodedFindings = (noun: CodedNoun) =>
  createFindings({
    noun,
    texts,
    validate: ({ authored, filled }, severities, file) =>
      validateWorkbook(filled.spec, {
        authored,
        noun,
        // An id that the program says may be an output or a value of the stack's configuration: no file has it.
        severities: file === undefined ? { ...severities, "organization-id": "off" } : severities,
      }),
  });

/** The tables and columns of warehouses that workbooks, or reports, read and the catalog lacks. */
export function createCodedSourceReview(noun: CodedNoun) {
  const getForm = (inputs: WorkbookInputs) => getWorkbook(inputs).filled.spec;
  return createSourceReview<WorkbookInputs>({
    getTitle: (inputs) => getTitle(noun, inputs),
    getModel: (inputs) => (isUnknown(inputs.contents) ? undefined : convertFormToModel(getForm(inputs))),
    place: (inputs, findings) => placeInWorkbook(getForm(inputs), findings),
  });
}

const { isChanged, diffShown, ...told } = createChanges<"contents", WorkbookInputs>({
  texts,
  isSame: isSameDeclaration,
  diff(olds, news) {
    const [before, after] = [olds, news].map((inputs) => splitLayout(openEnvelope(getWorkbook(inputs).authored)));
    return diffWorkbooks(before!, adoptTheirIgnored(after!, before!, getKnownIgnorePaths(news)));
  },
});

export const { mapChanges } = told;

/** What an update changes in a document, one line each. */
export function listChanges(noun: CodedNoun, news: WorkbookInputs, olds: WorkbookInputs | undefined): string[] {
  const title = getTitle(noun, news);
  const lines = told.listChanges(title, news, olds);
  if (olds === undefined || !isChanged(olds, news)) return lines;
  return [...lines, `${title}: the update discards unpublished drafts of people who are editing it`];
}

/** The parts that an update removes and others read from. */
export function summarizeChanges(news: WorkbookInputs, olds: WorkbookInputs): WorkbookChangeSummary | undefined {
  if (!isChanged(olds, news)) return undefined;
  const removes = listRemovals(diffShown(olds, news), findHidden([olds, news]));
  return removes.length > 0 ? { removes } : undefined;
}

/** The summary of an update for policies. */
export interface WorkbookChangeSummary {
  readonly removes: readonly Removal[];
}

/** Shown for a drifted or conflicting document: what the platform has, against what is declared, as both are written. */
export function describeDrift(declared: WorkbookInputs, drifted: WorkbookInputs, hidden: Hidden): string[] {
  const [before, now] = [declared, drifted].map((inputs) => getWorkbook(inputs).declared);
  return tellChanges(diffWorkbooks(before!, now!), hidden);
}
