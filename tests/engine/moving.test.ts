import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { registry } from "../../provider/src/kinds/registry";
import { chooseCases, describeOfAll, testOfAll } from "../cases";
import { type Door, readIds, runPreview, runUp, types, write } from "./both-doors";
import { everyKind, modelFile, surroundings } from "./every-kind";
import { type Bench, projectYaml, repository, startBench } from "./support";

// Whatever is missing is built before any test waits for it.

// One story, told in order: each test goes on where the one before it ended.
describe("a stack with every kind moves", () => {
  let bench: Bench;
  let settings: Record<string, unknown>;
  let ids: Record<string, string | undefined>;

  beforeAll(async () => {
    bench = await startBench({
      ...surroundings,
      texts: { "Pulumi.yaml": projectYaml, "index.js": "", "models/top.yaml": modelFile },
    });
    settings = {
      seeded: bench.emulator.seeded,
      tag: { name: "Release", color: "grass" },
      title: "Orders",
      formula: "[ORDERS/AMOUNT]",
    };
    await bench.stack.write("settings.json", JSON.stringify(settings));
    await write(bench, "dynamic", everyKind);
    await runUp(bench);
    ids = await readIds(bench, "dynamic");
  });
  afterAll(() => bench.dispose());

  async function moveStack(door: Door): Promise<void> {
    await write(bench, door, everyKind);
    bench.emulator.clearRequests();
    await runUp(bench, "--expect-no-changes");
    expect(bench.writes()).toEqual([]);
    expect(await readIds(bench, door)).toEqual(ids);
  }

  /** Changes a model: it is updated in place, which moves its tag and sends its webhook. */
  async function changeModel(door: Door, formula: string): Promise<void> {
    settings.formula = formula;
    await bench.stack.write("settings.json", JSON.stringify(settings));
    bench.emulator.clearRequests();
    await runUp(bench);
    expect(bench.writes().filter((write) => !/tag/.test(write))).toEqual([
      `PUT /v2/dataModels/${ids.orders}/spec`,
      expect.stringMatching(/^POST .*webhook/i),
    ]);
    const after = await readIds(bench, door);
    expect(after).toEqual({ ...ids, sent: expect.not.stringMatching(ids.sent as string) });
    ids = after;
  }

  test("the program has every kind", async () => {
    const kinds = (await bench.stack.listResources()).flatMap(({ type }) => types.dynamic.exec(type)?.[1] ?? []);
    expect(new Set(kinds)).toEqual(new Set(Object.keys(registry)));
  });

  test("to the plugin: nothing is written, and ids stay", () => moveStack("plugin"));

  test("there, a changed formula is an update in place", () => changeModel("plugin", "[ORDERS/AMOUNT] * 2"));

  // `life`, `content` and `data-model` have refreshes of states that haven't moved.
  testOfAll("there, a refresh finds no drift", async () => {
    await bench.stack.expect(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
    expect(await runPreview(bench)).toEqual([]);
  });

  test("back to the dynamic provider: nothing is written, and ids stay", () => moveStack("dynamic"));

  testOfAll(
    "there, a changed formula is an update in place again",
    () => changeModel("dynamic", "[ORDERS/AMOUNT] * 3"),
    180_000,
  );

  testOfAll("there, a refresh finds no drift, either", async () => {
    await bench.stack.expect(["refresh", "--yes", "--skip-preview", "--expect-no-changes"]);
    expect(await runPreview(bench)).toEqual([]);
  });

  // The same moves, from states that have moved before.
  testOfAll("to the plugin once more: nothing is written", () => moveStack("plugin"));
  testOfAll("and back: nothing is written", () => moveStack("dynamic"));

  test("a destroy deletes all of it", async () => {
    await bench.stack.expect(["destroy", "--yes", "--skip-preview"]);
    expect(await bench.stack.listResources()).toEqual([]);
    expect(bench.writes().filter((write) => write.startsWith("DELETE")).length).toBeGreaterThan(10);
  });
});

/** A model whose text is confidential, one that the platform doesn't let read, and a credential. */
const delicate = `
const pulumi = require("@pulumi/pulumi");
const analytics = require("pulumi-analytics");
const config = new pulumi.Config();
const folderId = config.require("folderId");
const source = { kind: "warehouse-table", connectionId: config.require("connectionId"),
  path: ["SALES", "PUBLIC", "ORDERS"] };
const spec = (formula) => ({ pages: [{ id: "p", name: "P", elements: [
  { id: "facts", kind: "table", name: "Facts", source, columns: [{ id: "amount", name: "Amount", formula }] },
] }] });
const secret = new analytics.DataModel("secret", { name: "Secret", folderId, spec: spec(pulumi.secret('"planted"')) });
const credential = new analytics.ApiCredential("credential", {
  name: "Credential", allowlist: ["*.example.com"],
  credential: { authMethod: "basic", basic: { username: "ann", password: "planted" } },
});
const half = new analytics.DataModel("half", { name: "Half", folderId, spec: spec("[ORDERS/AMOUNT]") }, {
  dependsOn: [secret, credential],
});
exports.half = half.spec;
`;

describeOfAll("what is delicate in a stack moves too", () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": "" } });
  });
  afterEach(() => bench.dispose());

  /** The state as the file has it: secrets are encrypted. */
  const readState = () => bench.stack.expect(["stack", "export"]);

  const ways = [
    ["dynamic", "plugin"],
    ["plugin", "dynamic"],
  ] as const;
  test.each(chooseCases(ways))("a partially created object and secrets, from %s to %s", async (from, to) => {
    await write(bench, from, delicate);
    const fault = bench.emulator.addFault({
      fault: "status",
      status: 403,
      method: "GET",
      path: "/v2/dataModels/*/spec",
      nth: [2, 3, 4],
    });
    const { code, stdout } = await bench.stack.run(["up", "--yes", "--skip-preview"]);
    expect(code).not.toBe(0);
    expect(stdout).toContain("half");
    bench.emulator.removeFault(fault.id);
    expect(await readState()).toContain("initErrors");
    const ids = await readIds(bench, from);

    await write(bench, to, delicate);
    bench.emulator.clearRequests();
    await runUp(bench);
    expect(bench.writes()).toEqual([]);
    expect(await readIds(bench, to)).toEqual(ids);
    expect(await readState()).not.toMatch(/initErrors|planted/);
    expect(String((await bench.stack.readOutputs()).half)).toContain("[ORDERS/AMOUNT]");
  });
});

