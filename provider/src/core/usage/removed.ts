import { normalizePlainName } from "../spec/internal";
import type { Json } from "../spec/json";
import { type Exposed, readUses } from "./uses";

/** A part of a data model that goes away, or gets another name. */
export interface RemovedPart {
  readonly is: Exposed["is"];
  /** Id and name of its element. */
  readonly elementId: string;
  readonly element: string;
  readonly name: string;
  /** What `impact` calls it below the model: `Fact Orders`, `Fact Orders.Region`. */
  readonly path: string;
  /** The keys of what documents can't read any more. */
  readonly keys: readonly string[];
  /** The new name, where the id stays. What names it by its id goes on reading it. */
  readonly renamedTo?: string;
}

/**
 * What goes away between two forms of one data model: elements, columns, metrics and controls, each with the keys that
 * documents read it by (see {@link findImpact}). An element stands for all that is in it. Formulas name columns and
 * metrics by their names, in any spelling, so another name is a break; controls and axes name columns by their ids, so
 * the key of the id is among `keys` only if the id is gone, too. The new name of an element breaks the formulas that
 * name its columns.
 *
 * @param dataModelId the platform's id of the model.
 * @param before the form that documents read, with the platform's ids.
 * @param after the form to come, with the platform's ids as far as the parts exist; undefined: the model goes away.
 * @example listRemoved("m", before, after)
 * // [{ is: "column", path: "Fact Orders.Region", keys: ["model/m/facts/column/region"], renamedTo: "Area", … }]
 */
export function listRemoved(dataModelId: string, before: Json, after: Json | undefined): RemovedPart[] {
  const old = readUses(before, { dataModelId }).exposed;
  const now = after === undefined ? [] : readUses(after, { dataModelId }).exposed;
  const keys = new Set(now.flatMap(({ key, idKey }) => (idKey === undefined ? [key] : [key, idKey])));
  const elements = new Map(now.filter(({ is }) => is === "element").map((one) => [one.elementId, one]));
  const byId = new Map(now.flatMap((one) => (one.idKey === undefined ? [] : [[one.idKey, one]])));
  return old.flatMap((part) => {
    const { is, elementId, name, key, idKey } = part;
    if (is === "element") return listOfElement(part, old, elements.get(elementId));
    if (keys.has(key) || (is !== "control" && !elements.has(elementId))) return [];
    const renamedTo = byId.get(idKey ?? "")?.name;
    const gone = [key, ...(idKey === undefined || keys.has(idKey) ? [] : [idKey])];
    const path = is === "control" ? name : `${part.element}.${name}`;
    return [describeRemoved(part, path, gone, renamedTo)];
  });
}

/** An element that is gone, or has another name; `now` is what has its id. */
function listOfElement(part: Exposed, old: readonly Exposed[], now: Exposed | undefined): RemovedPart[] {
  const inside = old.filter(({ elementId, is }) => elementId === part.elementId && is !== "element");
  if (now === undefined) {
    const all = inside.flatMap(({ key, idKey }) => (idKey === undefined ? [key] : [key, idKey]));
    return [describeRemoved(part, part.name, [part.key, ...all], undefined)];
  }
  if (normalizePlainName(now.name) === normalizePlainName(part.name)) return [];
  // Metrics are named without their element.
  const columns = inside.filter(({ is }) => is === "column").map(({ key }) => key);
  return [describeRemoved(part, part.name, columns, now.name)];
}

const describeRemoved = (
  { is, elementId, element, name }: Exposed,
  path: string,
  keys: readonly string[],
  renamedTo: string | undefined,
): RemovedPart => ({ is, elementId, element, name, path, keys, ...(renamedTo === undefined ? {} : { renamedTo }) });
