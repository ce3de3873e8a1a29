import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { getClient } from "../../provider/src/core/api";
import { buildSettings, createTemporaryFolder, runPiped } from "./support";

const writeWorkbook = (table: string) => `schemaVersion: 1
kind: workbook
pages: [{ id: main, name: Main }]
elements:
  - id: orders
    kind: table
    name: Orders
    source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ${table}] }
    columns:
      - { id: amount, formula: "[${table}/AMOUNT]", name: Amount }
  - id: revenue
    kind: kpi-chart
    name: Revenue
    source: { kind: table, elementId: orders }
    columns: [{ id: sum, formula: "Sum([Orders/Amount])" }]
    value: { columnId: sum }
layout:
  main:
    - { rows: 6, of: [revenue] }
    - { rows: 12, of: [orders] }
`;

const cwd = createTemporaryFolder();
for (const [name, table] of [
  ["sound", "ORDERS"],
  ["broken", "ODERS"],
] as const) {
  mkdirSync(join(cwd, name));
  writeFileSync(join(cwd, name, "sales.yaml"), writeWorkbook(table));
}

let emulator: Emulator;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());

const verify = (path: string, ...options: string[]) =>
  runPiped(["validate", "--verify", "--ref", `warehouse=${emulator.seeded.connections.warehouse}`, ...options, path], {
    cwd,
    env: buildSettings(emulator),
  });

test.each(["both", "contents", "document"] as const)("what the platform accepts, with %s families", async (family) => {
  emulator.configure({ workbookApi: family });
  expect(await verify("sound")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("0 errors, 0 warnings in 1 file"),
  });
});

test("a workbook of the first generation, once fmt has upgraded it", async () => {
  emulator.configure({ workbookApi: "both" });
  mkdirSync(join(cwd, "former"));
  const [head, elements = ""] = writeWorkbook("ORDERS").split("layout:")[0]!.split("elements:\n");
  const inPage = elements.replaceAll(/^/gm, "    ").trimEnd();
  const former = `${head!.replace("kind: workbook\n", "").replace("[{ id: main, name: Main }]", "").trimEnd()}
  - id: main
    name: Main
    elements:
${inPage.replace("value: { columnId: sum }", "value: { id: sum }")}
themeOverrides: { pageWidth: large }
layout: '<Page id="main"><LayoutElement elementId="revenue" gridColumn="1 / 25" gridRow="1 / 7"/></Page>'
`;
  writeFileSync(join(cwd, "former/sales.yaml"), former);
  expect((await verify("former")).code).toBe(1);
  expect(await runPiped(["fmt", "--upgrade", "former"], { cwd })).toMatchObject({ code: 0 });
  expect(await verify("former")).toMatchObject({ code: 0 });
});

test("what it refuses is at its place in the file", async () => {
  emulator.configure({ workbookApi: "both" });
  const { code, stdout } = await verify("broken");
  expect(code).toBe(1);
  expect(stdout).toMatchInlineSnapshot(`
"broken/sales.yaml:8:68: error: elements[orders].source.path: Source not found: warehouse table 'SALES.PUBLIC.ODERS' on connection f7252cec-2ef5-42fd-8d05-299732aeba05 [platform]
  7 |     name: Orders
> 8 |     source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ODERS] }
    |                                                                    ^^^^
This is the platform's answer to a dry run.

1 error, 0 warnings in 1 file
"
`);
  const offline = await runPiped(["validate", "broken"], { cwd });
  expect(offline.code).toBe(0);
});

test("an organization without the feature", async () => {
  emulator.configure({ workbookApi: "none" });
  const { code, stderr } = await verify("sound");
  expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining("Workbooks as code are not enabled") });
  emulator.configure({ workbookApi: "both" });
});

test("a workbook that a platform without the dry run created is deleted", async () => {
  emulator.configure({ workbookApi: "document" });
  await verify("sound");
  emulator.configure({ workbookApi: "both" });
  const { clientId, clientSecret, url: baseUrl } = emulator;
  const client = getClient({ baseUrl, clientId, clientSecret });
  const names: string[] = [];
  for await (const { name } of client.workbooks.list()) names.push(name);
  expect(names).not.toContain("sales");
});

test("a name without a value, and a value that is none, are usage errors", async () => {
  const env = buildSettings(emulator);
  expect(await runPiped(["validate", "--verify", "sound"], { cwd, env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      "sound/sales.yaml: can't be verified: no value is given for `warehouse`. Add --ref",
    ),
  });
  expect(await runPiped(["validate", "--verify", "--ref", "warehouse", "sound"], { cwd, env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--ref warehouse: write --ref <name>=<id>"),
  });
});

test("a workbook with an error of its own isn't sent, and no rule of that name: nothing is", async () => {
  const env = buildSettings(emulator);
  writeFileSync(join(cwd, "wrong.yaml"), writeWorkbook("ORDERS").replace("columnId: sum", "columnId: total"));
  expect(await runPiped(["validate", "--verify", "wrong.yaml"], { cwd, env })).toMatchObject({ code: 1, stderr: "" });
  expect(await runPiped(["validate", "--verify", "--rule", "platform=off", "sound"], { cwd })).toMatchObject({
    code: 0,
  });
});
