import { setTimeout } from "node:timers/promises";
import { type Emulator, startEmulator } from "analytics-emulator";
import { type Client, signIn } from "../unit/emulator/support";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
let cwd: string;
let emulator: Emulator;
let api: Client;
let orders: { dataModelId: string; elementId: string };

const buildPlace = (id: string, row: number) =>
  `<Element elementId="${id}" gridColumn="1 / 25" gridRow="${row} / ${row + 8}"/>`;

/** A workbook over the orders of the model: a table, a chart and a text. */
const buildContents = (more: object = {}) => ({
  schemaVersion: 1,
  kind: "workbook",
  pages: [{ id: "main", name: "Main" }],
  elements: [
    {
      id: "table",
      kind: "table",
      name: "Orders",
      source: { kind: "data-model", ...orders },
      columns: [
        { id: "r", formula: "[Fact Orders/Region]" },
        { id: "u", name: "Upper", formula: "Upper([Region])" },
      ],
    },
    {
      id: "chart",
      kind: "bar-chart",
      name: "By Region",
      source: { kind: "data-model", ...orders },
      columns: [
        { id: "x", name: "Where", formula: "[Fact Orders/Region]" },
        { id: "y", name: "Count", formula: "Count()" },
      ],
      xAxis: { columnId: "x" },
      yAxis: { columnIds: ["y"] },
    },
    { id: "note", kind: "text", body: "Last: {{Max([Orders/Region])}}" },
    ...Object.values(more),
  ],
  layout:
    '<Page id="main" type="grid" gridTemplateColumns="repeat(24, 1fr)">' +
    ["table", "chart", "note", ...Object.keys(more)].map((id, index) => buildPlace(id, 1 + 8 * index)).join("") +
    "</Page>",
});

async function createWorkbook(name: string, more: object = {}): Promise<string> {
  const folderId = emulator.seeded.folders.sales;
  const { body } = await api.post("/v2/workbooks", { name, folderId, contents: buildContents(more) });
  if (body.workbookId === undefined) throw new Error(JSON.stringify(body));
  return body.workbookId;
}

const run = (...args: string[]) => runPiped(args, { cwd, env: buildSettings(emulator) });
const rename = (...args: string[]) => run("rename", "live:Sales#Fact Orders.Region", "Area", "--live", ...args);
const readContents = async (id: string) => (await api.get(`/v2/workbooks/${id}?includeContents=true`)).body;

/** Names of columns that don't work. */
async function listBroken(id: string): Promise<string[]> {
  const { entries } = (await api.get(`/v2/workbooks/${id}/columns`)).body;
  return entries.flatMap(({ name, type }: { name: string; type: { type?: string } }) =>
    JSON.stringify(type).includes("error") ? [name] : [],
  );
}

beforeEach(async () => {
  // What was read of documents is kept in the folder.
  cwd = createFolderWith(base, {});
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  api = await signIn(emulator);
  const { connections, folders } = emulator.seeded;
  const path = ["SALES", "CORE", "FACTS"];
  emulator.addTable({ connectionId: connections.warehouse, path, columns: { REGION: "text", AMOUNT: "number" } });
  const table = {
    id: "facts",
    kind: "table",
    name: "Fact Orders",
    source: { kind: "warehouse-table", connectionId: connections.warehouse, path },
    columns: ["Region", "Amount"].map((name) => ({ id: name, name, formula: `[FACTS/${name}]` })),
  };
  const body = { name: "Sales", folderId: folders.models, schemaVersion: 1 };
  const pages = [{ id: "p", name: "P", elements: [table] }];
  const { dataModelId } = (await api.post("/v2/dataModels/spec", { ...body, pages })).body;
  const spec = (await api.get(`/v2/dataModels/${dataModelId}/spec`)).body;
  orders = { dataModelId, elementId: spec.pages[0].elements[0].id };
});
afterEach(() => emulator.stop());

