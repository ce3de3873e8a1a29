import type { Argument, Command, Option } from "commander";
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
  /** As the help names it: `documents`, `stack`. */
  readonly name: string;
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

/**
 * A command line as data. Hidden commands and options are left out.
 *
 * @example describeCommands(program).commands.map(({ name }) => name) // ["init", "validate", …]
 */
export function describeCommands(command: Command): CommandNode {
  const help = command.createHelp();
  return {
    name: command.name(),
    about: getFirstLine(command.summary() || command.description()),
    commands: help.visibleCommands(command).map(describeCommands),
    options: help.visibleOptions(command).map(describeOption),
    arguments: command.registeredArguments.map((argument) => ({
      name: argument.name(),
      ...describeWords(argument),
      ...(argument.variadic && { isRepeated: true }),
    })),
  };
}

function describeOption(option: Option): OptionNode {
  const flags = [option.long, option.short].filter((flag) => flag != null);
  const about = getFirstLine(option.description);
  if (!option.required && !option.optional) return { flags, about };
  const name = /[<[]([^\]>.]+)/.exec(option.flags)?.[1] ?? "";
  return { flags, about, value: { name, ...describeWords(option) } };
}

function describeWords(declared: Argument | Option): Pick<ValueNode, "words"> {
  const words = declared.argChoices ?? readWords(declared);
  return words === undefined ? {} : { words };
}

const getFirstLine = (text: string) => text.split("\n", 1)[0] ?? "";
