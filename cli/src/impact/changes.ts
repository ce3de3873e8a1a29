import { normalizePlainName } from "pulumi-analytics-internal/core/formula";
import { listRemoved, type RemovedPart } from "pulumi-analytics-internal/core/graph";
import { assignIds, type Json, type JsonObject } from "pulumi-analytics-internal/core/model";
import { filterObjects, isSameJson, readKnownString } from "pulumi-analytics-internal/core/model/json";
import { listElements } from "pulumi-analytics-internal/core/model/references";
import type { OwnDocument } from "../documents/match-documents";

/** Something of a data model that goes away, or gets another name. */
export interface Change extends Pick<RemovedPart, "keys" | "replacedBy" | "renamedTo"> {
  readonly modelId: string;
  /** As `impact` takes it: `orders#Fact Orders.Region`. */
  readonly text: string;
  readonly is: RemovedPart["is"] | "data model";
}

/** What goes away between the earlier forms of data models and those of now. */
export function listChanges(documents: readonly OwnDocument[]): Change[] {
  return documents.flatMap(({ id: modelId, name, form, former, isGone }): Change[] => {
    if (former === undefined) return [];
    const before = assignIds(former.form) as Json;
    const after = isGone ? undefined : (assignIds(form) as Json);
    const removed = listRemoved(modelId, before, after);
    if (after === undefined) {
      return [{ modelId, text: name, is: "data model", keys: removed.flatMap(({ keys }) => keys) }];
    }
    return removed.map((part): Change => {
      const found = part.renamedTo ?? (part.replacedBy ? undefined : findSameFormula(part, before, after));
      return { ...part, modelId, text: `${name}#${part.path}`, ...(found !== undefined && { renamedTo: found }) };
    });
  });
}

/** The name of the new column or metric that computes what the one that is gone did, if there is just one. */
function findSameFormula({ is, elementId, name }: RemovedPart, before: Json, after: Json): string | undefined {
  if (is !== "column" && is !== "metric") return undefined;
  const list = (form: Json) => {
    const element = listElements(form as JsonObject).find(({ id }) => id === elementId);
    return filterObjects(element?.[`${is}s`]);
  };
  const [old, now] = [list(before), list(after)];
  const isNamed = (part: JsonObject, called: string) =>
    normalizePlainName(readKnownString(part.name) ?? readKnownString(part.id) ?? "") === normalizePlainName(called);
  const gone = old.find((part) => isNamed(part, name));
  const same = now.filter(
    (part) =>
      gone !== undefined &&
      isSameJson(part.formula, gone.formula) &&
      !old.some((one) => isNamed(one, readKnownString(part.name) ?? readKnownString(part.id) ?? "")),
  );
  return same.length === 1 ? readKnownString(same[0]!.name) : undefined;
}
