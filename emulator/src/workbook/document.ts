import { z } from "zod";

/**
 * A workbook or report as code: one flat list of elements, and a layout that says on which page each of them is.
 */

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
  readonly kind: "workbook" | "report";
  readonly elements: readonly WorkbookElement[];
  readonly pages: readonly WorkbookPage[];
  /** XML: a block for each page, overlay and panel. */
  readonly layout: string;
  readonly [field: string]: unknown;
}

const someObject = z.looseObject({});

/** An object that is no list. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return someObject.safeParse(value).success;
}

/** The objects of a field that is a list; none if it isn't. */
export function listObjects(value: unknown): Record<string, unknown>[] {
  const items: unknown[] = Array.isArray(value) ? value : [];
  return items.flatMap((item) => (isObject(item) ? [item] : []));
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

/** An object somewhere in a value, and the keys that lead to it. */
export interface Nested {
  readonly object: Record<string, unknown>;
  readonly path: readonly (string | number)[];
}

/** Every object in a value, the outer ones first. */
export function listNested(value: unknown, path: Nested["path"] = []): Nested[] {
  const own = isObject(value) ? [{ object: value, path }] : [];
  const inside: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : own.flatMap(({ object }) => Object.entries(object));
  return [...own, ...inside.flatMap(([key, inner]) => listNested(inner, [...path, key]))];
}
