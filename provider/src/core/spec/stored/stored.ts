import { canonicalOf } from "../diff/canonical";
import {
  type ElementIdentity,
  emptyIdentity,
  type IdentityMap,
  renameIdentity,
  toLocalIds,
  withFormerIds,
} from "../identity/identity";
import { matchIdentity } from "../identity/match";
import { applyRenames, findRenames } from "../identity/renames";
import { type JsonObject, objectsIn, sameJson } from "../json";
import type { Model } from "../model";
import { elementsOf } from "../references/references";
import { reword } from "../references/reword";
import type { Canonical, LocalSpec, PlatformSpec } from "../spec-types";
import { type Baseline, withBaseline, withDrift } from "./baseline";
import { keyedPatterns, withoutIgnored, withTheirIgnored } from "./ignored";

/** What is known of a model on the platform from the last time it was written or read. */
export interface KnownModel {
  readonly ids?: IdentityMap;
  /** How the platform stored the declaration; default: it changed only the spelling. */
  readonly baseline?: Baseline;
  /** Parts to ignore; see `withoutIgnored`. */
  readonly ignorePaths?: readonly string[];
  /** Whether the platform is still at the version that is known, so that nothing can have changed. */
  readonly isCurrent?: boolean;
  /** Ids for what is new on the platform; default: the platform's own. */
  readonly named?: (ids: IdentityMap) => IdentityMap;
}

/** A model on the platform, in terms of a declaration. */
export interface StoredModel {
  readonly ids: IdentityMap;
  /** The platform's contents, in the user's ids. */
  readonly contents: LocalSpec;
  /** The same in canonical form, with ignored parts as declared. */
  readonly there: Canonical;
  /** What is declared, and the same with what changed on the platform since; one object where nothing did. */
  readonly declared: Canonical;
  readonly drifted: Canonical;
  /** The ambiguous parts, a sentence each. */
  readonly ambiguities: readonly string[];
}

/** Finds what has changed on the platform. What it changed when it stored the declaration is the baseline, and no drift. */
export function readStored(model: Model, received: PlatformSpec, known: KnownModel): StoredModel {
  const { baseline, ignorePaths = [], isCurrent = false, named = (ids) => ids } = known;
  const declared = model.canonical;
  const before = withBaseline(declared, baseline);
  const { map, ambiguities } = matchIdentity({ sent: before, received, previous: known.ids });
  const ids = named(known.ids === undefined ? map : withFormerIds(map, known.ids, received));
  const contents = toLocalIds(received, ids);
  const there = canonicalOf(withTheirIgnored(contents, model.declared, ignorePaths));
  if (isCurrent) return { ids, contents, there, declared, drifted: declared, ambiguities };
  const now = asStored(declared, before, there);
  return { ids, contents, there, declared, drifted: withDrift(declared, before, now), ambiguities };
}

/** What is there in the words of what was declared, and of what was stored. */
function asStored(declared: Canonical, stored: Canonical, there: Canonical): Canonical {
  return reword(stored, reword(declared, there, { stored: true }), { stored: true });
}

/** What was known of a model when it was last written or read. */
export interface KnownBase extends Omit<KnownModel, "named"> {
  readonly model: Model;
  /** Changes from the declaration to the one that a merge is based on; default: none. See {@link StoredModel}. */
  readonly base?: Baseline;
}

/** A later declaration, merged with what changed on the platform. */
export interface MergedModel {
  /** Of the later declaration. */
  readonly ids: IdentityMap;
  /** The platform's contents, in the later declaration's ids. */
  readonly contents: LocalSpec;
  /** The later declaration, and the same with what changed on the platform. Where both changed the same, the platform's. */
  readonly mine: Canonical;
  readonly merged: Canonical;
  /** The same, but where both changed the same, the declaration's. */
  readonly mineFirst: Canonical;
  /**
   * What the platform has, as the declaration would say it, and the later declaration in these words: equal where the platform has what is
   * declared, in whatever form it stores that.
   */
  readonly theirs: Canonical;
  readonly wanted: Canonical;
  /** The merge with the declaration's own ignored parts, to be written as the user would. */
  readonly result: LocalSpec;
  /** The same without the declaration's own changes: it differs from the declaration where the platform hasn't what is declared. */
  readonly there: LocalSpec;
  /** Whether the platform has all of the merge: the later declaration changes nothing else. */
  readonly isMergeThere: boolean;
  /** Whether something changed on the platform that the later declaration doesn't have. */
  readonly isBehind: boolean;
  /** Whether the platform has what the later declaration says, so that there is nothing to write. */
  readonly isThere: boolean;
  readonly ambiguities: readonly string[];
}

