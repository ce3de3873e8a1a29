import { type AnalyticsClient, describeLookup, findByName, isLikelyName } from "../core/api";
import { isUnknown } from "../core/engine";

/** An id by which something refers to an object. */
export interface Referred {
  /** The place of the id, for people. */
  readonly field: string;
  readonly id: string;
  /** The kind of the object. */
  readonly kind: string;
}

/**
 * Says that a name stands where an id is expected, with the id. It asks the platform, so it is for a call that failed.
 *
 * @returns undefined if no reference is a name.
 */
export async function findNameHint(
  client: AnalyticsClient,
  references: readonly Referred[],
): Promise<string | undefined> {
  const hints = await Promise.all(
    references.map(async (one) => {
      const ids = await findByName(client, one.kind, one.id).catch(() => []);
      const written = ids.map((id) => JSON.stringify(id)).join(" or ");
      return ids.length === 0 ? [] : [`${describeName(one)} Its id is ${written}.${describeWay(one)}`];
    }),
  );
  const all = hints.flat();
  return all.length === 0 ? undefined : all.join(" ");
}

/** Says which references can't be ids, one sentence for each. It asks nobody. */
export function listLikelyNames(references: readonly Referred[]): string[] {
  const seen = new Map<string, Referred>();
  for (const one of references) {
    if (isUnknown(one.id) || !isLikelyName(one.id) || seen.has(one.field)) continue;
    seen.set(one.field, one);
  }
  return [...seen.values()].map((one) => `${describeName(one)}${describeWay(one)}`);
}

const describeName = ({ field, id, kind }: Referred) => `${field} expects the id of a ${kind}, and "${id}" is a name.`;

const describeWay = ({ kind, id: name }: Referred) => {
  const lookup = describeLookup(kind, name);
  return lookup === undefined ? "" : ` Write the id, or look it up: ${lookup}.`;
};
