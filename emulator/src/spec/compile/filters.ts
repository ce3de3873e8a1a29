import type { Column, TableElement } from "../schema";
import { quoteText, Uncomputed } from "./expressions";

type Filter = NonNullable<TableElement["filters"]>[number];

/**
 * The conditions of a table's filters.
 *
 * @param write the SQL of a column
 * @throws Uncomputed for filters that the emulator doesn't compute: top N, hierarchies, and dates relative to today
 */
export function listFilters(table: TableElement, write: (column: Column) => string): string[] {
  return (table.filters ?? []).flatMap((filter) => {
    if (filter.state === "disabled") return [];
    const column = table.columns.find(({ id }) => id === filter.columnId);
    if (column === undefined) throw new Uncomputed(`a filter on the unknown column ${filter.columnId}`);
    const condition = writeFilter(filter, write(column));
    return condition === undefined ? [] : [condition];
  });
}

/** @returns undefined for a filter that takes every row */
function writeFilter(filter: Filter, value: string): string | undefined {
  switch (filter.kind) {
    case "list":
      return writeList(filter, value);
    case "number-range":
      return addNulls(filter, value, [
        ...(filter.min === undefined ? [] : [`${value} >= ${filter.min}`]),
        ...(filter.max === undefined ? [] : [`${value} <= ${filter.max}`]),
      ]);
    case "date-range":
      return addNulls(filter, value, listBounds(filter, value));
    case "text-match":
      return addNulls(filter, value, filter.value === undefined ? [] : [writeMatch(filter, value, filter.value)]);
    default:
      throw new Uncomputed(`a filter of the kind ${filter.kind}`);
  }
}

/** Nulls are there if the filter has no value, unless it says otherwise. */
function addNulls(
  { includeNulls = "when-no-value-is-selected" }: { includeNulls?: string | undefined },
  value: string,
  conditions: readonly string[],
): string | undefined {
  if (conditions.length === 0) return includeNulls === "never" ? `${value} is not null` : undefined;
  const all = conditions.join(" and ");
  return includeNulls === "always" ? `(${value} is null or (${all}))` : `(${all})`;
}

function writeList({ mode = "include", values = [] }: Extract<Filter, { kind: "list" }>, value: string) {
  if (values.length === 0) return undefined;
  const given = values.filter((one) => one !== null);
  const isNull = given.length < values.length ? `${value} is null` : "false";
  const isIn = given.length === 0 ? "false" : `${value} in (${given.map(writeConstant).join(", ")})`;
  return mode === "include" ? `(${isIn} or ${isNull})` : `(not coalesce(${isIn}, false) and not ${isNull})`;
}

const writeConstant = (value: unknown) => (typeof value === "string" ? quoteText(value) : String(value));
const writeTime = (date: string) => `cast(${quoteText(date.replace(/Z$/, ""))} as timestamp)`;

function listBounds(filter: Extract<Filter, { kind: "date-range" }>, value: string): string[] {
  switch (filter.mode) {
    case "between":
    case "custom": {
      const { startDate, endDate } = filter;
      const write = (date: unknown) => {
        if (typeof date !== "string") throw new Uncomputed("a filter with a date relative to today");
        return writeTime(date);
      };
      return [
        ...(startDate === undefined ? [] : [`${value} >= ${write(startDate)}`]),
        ...(endDate === undefined ? [] : [`${value} <= ${write(endDate)}`]),
      ];
    }
    case "on":
      return [`date_trunc('day', ${value}) = ${writeTime(filter.date)}`];
    case "before":
      return [`${value} < ${writeTime(filter.date)}`];
    case "after":
      return [`${value} > ${writeTime(filter.date)}`];
    default:
      throw new Uncomputed(`a filter with a date range of the mode ${filter.mode}`);
  }
}

const matches: Readonly<Record<string, (value: string, text: string) => string>> = {
  equals: (value, text) => `${value} = ${text}`,
  contains: (value, text) => `contains(${value}, ${text})`,
  "starts-with": (value, text) => `starts_with(${value}, ${text})`,
  "ends-with": (value, text) => `ends_with(${value}, ${text})`,
  like: (value, text) => `${value} like ${text}`,
  "matches-regexp": (value, text) => `regexp_matches(${value}, ${text})`,
};

const opposites: Readonly<Record<string, string>> = {
  "does-not-equal": "equals",
  "does-not-contain": "contains",
  "does-not-start-with": "starts-with",
  "does-not-end-with": "ends-with",
  "not-like": "like",
  "does-not-match-regexp": "matches-regexp",
};

function writeMatch(filter: Extract<Filter, { kind: "text-match" }>, value: string, text: string): string {
  const { mode, case: sensitivity = "insensitive" } = filter;
  const opposite = opposites[mode];
  const match = matches[opposite ?? mode]!;
  const isLowered = sensitivity === "insensitive" && !mode.endsWith("regexp");
  const condition = isLowered
    ? match(`lower(${value})`, `lower(${quoteText(text)})`)
    : match(value, quoteText(sensitivity === "insensitive" ? `(?i)${text}` : text));
  return opposite === undefined ? condition : `not ${condition}`;
}
