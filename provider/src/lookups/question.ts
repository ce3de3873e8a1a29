import type { AnalyticsClient } from "../core/api";

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
