import type { AnalyticsClient } from "../core/api";
import { didYouMean } from "../core/text";

/** The context of a lookup. */
export interface LookupContext {
  readonly client: AnalyticsClient;
  /** The result of `load`, called once per `key` and run of the program. */
  once<T>(key: string, load: () => Promise<T>): Promise<T>;
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
  // biome-ignore lint/suspicious/noExplicitAny: the arguments are checked by name, and typed where the function is generated.
  answer(context: LookupContext, args: any): Promise<Answer>;
}

/** The answer to a key, which `load` finds once. A failure isn't kept: the next call sends a new request. */
export function onceIn<T>(answers: Map<string, Promise<unknown>>, key: string, load: () => Promise<T>): Promise<T> {
  const known = answers.get(key) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const answer = load();
  answers.set(key, answer);
  answer.catch(() => answers.delete(key));
  return answer;
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
export function argumentProblems(question: Question, names: readonly string[]): string[] {
  const { required = [], oneOf = [], optional = [] } = question;
  const known: string[] = [...oneOf, ...required, ...optional, "profile"];
  const problems = names
    .filter((name) => !known.includes(name))
    .map((name) => `${name}: no such argument.${didYouMean(name, known)} Arguments: ${known.join(", ")}.`);
  problems.push(...required.filter((name) => !names.includes(name)).map((name) => `${name}: required.`));
  const chosen = oneOf.filter((name) => names.includes(name));
  if (oneOf.length > 0 && chosen.length !== 1) {
    problems.push(`give exactly one of ${oneOf.join(", ")}; given: ${chosen.join(", ") || "none"}.`);
  }
  return problems;
}