const fixtures = join(repository, "tests/fixtures/states");

/** A program that declares the resources of fixtures as `states.json` has them. */
const ofFixtures = `
const { readFileSync } = require("fs");
const analytics = require("pulumi-analytics");
for (const [name, { kind, inputs }] of Object.entries(JSON.parse(readFileSync("states.json", "utf8")))) {
  const { spec, refs, file, ...others } = inputs;
  new analytics[kind](name, { ...others, ...(spec ? { spec: analytics.specFile(file, { refs }) } : {}) });
}
`;

test("a state of each shape that still occurs moves: nothing changes, and what is gone there is deleted", async () => {
  const bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": ofFixtures } });
  try {
    const states = await Promise.all(
      (await readdir(fixtures)).map(async (file) => {
        const text = await readFile(join(fixtures, file), "utf8");
        // A file of their own: the models differ.
        return [file, JSON.parse(text.replaceAll("models/orders.yaml", `models/${file}`))] as const;
      }),
    );
    const declared: Record<string, unknown> = {};
    for (const [file, { type, inputs }] of states) {
      const { __provider, ...others } = inputs;
      declared[file] = { kind: type.split(":").at(-1), inputs: others };
      if (others.file !== undefined) await bench.stack.write(others.file, others.spec);
    }
    await bench.stack.write("states.json", JSON.stringify(declared));
    const { emulator } = bench;
    const profile = { baseUrl: emulator.url, clientId: emulator.clientId, clientSecret: emulator.clientSecret };
    await bench.stack.configure({}, { "analytics:profiles": JSON.stringify({ emea: profile }) });
    // Any state of the dynamic provider, for the entries that aren't ours.
    await write(
      bench,
      "dynamic",
      'const analytics = require("pulumi-analytics"); new analytics.Tag("any", { name: "Any", color: "grass" });',
    );
    await runUp(bench);
    const exported = JSON.parse(await bench.stack.expect(["stack", "export", "--show-secrets"]));
    const { resources } = exported.deployment;
    const any = resources.pop();
    for (const [file, state] of states) {
      // Written with the credentials of this stack.
      const { __state } = state.outputs;
      if (__state?.client !== undefined) __state.client = any.outputs.__state.client;
      resources.push({
        ...any,
        ...state,
        urn: any.urn.replace(/[^:]*::any$/, `${state.type.split(":").at(-1)}::${file}`),
      });
    }
    await bench.stack.write("exported.json", JSON.stringify(exported));
    await bench.stack.expect(["stack", "import", "--file", "exported.json"]);

    await write(bench, "plugin", ofFixtures);
    bench.emulator.clearRequests();
    await runUp(bench, "--expect-no-changes");
    expect(bench.emulator.requests()).toEqual([]);
    expect(Object.keys(await readIds(bench, "plugin")).sort()).toEqual(states.map(([file]) => file).sort());
    await bench.stack.expect(["destroy", "--yes", "--skip-preview"], { ANALYTICS_MISSING_OBJECTS: "deleted" });
    expect(await bench.stack.listResources()).toEqual([]);
  } finally {
    await bench.dispose();
  }
});

