import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chooseCases, testOfAll } from "../cases";
import { door } from "../door";
import { type Bench, repository, startBench } from "./support";

// One story, told in order: each test goes on where the one before it ended.
describe("a folder of models, tags on documents, a migration and a webhook, with the real engine", () => {
  let bench: Bench;

  beforeAll(async () => {
    bench = await startBench({
      files: { ".": join(repository, "examples/content") },
      config: { folder: "Acme/Models", warehouse: "Warehouse", report: "Sales report", dataset: "Orders dataset" },
    });
    await bench.stack.configure({ webhook: bench.emulator.seeded.webhookSequence, ordersVersion: "1" });
  });
  afterAll(() => bench.dispose());

  const runUp = (...args: string[]) => bench.stack.expect(["up", "--yes", "--skip-preview", ...args]);
  const getPath = (name: string) => join(bench.stack.directory, "models", name);
  const edit = async (name: string, from: string, to: string) =>
    writeFile(getPath(name), (await readFile(getPath(name), "utf8")).replace(from, to));
  const findResource = async (name: string) =>
    (await bench.stack.listResources()).find(({ urn }) => urn.endsWith(`::${name}`));
  const listModels = () => {
    const living = bench.emulator.snapshot().files.filter(({ deletedWith }) => !deletedWith);
    return living.filter(({ id, type }) => type === "data-model" && id !== bench.emulator.seeded.legacyModel);
  };
  const listTagged = async () => {
    const { dataModels, workbooks } = bench.emulator.snapshot();
    const orders = (await findResource("models-orders"))?.id;
    return {
      model: dataModels.find(({ documentId }) => documentId === orders)?.tags.map(({ version }) => version),
      report: workbooks.flatMap(({ tags }) => tags.map(({ version }) => version)),
    };
  };

  test("preview asks the lookups and the plan, and writes nothing", async () => {
    const preview = await bench.stack.expect(["preview", "--diff"]);
    expect(preview).toContain("referenceCount");
    expect(bench.writes()).toEqual([expect.stringMatching(/^POST \/v2\/datasets\/.*\/migrate$/)]);
    expect(bench.emulator.requests().filter(({ path }) => path.startsWith("/v2/connections"))).toHaveLength(1);
    expect(listModels()).toEqual([]);
  });

  test("up makes everything once, each model after those it refers to", async () => {
    bench.emulator.clearRequests();
    await runUp();
    expect(
      listModels()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["All orders", "Orders dataset", "Revenue"]);
    expect(await listTagged()).toEqual({ model: [1], report: [3] });
    expect(await bench.stack.readOutputs()).toMatchObject({
      reportVersion: 3,
      migratedModel: listModels().find(({ name }) => name === "Orders dataset")?.id,
      traceId: bench.emulator.snapshot().webhookDeliveries[0]?.traceId,
    });
    const orders = await findResource("models-orders");
    const written = bench.emulator.snapshot().dataModelVersions.find(({ dataModelId }) => dataModelId === orders?.id);
    expect(written?.pages[0]?.elements[0]).toMatchObject({
      // Names that equal the derived ones are left out.
      columns: [{ name: "ID" }, { formula: "[ORDERS/Ordered at]" }, { formula: "[ORDERS/Amount]" }],
    });
  });

  test("nothing changed is nothing sent, in an up and in a refresh", async () => {
    bench.emulator.clearRequests();
    await runUp("--expect-no-changes", "--refresh");
    expect(bench.writes().filter((write) => !write.endsWith("/migrate"))).toEqual([]);
  });

  test("a new version of the model sends the webhook again; the tag moves when its version says so", async () => {
    await edit("orders.yaml", "name: Amount", "name: Net amount");
    await edit("sales/revenue.yaml", "[Orders/Amount]", "[Orders/Net amount]");
    await runUp();
    expect(bench.emulator.snapshot().webhookDeliveries).toHaveLength(2);
    expect(await listTagged()).toEqual({ model: [1], report: [3] });
    await bench.stack.configure({ ordersVersion: "2" });
    await runUp();
    expect(await listTagged()).toEqual({ model: [2], report: [3] });
    expect(bench.emulator.snapshot().webhookDeliveries).toHaveLength(2);
  });

  test("a tag moved or taken off in the product is drift, and put right", async () => {
    const { workbooks } = bench.emulator.seeded;
    const orders = (await findResource("models-orders"))?.id;
    const move = { dataModelId: orders, tag: "Production", dataModelVersion: 1 };
    await bench.emulator.ui.request("POST", "/v2/dataModels/tag", move);
    const tagId = (await findResource("production"))?.id;
    await bench.emulator.ui.request("DELETE", `/v2/workbooks/${workbooks.sales}/tags/${tagId}`);
    await bench.stack.forgetWriteTimes();
    await runUp("--refresh");
    expect(await listTagged()).toEqual({ model: [2], report: [3] });
  });

  test("a removed file stops the up", async () => {
    const kept = await readFile(getPath("sales/revenue.yaml"), "utf8");
    await rm(getPath("sales/revenue.yaml"));
    const refused = await bench.stack.run(["preview"]);
    expect(refused.code).not.toBe(0);
    expect(refused.stdout + refused.stderr).toMatch(/models-revenue.*cannot be deleted/s);
    expect(listModels()).toHaveLength(3);
    await writeFile(getPath("sales/revenue.yaml"), kept);
  });

  test("a recreated tag is put on again where it was, in the up that allows deletion", async () => {
    await bench.stack.configure({ allowDelete: "true" });
    const program = join(bench.stack.directory, "index.ts");
    await writeFile(
      program,
      (await readFile(program, "utf8")).replace('name: "Production", color: "grass"', 'name: "Live", color: "plum"'),
    );
    const before = (await findResource("production"))?.id;
    await runUp();
    expect((await findResource("production"))?.id).not.toBe(before);
    expect(await listTagged()).toEqual({ model: [2], report: [3] });
    expect((await findResource("orders-production"))?.id).toContain((await findResource("production"))?.id);
  });

  test("a removed file deletes the model once deletion has been allowed", async () => {
    await rm(getPath("sales/revenue.yaml"));
    await runUp();
    expect(
      listModels()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["All orders", "Orders dataset"]);
  });

  // `import` and `ownership` have both.
  testOfAll("import leads to adopt", async () => {
    const id = (await findResource("production"))?.id as string;
    await bench.stack.expect([
      "state",
      "delete",
      "--yes",
      "--target-dependents",
      (await findResource("production"))?.urn as string,
    ]);
    const program = join(bench.stack.directory, "index.ts");
    const text = await readFile(program, "utf8");
    await writeFile(program, text.replace('color: "plum" }', `color: "plum" }, { import: "${id}" }`));
    const refused = await bench.stack.run(["preview"]);
    if (door === "plugin") expect(refused.stdout).toContain("= 1 to import");
    else
      expect(refused.stdout + refused.stderr).toContain(
        "Tag \"production\": import can't reach resources that Node's dynamic-provider host serves. Adopt the " +
          `object with the argument adopt: { id: "${id}" }`,
      );
    await writeFile(
      program,
      text
        .replaceAll(/(color: "plum"|version: .*?,|tag: production)( })/g, `$1, adopt: true$2`)
        .replace("version: config", "adopt: true,\n  version: config"),
    );
    const adopted = await runUp();
    expect(adopted).toContain(`adopted tag "Live" (${id}) as it is: nothing was written`);
  });

  test("destroy says what it leaves behind", async () => {
    const destroyed = await bench.stack.expect(["destroy", "--yes", "--skip-preview"]);
    expect(destroyed).toContain("stays migrated");
    expect(listModels().map(({ name }) => name)).toEqual(["Orders dataset"]);
    expect((await listTagged()).report).toEqual([]);
  });

  test.each(
    chooseCases([
      ["in an apply", 'analytics.getTeamOutput({ name: "Finanse" });'],
      ["awaited", 'export = async () => ({ team: await analytics.getTeam({ name: "Finanse" }) });'],
    ]),
  )("a lookup that finds nothing, %s, is said in a line", async (_, ask) => {
    await bench.stack.write("index.ts", `import * as analytics from "pulumi-analytics";\n${ask}\n`);
    const { code, stdout, stderr } = await bench.stack.run(["preview"]);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain(
      'getTeam: no team is called "Finanse". Did you mean "Finance"? There are: Finance, Data Engineering.',
    );
    expect(stdout + stderr).not.toMatch(/^ +at /m);
  });
});
