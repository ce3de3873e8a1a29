/** What charts show, and how (§7.4, §7.5): channels, axes, marks, labels. */
import * as z from "zod";
import {
  color,
  columnId,
  createLook,
  fontWeight,
  idOf,
  list,
  look,
  may,
  need,
  note,
  oneOf,
  open,
  openLook,
  refer,
  scheme,
  word,
} from "./fields";

const visible = ["shown", "hidden"];
const direction = word(["ascending", "descending"], "Which way.");
const sortBy = may(
  z
    .looseObject({ by: idOf("column", "The column to sort by."), direction, aggregation: note("How it is summed up.") })
    .meta({ id: "SortBy" }),
  "How its values are sorted.",
);
/** Where columns of rows or columns stand: of pivot tables and small multiples. */
export const dimension = z
  .looseObject({ columnId, id: idOf("column", "The same, in the earlier form."), sort: sortBy })
  .meta({ id: "Dimension" });
const shownColumn = z.looseObject({ columnId });
export const shown = (description: string) => list(shownColumn, description);

// Text and lines

const style = {
  fontSize: open("Pixels."),
  fontWeight,
  color: color("Text."),
  visibility: word(visible, "Whether it is shown."),
};
export const textLook = (description: string) => look(description, { text: note("The text."), ...style });
const line = look("The line.", {
  visibility: word(visible, "Whether it is shown."),
  color: color("Line."),
  style: word(["solid", "dashed", "dotted"], "How it is drawn."),
  width: open("Pixels."),
});
const labelled = {
  label: openLook("Its label: `{ visibility, text }`."),
  caption: look("The text beside it.", { position: note("Where it stands."), color: color("Text.") }),
};

// Channels: each shows a column that no other of its element may show (§7.4)

/** What shows one column. */
export const channel = (
  description: string,
  fields: z.ZodRawShape = {},
  { example = "revenue", field = "value" } = {},
) =>
  look(
    description,
    { columnId: idOf("column", "The id of a column of this element.", { formerly: "id" }), ...fields },
    { isChannel: true, hint: `Write \`${field}: { columnId: ${example} }\`.` },
  );
/** The same of a round chart, which the platform also writes and reads in its earlier form, `{ id }`. */
export const roundChannel = (
  description: string,
  fields: z.ZodRawShape = {},
  named: { example?: string; field?: string } = {},
) => channel(description, { columnId, id: idOf("column", "The same, in the earlier form."), ...fields }, named);

const axisFormat = look("Title, labels and scale.", {
  visibility: word(visible, "Whether the axis is shown."),
  title: textLook("The title: `{ text }`."),
  labels: openLook("`hidden`, or `{ fontSize, color, labelAngle, allowLongerLabels }`."),
  marks: word(["none", "tick", "grid", "both"], "Ticks and grid."),
  scale: look("Which values the axis has.", {
    type: word(["linear", "time", "log", "ordinal"], "How values are spread."),
    domain: open("`{ min, max }`."),
    zero: open("Whether it begins at zero."),
    reverse: open("Whether it runs the other way."),
    hideZeroLine: open("Whether the line at zero is hidden."),
  }),
  tickSpacing: open("`{ type: interval, scale: time, unit, step, anchor }`."),
});
const series = refer({ to: "column" });
const drawnSeries = z.union([
  series,
  z.looseObject({ columnId, type: word(["bar", "line", "area", "scatter"], "How it is drawn.") }),
]);
const plainSeries = need(series, "A column.", {
  hint: "Write the id of the column alone, or `kind: combo-chart`: other charts draw all series alike.",
});
const axis = (field: string, description: string, item: z.ZodType = plainSeries) =>
  look(
    description,
    { columnIds: may(z.array(item), "The ids of the columns."), format: axisFormat },
    { isChannel: true, hint: `Write \`${field}: { columnIds: [revenue] }\`.` },
  );

