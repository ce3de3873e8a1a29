import {
  adoptTheirIgnored,
  assignIds,
  groupChangesByPlace as byPlace,
  diffModels,
  diffSpecs,
  findNameless,
  type LocalSpec,
  type SpecChange,
} from "../../../core/spec";
import { isObject } from "../../../core/spec/json";
import { isUnknown } from "../../../core/values";
import { tellChanges, tellNewValues } from "../../document/changes";
import { getModel, getTitle, isSameDeclaration, listNameless, listOwnPlaceholders } from "../declaration";
import type { DataModelChangeSummary, DataModelInputs, DataModelOutputs } from "../fields";
import { listGone } from "./impact";

/** What an update changes in a model, one line each, without {@link listUnionNames}. */
export function listChanges(news: DataModelInputs, olds: DataModelInputs | undefined): string[] {
  if (olds === undefined || !isChanged(olds, news)) return [];
  const isConfidential = news.confidential || olds.confidential;
  const lines = tellChanges(diffShown(olds, news), isConfidential);
  const used = listOwnPlaceholders(news);
  const newValues = tellNewValues(getModel(news).authored, used, [olds.refs, news.refs], isConfidential);
  return [...lines, ...newValues].map((line) => `${getTitle(news)}: ${line}`);
}

/**
 * The changed names of unions, which mostly no update changes: those that the platform keeps, which the state alone
 * shows.
 */
export function listUnionNames(
  news: DataModelInputs,
  olds: DataModelInputs,
  { baseline }: Partial<DataModelOutputs>,
): string[] {
  if (!isChanged(olds, news)) return [];
  const mostly = findNameless(getModel(olds).canonical);
  const dropped = listNameless(olds, baseline?.contents);
  if (![...mostly].some((id) => !dropped.has(id))) return [];
  const format = ({ action, path }: SpecChange) => JSON.stringify([action, path]);
  const shown = new Set(diffShown(olds, news).map(format));
  const others = diffInputs(olds, news, dropped).filter((change) => !shown.has(format(change)));
  return tellChanges(others, news.confidential || olds.confidential).map((line) => `${getTitle(news)}: ${line}`);
}

/**
 * The removed parts, and the changed names, on which remaining parts of the model depended, or documents outside of it
 * may.
 */
export function changeSummary(news: DataModelInputs, olds: DataModelInputs): DataModelChangeSummary | undefined {
  if (!isChanged(olds, news)) return undefined;
  const isConfidential = news.confidential || olds.confidential;
  const removes = diffInputs(olds, news)
    .filter(({ destructive }) => destructive)
    // A summary is no secret, and a name in what the platform gave back may be one.
    .map(({ action, thing, where, before, usedBy = [] }) => {
      if (isConfidential)
        return { where: `${action === "removed" ? "" : "the name of "}a ${thing}`, usedBy: ["others"] };
      if (action === "removed") return { where, usedBy };
      return { where: `the name${typeof before === "string" ? ` \`${before}\`` : ""} of ${where}`, usedBy };
    });
  const gone = listGone(news, olds);
  return removes.length + gone.length > 0 ? { removes, gone } : undefined;
}

/** The changes of an update by place; of a confidential model, only that there are some. */
export function mapChanges(news: DataModelInputs, olds: DataModelInputs): Record<string, string> | undefined {
  if (!isChanged(olds, news)) return undefined;
  if (news.confidential || olds.confidential) return { model: "changed; a value in it is secret" };
  // Another value of a placeholder isn't one of them: it stands in `refs`, and may be unknown in a preview alone.
  const changes = byPlace(diffShown(olds, news));
  return Object.keys(changes).length > 0 ? changes : undefined;
}

function isChanged(olds: DataModelInputs, news: DataModelInputs): boolean {
  return olds.spec !== undefined && !isUnknown(olds.spec) && !isUnknown(news.spec) && !isSameDeclaration(olds, news);
}

/** Cached, because one check calls it twice. */
const compared = new WeakMap<DataModelInputs, { olds: DataModelInputs; changes: SpecChange[] }>();

/** The changes that people see: another name of a union is mostly none. */
function diffShown(olds: DataModelInputs, news: DataModelInputs): SpecChange[] {
  const known = compared.get(news);
  if (known?.olds === olds) return known.changes;
  const changes = diffInputs(olds, news, findNameless(getModel(olds).canonical));
  compared.set(news, { olds, changes });
  return changes;
}

/**
 * The forms are compared, placeholders as placeholders: their values are whole objects at times, and secret at others.
 */
function diffInputs(olds: DataModelInputs, news: DataModelInputs, nameless?: ReadonlySet<string>): SpecChange[] {
  const [before, after] = [getModel(olds).authored, getModel(news).authored];
  const { ignorePaths = [] } = news;
  const isWhole = ignorePaths.length === 0 || !isObject(before) || !isObject(after);
  return isWhole
    ? diffSpecs(before, after, { nameless })
    : diffModels(assignIds(before), adoptTheirIgnored(assignIds(after), assignIds(before), ignorePaths), { nameless });
}

/** Shown for a drifted or conflicting model: what the platform has, against what is declared. */
export function describeDrift(before: LocalSpec, now: LocalSpec, confidential: boolean | undefined): string[] {
  return tellChanges(diffModels(before, now), confidential);
}
