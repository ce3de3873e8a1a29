import { type Evidence, itemKey, pairUp } from "../../core/spec/internal";
import { isObject, type Json, type JsonObject, knownString, stableText } from "../../core/spec/json";

interface Item {
  readonly value: Json;
  readonly index: number;
}

/**
 * For each item of a list as it shall be, the index of the same item as it was; undefined for a new one. The same are items with one id, else
 * those with equal contents, else those with the same name; what is left over is taken in order, if there is as much on both sides.
 */
export function pairItems(field: string, before: readonly Json[], after: readonly Json[]): (number | undefined)[] {
  const items = (values: readonly Json[]): Item[] => values.map((value, index) => ({ value, index }));
  const naturalKey = ({ value, index }: Item) => (isObject(value) ? itemKey(field, value, index) : undefined);
  const evidence: Evidence<Item, Item>[] = [
    both(({ value }) => stableText(value), inOrder),
    both(({ value }) => (isObject(value) ? knownString(value.id) : undefined)),
    both(({ value }) => (isObject(value) ? stableText({ ...value, id: undefined }) : undefined)),
    both((item) => (hasId(item) ? undefined : naturalKey(item))),
    both(({ value }) => (isObject(value) ? knownString(value.name) : undefined)),
  ];
  const { pairs, left, right } = pairUp(items(before), items(after), evidence);
  if (left.length === right.length) pairs.push(...inOrder(left, right).filter(([was, is]) => couldBeOne(was, is)));
  const result: (number | undefined)[] = after.map(() => undefined);
  for (const [was, is] of pairs) result[is.index] = was.index;
  return result;
}

function both(text: (item: Item) => string | undefined, settle?: Evidence<Item, Item>["settle"]): Evidence<Item, Item> {
  return { left: text, right: text, ...(settle ? { settle } : {}) };
}

const inOrder = <T>(left: T[], right: T[]): [T, T][] =>
  left.slice(0, right.length).map((item, index) => [item, right[index] as T]);

const hasId = ({ value }: Item) => isObject(value) && value.id !== undefined;

/** Two objects with ids are two things; else what is of one kind may be one that was changed. */
function couldBeOne(was: Item, is: Item): boolean {
  if (hasId(was) || hasId(is)) return false;
  const kind = ({ value }: Item) => (isObject(value) ? stableText((value as JsonObject).kind) : typeof value);
  return kind(was) === kind(is);
}
