/**
 * The data model representation, version 1, written once: the TypeScript types, the shape check, the canonical form and
 * the JSON Schema for editors all come from here.
 *
 * Metadata with a meaning: `default` is what a field left out means (so writing it changes nothing), `uniqueItems`
 * marks a list whose order means nothing. What else a field means are its `Traits`. Every union has a discriminator
 * that picks the branch; two branches may look alike and both fit, so "exactly one of" is never asked.
 */
import * as z from "zod";
import { normalizeName } from "../../text";
import type { Json } from "../json";
import { schemaTraits } from "./traits";

const text = (description: string) => z.string().describe(description);
const optionalText = (description: string) => z.string().optional().describe(description);
/** The platform cuts the space at the ends of such a text. */
const trimText = (value: Json) => (typeof value === "string" ? value.trim() : value);
export const trimName = (value: Json) => (typeof value === "string" ? normalizeName(value.trim()) : value);
const name = (description: string) => text(description).register(schemaTraits, { simplify: trimName });
const optionalName = (description: string) => optionalText(description).register(schemaTraits, { simplify: trimName });
const formula = (description: string) => text(description).register(schemaTraits, { isFormula: true });
const optionalNumber = (description: string) => z.number().optional().describe(description);
const optionalFlag = (description: string) => z.boolean().optional().describe(description);
/** Text that is empty when left out. */
const note = (description: string) => z.string().optional().meta({ description, default: "" });
/** A flag that is off when left out. */
const off = (description: string) => z.boolean().optional().meta({ description, default: false });
/** A list that is empty when left out. */
const defineList = <T extends z.ZodType>(item: T, description: string) =>
  z.array(item).optional().meta({ description, default: [] });
const setOf = <T extends z.ZodType>(item: T, description: string) =>
  z.array(item).meta({ description, uniqueItems: true });
const ids = (description: string) => defineList(z.string(), description);

/** The id of a part. The server gives its own on creation; the provider keeps the two apart and together. */
const partId = z.string().optional().describe("Your id for it; derived from name and place when left out.");
const ownId = z.string().describe("Your id for it, unique in the model.");
/** A field of the provider, not of the platform. */
const aliases = ids("Ids it had before: after a rename it stays the same thing on the server.").register(schemaTraits, {
  isUnread: true,
});

const choice = <const T extends readonly [string, ...string[]]>(values: T, description: string) =>
  z.enum(values).describe(description);

// Formats (§4)

const numberFormatSchema = z
  .object({
    kind: z.literal("number"),
    formatString: optionalText("A d3 number format, e.g. `,.2f`."),
    prefix: note("Text before the number."),
    suffix: note("Text after the number."),
    displayNullAs: optionalText("Text shown for null."),
    decimalSymbol: optionalText("The decimal point."),
    digitGroupingSymbol: optionalText("The separator between groups of digits."),
    digitGroupingSize: z.array(z.number()).optional().describe("Digits in a group, e.g. [3]."),
    currencySymbol: optionalText("The currency symbol."),
  })
  .meta({ id: "NumberFormat", description: "How numbers are shown." });

const datetimeFormatSchema = z
  .object({ kind: z.literal("datetime"), formatString: optionalText("A d3 time format, e.g. `%Y-%m-%d`.") })
  .meta({ id: "DatetimeFormat", description: "How dates and times are shown." });

export const formatSchema = z.discriminatedUnion("kind", [numberFormatSchema, datetimeFormatSchema]);

const columnSchema = z
  .object({
    id: partId,
    name: optionalName("Display name; formulas refer to the column by it."),
    formula: formula("A reference such as `[ORDERS/AMOUNT]`, or a calculation."),
    description: note("What the column holds."),
    hidden: off("Hides the column from view."),
    format: formatSchema.optional().describe("How values are shown."),
    aliases,
  })
  .meta({ id: "Column", description: "A column of a table." });

// Sources (§5)

const warehouseTableSourceSchema = z
  .object({
    kind: z.literal("warehouse-table"),
    connectionId: text("The connection."),
    path: z.array(z.string()).describe("Where the table is, e.g. [database, schema, table]."),
  })
  .meta({ id: "WarehouseTableSource", description: "A table of the data platform." });

