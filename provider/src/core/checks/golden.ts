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
import { nameGrouping, readPeriod } from "./grouping";
import type { GroupValue } from "./metric-table";
import type { GoldenCheck } from "./read";
import { type Approval, formatGroup, isNear, tellValue, type Verdict } from "./values";

/** A line of approved values: what the group and the value may mean. */
interface GoldenLine {
  readonly group: readonly Value[];
  readonly value: readonly Value[];
}

/** Approved values by group; without groups there is one. */
export type GoldenFile = readonly GoldenLine[];

/** Why the value of a group isn't told; undefined: it is. */
type Explain = (group: string) => string | undefined;

/** Says that a value isn't told, or how many groups aren't, and why; undefined: all are. */
function describeUntold(by: string | undefined, some: readonly Compared[], lead = ""): string | undefined {
  const reasons = some.flatMap(({ untold }) => untold ?? []);
  if (by === undefined || reasons.length === 0) return reasons[0] && `its value isn't told, ${reasons[0]}`;
  const told = reasons.length === 1 ? "isn't told" : "aren't told";
  return `${lead}${formatCount(reasons.length, "group")} ${told}, ${reasons[0]}`;
}

/** Differences that a report names. */
const mostDetails = 10;

/**
 * Reads approved values: below a line of names, a line for each group with the group and the value; without groups one
 * line with the value. An empty field is null, and `""` the empty text.
 *
 * @param check left out: the line of names says which columns there are.
 * @param explainNames why the names are those of another check.
 * @throws Error with the line that is wrong.
 * @example parseGolden("month,revenue\n2026-09-01,1240.5\n")
 */
export function parseGolden(
  text: string,
  check?: Pick<GoldenCheck, "by" | "goldenFile">,
  explainNames: (names: readonly string[]) => string | undefined = () => undefined,
): GoldenFile {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const names = splitLine(lines[0]!).map((field) => field.text.trim());
  const isGrouped = check === undefined ? names.length > 1 : check.by !== undefined;
  const seen = new Set<string>();
  const refuse = (index: number, why: string) => {
    throw new Error(`${check?.goldenFile ?? "the file"}: line ${index + 1}: ${why}`);
  };
  const other = explainNames(names);
  if (other !== undefined) refuse(0, other);
  return lines.flatMap((line, index): GoldenLine[] => {
    if (line.trim() === "") return [];
    const fields = splitLine(line);
    if (fields.length !== (isGrouped ? 2 : 1)) {
      const columns = isGrouped ? "a column for the group and one for the value" : "one column, for the value";
      refuse(index, `${formatCount(fields.length, "column")}, but the file has ${columns}. Quote what has a comma`);
    }
    if (index === 0) return [];
    const value = listReadings(fields.at(-1)!);
    const { text: written, isQuoted } = fields.at(-1)!;
    if (!isQuoted && value.every(({ type }) => type === "text"))
      refuse(index, `"${written.trim()}" is no number, date or logical. Write a text in quotes`);
    const [group] = fields as [CsvField];
    const key = isGrouped ? JSON.stringify(group) : "";
    if (seen.has(key)) refuse(index, isGrouped ? `the group ${group.text} is there twice` : "there is another value");
    seen.add(key);
    return [{ group: isGrouped ? listReadings(group) : [noValue], value }];
  });
}

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
  /** Whether the platform has it. */
  readonly isFound: boolean;
  /** Why its value isn't told; undefined: it is. */
  readonly untold: string | undefined;
}

/**
 * Compares what the platform calculates with approved values; the verdict's value is how many groups differ.
 *
 * @throws for a group that the file has twice, in two spellings.
 */
export function compareGolden(
  check: GoldenCheck,
  approved: GoldenFile,
  found: ReadonlyMap<string, GroupValue>,
  explain: Explain,
): Verdict {
  const { tolerance, by } = check;
  const all = pairGroups(check, approved, found, explain);
  const differing = all.filter((one) => !isNear(one.found, one.approved, tolerance));
  // A period is nobody's name.
  const isNamed = ({ untold }: Compared) => untold === undefined || readPeriod(by ?? "") !== undefined;
  const named = differing.filter(isNamed).sort((a, b) => orderValues(a.group, b.group));
  const details = named.slice(0, mostDetails).map((one) => {
    const group = by === undefined ? "" : `${formatGroup(one.group)}: `;
    return `${group}${formatValue(one.approved)} → ${tellValue(one.found, one.untold).found}`;
  });
  const more = named.length - details.length;
  const untold = describeUntold(
    by,
    differing.filter((one) => !isNamed(one)),
    "… and ",
  );
  return {
    isPassed: differing.length === 0,
    ...(differing.length > 0 && { approval: buildApproval(check, all, found) }),
    value: differing.length,
    found: `${formatCount(differing.length, "difference")} in ${formatCount(all.length, "group")}`,
    details: [...details, ...(more > 0 ? [`… and ${more} more`] : []), ...(untold === undefined ? [] : [untold])],
  };
}

/** What the file would have: what may be told, and only if that is all of it. */
function buildApproval(check: GoldenCheck, all: readonly Compared[], found: ReadonlyMap<string, GroupValue>): Approval {
  const { by, of, until } = check;
  const there = all.filter(({ isFound }) => isFound).sort((a, b) => orderValues(a.group, b.group));
  const why = describeUntold(by, there);
  if (why !== undefined) {
    const isPeriod = until === undefined && readPeriod(by ?? "") !== undefined;
    const end = isPeriod ? ", or end before them: `until: 2026-10-31`" : "";
    return { why, hint: by === undefined ? "Check another metric." : `Group by something coarser${end}.` };
  }
  if (there.some((one) => one.found.type === "text"))
    return { why: "its value is a text, which a row has", hint: "Check another metric." };
  const write = ({ group, found: value }: Compared) =>
    [...(by === undefined ? [] : [writeField(group)]), writeField(value)].join(",");
  const lines = there.map(write);
  const head = [...(by === undefined ? [] : [nameGrouping(by)]), of].map((text) => writeField({ type: "text", text }));
  // What can't be read back would fail for ever.
  if (!isReadBack(check, [head.join(","), ...lines].join("\n"), found))
    return { why: "a group has a line break, or two are spelled alike", hint: "Group by another formula." };
  return { head: head.join(","), lines };
}

function isReadBack(check: GoldenCheck, text: string, found: ReadonlyMap<string, GroupValue>): boolean {
  try {
    const read = pairGroups(check, parseGolden(text, check), found, () => undefined);
    return read.every((one) => isNear(one.found, one.approved, check.tolerance));
  } catch {
    return false;
  }
}

/** A field of a CSV file: nothing is null, and `""` the empty text. */
function writeField({ type, text }: Value): string {
  if (type === "null") return "";
  const isPlain = text !== "" && text === text.trim() && !/[",\r\n]/.test(text);
  return type !== "text" || isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

/** The groups that count, with what the file and the platform have of each. */
function pairGroups(
  { by, until, tolerance }: GoldenCheck,
  approved: GoldenFile,
  found: ReadonlyMap<string, GroupValue>,
  explain: Explain,
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
      isFound: now !== undefined,
      untold: key === undefined ? undefined : explain(key),
    };
  });
  const others = [...left].map(([key, now]): Compared => {
    return { group: now.group, approved: noValue, found: now.value, isFound: true, untold: explain(key) };
  });
  const limit = readValue(until);
  const isCounted = ({ group }: Compared) =>
    by === undefined || until === undefined || (compareValues(group, limit) ?? 0) <= 0;
  return [...lines, ...others].filter(isCounted);
}
