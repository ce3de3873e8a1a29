import type { Argument, Command, Option } from "commander";

/** What may stand where the cursor is. */
export interface Suggestions {
  /** What the shell itself completes there, beside the candidates. */
  readonly paths: "files" | "folders" | "none";
  readonly candidates: readonly Candidate[];
}

export interface Candidate {
  /** The whole word. */
  readonly value: string;
  readonly description?: string;
}

/** Words an option takes that only the place of the call knows, by the option's long name: such as the stacks of the project here. */
export type KnownValues = Readonly<Record<string, (() => readonly string[]) | undefined>>;

/**
 * What may stand at the end of a command line, from commander's own definition of it.
 *
 * @param words after the command's name; the last one is being written, and may be empty.
 * @example
 * ```ts
 * suggest(program, ["diff", "--format", "m"], {}); // { paths: "none", candidates: [{ value: "markdown" }] }
 * ```
 */
export function suggest(program: Command, words: readonly string[], known: KnownValues): Suggestions {
  const current = words.at(-1) ?? "";
  const place = placeAfter(program, words.slice(0, -1));
  return startingWith(current, suggestionsAt(place, current, known));
}

/** Where a command line has come to. */
interface Place {
  readonly command: Command;
  /** How many arguments stand before. */
  readonly arguments: number;
  /** The option whose value is next. */
  readonly option?: Option;
  /** True after `--`: nothing is an option any more. */
  readonly plain: boolean;
}

function placeAfter(program: Command, words: readonly string[]): Place {
  let place: Place = { command: program, arguments: 0, plain: false };
  for (const word of words) place = next(place, word);
  return place;
}

function next(place: Place, word: string): Place {
  const { command, option, plain } = place;
  const isOption = !plain && word.startsWith("-");
  // One that takes several values goes on until the next option.
  if (option && !isOption) return option.variadic ? place : { ...place, option: undefined };
  if (!plain && word === "--") return { ...place, option: undefined, plain: true };
  if (isOption) {
    const given = optionOf(command, word.split("=", 1)[0] as string);
    return { ...place, option: given?.required && !word.includes("=") ? given : undefined };
  }
  const sub = place.arguments === 0 ? command.commands.find((known) => known.name() === word) : undefined;
  return sub ? { command: sub, arguments: 0, plain } : { ...place, arguments: place.arguments + 1 };
}

function suggestionsAt(
  { command, arguments: count, option, plain }: Place,
  current: string,
  known: KnownValues,
): Suggestions {
  const isOption = !plain && current.startsWith("-");
  if (isOption && current.includes("=")) {
    const [name] = current.split("=", 1) as [string];
    const given = optionOf(command, name);
    return given ? withPrefix(`${name}=`, valuesOf(given, known)) : nothing;
  }
  if (isOption) return { paths: "none", candidates: optionsOf(command) };
  if (option) return valuesOf(option, known);
  if (command.commands.length > 0) return count === 0 ? { paths: "none", candidates: commandsOf(command) } : nothing;
  const { registeredArguments: all } = command;
  const argument = all[count] ?? (all.at(-1)?.variadic ? all.at(-1) : undefined);
  return argument ? argumentsOf(argument) : nothing;
}

const nothing: Suggestions = { paths: "none", candidates: [] };

function commandsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((sub) => ({ value: sub.name(), description: firstLine(sub.description()) }));
}

function optionsOf(command: Command): Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long, description }) => (long ? [{ value: long, description: firstLine(description) }] : []));
}

function optionOf(command: Command, name: string): Option | undefined {
  return command.options.find(({ long, short }) => long === name || short === name);
}

/** An option says by the word for its value what it takes: `--out <dir>`. */
function valuesOf({ argChoices, flags, long }: Option, known: KnownValues): Suggestions {
  const [, word = ""] = /[<[](\w+)/.exec(flags) ?? [];
  const paths = word === "file" ? "files" : word === "dir" ? "folders" : "none";
  const values = argChoices ?? (long === undefined ? undefined : known[long]?.()) ?? [];
  return { paths, candidates: values.map((value) => ({ value })) };
}

/** An argument without choices is a file: no command takes anything else that a shell could know. */
function argumentsOf({ argChoices }: Argument): Suggestions {
  return argChoices
    ? { paths: "none", candidates: argChoices.map((value) => ({ value })) }
    : { paths: "files", candidates: [] };
}

function withPrefix(prefix: string, { paths, candidates }: Suggestions): Suggestions {
  return { paths, candidates: candidates.map(({ value, ...rest }) => ({ value: `${prefix}${value}`, ...rest })) };
}

function startingWith(start: string, { paths, candidates }: Suggestions): Suggestions {
  return { paths, candidates: candidates.filter(({ value }) => value.startsWith(start)) };
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0] as string;
}
