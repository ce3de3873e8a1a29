import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runUp } from "./both-doors";
import { runInStack } from "./sales-stack";
import { type Bench, projectYaml, startBench } from "./support";

const program = `
const analytics = require("pulumi-analytics");
const { folderId, connectionId: warehouse } = require("./place.json");
const orders = new analytics.DataModel("orders", {
  name: "Orders",
  folderId,
  spec: analytics.specFile("models/orders.yaml", { refs: { warehouse } }),
});
new analytics.Workbook("sales", {
  name: "Sales",
  folderId,
  contents: analytics.workbookFile("workbooks/sales", { refs: { orders } }),
});
new analytics.Report("monthly", {
  name: "Monthly",
  folderId,
  contents: analytics.reportFile("reports/monthly.yaml"),
});
`;

const model = "models/orders.yaml";
const revenue = "workbooks/sales/elements/revenue.yaml";
const big = "workbooks/sales/elements/big.yaml";
const report = "reports/monthly.yaml";
const files = {
  [model]: `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: facts
        kind: table
        name: Facts
        visibleAsSource: true
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns:
          - { id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }
          - { id: double, name: Double, formula: "[ORDERS/AMOUNT] * 2" } # theirs
          - { id: triple, name: Triple, formula: "[ORDERS/AMOUNT] * 3" }
`,
  "workbooks/sales/workbook.yaml": "schemaVersion: 1\n",
  "workbooks/sales/pages/main.yaml":
    "name: Main\nlayout:\n  - { rows: 6, of: [revenue: 8, big: 16] }\n  - { rows: 12, of: [facts] }\n",
  "workbooks/sales/elements/facts.yaml": `kind: table
name: Facts
visibleAsSource: false
source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#facts }
columns:
  - { id: amount, name: Amount, formula: "[Facts/Amount]" }
`,
  [revenue]: `kind: kpi-chart
name: Revenue # theirs
source: { kind: table, elementId: facts }
columns: [{ id: sum, name: Sum, formula: "Sum([Facts/Amount])" }]
value: { columnId: sum }
`,
  [big]: `kind: kpi-chart
name: Big
source: { kind: table, elementId: facts }
columns: [{ id: max, name: Max, formula: "Max([Facts/Amount])" }]
value: { columnId: max }
`,
  [report]: `schemaVersion: 1
kind: report
config: { margin: 48, pageWidth: 816, pageHeight: 1056 }
pages:
  - { id: main, name: Main }
elements:
  - { id: title, kind: text, body: Revenue } # theirs
  - { id: note, kind: text, body: Internal }
layout:
  main:
    - { element: title, x: 48, "y": 24, width: 720, height: 48 }
    - { element: note, x: 48, "y": 96, width: 720, height: 48 }
`,
};

type Contents = { elements: { id: string; [field: string]: unknown }[]; layout?: unknown };

