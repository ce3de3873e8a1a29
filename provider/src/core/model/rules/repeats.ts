/** The items whose key an earlier one has, each with the first that has it. Items without a key are passed over. */
export function* findRepeats<Item>(
  items: Iterable<Item>,
  getKey: (item: Item) => string | undefined,
): Generator<{ readonly item: Item; readonly first: Item }> {
  const firsts = new Map<string, Item>();
  for (const item of items) {
    const key = getKey(item);
    if (key === undefined) continue;
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, item);
    else yield { item, first };
  }
}
