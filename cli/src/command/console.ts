import { setImmediate } from "node:timers/promises";
import type { ReadStream, WriteStream } from "node:tty";
import confirm from "@inquirer/confirm";
import input from "@inquirer/input";
import password from "@inquirer/password";
import search from "@inquirer/search";
import { Presets, SingleBar } from "cli-progress";
import colors from "picocolors";
import {
  createRedactor,
  escapeCommands,
  escapeControls,
  escapeLine,
  hideUserinfo,
  type Redactor,
} from "pulumi-analytics-internal/core/text";
import { UsageError } from "./exit";

/** The three streams, terminals or not. */
export interface Streams {
  readonly stdin: NodeJS.ReadableStream & Partial<Pick<ReadStream, "isTTY">>;
  readonly stdout: NodeJS.WritableStream & Partial<Pick<WriteStream, "isTTY" | "columns">>;
  readonly stderr: NodeJS.WritableStream & Partial<Pick<WriteStream, "isTTY" | "columns">>;
}

/** One entry of a list to choose from. */
export interface Choice<T> {
  readonly name: string;
  readonly value: T;
}

/** Milliseconds a piece of work may take before it shows how far it is. */
const patience = 1000;

/** Characters of a bar that shows how far work is, where the terminal has room. */
const longestBar = 30;

/** Columns of a terminal that doesn't say how many it has. */
const usualWidth = 80;

/**
 * What the command says and asks. No output has a character that controls a terminal, but for colors, a command to the
 * host of a pipeline, or the userinfo of a URL: names of the platform may hold each. Results go to
 * stdout; progress, notes and questions go to stderr, so that a result can be piped.
 *
 * @example
 * ```ts
 * const output = new Console(process, { color: true });
 * const models = await output.showProgress("Reading models", 2, async (step) => {
 *   const orders = await client.dataModels.getSpec(ordersId);
 *   step();
 *   return [orders, await client.dataModels.getSpec(revenueId)];
 * });
 * ```
 */
export class Console {
  /** Colors for text on stdout; without a terminal, `NO_COLOR` or with `--no-color` they change nothing. */
  readonly color: ReturnType<typeof colors.createColors>;
  /** Characters that fit a line of stdout; undefined when it is no terminal. */
  readonly width: number | undefined;
  readonly #streams: Streams;
  readonly #redact: Redactor;
  /** The bar that is on the screen. */
  #bar: { hide(): void; show(): void } | undefined;

  constructor(streams: Streams, { color, secrets = [] }: { color: boolean; secrets?: readonly string[] }) {
    this.#redact = createRedactor(secrets);
    this.#streams = streams;
    this.color = colors.createColors(color);
    this.width = streams.stdout.isTTY ? streams.stdout.columns : undefined;
  }

  /** A result. */
  print(text: string): void {
    if (text !== "") this.#streams.stdout.write(cleanOutput(endLine(text)));
  }

  /** A result for a program, as it is: a file, or commands to the host of a pipeline. A terminal gets it escaped. */
  printFile(text: string): void {
    if (text === "") return;
    this.#streams.stdout.write(this.width === undefined ? endLine(text) : escapeControls(endLine(text)));
  }

  /** Something beside the result: a word on what happens, or an error. Whatever a line holds, it stays one. */
  note(...lines: readonly string[]): void {
    const whole = lines.map((line) => line.replaceAll(/\r?\n/g, " "));
    // A bar stands in the line that the note would be appended to.
    this.#bar?.hide();
    this.#streams.stderr.write(cleanOutput(`${this.#redact(whole.join("\n"))}\n`));
    this.#bar?.show();
  }

  /** What another program prints while it works, as it comes. */
  pass(text: string): void {
    this.#streams.stderr.write(this.#redact(text));
  }

