import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "analytics-emulator";
import { buildSales } from "../unit/emulator/workbook/sales";
import { createSmallOrganization, make, startEmpty } from "./pull-support";
import { buildSettings, createTemporaryFolder, runPiped, stabilize } from "./support";

const [cwd, elsewhere] = [createTemporaryFolder(), createTemporaryFolder()];
const file = "models/orders.yaml";
const read = (path = file) => readFileSync(join(cwd, path), "utf8");

let emulator: Emulator;
let env: Record<string, string>;
let orders: string;
const pull = async (...args: string[]) => {
  const { code, stdout, stderr } = await runPiped(["pull", ...args], { cwd, env });
  return { code, stdout: stabilize(stdout, { [orders]: "<orders>" }), stderr };
};

beforeAll(async () => {
  emulator = await startEmpty({ seed: 1, tokenRequestsPerSecond: null });
  env = buildSettings(emulator);
  ({ orders } = await createSmallOrganization(emulator));
  await pull();
  await emulator.ui.changeFormula(orders, "Orders", "Amount", "[ORDERS/AMOUNT] * 2");
  await emulator.ui.changeFormula(orders, "Orders", "Amount", "[ORDERS/AMOUNT] * 3");
  await pull();
});
afterAll(() => emulator.stop());

const tellVersion = (version: number) =>
  `updated models/orders.yaml from the data model "Orders" (<orders>, version ${version})\n` +
  "  page Orders › table orders › column amount: formula `[ORDERS/AMOUNT] * 3` → ";

test("a version comes into the file of its model, which the next pull finds edited", async () => {
  expect(read()).toContain("[ORDERS/AMOUNT] * 3");
  expect(await pull(`${orders}@2`)).toEqual({
    code: 0,
    stdout:
      `${tellVersion(2)}\`[ORDERS/AMOUNT] * 2\`\n` +
      "The platform is at version 3. `pulumi up` writes what the file has now as a new version.\n",
    stderr: expect.any(String),
  });
  expect(read()).toContain("[ORDERS/AMOUNT] * 2");
  expect((await pull()).stdout).toContain("edited here models/orders.yaml");
  expect(read()).toContain("[ORDERS/AMOUNT] * 2");
  expect((await pull(file, "--from", orders)).stdout).toContain("keeps its own edits");
  expect((await runPiped(["diff", `${orders}@2`, file], { cwd, env })).code).toBe(0);
});

test("a version is found by the names of a tag and of the model, and replaces what the file has", async () => {
  await make(emulator, "/v2/tags", { name: "Gold", color: "grass" });
  await make(emulator, "/v2/dataModels/tag", { dataModelId: orders, tag: "Gold", dataModelVersion: 1 });
  writeFileSync(join(cwd, file), read().replace("[ORDERS/AMOUNT] * 2", "[ORDERS/AMOUNT] * 9"));
  const { updates } = JSON.parse((await pull("live:Acme/Models/Sales/Orders@Gold", "--json")).stdout);
  expect(updates).toMatchObject([{ file, version: 1, latestVersion: 3, changes: [{ after: "[ORDERS/AMOUNT]" }] }]);
  expect(read()).toContain('formula: "[ORDERS/AMOUNT]"');
});

test("the latest version by its number is the way forward again", async () => {
  await pull(`${orders}@3`);
  expect((await pull()).stdout).toContain("3 models: 3 unchanged.\n");
});

test("a version that no file is of is refused, with the command for any file", async () => {
  const { code, stderr } = await runPiped(["pull", `${orders}@1`], { cwd: elsewhere, env });
  expect(code).toBe(2);
  expect(stderr).toContain(`Name it: pulumi-analytics pull <file> --from ${orders}@1\n`);
  const listed = await runPiped(["pull", `${orders}@`], { cwd: elsewhere, env });
  expect(listed.stderr).toContain("which version? The latest is 3");
  expect(await pull("live:Acme@1")).toMatchObject({ code: 2, stderr: expect.stringContaining("Name the document.") });
});

test.each([
  ["@99", "the data model has no version 99. The latest is 3; 1 is Production; 1 is Gold."],
  ["@", "which version? The latest is 3; 1 is Production; 1 is Gold."],
])("a version that isn't there says which there are: %s", async (version, message) => {
  for (const name of [orders, "live:Acme/Models/Sales/Orders"]) {
    expect(await pull(`${name}${version}`)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  }
});

test("of a workbook, the versions are listed with their times, and the command that restores one", async () => {
  const folderId = emulator.seeded.folders.sales;
  const contents = buildSales(emulator.seeded.connections.warehouse);
  const { workbookId: id } = await make(emulator, "/v2/workbooks", { name: "Weekly", folderId, contents });
  const addresses = [`${id}@1`, "live:Weekly@", "live:Weekly@1"];
  for (const [command, address] of addresses.flatMap(
    (one) =>
      [
        ["diff", one],
        ["pull", one],
      ] as const,
  )) {
    const { code, stderr } = await runPiped([command, address], { cwd: elsewhere, env });
    expect({ command, address, code }).toEqual({ command, address, code: 2 });
    expect(stderr).toMatch(/This workbook has:\n {2}1 {2}\d{4}-\d\d-\d\dT/);
    expect(stderr).toContain(`api POST workbooks/${id}/restoreVersion --field version=`);
  }
});

test("files of a folder are updated together; what is wrong with one stops no other", async () => {
  await emulator.ui.changeFormula(orders, "Orders", "Amount", "[ORDERS/AMOUNT] * 4");
  writeFileSync(join(cwd, "models/stranger.yaml"), "pages: [{ id: p, name: P, elements: [] }]\n");
  const { code, stdout } = await pull("models");
  expect(code).toBe(1);
  expect(stdout).toContain(`${tellVersion(4)}\`[ORDERS/AMOUNT] * 4\`\n`);
  expect(stdout).toContain("failed models/stranger.yaml: models/stranger.yaml: unknown data model: ");
  expect(stdout.match(/nothing to update/g)).toHaveLength(2);
});

test.each([
  [["models", "--from", "live:Orders"], "Name one file."],
  [["models/orders.yaml", "live:Acme"], "Run pull for each."],
  [["live:Acme", "partner:Acme"], "are of two organizations, and a folder holds one."],
  [["git:main:models/orders.yaml"], "`git restore --source <commit> <file>`"],
  [["orders", "--out", "elsewhere"], "Files are updated in their place."],
  [["orders#lines"], "names a part of a document"],
])("%j is a usage error", async (args, message) => {
  expect(await pull(...args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});
