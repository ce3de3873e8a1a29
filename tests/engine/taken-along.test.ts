import { type Bench, projectYaml, startBench } from "./support";

// One story, told in order: each test goes on where the one before it ended.
describe("a folder whose delete takes its contents along", () => {
  let bench: Bench;
  const listModels = () => bench.emulator.snapshot().files.filter(({ name }) => ["Orders", "Deep"].includes(name));
  const up = ["up", "--yes", "--skip-preview"];

  /** @param options of the folder. */
  const declare = (description: string, options: string) =>
    bench.stack.write(
      "index.js",
      `const analytics = require("pulumi-analytics");
const config = new (require("@pulumi/pulumi").Config)();
const finance = new analytics.Folder(
  "finance",
  { name: "Finance", parentId: config.require("folderId"), description: "${description}", deleteContents: true },
  { replaceOnChanges: ["description"], ${options} },
);
const inner = new analytics.Folder("inner", { name: "Inner", parentId: finance.id });
const path = ["SALES", "PUBLIC", "ORDERS"];
const source = { kind: "warehouse-table", connectionId: config.require("connectionId"), path };
const columns = [{ id: "id", name: "Id", formula: "[ORDERS/ORDER_ID]" }];
const elements = [{ id: "orders", kind: "table", name: "Orders", source, columns }];
const spec = { schemaVersion: 1, pages: [{ id: "p", name: "P", elements }] };
new analytics.DataModel("orders", { name: "Orders", folderId: finance.id, spec });
new analytics.DataModel("deep", { name: "Deep", folderId: inner.id, spec });
`,
    );

  beforeAll(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": "" } });
    await declare("first", "deleteBeforeReplace: true");
    await bench.stack.expect(up);
  });
  afterAll(() => bench?.dispose());

  test("a preview names the program's own resources in it, and `up` refuses to delete it first", async () => {
    await declare("second", "deleteBeforeReplace: true");
    const preview = await bench.stack.expect(["preview"]);
    expect(preview).toMatch(/folder "Finance" \(.*\) is replaced, .*: the DataModel "orders" lies in it\./);
    expect(preview).toMatch(/: the Folder "inner" lies in it\./);
    const { code, stdout } = await bench.stack.run(up);
    expect(code).not.toBe(0);
    expect(stdout).toMatch(
      /folder "Finance" \(.*\) was not deleted: the objects of .*the DataModel "orders".* lie in it/,
    );
    expect(stdout).toContain('the DataModel "deep"');
    expect(listModels().map(({ deletedWith }) => deletedWith)).toEqual([null, null]);
  });

  test("with the option that the message names, they move to the new one first", async () => {
    const ids = listModels().map(({ id }) => id);
    await declare("second", "deleteBeforeReplace: false");
    await bench.stack.expect(up);
    expect(listModels().map(({ id, deletedWith }) => [id, deletedWith])).toEqual(ids.map((id) => [id, null]));
    await bench.stack.expect([...up, "--refresh", "--expect-no-changes"]);
  });

  test("a destroy deletes what the stack holds before, and what others put there with it", async () => {
    const inside = listModels().find(({ name }) => name === "Orders")?.parentId;
    await bench.emulator.ui.request("POST", "/v2/files", { type: "folder", name: "Theirs", parentId: inside });
    await bench.stack.expect(["destroy", "--yes", "--skip-preview"]);
    expect(listModels().filter(({ deletedWith }) => deletedWith === null)).toEqual([]);
    const left = bench.emulator.snapshot().files.filter(({ name }) => ["Finance", "Theirs"].includes(name));
    expect(left.filter(({ deletedWith }) => deletedWith === null)).toEqual([]);
  });
});
