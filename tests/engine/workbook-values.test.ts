import { chooseCases, testOfAll } from "../cases";
import { type Bench, projectYaml, startBench } from "./support";

const head = `
const pulumi = require("@pulumi/pulumi");
const analytics = require("pulumi-analytics");
const config = new pulumi.Config();
const folderId = config.require("folderId"), connectionId = config.require("connectionId");
const build = (note, name) => ({
  schemaVersion: 1,
  kind: "workbook",
  pages: [{ id: "main", name: "Main" }],
  elements: [
    { id: "orders", kind: "table", name, columns: [{ id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" }],
      source: { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", "ORDERS"] } },
    { id: "note", kind: "text", body: note },
  ],
  layout: { main: [{ rows: 12, of: ["orders", "note"] }] },
});
const declare = (contents, options) => new analytics.Workbook("sales", { name: "Sales", folderId, contents }, options);
`;

let bench: Bench;
beforeEach(async () => {
  bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": head } });
});
afterEach(() => bench.dispose());

const writeProgram = (text: string) => bench.stack.write("index.js", head + text);
const runUp = (...args: string[]) => bench.stack.expect(["up", "--yes", "--skip-preview", ...args]);

interface Sales {
  readonly id: string;
  readonly inputs: Record<string, unknown>;
  readonly outputs: Record<string, unknown>;
}

async function readSales(): Promise<Sales> {
  const exported = JSON.parse(await bench.stack.expect(["stack", "export"]));
  return exported.deployment.resources.find(({ urn }: { urn: string }) => urn.endsWith("::sales"));
}

async function readContents(id: string) {
  const read = await bench.emulator.ui.request("GET", `/v2/workbooks/${id}?includeContents=true`);
  return (read as { contents: { elements: { id: string; name?: string; body?: string }[] } }).contents;
}

const encrypted = { ciphertext: expect.any(String) };

describe("a secret in a workbook", () => {
  const declareText = "JSON.stringify(build(NOTE, NAME))";
  const transformed = `pulumi.runtime.registerResourceTransform(({ type, props, opts }) =>
    type === analytics.Workbook.__pulumiType
      ? { props: { ...props, contents: build(pulumi.secret(NOTE), NAME) }, opts }
      : undefined);
    declare(build("One", "Orders"));`;

  const replaced = transformed.replace(
    "build(pulumi.secret(NOTE), NAME)",
    "pulumi.secret(JSON.stringify(build(NOTE, NAME)))",
  );

  const ways: [string, string, string][] = [
    ["as an output in an object", "declare(build(pulumi.secret(NOTE), NAME));", "refs"],
    ["as a text that is secret", `declare(pulumi.secret(${declareText}));`, "contents"],
    ["in an object of a transform", transformed, "contents"],
    ["in a text of a transform", replaced, "contents"],
  ];
  test.each(chooseCases(ways))("%s is encrypted in the state, and in no message", async (_, program, field) => {
    const fill = (note: string, name: string) =>
      writeProgram(program.replace("NOTE", JSON.stringify(note)).replace("NAME", JSON.stringify(name)));
    await fill("planted one", "Orders");
    const printed = [await runUp("--diff")];
    const { id, inputs, outputs } = await readSales();
    expect(JSON.stringify(inputs[field])).toContain("ciphertext");
    expect(JSON.stringify(outputs[field])).toContain("ciphertext");
    expect(JSON.stringify(await readContents(id))).toContain("planted one");
    printed.push(await bench.stack.expect(["stack", "export"]));

    await fill("planted two", "All orders");
    printed.push(await bench.stack.expect(["preview", "--diff"]), await runUp("--diff"));
    expect(JSON.stringify(await readContents(id))).toContain("planted two");
    const contents = await readContents(id);
    for (const element of contents.elements) if (element.id === "orders") element.name = "Theirs";
    await bench.emulator.ui.request("PUT", `/v2/workbooks/${id}/contents`, { contents });
    printed.push(await bench.stack.expect(["refresh", "--yes", "--skip-preview", "--diff"]));
    printed.push(await bench.stack.expect(["stack", "export"]), await runUp("--diff"));
    printed.push(await runUp("--expect-no-changes"));
    expect((await readSales()).id).toBe(id);
    for (const text of printed) expect(text).not.toContain("planted");
  });

  testOfAll("makes what the platform made of it secret, too", async () => {
    await writeProgram(`const contents = build(pulumi.secret("planted"), "Orders");
      contents.elements[0].trellis = { columns: ["amount"] };
      declare(contents);`);
    await runUp();
    expect((await readSales()).outputs.baseline).toMatchObject(encrypted);
    expect(await bench.stack.expect(["stack", "export"])).not.toContain("planted");
  });
});

testOfAll(
  "ignoreChanges of contents covers the values that belong to them, and other fields still change",
  async () => {
    await writeProgram('declare(build(pulumi.output("One"), "Orders"));');
    await runUp();
    const { id } = await readSales();
    bench.emulator.clearRequests();
    await writeProgram('declare(build(pulumi.secret("planted"), "All orders"), { ignoreChanges: ["contents"] });');
    await runUp("--expect-no-changes");
    expect(bench.writes()).toEqual([]);
    await writeProgram(`const contents = build("Two", "Others");
      new analytics.Workbook("sales", { name: "Turnover", folderId, contents },
    { ignoreChanges: ["contents"] });`);
    await runUp();
    expect(bench.writes()).toEqual([`PATCH /v2/files/${id}`]);
    expect(JSON.stringify(await readContents(id))).not.toMatch(/planted|Two/);
  },
);

test("an unknown value in its contents leaves the rest known, and an element of a model is no change", async () => {
  const declareBoth = (model: string, name: string, more = "") =>
    writeProgram(`const orders = new analytics.DataModel("orders", { name: ${JSON.stringify(model)}, folderId,
      spec: { pages: [{ id: "main", name: "Main", elements: [{ id: "facts", kind: "table", name: "ORDERS",
        source: { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", "ORDERS"] },
        columns: [{ id: "amount", name: "AMOUNT", formula: "[ORDERS/AMOUNT]" }${more}] }] }] } });
    const contents = build("One", ${JSON.stringify(name)});
    contents.elements[0].source = { kind: "data-model", dataModelId: orders.id,
      elementId: orders.elementId("facts") };
    declare(contents);`);
  await declareBoth("Orders", "Orders");
  await runUp();
  await declareBoth("Orders", "Orders", ', { id: "new", name: "New", formula: "[ORDERS/ID]" }');
  expect(await bench.stack.expect(["preview"])).toMatch(/1 to update/);
  await declareBoth("Orders", "All orders", ', { id: "new", name: "New", formula: "[ORDERS/ID]" }');
  const shown = await bench.stack.expect(["preview", "--diff"]);
  expect(shown).toMatch(/2 to update/);
  expect(shown).toContain("All orders");
  await runUp();
});
