import { formatFinding, parseSpec } from "../../../../provider/src/core/model";
import { isWorkbook, validateWorkbook } from "../../../../provider/src/core/workbook";

/** A workbook without a fault; each test changes a part of its text. */
export const sound = `schemaVersion: 1
kind: workbook
pages:
  - { id: main, name: Main }
  - { id: data, name: Data, visibility: hidden }
overlays:
  - { id: details, type: modal, name: Details }
elements:
  - id: orders
    kind: table
    name: Orders
    source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact_orders }
    columns:
      - { id: id, formula: "[Orders/Id]", name: Id }
      - { id: amount, formula: "[Orders/Amount]", name: Amount, format: { kind: number, formatString: ",.0f" } }
      - { id: at, formula: "[Orders/Ordered At]", name: Ordered At }
      - { id: region, formula: "[Orders/Region]" }
  - id: monthly
    kind: table
    name: Monthly
    source: { kind: table, elementId: orders }
    columns:
      - { id: month, formula: 'DateTrunc("month", [Orders/Ordered At])', name: Month }
      - { id: revenue, formula: "Sum([Orders/Amount])", name: Revenue }
    groupings: [{ id: by_month, groupBy: [month], calculations: [revenue], \
sort: [{ columnId: month, direction: ascending }] }]
  - id: kpi
    kind: kpi-chart
    name: Total
    source: { kind: table, elementId: orders }
    columns: [{ id: sum, formula: "Sum([Orders/Amount])", name: Total }]
    value: { columnId: sum }
  - id: trend
    kind: bar-chart
    name: Trend
    source: { kind: table, elementId: monthly, groupingId: by_month }
    columns:
      - { id: x, formula: "[Monthly/Month]", name: Month }
      - { id: y, formula: "Max([Monthly/Revenue])", name: Revenue }
    xAxis: { columnId: x }
    yAxis: { columnIds: [y] }
  - id: region
    kind: control
    controlId: region
    controlType: list
    mode: include
    selectionMode: multiple
    filters: [{ source: { kind: table, elementId: orders }, columnId: region }]
  - id: open
    kind: button
    text: Details
    actions: [{ id: click, trigger: on-click, effects: [{ effect: open-overlay, overlayId: details }] }]
  - { id: note, kind: text, body: "## Details" }
layout: |
  <Page id="main" type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto">
    <Element elementId="region" gridColumn="1 / 7" gridRow="1 / 3"/>
    <Element elementId="open" gridColumn="7 / 13" gridRow="1 / 3"/>
    <Element elementId="kpi" gridColumn="1 / 9" gridRow="3 / 9"/>
    <Element elementId="trend" gridColumn="9 / 25" gridRow="3 / 9"/>
  </Page>
  <Page id="data" type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto">
    <Element elementId="orders" gridColumn="1 / 25" gridRow="1 / 20"/>
    <Element elementId="monthly" gridColumn="1 / 25" gridRow="20 / 40"/>
  </Page>
  <Page id="details" type="grid" gridTemplateColumns="repeat(12, 1fr)" gridTemplateRows="auto">
    <Element elementId="note" gridColumn="1 / 13" gridRow="1 / 4"/>
  </Page>
`;

/** The same layout as rows. */
const rows = `layout:
  main:
    - { rows: 2, of: [region: 6, open: 6] }
    - { rows: 6, of: [kpi: 8, trend: 16] }
  data:
    - { rows: 19, of: [orders] }
    - { rows: 20, of: [monthly] }
  details:
    - { rows: 3, of: [note] }
`;

export const asRows = `${sound.slice(0, sound.indexOf("layout: |"))}${rows}`;

/** The findings of a text, a line each. */
export function tell(text: string): string[] {
  const form = parseSpec(text, { file: "w.yaml" });
  expect(isWorkbook(form)).toBe(true);
  return validateWorkbook(form, { source: { text, file: "w.yaml" } }).map(formatFinding);
}

/** The sound text with one part of it replaced. */
export function change(from: string, to: string, text = sound): string {
  expect(text).toContain(from);
  return text.replace(from, to);
}
