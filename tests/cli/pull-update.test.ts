import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "analytics-emulator";
import { type Bench, projectYaml, startBench } from "../engine/support";
import {
  buildOrdersTable,
  buildOtherModel,
  buildPage,
  createSmallOrganization,
  edit,
  listSpecsRead,
  makeModel,
  plainlyStored,
  startEmpty,
} from "./pull-support";
import { buildSettings, createTemporaryFolder, hideTimes, runInTerminal, runPiped, stabilize } from "./support";

const cwd = createTemporaryFolder();
const read = (file: string) => readFileSync(join(cwd, file), "utf8");
const write = (file: string, text: string) => writeFileSync(join(cwd, file), text);

/** What people do in the product: rename, add, remove and change. */
const editOrders = (emulator: Emulator, id: string) =>
  edit(emulator, id, ({ pages }) => {
    const [table] = pages[0]!.elements;
    table!.columns[0]!.name = "Gross amount";
    table!.columns[1]!.formula = "DateTrunc([ORDERS/ORDERED_AT])";
    table!.columns.push({ id: "x", name: "Paid", formula: "[ORDERS/PAID]" });
    table!.metrics = [{ id: "y", name: "Revenue", formula: "Sum([Gross amount])" }];
    pages[0]!.elements.push(buildOrdersTable(emulator, "Open orders", ["ID"]) as never);
  });