const file = `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: facts
        kind: table
        name: facts
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns:
          - { id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }
`;

const inTypeScript = `
const pulumi = require("@pulumi/pulumi");
const analytics = require("pulumi-analytics");
const config = new pulumi.Config();
const home = new analytics.Folder("home", { name: "Home", parentId: config.require("folderId"), deleteContents: true });
new analytics.Tag("release", { name: "Release", color: "grass" }, { aliases: [{ name: "released" }] });
const orders = new analytics.DataModel("orders", {
  name: "Orders", folderId: home.id, spec: analytics.specFile("orders.yaml",
    { refs: { warehouse: config.require("connectionId") } }),
});
const revenue = new analytics.DataModel("revenue", { name: "Revenue", folderId: home.id,
  spec: { pages: [{ id: "p", name: "P", elements: [{
  id: "revenue", kind: "table", name: "revenue",
  source: { kind: "data-model", dataModelId: orders.id, elementId: orders.elementId("facts") },
  columns: [{ id: "amount", name: "Amount", formula: "[facts/Amount]" }],
}] }] } });
new analytics.DataModelDirectory("models", { path: "models", folderId: home.id, refs: { revenue }, allowDelete: true });
new analytics.ApiCredential("credential", {
  name: "Credential", allowlist: ["*.example.com"],
  credential: { authMethod: "basic", basic: { username: "ann", password: config.requireSecret("password") } },
});
`;

const inYaml = `name: bench
runtime: yaml
packages:
  analytics: ./node_modules/pulumi-analytics/plugin
config:
  folderId: { type: string }
  connectionId: { type: string }
  password: { type: string, secret: true }
resources:
  home:
    type: analytics:Folder
    properties: { name: Home, parentId: "\${folderId}", deleteContents: true }
  released:
    type: analytics:Tag
    properties: { name: Release, color: grass }
    options: { aliases: [{ name: release, type: "pulumi-nodejs:dynamic/analytics:Tag" }] }
  orders:
    type: analytics:DataModel
    properties:
      name: Orders
      folderId: \${home.id}
      spec: { fn::fileAsset: orders.yaml }
      refs: { warehouse: "\${connectionId}" }
  revenue:
    type: analytics:DataModel
    properties:
      name: Revenue
      folderId: \${home.id}
      spec:
        pages:
          - id: p
            name: P
            elements:
              - id: revenue
                kind: table
                name: revenue
                source: { kind: data-model, dataModelId: "\${orders.id}", elementId: "\${orders.elementIds.facts}" }
                columns: [{ id: amount, name: Amount, formula: "[facts/Amount]" }]
  models:
    type: analytics:DataModelDirectory
    properties:
      path: models
      folderId: \${home.id}
      refs: { revenue: "\${revenue.id}", revenue#revenue: "\${revenue.elementIds.revenue}" }
      allowDelete: true
  credential:
    type: analytics:ApiCredential
    properties:
      name: Credential
      allowlist: ["*.example.com"]
      credential: { authMethod: basic, basic: { username: ann, password: "\${password}" } }
`;

testOfAll(
  "a YAML program takes a TypeScript program's stack over from the dynamic provider, and it goes back",
  async () => {
    const bench = await startBench({
      texts: { "Pulumi.yaml": projectYaml, "index.js": "", "orders.yaml": file, "models/top.yaml": modelFile },
    });
    try {
      await bench.stack.configure({}, { password: "planted" });
      await write(bench, "dynamic", inTypeScript);
      await runUp(bench);
      const ids = await readIds(bench, "dynamic");

      await bench.stack.write("Pulumi.yaml", inYaml);
      bench.emulator.clearRequests();
      // The program reads elementIds, which the dynamic provider's state hasn't.
      expect((await runPreview(bench)).sort()).toEqual(["update models-top", "update orders", "update revenue"]);
      await runUp(bench);
      expect(bench.emulator.requests()).toEqual([]);
      const { release, ...others } = ids;
      expect(await readIds(bench, "plugin")).toEqual({ ...others, released: release });
      expect(await bench.stack.expect(["stack", "export"])).not.toContain("planted");
      await bench.stack.write("orders.yaml", file.replace("[ORDERS/AMOUNT]", "[ORDERS/AMOUNT] * 2"));
      await runUp(bench);
      expect(bench.writes()).toEqual([`PUT /v2/dataModels/${ids.orders}/spec`]);

      await write(bench, "dynamic", inTypeScript);
      bench.emulator.clearRequests();
      await runUp(bench, "--expect-no-changes");
      expect(bench.writes()).toEqual([]);
      expect(await readIds(bench, "dynamic")).toEqual(ids);
    } finally {
      await bench.dispose();
    }
  },
);
