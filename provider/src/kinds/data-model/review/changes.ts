import {
  adoptTheirIgnored,
  assignIds,
  diffModels,
  diffSpecs,
  findNameless,
  type LocalSpec,
  type SpecChange,
} from "../../../core/model";
import { isObject } from "../../../core/model/json";
import { createChanges, findHidden, type Hidden, listRemovals, tellChanges } from "../../document/changes";
import { getKnownIgnorePaths } from "../../document/declaration";
import { getModel, getTitle, isSameDeclaration, listNameless, texts } from "../declaration";
import type { DataModelChangeSummary, DataModelInputs, DataModelOutputs } from "../fields";
import { listGone } from "./readers";

const { isChanged, diffShown, ...told } = createChanges<"spec", DataModelInputs>({
  texts,
  isSame: isSameDeclaration,
  // Another name of a union is mostly no change.
  diff: (olds, news) => diffInputs(olds, news, findNameless(getModel(olds).canonical)),
});

export { diffShown, isChanged };

/** What an update changes in a model, one line each, without {@link listUnionNames}. */
export const listChanges = (news: DataModelInputs, olds: DataModelInputs | undefined): string[] =>
  told.listChanges(getTitle(news), news, olds);

/** The changes of an update by place; of a model that is secret as a whole, only that there are some. */
export const mapChanges = (news: DataModelInputs, olds: DataModelInputs) => told.mapChanges("model", news, olds);

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
  return tellChanges(others, findHidden([olds, news])).map((line) => `${getTitle(news)}: ${line}`);
}

/**
 * The removed parts, and the changed names, on which remaining parts of the model depended, or documents outside of it
 * may.
 */
export function changeSummary(news: DataModelInputs, olds: DataModelInputs): DataModelChangeSummary | undefined {
  if (!isChanged(olds, news)) return undefined;
  const removes = listRemovals(diffInputs(olds, news), findHidden([olds, news]));
  const gone = listGone(news, olds);
  return removes.length + gone.length > 0 ? { removes, gone } : undefined;
}

/**
 * The forms are compared, placeholders as placeholders: their values are whole objects at times, and secret at others.
 */
function diffInputs(olds: DataModelInputs, news: DataModelInputs, nameless?: ReadonlySet<string>): SpecChange[] {
  const [before, after] = [getModel(olds).authored, getModel(news).authored];
  const ignorePaths = getKnownIgnorePaths(news);
  const isWhole = ignorePaths.length === 0 || !isObject(before) || !isObject(after);
  return isWhole
    ? diffSpecs(before, after, { nameless })
    : diffModels(assignIds(before), adoptTheirIgnored(assignIds(after), assignIds(before), ignorePaths), { nameless });
}

/** Shown for a drifted or conflicting model: what the platform has, against what is declared. */
export function describeDrift(before: LocalSpec, now: LocalSpec, hidden: Hidden): string[] {
  return tellChanges(diffModels(before, now), hidden);
}
