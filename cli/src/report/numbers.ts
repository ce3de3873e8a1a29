/** What metrics were and what they will be, as `check --against --json` prints it. */
import { formatCount } from "pulumi-analytics-internal/core/text";
import * as z from "zod";
import type { Section, Table } from "./index";

const change = z.object({ group: z.string(), before: z.number().nullable(), after: z.number().nullable() });

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
  tooMany: z.boolean().optional(),
  missing: z.enum(["before", "after"]).optional(),
  reason: z.string().optional(),
});

/** The answer of `check --against`. */
export const numbersSchema = z.object({
  against: z.string(),
  numbers: z.array(difference).readonly(),
  notes: z.array(z.string()).readonly(),
});

export type Numbers = z.infer<typeof numbersSchema>;
type Difference = z.infer<typeof difference>;

const format = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });
const formatPercent = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2, signDisplay: "exceptZero" });

/** A table of the numbers that move, the largest movers first, and what stays the same. */
export function describeNumbers({ against, numbers, notes }: Numbers): Section[] {
  const moved = numbers.filter(({ changed, reason }) => changed > 0 && reason === undefined);
  const rows = moved.flatMap(listRows);
  const table: Table = { heads: ["metric", "before", "after", "change"], rows };
  return [
    {
      title: "Numbers",
      table,
      lines: [describeVerdict(numbers, against), ...numbers.flatMap(describeRest), ...notes],
    },
  ];
}

function listRows({ table, metric, by, changes, changed }: Difference): string[][] {
  const what = `${table}: ${metric}`;
  const rows = changes.map(({ group, before, after }) => [
    by === null ? what : `${what}, ${group}`,
    formatValue(before),
    formatValue(after),
    formatMove(before, after),
  ]);
  const more = changed - changes.length;
  const rest = `${what}${by === null ? "" : ` by ${by}`}`;
  if (more > 0 && by === null) return [...rows, [rest, "", "", "differs"]];
  return more > 0
    ? [...rows, [rest, "", "", `${changes.length > 0 ? "… and " : ""}${formatCount(more, "group")}`]]
    : rows;
}

const formatValue = (value: number | null) => (value === null ? "none" : format.format(value));

function formatMove(before: number | null, after: number | null): string {
  if (before === null) return "new";
  if (after === null) return "gone";
  return before === 0 ? "" : `${formatPercent.format((100 * (after - before)) / Math.abs(before))} %`;
}

function describeVerdict(numbers: readonly Difference[], against: string): string {
  if (numbers.length === 0) return `No metric reads what differs from ${against}.`;
  const formName = ({ table, metric }: Difference) => `${table} ${metric}`;
  const all = new Set(numbers.map(formName));
  const moved = new Set(numbers.filter(({ changed }) => changed > 0).map(formName));
  const stay = all.size - moved.size;
  const told = `${formatCount(moved.size, "metric")} ${moved.size === 1 ? "moves" : "move"}`;
  return `Against ${against}: ${told}, ${stay} ${stay === 1 ? "stays" : "stay"} the same.`;
}

function describeRest({ table, metric, by, changed, small, tooMany, missing, reason, groups }: Difference): string[] {
  const what = `${table}: ${metric}${by === null ? "" : ` by ${by}`}`;
  if (reason !== undefined) return [`${what} couldn't be compared: ${reason.split("\n")[0]}`];
  if (tooMany) return [`${what}: too many groups to compare.`];
  if (missing !== undefined && by !== null) return [`${what}: isn't there ${missing} the change.`];
  return [
    ...(changed === 0 ? [`${what}: the same${by === null ? "" : ` in ${formatCount(groups - small, "group")}`}.`] : []),
    ...(small > 0
      ? [`${what}: ${formatCount(small, "group")} of few rows ${small === 1 ? "isn't" : "aren't"} shown.`]
      : []),
  ];
}
