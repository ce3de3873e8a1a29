import type * as z from "zod";

/** Formats of texts by what the schema calls them. */
const formats: Readonly<Record<string, string>> = {
  email: "an email address",
  url: "a URL",
  uuid: "an id such as 1b0c6a52-9a4e-4b53-8f6e-2d1d6a1d7b10",
  date: "a date such as 2026-01-31",
  datetime: "a time such as 2026-01-31T12:00:00Z",
};

/**
 * A problem that a schema found, as people read it; a message of the schema's own stays.
 *
 * @example z.string().min(1).safeParse("").error?.issues.map(describeSchemaIssue) // ["must not be empty"]
 */
export function describeSchemaIssue(issue: z.core.$ZodIssue): string {
  const { message } = issue;
  if (!/^(Too (small|big)|Invalid)\b/.test(message)) return message;
  switch (issue.code) {
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

function describeLimit(origin: string, limit: number, comparison: string): string {
  if (origin === "string") return `must have ${comparison} ${limit} ${limit === 1 ? "character" : "characters"}`;
  if (origin === "array" || origin === "set" || origin === "map" || origin === "record") {
    return `must have ${comparison} ${limit} ${limit === 1 ? "entry" : "entries"}`;
  }
  return `must be ${comparison} ${limit}`;
}
