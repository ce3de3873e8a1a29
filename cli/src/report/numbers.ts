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
  /** What people call `by`. */
  dimension: z.string().nullable().optional(),
  groups: z.number(),
  changed: z.number(),
  /** Those that moved most; none with `--no-values`. */
  changes: z.array(change).readonly(),
  /** Groups that aren't told. */
  small: z.number(),
  /** Why they aren't. */
  untold: z.string().optional(),
  /** Of the table, before and after. */
  rows: z.tuple([z.number(), z.number()]).readonly().optional(),
  tooMany: z.boolean().optional(),
  missing: z.enum(["before", "after"]).optional(),
  reason: z.string().optional(),
  /** The limit of the checks file, where the metric moves further or nobody knows how far. */
  beyond: z.string().optional(),
});

const definition = z.object({ model: z.string(), changes: z.array(z.string()).readonly() });

/** The answer of `check --against`. */
export const numbersSchema = z.object({
  against: z.string(),
  numbers: z.array(difference).readonly(),
  /** Documents. */
  notCompared: z
    .array(z.object({ what: z.string(), why: z.string() }))
    .readonly()
    .default([]),
  /** What changed in the models whose metrics were compared. */
  definitions: z.array(definition).readonly().optional(),
  notes: z.array(z.string()).readonly(),
});

export type Numbers = z.infer<typeof numbersSchema>;
type Difference = z.infer<typeof difference>;
export type Definition = z.infer<typeof definition>;

const format = new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 });
const formatPercent = new Intl.NumberFormat("en-US", { maximumFractionDigits: 2, signDisplay: "exceptZero" });
/** What would be 0 with two digits. */
const formatSmallPercent = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 1, signDisplay: "exceptZero" });

/** A table of the numbers that move, each with its groups below its total; then what changed in the definitions. */
export function describeNumbers({ against, numbers, notCompared, definitions = [], notes }: Numbers): Section[] {
  const moved = numbers.filter(({ changed, reason }) => changed > 0 && reason === undefined);
  // A metric whose total stays has groups that move.
  const isMoved = ({ table, metric }: Difference) => moved.some((one) => one.table === table && one.metric === metric);
  const names = [...new Set(numbers.map(formName))];
  const ordered = names.flatMap((name) => numbers.filter((one) => formName(one) === name && isMoved(one)));
  const table: Table = { heads: ["metric", "before", "after", "change"], rows: ordered.flatMap(listRows) };
  return [
    {
      title: "Numbers",
      table,
      lines: [
        describeVerdict(numbers, notCompared.length, against),
        ...notCompared.map(({ what, why }) => `${what}: not compared: ${why}`),
        ...describeRest(numbers, isMoved),
        ...notes,
      ],
    },
    {
      title: "Definitions",
      lines: definitions.flatMap(({ model, changes }) => changes.map((change) => `${model} › ${change}`)),
    },
  ];
}

const formName = ({ table, metric }: Difference) => `${table}: ${metric}`;

function listRows(difference: Difference): string[][] {
  const { by, dimension = by, changes, changed, groups, small } = difference;
  const name = formName(difference);
  const rows = changes.map(({ group, before, after }) => [
    by === null ? name : `↳ ${dimension}: ${group}`,
    ...formatValues(before, after),
    formatMove(before, after),
  ]);
  const more = changed - changes.length;
  if (by === null) {
    if (rows.length > 0) return rows;
    return [[name, "", "", changed > 0 ? "differs" : groups > small ? "the same" : ""]];
  }
  if (more === 0) return rows;
  return [...rows, [`↳ ${dimension}: ${changes.length > 0 ? `${more} more` : formatCount(more, "group")}`, "", "", ""]];
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
  const listNames = (some: readonly Difference[]) => new Set(some.map(formName));
  const moved = listNames(numbers.filter(({ changed }) => changed > 0));
  const isOpen = (name: string) => !moved.has(name);
  const failed = [...listNames(numbers.filter(({ reason }) => reason !== undefined))].filter(isOpen);
  const same = listNames(numbers).size - moved.size - failed.length;
  const open = [
    ...(failed.length > 0 ? [formatCount(failed.length, "metric")] : []),
    ...(documents > 0 ? [formatCount(documents, "document")] : []),
  ];
  const told = `${formatCount(moved.size, "metric")} ${moved.size === 1 ? "moves" : "move"}`;
  const rest = open.length === 0 ? "" : `, not compared: ${open.join(", ")}`;
  return `Against ${against}: ${told}, ${same} ${same === 1 ? "stays" : "stay"} the same${rest}.`;
}

/** What earlier releases meant, and didn't say. */
const fewRows = "since few rows are behind them";

/** What isn't in the table: one line for the metrics of a table of which the same is said. */
function describeRest(numbers: readonly Difference[], isShown: (one: Difference) => boolean): string[] {
  const lines = new Map<string, { readonly table: string; readonly names: string[]; readonly say: Sentence }>();
  for (const one of numbers) {
    const { table, metric, by, dimension = by } = one;
    for (const say of listRest(one, isShown(one))) {
      const key = JSON.stringify([table, say(1)]);
      const line = lines.get(key) ?? { table, names: [], say };
      line.names.push(`${metric}${by === null ? "" : ` by ${dimension}`}`);
      lines.set(key, line);
    }
  }
  return [...lines.values()].map(({ table, names, say }) => `${table}: ${joinNames(names)}${say(names.length)}`);
}

/** What follows the names of some metrics. */
type Sentence = (count: number) => string;

/** Metrics that a line names. */
const mostNames = 3;

/** `A, B, C and 2 more`, without the comma of American lists before "and". */
function joinNames(names: readonly string[]): string {
  const more = names.length - mostNames;
  const shown = more > 0 ? [...names.slice(0, mostNames), `${more} more`] : names;
  return new Intl.ListFormat("en-GB").format(shown);
}

/** @param isShown whether the metric has rows in the table. */
function listRest(
  { by, changed, small, tooMany, missing, reason, groups, untold = fewRows }: Difference,
  isShown: boolean,
): Sentence[] {
  const choose =
    (one: string, several: string): Sentence =>
    (count) =>
      count === 1 ? one : several;
  const told = formatCount(groups - small, "group");
  const untoldGroups = `${formatCount(small, "group")} ${small === 1 ? "isn't" : "aren't"} told`;
  if (reason !== undefined) return [() => `: not compared: ${reason.split("\n")[0]}`];
  if (tooMany) return [() => ": too many groups to compare."];
  if (by === null && small > 0) {
    const [one, several] = changed > 0 ? ["differs", "differ"] : ["is the same", "are the same"];
    return [choose(` ${one}: its values aren't told, ${untold}.`, ` ${several}: their values aren't told, ${untold}.`)];
  }
  if (missing !== undefined && by !== null)
    return [choose(` isn't there ${missing} the change.`, ` aren't there ${missing} the change.`)];
  const where = by === null ? "" : ` in ${told}`;
  return [
    ...(changed === 0 && groups > small && !(isShown && by === null)
      ? [choose(` is the same${where}.`, ` are the same${where}.`)]
      : []),
    ...(small > 0 ? [() => `: ${untoldGroups}, ${untold}.`] : []),
  ];
}
