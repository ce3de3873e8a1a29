/** The rows of an export as groups with their values. */

import { formKey, readValue, type Value } from "../data";
import type { Row, ScratchTable } from "./scratch";

/** A value of a group. */
export interface GroupValue {
  readonly group: Value;
  readonly value: Value;
}

/**
 * The values of a column by group.
 *
 * @param formName the name of a group.
 * @throws where two groups have one name: one of them would go unseen.
 */
export function readGroups(
  rows: readonly Row[],
  { key }: Pick<ScratchTable, "key">,
  column: string,
  formName: (group: Value) => string = formKey,
): Map<string, GroupValue> {
  const groups = new Map<string, GroupValue>();
  for (const row of rows) {
    const group = readValue(readField(row, key));
    const name = formName(group);
    if (groups.has(name)) throw new Error("two of its groups can't be told apart");
    groups.set(name, { group, value: readValue(readField(row, column)) });
  }
  return groups;
}

/** @throws where an export lacks the column. */
export function readField(row: Row, column: string): unknown {
  if (Object.hasOwn(row, column)) return row[column];
  throw new Error(`the platform returned no column ${column}`);
}

/** A group for people. */
export function formatGroup({ type, text }: Value): string {
  if (type === "null") return "(null)";
  return text === "" ? "(empty)" : text;
}

/** Groups by a key, in the order of the first of each. */
export function groupBy<T>(all: readonly T[], formKey: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = formKey(one);
    const group = groups.get(key) ?? [];
    group.push(one);
    groups.set(key, group);
  }
  return groups;
}
