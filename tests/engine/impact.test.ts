import { join } from "node:path";
import { type Bench, projectYaml, repository, startBench } from "./support";

const pack = join(repository, "policies");

const writeProgram = (columns: readonly string[], workbook?: string) => `
const analytics = require("pulumi-analytics");
const pulumi = require("@pulumi/pulumi");
const config = new pulumi.Config();
const folderId = config.require("folderId");
const orders = new analytics.DataModel("orders", { name: "Sales", folderId, spec: { pages: [{ id: "main", name: "Main",
  elements: [{ id: "facts", kind: "table", name: "Fact Orders",
    source: { kind: "warehouse-table", connectionId: config.require("connectionId"),
      path: ["SALES", "PUBLIC", "ORDERS"] },
    columns: ${JSON.stringify(columns.map((name) => ({ id: name, name, formula: "[ORDERS/AMOUNT]" })))} }] }] } });
exports.id = orders.id;
exports.element = orders.elementId("facts");
${workbook === undefined ? "" : `new analytics.Workbook("own", { name: "Own", folderId, contents: ${workbook} });`}
`;

const layout =
  '<Page id="p" type="grid" gridTemplateColumns="repeat(24, 1fr)">' +
  '<Element elementId="t" gridColumn="1 / 25" gridRow="1 / 8"/></Page>';
/** A workbook that reads a column. */
const buildContents = (dataModelId: string, elementId: string, column: string) => ({
  schemaVersion: 1,
  kind: "workbook",
  pages: [{ id: "p", name: "P" }],
  layout,
  elements: [
    {
      id: "t",
      kind: "table",
      name: "T",
      source: { kind: "data-model", dataModelId, elementId },
      columns: [{ id: "c", name: "C", formula: `[Fact Orders/${column}]` }],
    },
  ],
});

/** The same, as code of the program. */
const writeContents = (column: string) =>
  JSON.stringify(buildContents("MODEL", "ELEMENT", column))
    .replace('"MODEL"', "orders.id")
    .replace('"ELEMENT"', 'orders.elementId("facts")');

describe("analytics:impact, with the real engine", () => {
  let bench: Bench;
  const policies = ["--policy-pack", pack, "--policy-pack-config", "policies.json"];
  const before = ["Region", "Area", "Amount"];
  afterAll(() => bench.dispose());

  test("the starter pack says how to turn it on, once", async () => {
    bench = await startBench({
      texts: {
        "Pulumi.yaml": projectYaml,
        "index.js": writeProgram(before, writeContents("Area")),
        "policies.json": JSON.stringify({ all: "disabled", "no-used-removal": "mandatory" }),
      },
    });
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    const { id, element } = JSON.parse(await bench.stack.expect(["stack", "output", "--json"]));
    const folderId = bench.emulator.seeded.folders.sales;
    const contents = buildContents(id, element, "Region");
    await bench.emulator.ui.request("POST", "/v2/workbooks", { name: "Weekly", folderId, contents });

    await bench.stack.write("index.js", writeProgram(["Amount", "Area"], writeContents("Area")));
    bench.emulator.clearRequests();
    const preview = await bench.stack.run(["preview", ...policies]);
    expect(preview.code).not.toBe(0);
    expect(preview.stdout).toContain("pulumi config set analytics:impact true");
    expect(preview.stdout).not.toContain("Weekly");
    expect(bench.emulator.requests().filter(({ path }) => path.includes("/sources"))).toEqual([]);
  });

  test("a preview names what breaks and its owner; the policy stops the update, and nothing is written", async () => {
    await bench.stack.configure({ "analytics:impact": "true" });
    // As the command `impact` makes it.
    await bench.stack.write(".analytics/cache/README", "");
    const broken = "breaks 1 workbook (Weekly, owner Alan Analyst)";
    const preview = await bench.stack.run(["preview"]);
    expect(preview.code).toBe(0);
    expect(preview.stdout).toContain(`data model "Sales": column Region of Fact Orders removed: ${broken}`);
    bench.emulator.clearRequests();
    const update = await bench.stack.run(["up", "--yes", ...policies]);
    expect(update.code).not.toBe(0);
    expect(update.stdout).toMatch(/mandatory.*no-used-removal/);
    expect(update.stdout).toMatch(
      /column Region of Fact Orders removed: Weekly \(workbook, .*, owner Alan Analyst\) breaks/,
    );
    expect(bench.writes()).toEqual([]);
    // What the preview before has read of the same versions isn't read again.
    const paths = bench.emulator.requests().map(({ path }) => path.split("?")[0]!);
    expect(paths).toContain("/v2/workbooks");
    expect(paths.filter((path) => path.endsWith("/sources"))).toEqual([]);
  });

  test("a workbook of the program that changes along doesn't count", async () => {
    await bench.stack.write("index.js", writeProgram(["Region", "District", "Amount"], writeContents("District")));
    const { code, stdout } = await bench.stack.run(["up", "--yes", ...policies]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("renamed to District: breaks 1 workbook (Own")]);
  });

  test("a delete says what reads the model", async () => {
    await bench.stack.write("index.js", "");
    const { code, stdout } = await bench.stack.run(["up", "--yes", "--skip-preview"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("its delete breaks 1 workbook (Weekly")]);
  });
});
