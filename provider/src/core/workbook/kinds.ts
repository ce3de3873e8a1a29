/**
 * The kinds of elements with their fields, as the platform documents them and exports show them. The interface is in
 * beta: an unknown field or kind is kept and sent, and only pointed out.
 */

import type { CodedNoun } from "../spec";
import { isObject, type Json, type JsonObject, readKnownString } from "../spec/json";
import { getOwnValue } from "../text";

/** A kind of element. */
export interface ElementKind {
  readonly fields: ReadonlySet<string>;
  readonly required: readonly string[];
}

const splitWords = (text: string) => text.split(/\s+/).filter(Boolean);

const define = (fields: string, required = ""): ElementKind => ({
  fields: new Set(splitWords(`id kind name style actions ${fields}`)),
  required: splitWords(`id kind ${required}`),
});

const data =
  "description source columns order filters sort legend tooltip noDataText visibleAsSource summary sparkline title";
const table = "groupings folders conditionalFormats columnSecurities tableStyle tableComponents";
const axes =
  "xAxis yAxis yAxis2 orientation stacking color size refMarks trendlines dataLabel seriesDataLabel " +
  "seriesLineAreaStyle seriesPointStyle lineAreaStyle barStyle pointStyle gap";

const defineWithData = (fields: string, required = "") => define(`${data} ${fields}`, `source columns ${required}`);

export const elementKinds: Readonly<Record<string, ElementKind>> = {
  table: defineWithData(table),
  "pivot-table": defineWithData(`${table} rowsBy columnsBy values display totals`),
  "input-table": define(`${data} ${table} inputMode`, "source columns inputMode"),
  "kpi-chart": defineWithData("value comparisonColumn comparison timeline periodComparison trend layout", "value"),
  "bar-chart": defineWithData(`${axes} trellis`),
  "line-chart": defineWithData(`${axes} trellis`),
  "area-chart": defineWithData(`${axes} trellis`),
  "combo-chart": defineWithData(`${axes} trellis`),
  "scatter-chart": defineWithData(`${axes} trellis`),
  "waterfall-chart": defineWithData(`${axes} startPoint splitBy grouping waterfallColors waterfallShape`),
  "box-chart": defineWithData(axes),
  "pie-chart": defineWithData("value color dataLabel innerRadius"),
  "donut-chart": defineWithData("value color holeValue innerRadius hole dataLabel trellis"),
  "region-map": defineWithData("region color label"),
  "point-map": defineWithData("latitude longitude size color label"),
  "geography-map": defineWithData("geography color label"),
  "treemap-chart": defineWithData("category value color"),
  "sankey-chart": defineWithData("stages value"),
  "funnel-chart": defineWithData("stage series value color"),
  "gauge-chart": defineWithData("value"),
  "value-list": define(`${data} value values`),
  code: define(`${data} code language inputs outputs`),
  control: define(
    "controlId controlType filters parameters source mode selectionMode value values showClearLabel clearLabel case " +
      "includeNulls showOperators min max low high step unit includeToday startDate endDate date rankingFunction " +
      "rowCount percentile categories targets label description",
    "controlId controlType",
  ),
  text: define("body verticalAlign overflow", "body"),
  image: define("source url alt link"),
  button: define("text appearance align fillColor fontColor fontWeight", "text"),
  divider: define("direction align"),
  embed: define("url", "url"),
  "page-break": define(""),
  container: define("backgroundImage elementGap spacing"),
  "repeated-container": define(
    "source arrangement cardSize cardStyle cardGap cardSpacing scroll noDataText filters sort backgroundImage " +
      "elementGap elementSpacing spacing",
    "source",
  ),
  "single-row-container": define("source keyColumnId keyColumnValue backgroundImage elementGap spacing"),
  "tabbed-container": define("tabs tabBar", "tabs"),
  navigation: define("mode pageLabels options showIcons optionStyle"),
  progress: define("mode shape min max value source config"),
  form: define("fields"),
  plugin: define("pluginId displayName config source columns", "pluginId"),
  chat: define("agentId", "agentId"),
};

/** What people write for a kind, and what it is called. */
export const formerKinds: Readonly<Record<string, string>> = {
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
};

/** The name that formulas have for an element: plain, or the text of a styled title. */
export const getElementName = (name: Json | undefined): string | undefined =>
  readKnownString(isObject(name) ? name.text : name);

/** Whether elements of a kind have columns, which others can read. */
export const hasColumns = (kind: string): boolean => getOwnValue(elementKinds, kind)?.fields.has("columns") === true;

/** The tag of the layout that an element of a kind has; default: `Element`. */
export const layoutTags: Readonly<Record<string, string>> = {
  container: "Container",
  "repeated-container": "Container",
  "single-row-container": "Container",
  "tabbed-container": "TabbedContainer",
};

export const controlTypes: readonly string[] = splitWords(
  "list segmented hierarchy switch checkbox text text-area number number-range slider range-slider date date-range " +
    "top-n drill legend synced file-upload",
);

/** What a document is, as far as it says so. */
export const readNoun = ({ kind }: JsonObject): CodedNoun => (kind === "report" ? "report" : "workbook");

