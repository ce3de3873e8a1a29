/** What a preview says of a workbook or report and its changes. No network. */

import type { CodedNoun } from "../../core/coded-noun";
import { adoptTheirIgnored, groupChangesByPlace, type SpecChange } from "../../core/spec";
import { isUnknown } from "../../core/values";
import { diffWorkbooks, openEnvelope, splitLayout, validateWorkbook } from "../../core/workbook";
import { tellChanges, tellNewValues } from "../document/changes";
import { getKnownIgnorePaths } from "../document/declaration";
import { createFindings } from "../document/findings";
import { getTitle, getWorkbook, isSameDeclaration, listOwnPlaceholders } from "./declaration";
import type { WorkbookInputs } from "./fields";

/** The errors and warnings of workbooks, or of reports. */
export const createCodedFindings = (noun: CodedNoun) =>
  createFindings<WorkbookInputs>({
    noun,
    getTitle: (inputs) => getTitle(noun, inputs),
    getForms: (inputs) => (isUnknown(inputs.contents) ? undefined : getWorkbook(inputs)),
    validate: ({ authored, filled }, severities, file) =>
      validateWorkbook(filled.spec, {
        authored,
        noun,
        // An id that the program says may be a value of the stack's configuration: it is no part of any file.
        severities: file === undefined ? { "organization-id": "off", ...severities } : severities,
      }),
  });

/** What an update changes in a document, one line each. */
export function listChanges(noun: CodedNoun, news: WorkbookInputs, olds: WorkbookInputs | undefined): string[] {
  if (olds === undefined || !isChanged(olds, news)) return [];
  const isConfidential = news.confidential || olds.confidential;
  const lines = tellChanges(diffInputs(olds, news), isConfidential);
  const used = listOwnPlaceholders(news);
  const newValues = tellNewValues(getWorkbook(news).authored, used, [olds.refs, news.refs], isConfidential);
  const title = getTitle(noun, news);
  return [
    ...[...lines, ...newValues].map((line) => `${title}: ${line}`),
    `${title}: the update discards unpublished drafts of people who are editing it`,
  ];
}

/** The parts that an update removes and others read from. */
export function summarizeChanges(news: WorkbookInputs, olds: WorkbookInputs): WorkbookChangeSummary | undefined {
  if (!isChanged(olds, news)) return undefined;
  const isConfidential = news.confidential || olds.confidential;
  const removes = diffInputs(olds, news)
    .filter(({ destructive }) => destructive)
    .map(({ thing, where, usedBy = [] }) =>
      isConfidential ? { where: `a ${thing}`, usedBy: ["others"] } : { where, usedBy },
    );
  return removes.length > 0 ? { removes } : undefined;
}

/** The summary of an update for policies. */
export interface WorkbookChangeSummary {
  readonly removes: readonly { readonly where: string; readonly usedBy: readonly string[] }[];
}

/** The changes of an update by place; of a confidential document, only that there are some. */
export function mapChanges(
  noun: CodedNoun,
  news: WorkbookInputs,
  olds: WorkbookInputs,
): Record<string, string> | undefined {
  if (!isChanged(olds, news)) return undefined;
  if (news.confidential || olds.confidential) return { [noun]: "changed; a value in it is secret" };
  const changes = groupChangesByPlace(diffInputs(olds, news));
  return Object.keys(changes).length > 0 ? changes : undefined;
}

function isChanged(olds: WorkbookInputs, news: WorkbookInputs): boolean {
  return (
    olds.contents !== undefined &&
    !isUnknown(olds.contents) &&
    !isUnknown(news.contents) &&
    !isSameDeclaration(olds, news)
  );
}

/** Cached, because one check calls it twice. */
const compared = new WeakMap<WorkbookInputs, { olds: WorkbookInputs; changes: SpecChange[] }>();

/**
 * The forms are compared, placeholders as placeholders: their values are whole objects at times, and secret at others.
 */
function diffInputs(olds: WorkbookInputs, news: WorkbookInputs): SpecChange[] {
  const known = compared.get(news);
  if (known?.olds === olds) return known.changes;
  const [before, after] = [olds, news].map((inputs) => splitLayout(openEnvelope(getWorkbook(inputs).authored)));
  const changes = diffWorkbooks(before!, adoptTheirIgnored(after!, before!, getKnownIgnorePaths(news)));
  compared.set(news, { olds, changes });
  return changes;
}

/** Shown for a drifted or conflicting document: what the platform has, against what is declared, as both are written. */
export function describeDrift(declared: WorkbookInputs, drifted: WorkbookInputs): string[] {
  const [before, now] = [declared, drifted].map((inputs) => getWorkbook(inputs).declared);
  return tellChanges(diffWorkbooks(before!, now!), declared.confidential || drifted.confidential);
}
