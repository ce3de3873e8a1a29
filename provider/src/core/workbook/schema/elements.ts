/** The kinds of elements (§7), with the fields that are documented or that exports have. */
import * as z from "zod";
import { unifyOperators } from "../../formula";
import type { Json } from "../../model/json";
import { schemaTraits, trimName } from "../../model/schema";
import { actions, place } from "./actions";
import {
  axes,
  channel,
  coloring,
  dataLabel,
  dimension,
  drawnAxis,
  number,
  ofMap,
  partColor,
  roundChannel,
  shown,
  textLook,
  trellis,
} from "./charts";
import {
  color,
  colorMap,
  createLook,
  flag,
  fontWeight,
  idOf,
  idsOf,
  list,
  look,
  may,
  need,
  needIdOf,
  note,
  oneOf,
  open,
  openLook,
  part,
  scheme,
  word,
} from "./fields";
import { columnSecurity, defineControl, filter, folder, format, grouping, sort, source } from "./model-parts";

const visible = ["shown", "hidden"];
const sizes = ["small", "medium", "large"];

// What elements have in common (§7.1)

const style = look("Fill, border and padding.", {
  backgroundColor: color("Fill; also `transparent`."),
  borderColor: color("Border."),
  borderWidth: open("Pixels."),
  borderRadius: word(["square", "round", "pill"], "Corners."),
  padding: word(["none"], "Space inside; not together with a border."),
});
const name = may(
  z.union([
    z.string(),
    createLook({
      text: note("The name."),
      fontSize: open("Pixels."),
      fontWeight,
      color: color("Text."),
      align: word(["left", "center", "right"], "Where it stands."),
      visibility: word(["hidden"], "Whether it is shown."),
    }),
  ]),
  "Display name; formulas use it, so one that others refer to is plain.",
);
/** Fields that people look for in an element, and where they are. */
const misplaced = {
  pageId: "The layout says on which page an element is.",
  page: "The layout says on which page an element is.",
  elements: "All elements are in one list; the layout says what is in a container.",
  layout: "The layout of all pages is `layout` of the document.",
};
const elementTraits = { misplaced, isNamedByFile: true };
const base = { id: need(z.string(), "Your id for it, unique in the document."), name, style, actions };
const define = (kind: string, { ...fields }: z.ZodRawShape = {}) => {
  const { id, style: last, actions: after } = base;
  return z
    .object({ id, kind: z.literal(kind), name, ...fields, style: last, actions: after })
    .meta({ title: kind })
    .register(schemaTraits, elementTraits);
};

// Columns (§9.1)

const columnBase = {
  name: may(z.string(), "Display name; formulas refer to the column by it.", { simplify: trimName }),
  description: note("What the column holds."),
  hidden: flag("Hides the column from view."),
  format,
  style: look("How cells look.", {
    width: open("Pixels."),
    align: word(["left", "center", "right"], "Where texts stand."),
    textWrap: word(["wrap", "clip"], "What becomes of long texts."),
  }),
  sparkline: openLook("A line in each cell: `{ shape: line, color, interpolation, line: { width } }`."),
};
const simplifyFormula = (formula: Json) => (typeof formula === "string" ? unifyOperators(formula).trim() : formula);
const formulaTraits = { isFormula: true, simplify: simplifyFormula };
const column = z
  .object({
    id: need(z.string(), "Your id for it, unique in the element."),
    formula: need(z.string(), "A reference such as `[Orders/Amount]`, or a calculation.", formulaTraits),
    ...columnBase,
  })
  .meta({ id: "Column", description: "A column of an element." });
const columnTypes = ["text", "number", "datetime", "checkbox", "multi-select", "file"] as const;
const entryColumn = z
  .object({
    id: need(z.string(), "Your id for it, or that of a column of the system, such as `CREATED_AT`."),
    formula: may(z.string(), "A formula over the table's columns.", formulaTraits),
    ...columnBase,
    key: note("The column of the source that it is linked to."),
    type: oneOf(columnTypes, "What can be entered."),
    values: open("The values that can be chosen."),
    valuesFrom: part("The column that the values are from.", {
      element: idOf("element", "The element."),
      column: idOf("column", "Its column.", { of: ["element"] }),
    }),
    min: open("The least that can be entered."),
    max: open("The most that can be entered."),
    range: open("Both ends."),
    pills: word(["single-color", "color-by-option"], "How chosen values look."),
    maxFileNum: open("How many files."),
    maxFileSizeMb: open("How large a file may be."),
    acceptedFileTypes: open("Which files."),
  })
  .meta({ id: "EntryColumn", description: "A column of an input table." });