/**
 * Merges a declaration with what changed on the platform since an earlier one was written. What the platform has is what is declared where
 * it is as the earlier declaration was stored, and the two declarations say the same; or where it says just what the later one says.
 *
 * @example
 * const { isThere, isBehind } = mergeStored(modelOf(news), { model: modelOf(olds), ids, baseline }, received);
 */
export function mergeStored(
  later: Model,
  known: KnownBase,
  received: PlatformSpec,
  named: (ids: IdentityMap) => IdentityMap = (ids) => ids,
): MergedModel {
  const before = readStored(known.model, received, known);
  const renames = findRenames(known.model.declared, later.declared);
  const previous = known.ids === undefined ? emptyIdentity() : renameIdentity(before.ids, renames);
  const { map, ambiguities } = matchIdentity({ sent: later.declared, received, previous });
  const ids = named(withFormerIds(map, previous, received));
  const contents = toLocalIds(received, ids);

  // What is ignored is in none of them, whichever has it.
  const inNow = (spec: Canonical) => applyRenames(spec, renames);
  const patterns = keyedPatterns(known.ignorePaths ?? [], [later.declared, inNow(before.declared), contents]);
  const owned = (spec: LocalSpec) => canonicalOf(withoutIgnored(spec, patterns));
  const declared = owned(inNow(before.declared));
  const stored = owned(inNow(withBaseline(before.declared, known.baseline)));
  const base = owned(inNow(withBaseline(before.declared, known.base)));
  const now = asStored(declared, stored, owned(contents));

  const mine = owned(later.declared);
  const inMine = (spec: Canonical) => reword(mine, spec, { stored: true });
  const theirs = inMine(known.isCurrent ? declared : withDrift(declared, stored, now));
  const wanted = withDrift(theirs, inMine(now), mine);
  const merged = withDrift(mine, base, theirs);
  // What is new there comes with all that it has.
  const complete = (spec: Canonical) =>
    spec === mine
      ? later.canonical
      : withTheirIgnored(withTheirIgnored(spec, canonicalOf(contents), patterns), later.declared, patterns);
  return {
    result: complete(merged),
    there: complete(withDrift(mine, wanted, theirs)),
    isMergeThere: withDrift(theirs, inMine(now), merged) === theirs,
    ids,
    contents,
    mine,
    merged,
    mineFirst: withDrift(theirs, base, mine),
    theirs,
    wanted,
    isBehind: merged !== mine,
    isThere: wanted === theirs,
    ambiguities,
  };
}

/**
 * Whether a model on the platform may be a stored declaration: it has the same pages, elements and columns, each recognized. Their
 * fields may differ, since the platform rewrites them.
 */
export function mayBeStoredFrom(declared: LocalSpec, received: PlatformSpec): boolean {
  const { map } = matchIdentity({ sent: declared, received });
  const count = (spec: JsonObject) => [
    objectsIn(spec.pages).length,
    elementsOf(spec).length,
    ...elementsOf(spec).map(({ columns }) => objectsIn(columns).length),
  ];
  const known = (element: ElementIdentity) => Object.keys(element.columns ?? {}).length;
  const elements = elementsOf(declared).map(({ id }) => map.elements[String(id)]);
  const recognized = [
    Object.keys(map.pages).length,
    Object.keys(map.elements).length,
    ...elements.map((element) => (element === undefined ? -1 : known(element))),
  ];
  return sameJson(count(declared), recognized) && sameJson(count(declared).toSorted(), count(received).toSorted());
}
