import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { type Client, signIn } from "../unit/emulator/support";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
let emulator: Emulator;
let api: Client;
let dataModelId: string;
let elementId: string;
let workbookId: string;

/** The model's file. */
const orders = `schemaVersion: 1
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
const areas = `schemaVersion: 1
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

const table = `kind: table
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

const chart = `kind: bar-chart
name: By Area
source: { kind: data-model, dataModelId: !ref areas, elementId: !ref areas#areas }
columns:
  - { id: x, name: Area, formula: "[Areas/Area]" }
  - { id: y, name: Count, formula: Count() }
xAxis: { columnId: x }
yAxis: { columnIds: [y] }
`;

const project = {
  "models/orders.yaml": orders,
  "models/areas.yaml": areas,
  "workbooks/sales/workbook.yaml": workbook,
  "workbooks/sales/pages/overview.yaml": page,
  "workbooks/sales/elements/orders.yaml": table,
  "workbooks/sales/elements/chart.yaml": chart,
  "package.json": "{}",
  "chart/values.yaml": "pages: {{ .Values.pages }}\n  x: [",
};

const createProject = (more: Record<string, string> = {}) => createFolderWith(base, { ...project, ...more });

/** A Pulumi CLI that knows one state. */
function installPulumi(cwd: string, resources: readonly object[]): Record<string, string> {
  const state = join(cwd, "state.export");
  writeFileSync(state, JSON.stringify({ deployment: { resources } }));
  writeFileSync(join(cwd, "Pulumi.yaml"), "name: p\nruntime: nodejs\n");
  const cases = `"stack export"*) cat '${state}';; *"--show-name"*) echo dev;; *) echo '{}';;`;
  const script = `#!/bin/sh\ncase "$*" in ${cases} esac\n`;
  writeFileSync(join(cwd, "pulumi"), script);
  chmodSync(join(cwd, "pulumi"), 0o755);
  return { PATH: `${cwd}:${process.env.PATH}` };
}

const describeModel = (more: object = {}) => ({
  type: "analytics:index:DataModel",
  urn: "urn:pulumi:dev::p::analytics:index:DataModel::orders",
  id: dataModelId,
  inputs: { name: "Sales", file: "models/orders.yaml" },
  outputs: { documentVersion: 1, ids: { pages: {}, elements: { fact_orders: { id: elementId } } } },
  ...more,
});

const describeWorkbook = () => ({
  type: "analytics:index:Workbook",
  urn: "urn:pulumi:dev::p::analytics:index:Workbook::sales",
  id: workbookId,
  inputs: { file: "workbooks/sales", refs: { orders: dataModelId, "orders#fact_orders": elementId } },
  outputs: { documentVersion: 1 },
});

beforeAll(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  api = await signIn(emulator);
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
  dataModelId = (await api.post("/v2/dataModels/spec", model)).body.dataModelId;
  elementId = (await api.get(`/v2/dataModels/${dataModelId}/spec`)).body.pages[0].elements[0].id;
  const layout =
    '<Page id="main" type="grid" gridTemplateColumns="repeat(24, 1fr)">' +
    '<Element elementId="t" gridColumn="1 / 25" gridRow="1 / 9"/></Page>';
  const contents = {
    schemaVersion: 1,
    kind: "workbook",
    pages: [{ id: "main", name: "Main" }],
    elements: [
      {
        id: "t",
        kind: "table",
        name: "All",
        source: { kind: "data-model", dataModelId, elementId },
        columns: [{ id: "r", name: "Region", formula: "[Fact Orders/Region]" }],
      },
    ],
    layout,
  };
  const create = async (name: string) =>
    (await api.post("/v2/workbooks", { name, folderId: folders.sales, contents })).body.workbookId;
  workbookId = await create("Deployed");
  await create("By hand");
});
afterAll(() => emulator.stop());

test("without credentials, the project's files alone are asked, each place with its line", async () => {
  const cwd = createProject();
  const { code, stdout, stderr } = await runPiped(["impact", "orders#fact_orders.region"], { cwd });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toMatchInlineSnapshot(`
"orders#fact_orders.region: 2 of 3 files read it.
The platform was not asked: this is about own files alone.

Breaks in own files (2)
  areas (data model, models/areas.yaml)
    P › Areas: column Area · models/areas.yaml:14:47
  sales (workbook, workbooks/sales)
    Overview › By Area: column Area (axis) · workbooks/sales/elements/chart.yaml:5:36
    Overview › Orders: column Where · workbooks/sales/elements/orders.yaml:10:15
"
`);
});

test("a table of the warehouse is asked of the files, too, and --files narrows them", async () => {
  const cwd = createProject();
  const run = async (...args: string[]) => JSON.parse((await runPiped(["impact", ...args, "--json"], { cwd })).stdout);
  const all = await run("--table", "SALES.CORE.FACTS.REGION");
  const listFiles = ({ inFiles }: { inFiles: { file: string }[] }) => inFiles.map(({ file }) => file);
  expect(listFiles(all)).toEqual(["models/areas.yaml", "models/orders.yaml", "workbooks/sales"]);
  expect([all.isPlatformAsked, all.isWholeOrganization, all.unreadableFiles]).toEqual([false, false, []]);
  expect(listFiles(await run("orders#fact_orders.region", "--files", "models"))).toEqual(["models/areas.yaml"]);
  expect((await run("orders#fact_orders", "--files", "workbooks")).error.message).toContain(
    "no data model `orders` in the files",
  );
});