const commonFields = splitWords(
  "schemaVersion kind elements pages layout overlays panels settings agents automatedActions",
);

/** The fields of a document. */
export const documentFields: Readonly<Record<CodedNoun, ReadonlySet<string>>> = {
  workbook: new Set(commonFields),
  report: new Set([...commonFields, "config"]),
};

/** The types of panels. */
export const panelTypes: Readonly<Record<CodedNoun, readonly string[]>> = {
  workbook: ["header", "sidebar"],
  report: ["header", "footer"],
};

export const pageFields: ReadonlySet<string> = new Set(
  splitWords("id name type visibility pageWidth backgroundColor backgroundImage description layout"),
);

export const overlayTypes: readonly string[] = ["modal", "drawer", "popover"];

export const overlayFields: ReadonlySet<string> = new Set(
  splitWords("id type name modal drawer popover actions layout"),
);

export const panelFields: ReadonlySet<string> = new Set(splitWords("id type title name pages config width layout"));

export const columnFields: ReadonlySet<string> = new Set(
  splitWords("id formula name description hidden format style sparkline"),
);

/** What columns of an input table have besides. */
export const entryColumnFields: ReadonlySet<string> = new Set([
  ...columnFields,
  ...splitWords("key type values valuesFrom min max range pills maxFileNum maxFileSizeMb acceptedFileTypes"),
]);

export const groupingFields: ReadonlySet<string> = new Set(splitWords("id name groupBy calculations sort"));

/** The fields of sources by their kind; of the kinds without fields here, little is known. */
export const sourceFields: Readonly<Record<string, ReadonlySet<string> | undefined>> = {
  table: new Set(splitWords("kind elementId groupingId")),
  "data-model": new Set(splitWords("kind dataModelId elementId groupingId")),
  "warehouse-table": new Set(splitWords("kind connectionId path")),
  sql: new Set(splitWords("kind connectionId statement")),
  join: undefined,
  union: undefined,
  transpose: undefined,
  "csv-table": undefined,
  "metric-view": undefined,
  "semantic-view": undefined,
};

/** The words that documents name their kinds by: of a document, an element and its source. */
export const listKinds = (): readonly string[] => [
  ...Object.keys(documentFields),
  ...Object.keys(elementKinds),
  ...Object.keys(sourceFields),
];

/** The kinds of sources of elements that read no data as tables and charts do, by the element's kind. */
export const sourceKinds: Readonly<Record<string, readonly string[]>> = {
  control: ["source", "manual"],
  image: ["url", "upload"],
  "input-table": ["empty", "linked"],
};

/** The fields that effects need, by what `effect` names. */
export const effectFields: Readonly<Record<string, readonly string[]>> = {
  "open-url": ["openTarget"],
  "open-overlay": ["overlayId"],
  "close-overlay": [],
  "set-control-value": ["control", "value"],
  "clear-control": ["scope"],
  "insert-rows": ["tableElementId", "values"],
  "update-rows": ["tableElementId", "whichRows", "values"],
  "delete-rows": ["tableElementId", "whichRows"],
  "refresh-element": ["target"],
  navigate: ["target"],
  "select-tab": ["tabbedContainerElementId", "selectedTab"],
  "open-document": ["documentId", "documentType", "openTarget"],
  "custom-sort": ["elementId", "sort"],
  "if-else": ["if"],
  ...Object.fromEntries(
    splitWords(
      "export call-api call-stored-procedure run-python-element call-agent set-form-values reset-form trigger-plugin " +
        "clear-chat-element-messages set-single-row-container modify-element send-embed-event",
    ).map((kind) => [kind, []]),
  ),
};

/** The values of fields of effects, where the platform documents all of them. */
export const effectValues: Readonly<Record<string, readonly string[]>> = {
  openTarget: ["_self", "_blank", "_parent"],
  documentType: ["workbook", "report"],
};

/** The same of elements. */
export const elementValues: Readonly<Record<string, readonly string[]>> = {
  orientation: ["horizontal"],
  stacking: ["none", "stacked", "normalized"],
  inputMode: ["edit", "explore", "view"],
};

/** The same of conditional formats. */
export const conditionValues: Readonly<Record<string, readonly string[]>> = {
  type: ["single", "backgroundScale", "fontScale", "dataBars"],
  condition: splitWords(
    "= != <> > >= < <= IsNull IsNotNull Contains NotContains StartsWith EndsWith Between NotBetween formula",
  ),
};

/** The same of the columns of an input table. */
export const entryColumnValues: Readonly<Record<string, readonly string[]>> = {
  type: ["text", "number", "datetime", "checkbox", "multi-select", "file"],
};

/** What fields of effects were called before August 2026. */
export const formerEffectFields: Readonly<Record<string, string>> = {
  tableElementId: "table",
  tabbedContainerElementId: "tabbedContainer",
  documentId: "document",
};

/** Fields that the platform accepts in a control and removes. */
export const droppedControlFields: readonly string[] = splitWords(
  "showNullOption allowMultipleSelection excludeValues showClearButton showSearchBox showHistogram showExpandedList " +
    "required",
);