describe("a file in a folder that was pulled into", () => {
  let emulator: Emulator;
  let env: Record<string, string>;
  let orders: string;
  const file = "pulled/models/orders.yaml";
  const update = (...args: string[]) => runPiped(["pull", file, ...args], { cwd, env });

  beforeAll(async () => {
    emulator = await startEmpty({ seed: 1, tokenRequestsPerSecond: null });
    env = buildSettings(emulator);
    ({ orders } = await createSmallOrganization(emulator));
    await runPiped(["pull", "--out", "pulled"], { cwd, env });
    write(
      file,
      read(file)
        .replace("id: orders\n        kind", "id: fact_orders # ours\n        kind")
        .replace("          - { id: amount,", "          # In euros.\n          - { id: paid_amount,"),
    );
  });
  afterAll(() => emulator.stop());

  test("as it is, there is nothing to bring in", async () => {
    const before = read(file);
    expect(await update()).toMatchSnapshot();
    expect(read(file)).toBe(before);
  });

  test("a model that can't be one is a usage error", async () => {
    expect(await update("--from", "..")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/(^|\n)error: --from \.\.: not a document of the platform\. /),
    });
  });

  test("--dry-run shows what would change, and changes nothing", async () => {
    await editOrders(emulator, orders);
    const before = read(file);
    expect(await update("--dry-run")).toMatchSnapshot("piped");
    expect((await runInTerminal(["pull", file, "--dry-run"], { cwd, env })).screen).toMatchSnapshot("terminal");
    const told = await update("--dry-run", "--json");
    expect({ ...told, stdout: hideTimes(told.stdout) }).toMatchSnapshot("json");
    expect(read(file)).toBe(before);
  });

  test("where a request fails, nothing is written", async () => {
    const [before, manifest] = [read(file), read("pulled/.pulumi-analytics/pull.json")];
    emulator.addFault({ fault: "status", status: 403, path: `/v2/dataModels/${orders}` });
    expect(await update()).toMatchObject({ code: 3, stdout: "" });
    emulator.removeFault();
    expect([read(file), read("pulled/.pulumi-analytics/pull.json")]).toEqual([before, manifest]);
  });

  test("what was changed in the product comes into the file; comments and ids stay", async () => {
    expect(await update()).toMatchSnapshot("told");
    expect(read(file)).toMatchSnapshot("written");
  });

  test("the next pull knows it", async () => {
    emulator.clearRequests();
    const { code, stdout } = await runPiped(["pull", "--out", "pulled"], { cwd, env });
    expect({ code, stdout }).toEqual({ code: 0, stdout: "3 models: 3 unchanged.\n" });
    expect(listSpecsRead(emulator)).toEqual([]);
  });

  test("what only the file has stays", async () => {
    write(file, read(file).replace("name: Paid", "name: Was paid"));
    const { code, stdout } = await update();
    expect(code).toBe(0);
    expect(stdout).toContain("keeps its own edits, which the next `pulumi up` applies");
    expect(read(file)).toContain("name: Was paid");
    write(file, read(file).replace("name: Was paid", "name: Paid"));
  });

  test("a model that was renamed and moved is told, and keeps its file", async () => {
    const name = "Purchases";
    const description = "What was bought";
    await emulator.ui.changeFile(orders, { name, description, parentId: emulator.seeded.folders.models });
    const before = read(file);
    const { code, stdout } = await update();
    expect({ code, stdout: stabilize(stdout, { [orders]: "<orders>" }) }).toMatchSnapshot();
    expect(read(file)).toBe(before);
    const {
      updates: [{ about }],
    } = JSON.parse((await update("--json")).stdout);
    expect(about).toMatchObject([
      { field: "name", before: "Orders", after: name },
      { field: "folder", before: "Acme/Models/Sales", after: "Acme/Models" },
      { field: "description", before: "One row per order", after: description },
    ]);
    await emulator.ui.changeFile(orders, {
      name: "Orders",
      description: "One row per order",
      parentId: emulator.seeded.folders.sales,
    });
    expect(JSON.parse((await update("--json")).stdout).updates[0]).not.toHaveProperty("about");
  });

  test("a name at the top of a file is merged like the rest", async () => {
    const before = read(file);
    const named = before.replace(/^pages:/m, "name: Ours # mine\npages:");
    write(file, named);
    expect(await update()).toMatchObject({ code: 0, stdout: expect.stringContaining("keeps its own edits") });
    await emulator.ui.changeFile(orders, { name: "Theirs" });
    expect(await update()).toMatchObject({ code: 1, stdout: expect.stringContaining("name `Ours` → `Theirs`") });
    expect(await update("--prefer", "file")).toMatchObject({ code: 0 });
    expect(read(file)).toBe(named);
    expect(await update("--prefer", "platform")).toMatchObject({ code: 0 });
    expect(read(file)).toBe(named.replace("Ours", "Theirs"));
    await emulator.ui.changeFile(orders, { name: "Orders" });
    write(file, before);
  });

  test("a new source gets the name it has among what was pulled; one that isn't known keeps its id", async () => {
    const stranger = await makeModel(emulator, "Stranger", [
      buildPage("P", buildOrdersTable(emulator, "T", ["Amount"])),
    ]);
    const sources = [
      await buildOtherModel(emulator, stranger),
      { kind: "warehouse-table", connectionId: emulator.seeded.connections.lakehouse, path: ["main", "web", "events"] },
    ];
    await edit(emulator, orders, ({ pages }) => {
      for (const [index, source] of sources.entries()) {
        pages[0]!.elements.push(buildOrdersTable(emulator, `New ${index}`, ["ID"], { source }) as never);
      }
    });
    expect(await update()).toMatchObject({ code: 0 });
    expect(read(file)).toContain(`dataModelId: ${stranger}\n`);
    expect(read(file)).toContain("connectionId: !ref lakehouse\n");
  });

  test("a file of a model that no pull has met becomes one of the folder", async () => {
    const id = await makeModel(emulator, "Later", [buildPage("P", buildOrdersTable(emulator, "T", ["Amount"]))]);
    write("pulled/models/mine.yaml", "# Mine\npages: []\n");
    const { code, stdout } = await runPiped(["pull", "models/mine.yaml", "--from", id], {
      cwd: join(cwd, "pulled"),
      env,
    });
    expect({ code, stdout: stabilize(stdout, { [id]: "<id>" }) }).toMatchSnapshot("told");
    expect(read("pulled/models/mine.yaml")).toMatchSnapshot("written");
    const { stdout: pulled } = await runPiped(["pull", "--out", "pulled"], { cwd, env });
    expect(pulled).toContain("updated pulled/models.ts");
    expect(pulled).not.toContain("models/later.yaml");
    expect(read("pulled/models.ts")).toContain('new analytics.DataModel("mine", {\n  name: "Later",');
  });
});