test("a document that is a file and on the platform is told once, with owner and line", async () => {
  const cwd = createProject();
  const env = { ...buildSettings(emulator), ...installPulumi(cwd, [describeModel(), describeWorkbook()]) };
  const { code, stdout } = await runPiped(["impact", "orders#fact_orders.region"], { cwd, env });
  expect(code).toBe(0);
  expect(stdout.replace(/https?:\/\/\S+/g, "<url>")).toMatchInlineSnapshot(`
"orders#fact_orders.region: 3 of 8 documents read it.

Breaks now (1)
  By hand (workbook, Acme/Models/Sales) · owner Ada Admin <ada.admin@acme.example>
    Main › All: column Region
    <url>

Breaks in own files (2)
  areas (data model, models/areas.yaml)
    P › Areas: column Area · models/areas.yaml:14:47
  Deployed (workbook, workbooks/sales, Acme/Models/Sales) · owner Ada Admin <ada.admin@acme.example>
    Overview › By Area: column Area (axis) · workbooks/sales/elements/chart.yaml:5:36
    Overview › Orders: column Where · workbooks/sales/elements/orders.yaml:10:15
    <url>
"
`);
  // By the names of the platform it is the same.
  const found = JSON.parse((await runPiped(["impact", "Sales#Fact Orders.Region", "--json"], { cwd, env })).stdout);
  expect(found.breaksNow.map(({ name }: { name: string }) => name)).toEqual(["By hand"]);
  expect(found.inFiles.map(({ file, id }: { file: string; id?: string }) => [file, id])).toEqual([
    ["models/areas.yaml", undefined],
    ["workbooks/sales", workbookId],
  ]);
  expect(found.inFiles[1].places).toContainEqual({
    elementId: "orders",
    element: "Orders",
    kind: "table",
    page: "Overview",
    how: "column Where",
    file: "workbooks/sales/elements/orders.yaml",
    line: 10,
    column: 15,
  });
  const markdown = await runPiped(["impact", "orders#fact_orders.region", "--markdown"], { cwd, env });
  expect(markdown.stdout).toMatch(
    /^\| \[Deployed \(workbooks\/sales\)\]\(https?:.*\) \| Overview › Orders · workbooks\/sales\/elements\/orders.yaml:10:15 \|/m,
  );
});

test("a file that was mended is no break, though the platform still has the old workbook", async () => {
  const cwd = createProject({
    "workbooks/sales/elements/orders.yaml": table.replace("Region", "Amount"),
    "workbooks/sales/elements/chart.yaml": chart.replaceAll("areas", "other"),
  });
  const env = { ...buildSettings(emulator), ...installPulumi(cwd, [describeModel(), describeWorkbook()]) };
  const found = JSON.parse((await runPiped(["impact", "orders#fact_orders.region", "--json"], { cwd, env })).stdout);
  expect(found.breaksNow.map(({ name }: { name: string }) => name)).toEqual(["By hand"]);
  expect(found.inFiles.map(({ file }: { file: string }) => file)).toEqual(["models/areas.yaml"]);
});

test("without a state, a model's file counts as the only data model of its name, and that is told", async () => {
  const cwd = createFolderWith(base, {
    "models/sales.yaml": orders,
    "uses.yaml": areas.replaceAll("!ref orders", "!ref sales"),
  });
  const { stdout } = await runPiped(["impact", "sales#fact_orders.region", "--json"], {
    cwd,
    env: buildSettings(emulator),
  });
  const found = JSON.parse(stdout);
  expect(found.breaksNow.map(({ name }: { name: string }) => name)).toEqual(["By hand", "Deployed"]);
  expect(found.inFiles.map(({ file }: { file: string }) => file)).toEqual(["uses.yaml"]);
  expect(found.notes).toEqual([
    "models/sales.yaml counts as the platform's data model Sales: no state says what it is.",
  ]);
});

test("a file that can't be read is named, and a folder without files needs credentials", async () => {
  const cwd = createProject({ "models/broken.yaml": "pages: [elements\n" });
  const { code, stdout } = await runPiped(["impact", "orders#fact_orders.region", "--fail-on", "used"], { cwd });
  expect(code).toBe(1);
  expect(stdout).toContain("Couldn't be read (1)\n  models/broken.yaml: ");
  const missing = await runPiped(["impact", "broken"], { cwd });
  expect([missing.code, missing.stderr]).toEqual([
    2,
    expect.stringMatching(/broken: no data model `broken` in the files\. models\/broken.yaml can't be read: .*:2:1/),
  ]);
  const none = await runPiped(["impact", "orders"], { cwd: createFolderWith(base, {}) });
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("ANALYTICS_CLIENT_ID")]);
});