const columnsTraits = { hint: 'Write `columns: [{ id: revenue, formula: "Sum([Orders/Amount])" }]`.' };
const columns = need(z.array(column), "The columns: nothing is inherited from the source.", columnsTraits);

// Data (§7.1, §7.2)

const description = openLook("What it shows: a text, or `{ text, visibility }`.");
const inputs = { description, source, columns };
const dataFields = {
  order: idsOf("column", "Column and folder ids, in display order."),
  filters: list(filter, "The filters."),
  sort: list(sort, "The sort keys of an element without groupings."),
  legend: look("The legend.", {
    visibility: word(["hidden"], "Whether it is shown."),
    position: word(["top", "bottom", "left", "right", "top-left", "top-right"], "Where it stands."),
    color: color("Text."),
    fontSize: open("Pixels."),
    header: openLook("Its title."),
    colorLegend: openLook("The part with colors."),
    sizeLegend: openLook("The part with sizes."),
  }),
  tooltip: may(
    z.union([createLook(), z.array(z.looseObject({ columnId: idOf("column", "The column.") }))]),
    "The tooltip; of a map, its columns.",
  ),
  noDataText: note("What it says without data."),
  visibleAsSource: flag("Whether others may read from it.", { default: true }),
  summary: idsOf("column", "The ids of the columns that are summaries."),
  sparkline: openLook("A line in each cell."),
  title: openLook("The title."),
};
const readsData = { ...inputs, ...dataFields };
/** The same where it may read nothing. */
const mayReadData = { description, source: source.optional(), columns: columns.optional(), ...dataFields };

const conditions = [
  ...["=", "!=", "<>", ">", ">=", "<", "<=", "IsNull", "IsNotNull", "Contains", "NotContains"],
  ...["StartsWith", "EndsWith", "Between", "NotBetween", "formula"],
] as [string, ...string[]];
/** A limit may come back as a text. */
const writeNumber = (value: Json) => (typeof value === "number" ? String(value) : value);
const conditionalFormat = createLook(
  {
    type: oneOf(["single", "backgroundScale", "fontScale", "dataBars"], "What kind of format it is."),
    columnIds: idsOf("column", "The ids of the columns.", { formerly: "columns" }),
    condition: oneOf(conditions, "How the value is compared.", { simplify: (is) => (is === "<>" ? "!=" : is) }),
    value: open("What it is compared with.", { simplify: writeNumber }),
    low: open("The lower bound."),
    high: open("The upper bound."),
    formula: note("The condition as a formula."),
    style: look("How matching cells look.", {
      backgroundColor: color("Fill."),
      color: color("Text."),
      bold: open("Bold."),
      italic: open("Italic."),
      underline: open("Underlined."),
      format,
    }),
    scheme: scheme("The colors of a scale, or the name of a scheme."),
    domain: open("Where the scale begins and ends."),
    includeValues: open("Whether a pivot table's values have it."),
    includeSubtotals: open("Whether a pivot table's subtotals have it."),
  },
  "ConditionalFormat",
);
const cellText = look("Texts.", {
  backgroundColor: color("Fill."),
  color: color("Text."),
  font: note("The font."),
  fontSize: open("Pixels."),
  fontWeight,
  align: word(["left", "center", "right"], "Where texts stand."),
  textWrap: word(["wrap", "clip"], "What becomes of long texts."),
});
const textStyles = { header: cellText, cell: cellText, columnHeader: cellText, rowHeader: cellText };
export const tableStyle = may(
  createLook(
    {
      preset: word(["spreadsheet", "presentation"], "What the rest begins with."),
      cellSpacing: word(["extra-small", ...sizes], "Space in cells."),
      gridLines: word(["none", "vertical", "horizontal", "all"], "Which lines are drawn."),
      banding: word(visible, "Whether every other row is filled."),
      bandingColor: color("Their fill."),
      autofitColumns: open("Whether columns are as wide as their texts."),
      outerBorder: word(visible, "The border around."),
      headerDividerColor: color("The line below the header."),
      heavyVerticalDividers: word(visible, "Heavy lines between columns."),
      heavyHorizontalDividers: word(visible, "Heavy lines between rows."),
      textStyles: look("Texts by place.", textStyles),
    },
    "TableStyle",
  ),
  "Spacing, lines and texts.",
);
const hiddenPart = (description: string) => word(["hidden"], description);
const tableFields = {
  groupings: list(grouping, "The groupings, outermost first."),
  folders: list(folder, "Folders of columns."),
  conditionalFormats: list(conditionalFormat, "Formats by value."),
  columnSecurities: list(columnSecurity, "Restrictions of columns."),
  tableStyle,
  tableComponents: part("Parts that are hidden.", {
    summaryBar: hiddenPart("The summary."),
    collapsedColumns: hiddenPart("Collapsed columns."),
    columnHeaders: hiddenPart("The headers of columns."),
    rowHeaders: hiddenPart("The headers of rows."),
  }),
};
/** The platform keeps small multiples at some kinds only. */
const noTrellis = { trellis: open("", { isDropped: true }) };

