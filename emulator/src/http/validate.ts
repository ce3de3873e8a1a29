import type { z } from "zod";
import { createInvalidRequest } from "./errors";

type Issue = z.core.$ZodIssue;

/**
 * Parses a body; a wrong one is a 400 in the platform's words: `Expecting string at 0.name but instead got: undefined`.
 * The `0` stands for the body as the first argument of the operation.
 */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  return parse(schema, body, ["0"]);
}

export function parseQuery<S extends z.ZodType>(schema: S, query: unknown): z.output<S> {
  return parse(schema, query, []);
}

function parse<S extends z.ZodType>(schema: S, value: unknown, prefix: string[]): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) {
    return result.data;
  }
  const issue = findMostSpecific(result.error.issues[0]!);
  const path = [...prefix, ...issue.path.map(String)].join(".");
  const got = show(getAt(value, issue.path));
  throw createInvalidRequest(`Expecting ${describeExpectation(issue)} at ${path} but instead got: ${got}`);
}

/** The issue that explains a failed union best: the one of the branch that got furthest. */
export function findMostSpecific(issue: Issue): Issue {
  if (issue.code !== "invalid_union" || issue.errors.length === 0) {
    return issue;
  }
  const branches = issue.errors.map((issues) => findMostSpecific(issues[0]!));
  const deepest = branches.reduce((best, next) => (next.path.length > best.path.length ? next : best));
  return deepest.path.length === 0 ? issue : { ...deepest, path: [...issue.path, ...deepest.path] };
}

/** What a place should have held, in the words of a type. */
function describeExpectation(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.expected;
    case "invalid_value":
      return issue.values.map((value) => JSON.stringify(value)).join(" | ");
    case "too_small":
      return issue.origin === "array" ? "non-empty array" : `${issue.origin} of at least ${issue.minimum}`;
    case "too_big":
      return `${issue.origin} of at most ${issue.maximum}`;
    case "unrecognized_keys":
      return `no ${issue.keys.map((key) => JSON.stringify(key)).join(", ")}`;
    case "invalid_union":
      return "one of the known shapes";
    case "invalid_format":
      return issue.format;
    default:
      return issue.message;
  }
}

export function getAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? (inner as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

/** A value as the platform quotes it, cut so that a message stays a line. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "undefined";
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
