import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { testOfAll } from "../cases";
import { type Bench, getCli, projectYaml, repository, startBench } from "./support";

const run = promisify(execFile);

const program = `
const analytics = require("pulumi-analytics");
const { folderId, connectionId: warehouse } = require("./place.json");
new analytics.DataModel("orders", {
  name: "Orders",
  folderId,
  spec: analytics.specFile("models/orders.yaml", { refs: { warehouse } }),
});
`;

// With what the platform writes in its own form: the name of a column, the defaults of a control, a reference in the
// warehouse's spelling.
const model = `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: facts
        kind: table
        name: Facts
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns:
          - { id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }
          - { id: double, name: Double, formula: "[ORDERS/AMOUNT] * 2" }
          - { id: customer, formula: "[ORDERS/CUSTOMER_ID]" } # theirs
      - id: region
        kind: control
        controlId: Region
        controlType: list
        source: { kind: source, source: { kind: table, elementId: facts }, columnId: customer }
`;

describe("a conflict, resolved as its message says, with the real engine", () => {
  let bench: Bench;
  const getPath = () => join(bench.stack.directory, "models/orders.yaml");

  beforeAll(async () => {
    bench = await startBench({
      texts: { "Pulumi.yaml": projectYaml, "index.js": program, "models/orders.yaml": model },
    });
    const { folders, connections } = bench.emulator.seeded;
    await bench.stack.write(
      "place.json",
      JSON.stringify({ folderId: folders.models, connectionId: connections.warehouse }),
    );
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
  });
  afterAll(() => bench.dispose());

  async function runCommand(...args: string[]): Promise<string> {
    const { emulator, stack } = bench;
    const { command: pulumi, env } = await getCli();
    const { stdout } = await run(process.execPath, [join(repository, "provider/dist/cli/main.js"), ...args], {
      cwd: stack.directory,
      env: {
        ...process.env,
        ...stack.environment,
        PATH: [dirname(pulumi), env.PATH, process.env.PATH].filter(Boolean).join(delimiter),
        ANALYTICS_BASE_URL: emulator.url,
        ANALYTICS_CLIENT_ID: emulator.clientId,
        ANALYTICS_CLIENT_SECRET: emulator.clientSecret,
      },
    });
    return stdout;
  }

  test("pull merges both edits, up applies them, and nothing is left to do", async () => {
    const [{ id = "" } = {}] = (await bench.stack.listResources()).filter(({ type }) => type.endsWith("DataModel"));
    await bench.emulator.ui.changeFormula(id, "Facts", "Double", "[ORDERS/AMOUNT] * 20");
    await bench.stack.write("models/orders.yaml", model.replace('"[ORDERS/AMOUNT]" }', '"[ORDERS/AMOUNT] + 1" }'));
    const { code, stdout, stderr } = await bench.stack.run(["up", "--yes", "--skip-preview"]);
    expect(code).not.toBe(0);
    expect(stdout + stderr).toContain("pull");

    await runCommand("pull", "models/orders.yaml");
    const merged = readFileSync(getPath(), "utf8");
    expect(merged).toContain('"[ORDERS/AMOUNT] + 1"');
    expect(merged).toMatch(/"\[ORDERS\/amount\] \* 20"/i);
    expect(merged).toContain("# theirs");

    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview"]);
    expect(bench.writes()).toEqual([`PUT /v2/dataModels/${id}/spec`]);
    bench.emulator.clearRequests();
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--refresh", "--expect-no-changes"]);
    expect(bench.writes()).toEqual([]);
    expect(await runCommand("diff", "models/orders.yaml", `live:${id}`)).toContain("The contents are the same.");
  });

  testOfAll("after a pull that has the platform's value, one's own again, as both messages say", async () => {
    const [{ id = "" } = {}] = (await bench.stack.listResources()).filter(({ type }) => type.endsWith("DataModel"));
    const merged = readFileSync(getPath(), "utf8");
    const write = (formula: string) =>
      bench.stack.write("models/orders.yaml", merged.replace(/(id: double.*formula: )"[^"]*"/, `$1"${formula}"`));
    await bench.emulator.ui.changeFormula(id, "Facts", "Double", "[ORDERS/AMOUNT] * 30");
    await write("[ORDERS/AMOUNT] * 3");
    const { stdout, stderr } = await bench.stack.run(["up", "--yes", "--skip-preview"]);
    expect(stdout + stderr).toContain(
      "`npx pulumi-analytics pull models/orders.yaml`, then run `pulumi up --refresh`.",
    );

    expect(await runCommand("pull", "models/orders.yaml")).toContain(
      "For yours, write them into the file again, then run `pulumi up --refresh`.",
    );
    await write("[ORDERS/AMOUNT] * 3");
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--refresh"]);
    expect(JSON.stringify(bench.emulator.snapshot().dataModelVersions.at(-1))).toMatch(/\[ORDERS\/amount\] \* 3"/i);
    await bench.stack.expect(["up", "--yes", "--skip-preview", "--refresh", "--expect-no-changes"]);
  });
});
