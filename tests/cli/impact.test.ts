import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { type Client, signIn } from "../unit/emulator/support";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

const cwd = createTemporaryFolder();
let emulator: Emulator;
let api: Client;
let orders: { dataModelId: string; elementId: string };
let versionTagId: string;

/** A workbook as code over the orders of the model: a table and a chart by region. */
function buildContents(column = "Region"): object {
  const buildPlace = (id: string, row: number) =>
    `<Element elementId="${id}" gridColumn="1 / 25" gridRow="${row} / ${row + 8}"/>`;
  const places = `${buildPlace("chart", 1)}${buildPlace("table", 9)}`;
  return {
    schemaVersion: 1,
    kind: "workbook",
    pages: [{ id: "main", name: "Main" }],
    elements: [
      {
        id: "table",
        kind: "table",
        name: "Orders",
        source: { kind: "data-model", ...orders },
        columns: [{ id: "r", name: column, formula: `[Fact Orders/${column}]` }],
      },
      {
        id: "chart",
        kind: "bar-chart",
        name: "By Region",
        source: { kind: "table", elementId: "table" },
        columns: [
          { id: "x", name: "Where", formula: `[Orders/${column}]` },
          { id: "y", name: "Count", formula: "Count()" },
        ],
        xAxis: { columnId: "x" },
        yAxis: { columnIds: ["y"] },
      },
    ],
    layout: `<Page id="main" type="grid" gridTemplateColumns="repeat(24, 1fr)">${places}</Page>`,
  };
}

async function createWorkbook(name: string, column?: string): Promise<string> {
  const folderId = emulator.seeded.folders.sales;
  return (await api.post("/v2/workbooks", { name, folderId, contents: buildContents(column) })).body.workbookId;
}

const run = (...args: string[]) => runPiped(args, { cwd, env: buildSettings(emulator) });

beforeAll(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  api = await signIn(emulator);
  const { connections, folders } = emulator.seeded;
  const path = ["SALES", "CORE", "FACTS"];
  const columns = { REGION: "text", AMOUNT: "number", UNREAD: "text" } as const;
  emulator.addTable({ connectionId: connections.warehouse, path, columns });
  const table = {
    id: "facts",
    kind: "table",
    name: "Fact Orders",
    source: { kind: "warehouse-table", connectionId: connections.warehouse, path },
    columns: ["Region", "Amount", "Unread"].map((name) => ({ id: name, name, formula: `[FACTS/${name}]` })),
    metrics: [{ id: "never", name: "Never", formula: "Sum([Amount])" }],
  };
  const body = {
    name: "Sales",
    folderId: folders.models,
    schemaVersion: 1,
    pages: [{ id: "p", name: "P", elements: [table] }],
  };
  const { dataModelId } = (await api.post("/v2/dataModels/spec", body)).body;
  await api.post("/v2/dataModels/spec", { ...body, name: "Quiet" });
  const spec = (await api.get(`/v2/dataModels/${dataModelId}/spec`)).body;
  orders = { dataModelId, elementId: spec.pages[0].elements[0].id };
  versionTagId = (await api.post("/v2/tags", { name: "Production", color: "plum" })).body.versionTagId;
  await api.post("/v2/dataModels/tag", { dataModelId, tag: "Production" });

  await createWorkbook("Reads it");
  await createWorkbook("Reads another", "Amount");
  const archived = await createWorkbook("Archived");
  await api.delete(`/v2/files/${archived}`);
  const tagged = await createWorkbook("Tagged");
  const models = [{ dataModelId, fromVersionTagId: null, toVersionTagId: versionTagId }];
  await api.post("/v2/workbooks/tag", { workbookId: tagged, tag: "Production", dataModelSourceTaggedVersions: models });
  // Made by the analyst in the product.
  const make = (name: string, more: object, source: object = {}) =>
    emulator.ui.request("POST", "/workbooks", { name, ...more, sources: [{ ...orders, ...source }] });
  await make("Unrepresentable", { unrepresentable: true });
  await make("Reads the tag", {}, { versionTagId });
  emulator.configure({ othersDocuments: "listed" });
});
afterAll(() => emulator.stop());

