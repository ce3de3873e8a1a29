import { pairUp } from "pulumi-analytics-internal/core/model/identity";

/** Something before and after; one side is undefined if it was added or removed. */
export type Pair<Item> = readonly [before: Item | undefined, after: Item | undefined];

/**
 * Pairs two versions of a list: one and another whatever they are called, of several those with the same key.
 *
 * @param keys the strongest evidence first; a key pairs only where each side has it once.
 */
export function pairVersions<Item extends object>(
  before: readonly Item[],
  after: readonly Item[],
  keys: readonly ((item: Item) => string | undefined)[],
): Pair<Item>[] {
  if (before.length === 1 && after.length === 1) return [[before[0], after[0]]];
  const { pairs, left } = pairUp<Item, Item>(
    before,
    after,
    keys.map((read) => ({ left: read, right: read })),
  );
  const formers = new Map(pairs.map(([old, now]) => [now, old]));
  return [
    ...after.map((now): Pair<Item> => [formers.get(now), now]),
    ...left.map((old): Pair<Item> => [old, undefined]),
  ];
}
