import type { Command } from "commander";
import type { AnalyticsClient } from "pulumi-analytics-internal/core/api";
import type { ProfileOptions } from "../platform/profile";
import type { Report } from "../report";
import type { Environment } from "./child";
import type { Console, Streams } from "./console";
import type { ExitCode } from "./exit";

export { type ExitCode, exitCodes, UsageError } from "./exit";

/** What a command has to say. It is built once; what runs the command prints it. */
export interface Outcome {
  /** For `--json`: a stable shape, documented with the command. Undefined: nothing is printed. */
  readonly json: unknown;
  /** For people, as text or Markdown; a text stands as it is. Empty: nothing is printed. */
  readonly text: Report | string;
  /** The text is for a program: a file, or commands to the host of a pipeline. */
  readonly isFile?: boolean;
  /** Default: ok. */
  readonly exit?: ExitCode;
}

/** Where a command line runs. */
export interface Surroundings extends Streams {
  readonly cwd: string;
  readonly env: Environment;
  readonly signal: AbortSignal;
}

/** How a command's calls of the platform behave. */
interface CallOptions {
  /** Ends them. Default: Ctrl-C; a command whose calls must come to their end gives a signal of its own. */
  readonly signal?: AbortSignal;
}

/** The world a command runs in; it reaches no other, so that a test can put it anywhere. */
export interface Context {
  /** Relative paths of the user's start here. */
  readonly cwd: string;
  readonly env: Environment;
  readonly console: Console;
  /** Aborted by Ctrl-C; the client's calls end by themselves. */
  readonly signal: AbortSignal;
  /** All that is piped in. */
  stdin(): Promise<string>;
  /** Signs in, and says on stderr to whose organization. Throws UsageError when the settings are missing or wrong. */
  client(options: ProfileOptions, calls?: CallOptions): Promise<AnalyticsClient>;
  /** The whole command line, for a command that describes it. */
  readonly program: Command;
  /** Runs another command line to its end, with streams of its own: what it prints is for whoever calls. */
  runOther(argv: readonly string[], surroundings: Surroundings): Promise<ExitCode>;
  /** For a protocol, which owns them; all else goes through the console. */
  readonly streams: Streams;
  /**
   * Tells an outcome before the end: with `--json` one line per outcome. For commands that go on, such as `--watch`.
   */
  tell(outcome: Outcome): void;
}

/** A command, as it is asked for. `runs.ts` names what runs it, which `--help` and completions do without. */
export interface CliCommand {
  /** The word or words that call it: `"validate"`, `"generate dbt"`. */
  readonly name: string;
  /** Its page in `docs/commands`; default: its words with a dash between them. */
  readonly page?: string;
  /** Arguments, options and help, in commander's own way. `--json` and `--no-color` are added to each. */
  define(command: Command): void;
}
