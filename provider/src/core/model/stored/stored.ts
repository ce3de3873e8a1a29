import { toCanonical } from "../diff/canonical";
import {
  addFormerIds,
  createEmptyIdentity,
  type ElementIdentity,
  type IdentityMap,
  renameIdentity,
  toLocalIds,
} from "../identity/identity";
import { matchIdentity } from "../identity/match";
import { applyRenames, findRenames } from "../identity/renames";
import { filterObjects, isSameJson, type JsonObject } from "../json";
import type { Model } from "../model";
import { listElements } from "../references/references";
import { findNameless, reword } from "../references/reword";
import type { Canonical, LocalSpec, PlatformSpec } from "../spec-types";
import { applyBaseline, applyDrift, type Baseline } from "./baseline";
import { adoptTheirIgnored, dropIgnored, keyPatterns } from "./ignored";
import { type Merge, mergeForms } from "./merge";

/** What is known of a document on the platform from the last time it was written or read. */
export interface Known {
  /** How the platform stored the declaration; default: it changed only the spelling. */
  readonly baseline?: Baseline;
  /** Parts to ignore; see `dropIgnored`. */
  readonly ignorePaths?: readonly string[];
  /** Whether the platform is still at the version that is known, so that nothing can have changed. */
  readonly isCurrent?: boolean;
}

/** What a merge with the declaration that was written last needs. */
export interface KnownWritten {
  /** Changes from the declaration, which a refresh may have changed, to the one before that; default: none. */
  readonly base?: Baseline;
  /** Whose value is taken where both changed the same: the later declaration's; default: the platform's. */
  readonly prefersMine?: boolean | undefined;
}

/** The same of a model. */
export interface KnownModel extends Known {
  readonly ids?: IdentityMap;
  /** Ids for what is new on the platform; default: the platform's own. */
  readonly named?: (ids: IdentityMap) => IdentityMap;
}

/** A document on the platform, in terms of a declaration. */
export interface Stored {
  /** The platform's contents, in the user's ids; the layout of a workbook by block. */
  readonly contents: LocalSpec;
  /** The same in canonical form, with ignored parts as declared. */
  readonly there: Canonical;
  /** What is declared, and the same with what changed on the platform since; one object where nothing did. */
  readonly declared: Canonical;
  readonly drifted: Canonical;
}

/** The same of a model. */
export interface StoredModel extends Stored {
  readonly ids: IdentityMap;
  /** The ambiguous parts, a sentence each. */
  readonly ambiguities: readonly string[];
}

/**
 * Finds what has changed on the platform. What it changed when it stored the declaration is the baseline, and no drift.
 */
export function readStored(model: Model, received: PlatformSpec, known: KnownModel): StoredModel {
  const { baseline, ignorePaths = [], isCurrent = false, named = (ids) => ids } = known;
  const declared = model.canonical;
  const before = applyBaseline(declared, baseline);
  const { map, ambiguities } = matchIdentity({ sent: before, received, previous: known.ids });
  const ids = named(known.ids === undefined ? map : addFormerIds(map, known.ids, received));
  const contents = toLocalIds(received, ids);
  const there = toCanonical(adoptTheirIgnored(contents, model.declared, ignorePaths));
  if (isCurrent) return { ids, contents, there, declared, drifted: declared, ambiguities };
  const now = describeStored(declared, before, there);
  return { ids, contents, there, declared, drifted: applyDrift(declared, before, now), ambiguities };
}

/** What is there in the words of what was declared, and of what was stored. */
function describeStored(declared: Canonical, stored: Canonical, there: Canonical): Canonical {
  return reword(stored, reword(declared, there, { stored: true }), { stored: true });
}

/** What was known of a model when it was last written or read. */
export interface KnownBase extends Omit<KnownModel, "named">, KnownWritten {
  readonly model: Model;
}

