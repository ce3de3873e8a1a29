import { setTimeout as sleep } from "node:timers/promises";
import { kill, listDescendants } from "../faults/processes";
import { type Bench, projectYaml, startBench } from "./support";

/** Data models that read each other, a workbook that reads both, and the report of a team. */
const files = {
  "models/orders.yaml": (formula: string) => `pages:
  - id: main
    name: Main
    elements:
      - id: orders
        kind: table
        name: Orders
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns: [{ id: amount, name: Amount, formula: "${formula}" }]
`,
  "models/customers.yaml": (formula: string) => `pages:
  - id: main
    name: Main
    elements:
      - id: customers
        kind: table
        name: Customers
        source: { kind: data-model, dataModelId: !ref model, elementId: !ref element }
        columns: [{ id: amount, name: Amount, formula: "${formula}" }]
`,
  "workbooks/sales.yaml": (formula: string) => `schemaVersion: 1
kind: workbook
pages: [{ id: main, name: Main }]
elements:
  - id: sales
    kind: table
    name: Sales
    source: { kind: data-model, dataModelId: !ref model, elementId: !ref element }
    columns: [{ id: amount, name: Amount, formula: "${formula}" }]
layout: { main: [{ rows: 9, of: [sales] }] }
`,
};
const formulas = {
  "models/orders.yaml": "[ORDERS/Amount]",
  "models/customers.yaml": "[Orders/Amount]",
  "workbooks/sales.yaml": "[Customers/Amount]",
};
type File = keyof typeof files;

/** The body of a request that puts a tag on. */
interface Tagging {
  readonly dataModelId?: string;
  readonly workbookId?: string;
  readonly dataModelVersion?: number;
  readonly workbookVersion?: number;
  readonly dataModelSourceTaggedVersions?: readonly { readonly dataModelId: string }[];
}

/** What differs between runs of a program. */
interface Stage {
  /** The release's name, with that before. */
  readonly name?: string;
  readonly former?: string;
  readonly versions?: string;
  readonly check?: string;
  readonly customers?: string;
}

const writeTypeScript = ({ name = "production", former, versions = "{}", check = "first", customers }: Stage) => `
const analytics = require("pulumi-analytics");
const { Config } = require("@pulumi/pulumi");
const config = new Config();
const folderId = config.require("folderId");
const orders = new analytics.DataModel("orders", { name: "Orders", folderId,
  spec: analytics.specFile("models/orders.yaml", { refs: { warehouse: config.require("connectionId") } }) });
const customers = new analytics.DataModel("customers", { name: "Customers", folderId,
  spec: analytics.specFile("models/customers.yaml",
    { refs: { model: orders.id, element: orders.elementId("orders") } }),
}${customers ? `, { replaceOnChanges: ["${customers}"] }` : ""});
const sales = new analytics.Workbook("sales", { name: "Sales", folderId, contents: analytics.workbookFile(
  "workbooks/sales.yaml", { refs: { model: customers.id, element: customers.elementId("customers") } }) });
const check = new analytics.Tag("check", { name: "Check", color: "plum", description: "${check}" },
  { dependsOn: [orders, customers, sales] });
const tag = new analytics.Tag("tag", { name: "Production", color: "grass" });
const release = new analytics.Release("${name}", { tag, documents: [sales, customers, orders], checks: [check],
  versions: ${versions} }${former ? `, { aliases: [{ name: "${former}" }] }` : ""});
exports.tagged = release.taggedVersions;
exports.previous = release.previousVersions;
`;

