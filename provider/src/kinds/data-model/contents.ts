import type { DataModelRepresentation } from "../../core/api";
import {
  type Json,
  type LocalSpec,
  Model,
  placeholderNames,
  type RewordOptions,
  sameMeaning,
  withoutIgnored,
} from "../../core/spec";
import { equal, isUnknown } from "../../core/values";
import { type AuthoredSpec, parseAuthored } from "./authored-spec";
import { withKeptElementIds } from "./element-ids";
import type { DataModelInputs } from "./fields";

/** The last used models: one operation uses the same model several times, and several operations run in parallel. */
const recent: { readonly spec: AuthoredSpec; readonly model: Model }[] = [];
const mostRecent = 32;

/** The model that inputs declare, with its forms; cached by text and values. */
export function modelOf({ spec, refs = {} }: Pick<DataModelInputs, "spec" | "refs">): Model {
  const sameText = recent.filter((entry) => entry.spec === spec);
  const known = sameText.find(({ model }) => equal(model.refs, refs));
  if (known !== undefined) return known.model;
  const model = new Model(sameText[0]?.model.authored ?? parseAuthored(spec), refs);
  recent.unshift({ spec, model });
  recent.length = Math.min(recent.length, mostRecent);
  return model;
}

/** Whether two are equal in meaning, except for ignored parts. */
export function agree(
  a: LocalSpec,
  b: LocalSpec,
  ignorePaths: readonly string[] | undefined,
  options?: RewordOptions,
): boolean {
  return sameMeaning(withoutIgnored(a, ignorePaths ?? []), withoutIgnored(b, ignorePaths ?? []), options);
}

/** Whether two declarations mean the same contents. An unknown value is a change, but for an element id of a model that stays. */
export function sameDeclaration(olds: DataModelInputs, news: DataModelInputs): boolean {
  if (isUnknown(news.spec) || isUnknown(news.refs)) return false;
  const before = olds.refs ?? {};
  const after = withKeptElementIds(before, news.refs ?? {});
  if (olds.spec === news.spec && equal(before, after)) return true;
  return agree(modelOf(olds).declared, modelOf({ spec: news.spec, refs: after }).declared, news.ignorePaths);
}

/** The values that a representation still refers to. */
export function refsIn(authored: Json, refs: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const used = placeholderNames(authored).filter((name) => Object.hasOwn(refs, name));
  return used.length > 0 ? Object.fromEntries(used.map((name) => [name, refs[name]])) : undefined;
}

/** The part of the platform's answer that a file would hold. */
export function fileContents({ schemaVersion, pages }: DataModelRepresentation): Json {
  return { schemaVersion, pages: pages as Json };
}