const sqlSourceSchema = z
  .object({
    kind: z.literal("sql"),
    connectionId: text("The connection."),
    statement: text("The SQL; may hold `{{controlId}}`.").register(schemaTraits, { simplify: trimText }),
  })
  .meta({ id: "SqlSource", description: "A SQL statement." });

const tableSourceSchema = z
  .object({
    kind: z.literal("table"),
    elementId: text("The table's element id."),
    groupingId: optionalText("A grouping of that table."),
  })
  .meta({ id: "TableSource", description: "Another table of this model." });

const dataModelSourceSchema = z
  .object({
    kind: z.literal("data-model"),
    dataModelId: text("The other model."),
    elementId: text("The table in that model."),
    groupingId: optionalText("A grouping of that table."),
  })
  .meta({ id: "DataModelSource", description: "A table of another data model." });

const innerSourceSchema = z
  .discriminatedUnion("kind", [warehouseTableSourceSchema, tableSourceSchema, dataModelSourceSchema])
  .meta({ id: "InnerSource", description: "A source inside a join, union or transpose." });

const joinOperators = [
  "<",
  "<=",
  "=",
  "!=",
  ">=",
  ">",
  "within",
  "intersects",
  "is-distinct-from",
  "is-not-distinct-from",
] as const;

const joinColumnSchema = z
  .object({
    left: text("A column `[Name]` or formula over the left source."),
    right: text("A column `[Name]` or formula over the right source."),
    op: z.enum(joinOperators).optional().meta({
      description: "How the two compare. `within` and `intersects` are for geography only.",
      default: "=",
    }),
  })
  .meta({ id: "JoinColumn", description: "One condition of a join." });

const joinSchema = z
  .object({
    left: innerSourceSchema.describe("The primary source or the right side of another join."),
    right: innerSourceSchema.describe("The source that is added."),
    columns: z.array(joinColumnSchema).describe("The conditions."),
    name: optionalName("Prefix of the right side's columns in formulas; default: the right side's name."),
    // No default: which one the platform writes where it is left out is undocumented. See `reword`.
    joinType: choice(["inner", "left-outer", "right-outer", "full-outer", "lookup"], "Which rows are kept.").optional(),
  })
  .meta({ id: "Join", description: "One join of two sources." });

export const joinSourceSchema = z
  .object({
    kind: z.literal("join"),
    joins: z.array(joinSchema).describe("The joins."),
    name: optionalName("Prefix of the primary source's columns in formulas; default: its name."),
    primarySource: innerSourceSchema
      .optional()
      .describe("Where the joins start; default: the one source that is a left side and never a right side."),
  })
  .meta({ id: "JoinSource", description: "A join of sources." });

const matchSchema = z
  .object({
    outputColumnName: name("The name of the result's column."),
    sourceColumns: z
      .array(z.string().nullable())
      .describe("One entry per source, in their order: `[Name]`, or null where it has none."),
  })
  .meta({ id: "UnionMatch", description: "One column of a union." });

const unionSourceSchema = z
  .object({
    kind: z.literal("union"),
    sources: z.array(innerSourceSchema).describe("The sources put under each other."),
    matches: z.array(matchSchema).describe("The result's columns."),
  })
  .meta({ id: "UnionSource", description: "A union of sources." });

const rowToColumnSourceSchema = z
  .object({
    kind: z.literal("transpose"),
    direction: z.literal("row-to-column"),
    source: innerSourceSchema.describe("What is transposed."),
    outputColumns: z.array(z.string()).describe("The columns of the result."),
    columnToTranspose: text("The column whose values become headings (its id)."),
    valueColumn: text("The column that fills the cells (its id)."),
    aggregate: choice(
      ["min", "max", "count", "count-if", "count-distinct", "sum", "avg", "median"],
      "How several values of a cell become one.",
    ),
  })
  .meta({ id: "RowToColumnSource", description: "Rows turned into columns (pivot)." });

const columnToRowSourceSchema = z
  .object({
    kind: z.literal("transpose"),
    direction: z.literal("column-to-row"),
    source: innerSourceSchema.describe("What is transposed."),
    columnsToMerge: z.array(z.string()).describe("The columns that become rows; all of one data type."),
    columnLabelForMergedColumns: text("Name of the column that holds the merged columns' names."),
    columnLabelForValues: text("Name of the column that holds the values."),
  })
  .meta({ id: "ColumnToRowSource", description: "Columns turned into rows (unpivot)." });

