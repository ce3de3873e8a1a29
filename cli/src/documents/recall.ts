/** What is known by a key; what isn't known yet is asked for, once. */
export function recall<Key, Value>(known: Map<Key, Value>, key: Key, ask: () => Value): Value {
  const value = known.get(key) ?? ask();
  known.set(key, value);
  return value;
}
