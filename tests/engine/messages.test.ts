import { testOfAll } from "../cases";
import { type Bench, projectYaml, startBench } from "./support";

const writeSpec = (connection: string, column: string) => `schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: e
        kind: table
        source: { kind: warehouse-table, connectionId: ${connection}, path: [A] }
        columns:
          - { id: c, ${column}: "[A/B]" }
`;

const program = `
const analytics = require("pulumi-analytics");
const tag = new analytics.Tag("tag", { name: "T", color: "plum" });
`;

describe("what is wrong is said in the preview, before any request", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ texts: { "Pulumi.yaml": projectYaml, "index.js": program } });
  });
  afterAll(() => bench.dispose());

  async function readRefusal(environment: Record<string, string> = {}): Promise<string> {
    bench.emulator.clearRequests();
    const { code, stdout, stderr } = await bench.stack.run(["preview"], environment);
    expect(code).not.toBe(0);
    expect(bench.emulator.requests()).toEqual([]);
    return stdout + stderr;
  }

  // Each setting has its own in `tests/unit/settings`.
  test("settings that can't work, all of them", async () => {
    await bench.stack.configure({ "analytics:baseUrl": "http://api.example.com" });
    await bench.stack.unset("analytics:clientId", "analytics:clientSecret");
    const said = await readRefusal();
    expect(said).toContain("Tag resource 'tag'");
    expect(said).toContain('analytics:baseUrl ("http://api.example.com") receives credentials');
    expect(said).toContain("No clientId is configured");
    expect(said).toContain("No clientSecret is configured: pulumi config set --secret analytics:clientSecret");
    await bench.stack.configure({ "analytics:baseUrl": bench.emulator.url });
  });

  test("fields of a resource, each with a hint", async () => {
    await bench.stack.write("index.js", program.replace('color: "plum"', 'colour: "gras", color: "gras"'));
    const said = await readRefusal({ ANALYTICS_CLIENT_ID: "x", ANALYTICS_CLIENT_SECRET: "y" });
    expect(said).toContain("Tag resource 'tag' has a problem: color: \"gras\" is not one of cyan, grass,");
    expect(said).toContain('Did you mean "grass"?');
    expect(said).toContain('colour: no such field. Did you mean "color"?');
  });

  test("a model's file, by line and column; a name without a value and a value without a name", async () => {
    await bench.stack.write("models/m.yaml", writeSpec("!ref warehose", "fromula"));
    await bench.stack.write(
      "index.js",
      `const analytics = require("pulumi-analytics");
       new analytics.DataModel("m", { name: "M", folderId: "f",
         spec: analytics.specFile("models/m.yaml", { refs: { warehouse: "w" } }) });`,
    );
    const said = await readRefusal({ ANALYTICS_CLIENT_ID: "x", ANALYTICS_CLIENT_SECRET: "y" });
    expect(said).toContain("DataModel resource 'm'");
    expect(said).toContain("models/m.yaml:10:22");
    expect(said).toContain("Did you mean `formula`?");
    expect(said).toContain("no value is given for `warehose`");
    expect(said).toContain("nothing refers to it");
  });

  // Each of these is told by a module whose own tests have it.
  testOfAll("what is written in another way than YAML and formulas want, with what to write", async () => {
    await bench.stack.write(
      "index.js",
      `const analytics = require("pulumi-analytics");
       new analytics.DataModel("m", { name: "M", folderId: "f",
         spec: analytics.specFile("models/m.yaml", { refs: { warehouse: "Snowflake prod" } }) });`,
    );
    const right = writeSpec("!ref warehouse", "formula");
    const wrong = right
      .replace("schemaVersion: 1", "schemaVersion: 2")
      .replace("columns:", "visibleAsSource: yes\n        name: Orders\n        columns:")
      .replace("[A/B]", "[Customer/Region]");
    const relationship = `        relationships:
          - { id: r, name: Customer, targetElementId: e, keys: [{ sourceColumnId: c, targetColumnId: c }] }
`;
    await bench.stack.write("models/m.yaml", `${wrong}${relationship}`);
    const said = await readRefusal({ ANALYTICS_CLIENT_ID: "x", ANALYTICS_CLIENT_SECRET: "y" });
    expect(said).toContain(
      "models/m.yaml:1:1: error: schemaVersion: `2` is not known here [unknown-value]. Known: `1`.",
    );
    expect(said).toMatch(/models\/m\.yaml:9:9: error: \S+\.visibleAsSource: .*Write true: `yes` is a text\./);
    expect(said).toMatch(/models\/m\.yaml:12:\d+: error: .*Did you mean `\[Orders\/Customer\/Region\]`\?/);
  });

  testOfAll("a file that isn't there, and a path given as text", async () => {
    await bench.stack.write(
      "index.js",
      `const analytics = require("pulumi-analytics");
       try {
         new analytics.DataModel("n", { name: "N", folderId: "f", spec: "models/m.yaml" });
       } catch (error) {
         console.error(error.message);
       }
       new analytics.DataModel("m", { name: "M", folderId: "f", spec: analytics.specFile("model/m.yml") });`,
    );
    const said = await readRefusal();
    expect(said).toMatch(/DataModel "m": model\/m\.yml: doesn't exist; looked at .*\. Did you mean models\/m\.yaml\?/);
    expect(said).not.toContain("    at ");
    expect(said).toContain('analytics.specFile("models/m.yaml")');
  });
});

