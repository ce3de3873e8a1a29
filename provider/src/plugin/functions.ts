import type { AnalyticsClient } from "../core/api";
import { didYouMean } from "../core/text";
import { clean, type Properties } from "../core/values";
import { argumentProblems, listName, type Question } from "../lookups/question";
import { lookupModules } from "../lookups/registry";
import { clientOf } from "../settings";
import { RequestError } from "./errors";
import { open } from "./values";

const lookups = new Map(lookupModules.flatMap((module) => module.lookups).map((one) => [one.question.name, one]));

/** The answers of this process, by client: equal calls send one request. */
const asked = new WeakMap<AnalyticsClient, Map<string, Promise<unknown>>>();

/**
 * Calls a lookup.
 *
 * @param token `analytics:index:getTeam`.
 * @returns what it found; the entries of a list are in `items`.
 * @throws RequestError when there is no such function, or the arguments are wrong.
 */
export async function invoke(token: string, given: Properties): Promise<Properties> {
  const name = token.slice(token.lastIndexOf(":") + 1);
  const lookup = lookups.get(name);
  if (lookup === undefined) {
    const known = [...lookups.keys()];
    throw new RequestError(
      "notFound",
      `There is no function ${token}.${didYouMean(name, known)} Functions of the package analytics: ${known.join(", ")}.`,
    );
  }
  const args = clean(open(given).values);
  const problems = argumentProblems(lookup.question, Object.keys(args));
  if (problems.length > 0) throw new RequestError("invalid", `${name}: ${problems.join("\n")}`);
  try {
    const { profile, ...others } = args;
    const answer = await ask(clientOf(profile as string | undefined), lookup.question, others);
    return clean(lookup.isList ? { items: answer } : (answer as Properties));
  } catch (error) {
    throw new RequestError("unknown", `${name}: ${(error as Error).message}`);
  }
}

/** An object of a list. */
export interface Listed {
  readonly id: string;
  readonly name: string;
}

/** The objects of a kind on the platform, for `pulumi do … list`. The query is what the lookup of the list takes. */
export async function list(kind: string, query: Properties): Promise<Listed[]> {
  const lookup = lookups.get(listName(kind));
  if (lookup === undefined || (lookup.question.required ?? []).length > 0) {
    const listed = [...lookups.keys()].filter((name) => name.startsWith("list")).map((name) => name.slice(4));
    throw new RequestError(
      "unimplemented",
      `${kind} can't be listed: the platform has no list of all. Lists: ${listed.join(", ")}.`,
    );
  }
  const { profile, ...args } = clean(open(query).values);
  const problems = argumentProblems(lookup.question, Object.keys(args));
  if (problems.length > 0) throw new RequestError("invalid", `${kind}: ${problems.join("\n")}`);
  const entries = (await ask(clientOf(profile as string | undefined), lookup.question, args)) as {
    id: string;
    name?: string;
    path?: string;
  }[];
  return entries.map(({ id, name, path }) => ({ id, name: name ?? path ?? id }));
}

function ask(client: AnalyticsClient, question: Question, args: Properties): Promise<unknown> {
  const once = <T>(key: string, load: () => Promise<T>): Promise<T> => {
    const answers = asked.get(client) ?? new Map<string, Promise<unknown>>();
    asked.set(client, answers);
    const known = answers.get(key) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const answer = load();
    answers.set(key, answer);
    // Don't cache a failure: the next call sends a new request.
    answer.catch(() => answers.delete(key));
    return answer;
  };
  const sorted = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1));
  return once(JSON.stringify([question.name, sorted]), () => question.answer({ client, once }, args));
}
