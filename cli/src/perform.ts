import { addAbortSignal, type Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Command } from "commander";
import colors from "picocolors";
import { createClient, InvalidIdError } from "pulumi-analytics-internal/core/api";
import { writeJson } from "pulumi-analytics-internal/core/data";
import { escapeText, redact } from "pulumi-analytics-internal/core/text";
import { type Context, type ExitCode, exitCodes, type Outcome, type Surroundings, UsageError } from "./command";
import { Console } from "./command/console";
import { formatErrorJson } from "./command/exit";
import { describeFailure } from "./command/failure";
import { collectSecrets } from "./command/secrets";
import { tellOrganization } from "./platform/organization";
import { readSettings } from "./platform/profile";
import { renderMarkdown } from "./report/markdown";
import { renderText } from "./report/text";
import { runs } from "./runs";

/** What a command line gives to what runs it. */
type Called = Surroundings & Pick<Context, "program" | "runOther">;

/** Options that every command has. */
interface CommonOptions {
  readonly json?: boolean;
  readonly color: boolean;
}

/**
 * Runs a command to its end, prints what it found or why it failed, and throws nothing.
 *
 * @param name the words that call it.
 * @param command with what was asked for.
 */
export async function perform(name: string, command: Command, surroundings: Called): Promise<ExitCode> {
  const { json, color, ...options } = command.opts<CommonOptions>();
  // Some commands have JSON among their formats: it is the same as --json.
  const { format } = options as { format?: unknown };
  const isJson = json || format === "json";
  const { cwd, env } = surroundings;
  const ending = new AbortController();
  const signal = AbortSignal.any([surroundings.signal, ending.signal]);
  const secrets = collectSecrets(env);
  const console = new Console(surroundings, {
    color: color && !isJson && hasColors(env, surroundings.stdout.isTTY),
    secrets,
  });
  const tell = ({ json: value, text, isFile }: Outcome, indent?: number) => {
    if (isJson) console.print(writeJson(value, indent) ?? "");
    else if (typeof text !== "string")
      console.print(format === "markdown" ? renderMarkdown(text) : renderText(text, console.color));
    else if (isFile) console.printFile(text);
    else console.print(text);
  };
  try {
    const context = createContext({ ...surroundings, signal }, console, tell);
    const outcome = await runs[name]!().run(context, command.args, options as never);
    tell(outcome, 2);
    return outcome.exit ?? exitCodes.ok;
  } catch (error) {
    const failure = { cwd, isAborted: surroundings.signal.aborted };
    const { code, message: told } = describeFailure(nameSource(error, command), failure);
    const message = redact(escapeText(told), secrets);
    const { red } = colors.createColors(color && hasColors(env, surroundings.stderr.isTTY));
    if (isJson) console.print(formatErrorJson(code, message));
    else console.note(...`${red("error")}: ${message}`.split("\n"));
    return code;
  } finally {
    // After the first failure, the other calls of a command would go on, with all their retries.
    ending.abort();
  }
}

function createContext(
  { cwd, env, signal, stdin, stdout, stderr, program, runOther }: Called,
  console: Console,
  tell: Context["tell"],
): Context {
  return {
    cwd,
    env,
    console,
    signal,
    stdin: () => text(addAbortSignal(signal, stdin as Readable)),
    program,
    runOther,
    streams: { stdin, stdout, stderr },
    client: async (profile, calls) => {
      const found = await readSettings(profile, cwd, env);
      const options = { signal, onTrouble: (message: string) => console.note(message), ...calls };
      const client = createClient({ ...found.settings, ...options });
      await tellOrganization(console, client, found, env);
      return client;
    },
    tell: (outcome) => tell(outcome),
  };
}

function hasColors(env: Surroundings["env"], isTerminal: boolean | undefined): boolean {
  if (env.NO_COLOR) return false;
  return Boolean(env.FORCE_COLOR) || (isTerminal === true && env.TERM !== "dumb");
}

/** Names the argument or option that has the value of an {@link InvalidIdError}. */
function nameSource(error: unknown, command: Command): unknown {
  if (!(error instanceof InvalidIdError)) return error;
  const { value } = error;
  const given = command.opts<Record<string, unknown>>();
  const option = command.options.find((known) => [given[known.attributeName()]].flat().includes(value));
  const { registeredArguments: known } = command;
  const argument = known[Math.min(command.args.indexOf(value), known.length - 1)];
  const name = argument === undefined ? option?.long : `<${argument.name()}>`;
  if (name === undefined) return error;
  return new UsageError(`${name}: ${JSON.stringify(value)} is not an id. Give one such as 1b0c6a52-….`);
}
