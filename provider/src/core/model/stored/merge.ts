import { isSameJson } from "../json";
import type { Canonical } from "../spec-types";
import { applyDrift } from "./baseline";

/** What is known of a document on the platform, and a later declaration of it, in canonical form. */
export interface MergedForms {
  /** The earlier declaration. */
  readonly declared: Canonical;
  /** How the platform stored it. */
  readonly stored: Canonical;
  /** What the earlier declaration was before refreshes changed it; default: it was the same. */
  readonly base?: Canonical | undefined;
  /** What the platform has. */
  readonly now: Canonical;
  /** The later declaration. */
  readonly mine: Canonical;
  /** Whether the platform is still at the version that is known, so that nothing can have changed. */
  readonly isCurrent?: boolean;
  /** See {@link KnownWritten}. */
  readonly prefersMine?: boolean | undefined;
  /** Puts a form into the later declaration's words; default: it has them. */
  readonly toOwnWords?: (form: Canonical) => Canonical;
}

/** A later declaration, merged with what changed on the platform. */
export interface Merge {
  /** What the platform has, as the declaration would say it. */
  readonly theirs: Canonical;
  /** The later declaration in the same words: equal where the platform has what is declared. */
  readonly wanted: Canonical;
  /** The later declaration with what changed on the platform; where both changed the same, the preferred one's. */
  readonly merged: Canonical;
  /** The same, but where both changed the same, the declaration's. */
  readonly mineFirst: Canonical;
  /** Whether something changed on the platform that the later declaration doesn't have. */
  readonly isBehind: boolean;
  /** Whether the platform has what the later declaration says, so that there is nothing to write. */
  readonly isThere: boolean;
  /** Whether the platform has all of the merge: the later declaration changes nothing else. */
  readonly isMergeThere: boolean;
}

/**
 * Merges a declaration with what changed on the platform since an earlier one was written. What the platform has is
 * what is declared where it is as the earlier declaration was stored, and the two declarations say the same; or where
 * it says just what the later one says.
 */
export function mergeForms(forms: MergedForms): Merge {
  const { declared, stored, base, now, mine, isCurrent, prefersMine, toOwnWords } = forms;
  const toWords = toOwnWords ?? ((form: Canonical) => form);
  const earlier = toWords(declared);
  const theirs = isCurrent ? earlier : toWords(applyDrift(declared, stored, now));
  const there = toWords(now);
  const wanted = applyDrift(theirs, there, mine);
  // The platform changed twice: before the last refresh, and since. A declaration may have the first change already.
  const written = base && toWords(base);
  const refreshed = written ? applyDrift(mine, written, earlier) : mine;
  const mineFirst = applyDrift(theirs, earlier, written ? applyDrift(earlier, written, mine) : mine);
  const result = prefersMine ? mineFirst : applyDrift(refreshed, earlier, theirs);
  const merged = isSameJson(result, mine) ? mine : result;
  return {
    theirs,
    wanted,
    merged,
    mineFirst,
    isBehind: merged !== mine,
    isThere: wanted === theirs,
    isMergeThere: applyDrift(theirs, there, merged) === theirs,
  };
}
