import type { DataModelRepresentation } from "../../core/api";
import { equal, isUnknown } from "../../core/engine";
import {
  adoptTheirIgnored,
  applyBaseline,
  assignIds,
  type Baseline,
  dropIgnored,
  findNameless,
  hasSameMeaning,
  listPlaceholderNames,
  Model,
} from "../../core/spec";
import { isObject, type Json } from "../../core/spec/json";
import { createFormsCache, getKnownIgnorePaths, keepElementIds } from "../document/declaration";
import type { DataModelInputs } from "./fields";

const readModel = createFormsCache("spec", (authored, refs) => new Model(authored, refs));

/** The model that inputs declare, with its forms; cached by text and values. */
export function getModel({ spec, refs = {} }: Pick<DataModelInputs, "spec" | "refs">): Model {
  return readModel(spec, refs);
}

/**
 * Whether two declarations mean the same contents. An unknown value is a change, but for an element id of a model that
 * stays.
 *
 * @param nameless ids of the unions for which another name is no change, see {@link listNameless}.
 */
export function isSameDeclaration(
  olds: DataModelInputs,
  news: DataModelInputs,
  nameless?: ReadonlySet<string>,
): boolean {
  if (isUnknown(news.spec) || isUnknown(news.refs)) return false;
  const before = olds.refs ?? {};
  const after = keepElementIds(before, news.refs ?? {});
  const used = new Set(listOwnPlaceholders(news));
  if (Object.entries(after).some(([name, value]) => used.has(name) && isUnknown(value))) return false;
  if (olds.spec === news.spec && equal(before, after)) return true;
  const [old, now] = [getModel(olds).declared, getModel({ spec: news.spec, refs: after }).declared];
  return hasSameMeaning(old, adoptTheirIgnored(now, old, getKnownIgnorePaths(news)), { nameless });
}

/** The unions whose declared names the platform didn't keep. */
export function listNameless(inputs: DataModelInputs, baseline: Baseline | undefined): ReadonlySet<string> {
  if (baseline === undefined || isUnknown(inputs.spec)) return new Set();
  const { canonical } = getModel(inputs);
  return findNameless(canonical, applyBaseline(canonical, baseline));
}

/** The names of the placeholders outside ignored parts. */
export function listOwnPlaceholders(inputs: DataModelInputs): readonly string[] {
  const { authored } = getModel(inputs);
  const ignorePaths = getKnownIgnorePaths(inputs);
  return listPlaceholderNames(
    ignorePaths.length === 0 || !isObject(authored) ? authored : dropIgnored(assignIds(authored), ignorePaths),
  );
}

/** The part of the platform's answer that a file would hold. */
export function toFileContents({ schemaVersion, pages }: DataModelRepresentation): Json {
  return { schemaVersion, pages: pages as Json };
}

/** What messages call a model. */
export const getTitle = ({ name }: DataModelInputs) => `data model "${name}"`;
