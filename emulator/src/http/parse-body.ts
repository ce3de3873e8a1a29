import { CORE_SCHEMA, load } from "js-yaml";

/** Lists and objects inside each other. Many functions call themselves once a level. */
const deepest = 200;

/** Values in a body, an empty list or object counting as two: each is checked, and an error describes each. */
const mostValues = 500_000;

/** A body beyond a limit. Nothing is said of the platform's; these only keep the emulator alive. */
export class TooLargeError extends Error {}

const tooDeep = `The body is nested deeper than ${deepest} levels, a limit of the emulator`;
const tooMany = `The body has more than ${mostValues} values, a limit of the emulator`;

/** @throws TooLargeError, or SyntaxError. */
export function parseJson(text: string): unknown {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') {
      do at += text[at] === "\\" ? 2 : 1;
      while (at < text.length && text[at] !== '"');
    } else if (letter === "[" || letter === "{") {
      depth += 1;
      values += 1;
    } else if (letter === "]" || letter === "}") depth -= 1;
    else if (letter === ",") values += 1;
    if (depth > deepest) throw new TooLargeError(tooDeep);
    if (values > mostValues) throw new TooLargeError(tooMany);
  }
  return JSON.parse(text);
}

/** Before each value stands one of these. */
const beforeValue = /[[{,\n]|[-:?](?=\s)/g;

/** @throws TooLargeError, or YAMLException. */
export function parseYaml(text: string): unknown {
  let values = 1;
  for (const _ of text.matchAll(beforeValue)) {
    values += 1;
    if (values > mostValues) throw new TooLargeError(tooMany);
  }
  try {
    const body = load(text, { schema: CORE_SCHEMA, maxDepth: deepest, maxAliases: mostValues });
    // An alias stands for a value of any size, in which there may be others.
    if (text.includes("*")) countValues(body, 0, 0);
    return body;
  } catch (error) {
    throw /maxDepth/.test((error as Error).message) ? new TooLargeError(tooDeep) : error;
  }
}

function countValues(value: unknown, before: number, depth: number): number {
  if (before >= mostValues) throw new TooLargeError(tooMany);
  if (depth > deepest) throw new TooLargeError(tooDeep);
  let count = before + 1;
  if (typeof value === "object" && value !== null) {
    for (const item of Object.values(value)) count = countValues(item, count, depth + 1);
  }
  return count;
}
