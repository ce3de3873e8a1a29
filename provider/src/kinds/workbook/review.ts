/** What a preview says of a workbook and its changes. No network. */
import {
  adoptTheirIgnored,
  type Finding,
  formatNewValues,
  groupChangesByPlace,
  isIgnored,
  type JsonObject,
  type Severity,
  type SpecChange,
} from "../../core/spec";
import { isObject } from "../../core/spec/json";
import { equal, isUnknown } from "../../core/values";
import { diffWorkbooks, openEnvelope, splitLayout, validateWorkbook } from "../../core/workbook";
import type { CheckContext } from "../declare";
import { tellChanges } from "../document/changes";
import { getKnownIgnorePaths } from "../document/declaration";
import { locate } from "../document/locate";
import { tellFinding } from "../document/review";
import { getTitle, getWorkbook, isSameDeclaration, listOwnPlaceholders } from "./declaration";
import type { WorkbookInputs } from "./fields";

/** The findings of a workbook, and its other inputs. Cached: each workbook is checked once. */
const reviews = new WeakMap<object, { circumstances: unknown; findings: Finding[] }>();

type Circumstances = Pick<CheckContext, "isNew" | "settings">;

/** All that is wrong or worth a look in the declared contents, each with its place in the user's file. */
function findAll(inputs: WorkbookInputs, settings: CheckContext["settings"]): Finding[] {
  if (isUnknown(inputs.contents)) return [];
  const forms = getWorkbook(inputs);
  const severities = settings as Record<string, Severity | "off">;
  const circumstances = [inputs.file, severities];
  const known = reviews.get(forms);
  if (known !== undefined && equal(known.circumstances, circumstances)) return known.findings;

  const { authored } = forms;
  const findings = [...forms.filled.findings, ...validateWorkbook(forms.filled.spec, { severities, authored })];
  // The file is read again only to say where in it something is.
  if (findings.length > 0 && inputs.file !== undefined) locate(inputs.file, findings);
  reviews.set(forms, { circumstances, findings });
  return findings;
}

/** The findings that count: an update doesn't write what is ignored. */
function filterOwnFindings(inputs: WorkbookInputs, { settings, isNew }: Circumstances): Finding[] {
  const findings = findAll(inputs, settings);
  const ignorePaths = getKnownIgnorePaths(inputs);
  if (isNew || findings.length === 0 || ignorePaths.length === 0) return findings;
  const { declared } = getWorkbook(inputs);
  return findings.filter(({ path }) => !isIgnored(declared, path, ignorePaths));
}

/** The errors of a workbook. */
export function listProblems(inputs: WorkbookInputs, circumstances: Circumstances): string[] {
  const errors = filterOwnFindings(inputs, circumstances).filter(isError);
  return errors.map(tellFinding(inputs, "workbook"));
}

/** The warnings of a workbook. */
export function listWarnings(inputs: WorkbookInputs, circumstances: Circumstances): string[] {
  const warnings = filterOwnFindings(inputs, circumstances).filter((finding) => !isError(finding));
  return warnings.map(tellFinding(inputs, "workbook")).map((warning) => `${getTitle(inputs)}: ${warning}`);
}

const isError = ({ severity }: Finding) => severity === "error";

/** What an update changes in a workbook, one line each. */
export function listChanges(news: WorkbookInputs, olds: WorkbookInputs | undefined): string[] {
  if (olds === undefined || !isChanged(olds, news)) return [];
  const isConfidential = news.confidential || olds.confidential;
  const lines = tellChanges(diffInputs(olds, news), isConfidential);
  return [
    ...[...lines, ...tellNewValues(olds, news, isConfidential)].map((line) => `${getTitle(news)}: ${line}`),
    `${getTitle(news)}: the update discards unpublished drafts of people who are editing it`,
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

/** The changes of an update by place; of a confidential workbook, only that there are some. */
export function mapChanges(news: WorkbookInputs, olds: WorkbookInputs): Record<string, string> | undefined {
  if (!isChanged(olds, news)) return undefined;
  if (news.confidential || olds.confidential) return { workbook: "changed; a value in it is secret" };
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

/**
 * The placeholders that both declarations have, filled with different values; without values in a confidential
 * workbook.
 */
function tellNewValues(olds: WorkbookInputs, news: WorkbookInputs, confidential: boolean | undefined): string[] {
  const used = listOwnPlaceholders(news);
  const after = Object.fromEntries(Object.entries(news.refs ?? {}).filter(([name]) => used.includes(name)));
  return formatNewValues(getWorkbook(news).authored, olds.refs ?? {}, after, { areHidden: confidential });
}

/** Shown for a drifted or conflicting workbook: what the platform has, against what is declared. */
export function describeDrift(before: JsonObject, now: JsonObject, confidential: boolean | undefined): string[] {
  return isObject(before) && isObject(now) ? tellChanges(diffWorkbooks(before, now), confidential) : [];
}
