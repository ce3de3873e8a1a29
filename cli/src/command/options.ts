import { UsageError } from "./exit";

/** The values of an option that can be repeated, in commander's way. */
export const collectValues = (value: string, before: readonly string[] = []): string[] => [...before, value];

/**
 * Both sides of an option's `name=value`.
 *
 * @param form how it is written, with an example.
 * @throws UsageError
 */
export function parsePair(option: string, text: string, form: string): [name: string, value: string] {
  const [, name, value] = /^([^=]+)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new UsageError(`${option} ${text}: write ${form}.`);
  return [name, value];
}
