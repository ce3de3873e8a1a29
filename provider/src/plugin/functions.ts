import { status } from "@grpc/grpc-js";
import { dropUndefined, type Properties } from "../core/engine";
import type { Run } from "../core/runtime";
import { redact, suggestWord } from "../core/text";
import { namePermission } from "../lookups/permissions";
import { createMemory, findArgumentProblems, listName, type Question } from "../lookups/question";
import { lookupModules } from "../lookups/registry";
import { getStackClient } from "../settings";
import { getAnswers } from "./answers";
import { RequestError } from "./errors";
import { open } from "./values";

const lookups = new Map(lookupModules.flatMap((module) => module.lookups).map((one) => [one.question.name, one]));

/**
 * Calls a lookup.
 *
 * @param token `analytics:index:getTeam`.
 * @returns what it found; the entries of a list are in `items`.
 * @throws RequestError when there is no such function, or the arguments are wrong.
 */
export async function invoke(run: Run, token: string, given: Properties): Promise<Properties> {
  const name = token.slice(token.lastIndexOf(":") + 1);
  const lookup = lookups.get(name);
  if (lookup === undefined) {
    const known = [...lookups.keys()];
    throw new RequestError(
      status.NOT_FOUND,
      `There is no function ${token}.${suggestWord(name, known)} Functions of the package ` +
        `analytics: ${known.join(", ")}.`,
    );
  }
  try {
    const answer = await ask(run, name, lookup.question, given);
    return dropUndefined(lookup.isList ? { items: answer } : (answer as Properties));
  } catch (error) {
    if (error instanceof RequestError) throw error;
    const { message } = namePermission(error) as Error;
    throw new RequestError(status.UNKNOWN, `${name}: ${redact(message, collectSecretTexts(lookup.question, given))}`);
  }
}

/** The texts among the arguments that are secret: a message names what wasn't found. The names of arguments aren't. */
function collectSecretTexts({ required = [], oneOf = [], optional = [] }: Question, given: Properties): string[] {
  const { values, secrets } = open(given);
  const names = [...required, ...oneOf, ...optional];
  return [...secrets]
    .map((name) => values[name])
    .flatMap((value) => (typeof value === "string" && !names.includes(value) ? [value] : []));
}

/** An object of a list. */
export interface Listed {
  readonly id: string;
  readonly name: string;
}

/** The objects of a kind on the platform, for `pulumi do … list`. The query is what the lookup of the list takes. */
export async function list(run: Run, kind: string, query: Properties): Promise<Listed[]> {
  const lookup = lookups.get(listName(kind));
  if (lookup === undefined || (lookup.question.required ?? []).length > 0) {
    const listed = [...lookups.keys()].filter((name) => name.startsWith("list")).map((name) => name.slice(4));
    throw new RequestError(
      status.UNIMPLEMENTED,
      `${kind} can't be listed: the platform has no list of all. Lists: ${listed.join(", ")}.`,
    );
  }
  const entries = (await ask(run, kind, lookup.question, query)) as {
    id: string;
    name?: string;
    email?: string;
    path?: string;
  }[];
  return entries.map(({ id, name, email, path }) => ({ id, name: name ?? email ?? path ?? id }));
}

/** @throws RequestError when the arguments are wrong. */
function ask(run: Run, name: string, question: Question, given: Properties): Promise<unknown> {
  const all = dropUndefined(open(given).values);
  const problems = findArgumentProblems(question, Object.keys(all));
  if (problems.length > 0) throw new RequestError(status.INVALID_ARGUMENT, `${name}: ${problems.join("\n")}`);
  const { profile, ...args } = all;
  const client = getStackClient(run, profile as string | undefined);
  const kept = createMemory(getAnswers(run, client));
  const sorted = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));
  return kept.once(JSON.stringify([question.name, sorted]), () => question.answer({ client, ...kept }, args));
}
