import type { Emulator } from "analytics-emulator";
import { buildOrdersTable, buildPage, makeModel, startEmpty } from "./pull-support";
import { buildSettings, createFolderWith, createTemporaryFolder, runInTerminal, stabilize } from "./support";

const base = createTemporaryFolder();
const buildModel = (region: string) => `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: fact_orders
        kind: table
        name: Fact Orders
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [DB, CORE, FACTS] }
        columns:
          - { id: region, name: Region, formula: "${region}" }
          - { id: amount, name: Amount, formula: "[FACTS/AMOUNT]" }
`;

/** So many models that reading them takes more than a second. */
const count = 40;

let emulator: Emulator;
let env: Record<string, string>;
beforeAll(async () => {
  emulator = await startEmpty({ seed: 1 });
  env = buildSettings(emulator);
  for (let i = 1; i <= count; i++) {
    await makeModel(emulator, `Orders ${i}`, [buildPage("Main", buildOrdersTable(emulator, "Orders", ["Amount"]))]);
  }
});
afterAll(() => emulator?.stop());

const createFolder = () =>
  createFolderWith(base, {
    "models/orders.yaml": buildModel("[FACTS/REGION]"),
    "other/orders.yaml": buildModel("Upper([FACTS/REGION])").replace("name: Amount", "name: Net Amount"),
    "broken/orders.yaml": buildModel("Uper([FACTS/REGION]").replace("kind: table\n", "kind: tabel\n"),
  });

describe.each([80, 40])("in a terminal of %d columns", (columns) => {
  test("findings have colors", async () => {
    const { code, screen } = await runInTerminal(["validate", "broken"], { cwd: createFolder(), columns });
    expect(screen).toMatchSnapshot();
    expect(code).toBe(1);
  });

  test("differences have colors", async () => {
    const args = ["diff", "models/orders.yaml", "other/orders.yaml"];
    const { code, screen } = await runInTerminal(args, { cwd: createFolder(), columns });
    expect(screen).toMatchSnapshot();
    expect(code).toBe(1);
  });

  test("work that takes long has a bar that fits, and takes it away", async () => {
    emulator.configure({ latencyMs: 400 });
    const cwd = createFolder();
    const args = ["pull", "--out", "acme"];
    const run = await runInTerminal(args, { cwd, env, columns, answers: [{ when: `/${count}`, type: "" }] });
    emulator.configure({ latencyMs: 0 });
    // How far it is, a busy machine decides.
    const bar = /[■ ]* \d+\/40/;
    expect(run.asked.map((screen) => screen.replace(bar, " <bar> <n>/40"))).toMatchSnapshot();
    expect(run.asked[0]?.split("\n").at(-1)?.length).toBeLessThanOrEqual(columns);
    expect(run.screen).not.toMatch(bar);
    expect(run.code).toBe(0);
  });

  test("rename asks before it writes", async () => {
    const answers = [{ when: "(y/N)", type: "n\r" }];
    const args = ["rename", "models/orders.yaml#fact_orders.region", "Area"];
    const { asked, screen } = await runInTerminal(args, { cwd: createFolder(), columns, answers });
    expect([...asked, screen]).toMatchSnapshot();
  });

  test("api asks before it writes", async () => {
    const answers = [{ when: "(y/N)", type: "n\r" }];
    const args = ["api", "POST", "tags", "--field", "name=Production"];
    const { asked, screen } = await runInTerminal(args, { cwd: createFolder(), env, columns, answers });
    expect([...asked, screen].map((text) => stabilize(text, { [emulator.url]: "<url>" }))).toMatchSnapshot();
  });
});
