interface Known<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value of a key, created where there is none yet. */
export function remember<Key, Value>(known: Known<Key, Value>, key: Key, create: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = create();
  known.set(key, value);
  return value;
}

/** Adds to the list of a key. */
export function addTo<Key, Item>(lists: Known<Key, Item[]>, key: Key, item: Item): void {
  remember(lists, key, () => []).push(item);
}

/** Items by their keys, each list in their order, the keys in the order of their first items. */
export function groupBy<Key, Item>(items: Iterable<Item>, getKey: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) addTo(groups, getKey(item), item);
  return groups;
}