export const transposeSourceSchema = z.discriminatedUnion("direction", [
  rowToColumnSourceSchema,
  columnToRowSourceSchema,
]);

export const sourceSchema = z
  .discriminatedUnion("kind", [
    warehouseTableSourceSchema,
    sqlSourceSchema,
    tableSourceSchema,
    dataModelSourceSchema,
    joinSourceSchema,
    unionSourceSchema,
    transposeSourceSchema,
  ])
  .meta({ id: "Source", description: "Where a table's rows come from." })
  .register(schemaTraits, { isSpacious: true });

// Shared values (§8)

export const textModes = [
  "equals",
  "does-not-equal",
  "contains",
  "does-not-contain",
  "starts-with",
  "does-not-start-with",
  "ends-with",
  "does-not-end-with",
  "like",
  "not-like",
  "matches-regexp",
  "does-not-match-regexp",
] as const;

const textMode = choice(textModes, "How the text is compared.");
const includeNulls = choice(
  ["always", "never", "when-no-value-is-selected"],
  "Whether rows without a value stay.",
).optional();
const letterCase = choice(["sensitive", "insensitive"], "Whether upper and lower case differ.").optional();
const inclusion = z
  .enum(["include", "exclude"])
  .optional()
  .meta({ description: "Whether the values are kept or left out.", default: "include" });
const timeUnit = choice(
  ["year", "quarter", "month", "week-starting-sunday", "week-starting-monday", "day", "hour", "minute"],
  "A unit of time.",
);
const isoDate = (description: string) => z.string().describe(`${description} ISO 8601, e.g. 2024-01-31.`);

const scalarValue = z.union([z.string(), z.number(), z.boolean()]);
const chosenValue = scalarValue.nullable().optional().meta({ description: "The value chosen.", default: null });
/** A list of values of one type, null among them; that it is one type is a rule of its own. */
const listValues = defineList(
  z.union([z.string(), z.number(), z.boolean(), z.null()]),
  "The values, all of one type (null is allowed among them).",
);
const hierarchyPaths = defineList(z.array(z.string()), "The paths, each a list from the top level down.");

const relativeDateSchema = z
  .object({
    op: choice(["now-minus", "now-plus"], "Before or after now."),
    unit: timeUnit,
    value: z.number().describe("How many units."),
  })
  .meta({ id: "RelativeDate", description: "A time relative to now." });

const dateValueSchema = z
  .union([z.string(), relativeDateSchema])
  .meta({ id: "DateValue", description: "An ISO 8601 date or a time relative to now." });

/** The variants of a date range, with the fields of what holds the range (a filter or a control). */
function dateRange<T extends z.ZodRawShape>(holder: T) {
  return z.discriminatedUnion("mode", [
    z.object({
      ...holder,
      mode: z.literal("between"),
      startDate: isoDate("First date; both dates or neither.").optional(),
      endDate: isoDate("Last date; both dates or neither.").optional(),
    }),
    z.object({ ...holder, mode: z.enum(["on", "before", "after"]), date: isoDate("The date.") }),
    z.object({
      ...holder,
      mode: z.enum(["next", "last"]),
      value: z.number().describe("How many units."),
      unit: timeUnit,
      includeToday: z.boolean().describe("Whether today counts."),
    }),
    z.object({ ...holder, mode: z.literal("current"), unit: timeUnit }),
    z.object({
      ...holder,
      mode: z.literal("custom"),
      startDate: dateValueSchema.optional().describe("The start; without an end it must be relative."),
      endDate: dateValueSchema.optional().describe("The end; without a start it must be relative."),
    }),
  ]);
}

/** The two variants of a top-n choice, with the fields of what holds it. */
function topN<T extends z.ZodRawShape>(holder: T) {
  return z.discriminatedUnion("rankingFunction", [
    z.object({
      ...holder,
      rankingFunction: z.enum(["rank", "rank-dense", "row-number"]),
      mode: choice(["top-n", "bottom-n"], "Which end."),
      rowCount: optionalNumber("How many rows."),
    }),
    z.object({
      ...holder,
      rankingFunction: z.enum(["rank-percentile", "cume-dist"]),
      mode: choice(["top-percentile", "bottom-percentile"], "Which end."),
      percentile: optionalNumber("The percentile."),
    }),
  ]);
}

