import { equal } from "../../core/engine";

/**
 * By field, the values that failed updates sent and that the platform may or may not have stored. They come from this
 * program: they are no conflict, and the next update writes the fields again. `null` stands for an omitted field.
 */
export type Tried = Readonly<Record<string, readonly unknown[]>>;

/** What failed updates tried, and one more. */
export function addTried(tried: Tried = {}, inputs: object, names: readonly string[]): Tried {
  const values = new Map<string, unknown>(Object.entries(inputs));
  const added = names.map((name): [string, readonly unknown[]] => {
    const value = values.get(name) ?? null;
    const sent = tried[name] ?? [];
    return [name, sent.some((one) => equal(one, value)) ? sent : [...sent, value]];
  });
  return { ...tried, ...Object.fromEntries(added) };
}
