/** Parts that workbooks have in common with data models: sources, filters, groupings, formats, controls. */
import * as z from "zod";
import type { Json } from "../../model/json";
import {
  columnSecuritySchema,
  controlElementSchema,
  filterSchema,
  folderSchema,
  formatSchema,
  groupingSchema,
  type Reference,
  schemaTraits,
  sortSchema,
  sourceSchema,
  type Traits,
  targetSourceSchema,
  valueSourceSchema,
} from "../../model/schema";
import {
  figure,
  idOf,
  idsOf,
  list,
  may,
  need,
  needIdOf,
  note,
  type Options,
  oneOf,
  open,
  part,
  refer,
  text,
  texts,
  word,
} from "./fields";

/** Fields to have instead: of all objects (`*`), of those of a kind, and of those in a field (`.joins`). */
type Changes = Readonly<Record<string, z.ZodRawShape>>;

/** Makes an object of its fields. */
type Create = (fields: z.ZodRawShape) => z.ZodType;

/**
 * A part of models as it is in workbooks, whose interface is in beta: with other fields, open to further ones, with
 * null for what may be left out, and without traits: what the platform does to models says nothing of workbooks.
 *
 * @param create makes what the part itself is; default: open to further fields, too.
 */
function convertPart(schema: z.ZodType, changes: Changes, create: Create = z.looseObject, field = "*"): z.ZodType {
  const convertInner = (inner: unknown) => convertPart(inner as z.ZodType, changes, create, field);
  const keep = (made: z.ZodType) => {
    const { id: _, ...meta } = z.globalRegistry.get(schema) ?? {};
    return made.meta(meta);
  };
  if (schema instanceof z.ZodOptional) {
    const inner = convertInner(schema.unwrap());
    const isWhole = inner instanceof z.ZodObject || (inner instanceof z.ZodArray && hasFields(inner.element));
    return keep((isWhole ? inner : inner.nullable()).optional());
  }
  if (schema instanceof z.ZodNullable) return keep(convertInner(schema.unwrap()).nullable());
  if (schema instanceof z.ZodArray) return keep(z.array(convertInner(schema.element)));
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const options = schema.options.map((option) => convertInner(option)) as [z.ZodObject];
    return keep(z.discriminatedUnion(schema.def.discriminator, options));
  }
  if (schema instanceof z.ZodUnion) return keep(z.union(schema.options.map((option) => convertInner(option))));
  if (schema instanceof z.ZodString) return keep(z.string());
  if (!(schema instanceof z.ZodObject)) return schema;
  const { aliases: _, ...fields } = schema.shape;
  const kinds = Object.values(fields).flatMap((value) => (value instanceof z.ZodLiteral ? [...value.values] : []));
  const converted = Object.entries(fields).map(([name, inner]) => [
    name,
    convertPart(inner, changes, z.looseObject, `.${name}`),
  ]);
  const own = [field, ...kinds].map((key) => changes[String(key)]);
  return keep(create(Object.assign(Object.fromEntries(converted), ...own)));
}

const hasFields = (schema: unknown) => schema instanceof z.ZodObject || schema instanceof z.ZodDiscriminatedUnion;

/** The objects that a union picks from by their kind. */
const listOptions = (union: z.ZodType) =>
  (union as z.ZodDiscriminatedUnion).options as unknown as [z.ZodObject, ...z.ZodObject[]];

/** An object that has no further fields, in the order in which they are written. */
const createUnsorted = (fields: z.ZodRawShape) => z.object(fields).register(schemaTraits, { isUnsorted: true });

const ownColumn = needIdOf("column", "The id of a column of this element.");

// Formats, sort keys, groupings and filters (§9, §10)

