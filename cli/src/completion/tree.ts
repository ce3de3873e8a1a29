import type { Argument, Command, Option } from "commander";
import { getOwnValue } from "pulumi-analytics-internal/core/text";
import { readWords } from "../command/words";

/** What a command line's words can be, without what runs: plain data, which is built into the package. */
export interface CommandNode {
  readonly name: string;
  /** One line. */
  readonly about: string;
  readonly commands: readonly CommandNode[];
  readonly options: readonly OptionNode[];
  /** In their order; the last one takes all further words if it can be repeated. */
  readonly arguments: readonly ValueNode[];
}

/** What stands for a value: of an argument, or of an option that takes one. */
export interface ValueNode {
  /** What is completed; undefined for free text. */
  readonly kind?: ValueKind;
  /** All values there are, or how they begin. */
  readonly words?: readonly string[];
  readonly isRepeated?: boolean;
}

export interface OptionNode {
  /** `--format`, and `-h` where there is a short form. */
  readonly flags: readonly string[];
  readonly about: string;
  /** Undefined: it takes none. */
  readonly value?: ValueNode;
}

/** Of `what`, the model is completed. */
export type ValueKind = "documents" | "files" | "stacks";

/** By an option's long name, or the name of the value in the help. */
const kinds: Readonly<Record<string, ValueKind>> = {
  "--out": "files",
  "--stack": "stacks",
  a: "documents",
  after: "documents",
  b: "documents",
  before: "documents",
  document: "documents",
  documents: "documents",
  model: "documents",
  models: "documents",
  what: "documents",
  dir: "files",
  file: "files",
  files: "files",
  folder: "files",
  manifest: "files",
  preview: "files",
};

/**
 * A command line as data. Hidden commands and options are left out.
 *
 * @example describeCommands(program).commands.map(({ name }) => name) // ["init", "validate", …]
 */
export function describeCommands(command: Command): CommandNode {
  const help = command.createHelp();
  return {
    name: command.name(),
    about: help.subcommandDescription(command),
    commands: help.visibleCommands(command).map(describeCommands),
    options: help.visibleOptions(command).map(describeOption),
    arguments: command.registeredArguments.map((argument) => ({
      ...describeValue(argument, [argument.name()]),
      ...(argument.variadic && { isRepeated: true }),
    })),
  };
}

function describeOption(option: Option): OptionNode {
  const { long, short, description, required, optional } = option;
  const flags = [long, short].filter((flag) => flag != null);
  const about = getFirstLine(description);
  if (!required && !optional) return { flags, about };
  const name = /[<[]([^\]>.]+)/.exec(option.flags)?.[1] ?? "";
  return { flags, about, value: describeValue(option, [...flags, name]) };
}

function describeValue(declared: Argument | Option, names: readonly string[]): ValueNode {
  const words = declared.argChoices ?? readWords(declared);
  if (words !== undefined) return { words };
  const kind = findKind(names);
  return kind === undefined ? {} : { kind };
}

/** What is completed for an option or argument by one of its names. */
export const findKind = (names: readonly string[]): ValueKind | undefined =>
  names.map((name) => getOwnValue(kinds, name.toLowerCase())).find((kind) => kind !== undefined);

const getFirstLine = (text: string) => text.split("\n", 1)[0] ?? "";
