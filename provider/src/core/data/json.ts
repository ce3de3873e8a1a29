/** The text by which the Pulumi engine represents a value that is unknown in a preview. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** True for an object with named parts: neither null nor a list. */
export function isObject<T extends object = Record<string, unknown>>(value: unknown): value is T {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text without the byte order mark that editors and shells of Windows begin files with. */
export function dropMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** What a JSON text says; undefined where the text isn't JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(dropMark(text));
  } catch {
    return undefined;
  }
}

/** How much a JSON text may hold. Whoever reads the value calls itself once a level, and works on each value. */
export interface JsonLimits {
  /** Lists and objects inside each other. */
  readonly depth: number;
  /** Values in all of them; an empty list or object counts as two. */
  readonly values: number;
}

/** Twice as deep as a model file may be, and as many values as it may have. */
export const largestJson: JsonLimits = { depth: 200, values: 2_000_000 };

/** Which limit a JSON text exceeds; looked at before it is parsed, in time that grows with its length. */
export function findExcess(text: string, { depth, values } = largestJson): keyof JsonLimits | undefined {
  let level = 0;
  let count = 1;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') at = findStringEnd(text, at);
    else if (letter === "[" || letter === "{") {
      level += 1;
      count += 1;
    } else if (letter === "]" || letter === "}") level -= 1;
    else if (letter === ",") count += 1;
    if (level > depth) return "depth";
    if (count > values) return "values";
  }
  return undefined;
}

/** Where a string of JSON ends: at its closing quote, or at the end of a text that was cut. */
function findStringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  return tryParseJson(text) !== undefined;
}

/** JSON text that is the same for equal values: keys in one order, absent properties left out. */
export function writeStableText(value: unknown): string {
  return JSON.stringify(sortKeys(value) ?? null);
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (!isObject(value)) return value;
  const ordered: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    // As an assignment it would set the prototype.
    if (key === "__proto__") Object.defineProperty(ordered, key, { value: sortKeys(value[key]), enumerable: true });
    else ordered[key] = sortKeys(value[key]);
  }
  return ordered;
}

/** The fields of a setting, which the engine may pass as JSON text; none where it is anything else. */
export function readFields(setting: unknown): Record<string, unknown> {
  const found = typeof setting === "string" ? tryParseJson(setting) : setting;
  return isObject(found) ? found : {};
}

/** Every text and number inside a value, for keeping secrets out of messages. */
export function collectTexts(value: unknown): string[] {
  if (typeof value === "string") return value === unknownValue ? [] : [value];
  if (typeof value === "number") return [String(value)];
  if (value !== null && typeof value === "object") return Object.values(value).flatMap(collectTexts);
  return [];
}
