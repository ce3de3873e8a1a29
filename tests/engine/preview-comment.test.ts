import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chooseCases, testOfAll } from "../cases";
import { readSection, writeComment } from "../unit/pipelines/support";
import { type Bench, projectYaml, repository, startBench } from "./support";

const program = `
const analytics = require("pulumi-analytics");
const config = new (require("@pulumi/pulumi").Config)();
const folderId = config.require("folderId");
const warehouse = config.require("connectionId");
new analytics.DataModel("orders", {
  name: "Orders", folderId, spec: analytics.specFile("models/orders.yaml", { refs: { warehouse } }),
});
new analytics.DataModel("masked", {
  name: "Masked", folderId, spec: { pages: [{ id: "p", name: "P", elements: [{
    id: "e", kind: "table", name: "E", source: { kind: "warehouse-table", connectionId: warehouse,
      path: ["SALES", "PUBLIC", "ORDERS"] },
    columns: [{ id: "c", name: "C", formula: config.requireSecret("formula") }],
  }] }] },
});
new analytics.Tag("staging", { name: config.get("color") ? "Preview" : "Staging",
  color: config.get("color") ?? "amber" });
if (config.get("color") === undefined) new analytics.Tag("gone", { name: "Gone", color: "amber" });
`;

const pack = `
const { PolicyPack } = require("@pulumi/policy");
new PolicyPack("house", { policies: [
  { name: "no-plum", description: "No plum.", enforcementLevel: "mandatory",
    validateResource: ({ props }, report) => { if (props.color === "plum") report("choose another color"); } },
  { name: "described", description: "Tags are described.", enforcementLevel: "advisory",
    validateResource: ({ name, props }, report) =>
      { if (name === "staging" && !props.description) report("add a description"); } },
] });
`;

