import type { AnalyticsClient } from "./client";

/** A call that only reads, by which `doctor` finds out whether a lookup works with some credentials. */
export interface Probe {
  readonly title: string;
  /** What the owner of the credentials needs; undefined: undocumented. */
  readonly permission?: string;
  /** Whether the provider can do nothing without it. */
  readonly isEssential?: true;
  /** Reads one page or one object; undefined when there is nothing to read it of, `[]` when nothing was found. */
  call(client: AnalyticsClient): Promise<readonly unknown[] | undefined>;
}

/** The first of a list, as a list; a list asks for no more than its first page. */
export async function takeFirst<T>(entries: AsyncIterable<T>): Promise<readonly T[]> {
  for await (const entry of entries) return [entry];
  return [];
}
