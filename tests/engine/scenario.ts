import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { door, getType } from "../door";
import { type Bench, type BenchOptions, startBench } from "./support";

/**
 * The whole life of the quickstart's program, with the real engine: one story, told in order, each test going on where
 * the one before it ended. To be called inside a `describe`.
 *
 * @param options settings of the bench, asked for when the story begins.
 */
export function tellScenario(options: () => BenchOptions = () => ({})): void {
  let bench: Bench;
  let outputs: Record<string, unknown>;

  beforeAll(async () => {
    bench = await startBench(options());
  });
  afterAll(() => bench.dispose());

  const getModelFile = () => join(bench.stack.directory, "examples/quickstart/models/orders.yaml");
  const before = "If([ORDERS/PAID], [Amount], 0)";
  const after = "If([ORDERS/PAID], [Amount] * 0.9, 0)";
  /** The platform gives warehouse columns friendly names. */
  const formStored = (formula: string) => formula.replace("[ORDERS/PAID]", "[ORDERS/Paid]");

  /** How a preview shows a change: the leaf of a text, or the plugin's line for the place. */
  const matchShownChange = (a: string, b: string) =>
    door === "plugin" ? `› column revenue › formula      : "\`${a}\` → \`${b}\`"` : `"${a}" => "${b}"`;

  async function findResource(name: string) {
    const found = (await bench.stack.listResources()).find(({ urn }) => urn.endsWith(`::${name}`));
    if (found === undefined) throw new Error(`no resource ${name} in the state`);
    return found;
  }

  function readRevenueFormula(): string | undefined {
    const { dataModelVersions } = bench.emulator.snapshot();
    const columns = dataModelVersions
      .flatMap(({ pages }) =>
        pages.flatMap((page) => page.elements.flatMap((e) => (e.kind === "table" ? e.columns : []))),
      )
      .filter(({ id }) => id === outputs.revenueColumn);
    return columns.at(-1)?.formula;
  }

  test("preview shows six creates and writes nothing", async () => {
    expect(await bench.stack.expect(["preview"])).toMatch(/\+ 6 to create/);
    expect(bench.writes()).toEqual([]);
  });

  test("up creates three models and two tags, each once", async () => {
    expect(await bench.stack.expect(["up", "--yes", "--skip-preview"])).toMatch(/\+ 6 created/);
    expect(bench.writes().sort()).toEqual([
      "POST /v2/dataModels/spec",
      "POST /v2/dataModels/spec",
      "POST /v2/dataModels/spec",
      "POST /v2/tags",
      "POST /v2/tags",
    ]);
    outputs = await bench.stack.readOutputs();
    expect(readRevenueFormula()).toBe(formStored(before));
    const revenue = await findResource("revenue");
    expect(revenue.inputs).toMatchObject({ refs: { "orders#fact_orders": outputs.factOrders } });
  });

  test("the state names what to require, its version and the identity, and holds no secret", async () => {
    const exported = await bench.stack.expect(["stack", "export"]);
    expect(exported).not.toContain(bench.emulator.clientSecret);
    const orders = await findResource("orders");
    expect(orders.type).toBe(getType("DataModel"));
    expect(orders.outputs).toMatchObject({
      ...(door === "dynamic" && {
        __provider: 'exports.handler = () => require("pulumi-analytics/host").DataModel;',
      }),
      __state: { version: 1 },
    });
    expect(JSON.parse(String(orders.outputs?.ids))).toMatchObject({
      elements: { fact_orders: { id: outputs.factOrders, columns: { revenue: outputs.revenueColumn } } },
    });
    const staging = await findResource("staging");
    expect(staging.type).toBe(getType("Tag"));
    const program = await readFile(join(bench.stack.directory, "examples/quickstart/index.ts"), "utf8");
    const line = program.split("\n").findIndex((text) => text.includes('new analytics.Tag("staging"')) + 1;
    const place = expect.stringMatching(new RegExp(`^project:///.*index\\.ts#${line},`));
    expect(staging.stackTrace).toContainEqual({ sourcePosition: place });
  });

  test("a second up changes nothing and sends nothing", async () => {
    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes"]);
    expect(bench.emulator.requests()).toEqual([]);
  });

  test("a change of one formula shows as that leaf, and updates that model alone", async () => {
    await writeFile(getModelFile(), (await readFile(getModelFile(), "utf8")).replace(before, after));
    const preview = await bench.stack.expect(["preview", "--diff"]);
    expect(preview).toMatch(/~ 1 to update/);
    expect(preview).toContain(matchShownChange(before, after));
    expect(await bench.stack.expect(["up", "--yes", "--skip-preview"])).toMatch(/~ 1 updated/);
    expect(bench.writes()).toEqual([`PUT /v2/dataModels/${(await findResource("orders")).id}/spec`]);
    expect(await bench.stack.readOutputs()).toEqual(outputs);
    expect(readRevenueFormula()).toBe(formStored(after));
  });

  test("a change made on the platform stops an up that doesn't know it", async () => {
    const orders = await findResource("orders");
    await bench.emulator.ui.changeFormula(orders.id as string, "Orders", "Revenue", "[Amount]");
    await writeFile(
      getModelFile(),
      (await readFile(getModelFile(), "utf8")).replace("name: Ordered at", "name: Order date"),
    );
    const refused = await bench.stack.run(["up", "--yes", "--skip-preview"]);
    expect(refused.code).not.toBe(0);
    const said = refused.stdout + refused.stderr;
    expect(said).toContain("was changed on the platform since version 2");
    expect(said).toContain("by Alan Analyst <alan.analyst@acme.example>");
    expect(said).toContain("[Amount]");
    expect(said).toContain("pulumi refresh");
    expect(readRevenueFormula()).toBe("[Amount]");
    await writeFile(
      getModelFile(),
      (await readFile(getModelFile(), "utf8")).replace("name: Order date", "name: Ordered at"),
    );
  });

  test("refresh shows it as drift, in the ids of the file", async () => {
    const drift = await bench.stack.expect(["refresh", "--yes", "--skip-preview", "--diff"]);
    expect(drift).toContain(matchShownChange(after, "[Amount]"));
    expect(String((await findResource("orders")).inputs?.spec)).toContain('"id":"revenue","name":"Revenue"');
  });

  test("up makes the file's version so again, with every id as before", async () => {
    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(bench.writes()).toHaveLength(1);
    expect(readRevenueFormula()).toBe(formStored(after));
    expect(await bench.stack.readOutputs()).toEqual(outputs);
  });

  test("a rename and a move go through the file endpoint and keep the model", async () => {
    const program = join(bench.stack.directory, "examples/quickstart/index.ts");
    const text = await readFile(program, "utf8");
    await writeFile(
      program,
      text.replace(
        'name: "Orders",\n  folderId,',
        `name: "All orders",\n  folderId: "${bench.emulator.seeded.folders.sales}",`,
      ),
    );
    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    const { id } = await findResource("orders");
    expect(bench.writes()).toEqual([`PATCH /v2/files/${id}`]);
    expect(bench.emulator.snapshot().files.find((file) => file.id === id)).toMatchObject({
      name: "All orders",
      parentId: bench.emulator.seeded.folders.sales,
    });
  });

  test("a tag's color changes in place; a model deleted in the product is recreated", async () => {
    const program = join(bench.stack.directory, "examples/quickstart/index.ts");
    await writeFile(program, (await readFile(program, "utf8")).replace('color: "amber"', 'color: "plum"'));
    const old = await findResource("staging");
    const revenue = await findResource("revenue");
    await bench.emulator.ui.deleteFile(revenue.id as string);
    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--refresh"]);
    expect(bench.writes().filter((write) => write.includes("/tags"))).toEqual([`PATCH /v2/tags/${old.id}`]);
    expect((await findResource("revenue")).id).not.toBe(revenue.id);
    expect(bench.emulator.snapshot().tags.map(({ name, color }) => [name, color])).toContainEqual(["Staging", "plum"]);
  });

  test("destroy leaves the platform empty", async () => {
    await bench.stack.expect(["destroy", "--yes", "--skip-preview"]);
    const { tags, files } = bench.emulator.snapshot();
    expect(tags).toEqual([]);
    const models = files.filter(({ type, deletedWith }) => type === "data-model" && deletedWith === null);
    expect(models.map(({ id }) => id)).toEqual([bench.emulator.seeded.legacyModel]);
  });
}