test("impact says which documents break now, which when a tag moves, and whom to tell", async () => {
  const { code, stdout, stderr } = await run("impact", "live:sales#fact_orders.region");
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.replaceAll(/https?:\/\/\S+/g, "<url>")).toMatchInlineSnapshot(`
"live:sales#fact_orders.region: 5 of 12 documents read it.

Breaks now (3)
  Reads it (workbook, Acme/Models/Sales) · owner Ada Admin <ada.admin@acme.example>
    Main › By Region: column Where (axis)
    Main › Orders: column Region
    <url>
  Tagged (workbook, Acme/Models/Sales) · owner Ada Admin <ada.admin@acme.example>
    Main › By Region: column Where (axis)
    Main › Orders: column Region
    <url>
  Unrepresentable (workbook, My Documents) · owner Alan Analyst <alan.analyst@acme.example>
    QPeglVF00m: column Region
    Only its columns could be read: filters, controls and texts may use it too.
    <url>

Breaks when a tag moves (2)
  Reads the tag (workbook, My Documents, when the tag Production moves) · owner Alan Analyst <alan.analyst@acme.example>
    Page 1 › Fact Orders: column Region
    <url>
  Tagged (workbook, tag Production, Acme/Models/Sales, when the tag Production moves) · owner Ada Admin <ada.admin@acme.example>
    Main › By Region: column Where (axis)
    Main › Orders: column Region
    <url>
"
`);
});

test("with --json places have ids, and --check tells by the exit code", async () => {
  const { code, stdout } = await run("impact", "live:Sales#Fact Orders.Region", "--json", "--check");
  expect(code).toBe(1);
  const found = JSON.parse(stdout);
  const listNames = (list: { name: string; tag?: string }[]) =>
    list.map(({ name, tag }) => (tag ? `${name} @ ${tag}` : name));
  expect(listNames(found.breaksNow)).toEqual(["Reads it", "Tagged", "Unrepresentable"]);
  expect(listNames(found.breaksWhenTagMoves)).toEqual(["Reads the tag", "Tagged @ Production"]);
  expect(found.breaksNow[0].places).toEqual([
    { elementId: "chart", element: "By Region", kind: "bar-chart", page: "Main", how: "column Where (axis)" },
    { elementId: "table", element: "Orders", kind: "table", page: "Main", how: "column Region" },
  ]);
  expect(found.breaksNow.map(({ isPartial }: { isPartial: boolean }) => isPartial)).toEqual([false, false, true]);
  const none = await run("impact", "live:Sales#Fact Orders.Unread", "--check", "--json");
  // The product's own documents read all columns.
  expect(listNames(JSON.parse(none.stdout).breaksNow)).toEqual(["Unrepresentable"]);
});

test("with --format markdown it is a comment, in which documents are links", async () => {
  const { stdout } = await run("impact", "live:Sales#Fact Orders.Region", "--format", "markdown");
  expect(stdout).toMatch(
    /^\*\*Breaks now \(3\)\*\*\n\n- \[`Reads it \(workbook, Acme\/Models\/Sales\) · owner .*`\]\(https:.*\)\n {2}- `Main › By Region: column Where \(axis\)`\n/m,
  );
  expect(stdout).toMatch(/, when the tag Production moves\) · owner/);
  expect(stdout).toContain("  - `Only its columns could be read: ");
});

test("a second run reads only lists, and what couldn't be read as a whole is kept as well", async () => {
  await run("impact", "live:Sales#Fact Orders.Region");
  emulator.clearRequests();
  await run("impact", "live:Sales#Fact Orders.Region");
  const paths = emulator.requests().map(({ path }) => path.split("?")[0]);
  expect(paths.filter((path) => /^\/v2\/(workbooks|reports|dataModels)/.test(path!)).sort()).toEqual([
    "/v2/dataModels",
    "/v2/reports",
    "/v2/workbooks",
  ]);
  expect(readFileSync(join(cwd, ".analytics/.gitignore"), "utf8")).toBe("*\n");
});

test("what may not be read is named, and is no failure", async () => {
  const path = `/v2/reports/${emulator.seeded.reports.quarterly}/sources`;
  emulator.addFault({ fault: "status", status: 403, body: "json", path, id: "forbidden" });
  const { code, stdout } = await runPiped(["impact", "live:Sales#Fact Orders.Region", "--json"], {
    cwd: createFolder("elsewhere"),
    env: buildSettings(emulator),
  });
  emulator.removeFault("forbidden");
  const { unreadable } = JSON.parse(stdout);
  expect(code).toBe(0);
  expect(unreadable).toEqual([expect.objectContaining({ type: "report", why: expect.stringContaining("403") })]);
});

test("contents are read by the endpoints that analytics:workbookApi names", async () => {
  emulator.configure({ workbookApi: "document" });
  emulator.clearRequests();
  const { stdout } = await runPiped(["impact", "live:Sales#Fact Orders.Region", "--json"], {
    cwd: createFolder("by-document"),
    env: { ...buildSettings(emulator), ANALYTICS_WORKBOOK_API: "document" },
  });
  emulator.configure({ workbookApi: "both" });
  const { breaksNow } = JSON.parse(stdout);
  expect(breaksNow[0].places).toContainEqual(expect.objectContaining({ how: "column Where (axis)" }));
  const paths = emulator.requests().map(({ path }) => path);
  expect(paths.filter((path) => path.includes("includeContents"))).toEqual([]);
  expect(paths.filter((path) => /workbooks\/[^/]+\/spec/.test(path))).not.toEqual([]);
});

