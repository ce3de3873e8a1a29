import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { parseSpec } from "../../provider/src/core/model";
import { buildOneElementWorkbook } from "../one-element-workbook";
import { repository } from "../repository";
import { type Client, signIn } from "../unit/emulator/support";
import { writeFiles } from "../workbook-folder";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const root = createTemporaryFolder();
const manifest = join(repository, "tests/fixtures/dbt/shop/dbt-1.11.manifest.json");
const { nodes } = JSON.parse(readFileSync(manifest, "utf8")) as {
  nodes: Record<string, { resource_type: string; database: string; schema: string; alias: string; name: string }>;
};
const [first, second] = Object.values(nodes).filter((node) => node.resource_type === "model") as [Table, Table];
type Table = (typeof nodes)[string];

const formPath = ({ database, schema, alias }: Table) => `[${[database, schema, alias].join(", ").toUpperCase()}]`;
const writeModel = (source: string, top = "") => `${top}schemaVersion: 1
pages:
  - id: main
    elements:
      - { id: facts, kind: table, source: ${source} }
`;
const readTable = (table: Table) => `{ kind: warehouse-table, connectionId: !ref warehouse, path: ${formPath(table)} }`;

function createProject(): string {
  return createFolderWith(root, {
    "models/orders.yaml": writeModel(readTable(first), "name: All orders\ndescription: Whole.\n"),
    "models/more.yaml": writeModel("{ kind: data-model, dataModelId: !ref orders, elementId: !ref orders#facts }"),
    "models/other.yaml": writeModel("{ kind: warehouse-table, connectionId: !ref warehouse, path: [A, B, C] }"),
    "dbt/models/x.txt": "",
  });
}

const out = "dbt/models/_analytics_exposures.yml";
const run = (cwd: string, ...args: string[]) =>
  runPiped(["generate", "exposures", "models", "--manifest", manifest, "--out", out, ...args], { cwd });

test("what reads a node, directly or through a model, is an exposure; a second run writes nothing", async () => {
  const cwd = createProject();
  expect(await run(cwd, "--check")).toMatchObject({ code: 1 });
  const { code, stdout } = await run(cwd);
  expect(code).toBe(0);
  expect(stdout).toContain("Not in the dbt project: A.B.C");
  const text = readFileSync(join(cwd, out), "utf8");
  expect(parseSpec(text)).toEqual({
    version: 2,
    exposures: [
      {
        name: "analytics_more",
        label: "more",
        type: "analysis",
        description: "Data model in models/more.yaml",
        owner: { name: "Analytics" },
        depends_on: [`ref('${first.name}')`],
      },
      {
        name: "analytics_orders",
        label: "All orders",
        type: "analysis",
        description: "Whole.",
        owner: { name: "Analytics" },
        depends_on: [`ref('${first.name}')`],
      },
    ],
  });
  expect(await run(cwd, "--check")).toMatchObject({ code: 0 });
  await run(cwd);
  expect(readFileSync(join(cwd, out), "utf8")).toBe(text);
});

