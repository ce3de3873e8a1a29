import { equal } from "../../core/values";
import type { Tried } from "./context";

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