export const format = may(convertPart(formatSchema, {}), "How values are shown.");
export const sort = convertPart(sortSchema, { "*": { columnId: ownColumn } }).meta({ id: "Sort" });
export const folder = convertPart(folderSchema, {
  "*": { items: idsOf("column", "Column and folder ids, in display order.") },
}).meta({ id: "Folder" });
export const columnSecurity = convertPart(columnSecuritySchema, {}).meta({ id: "ColumnSecurity" });
export const grouping = convertPart(
  groupingSchema,
  {
    "*": {
      id: need(z.string(), "Your id for it; no column has the same."),
      name: note("Display name."),
      groupBy: need(z.array(refer({ to: "column" })), "Ids of the columns."),
      calculations: idsOf("column", "Ids of the columns calculated per group."),
      sort: list(sort, "The sort keys of the groups."),
    },
  },
  createUnsorted,
).meta({ id: "Grouping" });

const includeNulls = word(["always", "never", "when-no-value-is-selected"], "Whether rows without a value stay.", {
  default: "when-no-value-is-selected",
});
/** A date, or one relative to now: also where a model has dates alone. */
const moment = may(
  z.union([
    z.string(),
    z.looseObject({
      op: word(["now-minus", "now-plus"], "Before or after now."),
      unit: word(["year", "quarter", "month", "day", "hour", "minute"], "A unit of time."),
      value: figure("How many units."),
    }),
    z.null(),
  ]),
  "An ISO 8601 date, or a time relative to now.",
);
const bounds = { min: figure("Lower bound."), max: figure("Upper bound.") };
const dates = { startDate: moment, endDate: moment };
export const filter = convertPart(filterSchema, {
  "*": { id: need(z.string(), "Your id for it, unique in the element."), columnId: ownColumn, includeNulls },
  "number-range": bounds,
  "date-range": dates,
}).meta({ id: "Filter" });

// Sources (§8)

const defineGroupingId = (of: Traits) =>
  text("A grouping of that element; default: its single rows.", { default: "base", ...of });
const ofElement: Reference = { to: "grouping", of: ["elementId"] };
const inWorkbook = {
  elementId: needIdOf("element", "The element."),
  groupingId: defineGroupingId({ reference: ofElement }),
};
const inModel = { groupingId: defineGroupingId({}) };
/** A name that the platform derives. */
const unread = text("The platform doesn't keep it.", { isUnread: true });
const leg: z.ZodType = z.lazy(() => source);
/** The platform cuts the space at the ends of SQL. */
const trimText = (value: Json) => (typeof value === "string" ? value.trim() : value);
/** A lookup is stored as the join that may find several rows. */
const storeLookup = (type: Json) => (type === "lookup" ? "left-outer" : type);
const joinTypes = ["inner", "left-outer", "right-outer", "full-outer", "lookup"] as const;
export const source: z.ZodType = z
  .discriminatedUnion("kind", [
    ...listOptions(
      convertPart(
        sourceSchema,
        {
          table: inWorkbook,
          "data-model": inModel,
          join: { name: unread, primarySource: leg.optional().describe("Where the joins start.") },
          ".joins": {
            name: unread,
            left: leg,
            right: leg,
            joinType: oneOf(joinTypes, "Which rows are kept.", { default: "left-outer", simplify: storeLookup }),
          },
          sql: { statement: need(z.string(), "The SQL; may hold `{{controlId}}`.", { simplify: trimText }) },
          union: { name: unread, sources: need(z.array(leg), "The sources put under each other.") },
          transpose: { source: leg },
        },
        createUnsorted,
      ),
    ),
    z.looseObject({
      kind: z.literal("csv-table"),
      connectionId: text("The connection."),
      inodeId: text("The upload; it belongs to one workbook."),
    }),
    z.looseObject({
      kind: z.literal("metric-view"),
      connectionId: text("The connection."),
      path: texts("Where it is, e.g. [database, schema, view]."),
    }),
    z.looseObject({ kind: z.literal("semantic-view") }),
  ])
  .meta({ id: "Source", description: "Where rows come from." })
  .register(schemaTraits, { noun: "kind of source" });

// Controls (§11)

export const targetSource = convertPart(targetSourceSchema, { table: inWorkbook, "data-model": inModel }).meta({
  id: "TargetSource",
});
const ofTarget = { of: ["source", "elementId"] };
const target = z
  .looseObject({
    source: targetSource.optional(),
    columnId: idOf("column", "Its column.", ofTarget),
    columnIds: idsOf("column", "Its columns.", ofTarget),
  })
  .meta({ id: "ControlTarget" });
