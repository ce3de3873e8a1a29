/** The rows of an export. */

import { alignValue, getFamily, readValue, zero } from "../data";
import type { Row } from "./scratch";

/** The only row, if there is one. */
export function readSole(rows: readonly Row[]): Row | undefined {
  if (rows.length > 1) throw new Error("the platform returned more than one row");
  return rows[0];
}

/** @throws where an export lacks the column. */
export function readField(row: Row, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  throw new Error(`the platform returned no column ${column}`);
}

/** A number of an export; null for none. @throws for anything else. */
export function readCount(value: unknown): number | null {
  if (value === "") return null;
  const read = readValue(value);
  const number = alignValue(read, zero);
  if (getFamily(number) === "number") return Number(number.text);
  if (read.type === "null") return null;
  throw new Error("the platform calculated no number");
}
