import { canonicalOf } from "../diff/canonical";
import { type ElementIdentity, type IdentityMap, toLocalIds } from "../identity/identity";
import { matchIdentity } from "../identity/match";
import { type JsonObject, objectsIn, sameJson } from "../json";
import type { Model } from "../model";
import { elementsOf } from "../references/references";
import { reword } from "../references/reword";
import type { Canonical, LocalSpec, PlatformSpec } from "../spec-types";
import { type Baseline, withBaseline, withDrift } from "./baseline";
import { withTheirIgnored } from "./ignored";

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
  const ids = named(map);
  const contents = toLocalIds(received, ids);
  const there = canonicalOf(withTheirIgnored(contents, model.declared, ignorePaths));
  if (isCurrent) return { ids, contents, there, declared, drifted: declared, ambiguities };
  const now = reword(before, reword(declared, there, { stored: true }), { stored: true });
  return { ids, contents, there, declared, drifted: withDrift(declared, before, now), ambiguities };
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
