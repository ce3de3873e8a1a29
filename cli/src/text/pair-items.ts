import { type Evidence, pairUp } from "pulumi-analytics-internal/core/model/identity";
import {
  isObject,
  type Json,
  type JsonObject,
  readKnownString,
  writeStableText,
} from "pulumi-analytics-internal/core/model/json";
import { formItemKey } from "pulumi-analytics-internal/core/model/references";

interface Item {
  readonly value: Json;
  readonly index: number;
}

/**
 * For each item of a list as it shall be, the index of the same item as it was; undefined for a new one. The same are
 * items with one id, else those with equal contents, else those with the same name; what is left over is taken in
 * order, if there is as much on both sides.
 */
export function pairItems(field: string, before: readonly Json[], after: readonly Json[]): (number | undefined)[] {
  const toItems = (values: readonly Json[]): Item[] => values.map((value, index) => ({ value, index }));
  const getNaturalKey = ({ value, index }: Item) => (isObject(value) ? formItemKey(field, value, index) : undefined);
  const evidence: Evidence<Item, Item>[] = [
    matchBoth(({ value }) => writeStableText(value), zipItems),
    matchBoth(({ value }) => (isObject(value) ? readKnownString(value.id) : undefined)),
    matchBoth(({ value }) => (isObject(value) ? writeStableText({ ...value, id: undefined }) : undefined)),
    matchBoth((item) => (hasId(item) ? undefined : getNaturalKey(item))),
    matchBoth(({ value }) => (isObject(value) ? readKnownString(value.name) : undefined)),
  ];
  const { pairs, left, right } = pairUp(toItems(before), toItems(after), evidence);
  if (left.length === right.length) pairs.push(...zipItems(left, right).filter(([was, is]) => isPossiblySame(was, is)));
  const result: (number | undefined)[] = after.map(() => undefined);
  for (const [was, is] of pairs) result[is.index] = was.index;
  return result;
}

const matchBoth = (
  text: (item: Item) => string | undefined,
  settle?: Evidence<Item, Item>["settle"],
): Evidence<Item, Item> => ({ left: text, right: text, settle });

const zipItems = <T>(left: T[], right: T[]): [T, T][] =>
  left.slice(0, right.length).map((item, index) => [item, right[index] as T]);

const hasId = ({ value }: Item) => isObject(value) && value.id !== undefined;

/** Two objects with ids are two things; else what is of one kind may be one that was changed. */
function isPossiblySame(was: Item, is: Item): boolean {
  if (hasId(was) || hasId(is)) return false;
  const getKind = ({ value }: Item) => (isObject(value) ? writeStableText((value as JsonObject).kind) : typeof value);
  return getKind(was) === getKind(is);
}