const writeYaml = ({ name = "production", former, versions = "{}", check = "first", customers }: Stage) => `
name: bench
runtime: yaml
packages: { analytics: ./node_modules/pulumi-analytics/plugin }
config: { folderId: { type: string }, connectionId: { type: string } }
resources:
  orders:
    type: analytics:DataModel
    properties: { name: Orders, folderId: "\${folderId}", spec: { fn::fileAsset: models/orders.yaml },
      refs: { warehouse: "\${connectionId}" } }
  customers:
    type: analytics:DataModel
    properties: { name: Customers, folderId: "\${folderId}", spec: { fn::fileAsset: models/customers.yaml },
      refs: { model: "\${orders.id}", element: "\${orders.elementIds[\\"orders\\"]}" } }
    options: { replaceOnChanges: [${customers ?? ""}] }
  sales:
    type: analytics:Workbook
    properties: { name: Sales, folderId: "\${folderId}", contents: { fn::fileAsset: workbooks/sales.yaml },
      refs: { model: "\${customers.id}", element: "\${customers.elementIds[\\"customers\\"]}" } }
  check:
    type: analytics:Tag
    properties: { name: Check, color: plum, description: ${check} }
    options: { dependsOn: ["\${orders}", "\${customers}", "\${sales}"] }
  tag:
    type: analytics:Tag
    properties: { name: Production, color: grass }
  ${name}:
    type: analytics:Release
    properties: { tag: "\${tag.id}", documents: ["\${sales}", "\${customers}", "\${orders}"], checks: ["\${check}"],
      versions: ${versions} }
    options: { aliases: [${former ? `{ name: ${former} }` : ""}] }
outputs:
  tagged: \${${name}.taggedVersions}
  previous: \${${name}.previousVersions}
`;

const doors = {
  TypeScript: { file: "index.js", write: writeTypeScript, others: { "Pulumi.yaml": projectYaml } },
  YAML: { file: "Pulumi.yaml", write: writeYaml, others: {} },
};