  /** Does countable work, with a bar when it takes more than a second and somebody looks on. */
  async showProgress<T>(title: string, total: number, work: (step: () => void) => Promise<T>): Promise<T> {
    const { stderr } = this.#streams;
    if (!stderr.isTTY) return work(() => {});
    const format = `${title} {bar} {value}/{total}`;
    const room = (stderr.columns ?? usualWidth) - `${title}   ${total}/${total}`.length;
    const barsize = Math.max(Math.min(room, longestBar), 1);
    const bar = new SingleBar(
      { stream: stderr, format, clearOnComplete: true, hideCursor: true, barsize },
      Presets.rect,
    );
    let done = 0;
    const show = () => bar.start(total, done);
    const timer = setTimeout(() => {
      show();
      this.#bar = { hide: () => bar.stop(), show };
    }, patience);
    try {
      return await work(() => {
        done++;
        if (bar.isActive) bar.update(done);
      });
    } finally {
      clearTimeout(timer);
      this.#bar = undefined;
      if (bar.isActive) bar.stop();
    }
  }

  /** Works on one item after the other, with a bar as above; between two of them Ctrl-C is heard. */
  handleEach<T, Done>(
    title: string,
    items: readonly T[],
    signal: AbortSignal,
    work: (item: T) => Done,
  ): Promise<Done[]> {
    return this.showProgress(title, items.length, async (step) => {
      const done: Done[] = [];
      for (const item of items) {
        await setImmediate();
        signal.throwIfAborted();
        done.push(work(item));
        step();
      }
      return done;
    });
  }

  /** Lines of a diff, in colors. */
  colorDiff(lines: readonly string[]): string[] {
    const { cyan, green, red } = this.color;
    const paints: Readonly<Record<string, (line: string) => string>> = { "@": cyan, "+": green, "-": red };
    return lines.map((line) => (paints[line.charAt(0)] ?? String)(escapeLine(line)));
  }

  /** Whether a question reaches somebody who can answer it. */
  get canAsk(): boolean {
    const { stdin, stderr } = this.#streams;
    return Boolean(stdin.isTTY && stderr.isTTY);
  }

  /**
   * Asks before something that can't be taken back.
   *
   * @throws UsageError when nobody can answer; `hint` says which option answers instead.
   */
  async confirm(question: string, hint: string, signal: AbortSignal): Promise<boolean> {
    this.requireSomebody(question, hint);
    const { stdin, stderr } = this.#streams;
    return confirm({ message: question, default: false }, { input: stdin, output: stderr, signal });
  }

  /** Asks for one of a list, which typing filters. Only where {@link canAsk}. */
  choose<T>(question: string, choices: readonly Choice<T>[], signal: AbortSignal): Promise<T> {
    const { stdin, stderr } = this.#streams;
    const filterChoices = (typed = "") =>
      choices.filter(({ name }) => name.toLowerCase().includes(typed.toLowerCase()));
    return search({ message: question, source: filterChoices, pageSize: 12 }, { input: stdin, output: stderr, signal });
  }

  /** Asks for a text, and for nothing less. Only where {@link canAsk}. */
  ask(question: string, signal: AbortSignal): Promise<string> {
    const { stdin, stderr } = this.#streams;
    return input({ message: question, required: true }, { input: stdin, output: stderr, signal });
  }

  /** Asks for a text that never shows. Only where {@link canAsk}. */
  askSecret(question: string, signal: AbortSignal): Promise<string> {
    const { stdin, stderr } = this.#streams;
    const validate = (typed: string) => typed !== "" || "Enter a value.";
    return password({ message: question, mask: true, validate }, { input: stdin, output: stderr, signal });
  }

  /**
   * Refuses what would have to ask where nobody can answer: before the work that leads to the question is done in vain.
   *
   * @throws UsageError
   */
  requireSomebody(question: string, hint: string): void {
    if (!this.canAsk) throw new UsageError(`${question} Not a terminal: cannot prompt. ${hint}`);
  }
}

const endLine = (text: string) => (text.endsWith("\n") ? text : `${text}\n`);

const cleanOutput = (text: string) => hideUserinfo(escapeCommands(escapeControls(text)));
