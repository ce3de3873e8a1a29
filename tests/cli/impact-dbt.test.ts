import { readFileSync, writeFileSync } from "node:fs";
import { type Emulator, startEmulator } from "analytics-emulator";
import { createSales } from "./impact-project";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  await createSales(emulator);
});
afterAll(() => emulator.stop());

type Columns = Readonly<Record<string, string>>;

interface Model {
  readonly alias?: string;
  readonly database?: string;
  readonly columns?: Columns;
  readonly contract?: boolean;
  /** Name before, by the column. */
  readonly was?: Columns;
  readonly modelWas?: string;
  readonly materialized?: string;
  /** Of the catalog. */
  readonly stored?: Columns;
}

const describeArtifact = (what: string, day = "01") => ({
  metadata: {
    dbt_schema_version: `https://schemas.getdbt.com/dbt/${what}.json`,
    generated_at: `2026-01-${day}T00:00:00.000000Z`,
    project_name: "shop",
    adapter_type: "snowflake",
  },
});

/** A manifest, and a catalog of the models that have stored columns. */
function buildArtifacts(folder: string, models: Readonly<Record<string, Model>>): Record<string, string> {
  const nodes = Object.entries(models).map(([name, model]) => {
    const {
      alias = name,
      database = "SALES",
      columns = {},
      was = {},
      contract = false,
      materialized = "table",
    } = model;
    const entries = Object.entries(columns).map(([column, data_type]) => [
      column,
      { name: column, data_type, meta: was[column] ? { analytics: { was: was[column] } } : {} },
    ]);
    const node = {
      unique_id: `model.shop.${name}`,
      resource_type: "model",
      name,
      alias,
      database,
      schema: "CORE",
      columns: Object.fromEntries(entries),
      contract: { enforced: contract },
      config: { materialized, meta: model.modelWas ? { analytics: { was: model.modelWas } } : {} },
    };
    return [node.unique_id, node] as const;
  });
  const stored = Object.entries(models).flatMap(([name, { alias = name, stored: columns }]) => {
    if (columns === undefined) return [];
    const listed = Object.entries(columns).map(([column, type], index) => [column, { name: column, type, index }]);
    const metadata = { database: "SALES", schema: "CORE", name: alias };
    return [[`model.shop.${name}`, { metadata, columns: Object.fromEntries(listed) }] as const];
  });
  const manifest = { ...describeArtifact("manifest/v12", "02"), nodes: Object.fromEntries(nodes) };
  const catalog = { ...describeArtifact("catalog/v1", "03"), nodes: Object.fromEntries(stored) };
  return {
    [`${folder}/manifest.json`]: JSON.stringify(manifest),
    ...(stored.length > 0 ? { [`${folder}/catalog.json`]: JSON.stringify(catalog) } : {}),
  };
}

async function compare(
  before: Readonly<Record<string, Model>>,
  now: Readonly<Record<string, Model>>,
  ...args: string[]
) {
  const cwd = createFolderWith(base, { ...buildArtifacts("prod", before), ...buildArtifacts("target", now) });
  const files = ["--dbt", "target/manifest.json", "--against", "prod/manifest.json"];
  return runPiped(["impact", ...files, ...args], { cwd, env: buildSettings(emulator) });
}

const facts = { REGION: "TEXT", AMOUNT: "NUMBER(38,0)" };
const listChanges = (stdout: string) =>
  JSON.parse(stdout).changes.map(({ text, becomes, documents }: { text: string; becomes: string; documents: number }) =>
    [text, becomes, documents].join(" "),
  );

test("a column that the new catalog doesn't have is gone, and breaks what reads it in the warehouse", async () => {
  const { code, stdout } = await compare(
    { facts: { stored: facts } },
    { facts: { stored: { AMOUNT: "NUMBER(38,0)", SALES_REGION: "TEXT" } } },
    "--check",
  );
  expect(code).toBe(1);
  expect(stdout.replaceAll(/https?:\/\/\S+/g, "<url>")).toMatchInlineSnapshot(`
"1 destructive change since prod/manifest.json: 3 of 7 documents read it.
  SALES.CORE.facts.REGION (column of dbt's facts) removed: 3 documents
facts.REGION is gone, and SALES_REGION is new with the same type. If that is its new name, say so in dbt: meta.analytics.was: REGION.

Breaks now (3)
  By hand (workbook, Acme/Models/Sales) · owner Ada Admin <ada.admin@acme.example>
    Main › All: column Region
    <url>
  Deployed (workbook, Acme/Models/Sales) · owner Ada Admin <ada.admin@acme.example>
    Main › All: column Region
    <url>
  Sales (data model, Acme/Models) · owner Ada Admin <ada.admin@acme.example>
    P › Fact Orders: column Region
    <url>
"
`);
});

