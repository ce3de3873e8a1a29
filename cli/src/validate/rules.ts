import { ruleSeverities, type Severity } from "pulumi-analytics-internal/core/model";
import { findNearest } from "pulumi-analytics-internal/core/text";
import { workbookSeverities } from "pulumi-analytics-internal/core/workbook";
import { UsageError } from "../command";

/** What each rule is about, for reports that list them. */
export const descriptions: Readonly<Record<string, string>> = {
  syntax: "The file is one safe YAML or JSON document.",
  "missing-element": "A `!ref model#element` names an element of the model's file.",
  "missing-column": "A name in a formula exists in the table or model that it leads to.",
  "missing-table": "With --live: a table of a warehouse is in the catalog.",
  "missing-source-column": "With --live: a column of a warehouse's table is in the catalog.",
  "missing-field": "Required fields are present.",
  "wrong-type": "Values have the right type.",
  "unknown-value": "Values are known.",
  "misspelt-field": "No field is a misspelling of a known one.",
  "misspelt-value": "No value is a misspelling of a known one.",
  "unknown-field": "Fields are known. The provider sends unknown fields, because the API may have added them.",
  "unknown-kind": "Kinds are known. The provider sends unknown kinds unchecked.",
  "unusable-id": "Ids have letters, and are not `__proto__`.",
  "duplicate-id": "Each id is defined once.",
  "missing-reference": "References lead to existing ids.",
  "forgotten-ref": "Names of connections and models have their `!ref`.",
  "join-left-side": "The left side of a join is the primary source or the right side of another join.",
  "join-primary-source": "A join has one primary source.",
  "union-columns": "The columns of a union match its sources.",
  "source-cycle": "No table depends on itself.",
  "date-range": "A date range has the dates that its mode requires.",
  "mixed-values": "The values of a list have one type.",
  "empty-filter": "A filter of a list has values.",
  "duplicate-table-name": "Tables have different names, so formulas can distinguish them.",
  "duplicate-control-id": "Controls have different `controlId`s, so formulas can distinguish them.",
  "formula-syntax": "Formulas can be read: brackets are closed, names have them, operators are the platform's.",
  "formula-arguments":
    "Functions get as many arguments as they take, in their order, with units and formats that exist.",
  "formula-types": "Functions and operators get values of the type that they take.",
  "doubtful-formula": "Formulas say nothing that is probably meant otherwise.",
  "sql-operator": "Formulas have no operators of SQL.",
  "circular-formula": "No formula depends on itself.",
  "slash-name": "Formulas use no column with a slash in its name.",
  "row-aggregate": "Aggregates of tables are calculated in groupings, summaries and metrics.",
  "grouped-metric": "Metrics that formulas name can be calculated at their grouping.",
  "repeated-metric": "No metric has the name of an inherited one.",
  "metric-in-column": "No column names a metric.",
  "date-format": "Formats of dates are those of d3.",
  "unknown-function": "Functions in formulas are known.",
  "unresolved-name": "Names in formulas exist in the model.",
  "unresolved-control": "Controls in SQL exist in the model.",
  "geography-operator": "Only geography columns use `within` and `intersects`.",
  "relationship-page": "A relationship leads to a table of the same page.",
  "duplicate-filter": "A column has one filter.",
  "number-format": "Formats of numbers are those of d3.",
  "grouped-sort": "A table with groupings sorts in them.",
  "order-summary": "Summary columns are not in the order.",
  "folder-cycle": "No folder is inside itself.",
  "manual-values": "The values of a control have its type.",
  "manual-labels": "Each value of a control has at most one label.",
  "iso-date": "Dates are ISO 8601.",
  // Workbooks and reports.
  "workbook-shape": "A workbook or report has its version, kind, elements, pages and layout, each where it belongs.",
  "dropped-field": "No field is one that the platform accepts and drops.",
  "no-effect": "Nothing is one that the platform accepts, and that then does or shows nothing.",
  "out-of-bounds": "Sizes are within what the platform knows.",
  "duplicate-name": "Elements and columns have different names, so formulas can distinguish them.",
  "two-channels": "A column is on one channel of a chart.",
  "missing-grouping": "What reads from a grouped element says by which grouping.",
  "layout-form": "The layout is XML of the known tags, or rows; of a report, places.",
  "layout-placement": "The layout places each element once.",
  "layout-lines": "The lines of the layout are those of the grid; of a report, places are in pixels.",
  "layout-fit": "Nothing in the layout covers, cuts or stretches anything, or leaves the page.",
  "missing-node": "No formula reads from an element that was deleted.",
  "fan-out": "No aggregate counts a value of a group once for each of its rows.",
  "blocked-color": "Colors are in hex.",
  "blocked-image": "Images aren't SVG as data.",
  "text-markup": "Texts have the tags that the platform takes.",
  "list-target": "Lists filter texts.",
  "open-range": "Ranges have an end, and borders their padding.",
  "organization-id": "No id in the file belongs to one organization.",
  platform: "The platform accepts the workbook (with --verify).",
};

/** Every rule's severity when nothing else is asked for. */
export const severities: Readonly<Record<string, Severity>> = {
  syntax: "error",
  "missing-element": "error",
  platform: "error",
  "missing-table": "error",
  "missing-source-column": "error",
  ...workbookSeverities,
  ...ruleSeverities,
};

/** The rules whose severity can be changed. */
export const ruleNames = Object.keys(severities).filter((name) => name !== "syntax");

/**
 * Severities as asked for with `--rule`.
 *
 * @throws UsageError for a rule or severity that doesn't exist.
 * @example parseSeverities(["iso-date=off"]) // { "iso-date": "off" }
 */
export function parseSeverities(rules: readonly string[]): Record<string, Severity | "off"> {
  return Object.fromEntries(
    rules.map((asked) => {
      const [, name = asked, severity = ""] = /^([^=]*)=(.*)$/.exec(asked) ?? [];
      if (!Object.hasOwn(severities, name)) throw new UsageError(`--rule ${asked}: ${describeUnknownRule(name)}`);
      if (!isSeverity(severity))
        throw new UsageError(`--rule ${asked}: invalid rule setting. Use \`${name}=off\`, \`=warning\` or \`=error\`.`);
      if (name === "syntax") throw new UsageError("--rule syntax: this rule can't be changed. It is always an error.");
      return [name, severity];
    }),
  );
}

const isSeverity = (text: string): text is Severity | "off" => ["off", "warning", "error"].includes(text);

function describeUnknownRule(name: string): string {
  const near = findNearest(name, Object.keys(severities));
  return near === undefined
    ? `no such rule. Use one of: ${ruleNames.join(", ")}.`
    : `no rule \`${name}\`. Did you mean \`${near}\`?`;
}