describe("outputs inside an object", () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({
      texts: {
        "Pulumi.yaml": projectYaml,
        "index.js": `
const analytics = require("pulumi-analytics");
const pulumi = require("@pulumi/pulumi");
const config = new pulumi.Config();
const folderId = config.require("folderId");
const table = (id, source, columns, name = id) => ({ pages: [{ id: "p", name: "P",
  elements: [{ id, kind: "table", name, source, columns }] }] });
const base = new analytics.DataModel("base", {
  name: "Base", folderId,
  spec: table("facts", { kind: "warehouse-table", connectionId: config.require("connectionId"),
    path: ["SALES", "PUBLIC", "ORDERS"] }, [
    { id: "amount", name: "Amount", formula: "[ORDERS/AMOUNT]" },
    { id: "masked", name: "Masked", formula: config.requireSecret("formula") },
  ], "Base"),
});
new analytics.DataModel("top", {
  name: "Top", folderId,
  spec: table("top", { kind: "data-model", dataModelId: base.id, elementId: base.elementId("facts") }, [
    { id: "amount", name: "Amount", formula: pulumi.interpolate\`[\${base.name}/Amount]\` },
  ]),
});
`,
      },
    });
    await bench.stack.configure({}, { formula: '"planted-secret" & [ORDERS/ID]' });
  });
  afterAll(() => bench.dispose());

  test("leave placeholders in the preview, and are filled when known", async () => {
    const preview = await bench.stack.expect(["preview", "--diff"]);
    expect(preview).toMatch(/elements\/top\/source\/elementId +: \[unknown\]/);
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    const resources = await bench.stack.listResources();
    const id = resources.find(({ urn }) => urn.endsWith("::base"))?.id;
    const contents = bench.emulator.snapshot().dataModelVersions.at(-1);
    expect(contents?.pages[0]?.elements[0]).toMatchObject({ name: "top", source: { dataModelId: id } });
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--expect-no-changes", "--refresh"]);
  });

  test("a secret among them is in clear nowhere: state, preview, messages", async () => {
    const id = (await bench.stack.listResources()).find(({ urn }) => urn.endsWith("::base"))?.id as string;
    const printed: string[] = [];
    printed.push(await bench.stack.readState());
    printed.push(await bench.stack.expect(["preview", "--diff", "--json"]));
    // Drift brings the platform's own contents into the state.
    await bench.emulator.ui.changeFormula(id, "Base", "Amount", "[ORDERS/ID]");
    printed.push(await bench.stack.expect(["refresh", "--yes", "--skip-preview", "--diff"]));
    printed.push(await bench.stack.readState());
    for (const text of printed) expect(text).not.toContain("planted-secret");
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(await bench.stack.readState()).not.toContain("planted-secret");
    expect(JSON.stringify(bench.emulator.snapshot().dataModelVersions.at(-1))).toContain("planted-secret");
  });
});
