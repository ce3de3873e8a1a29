import type { z } from "zod";
import { nearest } from "../spec/near";
import { type Properties, unknownOnTheWay } from "./values";

/** The way out when `word` is almost one of `known`: ` Did you mean "…"?`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined ? "" : ` Did you mean "${near}"?`;
}

/** What is wrong with a kind's inputs, a sentence each; nothing is said about what is known only after apply. */
export function inputProblems(schema: z.ZodType, inputs: Properties): string[] {
  const result = schema.safeParse(inputs);
  if (result.success) return [];
  return result.error.issues.flatMap((issue) => describe(schema, inputs, issue));
}

function describe(schema: z.ZodType, inputs: Properties, issue: z.core.$ZodIssue): string[] {
  if (unknownOnTheWay(inputs, issue.path)) return [];
  const field = issue.path.length > 0 ? pathText(issue.path) : "inputs";
  if (issue.code === "unrecognized_keys") {
    const known = issue.path.length === 0 ? knownKeys(schema) : [];
    return issue.keys.map((key) => {
      const whole = issue.path.length > 0 ? `${field}.${key}` : key;
      const allowed = known.length > 0 ? ` Fields: ${known.join(", ")}.` : "";
      return `${whole}: no such field.${didYouMean(key, known)}${allowed}`;
    });
  }
  if (issue.code === "invalid_type" && valueAt(inputs, issue.path) === undefined) {
    return [`${field}: required, ${article(issue.expected)}.`];
  }
  if (issue.code === "invalid_value") {
    const given = valueAt(inputs, issue.path);
    const allowed = issue.values.map(String);
    return [
      `${field}: ${JSON.stringify(given)} is not one of ${allowed.join(", ")}.${didYouMean(String(given), allowed)}`,
    ];
  }
  return [`${field}: ${lowerFirst(issue.message)}.`];
}

/** `credential.basic.password`, `allowlist[0]`. */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index > 0 ? "." : ""}${String(key)}`))
    .join("");
}

function knownKeys(schema: z.ZodType): string[] {
  return "shape" in schema ? Object.keys((schema as unknown as { shape: object }).shape) : [];
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (here, key) =>
      here !== null && typeof here === "object" ? (here as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

function article(expected: string): string {
  return /^[aeio]/.test(expected) ? `an ${expected}` : `a ${expected}`;
}

function lowerFirst(message: string): string {
  return message.charAt(0).toLowerCase() + message.slice(1).replace(/\.$/, "");
}
