/** A workbook as code: one flat list of elements, and a layout that says on which page each of them is. */

export interface WorkbookElement {
  readonly id: string;
  readonly kind: string;
  readonly [field: string]: unknown;
}

export interface WorkbookPage {
  readonly id: string;
  readonly name: string;
  readonly visibility?: unknown;
  readonly [field: string]: unknown;
}

export interface WorkbookDocument {
  readonly schemaVersion: 1;
  readonly kind: "workbook";
  readonly elements: readonly WorkbookElement[];
  readonly pages: readonly WorkbookPage[];
  /** XML: a block for each page, overlay and panel. */
  readonly layout: string;
  readonly [field: string]: unknown;
}

/** The objects of a field that is a list; none if it isn't. */
export function listObjects(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A value with each object in it changed, from the inside out. */
export function mapObjects(
  value: unknown,
  change: (object: Record<string, unknown>) => Record<string, unknown>,
): unknown {
  if (Array.isArray(value)) return value.map((item) => mapObjects(item, change));
  if (!isObject(value)) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapObjects(inner, change)])));
}

/** Every object in a value with the keys that lead to it. */
export function* walkObjects(
  value: unknown,
  path: readonly (string | number)[] = [],
): Generator<{ readonly object: Record<string, unknown>; readonly path: readonly (string | number)[] }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* walkObjects(item, [...path, index]);
  } else if (isObject(value)) {
    yield { object: value, path };
    for (const [key, inner] of Object.entries(value)) yield* walkObjects(inner, [...path, key]);
  }
}
