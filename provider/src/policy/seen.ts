import { AsyncLocalStorage } from "node:async_hooks";
import { unknownValue } from "../core/model/json";

/** Whether a policy that is running has asked for an unknown value, and so left something out. */
const asking = new AsyncLocalStorage<{ isOpen: boolean }>();

/**
 * Runs a policy.
 *
 * @returns whether it left an unknown value out.
 */
export async function runAsking(policy: () => void | Promise<void>): Promise<boolean> {
  const asked = { isOpen: false };
  await asking.run(asked, policy);
  return asked.isOpen;
}

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
 * Whether a value is known only after the update. Skip such a value in a preview, which then says that the policy
 * couldn't judge the resource yet; the update validates it.
 *
 * @example if (!isUnknown(folderId) && folderId !== "1b0c…") report("is outside of the sandbox");
 */
export function isUnknown(value: unknown): value is Unknown {
  const isOpen = value === unknownValue;
  if (isOpen) noteUnknown();
  return isOpen;
}

/** Notes that the policy that is running, if one is, has met an unknown value. */
export function noteUnknown(): void {
  const asked = asking.getStore();
  if (asked !== undefined) asked.isOpen = true;
}

/**
 * Throws what the policy server reports as a policy that can't run in the preview, naming the properties with unknown
 * values; returns where there are none, as in an update.
 */
export function refuseUnknown(properties: object): void {
  const found = listUnknown(properties);
  const [first] = found;
  if (first === undefined) return;
  const names = [
    ...new Set(found.map(({ path: [field, inner] }) => (inner === undefined ? field : `${field}.${inner}`))),
  ];
  const some = names.length > mostNames ? [...names.slice(0, mostNames - 1), "others"] : names;
  first.error.message = `what it asks of ${some.join(", ")} is known only after the update, which judges it`;
  throw first.error;
}

const mostNames = 4;

/** The unknown values inside of a value, each with what the policy server's view throws when it is read. */
function listUnknown(value: object): { readonly path: readonly string[]; readonly error: Error }[] {
  return Object.keys(value).flatMap((key) => {
    try {
      const inner = (value as Record<string, unknown>)[key];
      const found = inner !== null && typeof inner === "object" ? listUnknown(inner) : [];
      return found.map(({ path, error }) => ({ path: [key, ...path], error }));
    } catch (error) {
      return [{ path: [key], error: error as Error }];
    }
  });
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
