import type { AnalyticsClient } from "../core/api";

/** What a lookup works with. */
export interface LookupContext {
  readonly client: AnalyticsClient;
  /** The answer under `key`, asked for once in a program's run. */
  once<T>(key: string, load: () => Promise<T>): Promise<T>;
}

/** One question that a program can ask: plain data in and out. */
export interface Question<Answer = unknown> {
  /** The function's name, for messages. */
  readonly name: string;
  /** Arguments that must be given. */
  readonly required?: readonly string[];
  /** Arguments of which exactly one must be given. */
  readonly oneOf?: readonly string[];
  /** Arguments that may be given. */
  readonly optional?: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: the arguments are checked by name, and typed where the function is generated.
  answer(context: LookupContext, args: any): Promise<Answer>;
}
