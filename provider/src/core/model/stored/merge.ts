import type { Canonical } from "../spec-types";
import { applyDrift } from "./baseline";

/** What is known of a document on the platform, and a later declaration of it, in canonical form. */
export interface MergedForms {
  /** The earlier declaration. */
  readonly declared: Canonical;
  /** How the platform stored it. */
  readonly stored: Canonical;
  /** The declaration that the merge is based on: the earlier one, or what it was before a refresh changed it. */
  readonly base: Canonical;
  /** What the platform has. */
  readonly now: Canonical;
  /** The later declaration. */
  readonly mine: Canonical;
  /** Whether the platform is still at the version that is known, so that nothing can have changed. */
  readonly isCurrent?: boolean;
  /** Puts a form into the later declaration's words; default: it has them. */
  readonly toOwnWords?: (form: Canonical) => Canonical;
}

/** A later declaration, merged with what changed on the platform. */
export interface Merge {
  /** What the platform has, as the declaration would say it. */
  readonly theirs: Canonical;
  /** The later declaration in the same words: equal where the platform has what is declared. */
  readonly wanted: Canonical;
  /** The later declaration with what changed on the platform; where both changed the same, the platform's. */
  readonly merged: Canonical;
  /** The same, but where both changed the same, the declaration's. */
  readonly mineFirst: Canonical;
  /** Whether something changed on the platform that the later declaration doesn't have. */
  readonly isBehind: boolean;
  /** Whether the platform has what the later declaration says, so that there is nothing to write. */
  readonly isThere: boolean;
}

/**
 * Merges a declaration with what changed on the platform since an earlier one was written. What the platform has is
 * what is declared where it is as the earlier declaration was stored, and the two declarations say the same; or where
 * it says just what the later one says.
 */
export function mergeForms({ declared, stored, base, now, mine, isCurrent, toOwnWords }: MergedForms): Merge {
  const toWords = toOwnWords ?? ((form: Canonical) => form);
  const theirs = toWords(isCurrent ? declared : applyDrift(declared, stored, now));
  const wanted = applyDrift(theirs, toWords(now), mine);
  const merged = applyDrift(mine, base, theirs);
  return {
    theirs,
    wanted,
    merged,
    mineFirst: applyDrift(theirs, base, mine),
    isBehind: merged !== mine,
    isThere: wanted === theirs,
  };
}
