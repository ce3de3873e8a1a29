/** What metrics were and what they will be, as `check --against --json` prints it. */
import {
  type ExactNumber,
  formatValue,
  getFamily,
  isExactNumber,
  readValue,
  subtractDecimals,
} from "pulumi-analytics-internal/core/data";
import { formatCount } from "pulumi-analytics-internal/core/text";
import * as z from "zod";
import type { Section, Table } from "./index";

/** A number of more digits than a double has is `{ $number }`, and JSON has its digits. */
const value = z.union([z.number(), z.custom<ExactNumber>(isExactNumber), z.string(), z.boolean()]).nullable();
const change = z.object({ group: z.string(), before: value, after: value });

const difference = z.object({
  /** `orders#Fact Orders` */
  table: z.string(),
  metric: z.string(),
  by: z.string().nullable(),
  groups: z.number(),
  changed: z.number(),
  /** Those that moved most; none with `--no-values`. */
  changes: z.array(change).readonly(),
  /** Groups of few rows. */
  small: z.number(),
  /** Of the table, before and after. */
  rows: z.tuple([z.number(), z.number()]).readonly().optional(),
  tooMany: z.boolean().optional(),
  missing: z.enum(["before", "after"]).optional(),
  reason: z.string().optional(),
});

/** The answer of `check --against`. */
export const numbersSchema = z.object({
  against: z.string(),
  numbers: z.array(difference).readonly(),
  /** Documents. */
  notCompared: z.array(z.object({ what: z.string(), why: z.string() })).readonly(),
  notes: z.array(z.string()).readonly(),
});

export type Numbers = z.infer<typeof numbersSchema>;
type Difference = z.infer<typeof difference>;

const format = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });
const formatPercent = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2, signDisplay: "exceptZero" });
/** What would be 0 with two digits. */
const formatSmallPercent = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 1, signDisplay: "exceptZero" });

/** A table of the numbers that move, the largest movers first, and what stays the same. */
export function describeNumbers({ against, numbers, notCompared, notes }: Numbers): Section[] {
  const moved = numbers.filter(({ changed, reason }) => changed > 0 && reason === undefined);
  const rows = moved.flatMap(listRows);
  const table: Table = { heads: ["metric", "before", "after", "change"], rows };
  return [
    {
      title: "Numbers",
      table,
      lines: [
        describeVerdict(numbers, notCompared.length, against),
        ...notCompared.map(({ what, why }) => `${what}: not compared: ${why}`),
        ...numbers.flatMap(describeRest),
        ...notes,
      ],
    },
  ];
}

function listRows({ table, metric, by, changes, changed }: Difference): string[][] {
  const what = `${table}: ${metric}`;
  const rows = changes.map(({ group, before, after }) => [
    by === null ? what : `${what}, ${group}`,
    ...formatValues(before, after),
    formatMove(before, after),
  ]);
  const more = changed - changes.length;
  const rest = `${what}${by === null ? "" : ` by ${by}`}`;
  if (more > 0 && by === null) return [...rows, [rest, "", "", "differs"]];
  return more > 0
    ? [...rows, [rest, "", "", `${changes.length > 0 ? "… and " : ""}${formatCount(more, "group")}`]]
    : rows;
}

type Value = z.infer<typeof value>;

/** Both values, with as many digits as tell them apart. */
function formatValues(...values: readonly [Value, Value]): string[] {
  const short = values.map((one) => (typeof one === "number" ? format.format(one) : formatValue(readValue(one))));
  return short[0] === short[1] ? values.map((one) => formatValue(readValue(one))) : short;
}

function formatMove(before: Value, after: Value): string {
  if (before === null) return "new";
  if (after === null) return "gone";
  const [old, now] = [readValue(before), readValue(after)];
  if (getFamily(old) !== "number" || getFamily(now) !== "number" || old.text === "0") return "";
  const move = (100 * Number(subtractDecimals(now.text, old.text))) / Math.abs(Number(old.text));
  return `${(Math.abs(move) < 0.01 ? formatSmallPercent : formatPercent).format(move)} %`;
}

/** A metric moves, or stays the same, or isn't compared. */
function describeVerdict(numbers: readonly Difference[], documents: number, against: string): string {
  if (numbers.length === 0 && documents === 0) return `No metric reads what differs from ${against}.`;
  const listNames = (some: readonly Difference[]) => new Set(some.map(({ table, metric }) => `${table} ${metric}`));
  const moved = listNames(numbers.filter(({ changed }) => changed > 0));
  const isOpen = (name: string) => !moved.has(name);
  const failed = [...listNames(numbers.filter(({ reason }) => reason !== undefined))].filter(isOpen);
  const same = listNames(numbers).size - moved.size - failed.length;
  const open = [
    ...(failed.length > 0 ? [formatCount(failed.length, "metric")] : []),
    ...(documents > 0 ? [formatCount(documents, "document")] : []),
  ];
  const told = `${formatCount(moved.size, "metric")} ${moved.size === 1 ? "moves" : "move"}`;
  const counts = [told, `${same} ${same === 1 ? "stays" : "stay"} the same`];
  return `Against ${against}: ${[...counts, ...(open.length > 0 ? [`not compared: ${open.join(", ")}`] : [])].join(", ")}.`;
}

function describeRest({ table, metric, by, changed, small, tooMany, missing, reason, groups }: Difference): string[] {
  const what = `${table}: ${metric}${by === null ? "" : ` by ${by}`}`;
  if (reason !== undefined) return [`${what}: not compared: ${reason.split("\n")[0]}`];
  if (tooMany) return [`${what}: too many groups to compare.`];
  if (by === null && small > 0) {
    return [`${what} ${changed > 0 ? "differs" : "is the same"}: few rows are behind its values, which aren't shown.`];
  }
  if (missing !== undefined && by !== null) return [`${what}: isn't there ${missing} the change.`];
  return [
    ...(changed === 0 && groups > small
      ? [`${what}: the same${by === null ? "" : ` in ${formatCount(groups - small, "group")}`}.`]
      : []),
    ...(small > 0
      ? [`${what}: ${formatCount(small, "group")} of few rows ${small === 1 ? "isn't" : "aren't"} shown.`]
      : []),
  ];
}
