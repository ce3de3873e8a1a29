/** `skipped`: it couldn't be looked at, which says nothing about it. */
export type Result = "ok" | "warning" | "failed" | "skipped";

/** One thing that was looked at. */
export interface Finding {
  readonly result: Result;
  /** What was seen, or why nothing was. */
  readonly seen: string;
  /** What to do about it. */
  readonly hint?: string;
}

/** What a probe came to; `value` is for the probes that build on it, and is left out when they can't. */
export interface Answer<T = unknown> {
  readonly findings: readonly Finding[];
  readonly value?: T;
}

export const pass = (seen: string): Finding => ({ result: "ok", seen });
export const warn = (seen: string, hint: string): Finding => ({ result: "warning", seen, hint });
export const fail = (seen: string, hint: string): Finding => ({ result: "failed", seen, hint });
export const skip = (seen: string): Finding => ({ result: "skipped", seen });

/** A probe's answer: one finding or several, and what the next probes may build on. */
export function answer<T>(findings: Finding | readonly Finding[], value?: T): Answer<T> {
  return {
    findings: Array.isArray(findings) ? findings : [findings as Finding],
    ...(value === undefined ? {} : { value }),
  };
}
