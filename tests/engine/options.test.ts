import { testOfAll } from "../cases";
import { type Bench, projectYaml, startBench } from "./support";

const head = `
const pulumi = require("@pulumi/pulumi");
const analytics = require("pulumi-analytics");
const config = new pulumi.Config();
const folderId = config.require("folderId"), warehouse = config.require("connectionId");
`;

const writeModel = (name: string, ...columns: string[]) => `schemaVersion: 1
pages:
  - id: p
    name: ${name}
    elements:
      - id: e
        kind: table
        name: Facts
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns:
          - { id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }
${columns.map((column) => `          - ${column}\n`).join("")}`;

let bench: Bench;
beforeEach(async () => {
  bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": head } });
});
afterEach(() => bench.dispose());

const writeProgram = (text: string) => bench.stack.write("index.js", head + text);
const runUp = (...args: string[]) => bench.stack.expect(["up", "--yes", "--skip-preview", ...args]);
const readId = async (name: string) =>
  (await bench.stack.listResources()).find(({ urn }) => urn.endsWith(`::${name}`))?.id;
const runAndRead = async (...args: string[]) => {
  const { code, stdout, stderr } = await bench.stack.run(args);
  return { code, text: stdout + stderr };
};

describe("ignoreChanges", () => {
  const declareOrders = (refs: string, options: string) =>
    writeProgram(`new analytics.DataModel("orders", { name: "Orders", folderId,
      spec: analytics.specFile("orders.yaml", { refs: { ${refs} } }) }, ${options});`);

  test("of spec covers the values and the file that belong to it", async () => {
    await bench.stack.write("orders.yaml", writeModel("Orders"));
    await declareOrders("warehouse", "{}");
    await runUp();
    await bench.stack.write("orders.yaml", writeModel("All orders", "{ id: x, name: X, formula: !ref formula }"));
    await declareOrders('warehouse: "another", formula: pulumi.secret("[ORDERS/ID]")', '{ ignoreChanges: ["spec"] }');
    bench.emulator.clearRequests();
    await runUp("--expect-no-changes");
    expect(bench.writes()).toEqual([]);
  });

  test("of a part of spec is refused, and leads to ignorePaths", async () => {
    await bench.stack.write("orders.yaml", writeModel("Orders"));
    const paths = ["spec.pages[0].name", 'spec["pages"]', '["spec"].pages'];
    await writeProgram(`for (const path of ${JSON.stringify(paths)}) {
      try {
        new analytics.DataModel("orders", { name: "Orders", folderId,
          spec: analytics.specFile("orders.yaml", { refs: { warehouse } }) }, { ignoreChanges: [path] });
      } catch (error) {
        console.error(error.message);
      }
    }`);
    const { text } = await runAndRead("preview");
    for (const path of paths) {
      expect(text).toContain(`DataModel "orders": ignoreChanges: ${JSON.stringify(path)} can't name a part of spec`);
    }
    expect(text).toContain('ignorePaths: ["pages/');
  });
});

describe("a transform", () => {
  test("that sets replaceOnChanges replaces, and one of the older sort too", async () => {
    const declareFolders = (description: string) =>
      writeProgram(`const replacing = (name) => ({ type, name: its, props, opts }) => {
        if (type !== analytics.Folder.__pulumiType || (its ?? props.name) !== name) return undefined;
        return { props, opts: pulumi.mergeOptions(opts, { replaceOnChanges: ["description"] }) };
      };
      pulumi.runtime.registerResourceTransform(replacing("new"));
      pulumi.runtime.registerStackTransformation(replacing("old"));
      for (const name of ["new", "old"]) new analytics.Folder(name,
        { name, parentId: folderId, description: ${JSON.stringify(description)} });`);
    await declareFolders("one");
    await runUp();
    const before = [await readId("new"), await readId("old")];
    await declareFolders("two");
    expect(await runUp()).toMatch(/\+-2 replaced/);
    const after = [await readId("new"), await readId("old")];
    expect(after.filter((id) => id !== undefined && !before.includes(id))).toHaveLength(2);
  });

  testOfAll("may hand back spec as an object; what is secret in it stays so", async () => {
    const declareTransformed = (formula: string) =>
      writeProgram(`pulumi.runtime.registerResourceTransform(({ type, props, opts }) => {
        if (type !== analytics.DataModel.__pulumiType) return undefined;
        const spec = JSON.parse(require("pulumi-analytics/spec").specText(props.spec));
        spec.pages[0].elements[0].columns.push({ id: "masked", name: "Masked",
          formula: pulumi.secret(${JSON.stringify(formula)}) });
        return { props: { ...props, spec }, opts };
      });
      new analytics.DataModel("orders", { name: "Orders", folderId,
        spec: analytics.specFile("orders.yaml", { refs: { warehouse } }) });`);
    await bench.stack.write("orders.yaml", writeModel("Orders"));
    await declareTransformed('"planted" & [ORDERS/ID]');
    const printed = [await runUp("--diff")];
    const id = (await readId("orders")) as string;
    expect(JSON.stringify(bench.emulator.snapshot().dataModelVersions.at(-1))).toContain("planted");
    printed.push(await bench.stack.expect(["stack", "export"]));

    await declareTransformed('"planted" & [ORDERS/NAME]');
    printed.push(await runUp("--diff"));
    await bench.emulator.ui.changeFormula(id, "Facts", "Amount", "[ORDERS/ID]");
    printed.push(await bench.stack.expect(["refresh", "--yes", "--skip-preview", "--diff"]));
    printed.push(await bench.stack.expect(["stack", "export"]), await runUp("--diff"));
    expect(await readId("orders")).toBe(id);
    for (const text of printed) expect(text).not.toContain("planted");
  });
});

