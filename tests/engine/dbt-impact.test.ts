import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runPiped } from "../cli/support";
import { readSection, writeComment } from "../unit/pipelines/support";
import { type Bench, projectYaml, repository, startBench } from "./support";

const fixtures = join(repository, "tests/fixtures/dbt/shop");
const program = `const analytics = require("pulumi-analytics");
const { Config } = require("@pulumi/pulumi");
const config = new Config();
const [folderId, warehouse] = [config.require("folderId"), config.require("connectionId")];
const support = new analytics.Team("support", { name: "Support" });
new analytics.DataModelDirectory("models", {
  path: "models", folderId, refs: { warehouse, "team:Support": support.id },
});
`;
/** Only the policy of the story. */
const policies = JSON.stringify({ all: "disabled", "no-used-removal": "mandatory" });

interface Catalog {
  readonly nodes: Record<string, { metadata: { name: string }; columns: Record<string, { name: string }> }>;
}

// One story, told in order.
describe("a column that is renamed in dbt, and is read by a workbook that isn't code", () => {
  let bench: Bench;
  const pack = ["--policy-pack", join(repository, "policies"), "--policy-pack-config", "policies.json"];
  const getPath = (file: string) => join(bench.stack.directory, file);
  const readFixture = (file: string) => readFile(join(fixtures, file), "utf8");

  /** Lets dbt have its project, with a column under another name, and the warehouse what dbt builds. */
  async function build(rename: (text: string) => string): Promise<void> {
    const [manifest, catalog] = (await Promise.all(["dbt-1.11.manifest.json", "catalog.json"].map(readFixture))).map(
      (text) => rename(text as string),
    ) as [string, string];
    await mkdir(getPath("target"), { recursive: true });
    await writeFile(getPath("target/manifest.json"), manifest);
    await writeFile(getPath("target/catalog.json"), catalog);
    const connectionId = bench.emulator.seeded.connections.warehouse as string;
    for (const { metadata, columns } of Object.values((JSON.parse(catalog) as Catalog).nodes)) {
      const names = Object.values(columns).map(({ name }) => [name, "text" as const]);
      const path = ["SALES", "main", metadata.name];
      bench.emulator.addTable({ connectionId, path, columns: Object.fromEntries(names) });
    }
  }

  const run = (...args: string[]) =>
    runPiped(args, { cwd: bench.stack.directory, env: { ...bench.stack.environment } as Record<string, string> });
  const generate = (...more: string[]) =>
    run("generate", "dbt", "target/manifest.json", "--map", "shop=SALES", ...more);

  beforeAll(async () => {
    bench = await startBench({
      texts: { "Pulumi.yaml": projectYaml, "index.js": program, "policies.json": policies },
    });
    await build((text) => text);
    expect((await generate()).code).toBe(0);
    await bench.stack.configure({ "analytics:impact": "true" });
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    const models = (await bench.emulator.ui.request("GET", "/v2/dataModels")) as {
      entries: { name: string; dataModelId: string }[];
    };
    const { dataModelId } = models.entries.find(({ name }) => name.toLowerCase() === "customers")!;
    const { pages } = (await bench.emulator.ui.request("GET", `/v2/dataModels/${dataModelId}/spec`)) as {
      pages: { elements: { id: string; name: string }[] }[];
    };
    const { id: elementId, name } = pages[0]!.elements[0]!;
    const table = {
      id: "t",
      kind: "table",
      name: "By segment",
      source: { kind: "data-model", dataModelId, elementId },
      columns: [{ id: "c", name: "Segment", formula: `[${name}/Segment]` }],
    };
    const layout =
      '<Page id="p" type="grid" gridTemplateColumns="repeat(24, 1fr)">' +
      '<Element elementId="t" gridColumn="1 / 25" gridRow="1 / 8"/></Page>';
    const contents = {
      schemaVersion: 1,
      kind: "workbook",
      pages: [{ id: "p", name: "Overview" }],
      elements: [table],
      layout,
    };
    const folderId = bench.emulator.seeded.folders.sales;
    await bench.emulator.ui.request("POST", "/v2/workbooks", { name: "Weekly", folderId, contents });
  });
  afterAll(() => bench?.dispose());

  /** What the commands of the guide print. */
  const printed: string[] = [];
  const runAsWritten = async (...args: string[]) => {
    const { code, stdout } = await run(...args);
    printed.push(stdout);
    return { code, stdout };
  };

  test("before the change, impact says what reads the column", async () => {
    expect(await runAsWritten("impact", "customers#customers.segment")).toMatchObject({ code: 0 });
  });

  test("the new manifest of dbt already says so", async () => {
    await cp(getPath("target"), getPath("prod"), { recursive: true });
    await build((text) => text.replace(/\bsegment\b/g, "tier"));
    const manifest = ["--dbt", "target/manifest.json", "--against", "prod/manifest.json", "--map", "shop=SALES"];
    expect(await runAsWritten("impact", ...manifest, "--check")).toMatchObject({ code: 1 });
    // The platform calls the database by another name.
    expect(await run("impact", ...manifest.slice(0, 4), "--check")).toMatchObject({ code: 0 });
  });

  test("the preview stops, and the comment has the document, its place and its owner", async () => {
    const generated = await generate(
      "--decide",
      "removed:customers.segment",
      "--decide",
      "removed:stg_customers.segment",
    );
    expect(generated).toMatchObject({ code: 0 });
    expect(await readFile(getPath("models/customers.yaml"), "utf8")).toContain("name: Tier");
    const before = bench.writes().length;
    const streamed = { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" };
    const preview = await bench.stack.run(["preview", "--json", ...pack], streamed);
    expect(preview.code).not.toBe(0);
    expect(await runAsWritten("impact", "--against", "state:", "--check")).toMatchObject({ code: 1 });
    const { stdout } = await run("impact", "--against", "state:", "--json");
    const comment = writeComment(preview.stdout, { impact: JSON.parse(stdout) });
    expect(comment).toContain("❌ **The preview failed**");
    expect(readSection(comment, "Errors").join("\n")).toMatch(/no-used-removal[\s\S]*Segment[\s\S]*Weekly/);
    expect(readSection(comment, "Impact")).toMatchInlineSnapshot(`
[
  "4 destructive changes since the stack's state: 1 of 8 documents reads them.",
  "  customers#Customers.Segment (column) removed: 1 document",
  "  orders#Orders.Retail revenue (metric) removed: nothing reads it",
  "  orders#customers.Segment (column) removed: nothing reads it",
  "  stg_customers#Stg Customers.Segment (column) removed: nothing reads it",
]
`);
    expect(readSection(comment, "Breaks now (1)").map((line) => line.replace(/ <.*>/, ""))).toEqual([
      "Weekly (workbook, Acme/Models/Sales) · owner Alan Analyst",
      expect.stringContaining("Overview › By segment: column Segment"),
    ]);
    expect(readSection(writeComment(preview.stdout), "Impact")).toMatchInlineSnapshot(`
[
  "DataModel models-customers › column Segment of Customers removed, which breaks:",
  "  orders (data model, Acme/Models) · owner Ada Admin",
  "  Weekly (workbook, Acme/Models/Sales) · owner Alan Analyst",
]
`);
    const up = await bench.stack.run(["up", "--yes", ...pack]);
    expect(up.code).not.toBe(0);
    printed.push(up.stdout);
    expect(bench.writes().slice(before)).toEqual([]);
  });

  test("with the old name kept for the new column, the update passes, and the workbook reads it", async () => {
    expect(await runAsWritten("rename", "customers#customers.tier", "Segment", "--yes")).toMatchObject({ code: 0 });
    const { code, stdout } = await bench.stack.run(["up", "--yes", ...pack]);
    expect(stdout).toContain("updated");
    expect(code).toBe(0);
    expect((await run("impact", "live:Customers#Customers.Segment", "--json", "--check")).code).toBe(1);
    // dbt's next run keeps the name that a person gave.
    expect((await generate()).code).toBe(0);
    expect(await readFile(getPath("models/customers.yaml"), "utf8")).toContain("name: Segment");
  });

  test("the guide shows what the commands print", async () => {
    const guide = await readFile(join(repository, "docs/commands/impact.md"), "utf8");
    const blocks = [...guide.matchAll(/^```text\n(.*?)^```/gms)].map(([, block = ""]) => block);
    expect(blocks.length).toBeGreaterThan(3);
    // Ids of addresses say nothing; the guide has the types of the dynamic provider.
    const all = printed
      .join("\n")
      .replaceAll(/(\/acme\/[\w-]+\/[\w-]+)-\w{15,}/g, "$1-…")
      .replaceAll("analytics:index:", "pulumi-nodejs:dynamic/analytics:");
    for (const block of blocks) expect(all).toContain(block.trimEnd());
  });
});