// Filters of a table (§7)

const filterBase = {
  id: partId,
  columnId: text("The column that is filtered."),
  state: z
    .enum(["enabled", "disabled"])
    .optional()
    .meta({ description: "A disabled filter stays defined and does nothing.", default: "enabled" }),
  aliases,
};

export const filterSchema = z
  .discriminatedUnion("kind", [
    z
      .object({
        ...filterBase,
        kind: z.literal("number-range"),
        min: optionalNumber("Lower bound."),
        max: optionalNumber("Upper bound."),
        includeNulls,
      })
      .describe("Numbers between two bounds."),
    dateRange({ ...filterBase, kind: z.literal("date-range"), includeNulls }).describe("A range of dates."),
    topN({ ...filterBase, kind: z.literal("top-n"), includeNulls }).describe("The first or last rows by rank."),
    z
      .object({ ...filterBase, kind: z.literal("list"), mode: inclusion, values: listValues })
      .describe("A list of values."),
    z
      .object({
        ...filterBase,
        kind: z.literal("text-match"),
        mode: textMode,
        value: optionalText("The text compared with."),
        case: letterCase,
        includeNulls,
      })
      .describe("Text that matches."),
    z
      .object({ ...filterBase, kind: z.literal("hierarchy"), mode: inclusion, values: hierarchyPaths })
      .describe("Paths of a hierarchy."),
  ])
  .meta({ id: "Filter", description: "A filter of a table." });

// Parts of a table (§6)

const truncation = ["year", "quarter", "month", "week", "day", "hour", "minute", "second"] as const;

const metricSchema = z
  .object({
    id: partId,
    name: optionalName("Display name."),
    formula: formula("The aggregate, e.g. `Sum([Revenue])`."),
    description: note("What the metric measures."),
    isHighlighted: off("Whether the metric is highlighted."),
    format: formatSchema.optional().describe("How values are shown."),
    timeline: z
      .object({
        dateColumnId: text("The date column, of the same table."),
        truncation: choice(truncation, "The unit of the time axis.").optional(),
        comparison: z
          .object({
            comparisonPeriod: choice(truncation, "The period compared with."),
            direction: choice(["higher-is-better", "lower-is-better"], "Which way is good.").optional(),
          })
          .optional()
          .describe("The comparison with an earlier period."),
      })
      .optional()
      .describe("The metric over time."),
    aliases,
  })
  .meta({ id: "Metric", description: "A metric of a table." });

const metricFolderSchema = z
  .object({
    id: partId,
    name: name("Display name."),
    items: ids("Metric and metric folder ids, in display order."),
    aliases,
  })
  .meta({ id: "MetricFolder", description: "A folder of metrics." });

export const relationshipSchema = z
  .object({
    id: partId,
    name: optionalName("A segment in formulas: `[Table/Relationship/Column]`."),
    description: note("What the relationship means."),
    targetElementId: text("The table it leads to, on the same page."),
    keys: z
      .array(
        z.object({
          sourceColumnId: text("A column of this table."),
          targetColumnId: text("A column of the target table."),
        }),
      )
      .describe("The columns that must be equal."),
    relationshipType: choice(["1:1", "1:N", "N:1"], "How many rows meet how many. Private beta.").optional(),
    aliases,
  })
  .meta({ id: "Relationship", description: "A relationship to another table." });

export const folderSchema = z
  .object({
    id: partId,
    name: name("Display name."),
    items: ids("Column and folder ids, in display order."),
    aliases,
  })
  .meta({ id: "Folder", description: "A folder of columns." });

export const sortSchema = z
  .object({
    columnId: text("The column."),
    direction: choice(["ascending", "descending"], "Which way."),
    nulls: z
      .enum(["first", "last", "connection-default"])
      .optional()
      .meta({ description: "Where rows without a value go.", default: "connection-default" }),
  })
  .meta({ id: "Sort", description: "One sort key." });

