/**
 * The kinds of elements with their fields. A field that isn't here is dropped without a word; one that is required and
 * missing is refused.
 */

interface Fields {
  readonly known: ReadonlySet<string>;
  readonly required: readonly string[];
}

const splitWords = (text: string) => text.split(/\s+/).filter(Boolean);

const everywhere = "id kind name style actions";
const data =
  "description source columns order filters sort legend tooltip noDataText visibleAsSource summary sparkline title";
const cartesian =
  "xAxis yAxis yAxis2 orientation stacking color size refMarks trendlines dataLabel seriesDataLabel " +
  "seriesLineAreaStyle seriesPointStyle lineAreaStyle barStyle pointStyle gap";
const trellis = "trellis";
const tables = "groupings folders conditionalFormats columnSecurities tableStyle tableComponents sparkline";

function define(known: string, required = ""): Fields {
  return { known: new Set(splitWords(`${everywhere} ${known}`)), required: splitWords(required) };
}

const defineChart = (own: string, required = "") => define(`${data} ${own}`, `source columns ${required}`);

export const elementKinds: Readonly<Record<string, Fields>> = {
  table: defineChart(tables),
  "pivot-table": defineChart(`${tables} rowsBy columnsBy values display totals`),
  "input-table": define(`${data} ${tables} inputMode`, "source columns inputMode"),
  "kpi-chart": defineChart("value comparisonColumn comparison timeline periodComparison trend layout", "value"),
  "bar-chart": defineChart(`${cartesian} ${trellis}`),
  "line-chart": defineChart(`${cartesian} ${trellis}`),
  "area-chart": defineChart(`${cartesian} ${trellis}`),
  "combo-chart": defineChart(`${cartesian} ${trellis}`),
  "scatter-chart": defineChart(`${cartesian} ${trellis}`),
  "waterfall-chart": defineChart(`${cartesian} startPoint splitBy grouping waterfallColors waterfallShape`),
  "box-chart": defineChart(cartesian),
  "pie-chart": defineChart("value color dataLabel innerRadius"),
  "donut-chart": defineChart(`value color holeValue innerRadius hole dataLabel ${trellis}`),
  "region-map": defineChart("region color label"),
  "point-map": defineChart("latitude longitude size color label"),
  "geography-map": defineChart("geography color label"),
  "treemap-chart": defineChart("category value color"),
  "sankey-chart": defineChart("stages value"),
  "funnel-chart": defineChart("stage series value color"),
  "gauge-chart": defineChart("value"),
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
    "source arrangement cardSize cardStyle cardGap cardSpacing scroll noDataText filters sort backgroundImage " +
      "spacing elementGap elementSpacing",
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

export const controlTypes: ReadonlySet<string> = new Set(
  splitWords(
    "list segmented hierarchy switch checkbox text text-area number number-range slider range-slider date date-range " +
      "top-n drill legend synced file-upload",
  ),
);

export const documentFields: ReadonlySet<string> = new Set(
  splitWords("schemaVersion elements pages settings overlays agents kind layout panels automatedActions config"),
);

export const pageFields: ReadonlySet<string> = new Set(
  splitWords("id name type visibility pageWidth backgroundColor backgroundImage description"),
);
