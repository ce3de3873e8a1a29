import { type AddHelpTextContext, type AddHelpTextPosition, Command, type ErrorOptions, Help } from "commander";
import { findNearest } from "pulumi-analytics-internal/core/text";
import { findGuessed } from "./guessed";

/** The narrowest description beside an option; below that, commander would not break it at all. */
const narrowest = 15;

/** The widest line that is easily read. */
const widest = 120;

/** Where a terminal's width isn't known. */
const usual = 80;

interface Terminal {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

/** The width of a help in a terminal, or in a pipe. */
export const chooseHelpWidth = ({ isTTY, columns }: Terminal): number =>
  Math.min((isTTY ? columns : undefined) ?? usual, widest);

/** A command whose help breaks at blanks where the terminal ends, also what stands below its options. */
export class WrappedCommand extends Command {
  constructor(name?: string) {
    super(name);
    this.configureHelp({
      minWidthToWrap: narrowest,
      // A list of commands says what each does; what it takes and more stands in its own help.
      subcommandTerm: (command) => command.name(),
      subcommandDescription: (command) => (command.summary() || command.description()).split(/[:;.]/, 1)[0] ?? "",
    });
  }

  override createCommand(name?: string): Command {
    return new WrappedCommand(name);
  }

  /** An error ends with what another tool's command is here, or with the nearest value. */
  override error(message: string, options?: ErrorOptions): never {
    const spelling = this.parent === null ? findGuessed(message) : undefined;
    if (spelling !== undefined) return super.error(`${message.split("\n", 1)[0]}. Use ${spelling}.`, options);
    return super.error(`${message}${suggestChoice(message)}`, options);
  }

  override addHelpText(position: AddHelpTextPosition, text: string | ((context: AddHelpTextContext) => string)): this {
    return super.addHelpText(position, (context) => {
      const width = context.command.configureOutput().getOutHelpWidth?.() ?? usual;
      return wrapHelp(typeof text === "string" ? text : text(context), width);
    });
  }
}

/**
 * What commander says of unknown commands and options, for values of choices: `\n(Did you mean json?)`.
 */
function suggestChoice(message: string): string {
  const [, value, choices] =
    /(?:argument|value) '([^']*)' is invalid(?: for argument '[^']*')?\. Allowed choices are ([^.]+)\.$/.exec(
      message,
    ) ?? [];
  const near = value === undefined || choices === undefined ? undefined : findNearest(value, choices.split(", "));
  return near === undefined ? "" : `\n(Did you mean ${near}?)`;
}

/**
 * Breaks a text at blanks. The lines of a paragraph are joined before; a line that begins with blanks stays a line of
 * its own, and a command among them is continued as a shell reads it.
 *
 * @example wrapHelp("It joins\nlines.\n\n  $ command --with options", 20)
 * // "It joins lines.\n\n  $ command --with \\\n      options"
 */
export function wrapHelp(text: string, width: number): string {
  const lines = text.replace(/(?<=\S)\n(?=\S)/g, " ").split("\n");
  return lines.map((line) => (line.length <= width ? line : wrapLine(line, width))).join("\n");
}

function wrapLine(line: string, width: number): string {
  const [indent] = /^ */.exec(line)!;
  const [head = "", ...rest] = line.slice(indent.length).split("  ");
  const tail = rest.length === 0 ? undefined : rest.join("  ").trimStart();
  const deeper = indent === "" ? "" : `${indent}    `;
  const end = head.startsWith("$ ") ? " \\" : "";
  const help = Object.assign(new Help(), { minWidthToWrap: narrowest });
  const wrap = (words: string, room: number) => help.boxWrap(words, room).split("\n");
  const lines = wrap(head, width - deeper.length - end.length).join(`${end}\n${deeper}`);
  const about = tail === undefined ? [] : wrap(tail, width - deeper.length).map((one) => `\n${deeper}${one}`);
  return `${indent}${lines}${about.join("")}`;
}
