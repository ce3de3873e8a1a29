import { type Bench, projectYaml, startBench } from "./support";

/** A chain of ten models: each depends on the table of the one before it. */
const writeChain = (formula: string, element: string) => `
const analytics = require("pulumi-analytics");
const config = new (require("@pulumi/pulumi").Config)();
const folderId = config.require("folderId");
const model = (n, element, source, formula) => new analytics.DataModel("m" + n, {
  name: "Model " + n,
  folderId,
  spec: { pages: [{ id: "main", name: "Main", elements: [
    { id: element, kind: "table", name: "Table " + n, source, columns: [{ id: "amount", name: "Amount", formula }] },
  ] }] },
});
let element = ${JSON.stringify(element)};
let last = model(0, element, { kind: "warehouse-table", connectionId: config.require("connectionId"),
  path: ["SALES", "PUBLIC", "ORDERS"] }, ${JSON.stringify(formula)});
exports.first = last.elementId(element);
for (let n = 1; n < 10; n++) {
  last = model(n, "table", { kind: "data-model", dataModelId: last.id, elementId: last.elementId(element) },
    "[Table " + (n - 1) + "/Amount]");
  element = "table";
}
`;

describe("models that depend on each other", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({
      texts: { "Pulumi.yaml": projectYaml, "index.js": writeChain("[ORDERS/AMOUNT]", "facts") },
    });
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
  });
  afterAll(() => bench.dispose());

  test("a formula changed in the first touches that one alone, in the preview and in the update", async () => {
    await bench.stack.write("index.js", writeChain("[ORDERS/AMOUNT] / 2", "facts"));
    const preview = await bench.stack.expect(["preview"]);
    expect(preview).toMatch(/~ 1 to update/);
    // The summary is there without --diff.
    expect(preview).toContain(
      'data model "Model 0": page Main › table facts › column amount: formula ' +
        "`[ORDERS/AMOUNT]` → `[ORDERS/AMOUNT] / 2`",
    );
    bench.emulator.clearRequests();
    expect(await bench.stack.expect(["up", "--yes", "--skip-preview"])).toMatch(/~ 1 updated/);
    expect(bench.writes()).toHaveLength(1);
  });

  test("an id renamed in the file is the same element: nothing is written, nothing behind it changes", async () => {
    const { first } = await bench.stack.readOutputs();
    await bench.stack.write("index.js", writeChain("[ORDERS/AMOUNT] / 2", "fact_orders"));
    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect((await bench.stack.readOutputs()).first).toBe(first);
    expect(bench.writes()).toEqual([]);
  });

  test("a recreated element gets another id, and whoever depends on it follows in the same update", async () => {
    const { first } = await bench.stack.readOutputs();
    bench.emulator.configure({ reassignIdsOnPut: true });
    await bench.stack.write("index.js", writeChain("[ORDERS/AMOUNT] / 3", "fact_orders"));
    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    const after = await bench.stack.readOutputs();
    expect(after.first).not.toBe(first);
    // Each model got a new element, so that the next one had to follow, in order.
    const puts = bench.writes().filter((write) => write.startsWith("PUT"));
    expect(puts).toHaveLength(10);
    const resources = await bench.stack.listResources();
    const ids = Array.from({ length: 10 }, (_, n) => resources.find(({ urn }) => urn.endsWith(`::m${n}`))?.id);
    expect(puts).toEqual(ids.map((id) => `PUT /v2/dataModels/${id}/spec`));
    bench.emulator.configure({ reassignIdsOnPut: false });
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
  });
});

describe("an earlier version, declared again", () => {
  let bench: Bench;
  afterAll(() => bench.dispose());

  const writeColumns = (formula: string) => `[
    { id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" },
    { id: "net", name: "Net", formula: ${JSON.stringify(formula)} },
  ]`;
  const writeProgram = (spec: string) => `
const analytics = require("pulumi-analytics");
const config = new (require("@pulumi/pulumi").Config)();
module.exports = async () => {
  const model = new analytics.DataModel("orders", { name: "Orders", folderId: config.require("folderId"),
    spec: ${spec} });
  return { id: model.id };
};
`;
  const writeTable = (
    formula: string,
  ) => `{ pages: [{ id: "main", name: "Main", elements: [{ id: "facts", kind: "table", name: "Facts",
    source: { kind: "warehouse-table", connectionId: config.require("connectionId"),
      path: ["SALES", "PUBLIC", "ORDERS"] },
    columns: ${writeColumns(formula)} }] }] }`;

  test("brings the model back to it, with every id", async () => {
    bench = await startBench({
      texts: { "Pulumi.yaml": projectYaml, "index.js": writeProgram(writeTable("[Amount]")) },
    });
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    await bench.stack.write("index.js", writeProgram(writeTable("[Amount] * 2")));
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    const { id } = await bench.stack.readOutputs();
    const old = `await analytics.getDataModelSpec({ id: ${JSON.stringify(id)}, documentVersion: 1 })`;
    await bench.stack.write("index.js", writeProgram(`{ pages: (${old}).pages }`));
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    const { dataModelVersions } = bench.emulator.snapshot();
    const versions = dataModelVersions.filter(({ dataModelId }) => dataModelId === id).map(({ pages }) => pages);
    expect(versions).toHaveLength(3);
    expect(versions[2]).toEqual(versions[0]);
    expect(versions[1]).not.toEqual(versions[0]);
  });
});