// One story, told in order: each test goes on where the one before it ended.
describe("pull after a refresh, with the real engine", () => {
  let bench: Bench;
  let ids: Record<string, string | undefined>;

  beforeAll(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": program, ...files } });
    const { folders, connections } = bench.emulator.seeded;
    const place = { folderId: folders.models, connectionId: connections.warehouse };
    await bench.stack.write("place.json", JSON.stringify(place));
    await runUp(bench);
    const resources = await bench.stack.listResources();
    ids = Object.fromEntries(resources.map(({ urn, id }) => [urn.split("::").at(-1), id]));
  });
  afterAll(() => bench.dispose());

  const refresh = () => bench.stack.expect(["refresh", "--yes", "--skip-preview"]);
  const read = (file: string) => readFileSync(join(bench.stack.directory, file), "utf8");
  const edit = (file: string, from: string, to: string) => {
    expect(read(file)).toContain(from);
    return bench.stack.write(file, read(file).replace(from, to));
  };

  /** Somebody changes one thing in each of the three in the product. */
  async function editInProduct(factor: number, title: string): Promise<void> {
    await bench.emulator.ui.changeFormula(ids.orders!, "Facts", "Double", `[ORDERS/AMOUNT] * ${factor}`);
    await change(`/v2/workbooks/${ids.sales}`, "revenue", { name: title });
    await change(`/v2/reports/${ids.monthly}`, "title", { body: title });
  }

  const readContents = async (path: string) =>
    ((await bench.emulator.ui.request("GET", `${path}?includeContents=true`)) as { contents: Contents }).contents;

  async function change(path: string, id: string, fields: object): Promise<void> {
    const contents = await readContents(path);
    Object.assign(contents.elements.find((element) => element.id === id)!, fields);
    await bench.emulator.ui.request("PUT", `${path}/contents`, { contents });
  }

  /** Pulls each of the three. @returns what is said of them. */
  async function pull(expected = 0, ...args: string[]): Promise<string[]> {
    const said: string[] = [];
    for (const path of [model, "workbooks/sales", report]) {
      const { code, stdout, stderr } = await runInStack(bench, "pull", path, ...args);
      expect({ code, stderr }).toEqual({ code: expected, stderr: "" });
      said.push(stdout);
    }
    return said;
  }

  function expectTheirs(factor: number, title: string): void {
    expect(read(model)).toMatch(new RegExp(`\\[ORDERS/amount\\] \\* ${factor}" } # theirs`, "i"));
    expect(read(revenue)).toContain(`name: ${title} # theirs`);
    expect(read(report)).toContain(`body: ${title} } # theirs`);
  }

  async function expectUpToDate(): Promise<void> {
    bench.emulator.clearRequests();
    await runUp(bench, "--expect-no-changes");
    await runUp(bench, "--refresh", "--expect-no-changes");
    expect(bench.writes()).toEqual([]);
  }

  test("the files get what changed in the product, and up has nothing to do", async () => {
    await editInProduct(20, "Turnover");
    await refresh();
    for (const said of await pull()) expect(said).toMatch(/^updated /);
    expectTheirs(20, "Turnover");
    await expectUpToDate();
    for (const said of await pull()) expect(said).toContain("nothing to update");
  });

  test("the product's change back to what was written once reaches the files, too", async () => {
    await editInProduct(2, "Revenue");
    await refresh();
    for (const said of await pull()) expect(said).toMatch(/^updated /);
    expectTheirs(2, "Revenue");
    await expectUpToDate();
  });

  test("edits of the files stay, and what both changed is told", async () => {
    await editInProduct(30, "Sales");
    await edit(model, "name: Triple", "name: Threefold");
    await edit(big, "name: Big", "name: Largest");
    await edit(report, "body: Internal", "body: For us");
    await refresh();
    for (const said of await pull()) {
      expect(said).toMatch(/^updated /);
      expect(said).not.toContain("yours → theirs");
    }
    expectTheirs(30, "Sales");
    expect([read(model), read(big), read(report)]).toEqual([
      expect.stringContaining("name: Threefold"),
      expect.stringContaining("name: Largest"),
      expect.stringContaining("body: For us"),
    ]);
    bench.emulator.clearRequests();
    await runUp(bench);
    expect(bench.writes()).toHaveLength(3);
    expectTheirs(30, "Sales");
    await expectUpToDate();

    await editInProduct(40, "Theirs");
    await edit(model, "* 30", "* 4");
    await edit(revenue, "name: Sales", "name: Ours");
    await edit(report, "body: Sales", "body: Ours");
    await refresh();
    const [ofModel, ...others] = await pull(1);
    expect(ofModel).toMatch(/\* 4` → `.*\* 40`/);
    for (const said of others) expect(said).toContain("yours → theirs:\n  page Main › ");
    for (const said of others) expect(said).toContain("`Ours` → `Theirs`");
    expect(read(revenue)).toContain("name: Ours # theirs");
    await pull(0, "--prefer", "platform");
    expectTheirs(40, "Theirs");
    await expectUpToDate();
  });

  test("what was added and removed in the product reaches the files, too", async () => {
    const path = `/v2/dataModels/${ids.orders}/spec`;
    const spec = (await bench.emulator.ui.request("GET", path)) as {
      pages: { elements: { columns: object[] }[] }[];
      documentVersion: number;
    };
    const { documentVersion, pages } = spec;
    pages[0]!.elements[0]!.columns.push({ id: "added", name: "Added", formula: "[ORDERS/AMOUNT] * 5" });
    await bench.emulator.ui.request("PUT", path, { schemaVersion: 1, documentVersion, pages });
    const workbook = `/v2/workbooks/${ids.sales}`;
    const contents = await readContents(workbook);
    contents.elements = contents.elements.filter(({ id }) => id !== "big");
    contents.layout = String(contents.layout).replace(/<[^>]*elementId="big"[^>]*\/>/, "");
    await bench.emulator.ui.request("PUT", `${workbook}/contents`, { contents });
    await refresh();
    const [ofModel, ofWorkbook] = await pull();
    for (const said of [ofModel, ofWorkbook]) expect(said).toMatch(/^updated /);
    expect(read(model)).toContain("name: Added");
    expect(existsSync(join(bench.stack.directory, big))).toBe(false);
    await expectUpToDate();
  });
});
