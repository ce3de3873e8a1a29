/** One piece of evidence that a thing on the left and a thing on the right are the same: equal keys. */
export interface Evidence<L, R> {
  left: (item: L) => string | undefined;
  right: (item: R) => string | undefined;
  /** Tells apart what is alike, as far as it can; without it, items are paired only where there is one on each side. */
  settle?: (left: L[], right: R[]) => [L, R][];
}

/** What belongs together, and what is left over. */
export interface Pairing<L, R> {
  pairs: [L, R][];
  left: L[];
  right: R[];
  /** Groups that look alike and that nothing could tell apart. */
  tied: { left: L[]; right: R[] }[];
}

/**
 * Pairs the items of two lists by evidence, the strongest first. A key pairs only where it is unique on both sides: what can't be told
 * apart is left to weaker evidence, and in the end reported as tied, not guessed.
 */
export function pairUp<L extends object, R extends object>(
  left: readonly L[],
  right: readonly R[],
  evidence: readonly Evidence<L, R>[],
): Pairing<L, R> {
  const pairs: [L, R][] = [];
  let restLeft = [...left];
  let restRight = [...right];
  let alike: { left: L[]; right: R[] }[] = [];
  for (const { left: keyOfLeft, right: keyOfRight, settle } of evidence) {
    if (restLeft.length === 0 || restRight.length === 0) break;
    const groups = grouped(restLeft, keyOfLeft);
    const taken = new Set<L | R>();
    for (const [key, theirs] of grouped(restRight, keyOfRight)) {
      const ours = groups.get(key);
      if (!ours) continue;
      const isCertain = ours.length === 1 && theirs.length === 1;
      const settled: [L, R][] = isCertain ? [[ours[0]!, theirs[0]!]] : (settle?.(ours, theirs) ?? []);
      for (const pair of settled) {
        pairs.push(pair);
        taken.add(pair[0]).add(pair[1]);
      }
      if (!isCertain) alike.push({ left: ours, right: theirs });
    }
    restLeft = restLeft.filter((item) => !taken.has(item));
    restRight = restRight.filter((item) => !taken.has(item));
  }
  const [openLeft, openRight] = [new Set(restLeft), new Set(restRight)];
  alike = alike.map((group) => ({
    left: group.left.filter((item) => openLeft.has(item)),
    right: group.right.filter((item) => openRight.has(item)),
  }));
  const tied = alike.filter((group) => group.left.length > 0 && group.right.length > 0);
  return { pairs, left: restLeft, right: restRight, tied: withoutRepeats(tied) };
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string | undefined): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

/** The same items may be tied by several pieces of evidence: the first, strongest one is enough. */
function withoutRepeats<L, R>(tied: { left: L[]; right: R[] }[]): { left: L[]; right: R[] }[] {
  const seen = new Set<L>();
  return tied.filter(({ left }) => {
    const isNew = left.some((item) => !seen.has(item));
    for (const item of left) seen.add(item);
    return isNew;
  });
}
