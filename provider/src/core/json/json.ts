/** The text by which the Pulumi engine represents a value that is unknown in a preview. */
export const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** True for an object with named parts: neither null nor a list. */
export function isObject<T extends object = Record<string, unknown>>(value: unknown): value is T {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What a JSON text says; undefined where the text isn't JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  return tryParseJson(text) !== undefined;
}

/** The JSON text of a value, whatever the order of its keys. */
export function writeSortedJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
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