/** A later declaration, merged with what changed on the platform. */
export interface MergedModel extends Merge {
  /** Of the later declaration. */
  readonly ids: IdentityMap;
  /** The platform's contents, in the later declaration's ids. */
  readonly contents: LocalSpec;
  /** The later declaration, without what is ignored. */
  readonly mine: Canonical;
  /** The merge with the declaration's own ignored parts, to be written as the user would. */
  readonly result: LocalSpec;
  /**
   * The same without the declaration's own changes: it differs from the declaration where the platform hasn't what is
   * declared.
   */
  readonly there: LocalSpec;
  readonly ambiguities: readonly string[];
}

/**
 * Merges a declaration with what changed on the platform since an earlier one was written. What the platform has is
 * what is declared where it is as the earlier declaration was stored, and the two declarations say the same; or where
 * it says just what the later one says.
 *
 * @example
 * const { isMergeThere } = mergeStored(new Model(news), { model: new Model(olds), ids, baseline }, received);
 */
export function mergeStored(
  later: Model,
  known: KnownBase,
  received: PlatformSpec,
  named: (ids: IdentityMap) => IdentityMap = (ids) => ids,
): MergedModel {
  const before = readStored(known.model, received, known);
  const renames = findRenames(known.model.declared, later.declared);
  const previous = known.ids === undefined ? createEmptyIdentity() : renameIdentity(before.ids, renames);
  const { map, ambiguities } = matchIdentity({ sent: later.declared, received, previous });
  const ids = named(addFormerIds(map, previous, received));
  const contents = toLocalIds(received, ids);

  // What is ignored is in none of them, whichever has it.
  const toCurrentIds = (spec: Canonical) => applyRenames(spec, renames);
  const patterns = keyPatterns(known.ignorePaths ?? [], [later.declared, toCurrentIds(before.declared), contents]);
  const dropForeign = (spec: LocalSpec) => toCanonical(dropIgnored(spec, patterns));
  const declared = dropForeign(toCurrentIds(before.declared));
  const stored = dropForeign(toCurrentIds(applyBaseline(before.declared, known.baseline)));
  const base = known.base && dropForeign(toCurrentIds(applyBaseline(before.declared, known.base)));
  const now = describeStored(declared, stored, dropForeign(contents));

  const mine = dropForeign(later.declared);
  const nameless = findNameless(declared, stored, contents);
  const toOwnWords = (spec: Canonical) => reword(mine, spec, { stored: true, nameless });
  const { theirs, wanted, merged, ...rest } = mergeForms({
    ...{ declared, stored, base, now, mine, toOwnWords },
    isCurrent: known.isCurrent ?? false,
    prefersMine: known.prefersMine,
  });
  // What is new there comes with all that it has.
  const complete = (spec: Canonical) =>
    spec === mine
      ? later.canonical
      : adoptTheirIgnored(adoptTheirIgnored(spec, toCanonical(contents), patterns), later.declared, patterns);
  return {
    result: complete(merged),
    there: complete(applyDrift(mine, wanted, theirs)),
    ids,
    contents,
    mine,
    merged,
    theirs,
    wanted,
    ...rest,
    ambiguities,
  };
}

/**
 * Whether a model on the platform may be a stored declaration: it has the same pages, elements and columns, each
 * recognized. Their fields may differ, since the platform rewrites them.
 */
export function isPossiblyStored(declared: LocalSpec, received: PlatformSpec): boolean {
  const { map } = matchIdentity({ sent: declared, received });
  const count = (spec: JsonObject) => [
    filterObjects(spec.pages).length,
    listElements(spec).length,
    ...listElements(spec).map(({ columns }) => filterObjects(columns).length),
  ];
  const countKnown = (element: ElementIdentity) => Object.keys(element.columns ?? {}).length;
  const elements = listElements(declared).map(({ id }) => map.elements[String(id)]);
  const recognized = [
    Object.keys(map.pages).length,
    Object.keys(map.elements).length,
    ...elements.map((element) => (element === undefined ? -1 : countKnown(element))),
  ];
  return isSameJson(count(declared), recognized) && isSameJson(count(declared).toSorted(), count(received).toSorted());
}
