import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "analytics-emulator";
import {
  buildOrdersTable,
  buildOtherModel,
  buildPage,
  listAsked,
  make,
  makeModel,
  readSpec,
  readTree,
  startEmpty,
} from "./pull-support";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();
let cwd: string;
let emulator: Emulator;
let orders: string;

const pull = (...args: string[]) => runPiped(["pull", ...args], { cwd, env: buildSettings(emulator) });
const readProgram = () => readFileSync(join(cwd, "models.ts"), "utf8");
const listSourcesRead = () => listAsked(emulator).filter((request) => request.endsWith("/sources"));

/** A workbook of the analyst, made in the product. */
async function makeWorkbook(name: string): Promise<string> {
  const elementId = (await readSpec(emulator, orders)).pages[0]!.elements[0]!.id;
  const source = { dataModelId: orders, elementId };
  const { workbookId } = (await emulator.ui.request("POST", "/workbooks", { name, sources: [source] })) as {
    workbookId: string;
  };
  return workbookId;
}

beforeEach(async () => {
  cwd = mkdtempSync(join(base, "pull-"));
  emulator = await startEmpty({ seed: 1, tokenRequestsPerSecond: null });
  emulator.configure({ othersDocuments: "listed" });
  orders = await makeModel(emulator, "Orders", [buildPage("P", buildOrdersTable(emulator, "Orders", ["Amount"]))]);
  const revenue = buildOrdersTable(emulator, "Revenue", ["Amount"], {
    source: await buildOtherModel(emulator, orders),
  });
  await makeModel(emulator, "Revenue", [buildPage("P", revenue)]);
});
afterEach(() => emulator.stop());

test("above a model stands what reads it, and who owns that; a second pull writes nothing", async () => {
  const sales = await makeWorkbook("Sales");
  await make(emulator, "/v2/tags", { name: "Production", color: "grass" });
  await make(emulator, "/v2/workbooks/tag", { workbookId: sales, tag: "Production", workbookVersion: 1 });
  emulator.clearRequests();
  expect((await pull()).code).toBe(0);
  expect(readProgram()).toContain(
    "// Read by: Revenue (data model, Alan Analyst), Sales (Alan Analyst)\n" +
      'export const orders = new analytics.DataModel("orders"',
  );
  expect(readProgram().match(/Read by/g)).toHaveLength(1);
  expect(listSourcesRead().length).toBeGreaterThan(3);
  const before = readTree(cwd);
  emulator.clearRequests();
  expect((await pull()).stdout).toBe("2 models: 2 unchanged.\n");
  expect(readTree(cwd)).toEqual(before);
  expect(listSourcesRead()).toEqual([]);
});

test("of many, a few are named; only the new documents are read", async () => {
  await makeWorkbook("Sales");
  await pull();
  const ids: string[] = [];
  for (const name of ["E", "D", "C", "B", "A"]) ids.push(await makeWorkbook(name));
  emulator.clearRequests();
  const { stdout } = await pull();
  expect(stdout).toMatch(/^updated models\.ts\n/);
  expect(readProgram()).toContain(
    "// Read by: A (Alan Analyst), B (Alan Analyst), C (Alan Analyst), D (Alan Analyst) and 3 more\n",
  );
  expect(listSourcesRead().sort()).toEqual(ids.map((id) => `GET /v2/workbooks/${id}/sources`).sort());
});

test("pulls of a part and of files, and refused lists read nothing, and keep the comments", async () => {
  await makeWorkbook("Sales");
  await pull();
  const before = readTree(cwd);
  expect(readProgram()).toContain("// Read by: ");
  rmSync(join(cwd, ".analytics"), { recursive: true });
  emulator.clearRequests();
  await pull(orders);
  await pull("models/orders.yaml");
  expect(listSourcesRead()).toEqual([]);
  emulator.addFault({ fault: "status", status: 403, body: "json", path: "/v2/reports", id: "no" });
  expect((await pull()).code).toBe(0);
  emulator.removeFault("no");
  expect(listSourcesRead()).toEqual([]);
  expect(readTree(cwd)).toEqual(before);
});

test("a dry run writes no cache", async () => {
  await makeWorkbook("Sales");
  await pull("--dry-run");
  expect(() => readFileSync(join(cwd, ".analytics/.gitignore"))).toThrow();
});

test("a program that imports has the comments too", async () => {
  await makeWorkbook("Sales");
  await pull("--import", "--out", "imported");
  expect(readFileSync(join(cwd, "imported/models.ts"), "utf8")).toMatch(/\/\/ Read by: .*Sales \(Alan Analyst\)/);
});