export const groupingSchema = z
  .object({
    id: partId,
    groupBy: ids("Column or folder ids."),
    calculations: ids("Ids of the columns calculated per group."),
    sort: defineList(sortSchema, "The sort keys of the groups."),
    aliases,
  })
  .meta({ id: "Grouping", description: "A level of grouping; the order of the groupings is their nesting." });

export const columnSecuritySchema = z
  .object({
    id: partId,
    restrictedColumns: setOf(z.string(), "Ids of the columns that are restricted."),
    criteria: z
      .discriminatedUnion("kind", [
        z.object({ kind: z.literal("no-one-can-view") }).describe("No user sees the columns."),
        z
          .object({
            kind: z.literal("specific-users-and-teams"),
            assignments: setOf(
              z.discriminatedUnion("type", [
                z.object({ type: z.literal("user"), userId: text("The member.") }),
                z.object({ type: z.literal("team"), teamId: text("The team.") }),
              ]),
              "Who sees the columns.",
            ),
          })
          .describe("These members and teams see the columns."),
        z
          .object({
            kind: z.literal("user-attribute"),
            assignments: setOf(
              z.object({ userAttributeId: text("The user attribute."), value: text("Its value.") }),
              "The attribute values that see the columns.",
            ),
          })
          .describe("Members with an attribute value see the columns."),
      ])
      .describe("Who may see the columns."),
    aliases,
  })
  .meta({ id: "ColumnSecurity", description: "A restriction of columns." });

const tableElementSchema = z
  .object({
    id: ownId,
    kind: z.literal("table"),
    name: optionalName("Display name; other formulas refer to the table by it."),
    description: note("What the table holds."),
    source: sourceSchema,
    columns: z.array(columnSchema).describe("The columns."),
    metrics: defineList(metricSchema, "The metrics."),
    metricFolders: defineList(metricFolderSchema, "The folders of metrics."),
    metricOrder: ids("Metric and metric folder ids, in display order."),
    relationships: defineList(relationshipSchema, "The relationships to other tables."),
    filters: defineList(filterSchema, "The filters."),
    folders: defineList(folderSchema, "The folders of columns."),
    groupings: defineList(groupingSchema, "The groupings, outermost first."),
    summary: ids("Ids of the columns that are summaries."),
    order: ids("Column and folder ids, in display order; summary columns stay out."),
    visibleAsSource: z
      .boolean()
      .optional()
      .meta({ description: "Whether other documents may use the table as a source.", default: true }),
    sort: defineList(
      sortSchema,
      "The sort keys of a table without groupings. With them, the groupings have the sort keys.",
    ),
    columnSecurities: defineList(columnSecuritySchema, "Restrictions of columns."),
    uniqueKeys: z
      .array(z.string())
      .optional()
      .meta({ description: "Ids of the columns that identify a row. Private beta.", default: [], uniqueItems: true }),
    aliases,
  })
  .meta({ id: "TableElement", description: "A table." });

// Controls (§9)

export const targetSourceSchema = z
  .discriminatedUnion("kind", [
    tableSourceSchema.omit({ groupingId: true }),
    warehouseTableSourceSchema,
    dataModelSourceSchema.omit({ groupingId: true }),
  ])
  .meta({ id: "TargetSource", description: "What a control points at." });

export const valueSourceSchema = z
  .discriminatedUnion("kind", [
    z.object({
      kind: z.literal("source"),
      source: targetSourceSchema,
      columnId: text("The column with the values."),
      displayColumnId: optionalText("The column with the labels shown."),
    }),
    z.object({
      kind: z.literal("manual"),
      valueType: choice(["text", "number", "date", "boolean"], "The type of the values."),
      values: defineList(scalarValue, "The values, all of one type."),
      labels: defineList(z.string().nullable(), "Labels, one per value."),
    }),
  ])
  .meta({ id: "ValueSource", description: "Where a control takes its choices from." });

const controlBase = {
  id: ownId,
  kind: z.literal("control"),
  controlId: text("The name in formulas, and `{{controlId}}` in SQL."),
  name: optionalName("Display name."),
  filters: defineList(
    z.object({ source: targetSourceSchema, columnId: text("The column of that source.") }),
    "What the control filters.",
  ),
  parameters: defineList(
    z.object({
      kind: z.literal("data-model"),
      dataModelId: text("The other model."),
      controlId: text("Its control."),
    }),
    "Controls of other models that this one overrides.",
  ),
  aliases,
};

