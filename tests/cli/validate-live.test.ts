import { startEmulator } from "analytics-emulator";
import { buildSettings, createFolderWith, createTemporaryFolder, runPiped } from "./support";

const root = createTemporaryFolder();
const writeModel = (path: string, column: string, connection = "!ref warehouse") => `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: facts
        kind: table
        name: Facts
        source: { kind: warehouse-table, connectionId: ${connection}, path: [SALES, PUBLIC, ${path}] }
        columns:
          - { id: a, name: A, formula: "[${path}/${column}]" }
`;

const workbook = `schemaVersion: 1
kind: workbook
pages: [{ id: main, name: Main }]
elements:
  - { id: note, kind: text, body: Orders }
  - id: facts
    kind: bar-chart
    name: Facts
    source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
    columns: [{ id: a, name: A, formula: "Sum([ORDERS/AMUONT])" }]
    yAxis: { columnIds: [a] }
layout: { main: [{ rows: 2, of: [note] }, { rows: 8, of: [facts] }] }
`;

test("tables and columns of warehouses are looked up in the catalog, each once and five at once", async () => {
  const emulator = await startEmulator({ seed: 1, latencyMs: 5 });
  try {
    const env = buildSettings(emulator);
    const { warehouse } = emulator.seeded.connections;
    const cwd = createFolderWith(root, {
      "models/good.yaml": writeModel("ORDERS", "AMOUNT"),
      "models/again.yaml": writeModel("ORDERS", "ID"),
      "models/column.yaml": writeModel("ORDERS", "AMOUN"),
      "models/table.yaml": writeModel("ORDRS", "AMOUNT"),
      "models/unknown.yaml": writeModel("ORDERS", "AMOUNT", "!ref lake"),
      "models/dashboard.yaml": workbook,
    });
    const run = (...args: string[]) => runPiped(["validate", "--live", "models", ...args], { cwd, env });
    const { code, stdout, stderr } = await run("--ref", `warehouse=${warehouse}`);
    expect(code).toBe(1);
    expect(stdout).toContain("models/column.yaml:11:");
    expect(stdout).toContain("the table SALES.PUBLIC.ORDERS has no column `AMOUN` [missing-source-column]");
    expect(stdout).toContain("Did you mean `[ORDERS/AMOUNT]`?");
    expect(stdout).toMatch(/models\/dashboard\.yaml:10:.*elements\[facts\].*has no column `AMUONT`/);
    expect(stdout).toContain("models/table.yaml:9:");
    expect(stdout).toContain("has no table SALES.PUBLIC.ORDRS");
    expect(stdout).toContain("Did you mean `ORDERS`?");
    expect(stdout).toContain("3 errors");
    expect(stderr).toContain("not checked: models/unknown.yaml: no connection has the name of `!ref lake`.");
    const lookups = emulator.requests().filter(({ path }) => path.endsWith("/lookup"));
    expect(lookups.length).toBeLessThanOrEqual(3);

    const off = await run(
      "--ref",
      `warehouse=${warehouse}`,
      "--rule",
      "missing-table=off",
      "--rule",
      "missing-source-column=warning",
    );
    expect(off).toMatchObject({ code: 0 });
    expect(await run("--ref", "warehouse=nothing")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("no connection has this id or name. Connections: "),
    });
    expect(await run("--watch")).toMatchObject({ code: 2 });
  } finally {
    await emulator.stop();
  }
});
