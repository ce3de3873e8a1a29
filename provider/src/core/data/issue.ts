import type * as z from "zod";

/** Formats of texts by what the schema calls them. */
const formats: Readonly<Record<string, string>> = {
  email: "an email address",
  url: "a URL",
  uuid: "an id such as 1b0c6a52-9a4e-4b53-8f6e-2d1d6a1d7b10",
  date: "a date such as 2026-01-31",
  datetime: "a time such as 2026-01-31T12:00:00Z",
};

/** Types as schemas call them, in the words of messages. */
const types: Readonly<Record<string, string>> = {
  int: "a whole number",
  NaN: "no number",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

/** Problems that a message names. */
const mostIssues = 3;

/**
 * All that a schema found in a file or an answer, with the places.
 *
 * @param above where the value itself is, before each place; left out: it is all of the file or answer.
 * @example describeSchemaError(z.object({ name: z.string() }).safeParse({}).error!) // "`name` is missing"
 */
export function describeSchemaError({ issues }: z.core.$ZodError, above?: string): string {
  const all = issues.flatMap((issue) => {
    const write = (...below: string[]) =>
      [...(above === undefined ? [] : [above]), ...issue.path.map(String), ...below].join(".");
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => `${quote(write(key))} is unknown`);
    const place = write();
    return `${place && `${quote(place)} `}${describeSchemaIssue(issue)}`;
  });
  const told = all.slice(0, mostIssues);
  const more = all.length - told.length;
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}

/**
 * A problem that a schema found, as people read it, without its place; a message of the schema's own stays.
 *
 * @example z.string().min(1).safeParse("").error?.issues.map(describeSchemaIssue) // ["must not be empty"]
 */
export function describeSchemaIssue(issue: z.core.$ZodIssue): string {
  const { message } = issue;
  if (!/^(Too (small|big)|Invalid|Unrecognized)\b/.test(message)) return message;
  switch (issue.code) {
    case "invalid_type": {
      const [, received = ""] = /received (\w+)$/.exec(message) ?? [];
      if (received === "undefined") return "is missing";
      return `must be ${nameType(issue.expected)}, is ${nameType(received)}`;
    }
    case "invalid_value":
      return `must be ${issue.values.length === 1 ? "" : "one of "}${issue.values.map(formatValue).join(", ")}`;
    case "invalid_union":
      return describeUnion(issue);
    case "invalid_key":
    case "invalid_element":
      return issue.issues.map(describeSchemaIssue).join("; ");
    case "unrecognized_keys":
      return `has the unknown ${issue.keys.length === 1 ? "field" : "fields"} ${issue.keys.map(quote).join(", ")}`;
    case "too_small":
      if (issue.minimum === 1 && issue.origin !== "number" && issue.origin !== "int") return "must not be empty";
      return describeLimit(issue.origin, Number(issue.minimum), issue.inclusive === false ? "more than" : "at least");
    case "too_big":
      return describeLimit(issue.origin, Number(issue.maximum), issue.inclusive === false ? "less than" : "at most");
    case "invalid_format": {
      const form = formats[issue.format];
      return form === undefined ? message : `must be ${form}`;
    }
    default:
      return message;
  }
}

/** A type as schemas call it, in the words of messages: `a list` of `array`. */
export const nameType = (type: string): string => types[type] ?? `a ${type}`;

const quote = (name: string) => `\`${name}\``;

const formatValue = (value: unknown) => (typeof value === "bigint" ? String(value) : JSON.stringify(value));

/** The alternatives of a place. */
function describeUnion(issue: z.core.$ZodIssueInvalidUnion): string {
  const all = issue.errors.flat();
  const expected = all.map((one) => (one.code === "invalid_type" && one.path.length === 0 ? one.expected : undefined));
  if (expected.length === 0 || expected.includes(undefined)) return "has none of the forms it may have";
  if (all.every(({ message }) => message.endsWith("received undefined"))) return "is missing";
  return `must be ${[...new Set(expected.map((type) => nameType(type ?? "")))].join(" or ")}`;
}

function describeLimit(origin: string, limit: number, comparison: string): string {
  if (origin === "string") return `must have ${comparison} ${limit} ${limit === 1 ? "character" : "characters"}`;
  if (origin === "array" || origin === "set" || origin === "map" || origin === "record") {
    return `must have ${comparison} ${limit} ${limit === 1 ? "entry" : "entries"}`;
  }
  return `must be ${comparison} ${limit}`;
}