const cartesian = { ...readsData, ...axes };

// Containers and what reads rows (§7.6)

const image = part("An image behind it.", {
  source: part("Where it is.", { kind: word(["url"], "By its address."), url: note("The address.") }),
  style: part("How it fills the place.", {
    fit: word(["cover", "contain"], "Its size."),
    horizontalAlign: word(["start", "middle", "end"], "Where it stands."),
    verticalAlign: word(["start", "middle", "end"], "Where it stands."),
    tiling: word(["none"], "Whether it is repeated."),
  }),
});

export { image as backgroundImage };

const spacing = {
  backgroundImage: image,
  elementGap: word(sizes, "Space between elements."),
  spacing: word(sizes, "Space around."),
};
const setting = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.null(),
  z.array(z.unknown()),
  z.looseObject({
    kind: word(["element", "column", "control"], "What it names."),
    elementId: idOf("element", "The element."),
    controlId: idOf("control", "The control's `controlId`."),
  }),
]);
/** Empty lines beyond one fall away. */
const joinParagraphs = (body: Json) => (typeof body === "string" ? body.replace(/\n{3,}/g, "\n\n").trim() : body);
const formulaText = (description: string) => note(`${description} A formula.`);
const unusedColor = open("", { isDropped: true });
const link = z.looseObject({
  label: note("The text."),
  icon: open("Its icon."),
  destination: part("Where it leads.", { ...place, url: note("The address."), openTarget: open("Where it opens.") }),
});

