/**
 * The representation of a checks file, written once: the types, the shape check and the JSON Schema for editors come
 * from here, as those of a data model do.
 */
import * as z from "zod";
import { buildJsonSchema, buildShape, type Shape } from "../model/schema";

const severity = z.enum(["error", "warn"]).optional().meta({
  description: "What a failure is; `warn` is shown and fails nothing.",
  default: "error",
});
const name = z.string().optional().describe("What reports call the check.");
const common = { name, severity };

/** How long ago, such as `36 hours`; see {@link readDuration}. */
const duration = z.string().describe("A number and a unit: `90 minutes`, `36 hours`, `1 day`, `2 weeks`.");

const uniqueKey = z
  .object({ columns: z.array(z.string()).describe("The columns that are unique together."), ...common })
  .meta({
    id: "UniqueKey",
    description: "Columns that have no combination of values twice; rows with null don't count.",
  });

const filledColumn = z
  .object({ column: z.string().describe("The column."), ...common })
  .meta({ id: "FilledColumn", description: "A column without null." });

const scalar = z.union([z.string(), z.number(), z.boolean()]);
const values = z.array(scalar).describe("The values that the column may have; null is allowed.");
const acceptedValues = z
  .object({ values, ...common })
  .meta({ id: "AcceptedValues", description: "The values that a column may have." });

const rowCount = z
  .object({
    min: z.number().optional().describe("At least so many."),
    max: z.number().optional().describe("At most so many."),
    ...common,
  })
  .meta({ id: "RowCount", description: "How many rows the table has." });

const freshness = z
  .object({ column: z.string().describe("A column of dates or times."), within: duration, ...common })
  .meta({ id: "Freshness", description: "The newest value of a column isn't older." });

const keptRelationship = z
  .object({ relationship: z.string().describe("The relationship, by name or id."), ...common })
  .meta({ id: "KeptRelationship", description: "Each key of the table is on the other side of a relationship." });

const metricBound = z
  .object({
    between: z
      .array(scalar.nullable())
      .describe("The least and the greatest value, numbers, dates or logicals, both allowed; null: no bound."),
    where: z.string().optional().describe("A formula over the table's columns: only rows for which it is true count."),
    ...common,
  })
  .meta({ id: "MetricBound", description: "Between what a metric is." });

const tolerance = z
  .union([z.string(), z.number()])
  .optional()
  .meta({ description: "How far a value may be away: `0.1%`, or a number.", default: 0 });

const golden = z
  .object({
    metric: z.string().describe("The metric, by name or id."),
    by: z.string().optional().describe('A formula that groups: `DateTrunc("month", [Ordered At])`.'),
    until: z.string().optional().describe("Groups behind this value don't count: `2026-10-31`."),
    file: z.string().describe("A CSV file, relative to this file: the group, then the value, below a line of names."),
    tolerance,
    ...common,
  })
  .meta({ id: "Golden", description: "A metric has the values of a file that was approved." });

const tableChecks = z
  .object({
    table: z.string().describe("The table of the model, by id or name."),
    unique: z
      .array(z.union([z.string(), uniqueKey]))
      .optional()
      .describe("Columns without a value twice."),
    not_null: z
      .array(z.union([z.string(), filledColumn]))
      .optional()
      .describe("Columns without null."),
    accepted_values: z
      .record(z.string(), z.union([values, acceptedValues]))
      .optional()
      .describe("The values that columns may have, by column."),
    rows: rowCount.optional().describe("How many rows the table has."),
    fresh: freshness.optional().describe("How old the newest row may be."),
    relationships: z
      .array(z.union([z.string(), keptRelationship]))
      .optional()
      .describe("Relationships whose keys are all on the other side."),
    metric: z.record(z.string(), metricBound).optional().describe("Between what metrics are, by metric."),
    golden: golden.optional().describe("A metric against approved values."),
    dimensions: z
      .array(z.string())
      .optional()
      .describe(
        "The columns of which `check --against` groups by one. Default: visible columns of few values, no keys.",
      ),
    neverGroupBy: z
      .array(z.string())
      .optional()
      .describe("Columns that neither `check --against` nor `golden` groups by."),
    severity,
  })
  .meta({ id: "TableChecks", description: "What is true of a table's data." });

const row = z.record(z.string(), scalar.nullable());
const formulaTest = z
  .object({
    given: z
      .union([z.record(z.string(), z.array(row)), z.array(row)])
      .describe(
        "Rows by table; their fields are those of the source: `AMOUNT` of `[ORDERS/AMOUNT]`. `[]`: no table has a row.",
      ),
    expect: z
      .record(z.string(), z.union([scalar.nullable(), z.array(scalar.nullable())]))
      .describe("A value by metric, or by `table.column` a list with a value for each row."),
    tolerance,
    ...common,
  })
  .meta({ id: "FormulaTest", description: "What the model's formulas make of given rows." });

export const checksSchema = z
  .object({
    model: z
      .string()
      .optional()
      .describe("The model's file, relative to this file. Default: `orders.yaml` of `orders.checks.yaml`."),
    numbers: z
      .object({
        max: z.union([z.string(), z.number()]).describe("How far a metric's total may move: `1%`, or a number."),
      })
      .optional()
      .describe("What `comment --check` allows of what `check --against` compares."),
    checks: z.array(tableChecks).optional().describe("Checks of data, by table."),
    tests: z.array(formulaTest).optional().describe("Tests of formulas on given rows."),
  })
  .meta({ id: "Checks", description: "Checks of a data model's data and formulas." });

/** A checks file, as it reads. */
export type ChecksFile = z.infer<typeof checksSchema>;
export type TableChecks = z.infer<typeof tableChecks>;
export type FormulaTest = z.infer<typeof formulaTest>;
export type Scalar = z.infer<typeof scalar> | null;

let shape: Shape | undefined;

/** The shape that files are checked with; built when it is first asked for. */
export function getChecksShape(): Shape {
  shape ??= buildShape(checksSchema);
  return shape;
}

/**
 * The JSON Schema (draft 7) of a checks file, for editors and other tools.
 *
 * @example JSON.stringify(buildChecksJsonSchema(), null, 2) // schema/checks.json
 */
export const buildChecksJsonSchema = (): ReturnType<typeof buildJsonSchema> => buildJsonSchema(checksSchema);

/** The seconds of each unit of a duration. */
const units: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3600, day: 86400, week: 604800 };

/**
 * The seconds of a duration; undefined for what is none.
 *
 * @example readDuration("36 hours") // 129600
 */
export function readDuration(text: string): number | undefined {
  const [, count, unit = ""] = /^(\d+(?:\.\d+)?)\s*([a-z]+?)s?$/i.exec(text.trim()) ?? [];
  const length = Object.hasOwn(units, unit.toLowerCase()) ? units[unit.toLowerCase()] : undefined;
  return count === undefined || length === undefined ? undefined : Number(count) * length;
}
