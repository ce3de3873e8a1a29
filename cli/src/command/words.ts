import type { Command } from "commander";

const known = new WeakMap<object, readonly string[]>();

/**
 * Says what values of an option there are, where commander's `choices` don't fit, because a value has more to it.
 * Completions offer them.
 *
 * @param flag its long name; the command has it.
 * @param words whole values, or beginnings that end with `=`.
 * @example suggestValues(command, "--rule", ["iso-date="])
 */
export function suggestValues(command: Command, flag: string, words: readonly string[]): void {
  const option = command.options.find(({ long }) => long === flag);
  if (option === undefined) throw new TypeError(`${command.name()} has no option ${flag}.`);
  known.set(option, words);
}

/** What {@link suggestValues} was told of an option. */
export const readWords = (option: object): readonly string[] | undefined => known.get(option);