describe("a file anywhere else", () => {
  let emulator: Emulator;
  let env: Record<string, string>;
  let orders: string;
  const formIdNames = () => ({ [orders]: "<orders>" });
  const update = async (...args: string[]) => {
    const { code, stdout, stderr } = await runPiped(["pull", ...args], { cwd, env });
    return { code, stdout: stabilize(stdout, formIdNames()), stderr: stabilize(stderr, formIdNames()) };
  };

  beforeAll(async () => {
    emulator = await startEmpty({ seed: 1, tokenRequestsPerSecond: null });
    env = buildSettings(emulator);
    orders = await makeModel(
      emulator,
      "Orders",
      [buildPage("Orders", buildOrdersTable(emulator, "Orders", ["Amount"]))],
      {
        description: "One row per order",
      },
    );
    mkdirSync(join(cwd, "elsewhere"));
  });
  afterAll(() => emulator.stop());

  test("is found by --from", async () => {
    write(
      "elsewhere/a.yaml",
      "# Ours\nname: Old name\ndescription: Old\npages:\n  - id: main # ours too\n    name: Orders\n    elements: []\n",
    );
    expect(await update("elsewhere/a.yaml", "--from", orders)).toMatchSnapshot("told");
    expect(read("elsewhere/a.yaml")).toMatchSnapshot("written");
  });

  test("is found by its name", async () => {
    const own = '{\n  "name": "Orders",\n  "pages": []\n}\n';
    write("elsewhere/b.json", own);
    const { code, stdout } = await update("elsewhere/b.json");
    expect({ code, stdout }).toMatchSnapshot("told");
    for (const [, command = ""] of stdout.replaceAll("<orders>", orders).matchAll(/`pulumi-analytics pull ([^`]+)`/g)) {
      expect(read("elsewhere/b.json")).toBe(own);
      expect(await update(...command.split(" "))).toMatchObject({ code: 0 });
    }
    expect(JSON.parse(read("elsewhere/b.json"))).toMatchSnapshot("written");
  });

  test.each([
    ["without a name", "pages: []\n", []],
    ["with a name nothing has", "name: Ordres\npages: []\n", []],
    ["with an id nothing has", "pages: []\n", ["--from", "00000000-0000-4000-8000-000000000000"]],
    [
      "with names nobody knows",
      "name: Orders\npages:\n  - id: p\n    name: P\n    elements:\n      - { id: t, kind: table, source: { kind: " +
        "sql, connectionId: !ref warehouse, statement: !ref sql }, columns: [] }\n",
      [],
    ],
    ["for two models", "pages: []\n", ["--from", "live:Orders", "elsewhere/a.yaml"]],
    ["that holds no model", "name: Orders\n", []],
    ["that is no YAML", "a: [\n", []],
  ])("%s is refused", async (_, text, args) => {
    write("elsewhere/c.yaml", text);
    const { stderr, ...rest } = await update("elsewhere/c.yaml", ...args);
    expect({ ...rest, stderr: stderr.replace(/requestId [\w-]+/, "requestId <id>") }).toMatchSnapshot();
    expect(read("elsewhere/c.yaml")).toBe(text);
  });

  test("with a name two models have is refused, and one that isn't there", async () => {
    const second = await makeModel(emulator, "Orders", [buildPage("P")]);
    write("elsewhere/c.yaml", "name: Orders\npages: []\n");
    const { stderr } = await update("elsewhere/c.yaml");
    expect(stabilize(stderr, { [second]: "<second>" })).toMatchSnapshot();
    expect(await update("elsewhere/d.yaml")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("doesn't exist"),
    });
  });

  test("a change in what it includes is said, and nothing is written", async () => {
    const column = '- { id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }\n';
    const id = await makeModel(emulator, "Included", [
      buildPage("Orders", buildOrdersTable(emulator, "Orders", ["Amount"])),
    ]);
    await emulator.ui.changeFormula(id, "Orders", "Amount", "1");
    const { warehouse } = emulator.seeded.connections;
    const source = `{ kind: warehouse-table, connectionId: ${warehouse}, path: [SALES, PUBLIC, ORDERS] }`;
    const text =
      "pages:\n  - id: p\n    name: Orders\n    elements:\n      - id: t\n        kind: table\n        name: " +
      `Orders\n        source: ${source}\n        columns:\n          - !include columns.yaml\n`;
    write("elsewhere/e.yaml", text);
    write("elsewhere/columns.yaml", column);
    const { code, stderr } = await update("elsewhere/e.yaml", "--from", id);
    expect({ code, stderr }).toMatchSnapshot();
    expect([read("elsewhere/e.yaml"), read("elsewhere/columns.yaml")]).toEqual([text, column]);
  });
});

describe("a file of a stack, with the real engine", () => {
  let bench: Bench;
  const secret = "select card_number from customers";
  const texts = {
    "Pulumi.yaml": projectYaml,
    "index.js": `
const pulumi = require("@pulumi/pulumi");
const analytics = require("pulumi-analytics");
const config = new pulumi.Config();
const [folderId, warehouse] = [config.require("folderId"), config.require("connectionId")];
const declare = (name, file, refs, more) => new analytics.DataModel(name,
  { name, folderId, spec: analytics.specFile(file, { refs }), ...more });
const orders = declare("orders", "models/orders.yaml", { wh: warehouse },
  { ignorePaths: ["pages/*/elements/*/description"] });
declare("revenue", "models/revenue.yaml", { sales: orders });
declare("first", "models/twice.yaml");
declare("second", "models/twice.yaml");
declare("secret", "models/secret.yaml", { wh: warehouse, statement: config.requireSecret("statement") });
`,
    "models/orders.yaml": `# What was ordered.
pages:
  - id: main
    name: Orders
    elements:
      - id: fact_orders
        kind: table
        name: Orders
        description: Ours
        source: { kind: warehouse-table, connectionId: !ref wh, path: [SALES, PUBLIC, ORDERS] }
        columns:
          # In euros.
          - { id: paid, name: Amount, formula: "[ORDERS/AMOUNT]" }
`,
    "models/revenue.yaml": `pages:
  - id: main
    name: Revenue
    elements:
      - id: revenue
        kind: table
        name: Revenue
        source: { kind: data-model, dataModelId: !ref sales, elementId: !ref sales#fact_orders }
        columns:
          - { id: amount, name: Amount, formula: "[Orders/Amount]" }
`,
    "models/twice.yaml": "pages:\n  - { id: main, name: Main, elements: [] }\n",
    "models/secret.yaml": `pages:
  - id: main
    name: Cards
    elements:
      - id: cards
        kind: table
        name: Cards
        source: { kind: sql, connectionId: !ref wh, statement: !ref statement }
        columns:
          - { id: number, name: Number, formula: "[Custom SQL/CARD_NUMBER]" }
`,
  };

  beforeAll(async () => {
    bench = await startBench({ texts, emulator: { ...plainlyStored, tokenRequestsPerSecond: null } });
    await bench.stack.configure({}, { statement: secret });
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
  });
  afterAll(() => bench?.dispose());

  const readId = async (name: string) =>
    (await bench.stack.listResources()).find(({ urn }) => urn.endsWith(`::${name}`))?.id as string;
  const readText = (file: string) => readFileSync(join(bench.stack.directory, file), "utf8");
  const update = (file: string, ...args: string[]) =>
    runPiped(["pull", file, ...args], { cwd: bench.stack.directory, env: { ...bench.stack.environment } });
  const countVersions = () => bench.emulator.snapshot().dataModelVersions.length;

  test("comes to say what the platform has, but for what is left to it; then there is nothing to write", async () => {
    const [orders, revenue] = [await readId("orders"), await readId("revenue")];
    await edit(bench.emulator, orders, ({ pages }) => {
      const [table] = pages[0]!.elements;
      table!.description = "Theirs";
      table!.columns[0]!.formula = "[ORDERS/AMOUNT] * 2";
      table!.columns.push({ id: "x", name: "Was paid", formula: "[ORDERS/PAID]" });
    });
    const source = await buildOtherModel(bench.emulator, orders);
    await edit(bench.emulator, revenue, ({ pages }) => {
      pages[0]!.elements.push(buildOrdersTable(bench.emulator, "Again", ["Amount"], { source }) as never);
    });
    for (const [file, id] of [
      ["models/orders.yaml", orders],
      ["models/revenue.yaml", revenue],
    ] as const) {
      const { code, stdout, stderr } = await update(file);
      expect({ code, stderr, stdout: stabilize(stdout, { [id]: "<id>" }) }).toMatchSnapshot(`${file} told`);
      expect(readText(file)).toMatchSnapshot(file);
    }
    const before = countVersions();
    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--refresh"]);
    expect(bench.writes()).toEqual([]);
    await bench.stack.expect(["preview", "--expect-no-changes"]);
    expect(countVersions()).toBe(before);
  });

  test("needs no refresh before the next up", async () => {
    const orders = await readId("orders");
    await bench.emulator.ui.changeFormula(orders, "Orders", "Amount", "[ORDERS/AMOUNT] * 3");
    expect(await update("models/orders.yaml")).toMatchObject({ code: 0 });
    const before = countVersions();
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(countVersions()).toBe(before);
    await bench.stack.expect(["preview", "--expect-no-changes"]);
  });

  test("is found by its resource; an earlier version of it is written by the next up", async () => {
    const orders = await readId("orders");
    expect(await update("state:orders")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("models/orders.yaml equals the data model"),
    });
    const before = countVersions();
    expect((await update(`${orders}@1`)).stdout).toContain("formula `[ORDERS/AMOUNT] * 3` → `[ORDERS/AMOUNT]`");
    expect(readText("models/orders.yaml")).toContain("# In euros.");
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(countVersions()).toBe(before + 1);
    expect((await update("models/orders.yaml")).stdout).toContain("nothing to update");
  });

  test("of several models is refused, until one is named", async () => {
    const [first, second] = [await readId("first"), await readId("second")];
    const { code, stderr } = await update("models/twice.yaml");
    const names = { [first]: "<first>", [second]: "<second>", [bench.stack.directory]: "<folder>" };
    expect({ code, stderr: stabilize(stderr, names) }).toMatchSnapshot();
    expect(await update("state:second")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("nothing to update"),
    });
    // Name, folder and description are the program's to declare.
    await bench.emulator.ui.changeFile(second, { name: "Renamed", description: "Theirs" });
    expect((await update("models/twice.yaml", "--from", second)).stdout).toMatch(
      /changed in the product, and declared by the program, not by the file:\n {2}name `second` → `Renamed`\n {2}description .*`Theirs`\n$/,
    );
  });

  test("that a secret stands in is neither shown nor written", async () => {
    const id = await readId("secret");
    await editInEmulator(id);
    for (const args of [[], ["--from", id], ["--dry-run"], ["--json"]]) {
      const { code, stdout, stderr } = await update("models/secret.yaml", ...args);
      expect(code).toBe(2);
      expect(stdout + stderr).not.toContain("card_number");
      expect(stdout + stderr).toContain("this model contains a secret");
    }
    expect(readText("models/secret.yaml")).toBe(texts["models/secret.yaml"]);
  });

  const editInEmulator = (id: string) =>
    edit(bench.emulator, id, ({ pages }) => {
      const [table] = pages[0]!.elements;
      table!.source = { ...(table!.source as object), statement: `${secret} limit 1` };
    });
});
