import { addTo, groupBy } from "../data";
import { normalizePlainName } from "../formula";
import type { Json } from "../model/json";
import type { Exposed } from "./document";
import { listKeys } from "./keys";
import { readUses } from "./uses";

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
  /** What has the id now, where that is something else: a metric in place of a column. */
  readonly replacedBy?: Pick<Exposed, "is" | "name">;
}

/**
 * What goes away between two forms of one data model: elements, columns, metrics, relationships and controls, each with
 * the keys that documents read it by (see `Graph.findReaders`). An element stands for all that is in it. Formulas name
 * columns and metrics by their names, in any spelling, so another name is a break; controls and axes name columns by
 * their ids, so the key of the id is among `keys` only if the id is gone, too. The new name of an element breaks the
 * formulas that name its columns.
 *
 * @param dataModelId the platform's id of the model.
 * @param before the form that documents read, with the platform's ids.
 * @param after the form to come, with the platform's ids as far as the parts exist; undefined: the model goes away.
 * @example listRemoved("m", before, after)
 * // [{ is: "column", path: "Fact Orders.Region", keys: ["model/m/facts/column/region"], renamedTo: "Area", … }]
 */
export function listRemoved(dataModelId: string, before: Json, after: Json | undefined): RemovedPart[] {
  const old = readUses(before, { dataModelId }).exposed;
  const left = new Left(after === undefined ? [] : readUses(after, { dataModelId }).exposed);
  const behind = old.filter(({ is, key }) => is === "relationship" && !left.keys.has(key));
  const readers = new Map<string, string[]>();
  for (const { reads, key } of behind) for (const read of reads) addTo(readers, read, key);
  const inElements = groupBy(
    old.filter(({ is }) => is !== "element"),
    ({ elementId }) => elementId,
  );
  return groupParts(old).flatMap((group): RemovedPart[] => {
    const [part] = group as [Exposed];
    const { is, elementId, element, name } = part;
    const found =
      is === "element" ? listOfElement(part, inElements.get(elementId) ?? [], left) : listOfPart(part, group, left);
    if (found === undefined) return [];
    const keys = [...new Set([...found.keys, ...found.keys.flatMap((key) => readers.get(key) ?? [])])];
    const path = is === "element" || is === "control" ? name : `${element}.${name}`;
    return [{ is, elementId, element, name, path, ...found, keys }];
  });
}

/** What happens to a part: `removed`, `renamed to Area`, `replaced by the metric Region`. */
export function describeFate({ renamedTo, replacedBy }: Pick<RemovedPart, "renamedTo" | "replacedBy">): string {
  if (replacedBy !== undefined) return `replaced by the ${replacedBy.is} ${replacedBy.name}`;
  return renamedTo === undefined ? "removed" : `renamed to ${renamedTo}`;
}

/** A relationship is there once for each column behind it. */
const groupParts = (exposed: readonly Exposed[]): Exposed[][] => [
  ...groupBy(exposed, (part) => (part.is === "relationship" ? formRelationshipKey(part) : part)).values(),
];

const formRelationshipKey = ({ elementId, name }: Exposed) => JSON.stringify([elementId, name]);

/** What is there afterwards. */
class Left {
  readonly keys: ReadonlySet<string>;
  readonly elements: ReadonlyMap<string, Exposed>;
  readonly relationships: ReadonlySet<string>;
  readonly byIdKey: ReadonlyMap<string | undefined, Exposed>;

  constructor(exposed: readonly Exposed[]) {
    const filterBy = (is: Exposed["is"]) => exposed.filter((one) => one.is === is);
    this.keys = new Set(exposed.flatMap(listKeys));
    this.elements = new Map(filterBy("element").map((one) => [one.elementId, one]));
    this.relationships = new Set(filterBy("relationship").map(formRelationshipKey));
    this.byIdKey = new Map(exposed.flatMap((one) => (one.idKey === undefined ? [] : [[one.idKey, one]])));
  }
}

type Removed = Pick<RemovedPart, "keys" | "renamedTo" | "replacedBy">;

/** What goes away with an element, or with its name. */
function listOfElement({ elementId, key, name }: Exposed, inside: readonly Exposed[], left: Left): Removed | undefined {
  const now = left.elements.get(elementId);
  if (now !== undefined && normalizePlainName(now.name) === normalizePlainName(name)) return undefined;
  if (now === undefined) return { keys: [key, ...inside.flatMap(listKeys)] };
  // Metrics are named without their element.
  return { keys: inside.filter(({ is }) => is !== "metric").map((one) => one.key), renamedTo: now.label };
}

/** What goes away with a part of an element that stays, or with a control. */
function listOfPart(part: Exposed, group: readonly Exposed[], left: Left): Removed | undefined {
  const { is, elementId, key, idKey } = part;
  if (is === "relationship" ? left.relationships.has(formRelationshipKey(part)) : left.keys.has(key)) return undefined;
  if (is !== "control" && !left.elements.has(elementId)) return undefined;
  const now = left.byIdKey.get(idKey);
  // Columns and metrics share the keys of their ids.
  if (now !== undefined && now.is !== is) {
    return { keys: group.flatMap(listKeys), replacedBy: { is: now.is, name: now.label } };
  }
  const keys = group.flatMap(listKeys).filter((one) => !left.keys.has(one));
  return { keys, ...(now !== undefined && { renamedTo: now.label }) };
}
