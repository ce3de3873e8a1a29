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
  const line = write(value);
  return spot.column + line.length + spot.after <= lineWidth ? line : write(value, spot);
}

/** @param spot where a value stands that is spread over lines; undefined: it stands on one. */
function write(value: Value, spot?: Spot): string {
  if (value instanceof Code) return value.text;
  const writeInside = (start: string, inside: Value, place: Spot | undefined) =>
    start + (place ? writeLiteral(inside, { ...place, column: place.column + start.length }) : write(inside));
  if (value instanceof Call) {
    const start = `${value.name}(${quote(value.first)}`;
    if (value.last === undefined) return `${start})`;
    return `${writeInside(`${start}, `, value.last, spot && { ...spot, after: spot.after + 1 })})`;
  }
  if (typeof value !== "object" || value === null) return typeof value === "string" ? quote(value) : String(value);
  const inner = spot && { column: spot.indent + 2, indent: spot.indent + 2, after: 1 };
  const items = isList(value)
    ? value.map((item) => writeInside("", item, inner))
    : listEntries(value).map(([key, item]) =>
        item instanceof Code && item.text === key ? key : writeInside(`${writePropertyName(key)}: `, item, inner),
      );
  const [open, room, close] = isList(value) ? ["[", "", "]"] : ["{", " ", "}"];
  if (items.length === 0) return open + close;
  if (spot === undefined) return open + room + items.join(", ") + room + close;
  const lines = items.map((item) => `${" ".repeat(spot.indent + 2)}${item},\n`);
  return `${open}\n${lines.join("")}${" ".repeat(spot.indent)}${close}`;
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

function listEntries(fields: Fields | Code): [string, Value][] {
  return Object.entries(fields).filter((entry): entry is [string, Value] => entry[1] !== undefined);
}