test("of an organization without workbooks as code, columns are read instead", async () => {
  emulator.configure({ workbookApi: "none" });
  const { stdout } = await runPiped(["impact", "live:Sales#Fact Orders.Region", "--json"], {
    cwd: createFolder("without"),
    env: buildSettings(emulator),
  });
  emulator.configure({ workbookApi: "both" });
  const { breaksNow } = JSON.parse(stdout);
  expect(breaksNow.map(({ isPartial }: { isPartial: boolean }) => isPartial)).toEqual([true, true, true]);
});

/** A folder without a cache; the built command needs one that is there. */
function createFolder(name: string): string {
  const folder = join(cwd, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}

test("a table of the warehouse, and a column of it", async () => {
  const list = async (table: string) => {
    const { stdout } = await run("impact", `table:${table}`, "--json");
    return JSON.parse(stdout).breaksNow.map(({ name }: { name: string }) => name);
  };
  expect(await list("sales.core.facts.region")).toEqual(["Quiet", "Reads it", "Sales", "Tagged", "Unrepresentable"]);
  expect(await list("SALES.CORE.FACTS")).toContain("Sales");
  // One that nothing reads is there, and one that isn't is a mistake.
  emulator.addTable({
    connectionId: emulator.seeded.connections.warehouse,
    path: ["SALES", "CORE", "UNREAD"],
    columns: { REGION: "text" },
  });
  expect(await list("SALES.CORE.UNREAD")).toEqual([]);
  expect(await list("SALES.CORE.UNREAD.REGION")).toEqual([]);
  expect(await run("impact", "table:SALES.CORE.FACT")).toMatchObject({
    code: 2,
    stderr:
      "error: table:SALES.CORE.FACT: no document reads such a table, and no connection has it. " +
      'Did you mean "SALES.CORE.FACTS"?\n',
  });
  // In statements, with or without database and schema.
  const statement = "select REGION from core.facts where AMOUNT > 1";
  const { connections, folders } = emulator.seeded;
  const contents = {
    ...buildContents(),
    elements: [
      {
        id: "table",
        kind: "table",
        name: "Facts",
        source: { kind: "sql", connectionId: connections.warehouse, statement },
        columns: [{ id: "r", name: "Region", formula: "[Custom SQL/REGION]" }],
      },
      { id: "chart", kind: "text", body: "Note" },
    ],
  };
  await api.post("/v2/workbooks", { name: "Statement", folderId: folders.sales, contents });
  // The word in a statement hides nothing of what reads the column itself.
  const readers = ["Quiet", "Reads it", "Sales", "Statement", "Tagged", "Unrepresentable"];
  expect(await list("SALES.CORE.FACTS.REGION")).toEqual(readers);
  expect(await list("SALES.CORE.FACTS")).toContain("Statement");
  expect(await list("SALES.CORE.FACTS.UNREAD")).not.toContain("Statement");
});

test.each([
  [["impact", "live:Salez#Fact Orders"], "Salez: no such data model, or these credentials can't read it. Did you mean"],
  [["impact", "Sales#Fact Orders"], "no file or document of this name here. For a document of the platform, write"],
  [["impact", "live:Sales#Fact Order.Region"], "the model has no element `Fact Order`. Did you mean"],
  [["impact", "live:Sales#Fact Orders.Regio"], "`Fact Orders` has no column or metric `Regio`. Did you mean"],
  [["impact"], "Nothing to look for. Name a <model>#<element>.<column>, or use --against, --dbt or --unused."],
  [["impact", "table:ORDERS"], "write table:DB.SCHEMA.TABLE or table:DB.SCHEMA.TABLE.COLUMN"],
])("%j is a usage error", async (args, message) => {
  const { code, stderr } = await run(...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test("--unused lists what no document reads", async () => {
  emulator.configure({ unsharedDocuments: "listed" });
  const { stdout } = await run("impact", "--unused", "--json");
  const found = JSON.parse(stdout);
  const mine = found.unused.filter(({ model }: { model: string }) => model === "Sales");
  // Two documents that were made in the product read every column, and no metric.
  expect(mine).toEqual([
    {
      dataModelId: orders.dataModelId,
      model: "Sales",
      element: "Fact Orders",
      name: "Never",
      label: "Never",
      is: "metric",
    },
  ]);
  // An element that nothing reads stands for its columns.
  const quiet = found.unused.filter(({ model }: { model: string }) => model === "Quiet");
  expect(quiet.map(({ name, is }: { name: string; is: string }) => [name, is])).toEqual([["Fact Orders", "element"]]);
  expect((await run("impact", "--unused", "live:Quiet")).stdout).toMatch(
    /^Quiet \(Acme\/Models\)\n {2}Fact Orders \(element\)/,
  );
  expect(found.partial).toEqual(["Unrepresentable"]);
});
