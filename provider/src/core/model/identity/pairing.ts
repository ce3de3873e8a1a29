import { groupBy } from "../../data";
/** One piece of evidence that a thing on the left and a thing on the right are the same: equal keys. */
export interface Evidence<L, R> {
  left: (item: L) => string | undefined;
  right: (item: R) => string | undefined;
  /** Distinguishes equal items, as far as it can; without it, items are paired only where there is one on each side. */
  settle?: (left: L[], right: R[]) => [L, R][];
}

/** What belongs together, and what is left over. */
export interface Pairing<L, R> {
  pairs: [L, R][];
  left: L[];
  right: R[];
  /** Groups of items that can't be distinguished. */
  tied: { left: L[]; right: R[] }[];
}

/**
 * Pairs the items of two lists by evidence, the strongest first. A key pairs only where it is unique on both sides:
 * what is ambiguous is left to weaker evidence, and in the end reported as tied, not guessed.
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
    const groups = groupBy(restLeft, keyOfLeft);
    const taken = new Set<L | R>();
    for (const [key, theirs] of groupBy(restRight, keyOfRight)) {
      const ours = key === undefined ? undefined : groups.get(key);
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
  return { pairs, left: restLeft, right: restRight, tied: dropRepeats(tied) };
}

/**
 * Pairs what is left of two lists that keep their order: between two pairs that follow each other in both, as many on
 * the left as on the right are the same in this order, if their kinds agree. Where the counts differ, what is left
 * there is tied. Nothing where the pairs found so far are in another order.
 */
export function pairByPlace<L extends object, R extends object>(
  { left, right }: { readonly left: readonly L[]; readonly right: readonly R[] },
  pairing: Pairing<L, R>,
  kindOf: (item: L | R) => string,
): Pairing<L, R> {
  if (pairing.left.length === 0 || pairing.right.length === 0) return pairing;
  const partner = new Map(pairing.pairs);
  const position = new Map(right.map((item, index) => [item, index]));
  const anchors: [number, number][] = [[-1, -1]];
  for (const [index, item] of left.entries()) {
    const other = partner.get(item);
    if (other === undefined) continue;
    const at = position.get(other)!;
    if (at < anchors.at(-1)![1]) return pairing;
    anchors.push([index, at]);
  }
  anchors.push([left.length, right.length]);
  const found: [L, R][] = [];
  const tied: { left: L[]; right: R[] }[] = [];
  for (const [index, [l, r]] of anchors.entries()) {
    const before = anchors[index - 1];
    if (before === undefined) continue;
    const [ours, theirs] = [left.slice(before[0] + 1, l), right.slice(before[1] + 1, r)];
    const isAlike = ours.length === theirs.length && ours.every((item, i) => kindOf(item) === kindOf(theirs[i]!));
    if (isAlike) for (const [i, item] of ours.entries()) found.push([item, theirs[i]!]);
    else if (ours.length > 0 && theirs.length > 0) tied.push({ left: ours, right: theirs });
  }
  const [paired, others] = [new Set(found.map(([item]) => item)), new Set(found.map(([, item]) => item))];
  return {
    pairs: [...pairing.pairs, ...found],
    left: pairing.left.filter((item) => !paired.has(item)),
    right: pairing.right.filter((item) => !others.has(item)),
    tied,
  };
}

/** The same items may be tied by several pieces of evidence: the first, strongest one is enough. */
function dropRepeats<L, R>(tied: { left: L[]; right: R[] }[]): { left: L[]; right: R[] }[] {
  const seen = new Set<L>();
  return tied.filter(({ left }) => {
    const isNew = left.some((item) => !seen.has(item));
    for (const item of left) seen.add(item);
    return isNew;
  });
}
