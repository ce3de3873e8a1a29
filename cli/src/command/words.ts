import type { Command } from "commander";

/** An option that says what values there are. */
interface Suggesting {
  readonly suggested?: readonly string[];
}

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
  Object.assign(option, { suggested: words } satisfies Suggesting);
}

/** What {@link suggestValues} was told of an option. */
export const readWords = (option: object): readonly string[] | undefined => (option as Suggesting).suggested;
