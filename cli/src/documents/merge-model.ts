import {
  assignReadableIds,
  diffModels,
  type JsonObject,
  type MergedModel,
  Model,
  mergeStored,
  type PlatformSpec,
  preserveAuthoring,
  toPlatformSpec,
} from "pulumi-analytics-internal/core/model";
import type { DocumentFacts, DocumentMerge, KnownForMerge } from "./document";
import { diffFields } from "./model-changes";

/** Merges a user's data model with what changed on the platform: its contents, and what its file says at its top. */
export function mergeModel(own: DocumentFacts, received: DocumentFacts, known: KnownForMerge): DocumentMerge {
  const { contents: form } = own;
  const spec = toPlatformSpec(received.contents as { pages: unknown[] });
  const found = findMerge(form, spec, known, received.stored?.documentVersion);
  const { ids, isBehind, mine, merged, mineFirst, isMergeThere: isThere, ambiguities: remarks } = found;
  const top = diffTop(form, received);
  const result = isBehind ? (preserveAuthoring(form, found.result, known.refs) as JsonObject) : form;
  return {
    ids,
    form: { ...result, ...Object.fromEntries(top.map(({ field, after }) => [field, after])) },
    changes: [...top, ...(isBehind ? diffModels(mine, merged) : [])],
    contested: isBehind ? diffModels(mineFirst, merged) : [],
    isThere,
    remarks,
  };
}

/** What a file says at its top belongs to the model too, if it says it. */
const diffTop = (top: JsonObject, { name, stored }: DocumentFacts) =>
  diffFields([
    ["name", top.name, typeof top.name === "string" ? name : top.name],
    [
      "description",
      top.description,
      typeof top.description === "string" ? (stored?.description ?? "") : top.description,
    ],
  ]);

/** The same in the platform's model: see `mergeStored`. */
export function findMerge(
  form: JsonObject,
  received: PlatformSpec,
  { refs, base = {}, ignorePaths }: KnownForMerge,
  version?: number,
): MergedModel {
  const { form: earlier, refs: values, documentVersion, ...known } = base;
  const mine = new Model(form, refs);
  const model = earlier === undefined ? mine : new Model(earlier, values);
  const isCurrent = documentVersion !== undefined && documentVersion === version;
  return mergeStored(mine, { ...known, model, ignorePaths, isCurrent }, received, (map) =>
    assignReadableIds(received, map),
  );
}
