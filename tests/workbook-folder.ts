import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** A workbook as a folder of files, without a fault. */
export const salesFolder: Readonly<Record<string, string>> = {
  "workbook.yaml": `# Sales for the weekly meeting
pages: [overview, data]
settings: { theme: { name: !ref theme } }
overlays:
  - id: help
    type: modal
    name: Help
    layout:
      - { rows: 3, of: [note] }
`,
  "pages/overview.yaml": `name: Overview
layout:
  - { rows: 3, of: [region] }
  - { rows: 6, of: [revenue: 8, trend: 16] } # the headline
`,
  "pages/data.yaml": `name: Data
visibility: hidden
layout:
  - { rows: 10, of: [orders] }
`,
  "elements/orders.yaml": `kind: table
name: Orders
source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact_orders }
columns:
  - { id: amount, formula: "[Orders/Amount]", name: Amount }
  - { id: region, formula: "[Orders/Region]" }
`,
  "elements/revenue.yaml": `kind: kpi-chart
name: Revenue
source: { kind: table, elementId: orders }
columns: [{ id: sum, formula: "Sum([Orders/Amount])", name: Revenue }]
value: { columnId: sum }
`,
  "elements/trend.yaml": `kind: bar-chart
name: Trend
source: { kind: table, elementId: orders }
columns:
  - { id: x, formula: "[Orders/Region]", name: Region }
  - { id: y, formula: "Sum([Orders/Amount])", name: Amount }
xAxis: { columnId: x }
yAxis: { columnIds: [y] }
`,
  "elements/region.yaml": `kind: control
controlId: region
controlType: list
mode: include
selectionMode: multiple
filters: [{ source: { kind: table, elementId: orders }, columnId: region }]
parameters: [{ kind: data-model, dataModelId: !ref orders, controlId: Region }]
`,
  "elements/texts.yaml": `- { id: note, kind: text, body: "## Help" }
`,
};

/** The same as one file. */
export const salesFile = `schemaVersion: 1
kind: workbook
pages:
  - { id: overview, name: Overview }
  - { id: data, name: Data, visibility: hidden }
settings: { theme: { name: !ref theme } }
overlays: [{ id: help, type: modal, name: Help }]
elements:
  - id: orders
    kind: table
    name: Orders
    source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact_orders }
    columns:
      - { id: amount, formula: "[Orders/Amount]", name: Amount }
      - { id: region, formula: "[Orders/Region]" }
  - id: revenue
    kind: kpi-chart
    name: Revenue
    source: { kind: table, elementId: orders }
    columns: [{ id: sum, formula: "Sum([Orders/Amount])", name: Revenue }]
    value: { columnId: sum }
  - id: trend
    kind: bar-chart
    name: Trend
    source: { kind: table, elementId: orders }
    columns:
      - { id: x, formula: "[Orders/Region]", name: Region }
      - { id: y, formula: "Sum([Orders/Amount])", name: Amount }
    xAxis: { columnId: x }
    yAxis: { columnIds: [y] }
  - id: region
    kind: control
    controlId: region
    controlType: list
    mode: include
    selectionMode: multiple
    filters: [{ source: { kind: table, elementId: orders }, columnId: region }]
    parameters: [{ kind: data-model, dataModelId: !ref orders, controlId: Region }]
  - { id: note, kind: text, body: "## Help" }
layout:
  overview:
    - { rows: 3, of: [region] }
    - { rows: 6, of: [revenue: 8, trend: 16] }
  data: [{ rows: 10, of: [orders] }]
  help: [{ rows: 3, of: [note] }]
`;

/** Writes files below a folder; undefined leaves one out. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | undefined>>): void {
  for (const [name, text] of Object.entries(files)) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