const checkMode = choice(["True/False", "True/All"], "What unchecked means.");
const comparison = choice(["<=", "=", ">="], "How the value compares.");
const bounds = { min: optionalNumber("Lower bound chosen."), max: optionalNumber("Upper bound chosen.") };
const scale = {
  low: optionalNumber("Start of the scale."),
  high: optionalNumber("End of the scale."),
  step: optionalNumber("Step of the scale."),
};

const listControlBase = {
  ...controlBase,
  controlType: z.literal("list"),
  source: valueSourceSchema.optional().describe("Where the choices come from."),
  mode: inclusion,
};

export const controlElementSchema = z
  .discriminatedUnion("controlType", [
    z.object({
      ...controlBase,
      controlType: z.enum(["checkbox", "switch"]),
      mode: checkMode,
      value: optionalFlag("Whether it is checked."),
    }),
    z.object({
      ...controlBase,
      controlType: z.literal("text"),
      mode: textMode,
      value: optionalText("The text."),
      case: letterCase,
      includeNulls,
      showOperators: optionalFlag("Whether the comparison can be chosen."),
    }),
    z.object({ ...controlBase, controlType: z.literal("text-area"), value: optionalText("The text.") }),
    z.object({
      ...controlBase,
      controlType: z.literal("number"),
      mode: comparison,
      value: optionalNumber("The number."),
      includeNulls,
    }),
    z.object({ ...controlBase, controlType: z.literal("number-range"), ...bounds, includeNulls }),
    z.object({
      ...controlBase,
      controlType: z.literal("date"),
      mode: comparison,
      value: dateValueSchema.optional().describe("The date."),
      includeNulls,
    }),
    dateRange({ ...controlBase, controlType: z.literal("date-range"), includeNulls }),
    topN({ ...controlBase, controlType: z.literal("top-n"), includeNulls }),
    z.discriminatedUnion("selectionMode", [
      z.object({
        ...listControlBase,
        selectionMode: z.literal("single"),
        value: chosenValue,
      }),
      z.object({
        ...listControlBase,
        selectionMode: z
          .literal("multiple")
          .optional()
          .meta({ description: "How many values can be chosen.", default: "multiple" }),
        values: listValues,
      }),
    ]),
    z.object({
      ...controlBase,
      controlType: z.literal("segmented"),
      source: valueSourceSchema.optional().describe("Where the choices come from."),
      value: chosenValue,
      showClearLabel: optionalFlag("Whether the choice can be cleared."),
      clearLabel: optionalText("The label of no choice."),
    }),
    z.object({
      ...controlBase,
      controlType: z.literal("hierarchy"),
      source: z
        .object({
          source: tableSourceSchema.omit({ groupingId: true }).describe("A table of this model."),
          columnId: text("The hierarchy column of that table."),
        })
        .optional()
        .describe("Where the hierarchy comes from; a table of this model."),
      mode: inclusion,
      values: hierarchyPaths,
    }),
    z.object({
      ...controlBase,
      controlType: z.literal("slider"),
      mode: comparison,
      ...scale,
      value: optionalNumber("The number chosen."),
      includeNulls,
    }),
    z.object({ ...controlBase, controlType: z.literal("range-slider"), ...scale, ...bounds, includeNulls }),
  ])
  .meta({ id: "ControlElement", description: "A control." });

export const elementSchema = z
  .discriminatedUnion("kind", [tableElementSchema, controlElementSchema])
  .meta({ id: "Element", description: "A table or a control." })
  .register(schemaTraits, { isSpacious: true });

// Page and model (§1, §2)

const pageSchema = z
  .object({
    id: ownId,
    name: name("The page's name."),
    elements: z.array(elementSchema).describe("The tables and controls."),
    aliases,
  })
  .meta({ id: "Page", description: "A page of a data model." })
  .register(schemaTraits, { isSpacious: true });

const serverOwned = (description: string) => optionalText(`${description} Set by the server; ignored.`);