/** The forms of a preview: its events one by one, as `pipelines/` asks for them, and one document. */
const forms = [{ PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" }, {}] as const;

// One story, told in order. What the pipelines in `pipelines/` run is run here, with the real engine.
describe("the comment on what the real engine prints", () => {
  let bench: Bench;
  const formulas = ["[ORDERS/SEALED_ONE]", "[ORDERS/SEALED_TWO]"] as const;

  beforeAll(async () => {
    bench = await startBench({
      files: { "models/orders.yaml": join(repository, "examples/quickstart/models/orders.yaml") },
      texts: {
        "Pulumi.yaml": projectYaml,
        "index.js": program,
        // The pack finds its packages where the project does.
        "pack/PulumiPolicy.yaml": "runtime: nodejs\nmain: index.js\n",
        "pack/package.json": '{ "name": "house", "version": "1.0.0" }\n',
        "pack/index.js": pack,
      },
    });
    await bench.stack.configure({}, { formula: formulas[0] });
  });
  afterAll(() => bench.dispose());

  /** A preview as a comment; what it must not hold is looked for. */
  async function previewAs(form: Record<string, string>, ...args: string[]) {
    const { code, stdout } = await bench.stack.run(["preview", "--json", ...args], form);
    const text = writeComment(stdout);
    for (const secret of [...formulas, bench.emulator.clientSecret]) expect(text).not.toContain(secret);
    return { code, text };
  }

  /** Previews of what is told alike in each form. */
  async function runPreviews(...args: string[]) {
    const told: Awaited<ReturnType<typeof previewAs>>[] = [];
    for (const form of chooseCases(forms)) told.push(await previewAs(form, ...args));
    return told;
  }

  const getModelFile = () => join(bench.stack.directory, "models/orders.yaml");

  test("everything is new", async () => {
    for (const { code, text } of await runPreviews()) {
      expect(code).toBe(0);
      expect(text).toContain("**4 to create**");
      expect(readSection(text, "Resources").sort()).toEqual([
        "+ create DataModel masked",
        "+ create DataModel orders: 1 page, 1 element, 5 columns",
        "+ create Tag gone",
        "+ create Tag staging",
      ]);
    }
  });

  test("changes inside models, a replacement and a deletion, the destructive first", async () => {
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    const text = await readFile(getModelFile(), "utf8");
    const withoutCustomer = text.replace(/ +- id: customer_id\n.*\n.*\n/, "");
    await writeFile(getModelFile(), withoutCustomer.replace("If([ORDERS/PAID], [Amount], 0)", "[Amount]"));
    await bench.stack.configure({ color: "plum" }, { formula: formulas[1] });
    for (const { code, text } of await runPreviews()) {
      expect(code).toBe(0);
      expect(text).toContain("**1 to delete, 1 to replace, 2 to update**");
      expect(readSection(text, "Destructive").sort()).toEqual([
        "- DataModel orders › page Orders › table fact_orders › column customer_id removed",
        "- delete Tag gone",
        "- replace Tag staging: color, name",
      ]);
      expect(readSection(text, "Definitions")).toEqual([
        "! DataModel orders › page Orders › table fact_orders › column revenue: formula " +
          "`If([ORDERS/PAID], [Amount], 0)` → `[Amount]`",
      ]);
      expect(readSection(text, "Resources").sort()).toEqual([
        expect.stringContaining("! update DataModel masked"),
        "! update DataModel orders: spec",
      ]);
    }
  });

  test("what policies found stands in the events alone; both say that the preview failed", async () => {
    const [streamed, document] = [
      await previewAs(forms[0], "--policy-pack", "pack"),
      await previewAs(forms[1], "--policy-pack", "pack"),
    ];
    for (const { code, text } of [document, streamed]) {
      expect(code).not.toBe(0);
      expect(text).toContain("❌ **The preview failed**, having found 1 to delete, 1 to replace, 2 to update.");
    }
    expect(document.text).not.toContain("no-plum");
    expect(readSection(streamed.text, "Errors").slice(0, 2)).toEqual([
      "no-plum: No plum.",
      "  Tag staging: choose another color",
    ]);
    expect(readSection(streamed.text, "Warnings")).toEqual([
      "described: Tags are described.",
      "  Tag staging: add a description",
    ]);
  });

  test("drift ends the nightly check with 7, and is told; without drift it ends with 0", async () => {
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    const nightly = ["--refresh", "--expect-no-changes"];
    for (const { code, text } of await runPreviews(...nightly)) {
      expect(code).toBe(0);
      expect(text).toContain("✅ No changes.");
    }
    const orders = (await bench.stack.listResources()).find(({ urn }) => urn.endsWith("::orders"));
    await bench.emulator.ui.changeFormula(orders?.id as string, "Orders", "Revenue", "[Amount] * 2");
    for (const { code, text } of await runPreviews(...nightly)) {
      expect(code).toBe(7);
      expect(readSection(text, "Notes")).toEqual([
        'data model "Orders" on the platform: page Orders › table fact_orders › column revenue: formula ' +
          "`[Amount]` → `[Amount] * 2`",
      ]);
    }
    await bench.emulator.ui.deleteFile(orders?.id as string);
    for (const { code, text } of await runPreviews(...nightly)) {
      expect(code).toBe(7);
      expect(readSection(text, "Resources").join()).toContain("create DataModel orders (gone from the platform)");
    }
    expect(bench.writes().filter((write) => write.startsWith("DELETE /v2/files"))).toEqual([]);
  });

  testOfAll("a program that fails, and a stack that isn't there", async () => {
    await bench.stack.write("index.js", `${program}\nnew analytics.Tag("bad", { name: "Bad", color: "gras" });`);
    for (const { code, text } of await runPreviews()) {
      expect(code).not.toBe(0);
      expect(readSection(text, "Errors").join()).toContain("Tag bad: ");
      expect(readSection(text, "Errors").join()).toContain('Did you mean "grass"?');
    }
    const { stdout } = await bench.stack.run(["preview", "--json", "--stack", "none"]);
    expect(writeComment(stdout)).toContain("❌ **The preview did not finish.**");
  });
});
