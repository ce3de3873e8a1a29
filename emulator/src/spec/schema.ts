import { z } from "zod";
import type { Settings } from "../settings";

/*
 * The pages of a data model, field by field in the order the platform writes them: parsing puts the keys of a body
 * into this order, whatever order they came in.
 */

const comparisons = ["<", "<=", "=", "!=", ">=", ">"] as const;
const timeUnits = [
  "year",
  "quarter",
  "month",
  "week-starting-sunday",
  "week-starting-monday",
  "day",
  "hour",
  "minute",
] as const;
const truncations = ["year", "quarter", "month", "week", "day", "hour", "minute", "second"] as const;
const textModes = [
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

function build(unknownFields: Settings["unknownFields"]) {
  // The three have the same known fields; they differ in what becomes of a field that isn't known.
  const object = { ignore: z.object, refuse: z.strictObject, keep: z.looseObject }[unknownFields] as typeof z.object;

  const id = z.string().min(1);
  const ids = z.array(z.string());
  const text = z.string();
  const isoDate = z.string().regex(/^\d{4}-\d{2}-\d{2}([T ][\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/, "ISO-8601 date");
  const includeNulls = z.enum(["always", "never", "when-no-value-is-selected"]).optional();
  const inclusion = z.enum(["include", "exclude"]).optional();
  const sensitivity = z.enum(["sensitive", "insensitive"]).optional();
  const upToDown = z.enum(["<=", "=", ">="]);

  const relativeDate = object({ op: z.enum(["now-minus", "now-plus"]), unit: z.enum(timeUnits), value: z.number() });
  const dateValue = z.union([isoDate, relativeDate]);
  const scalar = z.union([z.boolean(), z.number(), text]);
  const listValues = z.union([
    z.array(z.boolean().nullable()),
    z.array(z.number().nullable()),
    z.array(text.nullable()),
  ]);

  const format = z.discriminatedUnion("kind", [
    object({
      kind: z.literal("number"),
      formatString: text.optional(),
      prefix: text.optional(),
      suffix: text.optional(),
      displayNullAs: text.optional(),
      decimalSymbol: text.optional(),
      digitGroupingSymbol: text.optional(),
      digitGroupingSize: z.array(z.number()).optional(),
      currencySymbol: text.optional(),
    }),
    object({ kind: z.literal("datetime"), formatString: text.optional() }),
  ]);

  const column = object({
    id,
    formula: text,
    name: text.optional(),
    description: text.optional(),
    hidden: z.boolean().optional(),
    format: format.optional(),
  });

  const warehouseTable = object({ kind: z.literal("warehouse-table"), connectionId: id, path: z.array(text).min(1) });
  const innerSource = z.discriminatedUnion("kind", [
    warehouseTable,
    object({ kind: z.literal("table"), elementId: id, groupingId: id.optional() }),
    object({ kind: z.literal("data-model"), dataModelId: id, elementId: id, groupingId: id.optional() }),
  ]);
  /** What a control points at: like an inner source, but never at a grouping. */
  const targetSource = z.discriminatedUnion("kind", [
    warehouseTable,
    object({ kind: z.literal("table"), elementId: id }),
    object({ kind: z.literal("data-model"), dataModelId: id, elementId: id }),
  ]);

  const join = object({
    left: innerSource,
    right: innerSource,
    columns: z.array(
      object({
        left: text,
        right: text,
        op: z
          .enum([...comparisons, "within", "intersects", "<!=>", "is-distinct-from", "is-not-distinct-from"])
          .optional(),
      }),
    ),
    name: text.optional(),
    joinType: z.enum(["inner", "left-outer", "right-outer", "full-outer", "lookup"]).optional(),
  });

  const transpose = { kind: z.literal("transpose"), source: innerSource };

  const source = z.discriminatedUnion("kind", [
    ...innerSource.options,
    object({ kind: z.literal("sql"), connectionId: id, statement: text }),
    // Nothing is known of its fields.
    z.looseObject({ kind: z.literal("csv-table") }),
    object({
      kind: z.literal("join"),
      joins: z.array(join).min(1),
      name: text.optional(),
      primarySource: innerSource.optional(),
    }),
    object({
      kind: z.literal("union"),
      sources: z.array(innerSource).min(1),
      matches: z.array(object({ outputColumnName: text, sourceColumns: z.array(text.nullable()) })),
    }),
    z.discriminatedUnion("direction", [
      object({
        ...transpose,
        direction: z.literal("row-to-column"),
        outputColumns: z.array(text),
        columnToTranspose: id,
        valueColumn: id,
        aggregate: z.enum(["min", "max", "count", "count-if", "count-distinct", "sum", "avg", "median"]),
      }),
      object({
        ...transpose,
        direction: z.literal("column-to-row"),
        columnsToMerge: z.array(text),
        columnLabelForMergedColumns: text,
        columnLabelForValues: text,
      }),
    ]),
  ]);

  const metric = object({
    id,
    formula: text,
    name: text.optional(),
    description: text.optional(),
    isHighlighted: z.boolean().optional(),
    format: format.optional(),
    timeline: object({
      dateColumnId: id,
      truncation: z.enum(truncations).optional(),
      comparison: object({
        comparisonPeriod: z.enum(truncations),
        direction: z.enum(["higher-is-better", "lower-is-better"]).optional(),
      }).optional(),
    }).optional(),
  });

  /** A date range adds its fields to those of the filter or control it belongs to. */
  const defineDateRange = <Base extends z.ZodRawShape>(base: Base) =>
    z.discriminatedUnion("mode", [
      object({
        ...base,
        mode: z.literal("between"),
        startDate: isoDate.optional(),
        endDate: isoDate.optional(),
        includeNulls,
      })
        // Both ends, or none for a range that isn't set.
        .refine((range) => "startDate" in range === "endDate" in range),
      object({ ...base, mode: z.enum(["on", "before", "after"]), date: isoDate, includeNulls }),
      object({
        ...base,
        mode: z.enum(["next", "last"]),
        value: z.number(),
        unit: z.enum(timeUnits),
        includeToday: z.boolean(),
        includeNulls,
      }),
      object({ ...base, mode: z.literal("current"), unit: z.enum(timeUnits), includeNulls }),
      object({
        ...base,
        mode: z.literal("custom"),
        startDate: dateValue.optional(),
        endDate: dateValue.optional(),
        includeNulls,
      }).refine((range) => "startDate" in range || "endDate" in range),
    ]);

  const defineTopN = <Base extends z.ZodRawShape>(base: Base) =>
    z.discriminatedUnion("rankingFunction", [
      object({
        ...base,
        rankingFunction: z.enum(["rank", "rank-dense", "row-number"]),
        mode: z.enum(["top-n", "bottom-n"]),
        rowCount: z.number().optional(),
        includeNulls,
      }),
      object({
        ...base,
        rankingFunction: z.enum(["rank-percentile", "cume-dist"]),
        mode: z.enum(["top-percentile", "bottom-percentile"]),
        percentile: z.number().optional(),
        includeNulls,
      }),
    ]);

  const filterBase = { id, columnId: id, state: z.enum(["enabled", "disabled"]).optional() };
  const filter = z.discriminatedUnion("kind", [
    object({
      ...filterBase,
      kind: z.literal("number-range"),
      min: z.number().optional(),
      max: z.number().optional(),
      includeNulls,
    }),
    defineDateRange({ ...filterBase, kind: z.literal("date-range") }),
    defineTopN({ ...filterBase, kind: z.literal("top-n") }),
    object({ ...filterBase, kind: z.literal("list"), mode: inclusion, values: listValues.optional() }),
    object({
      ...filterBase,
      kind: z.literal("text-match"),
      mode: z.enum(textModes),
      value: text.optional(),
      case: sensitivity,
      includeNulls,
    }),
    object({ ...filterBase, kind: z.literal("hierarchy"), mode: inclusion, values: z.array(z.array(text)).optional() }),
  ]);

  const columnSecurity = object({
    id,
    // A rule for all columns, those of the future too.
    restrictedColumns: z.union([ids, z.literal("all")]),
    criteria: z.discriminatedUnion("kind", [
      object({ kind: z.literal("no-one-can-view") }),
      object({
        kind: z.literal("specific-users-and-teams"),
        assignments: z.array(
          z.discriminatedUnion("type", [
            object({ type: z.literal("user"), userId: id }),
            object({ type: z.literal("team"), teamId: id }),
          ]),
        ),
      }),
      object({
        kind: z.literal("user-attribute"),
        assignments: z.array(object({ userAttributeId: id, value: text })),
      }),
    ]),
  });

  const sort = z.array(
    object({
      columnId: id,
      direction: z.enum(["ascending", "descending"]),
      nulls: z.enum(["first", "last", "connection-default"]).optional(),
    }),
  );

  const table = object({
    id,
    kind: z.literal("table"),
    name: text.optional(),
    description: text.optional(),
    source,
    columns: z.array(column),
    metrics: z.array(metric).optional(),
    metricFolders: z.array(object({ id, name: text, items: ids.optional() })).optional(),
    metricOrder: ids.optional(),
    relationships: z
      .array(
        object({
          id,
          targetElementId: id,
          keys: z.array(object({ sourceColumnId: id, targetColumnId: id })),
          name: text.optional(),
          description: text.optional(),
          relationshipType: z.enum(["1:1", "1:N", "N:1"]).optional(),
        }),
      )
      .optional(),
    filters: z.array(filter).optional(),
    folders: z.array(object({ id, name: text, items: ids.optional() })).optional(),
    groupings: z
      .array(object({ id, groupBy: ids.optional(), calculations: ids.optional(), sort: sort.optional() }))
      .optional(),
    summary: ids.optional(),
    order: ids.optional(),
    visibleAsSource: z.boolean().optional(),
    sort: sort.optional(),
    columnSecurities: z.array(columnSecurity).optional(),
    uniqueKeys: ids.optional(),
  });

  const controlBase = {
    kind: z.literal("control"),
    id,
    controlId: id,
    name: text.optional(),
    filters: z.array(object({ source: targetSource, columnId: id })).optional(),
    parameters: z.array(object({ kind: z.literal("data-model"), dataModelId: id, controlId: id })).optional(),
  };
  const defineControl = <Type extends string, Fields extends z.ZodRawShape>(controlType: Type, fields: Fields) =>
    object({ ...controlBase, controlType: z.literal(controlType), ...fields });

  const chosenFromSource = object({
    kind: z.literal("source"),
    source: targetSource,
    columnId: id,
    displayColumnId: id.optional(),
  });
  const chosenFromList = object({
    kind: z.literal("manual"),
    valueType: z.enum(["text", "number", "date", "boolean"]),
    values: z.union([z.array(z.boolean()), z.array(z.number()), z.array(text)]).optional(),
    labels: z.array(text.nullable()).optional(),
  });
  const valueSource = z.discriminatedUnion("kind", [chosenFromSource, chosenFromList]);

  const truth = { mode: z.enum(["True/False", "True/All"]), value: z.boolean().optional() };
  const scale = { low: z.number().optional(), high: z.number().optional(), step: z.number().optional() };
  const range = { min: z.number().optional(), max: z.number().optional(), includeNulls };

  const controls = z.discriminatedUnion("controlType", [
    defineControl("checkbox", truth),
    defineControl("switch", truth),
    defineControl("text", {
      mode: z.enum(textModes),
      value: text.optional(),
      case: sensitivity,
      includeNulls,
      showOperators: z.boolean().optional(),
    }),
    defineControl("text-area", { value: text.optional() }),
    defineControl("number", { mode: upToDown, value: z.number().optional(), includeNulls }),
    defineControl("number-range", range),
    defineControl("date", { mode: upToDown, value: dateValue.optional(), includeNulls }),
    defineDateRange({ ...controlBase, controlType: z.literal("date-range") }),
    defineTopN({ ...controlBase, controlType: z.literal("top-n") }),
    // Where the values come from and how many are chosen are independent, hence one shape instead of four.
    defineControl("list", {
      source: valueSource.optional(),
      mode: inclusion,
      selectionMode: z.enum(["single", "multiple"]).optional(),
      value: scalar.nullable().optional(),
      values: listValues.optional(),
    }),
    defineControl("segmented", {
      source: valueSource.optional(),
      value: scalar.nullable().optional(),
      showClearLabel: z.boolean().optional(),
      clearLabel: text.optional(),
    }),
    defineControl("hierarchy", {
      source: object({ source: object({ kind: z.literal("table"), elementId: id }), columnId: id }).optional(),
      mode: inclusion,
      values: z.array(z.array(text)).optional(),
    }),
    defineControl("slider", { mode: upToDown, ...scale, value: z.number().optional(), includeNulls }),
    defineControl("range-slider", { ...scale, ...range }),
  ]);

  const element = z.discriminatedUnion("kind", [table, controls]);
  const page = object({ id, name: text, elements: z.array(element) });

  return { pages: z.array(page), page, element, table, controls, column, source, innerSource, targetSource };
}

type Schemas = ReturnType<typeof build>;

const schemas: Record<Settings["unknownFields"], Schemas> = {
  ignore: build("ignore"),
  refuse: build("refuse"),
  keep: build("keep"),
};

/** The schema of `pages`; fields it doesn't know are treated as the settings say. */
export function buildPagesSchema(settings: Settings): Schemas["pages"] {
  return schemas[settings.unknownFields].pages;
}

export type Page = z.output<Schemas["page"]>;
export type Element = z.output<Schemas["element"]>;
export type TableElement = z.output<Schemas["table"]>;
export type ControlElement = z.output<Schemas["controls"]>;
export type Column = z.output<Schemas["column"]>;
export type Relationship = NonNullable<TableElement["relationships"]>[number];
export type Source = z.output<Schemas["source"]>;
export type InnerSource = z.output<Schemas["innerSource"]>;
export type TargetSource = z.output<Schemas["targetSource"]>;
