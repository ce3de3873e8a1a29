import { unknownValue } from "../core/spec/json";

/** The placeholder of a value that is known only after the update. */
export type Unknown = typeof unknownValue;

/**
 * Data as a policy sees it: in a preview, any value at any depth may be {@link Unknown}. The compiler can't distinguish
 * an unknown value from a text, so call {@link isUnknown} before you validate a text.
 */
export type Seen<T> = Unknown | SeenInside<T>;

/** The same for a known value: only values inside it may be unknown. */
export type SeenInside<T> = T extends readonly (infer Item)[]
  ? readonly Seen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Seen<T[K]> }
    : T;

/**
 * Whether a value is known only after the update. Skip such a value in a preview; the update validates it.
 *
 * @example if (!isUnknown(model.folderId) && !allowed.includes(model.folderId)) report("…");
 */
export function isUnknown(value: unknown): value is Unknown {
  return value === unknownValue;
}

/**
 * A resource's properties as plain data. The policy server passes a view that throws when a policy reads an unknown
 * value, which would end the policy and leave the other properties unvalidated.
 */
export function toPlain(properties: object): Record<string, unknown> {
  return Object.fromEntries(Object.keys(properties).map((key) => [key, readValue(properties, key)]));
}

function readValue(holder: object, key: string | number): unknown {
  let value: unknown;
  try {
    value = (holder as Record<string | number, unknown>)[key];
  } catch {
    // Reading plain data fails only for an unknown value.
    return unknownValue;
  }
  if (Array.isArray(value)) return Array.from(value.keys(), (index) => readValue(value, index));
  return typeof value === "object" && value !== null ? toPlain(value) : value;
}