// One story, told in order.
describe.each(Object.entries(doors))("a release in %s", (_door, { file, write, others }) => {
  let bench: Bench;

  beforeAll(async () => {
    const texts = Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text(formulas[path as File])]));
    bench = await startBench({ texts: { ...texts, ...others, [file]: write({}) } });
  });
  afterAll(() => bench?.dispose());

  const runUp = (...args: string[]) => bench.stack.expect(["up", "--yes", "--skip-preview", ...args]);
  const takeWrites = () => {
    const writes = bench.writes().map((write) => write.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "*"));
    bench.emulator.clearRequests();
    return writes;
  };
  const isPutOn = (write: string) => write.endsWith("/tag");
  /** What was tagged, by name and in order, with the models that it reads by the tag. */
  const listTagged = () => {
    const { files } = bench.emulator.snapshot();
    const nameFile = (id: unknown) => files.find((file) => file.id === id)?.name;
    return bench.emulator
      .requests()
      .filter(({ path }) => isPutOn(path))
      .map(({ body }) => {
        const { dataModelId, workbookId, dataModelSourceTaggedVersions: sources = [], ...sent } = body as Tagging;
        const read = sources.map((source) => nameFile(source.dataModelId)).join();
        return `${nameFile(dataModelId ?? workbookId)} ${sent.dataModelVersion ?? sent.workbookVersion} ${read}`.trim();
      });
  };
  const writeStage = (stage: Stage) => bench.stack.write(file, write(stage));
  const change = (path: File, factor: number) => bench.stack.write(path, files[path](`${formulas[path]} * ${factor}`));

  test("all documents are written, then tagged in dependency order; the tagged ones read each other", async () => {
    await runUp();
    const tagged = listTagged();
    const writes = takeWrites();
    expect(tagged).toEqual(["Orders 1", "Customers 1 Orders", "Sales 1 Customers"]);
    expect(writes.filter((write) => write !== "POST /v2/tags")).toEqual([
      "POST /v2/dataModels/spec",
      "POST /v2/dataModels/spec",
      "POST /v2/workbooks",
      ...["POST /v2/dataModels/tag", "POST /v2/dataModels/tag", "POST /v2/workbooks/tag"],
    ]);
    // The check is a tag, too.
    expect(writes.lastIndexOf("POST /v2/tags")).toBeGreaterThan(writes.indexOf("POST /v2/workbooks"));
    expect(writes.lastIndexOf("POST /v2/tags")).toBeLessThan(writes.findIndex(isPutOn));
    expect(await bench.stack.readOutputs()).toEqual({ tagged: { orders: 1, customers: 1, sales: 1 }, previous: {} });

    await runUp("--expect-no-changes");
    expect(takeWrites()).toEqual([]);
  });

  test("while a check fails, nothing is tagged; afterwards, what is new is", async () => {
    await change("models/orders.yaml", 2);
    await change("workbooks/sales.yaml", 2);
    await writeStage({ check: "second" });
    const fault = bench.emulator.addFault({ fault: "status", status: 403, method: "PATCH", path: "/v2/tags/*" });
    expect((await bench.stack.run(["up", "--yes", "--skip-preview"])).code).not.toBe(0);
    const writes = takeWrites();
    expect(writes.filter((write) => write.startsWith("PUT "))).toHaveLength(2);
    expect(writes.filter(isPutOn)).toEqual([]);

    bench.emulator.removeFault(fault.id);
    await runUp();
    expect(listTagged()).toEqual(["Orders 2", "Sales 2 Customers"]);
    takeWrites();
  });

  test("after kill -9 between two tags, the next up continues", async () => {
    for (const path of Object.keys(files) as File[]) await change(path, 3);
    const { emulator, stack } = bench;
    const late = emulator.addFault({ fault: "delay", method: "POST", path: "/v2/dataModels/tag", nth: 2, ms: 60_000 });
    let isOver = false;
    const cut = stack.run(["up", "--yes", "--skip-preview"]).finally(() => {
      isOver = true;
    });
    while (listTagged().length < 2 && !isOver) await sleep(10);
    for (const process of listDescendants().filter(({ command }) => /pulumi|dynamic-provider/.test(command))) {
      kill(process);
    }
    expect((await cut).code).not.toBe(0);
    emulator.removeFault(late.id);
    await stack.expect(["cancel", "--yes"]);
    takeWrites();
    await runUp();
    expect(listTagged()).toEqual(["Customers 2 Orders", "Sales 3 Customers"]);
    expect(await stack.readOutputs()).toEqual({
      tagged: { orders: 3, customers: 2, sales: 3 },
      previous: { orders: 2, customers: 1, sales: 2 },
    });
    takeWrites();
  });

  test("one up rolls back, with one request; a target moves alone", async () => {
    await writeStage({ versions: "{ orders: 2, sales: 2 }", check: "second" });
    const shown = await bench.stack.expect(["preview"]);
    expect(shown).toContain("production-orders: the tag moves from version 3 to version 2");
    expect(shown).toContain("production-sales: the tag moves from version 3 to version 2");
    await runUp("--target", "**::production-orders");
    expect(takeWrites()).toEqual(["POST /v2/dataModels/tag"]);
    await runUp();
    expect(takeWrites()).toEqual(["POST /v2/workbooks/tag"]);
    expect(await bench.stack.readOutputs()).toMatchObject({ tagged: { orders: 2, customers: 2, sales: 2 } });
  });

  test("a renamed release sends nothing; a replaced model is tagged, and what reads it", async () => {
    await writeStage({ name: "live", former: "production", check: "second" });
    await runUp();
    expect(listTagged()).toEqual(["Orders 3", "Sales 3 Customers"]);
    expect(takeWrites().filter((write) => !isPutOn(write))).toEqual([]);

    await writeStage({ name: "live", check: "second", customers: "spec" });
    await change("models/customers.yaml", 4);
    await runUp();
    expect(listTagged()).toEqual(["Customers 1 Orders", "Sales 4 Customers"]);
    takeWrites();
  });

  test("destroy removes the tag from the workbook, and says which models keep it", async () => {
    const shown = await bench.stack.expect(["destroy", "--yes", "--skip-preview"]);
    expect(shown).toMatch(/The data model .* keeps the tag "Production" on version 3/);
    expect(takeWrites()).toContain("DELETE /v2/workbooks/*/tags/*");
  });
});
