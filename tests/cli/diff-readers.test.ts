import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { buildOrdersSpec, buildOrdersTable } from "../orders-model";
import { type Client, signIn } from "../unit/emulator/support";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

const cwd = createTemporaryFolder();
let emulator: Emulator;
let api: Client;
let dataModelId: string;

const writeModel = (columns: readonly string[]) => `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: facts
        kind: table
        name: Fact Orders
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns: [${columns.map((name) => `{ id: ${name}, name: ${name}, formula: "[ORDERS/AMOUNT]" }`).join(", ")}]
`;
const diff = (...args: string[]) => runPiped(["diff", ...args], { cwd, env: buildSettings(emulator) });

beforeAll(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  api = await signIn(emulator);
  const { connections, folders } = emulator.seeded;
  const columns = ["Region", "Amount", "Area"].map((name) => ({ id: name, name, formula: "[ORDERS/AMOUNT]" }));
  const { pages } = buildOrdersSpec(buildOrdersTable(connections.warehouse, { name: "Fact Orders", columns }));
  const body = { name: "Sales", folderId: folders.models, schemaVersion: 1, pages };
  dataModelId = (await api.post("/v2/dataModels/spec", body)).body.dataModelId;
  const elementId = (await api.get(`/v2/dataModels/${dataModelId}/spec`)).body.pages[0].elements[0].id;
  const table = {
    id: "t",
    kind: "table",
    name: "Rows",
    source: { kind: "data-model", dataModelId, elementId },
    columns: [{ id: "c", name: "Region", formula: "[Fact Orders/Region]" }],
  };
  const layout =
    '<Page id="p" type="grid" gridTemplateColumns="repeat(24, 1fr)">' +
    '<Element elementId="t" gridColumn="1 / 25" gridRow="1 / 9"/></Page>';
  const workbook = { schemaVersion: 1, kind: "workbook", pages: [{ id: "p", name: "P" }], elements: [table], layout };
  await api.post("/v2/workbooks", { name: "Weekly", folderId: folders.sales, contents: workbook });
  for (const [name, its] of Object.entries({ whole: ["Region", "Amount", "Area"], less: ["Amount", "Area"] })) {
    writeFileSync(join(cwd, `${name}.yaml`), writeModel(its));
  }
  writeFileSync(join(cwd, "unread.yaml"), writeModel(["Region", "Amount"]));
});
afterAll(() => emulator.stop());

const line = "Weekly (workbook, Acme/Models/Sales) · owner Ada Admin <ada.admin@acme.example>";

test("what goes away from a model of the platform comes with who reads it", async () => {
  const { code, stdout } = await diff(dataModelId, "less.yaml");
  expect(code).toBe(1);
  expect(stdout).toContain(`Read by\n  ${line}\n    P › Rows: column Region\n`);
  expect((await diff(dataModelId, "less.yaml", "--format", "markdown")).stdout).toContain(
    `**Read by**\n\n- [\`${line}\`](http`,
  );
  expect(JSON.parse((await diff(dataModelId, "less.yaml", "--json")).stdout).readers).toEqual([
    expect.objectContaining({
      name: "Weekly",
      owner: { name: "Ada Admin", email: "ada.admin@acme.example" },
      tags: [],
    }),
  ]);
  // The file has more than the platform: nothing goes away the other way round.
  expect((await diff("less.yaml", dataModelId)).stdout).not.toContain("Read by");
  expect((await diff(dataModelId, "unread.yaml")).stdout).not.toContain("Weekly");
  emulator.clearRequests();
  await diff(dataModelId, "whole.yaml");
  expect(emulator.requests().filter(({ path }) => path.includes("/sources"))).toEqual([]);
});

test("of two files, the command to run is named, and no request is sent", async () => {
  emulator.clearRequests();
  const { stdout } = await diff("whole.yaml", "less.yaml");
  expect(stdout).toContain("To see who reads what goes away: npx pulumi-analytics impact 'whole#Fact Orders.Region'");
  expect(emulator.requests()).toEqual([]);
});

test("a changed name is one that readers miss", async () => {
  const text = writeModel(["Region", "Amount", "Area"]).replace("name: Region", "name: Territory");
  writeFileSync(join(cwd, "renamed.yaml"), text);
  const { stdout } = await diff("whole.yaml", "renamed.yaml");
  expect(stdout).toContain("To see who reads what goes away: npx pulumi-analytics impact 'whole#Fact Orders.Region'");
});

test("where the lists are refused, the comparison is told all the same", async () => {
  emulator.addFault({ fault: "status", status: 403, body: "json", path: "/v2/reports", id: "no" });
  const { code, stdout } = await diff(dataModelId, "less.yaml");
  emulator.removeFault("no");
  expect([code, stdout]).toEqual([1, expect.stringContaining("Who reads what goes away wasn't looked up: ")]);
});