/** By what something is colored. */
export const coloring = look(
  "By what it is colored.",
  {
    by: word(["single", "category", "scale"], "By what."),
    value: color("The one color."),
    column: idOf("column", "The column.", { formerly: "columnId" }),
    scheme: scheme("The colors, or the name of a scheme."),
    domain: open("`{ min, max, mid }` of a scale."),
    customColors: list(z.looseObject({ value: open("The value."), color: color("Its color.") }), "Colors by value."),
    sort: sortBy,
  },
  { isChannel: true },
);

const markValue = (description: string, field: string, types: readonly string[], example: number) =>
  may(
    z.looseObject({
      type: word(types, "What it is."),
      value: open("The constant."),
      formula: note("A formula."),
      columnId,
    }),
    description,
    { hint: `Write \`${field}: { type: constant, value: ${example} }\`.` },
  );
const mark = createLook(
  {
    type: word(["line", "band"], "A line, or a band."),
    axis: word(["axis", "series", "series2"], "The axis that it belongs to."),
    value: markValue("Where it stands, or begins.", "value", ["constant", "formula"], 100),
    endValue: markValue("Where a band ends.", "endValue", ["constant", "formula", "column"], 200),
    line,
    fill: look("The band.", { color: color("Fill.") }),
    ...labelled,
  },
  "Mark",
);
const trendline = createLook(
  {
    columnId,
    model: word(["linear", "quadratic", "polynomial", "exponential", "logarithmic", "power"], "The curve."),
    line,
    value: openLook("Its value."),
    ...labelled,
  },
  "Trendline",
);

export const dataLabel = look("Labels of values.", {
  ...style,
  labels: word(visible, "Whether they are shown."),
  labelDisplay: word(
    ["auto", "minimum", "maximum", "min-max", "all", "percent", "value-percent"],
    "Which values have one.",
  ),
  donutLabelDisplay: word(["as-label"], "Where those of a donut stand."),
  valueFormat: open("How values are shown."),
  totals: open("`{ display }`."),
});

/** What charts with axes have. */
export const axes = {
  xAxis: channel("The categories.", { sort: sortBy, format: axisFormat }, { field: "xAxis", example: "month" }),
  yAxis: axis("yAxis", "The values."),
  yAxis2: axis("yAxis2", "Those of `yAxis` that have an axis of their own."),
  orientation: oneOf(["horizontal"], "Left out: vertical."),
  stacking: oneOf(["none", "stacked", "normalized"], "How series lie on each other."),
  color: coloring,
  size: channel("The size of points.", {}, { field: "size" }),
  refMarks: list(mark, "Lines and bands at values."),
  trendlines: list(trendline, "Trends."),
  dataLabel,
  seriesDataLabel: openLook("Labels of values, by column."),
  seriesLineAreaStyle: openLook("Lines and areas, by column."),
  seriesPointStyle: openLook("Points, by column."),
  lineAreaStyle: look("Lines and areas.", {
    interpolation: word(["monotone", "linear", "step"], "How points are connected."),
    line,
    points: openLook("`{ visibility, size }`."),
    missing: word(["hide"], "What missing values show."),
  }),
  barStyle: openLook("Bars."),
  pointStyle: openLook("Points."),
  gap: look("Space between bars.", {
    width: word(["small", "medium", "large"], "Between bars."),
    betweenSets: word(["small", "medium", "large"], "Between sets of bars."),
  }),
};
/** The axis of a combination says how each series is drawn. */
export const drawnAxis = axis("yAxis", "The values, each drawn in its way.", drawnSeries);
/** Channels of maps, whose points have labels. */
export const ofMap = { color: coloring, label: shown("The columns of the labels.") };
export const trellis = may(
  z.looseObject({ rowsBy: shown("The columns of rows."), columnsBy: shown("The columns of columns.") }),
  "Small multiples.",
);
/** The number that a chart shows. */
export const number = channel("The number.", style);
/** By what the parts of a round chart are colored. */
export const partColor = roundChannel(
  "By what it is colored.",
  { sort: sortBy, scheme: scheme("The colors, or the name of a scheme.") },
  { field: "color", example: "region" },
);
