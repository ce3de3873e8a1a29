/** The kinds of elements with their fields. A field that isn't here is dropped without a word; one that is required and missing is refused. */

interface Fields {
  readonly known: ReadonlySet<string>;
  readonly required: readonly string[];
}

const words = (text: string) => text.split(/\s+/).filter(Boolean);

const everywhere = "id kind name style actions";
const data =
  "description source columns order filters sort legend tooltip noDataText visibleAsSource summary sparkline title";
const cartesian =
  "xAxis yAxis yAxis2 orientation stacking color size refMarks trendlines dataLabel seriesDataLabel " +
  "seriesLineAreaStyle seriesPointStyle lineAreaStyle barStyle pointStyle gap";
const trellis = "trellis";
const tables = "groupings folders conditionalFormats columnSecurities tableStyle tableComponents sparkline";

function define(known: string, required = ""): Fields {
  return { known: new Set(words(`${everywhere} ${known}`)), required: words(required) };
}

const chart = (own: string, required = "") => define(`${data} ${own}`, `source columns ${required}`);

export const elementKinds: Readonly<Record<string, Fields>> = {
  table: chart(tables),
  "pivot-table": chart(`${tables} rowsBy columnsBy values display totals`),
  "input-table": define(`${data} ${tables} inputMode`, "source columns inputMode"),
  "kpi-chart": chart("value comparisonColumn comparison timeline periodComparison trend layout", "value"),
  "bar-chart": chart(`${cartesian} ${trellis}`),
  "line-chart": chart(`${cartesian} ${trellis}`),
  "area-chart": chart(`${cartesian} ${trellis}`),
  "combo-chart": chart(`${cartesian} ${trellis}`),
  "scatter-chart": chart(`${cartesian} ${trellis}`),
  "waterfall-chart": chart(`${cartesian} startPoint splitBy grouping waterfallColors waterfallShape`),
  "box-chart": chart(cartesian),
  "pie-chart": chart("value color dataLabel innerRadius"),
  "donut-chart": chart(`value color holeValue innerRadius hole dataLabel ${trellis}`),
  "region-map": chart("region color label"),
  "point-map": chart("latitude longitude size color label"),
  "geography-map": chart("geography color label"),
  "treemap-chart": chart("category value color"),
  "sankey-chart": chart("stages value"),
  "funnel-chart": chart("stage series value color"),
  "gauge-chart": chart("value"),
  "value-list": define(`${data} value values`),
  code: define(`${data} code language inputs outputs`),
  control: define(
    "controlId controlType filters parameters source mode selectionMode value values showClearLabel clearLabel case " +
      "includeNulls showOperators min max low high step unit includeToday startDate endDate date rankingFunction " +
      "rowCount percentile categories targets label description",
    "controlId controlType",
  ),
  text: define("body verticalAlign overflow", "body"),
  image: define("source url alt link", ""),
  button: define("text appearance align fillColor fontColor fontWeight", "text"),
  divider: define("direction align"),
  embed: define("url", "url"),
  "page-break": define(""),
  container: define("backgroundImage elementGap spacing"),
  "repeated-container": define(
    "source arrangement cardSize cardStyle scroll noDataText backgroundImage spacing elementGap",
    "source",
  ),
  "single-row-container": define("source keyColumnId keyColumnValue backgroundImage spacing elementGap"),
  "tabbed-container": define("tabs tabBar", "tabs"),
  navigation: define("mode pageLabels options showIcons optionStyle"),
  progress: define("mode shape min max value source config"),
  form: define("fields"),
  plugin: define("pluginId displayName config source columns", "pluginId"),
  chat: define("agentId", "agentId"),
};

/** Kinds that have columns, and can be read from by other elements. */
export const dataKinds: ReadonlySet<string> = new Set(
  Object.entries(elementKinds).flatMap(([kind, { required }]) => (required.includes("columns") ? [kind] : [])),
);

export const containerKinds: Readonly<Record<string, string>> = {
  container: "Container",
  "repeated-container": "Container",
  "single-row-container": "Container",
  "tabbed-container": "TabbedContainer",
};

export const documentFields: ReadonlySet<string> = new Set(
  words("schemaVersion elements pages settings overlays agents kind layout panels automatedActions"),
);

export const pageFields: ReadonlySet<string> = new Set(
  words("id name type visibility pageWidth backgroundColor backgroundImage description"),
);