export const elementSchema: z.ZodType = z
  .discriminatedUnion("kind", [
    define("table", { ...readsData, ...tableFields, ...noTrellis }),
    define("pivot-table", {
      ...readsData,
      ...tableFields,
      rowsBy: list(dimension, "The columns of rows."),
      columnsBy: list(dimension, "The columns of columns."),
      values: idsOf("column", "The ids of the columns with values."),
      display: openLook("Empty cells, the layout of rows, widths."),
      totals: look("Totals.", {
        showGrandTotals: word(["hidden"], "Grand totals."),
        grandTotalFontWeight: word(["bold", "normal"], "Their weight."),
        subTotalColor: color("The text of subtotals."),
      }),
      ...noTrellis,
    }),
    define("input-table", {
      ...inputs,
      source: need(
        z.looseObject({
          kind: oneOf(["empty", "linked"], "What it begins with.", { noun: "kind of source" }),
          connectionId: note("The connection, with write access."),
          from: open("What it is linked to."),
        }),
        "What it begins with.",
      ),
      columns: need(z.array(entryColumn), "The columns.", columnsTraits),
      ...dataFields,
      ...tableFields,
      inputMode: need(z.enum(["edit", "explore", "view"]), "When data can be entered."),
    }),
    define("kpi-chart", {
      ...readsData,
      value: need(number.unwrap(), "The number.", { isChannel: true, hint: "Write `value: { columnId: revenue }`." }),
      comparisonColumn: channel("The number compared with.", {}, { field: "comparisonColumn", example: "target" }),
      comparison: look("How both are compared.", {
        display: word(["delta", "absolute"], "What is shown."),
        direction: word(["none"], "Which way is good."),
        label: note("The text beside it."),
        labelColor: color("Its color."),
        colorGood: color("Of what is better."),
        colorBad: color("Of what is worse."),
        fontSize: open("Pixels."),
      }),
      timeline: channel("The time axis.", {}, { field: "timeline", example: "month" }),
      periodComparison: openLook("The period before, e.g. `month`."),
      trend: look("A line.", {
        shape: word(["line"], "Its shape."),
        visibility: word(visible, "Whether it is shown."),
      }),
      layout: part("Where its parts stand.", {
        anchor: word(["start", "middle", "end"], "From left to right."),
        verticalAnchor: open("From top to bottom."),
        titleOrient: open("Where the title stands."),
        comparisonValueOrient: open("Where the comparison stands."),
      }),
      ...noTrellis,
    }),
    ...["bar-chart", "line-chart", "area-chart"].map((kind) => define(kind, { ...cartesian, trellis })),
    define("combo-chart", { ...cartesian, yAxis: drawnAxis, trellis }),
    define("scatter-chart", { ...cartesian, trellis }),
    define("waterfall-chart", {
      ...cartesian,
      startPoint: look("Where it begins.", { value: open("The number."), visibility: word(visible, "Its bar.") }),
      splitBy: channel("By what steps are split.", {}, { field: "splitBy", example: "region" }),
      grouping: open("How steps are grouped."),
      waterfallColors: colorMap("Colors of rises, falls and totals."),
      waterfallShape: openLook("`{ calculation, connectorLine, subtotal, endTotal }`."),
    }),
    define("box-chart", cartesian),
    define("pie-chart", {
      ...readsData,
      value: roundChannel("The number."),
      color: partColor,
      dataLabel,
      innerRadius: open("The size of the hole."),
      ...noTrellis,
    }),
    define("donut-chart", {
      ...readsData,
      value: roundChannel("The number."),
      color: partColor,
      holeValue: roundChannel(
        "The number in the hole, of another column.",
        {},
        { field: "holeValue", example: "total" },
      ),
      innerRadius: open("The size of the hole."),
      hole: look("What is in the hole.", { title: textLook("Its title.") }),
      dataLabel,
      trellis,
    }),
    define("region-map", {
      ...readsData,
      region: channel(
        "The region.",
        {
          regionType: word(
            ["country", "us-state", "us-county", "us-zipcode", "us-cbsa", "us-postal-place", "ca-province"],
            "What it is.",
          ),
        },
        { field: "region", example: "state" },
      ),
      ...ofMap,
    }),
    define("point-map", {
      ...readsData,
      latitude: channel("The latitude.", {}, { field: "latitude", example: "lat" }),
      longitude: channel("The longitude.", {}, { field: "longitude", example: "lon" }),
      size: channel("The size of points.", {}, { field: "size" }),
      ...ofMap,
    }),
    define("geography-map", {
      ...readsData,
      geography: channel("The shape.", {}, { field: "geography", example: "shape" }),
      ...ofMap,
    }),
    define("treemap-chart", {
      ...readsData,
      category: channel("The category.", {}, { field: "category", example: "region" }),
      value: number,
      color: coloring,
    }),
    define("sankey-chart", { ...readsData, stages: shown("The columns of the stages."), value: number }),
    define("funnel-chart", {
      ...readsData,
      stage: channel("The stage.", {}, { field: "stage", example: "stage" }),
      series: channel("The series.", {}, { field: "series", example: "region" }),
      value: number,
      color: coloring,
    }),
    define("gauge-chart", { ...readsData, value: number }),
    define("value-list", { ...mayReadData, value: openLook("The value."), values: openLook("The values.") }),
    define("code", {
      ...mayReadData,
      code: note("The code."),
      language: note("Its language."),
      inputs: open("What it reads."),
      outputs: open("What it makes."),
    }),
    defineControl(base, elementTraits),
    define("text", {
      body: need(z.string(), "Markdown with some HTML; `{{formula}}` inserts values.", { simplify: joinParagraphs }),
      verticalAlign: word(["start", "middle", "end"], "Where it stands."),
      overflow: word(["clip", "scroll"], "What becomes of what doesn't fit."),
    }),
    define("image", {
      source: part("The image.", {
        kind: oneOf(["url", "upload"], "Where it is.", { noun: "kind of source" }),
        url: note("The address."),
        key: note("The upload; it belongs to one organization."),
      }),
      url: may(z.string(), "The address, as it was written before August 2026."),
      alt: note("What it shows, for those who don't see it."),
      link: open("Where it leads."),
    }),
    define("button", {
      text: need(z.string(), "The label."),
      appearance: word(["filled", "outline", "text"], "What it looks like."),
      align: word(["left", "center", "right"], "Where it stands."),
      fillColor: color("Fill."),
      fontColor: color("Text."),
      fontWeight,
    }),
    define("divider", {
      direction: word(["horizontal", "vertical"], "Which way."),
      align: word(["start", "middle", "end"], "Where it stands."),
    }),
    define("embed", { url: need(z.string(), "The address.") }),
    define("page-break"),
    define("container", spacing),
    define("repeated-container", {
      source,
      arrangement: word(["grid", "list"], "How cards are arranged.", { default: "grid" }),
      cardSize: open("The size of cards."),
      cardStyle: openLook("What cards look like."),
      cardGap: open("Space between cards."),
      cardSpacing: open("Space in cards."),
      scroll: open("Which way it scrolls."),
      noDataText: note("What it says without data."),
      filters: list(filter, "The filters."),
      sort: list(sort, "The sort keys."),
      ...spacing,
      elementSpacing: open("Space around elements."),
    }),
    define("single-row-container", {
      source: source.optional(),
      keyColumnId: note("The column of the key."),
      keyColumnValue: open("The key of the row."),
      ...spacing,
    }),
    define("tabbed-container", {
      tabs: need(z.array(z.looseObject({ name: note("The tab's name.") })), "The tabs, in the order of the layout."),
      tabBar: openLook("The bar with the tabs: `{ alignment }`."),
    }),
    define("navigation", {
      mode: word(["auto", "manual"], "All pages, or `options`."),
      pageLabels: list(
        z.looseObject({ pageId: idOf("page", "The page."), label: note("Its label.") }),
        "Labels of pages.",
      ),
      options: list(link, "The links."),
      showIcons: open("Whether links have icons."),
      optionStyle: look("What links look like.", {
        style: word(["pill"], "Their shape."),
        orientation: open("Which way."),
        textColor: color("Text."),
        selectedColor: color("Of the page that is shown."),
      }),
    }),
    define("progress", {
      source: source.optional(),
      mode: word(["percent", "value"], "What is shown."),
      shape: word(["bar", "ring"], "Its shape."),
      min: formulaText("Where it begins."),
      max: formulaText("Where it ends."),
      value: formulaText("The value."),
      config: look("More.", { fillColor: unusedColor, trackColor: unusedColor }),
    }),
    define("form", { fields: open("The fields: `[{ type, label, placeholder, required, readOnly }]`.") }),
    define("plugin", {
      source: source.optional(),
      columns: columns.optional(),
      pluginId: need(z.string(), "The plugin."),
      displayName: note("Its name."),
      config: may(
        z.record(z.string(), setting),
        "Its settings: values, `{ kind: element, elementId }`, `{ kind: control, controlId }`.",
      ),
    }),
    define("chat", { agentId: needIdOf("agent", "The agent.") }),
  ])
  .meta({ id: "Element", description: "An element of a page, overlay or panel." })
  .register(schemaTraits, {
    noun: "kind",
    hint: "Such as `table`, `bar-chart`, `kpi-chart` or `control`.",
    isSpacious: true,
    former: {
      kpi: "kpi-chart",
      pie: "pie-chart",
      bar: "bar-chart",
      line: "line-chart",
      "box-plot": "box-chart",
      "bubble-map": "point-map",
      "heatmap-chart": "pivot-table",
      iframe: "embed",
      stack: "container",
      visualization: "bar-chart",
    },
  });
