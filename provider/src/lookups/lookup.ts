import * as pulumi from "@pulumi/pulumi";
import { escapeText, redact } from "../core/text";
import { createProgramError } from "../program/resource";
import { createMemory, findArgumentProblems, type LookupContext, type Question } from "./question";

/** The arguments that every lookup accepts. */
export interface LookupArgs {
  /** The named profile (`analytics:profiles.<name>`) to use; default: the stack's own settings. */
  profile?: string;
}

/** Exactly one of some arguments. */
export type OneOf<Args> = {
  [Given in keyof Args]: Pick<Args, Given> & { [Other in Exclude<keyof Args, Given>]?: undefined };
}[keyof Args];

/** A lookup. The arguments are optional if none of them is required. */
export type Lookup<Args, Answer> =
  Record<string, never> extends Args ? (args?: Args) => Promise<Answer> : (args: Args) => Promise<Answer>;

/** A lookup whose arguments may be outputs. */
export type OutputLookup<Args, Answer> =
  Record<string, never> extends Args
    ? (args?: OutputArgs<Args>) => pulumi.Output<Answer>
    : (args: OutputArgs<Args>) => pulumi.Output<Answer>;

type OutputArgs<Args> = { [K in keyof Args]: pulumi.Input<NonNullable<Args[K]>> | Extract<Args[K], undefined> };

/**
 * The async function of a lookup, with the settings of the running program. Equal calls in one run send one request.
 *
 * An error has a message without a stack: a stack inside this package wouldn't help the program's author.
 */
export function createLookup<Args extends LookupArgs, Answer>(question: Question<Answer>): Lookup<Args, Answer> {
  const ask = async (args?: Args): Promise<Answer> => {
    try {
      const given = dropUndefined(args ?? ({} as Args));
      const problems = findProblems(question, given);
      if (problems.length > 0) throw new Error(problems.join("\n"));
      const context = createContext(given.profile);
      return await context.once(JSON.stringify([question.name, sortArgs(given)]), () =>
        question.answer(context, given),
      );
    } catch (error) {
      ignoreLateHandling();
      const { namePermission } = require("./permissions") as typeof import("./permissions");
      throw createProgramError(`${question.name}: ${(namePermission(error) as Error).message}`);
    }
  };
  return ask as Lookup<Args, Answer>;
}

let isMuted = false;

/**
 * Keeps Node from warning about a failed lookup that the program awaits later: Pulumi has shown the error by then. Node
 * warns only without a listener, so this one repeats the warning for other errors.
 */
function ignoreLateHandling(): void {
  if (isMuted) return;
  isMuted = true;
  process.on("rejectionHandled", (promise) => {
    promise.catch((error) => {
      if (pulumi.RunError.isInstance(error)) return;
      process.emitWarning("Promise rejection was handled asynchronously", "PromiseRejectionHandledWarning");
    });
  });
}

/** A lookup for arguments that are outputs; it sends the request when they are known. */
export function toOutputLookup<Args, Answer>(asked: Lookup<Args, Answer>): OutputLookup<Args, Answer> {
  const ask = (args?: OutputArgs<Args>) =>
    pulumi.output(args ?? {}).apply(async (known) => {
      try {
        return await (asked as (args: Args) => Promise<Answer>)(known as Args);
      } catch (error) {
        throw createProgramError(redact((error as Error).message, await collectSecretTexts(args ?? {}, known)));
      }
    });
  return ask as OutputLookup<Args, Answer>;
}

/** The texts among the arguments that are secret: a message names what wasn't found. */
async function collectSecretTexts(args: object, known: object): Promise<string[]> {
  const values = await Promise.all(
    Object.entries(args).map(async ([name, value]): Promise<unknown> => {
      return (await pulumi.isSecret(pulumi.output(value))) ? (known as Record<string, unknown>)[name] : undefined;
    }),
  );
  return values.filter((value) => typeof value === "string");
}

/** The lookups of each program run: one process may run several programs, in sequence or in parallel. */
const runs = new WeakMap<object, Map<string, Promise<unknown>>>();
/** The key of a run without a stack, as in a unit test of a program. */
const noStack = {};

function createContext(profile: string | undefined): LookupContext {
  // The REST client is slow to load: only a program that calls a lookup loads it.
  const { getClient: clientFor } = require("../core/api") as typeof import("../core/api");
  const { readProfile: profileSettings } = require("../settings") as typeof import("../settings");
  const settings = profileSettings((key) => pulumi.runtime.getConfig(key), process.env, profile);

  const run = pulumi.runtime.getStackResource() ?? noStack;
  const asked = runs.get(run) ?? new Map<string, Promise<unknown>>();
  runs.set(run, asked);
  return {
    client: clientFor({ ...settings, onTrouble: (message) => void pulumi.log.info(escapeText(message)) }),
    ...createMemory(asked, (key) => JSON.stringify([settings.baseUrl, settings.clientId, key])),
  };
}

/** The problems of the arguments; a program may be plain JavaScript. */
function findProblems<Args extends LookupArgs>(question: Question, given: Args): string[] {
  const outputs = Object.entries(given).filter(([, value]) => pulumi.Output.isInstance(value));
  return [
    ...findArgumentProblems(question, Object.keys(given)),
    ...outputs.map(([name]) => `${name}: is an output; ${question.name}Output takes outputs.`),
  ];
}

function dropUndefined<T extends object>(args: T): T {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined && value !== null)) as T;
}

function sortArgs(args: object): [string, unknown][] {
  return Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));
}
