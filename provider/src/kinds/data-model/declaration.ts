import type { DataModelRepresentation } from "../../core/api";
import { isUnknown } from "../../core/engine";
import {
  adoptTheirIgnored,
  applyBaseline,
  assignIds,
  type Baseline,
  findNameless,
  hasSameMeaning,
  type LocalSpec,
  Model,
} from "../../core/model";
import { isObject, type Json } from "../../core/model/json";
import { createTexts, getKnownIgnorePaths } from "../document/declaration";
import { getTitle as nameDocument } from "../document/fields";
import type { DataModelInputs } from "./fields";

export const texts = createTexts({
  field: "spec",
  createForms: (authored, refs) => new Model(authored, refs),
  toSpec: (authored) => (isObject(authored) ? assignIds(authored) : ({} as LocalSpec)),
});

/** The model that inputs declare, with its forms. */
export const getModel = texts.getForms;

/**
 * Whether two declarations mean the same contents.
 *
 * @param baseline of the state; the names of unions that it dropped are no change, see {@link listNameless}.
 */
export const isSameDeclaration = (olds: DataModelInputs, news: DataModelInputs, baseline?: Baseline) =>
  texts.isSame(olds, news, (before, after) =>
    hasSameMeaning(before, adoptTheirIgnored(after, before, getKnownIgnorePaths(news)), {
      nameless: baseline && listNameless(olds, baseline),
    }),
  );

/** The unions whose declared names the platform didn't keep. */
export function listNameless(inputs: DataModelInputs, baseline: Baseline | undefined): ReadonlySet<string> {
  if (baseline === undefined || isUnknown(inputs.spec)) return new Set();
  const { canonical } = getModel(inputs);
  return findNameless(canonical, applyBaseline(canonical, baseline));
}

/** The part of the platform's answer that a file would hold. */
export function toFileContents({ schemaVersion, pages }: DataModelRepresentation): Json {
  return { schemaVersion, pages: pages as Json };
}

export const noun = "data model";

/** What messages call a model. */
export const getTitle = (inputs: Pick<DataModelInputs, "name">) => nameDocument(noun, inputs);
