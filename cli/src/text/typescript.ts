/** Data and expressions as the TypeScript that people read: of pulled programs, and of migrations. */

import { quote, writePropertyName } from "./writers/typescript";

/** Characters of a line before what stands on it is spread over several. */
const lineWidth = 120;

/** An output of a resource, by the id of its object: `orders.elementIds["lines"]`, for programs in other languages. */
export interface Target {
  readonly id: string;
  readonly output: string;
  readonly key?: string;
}

/** An expression, and what it comes to: `orders.id`, which is an id. */
export class Code {
  constructor(
    readonly text: string,
    readonly value: unknown,
    readonly target?: Target,
  ) {}
}

/** A call of a function with a text and perhaps options, and what it comes to. */
export class Call {
  constructor(
    readonly name: string,
    readonly first: string,
    readonly last: Fields | undefined,
    readonly value: unknown,
    /** The values of the file's `!ref`s one by one, for programs in other languages. */
    readonly refs: Readonly<Record<string, Value>> = {},
  ) {}
}

/** Properties; undefined ones are left out. */
export interface Fields {
  readonly [key: string]: Value | undefined;
}

/** Data with expressions in it. */
export type Value = string | number | boolean | null | Code | Call | readonly Value[] | Fields;

/** The data that a value comes to. */
export function toPlain(value: Value): unknown {
  if (value instanceof Code || value instanceof Call) return value.value;
  if (isList(value)) return value.map(toPlain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(listEntries(value).map(([key, item]) => [key, toPlain(item)]));
}

/** Where a value stands. */
interface Spot {
  /** Characters before it on its line. */
  readonly column: number;
  /** Blanks before the line it began on. */
  readonly indent: number;
  /** Characters that follow it on its last line. */
  readonly after: number;
}

/**
 * A value as TypeScript, spread over lines where it doesn't fit one.
 *
 * @example writeLiteral({ name: "Orders", folderId: new Code("sales.id", "6e2f") })
 * // '{ name: "Orders", folderId: sales.id }'
 */
export function writeLiteral(value: Value, spot: Spot = { column: 0, indent: 0, after: 0 }): string {
  const line = writeOneLine(value);
  if (spot.column + line.length + spot.after <= lineWidth) return line;
  if (value instanceof Call && value.last !== undefined) {
    const start = `${value.name}(${quote(value.first)}, `;
    const next = { ...spot, column: spot.column + start.length, after: spot.after + 1 };
    return `${start}${writeLiteral(value.last, next)})`;
  }
  const inner = spot.indent + 2;
  const spread = (open: string, items: readonly string[], close: string) =>
    `${open}\n${items.map((item) => `${" ".repeat(inner)}${item},\n`).join("")}${" ".repeat(spot.indent)}${close}`;
  if (isList(value) && value.length > 0) {
    return spread(
      "[",
      value.map((item) => writeLiteral(item, { column: inner, indent: inner, after: 1 })),
      "]",
    );
  }
  if (!isFields(value)) return line;
  const fields = listEntries(value).map(([key, item]) => {
    if (isShorthand(key, item)) return key;
    const start = `${writePropertyName(key)}: `;
    return start + writeLiteral(item, { column: inner + start.length, indent: inner, after: 1 });
  });
  return spread("{", fields, "}");
}

function writeOneLine(value: Value): string {
  if (value instanceof Code) return value.text;
  if (value instanceof Call) {
    return `${value.name}(${quote(value.first)}${value.last === undefined ? "" : `, ${writeOneLine(value.last)}`})`;
  }
  if (isList(value)) return `[${value.map(writeOneLine).join(", ")}]`;
  if (!isFields(value)) return typeof value === "string" ? quote(value) : String(value);
  const fields = listEntries(value).map(([key, item]) =>
    isShorthand(key, item) ? key : `${writePropertyName(key)}: ${writeOneLine(item)}`,
  );
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

const isShorthand = (key: string, item: Value) => item instanceof Code && item.text === key;

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

function isFields(value: Value): value is Fields {
  return (
    typeof value === "object" && value !== null && !isList(value) && !(value instanceof Code || value instanceof Call)
  );
}

function listEntries(fields: Fields | Code): [string, Value][] {
  return Object.entries(fields).filter((entry): entry is [string, Value] => entry[1] !== undefined);
}
