import { escapeLine } from "pulumi-analytics-internal/core/text";
import { listDocuments, listStacks } from "./names";
import type { CommandNode, OptionNode, ValueNode } from "./tree";

/** What a shell offers for the word that is being typed. */
export interface Completion {
  readonly words: readonly CompletionWord[];
  /** Whether files fit, too: shells know how to complete them. */
  readonly hasFiles: boolean;
}

/** One ending in `=`, `:` or `#` is a beginning, after which the shell adds no blank. */
export interface CompletionWord {
  readonly word: string;
  /** One line, for shells that show it. */
  readonly about?: string;
}

/** What is read where the command runs. */
interface Sources {
  readonly documents: (cwd: string) => readonly string[];
  readonly stacks: (cwd: string) => readonly string[];
}

/** Where a document can be that isn't in files. */
const origins = ["git:", "state:", "live:"];

/**
 * What the last word of a command line can be.
 *
 * @param before the words before it, without the program's own.
 * @param last what is typed of it.
 * @example completeWords(tree, ["validate", "--format"], "ma", cwd) // words: [{ word: "markdown" }]
 */
export function completeWords(
  tree: CommandNode,
  before: readonly string[],
  last: string,
  cwd: string,
  sources: Sources = { documents: listDocuments, stacks: listStacks },
): Completion {
  const { command, waiting, given, isEnded } = followWords(tree, before);
  const offer = (value: ValueNode | undefined, start = "") => {
    const { words, hasFiles } = offerValues(value, last.slice(start.length), cwd, sources);
    return keepFitting(
      words.map((word) => ({ word: `${start}${word}` })),
      last,
      hasFiles,
    );
  };
  if (waiting !== undefined) return offer(waiting);
  if (!isEnded && last.startsWith("-")) {
    const [, start, flag] = /^((-[^=]+)=)/.exec(last) ?? [];
    if (flag !== undefined) return offer(findOption(command, flag)?.value, start);
    return keepFitting(
      command.options.flatMap(({ flags: [word = ""], about }) => ({ word, about })),
      last,
    );
  }
  if (command.commands.length > 0) {
    return keepFitting(
      command.commands.map(({ name, about }) => ({ word: name, about })),
      last,
    );
  }
  const final = command.arguments.at(-1);
  return offer(command.arguments[given] ?? (final?.isRepeated ? final : undefined));
}

/** The command that words lead to, how many arguments it has got, and the option that waits for its value. */
interface Followed {
  readonly command: CommandNode;
  readonly waiting?: ValueNode | undefined;
  readonly given: number;
  /** Whether options have ended with `--`. */
  readonly isEnded: boolean;
}

function followWords(tree: CommandNode, words: readonly string[]): Followed {
  let command = tree;
  let waiting: ValueNode | undefined;
  let given = 0;
  let isEnded = false;
  for (const word of words) {
    if (waiting !== undefined) waiting = undefined;
    else if (!isEnded && word === "--") isEnded = true;
    else if (!isEnded && word.startsWith("-")) waiting = findOption(command, word)?.value;
    else {
      const next = command.commands.find(({ name }) => name === word);
      if (next === undefined) given++;
      else command = next;
    }
  }
  return { command, waiting, given, isEnded };
}

const findOption = ({ options }: CommandNode, flag: string): OptionNode | undefined =>
  options.find(({ flags }) => flags.includes(flag));

interface Offered {
  readonly words: readonly string[];
  readonly hasFiles: boolean;
}

function offerValues(value: ValueNode | undefined, typed: string, cwd: string, sources: Sources): Offered {
  if (value === undefined) return { words: [], hasFiles: false };
  if (value.words !== undefined) return { words: offerSeverities(value.words, typed), hasFiles: false };
  const { kind } = value;
  if (kind === "documents") return { words: [...sources.documents(cwd), ...origins], hasFiles: true };
  if (kind === "stacks") return { words: sources.stacks(cwd), hasFiles: false };
  return { words: [], hasFiles: kind === "files" };
}

/** A rule's name comes first, then its severities. */
function offerSeverities(words: readonly string[], typed: string): readonly string[] {
  const [name] = words.filter((word) => word.endsWith("=") && typed.startsWith(word));
  return name === undefined ? words : ["off", "warning", "error"].map((severity) => `${name}${severity}`);
}

/**
 * A completion as scripts of shells read it.
 *
 * @example
 * formatCompletion({ words: [{ word: "diff", about: "Compare" }], hasFiles: true }) // "diff\tCompare\n:files\n"
 */
export function formatCompletion({ words, hasFiles }: Completion): string {
  const lines = words.map(({ word, about }) => escapeLine(word) + (about ? `\t${escapeLine(about)}` : ""));
  return [...lines, ...(hasFiles ? [":files"] : [])].map((line) => `${line}\n`).join("");
}

function keepFitting(words: readonly CompletionWord[], last: string, hasFiles = false): Completion {
  return { words: words.filter(({ word }) => word.startsWith(last)), hasFiles };
}
