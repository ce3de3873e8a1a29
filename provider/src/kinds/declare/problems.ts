import * as z from "zod";
import { describeSchemaIssue, nameType } from "../../core/data";
import { equal, isUnknownOnPath, type Properties } from "../../core/engine";
import { suggestBoolean, suggestWord } from "../../core/text";

/**
 * What is wrong with a kind's inputs, a sentence each; nothing is said about what is known only after apply.
 *
 * @param before the inputs of the state. What is there may be a word of the platform's that this release doesn't know,
 *   such as a new type: the same value is no problem.
 */
export function findInputProblems(schema: z.ZodType, inputs: Properties, before: Properties = {}): string[] {
  const result = schema.safeParse(inputs);
  if (result.success) return [];
  return result.error.issues.flatMap((issue) => describe(schema, inputs, before, issue));
}

/**
 * The texts and keys among a kind's inputs that the engine can't transport, a sentence each: an unpaired surrogate has
 * no UTF-8. Depending on the version of protobuf it ends the run or arrives as another text, which would be written to
 * the platform.
 */
export function findBrokenTexts(value: unknown, path: readonly PropertyKey[] = []): string[] {
  if (typeof value === "string") return checkText(value, path, "");
  if (value === null || typeof value !== "object") return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => findBrokenTexts(item, [...path, index]));
  return Object.entries(value).flatMap(([key, item]) => {
    // The message is transported too.
    const shown = key.replace(/\p{Surrogate}/gu, formatHalf);
    return [...checkText(key, path, `the key "${shown}" `), ...findBrokenTexts(item, [...path, shown])];
  });
}

/** @param what contains the text; empty: the field itself. */
function checkText(text: string, path: readonly PropertyKey[], what: string): string[] {
  const [half] = /\p{Surrogate}/u.exec(text) ?? [];
  if (half === undefined) return [];
  const field = path.length > 0 ? formatPath(path) : "inputs";
  return [
    `${field}: ${what}contains an unpaired surrogate (${formatHalf(half)}), which Pulumi can't transport. Remove ` +
      "it. If an existing object has this name, rename it in the product.",
  ];
}

const formatHalf = (half: string) => `\\u${half.charCodeAt(0).toString(16)}`;

function describe(schema: z.ZodType, inputs: Properties, before: Properties, issue: z.core.$ZodIssue): string[] {
  if (isUnknownOnPath(inputs, issue.path)) return [];
  const field = issue.path.length > 0 ? formatPath(issue.path) : "inputs";
  const given = getValue(inputs, issue.path);
  if (given !== undefined && equal(given, getValue(before, issue.path))) return [];
  switch (issue.code) {
    case "unrecognized_keys": {
      const known = listFields(schema, inputs, issue.path);
      return issue.keys.map((key) => {
        const allowed = known.length > 0 ? ` Fields: ${known.join(", ")}.` : "";
        return `${formatPath([...issue.path, key])}: no such field.${suggestWord(key, known)}${allowed}`;
      });
    }
    case "invalid_type":
      if (given === undefined) return [`${field}: required, ${nameType(issue.expected)}.`];
      return [
        [describeIssue(field, issue), issue.expected === "boolean" && suggestBoolean(given)].filter(Boolean).join(" "),
      ];
    case "invalid_value":
      return [describeUnlisted(field, given, issue.values)];
    case "invalid_union":
      if ("options" in issue) return [describeUnlisted(field, given, issue.options ?? [])];
      return describeUnion(schema, inputs, before, issue);
    default:
      return [describeIssue(field, issue)];
  }
}

/** Assumes the alternative that fits at the place itself, and describes the problem inside it. */
function describeUnion(
  schema: z.ZodType,
  inputs: Properties,
  before: Properties,
  issue: z.core.$ZodIssueInvalidUnion,
): string[] {
  const meant = issue.errors.find((errors) => errors.every(({ path }) => path.length > 0));
  if (meant !== undefined) {
    return meant.flatMap((inner) =>
      describe(schema, inputs, before, { ...inner, path: [...issue.path, ...inner.path] }),
    );
  }
  const field = formatPath(issue.path);
  if (getValue(inputs, issue.path) === undefined) return [`${field}: required.`];
  const forms = issue.errors
    .flat()
    .map((error) => (error.code === "invalid_type" ? nameType(error.expected) : describeSchemaIssue(error)));
  return [`${field}: expected ${[...new Set(forms)].join(" or ")}.`];
}

function describeUnlisted(field: string, given: unknown, values: readonly unknown[]): string {
  const allowed = values.map(String);
  if (given === undefined) return `${field}: required, one of ${allowed.join(", ")}.`;
  return (
    `${field}: ${JSON.stringify(given)} is not one of ` + `${allowed.join(", ")}.${suggestWord(String(given), allowed)}`
  );
}

function describeIssue(field: string, issue: z.core.$ZodIssue): string {
  const message = describeSchemaIssue(issue);
  return `${field}: ${message.charAt(0).toLowerCase()}${message.slice(1).replace(/\.$/, "")}.`;
}

/** `credential.basic.password`, `allowlist[0]`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path
    .map((key, index) => (typeof key === "number" ? `[${key}]` : `${index > 0 ? "." : ""}${String(key)}`))
    .join("");
}

/** The fields the schema has at a place; the given values choose among the forms of a union. */
function listFields(schema: z.ZodType, inputs: Properties, path: readonly PropertyKey[]): string[] {
  let here: z.ZodType | undefined = schema;
  let given: unknown = inputs;
  for (const key of path) {
    const form = chooseForm(here, given);
    here = form instanceof z.ZodArray ? (form.element as z.ZodType) : form?.shape[String(key)];
    given = getValue(given, [key]);
  }
  const form = chooseForm(here, given);
  return form instanceof z.ZodObject ? Object.keys(form.shape) : [];
}

function chooseForm(schema: z.ZodType | undefined, given: unknown): z.ZodObject | z.ZodArray | undefined {
  if (schema instanceof z.ZodOptional) return chooseForm(schema.unwrap() as z.ZodType, given);
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def;
    const chosen = (schema.options as z.ZodObject[]).find(
      (option) => option.shape[discriminator]?.safeParse(getValue(given, [discriminator])).success,
    );
    return chosen;
  }
  return schema instanceof z.ZodObject || schema instanceof z.ZodArray ? schema : undefined;
}

function getValue(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (here, key) =>
      here !== null && typeof here === "object" ? (here as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}
