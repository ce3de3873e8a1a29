import { equal, hasUnknown, isUnknown } from "../core/engine";
import type { Run } from "../core/runtime";
import type { SharedSet } from "../kinds/declare";

/** A resource of this run that manages a set, or an item of it. */
interface Claim extends SharedSet {
  /** How messages call the resource. */
  readonly name: string;
  /** Whether its declaration is another one than that of the state. */
  readonly isChanged: boolean;
}

/** What the program of a run manages: by the set, and then by URN. */
const createClaims = () => new Map<string, Map<string, Claim>>();

/** What is said of a resource that manages the same set as another one. */
export interface Overlap {
  /** That the two undo each other. */
  readonly problem?: string;
  /** That they will, once one of them changes: said where one of the two declarations is new. */
  readonly warning?: string;
}

/**
 * Notes what a resource manages, and compares it with the other resources of the run.
 *
 * @param set undefined: nothing that others may manage, too, or what the program no longer declares.
 */
export function noteSharedSet(
  run: Run,
  urn: string | undefined,
  set: SharedSet | undefined,
  isChanged: boolean,
): Overlap {
  if (urn === undefined) return {};
  const claims = run.get(createClaims);
  for (const owners of claims.values()) owners.delete(urn);
  if (set === undefined || isUnknown(set.of) || hasUnknown(set.items)) return {};
  const own: Claim = { ...set, name: nameResource(urn), isChanged };
  const key = JSON.stringify([set.what, set.of]);
  const owners = claims.get(key) ?? new Map<string, Claim>();
  const others = [...owners.values()].filter((one) => one.isWhole || own.isWhole);
  claims.set(key, owners.set(urn, own));
  const contrary = others.find((one) => isContrary(one, own));
  const [other] = contrary === undefined ? others : [contrary];
  if (other === undefined) return {};
  const both = `${other.name} and ${own.name} both manage the ${set.what} ${set.of}`;
  const hint = `Keep one of them: remove ${[other, own].map((one) => one.removal ?? one.name).join(", or ")}.`;
  if (contrary === undefined && !own.isChanged && !other.isChanged) return {};
  return contrary === undefined
    ? { warning: `${both}: once one of them changes, each undoes the other's updates. ${hint}` }
    : { problem: `${both}, and not the same ones: each would undo the other's updates. ${hint}` };
}

/** Whether an update of one would undo the other's. */
function isContrary(one: SharedSet, other: SharedSet): boolean {
  const isMissing = (whole: SharedSet, part: SharedSet) =>
    part.items.some((item) => !whole.items.some((known) => equal(known, item)));
  return (one.isWhole && isMissing(one, other)) || (other.isWhole && isMissing(other, one));
}

/** `the Team "buyers"`. */
export function nameResource(urn: string): string {
  const [type = "", ...name] = urn.split("::").slice(2);
  return `the ${type.slice(type.lastIndexOf(":") + 1)} "${name.join("::")}"`;
}
