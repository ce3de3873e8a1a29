import { unknownValue } from "../core/spec/json";

/** What stands in the place of a value that is known only after the update. */
export type Unknown = typeof unknownValue;

/**
 * Data as a policy sees it: any value in it, and anything inside that, may be {@link Unknown} in a preview. For a text the compiler can't
 * tell the two apart, so ask {@link isUnknown} before judging one.
 */
export type Seen<T> = Unknown | SeenInside<T>;

/** The same where the value itself is there, and only what is inside may be unknown. */
export type SeenInside<T> = T extends readonly (infer Item)[]
  ? readonly Seen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Seen<T[K]> }
    : T;

/**
 * Whether a value is known only after the update. A policy has nothing to say about such a value in a preview; in the update it is judged.
 *
 * @example if (!isUnknown(model.folderId) && !allowed.includes(model.folderId)) report("…");
 */
export function isUnknown(value: unknown): value is Unknown {
  return value === unknownValue;
}

/**
 * A resource's properties as plain data. The policy server hands out a view that throws when an unknown value is touched, which would end
 * a policy at the first one and leave the rest of the resource unjudged.
 */
export function plainly(properties: object): Record<string, unknown> {
  return Object.fromEntries(Object.keys(properties).map((key) => [key, valueAt(properties, key)]));
}

function valueAt(holder: object, key: string | number): unknown {
  let value: unknown;
  try {
    value = (holder as Record<string | number, unknown>)[key];
  } catch {
    // Reading plain data fails for this reason alone.
    return unknownValue;
  }
  if (Array.isArray(value)) return Array.from(value.keys(), (index) => valueAt(value, index));
  return typeof value === "object" && value !== null ? plainly(value) : value;
}
