import type { AnalyticsClient } from "../core/api";
import { isUnknown } from "../core/engine";
import type { Naming } from "../kinds/declare";
import { registry } from "../kinds/registry";
import { findByName } from "./create";

/** An id by which something refers to an object. */
export interface Referred {
  /** The place of the id, for people. */
  readonly field: string;
  readonly id: string;
  /** The kinds that the object may be of. */
  readonly kinds: readonly string[];
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
  const ofOneKind = references.flatMap((one) => one.kinds.map((kind) => ({ ...one, kind, kinds: [kind] })));
  const hints = await Promise.all(
    ofOneKind.map(async (one) => {
      const ids = await findByName(client, findNaming(one.kind), one.id).catch(() => []);
      const written = ids.map((id) => JSON.stringify(id)).join(" or ");
      return ids.length === 0 ? [] : [`${describeName(one)} Its id is ${written}.${describeWay(one)}`];
    }),
  );
  return hints.flat().join(" ") || undefined;
}

/** Says which references can't be ids, one sentence for each. Sends no request. */
export function listLikelyNames(references: readonly Referred[]): string[] {
  const seen = new Map<string, Referred>();
  for (const one of references) {
    if (isUnknown(one.id) || !isLikelyName(one.id) || seen.has(one.field)) continue;
    seen.set(one.field, one);
  }
  return [...seen.values()].map((one) => `${describeName(one)}${describeWay(one)}`);
}

function describeName({ field, id, kinds }: Referred): string {
  const [kind = ""] = kinds;
  const what = kinds.length > 2 ? "an object" : `${/^[AEIO]/.test(kind) ? "an" : "a"} ${kinds.join(" or ")}`;
  return `${field} expects the id of ${what}, and "${id}" is a ${id.includes("/") ? "path" : "name"}.`;
}

function describeWay({ kinds, id: name }: Referred): string {
  // Of objects of many kinds, only folders are found by a path.
  const kind = kinds.length <= 2 ? kinds[0] : name.includes("/") ? kinds.find((one) => one === "Folder") : undefined;
  const lookup = kind && findNaming(kind)?.lookup(name);
  if (lookup !== undefined) return ` Write the id, or look it up: ${lookup}.`;
  return kinds.length > 2
    ? " Write the id, or look it up by the kind of the object, such as getWorkbook or getFolder."
    : "";
}

/** How people call the objects of a kind; undefined: they have no names, or there is no such kind. */
const findNaming = (kind: string): Naming | undefined =>
  Object.hasOwn(registry, kind) ? registry[kind]!().naming : undefined;

/**
 * Whether a text is no id: the platform's are UUIDs, or 22 and more letters and digits, and have no spaces, and neither
 * `@` nor a slash.
 */
function isLikelyName(text: string): boolean {
  return /[\s@/]/.test(text) || /^[\p{L}_-]{1,20}$/u.test(text);
}