test("comments, other exposures and a person's fields stay; what is gone goes", async () => {
  const cwd = createProject();
  await run(cwd);
  const before = readFileSync(join(cwd, out), "utf8");
  writeFileSync(
    join(cwd, out),
    `# Ours.\n${before.replace("label: All orders", "label: Ours\n    maturity: high # checked")}` +
      "  - name: weekly\n    type: dashboard\n    owner: { name: Ann }\n",
  );
  writeFileSync(join(cwd, "models/orders.yaml"), writeModel(readTable(second)));
  writeFileSync(join(cwd, "models/more.yaml"), writeModel("{ kind: sql, connectionId: c, statement: select 1 }"));
  await run(cwd);
  const text = readFileSync(join(cwd, out), "utf8");
  expect(text).toMatch(/^# Ours\.\n/);
  expect(text).toContain("maturity: high # checked");
  expect(parseSpec(text)).toMatchObject({
    exposures: [
      { name: "analytics_orders", label: "Ours", depends_on: [`ref('${second.name}')`] },
      { name: "weekly", owner: { name: "Ann" } },
    ],
  });
});

describe("with --platform", () => {
  let emulator: Emulator;
  let api: Client;
  let orders: { dataModelId: string; elementId: string };
  const cwd = createTemporaryFolder();
  const files = {
    "models/own.yaml": writeModel(readTable(second), "name: Own\n"),
    "models/orders.yaml": writeModel(readTable(first), "name: All orders\n"),
  };
  const read = () => readFileSync(join(cwd, out), "utf8");
  const list = () => (parseSpec(read()) as unknown as { exposures: Exposure[] }).exposures;
  const runOnline = (...args: string[]) =>
    runPiped(["generate", "exposures", "models", "--manifest", manifest, "--out", out, "--live", ...args], {
      cwd,
      env: buildSettings(emulator),
    });

  beforeAll(async () => {
    writeFiles(cwd, files);
    emulator = await startEmulator({ tokenRequestsPerSecond: null });
    api = await signIn(emulator);
    const { connections, folders } = emulator.seeded;
    const path = [first.database, first.schema, first.alias].map((part) => part.toUpperCase());
    emulator.addTable({ connectionId: connections.warehouse, path, columns: { ORDER_ID: "number", STATUS: "text" } });
    const table = {
      id: "facts",
      kind: "table",
      name: "Facts",
      source: { kind: "warehouse-table", connectionId: connections.warehouse, path },
      columns: ["Order Id", "Status"].map((name) => ({ id: name, name, formula: `[${path[2]}/${name}]` })),
    };
    const pages = [{ id: "p", name: "P", elements: [table] }];
    const body = { name: "Orders", folderId: folders.models, schemaVersion: 1, pages };
    const { dataModelId } = (await api.post("/v2/dataModels/spec", body)).body;
    const spec = (await api.get(`/v2/dataModels/${dataModelId}/spec`)).body;
    orders = { dataModelId, elementId: spec.pages[0].elements[0].id };
  });
  afterAll(() => emulator.stop());

  async function createWorkbook(name: string, column?: string): Promise<string> {
    const source = { kind: "data-model", ...orders };
    const columns = column ? [{ id: "c", name: column, formula: `[Facts/${column}]` }] : [];
    const table = { kind: "table", name: "Rows", source, columns };
    const note = { kind: "text", body: "Note" };
    const contents = buildOneElementWorkbook(column ? table : note);
    const folderId = emulator.seeded.folders.sales;
    return (await api.post("/v2/workbooks", { name, folderId, contents })).body.workbookId;
  }

  test("a workbook of the platform is an exposure with owner, address, elements and columns", async () => {
    const id = await createWorkbook("Board: Überblick", "Status");
    await createWorkbook("Reads nothing");
    const made = { name: "Unrepresentable", unrepresentable: true, sources: [orders] };
    await emulator.ui.request("POST", "/workbooks", made);
    emulator.configure({ othersDocuments: "listed" });
    const { code, stdout } = await runOnline();
    expect(code).toBe(0);
    expect(stdout).toContain(`Board: Überblick (workbook, Ada Admin): ref('${first.name}')`);
    expect(stdout).toMatch(/Left out: \d+ documents of the platform that read nothing of the project\./);
    expect(stdout).toContain("Only the columns could be read of: Unrepresentable");
    const [board] = list();
    const partial = list().find(({ name }) => name === "analytics_unrepresentable");
    expect(board).toEqual({
      name: "analytics_board_berblick",
      label: "Board: Überblick",
      type: "dashboard",
      description: "Workbook in Acme/Models/Sales",
      url: expect.stringMatching(/^https:/),
      owner: { name: "Ada Admin", email: "ada.admin@acme.example" },
      depends_on: [`ref('${first.name}')`],
      config: { meta: { analytics: { id, elements: ["Main › Rows"], columns: ["orders.status"] } } },
    });
    expect(partial).toMatchObject({
      name: "analytics_unrepresentable",
      owner: { name: "Alan Analyst" },
      config: { meta: { analytics: { columnsOnly: true } } },
    });
    const text = read();
    await runOnline();
    expect(read()).toBe(text);
    expect(await runOnline("--check")).toMatchObject({ code: 0 });
  });

  test("without --platform the platform's exposures stay, and the output says what is left out", async () => {
    const text = read();
    const { stdout } = await run(cwd);
    expect(stdout).toContain("Left out: workbooks and reports that are only on the platform.");
    expect(read()).toBe(text);
  });

  test("a renamed workbook is the same exposure, with what a person wrote; an equal name gets its id", async () => {
    const [board] = list();
    const id = board!.config!.meta.analytics.id;
    writeFileSync(join(cwd, out), read().replace("meta:", "meta:\n        tier: 1 # ours"));
    await api.patch(`/v2/files/${id}`, { name: "Steering" });
    const other = await createWorkbook("own", "Order Id");
    await runOnline();
    expect(list()[0]).toMatchObject({
      name: "analytics_board_berblick",
      config: { meta: { tier: 1, analytics: { id } } },
    });
    expect(read()).toContain("tier: 1 # ours");
    const name = `analytics_own_${other.slice(0, 8)}`;
    expect(list().find((one) => one.name === name)).toMatchObject({
      label: "own",
      config: { meta: { analytics: { columns: ["orders.order_id"] } } },
    });
    // A file that comes later has its own name, and the workbook's exposure gets another one.
    const later = "models/board_berblick.yaml";
    writeFiles(cwd, { [later]: writeModel(readTable(second)) });
    await runOnline();
    const named = list().map((one) => [one.name, one.config?.meta.analytics.id]);
    expect(named).toEqual(
      expect.arrayContaining([
        ["analytics_board_berblick", undefined],
        ["analytics_steering", id],
      ]),
    );
    rmSync(join(cwd, later));
    await runOnline();
  });

  test("what can't be read stays as it was; what is gone, or is one of the project's, goes", async () => {
    const listIds = () => list().flatMap(({ config }) => config?.meta.analytics.id ?? []);
    const [board = "", partial = "", other = ""] = listIds();
    rmSync(join(cwd, ".analytics"), { recursive: true });
    emulator.addFault({ fault: "status", status: 403, body: "json", path: `/v2/workbooks/${board}/sources`, id: "no" });
    const { stdout } = await runOnline();
    emulator.removeFault("no");
    expect(stdout).toContain("Couldn't be read, left as it was: Steering (workbook): ");
    expect(listIds()).toEqual([board, partial, other]);
    await api.delete(`/v2/files/${board}`);
    const pulled = { version: 1, organization: "o", everything: true, names: {}, program: {}, models: {} };
    const workbook = {
      file: "w",
      name: "own",
      version: 1,
      hash: "",
      about: { name: "", folderId: "", description: "" },
    };
    const known = { ...pulled, workbooks: { [other]: { ...workbook, refs: {} } } };
    writeFiles(cwd, { ".pulumi-analytics/pull.json": JSON.stringify(known) });
    await runOnline();
    expect(listIds()).toEqual([partial]);
  });
});

interface Exposure {
  readonly name: string;
  readonly config?: { readonly meta: { readonly analytics: { readonly id: string } } };
}

/** dbt 1.11 with DuckDB, where it is installed. */
const dbt = process.env.DBT ?? "dbt";
const hasDbt = (() => {
  try {
    execFileSync(dbt, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();

(hasDbt ? test : test.skip)(
  `dbt parses the file${hasDbt ? "" : " (skipped: no dbt; set DBT to its path)"}`,
  async () => {
    const cwd = createProject();
    await run(cwd);
    const folder = join(cwd, "dbt");
    mkdirSync(join(folder, "models"), { recursive: true });
    writeFileSync(join(folder, "dbt_project.yml"), "name: shop\nversion: '1.0'\nprofile: shop\n");
    writeFileSync(join(folder, "profiles.yml"), "shop: {target: dev, outputs: {dev: {type: duckdb}}}\n");
    writeFileSync(join(folder, `models/${first.name}.sql`), "select 1 as id\n");
    execFileSync(dbt, ["parse", "--profiles-dir", ".", "--warn-error", "--no-partial-parse"], { cwd: folder });
    const { exposures } = JSON.parse(readFileSync(join(folder, "target/manifest.json"), "utf8"));
    expect(Object.keys(exposures).sort()).toEqual(["exposure.shop.analytics_more", "exposure.shop.analytics_orders"]);
  },
);