const ofChoices = {
  columnId: idOf("column", "The column with the values.", ofTarget),
  displayColumnId: idOf("column", "The column with the labels shown.", ofTarget),
};
const choices = convertPart(valueSourceSchema, { table: inWorkbook, "data-model": inModel, source: ofChoices })
  .meta({ id: "Choices" })
  .register(schemaTraits, { noun: "kind of source" })
  .optional();
const hierarchy = part("Where the hierarchy comes from.", { source: targetSource.optional(), ...ofChoices });

/** Fields that the platform accepts in a control and drops. */
const droppedFields = [
  "showNullOption",
  "allowMultipleSelection",
  "excludeValues",
  "showClearButton",
  "showSearchBox",
  "showHistogram",
  "showExpandedList",
  "required",
];
const limit = (description: string, options?: Options) =>
  may(z.union([z.number(), z.string(), z.null()]), `${description} A number, or a date.`, options);
const scale = {
  low: limit("Start of the track.", { default: 0 }),
  high: limit("End of the track.", { default: 100 }),
  value: limit("What is chosen."),
};
const unusedBound = open("", { isDropped: true, hint: "Write `low` and `high`." });

/** The order of a control's fields in a file. */
const controlOrder = [
  ...["id", "kind", "controlId", "controlType", "name", "description", "source", "filters", "parameters"],
  ...["mode", "selectionMode", "value", "values", "showClearLabel", "clearLabel", "case", "includeNulls"],
  ...["showOperators", "min", "max", "low", "high", "step", "unit", "includeToday", "startDate", "endDate", "date"],
  ...["rankingFunction", "rowCount", "percentile", "categories", "targets", "label"],
  ...[...droppedFields, "style", "actions"],
];

/** A control, with the fields that all elements have. */
export function defineControl(base: z.ZodRawShape, traits: Traits) {
  const shared: z.ZodRawShape = {
    ...base,
    kind: z.literal("control"),
    controlId: need(z.string(), "Its name in formulas, and in `{{…}}`."),
    filters: list(target, "What it filters."),
    parameters: list(z.looseObject({}), "Controls of data models that it sets."),
    label: open("The label."),
    description: open("What it is for."),
    includeNulls,
    ...Object.fromEntries(droppedFields.map((name) => [name, open("", { isDropped: true })])),
  };
  const create = (fields: z.ZodRawShape) => {
    const names = new Set([...controlOrder.filter((name) => name in fields), ...Object.keys(fields)]);
    return z.object(Object.fromEntries([...names].map((name) => [name, fields[name]!]))).register(schemaTraits, traits);
  };
  const models = convertPart(
    controlElementSchema,
    {
      "*": shared,
      list: { source: choices },
      segmented: { source: choices },
      hierarchy: { source: hierarchy },
      "date-range": dates,
      date: { value: moment },
      "number-range": bounds,
      slider: { ...scale, min: unusedBound, max: unusedBound },
      "range-slider": {
        ...scale,
        low: limit("Start of the track."),
        high: limit("End of the track."),
        min: limit("Lower bound chosen."),
        max: limit("Upper bound chosen."),
      },
    },
    create,
  );
  const define = (type: string, fields: z.ZodRawShape = {}) =>
    create({ ...shared, controlType: z.literal(type), source: choices, ...fields });
  const targets = list(target, "What it works on.");
  return z
    .discriminatedUnion("controlType", [
      ...listOptions(models),
      define("drill", {
        categories: list(z.looseObject({ columnId: note("The column.") }), "The levels."),
        targets,
        value: open("The level."),
      }),
      define("legend", { targets, values: open("The values chosen.") }),
      define("file-upload"),
      define("synced", { controlId: needIdOf("control", "The control that it follows.") }),
    ])
    .register(schemaTraits, { noun: "control type", isClosed: true });
}
