import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildOneElementWorkbook } from "../one-element-workbook";
import { type Client, signIn } from "../unit/emulator/support";
import { runInStack, startSalesStack } from "./sales-stack";
import type { Bench } from "./support";

let bench: Bench;
let api: Client;
let other: string;

type Column = { id: string; name?: string; formula: string; type?: unknown };

async function readModel(): Promise<{ dataModelId: string; elementId: string; columns: Column[] }> {
  const { entries } = (await api.get("/v2/dataModels")).body;
  const { dataModelId } = entries.find(({ name }: { name: string }) => name === "Sales");
  const { pages } = (await api.get(`/v2/dataModels/${dataModelId}/spec`)).body;
  const [element] = pages[0].elements;
  return { dataModelId, elementId: element.id, columns: element.columns };
}

/** The columns of the others' workbook that don't work. */
async function listBroken(): Promise<string[]> {
  const { entries } = (await api.get(`/v2/workbooks/${other}/columns`)).body;
  return entries.flatMap(({ name, type }: Column) => (JSON.stringify(type).includes("error") ? [name] : []));
}

const rename = (...args: string[]) =>
  runInStack(bench, "rename", "orders#fact_orders.region", "Sales Zone", "--yes", ...args);

beforeAll(async () => {
  bench = await startSalesStack();
  const { folders } = bench.emulator.seeded;
  api = await signIn(bench.emulator);
  const { dataModelId, elementId } = await readModel();
  const contents = buildOneElementWorkbook({
    kind: "table",
    name: "Theirs",
    source: { kind: "data-model", dataModelId, elementId },
    columns: [{ id: "r", formula: "[Fact Orders/Region]" }],
  });
  other = (await api.post("/v2/workbooks", { name: "Theirs", folderId: folders.sales, contents })).body.workbookId;
});
afterAll(() => bench?.dispose());

test("rename in the files, up, rename on the platform: nothing is broken in the end, and ids stay", async () => {
  const before = await readModel();
  expect(await listBroken()).toEqual([]);

  // Before the update, the platform has nothing to read by the new name.
  const early = await rename("--live");
  expect([early.code, early.stdout]).toEqual([
    0,
    expect.stringContaining("still has the old name. Next: run `pulumi up`, then this command again."),
  ]);
  expect(readFileSync(join(bench.stack.directory, "models/orders.yaml"), "utf8")).toContain("Sales Zone");
  expect(await listBroken()).toEqual([]);

  await bench.stack.expect(["up", "--yes", "--skip-preview"]);
  const after = await readModel();
  expect(after.columns.map(({ id }) => id)).toEqual(before.columns.map(({ id }) => id));
  expect(after.columns.map(({ name }) => name)).toContain("Sales Zone");
  expect(await listBroken()).not.toEqual([]);

  const late = await rename("--live");
  expect([late.code, late.stdout]).toEqual([0, expect.stringMatching(/written Theirs \(workbook\), version 2/)]);
  expect(late.stdout).not.toContain("written Weekly");
  expect(await listBroken()).toEqual([]);
  await bench.stack.expect(["preview", "--expect-no-changes"]);
  expect((await rename("--live")).stdout).toContain("Nothing to rename");
});