testOfAll("customTimeouts is told to have no effect, with the setting that has", async () => {
  await writeProgram(
    `new analytics.Tag("tag", { name: "Release", color: "grass" }, { customTimeouts: { create: "5m" } });`,
  );
  const { code, text } = await runAndRead("preview");
  expect(code).toBe(0);
  expect(text).toContain('Tag "tag": customTimeouts has no effect');
  expect(text).toContain("Set analytics:requestTimeout");
});

testOfAll("two models of one name in one folder are told in the preview; one that is replaced is not", async () => {
  const told = 'data model "Orders": another model of this program has the same name in the folder';
  const declareBoth = (second: string, description: string) =>
    writeProgram(`for (const [name, title] of [["one", "Orders"], ["two", ${JSON.stringify(second)}]]) {
      new analytics.DataModel(name, { name: title, folderId, description: ${JSON.stringify(description)},
        spec: analytics.specFile("orders.yaml", { refs: { warehouse } }) }, { replaceOnChanges: ["description"] });
    }`);
  await bench.stack.write("orders.yaml", writeModel("Orders"));
  await declareBoth("Orders", "a");
  expect((await runAndRead("preview")).text).toContain(told);
  await declareBoth("Other orders", "a");
  expect((await runAndRead("up", "--yes")).text).not.toContain(told);
  await declareBoth("Other orders", "b");
  const replaced = (await runAndRead("preview")).text;
  expect(replaced).toMatch(/2 to replace/);
  expect(replaced).not.toContain(told);
});

testOfAll("a renamed profile changes nothing, with or without adopt, and refresh and destroy find it", async () => {
  const { url, clientId, clientSecret } = bench.emulator;
  const declareThrough = async (profile: string) => {
    const settings = { [profile]: { baseUrl: url, clientId, clientSecret } };
    await bench.stack.configure({}, { "analytics:profiles": JSON.stringify(settings) });
    await writeProgram(
      `const common = { color: "grass", profile: ${JSON.stringify(profile)} };
       new analytics.Tag("tag", { name: "Release", ...common });
       new analytics.Tag("adopted", { name: "Adopted", ...common, adopt: true });`,
    );
  };
  await declareThrough("acme");
  await runUp();
  await declareThrough("acme-europe");
  bench.emulator.clearRequests();
  await runUp("--expect-no-changes");
  expect(bench.writes()).toEqual([]);
  await bench.stack.expect(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
  await bench.stack.expect(["destroy", "--yes", "--skip-preview"]);
  expect(bench.emulator.snapshot().tags).toEqual([]);
});

testOfAll(
  "each property of a resource is an output: also one that isn't given, and those of a lookup by id",
  async () => {
    await bench.stack.write("orders.yaml", writeModel("Orders"));
    const declared = `const tag = new analytics.Tag("production", { name: "Production", color: "grass" });
const orders = new analytics.DataModel("orders", { name: "Orders", folderId,
  spec: analytics.specFile("orders.yaml", { refs: { warehouse } }) });
`;
    await writeProgram(declared);
    await runUp();
    const [tag, orders] = [await readId("production"), await readId("orders")];
    await writeProgram(`${declared}
const read = analytics.Tag.get("read", "${tag}");
const model = analytics.DataModel.get("model", "${orders}");
exports.values = pulumi.all([tag.description, orders.ownerId, read.name, read.color, read.description, model.name,
  model.refs, model.spec])
  .apply((values) => values.map((value) => value ?? "not set"));
new analytics.DataModelTag("tagged", { dataModelId: model.id, tag: read, version: 1 });`);
    await runUp();
    const { values } = JSON.parse(await bench.stack.expect(["stack", "output", "--json"]));
    const given = ["not set", "not set", "Production", "grass", "not set", "Orders", "not set"];
    expect(values).toEqual([...given, expect.stringContaining('"name":"Facts"')]);
    expect(bench.writes().at(-1)).toBe("POST /v2/dataModels/tag");
  },
);
