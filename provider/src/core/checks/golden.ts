/** Values that were approved: read from a CSV file, and compared with those of the platform. */

import {
  type CsvField,
  compareValues,
  formatValue,
  formKey,
  listReadings,
  noValue,
  orderValues,
  readValue,
  type Value,
} from "../data";
import { formatCount } from "../text";
import { formatGroup, type GroupValue } from "./groups";
import { readPeriod, tellValue } from "./privacy";
import type { Check } from "./read";
import { isNear, type Tolerance, type Verdict } from "./values";

/** A line of approved values: what the group and the value may mean. */
interface GoldenLine {
  readonly group: readonly Value[];
  readonly value: readonly Value[];
}

/** Approved values by group; without groups there is one. */
export type GoldenFile = readonly GoldenLine[];

/** Differences that a report names. */
const mostDetails = 10;

/**
 * Reads approved values: below a line of names, a line for each group with the group and the value; without groups one
 * line with the value. An empty field is null, and `""` the empty text.
 *
 * @throws Error with the line that is wrong.
 * @example parseGolden("month,revenue\n2026-09-01,1240.5\n")
 */
export function parseGolden(text: string): GoldenFile {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const seen = new Set<string>();
  return lines.flatMap((line, index): GoldenLine[] => {
    if (index === 0 || line.trim() === "") return [];
    const fields = splitLine(line);
    const value = listReadings(fields.at(-1)!);
    const { text: written, isQuoted } = fields.at(-1)!;
    if (!isQuoted && value.every(({ type }) => type === "text"))
      throw new Error(`line ${index + 1}: "${written.trim()}" is no number, date or logical. Write a text in quotes`);
    const group = joinFields(fields.slice(0, -1));
    const key = JSON.stringify(group);
    if (seen.has(key)) throw new Error(`line ${index + 1}: the group ${group.text} is there twice`);
    seen.add(key);
    return [{ group: fields.length === 1 ? [noValue] : listReadings(group), value }];
  });
}

/** The group: its comma needs no quotes where nothing else has one. */
const joinFields = (fields: readonly CsvField[]): CsvField =>
  fields.length === 1 ? fields[0]! : { text: fields.map(({ text }) => text).join(","), isQuoted: false };

/** The fields of a line; a field in quotes may have commas. */
const splitLine = (line: string): CsvField[] =>
  (line.match(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g) ?? [""])
    .slice(0, line.endsWith(",") ? undefined : -1)
    .map((field) => field.replace(/,$/, ""))
    .map((field) =>
      /^".*"$/s.test(field)
        ? { text: field.slice(1, -1).replaceAll('""', '"'), isQuoted: true }
        : { text: field, isQuoted: false },
    );

/** A group with what was approved and what was found. */
interface Compared {
  readonly group: Value;
  readonly approved: Value;
  readonly found: Value;
  readonly isTold: boolean;
}

/**
 * Compares what the platform calculates with approved values; the verdict's value is how many groups differ.
 *
 * @throws for a group that the file has twice, in two spellings.
 */
export function compareGolden(
  { until, tolerance, by }: Check & { kind: "golden" },
  approved: GoldenFile,
  found: ReadonlyMap<string, GroupValue>,
  isTold: (group: string) => boolean,
): Verdict {
  const limit = readValue(until);
  const isCounted = ({ group }: Compared) =>
    by === undefined || until === undefined || (compareValues(group, limit) ?? 0) <= 0;
  const all = pairGroups(approved, found, tolerance, isTold).filter(isCounted);
  const differing = all.filter((one) => !isNear(one.found, one.approved, tolerance));
  // A period is nobody's name.
  const isNamed = ({ isTold: told }: Compared) => told || readPeriod(by ?? "") !== undefined;
  const named = differing.filter(isNamed).sort((a, b) => orderValues(a.group, b.group));
  const details = named.slice(0, mostDetails).map((one) => {
    const group = by === undefined ? "" : `${formatGroup(one.group)}: `;
    return `${group}${formatValue(one.approved)} → ${tellValue(one.found, one.isTold).found}`;
  });
  const more = named.length - details.length;
  const few = differing.length - named.length;
  return {
    isPassed: differing.length === 0,
    value: differing.length,
    found: `${formatCount(differing.length, "difference")} in ${formatCount(all.length, "group")}`,
    details: [
      ...details,
      ...(more > 0 ? [`… and ${more} more`] : []),
      ...(few > 0 ? [`… and ${formatCount(few, "group")} of few rows, not shown`] : []),
    ],
  };
}

function pairGroups(
  approved: GoldenFile,
  found: ReadonlyMap<string, GroupValue>,
  tolerance: Tolerance,
  isTold: (group: string) => boolean,
): Compared[] {
  const left = new Map(found);
  const lines = approved.map(({ group, value }): Compared => {
    const key = group.map(formKey).find((one) => found.has(one));
    const now = key === undefined ? undefined : left.get(key);
    if (key !== undefined && !left.delete(key)) throw new Error("the file has a group twice, in two spellings");
    const current = now?.value ?? noValue;
    return {
      group: now?.group ?? group.at(-1)!,
      approved: value.find((one) => isNear(current, one, tolerance)) ?? value.at(-1)!,
      found: current,
      isTold: key === undefined || isTold(key),
    };
  });
  const others = [...left].map(([key, now]): Compared => {
    return { group: now.group, approved: noValue, found: now.value, isTold: isTold(key) };
  });
  return [...lines, ...others];
}
