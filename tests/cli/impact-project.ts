import { chmodSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Emulator } from "analytics-emulator";
import { buildOneElementWorkbook } from "../one-element-workbook";
import { signIn } from "../unit/emulator/support";

/** The model's file. */
export const orders = `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: fact_orders
        kind: table
        name: Fact Orders
        source:
          kind: warehouse-table
          connectionId: !ref warehouse
          path: [SALES, CORE, FACTS]
        columns:
          - { id: region, name: Region, formula: "[FACTS/REGION]" }
          - { id: amount, name: Amount, formula: "[FACTS/AMOUNT]" }
        metrics:
          - { id: revenue, name: Revenue, formula: "Sum([Amount])" }
`;

/** Reads it, under another name. */
export const areas = `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: areas
        kind: table
        name: Areas
        source:
          kind: data-model
          dataModelId: !ref orders
          elementId: !ref orders#fact_orders
        columns:
          - { id: area, name: Area, formula: "[Fact Orders/Region]" }
`;

const workbook = `kind: workbook
pages: [overview]
`;

const page = `id: overview
name: Overview
layout:
  - { rows: 6, of: [orders: 12, chart: 12] }
`;

export const table = `kind: table
name: Orders
source:
  kind: data-model
  dataModelId: {$ref: orders}
  elementId: !ref orders#fact_orders
columns:
  - id: r
    name: Where
    formula: '[Fact Orders/Region]'
  - id: a
    formula: '[Fact Orders/Amount]'
`;

export const chart = `kind: bar-chart
name: By Area
source: { kind: data-model, dataModelId: !ref areas, elementId: !ref areas#areas }
columns:
  - { id: x, name: Area, formula: "[Areas/Area]" }
  - { id: y, name: Count, formula: Count() }
xAxis: { columnId: x }
yAxis: { columnIds: [y] }
`;

export const project = {
  "models/orders.yaml": orders,
  "models/areas.yaml": areas,
  "workbooks/sales/workbook.yaml": workbook,
  "workbooks/sales/pages/overview.yaml": page,
  "workbooks/sales/elements/orders.yaml": table,
  "workbooks/sales/elements/chart.yaml": chart,
  "package.json": "{}",
  "chart/values.yaml": "pages: {{ .Values.pages }}\n  x: [",
};

/** A Pulumi CLI that knows one state. */
export function installPulumi(cwd: string, resources: readonly object[]): Record<string, string> {
  const state = join(cwd, "state.export");
  writeFileSync(state, JSON.stringify({ deployment: { resources } }));
  writeFileSync(join(cwd, "Pulumi.yaml"), "name: p\nruntime: nodejs\n");
  const cases = `"stack export"*) cat '${state}';; *"--show-name"*) echo dev;; *) echo '{}';;`;
  const script = `#!/bin/sh\ncase "$*" in ${cases} esac\n`;
  writeFileSync(join(cwd, "pulumi"), script);
  chmodSync(join(cwd, "pulumi"), 0o755);
  return { PATH: `${cwd}${delimiter}${process.env.PATH}` };
}

/** What the platform has: the model Sales, and two workbooks that read its regions. */
export interface Sales {
  readonly dataModelId: string;
  readonly elementId: string;
  readonly workbookId: string;
}

/** The model in a state. */
export const describeModel = ({ dataModelId, elementId }: Sales, inputs: object = {}) => ({
  type: "analytics:index:DataModel",
  urn: "urn:pulumi:dev::p::analytics:index:DataModel::orders",
  id: dataModelId,
  inputs: { name: "Sales", file: "models/orders.yaml", ...inputs },
  outputs: { documentVersion: 1, ids: { pages: {}, elements: { fact_orders: { id: elementId } } } },
});

/** The workbook in a state. */
export const describeWorkbook = ({ dataModelId, elementId, workbookId }: Sales) => ({
  type: "analytics:index:Workbook",
  urn: "urn:pulumi:dev::p::analytics:index:Workbook::sales",
  id: workbookId,
  inputs: { file: "workbooks/sales", refs: { orders: dataModelId, "orders#fact_orders": elementId } },
  outputs: { documentVersion: 1 },
});

export async function createSales(emulator: Emulator): Promise<Sales> {
  const api = await signIn(emulator);
  const { connections, folders } = emulator.seeded;
  const path = ["SALES", "CORE", "FACTS"];
  emulator.addTable({ connectionId: connections.warehouse, path, columns: { REGION: "text", AMOUNT: "number" } });
  const element = {
    id: "facts",
    kind: "table",
    name: "Fact Orders",
    source: { kind: "warehouse-table", connectionId: connections.warehouse, path },
    columns: ["Region", "Amount"].map((name) => ({ id: name, name, formula: `[FACTS/${name}]` })),
  };
  const pages = [{ id: "p", name: "P", elements: [element] }];
  const model = { name: "Sales", folderId: folders.models, schemaVersion: 1, pages };
  const dataModelId = (await api.post("/v2/dataModels/spec", model)).body.dataModelId;
  const elementId = (await api.get(`/v2/dataModels/${dataModelId}/spec`)).body.pages[0].elements[0].id;
  const contents = buildOneElementWorkbook({
    kind: "table",
    name: "All",
    source: { kind: "data-model", dataModelId, elementId },
    columns: [{ id: "r", name: "Region", formula: "[Fact Orders/Region]" }],
  });
  const create = async (name: string) =>
    (await api.post("/v2/workbooks", { name, folderId: folders.sales, contents })).body.workbookId;
  const workbookId = await create("Deployed");
  await create("By hand");
  return { dataModelId, elementId, workbookId };
}