test("what is renamed, retyped or moved is asked about, by catalog or contract", async () => {
  const one = { region: "text", amount: "integer", note: "text" };
  const { stdout } = await compare(
    {
      facts: { columns: one, contract: true },
      old_name: { stored: facts },
      gone: { stored: facts },
      inlined: { stored: facts },
      moved: { alias: "MOVED", stored: facts },
      same: { stored: facts },
    },
    {
      facts: {
        columns: { area: "text", amount: "timestamp", note: "varchar(20)" },
        contract: true,
        was: { area: "region" },
      },
      new_name: { modelWas: "old_name", stored: facts },
      inlined: { materialized: "ephemeral", stored: facts },
      moved: { alias: "MOVED_V2", stored: facts },
      // The same types, one by a contract.
      same: { columns: { region: "string", amount: "number" }, contract: true },
    },
    "--json",
  );
  expect(listChanges(stdout)).toEqual([
    "SALES.CORE.facts.region renamed to area 3",
    "SALES.CORE.facts.amount retyped from integer to timestamp 1",
    "SALES.CORE.old_name renamed to SALES.CORE.new_name 0",
    "SALES.CORE.gone removed 0",
    "SALES.CORE.inlined removed 0",
    "SALES.CORE.MOVED renamed to SALES.CORE.MOVED_V2 0",
  ]);
});

test("a column that isn't documented any more is only named, without a catalog or a contract", async () => {
  const { code, stdout } = await compare(
    { facts: { columns: { region: "text", amount: "number" } } },
    { facts: { columns: { amount: "number" } } },
  );
  expect([code, stdout]).toEqual([
    0,
    "Nothing that documents could read goes away since prod/manifest.json.\n" +
      "facts: no longer documented, and perhaps gone: region.\n" +
      "Of facts, the new manifest has neither a catalog nor a contract: columns that are gone aren't known. " +
      "`dbt docs generate` writes the catalog.\n",
  ]);
});

test("another environment of dbt is no change, and an old catalog is named", async () => {
  const both = { facts: { stored: facts }, more: { stored: facts } };
  const other = {
    facts: { database: "DEV", stored: facts },
    more: { database: "DEV", stored: { AMOUNT: "NUMBER(38,0)" } },
  };
  const { stdout } = await compare(both, other, "--json");
  expect(listChanges(stdout)).toEqual(["SALES.CORE.more.REGION removed 0"]);
  expect(JSON.parse(stdout).notes).toContain("SALES.CORE counts as DEV.CORE of the new manifest: another environment.");
  const cwd = createFolderWith(base, { ...buildArtifacts("prod", both), ...buildArtifacts("target", both) });
  const catalog = `${cwd}/target/catalog.json`;
  writeFileSync(catalog, readFileSync(catalog, "utf8").replace("2026-01-03", "2025-12-31"));
  const files = ["--dbt", "target/manifest.json", "--against", "prod/manifest.json"];
  const stale = await runPiped(["impact", ...files], { cwd, env: buildSettings(emulator) });
  expect(stale.stdout).toContain("The catalog beside target/manifest.json is older than it");
});

test("one manifest alone, and a file that is none, are usage errors", async () => {
  const cwd = createFolderWith(base, { "manifest.json": "{}", "other.json": "{}" });
  const fail = async (...args: string[]) => {
    const { code, stderr } = await runPiped(["impact", ...args], { cwd });
    return [code, stderr];
  };
  expect(await fail("--dbt", "manifest.json")).toEqual([
    2,
    expect.stringContaining("--dbt names the new manifest.json of dbt: add --against"),
  ]);
  expect(await fail("--dbt", "manifest.json", "--against", "./manifest.json")).toEqual([
    2,
    expect.stringContaining("--dbt and --against name the same file"),
  ]);
  expect(await fail("--dbt", "manifest.json", "--against", "other.json")).toEqual([
    2,
    expect.stringContaining("manifest.json: not an artifact of dbt"),
  ]);
});