test("a model that is no code, and what reads it, are renamed on the platform, and nothing breaks", async () => {
  const id = await createWorkbook("Revenue");
  const tagId = (await api.post("/v2/tags", { name: "Production", color: "plum" })).body.versionTagId;
  await api.post("/v2/dataModels/tag", { dataModelId: orders.dataModelId, tag: "Production" });
  const sources = [{ ...orders, versionTagId: tagId }];
  await emulator.ui.request("POST", "/workbooks", { name: "Reads the tag", sources });
  await emulator.ui.request("POST", "/workbooks", { name: "Odd", unrepresentable: true, sources: [orders] });
  emulator.configure({ othersDocuments: "listed" });
  const before = await readContents(id);

  const dry = await rename("--dry-run");
  expect([dry.code, dry.stderr]).toEqual([0, ""]);
  expect(dry.stdout.replaceAll(/https?:\/\/\S+/g, "<url>")).toMatchInlineSnapshot(`
"On the platform:
  Sales (data model, Acme/Models) · owner Ada Admin <ada.admin@acme.example>
    P › Fact Orders: name: Area
    <url>
  Revenue (workbook, Acme/Models/Sales) · owner Ada Admin <ada.admin@acme.example>
    Main › Orders: [Fact Orders/Region] → [Fact Orders/Area]
    Main › Orders: name: Region (as before: it came from the name)
    Main › By Region: [Fact Orders/Region] → [Fact Orders/Area]
    <url>

Not changed on the platform:
  Reads the tag (workbook): it reads the version with the tag Production, and breaks when that tag moves
  Odd (workbook): the platform can't return it as code: change it in the product, if it uses the name

2 documents on the platform would change.
"
`);
  expect(await readContents(id)).toEqual(before);

  const { code, stdout } = await rename("--yes");
  expect([code, stdout]).toEqual([0, expect.stringMatching(/written Sales \(data model\), version 2\n.*Revenue/)]);
  const spec = (await api.get(`/v2/dataModels/${orders.dataModelId}/spec`)).body;
  expect(spec.pages[0].elements[0].columns.map(({ name }: { name: string }) => name)).toContain("Area");
  const after = await readContents(id);
  expect(after.contents.elements[0].columns).toEqual([
    expect.objectContaining({ id: "r", name: "Region", formula: "[Fact Orders/Area]" }),
    expect.objectContaining({ id: "u", formula: "Upper([Region])" }),
  ]);
  expect(await listBroken(id)).toEqual([]);
  const again = await rename("--yes");
  expect([again.code, again.stdout]).toEqual([0, expect.stringContaining("Nothing to rename")]);
  expect((await readContents(id)).documentVersion).toBe(after.documentVersion);
});

test("what a write would lose, and what the platform refuses, is told and stays; exit code 1", async () => {
  await createWorkbook("Fine");
  const buttons = await createWorkbook("Buttons", { button: { id: "button", kind: "button", text: "Go" } });
  const forbidden = await createWorkbook("Forbidden");
  const path = `/v2/workbooks/${forbidden}/contents`;
  emulator.addFault({ fault: "status", status: 403, body: "json", path, method: "PUT" });
  const { code, stdout } = await rename("--yes", "--json");
  const { platform } = JSON.parse(stdout);
  expect(code).toBe(1);
  expect(platform.written).toHaveLength(2);
  expect(platform.failed).toEqual(
    expect.arrayContaining([
      { id: buttons, why: expect.stringContaining("has no actions") },
      { id: forbidden, why: expect.stringContaining("403") },
    ]),
  );
  expect(
    platform.changes.map(({ name, owner }: { name: string; owner: { email: string } }) => [name, owner.email]),
  ).toEqual(["Sales", "Buttons", "Fine", "Forbidden"].map((name) => [name, "ada.admin@acme.example"]));
  // The next run goes on with what is left.
  const rest = JSON.parse((await rename("--dry-run", "--json")).stdout).platform;
  expect(rest.changes.map(({ name }: { name: string }) => name)).toEqual(["Buttons", "Forbidden"]);
});

test("a run that is stopped says what it has written, and the same command continues", async () => {
  for (const name of ["One", "Two"]) await createWorkbook(name);
  const path = `/v2/dataModels/${orders.dataModelId}/spec`;
  emulator.addFault({ fault: "delay", ms: 2500, path, method: "PUT" });
  let pid = 0;
  const args = ["rename", "live:Sales#Fact Orders.Region", "Area", "--live", "--yes"];
  const running = runPiped([...args, "--json"], {
    cwd,
    env: buildSettings(emulator),
    started: (started) => {
      pid = started;
    },
  });
  while (!emulator.requests().some(({ method }) => method === "PUT")) await setTimeout(20);
  process.kill(pid, "SIGINT");
  const { code, stdout } = await running;
  expect(code).toBe(130);
  const { platform } = JSON.parse(stdout);
  expect(platform.written).toEqual([{ id: orders.dataModelId, version: 2 }]);
  expect(platform.failed.map(({ why }: { why: string }) => why)).toEqual(Array(2).fill("the command was stopped"));
  const again = await run(...args);
  expect([again.code, again.stdout]).toEqual([0, expect.stringMatching(/written One .*\nwritten Two .*/)]);
});

test("a workbook that somebody wrote since it was read is read again, and keeps both", async () => {
  const id = await createWorkbook("Revenue");
  // The answer to the last read before the write comes late.
  emulator.addFault({ fault: "delay", ms: 2500, path: `/v2/workbooks/${id}`, method: "GET", nth: 2 });
  emulator.clearRequests();
  const running = rename("--yes");
  const isRead = () => emulator.requests().some(({ path }) => path.includes(`${id}?includeContents`));
  while (!isRead()) await setTimeout(20);
  await setTimeout(1000);
  const { contents, documentVersion } = await readContents(id);
  contents.elements[1].columns[0].name = "Place";
  const put = await api.put(`/v2/workbooks/${id}/contents`, { contents, documentVersion });
  expect(put.status).toBe(200);
  const { code, stdout } = await running;
  expect([code, stdout]).toEqual([0, expect.stringContaining("written Revenue (workbook), version 3")]);
  expect((await readContents(id)).contents.elements[1].columns[0]).toMatchObject({
    name: "Place",
    formula: "[Fact Orders/Area]",
  });
});
