/** The words of documents that need no grammar: programs load them without zod. */

import type { CodedNoun } from "../model";
import { isObject, type Json, type JsonObject, readKnownString } from "../model/json";
import { getOwnValue } from "../text";

const splitWords = (text: string) => text.split(/\s+/).filter(Boolean);

const withColumns = splitWords(
  "table pivot-table input-table kpi-chart bar-chart line-chart area-chart combo-chart scatter-chart waterfall-chart " +
    "box-chart pie-chart donut-chart region-map point-map geography-map treemap-chart sankey-chart funnel-chart " +
    "gauge-chart value-list code plugin",
);
const withoutColumns = splitWords(
  "control text image button divider embed page-break container repeated-container single-row-container " +
    "tabbed-container navigation progress form chat",
);

/** The kinds of elements, and whether each has columns. A test holds them to the schema. */
export const elementKinds: Readonly<Record<string, boolean>> = Object.fromEntries([
  ...withColumns.map((kind) => [kind, true]),
  ...withoutColumns.map((kind) => [kind, false]),
]);

/** The name that formulas have for an element: plain, or the text of a styled title. */
export const getElementName = (name: Json | undefined): string | undefined =>
  readKnownString(isObject(name) ? name.text : name);

/** Whether elements of a kind have columns, which others can read. */
export const hasColumns = (kind: string): boolean => getOwnValue(elementKinds, kind) === true;

/** The tag of the layout that an element of a kind has; default: `Element`. */
export const layoutTags: Readonly<Record<string, string>> = {
  container: "Container",
  "repeated-container": "Container",
  "single-row-container": "Container",
  "tabbed-container": "TabbedContainer",
};

/** What a document is, as far as it says so. */
export const readNoun = ({ kind }: JsonObject): CodedNoun => (kind === "report" ? "report" : "workbook");

/** The types of panels. */
export const panelTypes: Readonly<Record<CodedNoun, readonly string[]>> = {
  workbook: ["header", "sidebar"],
  report: ["header", "footer"],
};

/** The words that documents name their kinds by: of a document, an element and its source. */
export const listKinds = (): readonly string[] => [
  ...Object.keys(panelTypes),
  ...Object.keys(elementKinds),
  ...splitWords("data-model warehouse-table sql join union transpose csv-table metric-view semantic-view"),
];
