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
  const { ids, isBehind, mine, merged, mineFirst, isMergeThere, ambiguities: remarks } = found;
  const top = mergeTop(form, received, known);
  const result = isBehind ? (preserveAuthoring(form, found.result, known.refs) as JsonObject) : form;
  return {
    ids,
    form: { ...result, ...Object.fromEntries(top.changes.map(({ field, after }) => [field, after])) },
    changes: [...top.changes, ...(isBehind ? diffModels(mine, merged) : [])],
    contested: [...top.contested, ...(isBehind ? diffModels(mineFirst, merged) : [])],
    isThere: isMergeThere && top.isThere,
    remarks,
  };
}

/** What a file says at its top belongs to the model too, if it says it. */
function mergeTop(top: JsonObject, { name, stored }: DocumentFacts, { base: { about } = {}, prefer }: KnownForMerge) {
  const differing = diffFields([
    ["name", top.name, name],
    ["description", top.description, stored?.description ?? ""],
  ]).filter(({ before }) => typeof before === "string");
  const getBase = (field: string) => about?.[field as keyof typeof about];
  const isOwn = ({ field, before, after }: (typeof differing)[number]) => {
    const then = getBase(field!);
    return then !== undefined && before !== then && (after === then || prefer === "file");
  };
  const changes = differing.filter((one) => !isOwn(one));
  const contested = changes.filter(({ field, before }) => ![undefined, before].includes(getBase(field!)));
  return { changes, contested, isThere: changes.length === differing.length };
}

/** The same in the platform's model: see `mergeStored`. */
export function findMerge(
  form: JsonObject,
  received: PlatformSpec,
  { refs, base = {}, ignorePaths, prefer }: KnownForMerge,
  version?: number,
): MergedModel {
  const { form: earlier, refs: values, about: _, documentVersion, ...known } = base;
  const mine = new Model(form, refs);
  const model = earlier === undefined ? mine : new Model(earlier, values);
  const isCurrent = documentVersion !== undefined && documentVersion === version;
  return mergeStored(
    mine,
    { ...known, model, ignorePaths, isCurrent, prefersMine: prefer === "file" },
    received,
    (map) => assignReadableIds(received, map),
  );
}
