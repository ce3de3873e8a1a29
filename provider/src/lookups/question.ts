import type { AnalyticsClient } from "../core/api";
import { suggestWord } from "../core/text";

/** The context of a lookup. */
export interface LookupContext {
  readonly client: AnalyticsClient;
  /** The result of `load`, called once per `key` and run of the program. */
  once<T>(key: string, load: () => Promise<T>): Promise<T>;
  /** No longer keeps this answer to a key: the next call asks again. */
  forget(key: string, answer: Promise<unknown>): void;
}

/** A lookup's function: plain data in and out. */
export interface Question<Answer = unknown> {
  /** The function's name, for messages. */
  readonly name: string;
  /** Required arguments. */
  readonly required?: readonly string[];
  /** Arguments of which exactly one is required. */
  readonly oneOf?: readonly string[];
  /** Optional arguments. */
  readonly optional?: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: arguments are checked by name, and typed in the generated function.
  answer(context: LookupContext, args: any): Promise<Answer>;
}

/** Keeps answers in a map, by key. A failure isn't kept: the next call sends a new request. */
export function createMemory(
  answers: Map<string, Promise<unknown>>,
  keyOf: (key: string) => string = (key) => key,
): Pick<LookupContext, "once" | "forget"> {
  const forget = (key: string, answer: Promise<unknown>) => {
    if (answers.get(keyOf(key)) === answer) answers.delete(keyOf(key));
  };
  return {
    once<T>(key: string, load: () => Promise<T>): Promise<T> {
      const known = answers.get(keyOf(key)) as Promise<T> | undefined;
      if (known !== undefined) return known;
      const answer = load();
      answers.set(keyOf(key), answer);
      answer.catch(() => forget(key, answer));
      return answer;
    },
    forget,
  };
}

/**
 * What `search` finds in the answer to a key that this run has, else in a new one: the run may have created it since.
 */
export async function searchAnswer<T, Found>(
  { once, forget }: Pick<LookupContext, "once" | "forget">,
  key: string,
  load: () => Promise<T>,
  search: (answer: T) => Found | undefined,
): Promise<Found | undefined> {
  let isNew = false;
  const loadNow = () => {
    isNew = true;
    return load();
  };
  const answer = once(key, loadNow);
  const found = search(await answer);
  if (found !== undefined || isNew) return found;
  forget(key, answer);
  return search(await once(key, load));
}

/**
 * The name of the lookup that lists all objects of a kind, if there is one.
 *
 * @example listName("DeploymentPolicy") // "listDeploymentPolicies"
 */
export function listName(kind: string): string {
  return `list${kind.endsWith("y") ? `${kind.slice(0, -1)}ies` : `${kind}s`}`;
}

/** What is wrong with the names of the arguments that are given. */
export function findArgumentProblems(question: Question, names: readonly string[]): string[] {
  const { required = [], oneOf = [], optional = [] } = question;
  const known: string[] = [...oneOf, ...required, ...optional, "profile"];
  const problems = names
    .filter((name) => !known.includes(name))
    .map((name) => `${name}: no such argument.${suggestWord(name, known)} Arguments: ${known.join(", ")}.`);
  problems.push(...required.filter((name) => !names.includes(name)).map((name) => `${name}: required.`));
  const chosen = oneOf.filter((name) => names.includes(name));
  if (oneOf.length > 0 && chosen.length !== 1) {
    problems.push(`give exactly one of ${oneOf.join(", ")}; given: ${chosen.join(", ") || "none"}.`);
  }
  return problems;
}