export const dataModelSchema = z
  .object({
    $schema: optionalText("The JSON Schema of this file, for editors."),
    schemaVersion: z
      .union([z.literal(1), z.literal("1")])
      .optional()
      .meta({ description: "The version of the representation: 1.", default: 1 }),
    kind: z.literal("data-model").optional().describe("Informational."),
    name: optionalName("The model's name; the resource's `name` is used when left out."),
    folderId: optionalText("The folder the model is in."),
    description: optionalText("What the model is for."),
    pages: z.array(pageSchema).describe("The pages."),
    dataModelId: serverOwned("The model's id."),
    url: serverOwned("Where the model is shown."),
    documentVersion: z.number().optional().describe("The version that was read."),
    latestDocumentVersion: z.number().optional().describe("The newest version. Set by the server; ignored."),
    ownerId: serverOwned("The owner."),
    createdBy: serverOwned("Who created it."),
    updatedBy: serverOwned("Who updated it last."),
    createdAt: serverOwned("When it was created."),
    updatedAt: serverOwned("When it was updated last."),
  })
  .meta({ id: "DataModelSpec", title: "Data model", description: "The code representation of a data model." })
  .register(schemaTraits, { isSpacious: true });

// Types

/** The representation of a data model, e.g. `{ pages: [{ id: "main", name: "Main", elements: [] }] }`. */
export type DataModelSpec = z.infer<typeof dataModelSchema>;
/** A page: `{ id, name, elements }`. */
export type Page = z.infer<typeof pageSchema>;
/** A table or a control, distinguished by `kind`. */
export type Element = z.infer<typeof elementSchema>;
/** A table: its source, columns and everything built on them. */
export type TableElement = z.infer<typeof tableElementSchema>;
/** A control, distinguished by `controlType`. */
export type ControlElement = z.infer<typeof controlElementSchema>;
/** A column: `{ name: "Revenue", formula: "[ORDERS/AMOUNT]" }`. */
export type Column = z.infer<typeof columnSchema>;
/** A number or datetime format, distinguished by `kind`. */
export type Format = z.infer<typeof formatSchema>;
/** Where a table's rows come from, distinguished by `kind`. */
export type Source = z.infer<typeof sourceSchema>;
/** A source inside a join, union or transpose. */
export type InnerSource = z.infer<typeof innerSourceSchema>;
/** A table of the data platform. */
export type WarehouseTableSource = z.infer<typeof warehouseTableSourceSchema>;
/** A SQL statement. */
export type SqlSource = z.infer<typeof sqlSourceSchema>;
/** Another table of the same model. */
export type TableSource = z.infer<typeof tableSourceSchema>;
/** A table of another data model. */
export type DataModelSource = z.infer<typeof dataModelSourceSchema>;
/** A join of sources. */
export type JoinSource = z.infer<typeof joinSourceSchema>;
/** One join of a {@link JoinSource}. */
export type Join = z.infer<typeof joinSchema>;
/** One condition of a {@link Join}. */
export type JoinColumn = z.infer<typeof joinColumnSchema>;
/** A union of sources. */
export type UnionSource = z.infer<typeof unionSourceSchema>;
/** A pivot or unpivot, distinguished by `direction`. */
export type TransposeSource = z.infer<typeof transposeSourceSchema>;
/** A metric of a table. */
export type Metric = z.infer<typeof metricSchema>;
/** A folder of metrics. */
export type MetricFolder = z.infer<typeof metricFolderSchema>;
/** A relationship to another table. */
export type Relationship = z.infer<typeof relationshipSchema>;
/** A filter of a table, distinguished by `kind`. */
export type Filter = z.infer<typeof filterSchema>;
/** A folder of columns. */
export type Folder = z.infer<typeof folderSchema>;
/** A level of grouping. */
export type Grouping = z.infer<typeof groupingSchema>;
/** One sort key. */
export type Sort = z.infer<typeof sortSchema>;
/** A restriction of columns. */
export type ColumnSecurity = z.infer<typeof columnSecuritySchema>;
/** What a control points at. */
export type TargetSource = z.infer<typeof targetSourceSchema>;
/** Where a list or segmented control takes its choices from. */
export type ValueSource = z.infer<typeof valueSourceSchema>;
/** An ISO 8601 date or a time relative to now. */
export type DateValue = z.infer<typeof dateValueSchema>;
