import { losses, rewritings, type Settings, sideEffects, storedAsSent } from "analytics-emulator";
import { runPiped } from "../cli/support";
import { type Bench, projectYaml, startBench } from "../engine/support";
import { buildRewrittenReport, buildRewrittenWorkbook } from "./documents";
import { buildEverythingRewritten } from "./model";

const program = `
const analytics = require("pulumi-analytics");
const config = new (require("@pulumi/pulumi").Config)();
const model = new analytics.DataModel("model", {
  name: "Everything",
  folderId: config.require("folderId"),
  spec: analytics.specFile("model.json"),
});
for (const kind of ["Workbook", "Report"]) {
  new analytics[kind](kind, {
    name: kind,
    folderId: config.require("folderId"),
    contents: JSON.parse(require("node:fs").readFileSync(kind + ".json", "utf8")),
    acceptLosses: ["overlays:drawer"],
  });
}
exports.id = model.id;
exports.orders = model.elementId("orders");
exports.columns = ["key", "customer", "product", "ordered", "amount", "amount_again",
  "net"].map((id) => model.columnId("orders", id));
exports.union = model.columnId("all", "key");
`;

const alone: Readonly<Record<string, Partial<Settings>>> = { ...rewritings, ...losses, ...sideEffects };
const together: Partial<Settings> = Object.assign({}, ...Object.values(alone));

// All together in every run of the tests; each alone with \`npm run test:rewritings\`.
const cases: [string, Partial<Settings>][] = [
  ...(process.env.REWRITINGS === undefined ? [] : Object.entries(alone)),
  ["all together", together],
];

const columns = ["second up", "diff", "refresh", "ids", "conflict"] as const;
const cells = new Map<string, Set<string>>();
const noteOk = (name: string, column: (typeof columns)[number]) =>
  cells.set(name, (cells.get(name) ?? new Set()).add(column));

afterAll(() => {
  const width = Math.max(...cases.map(([name]) => name.length));
  const formRow = (name: string, texts: readonly string[]) => [name.padEnd(width), ...texts].join(" | ");
  const lines = cases.map(([name]) =>
    formRow(
      name,
      columns.map((column) => (cells.get(name)?.has(column) ? "ok" : "NOT OK").padEnd(column.length)),
    ),
  );
  console.log([formRow("rewriting", columns), ...lines].join("\n"));
});

describe.each(cases)("a platform that rewrites models: %s", (name, settings) => {
  let bench: Bench;
  let spec: ReturnType<typeof buildEverythingRewritten>;

  beforeAll(async () => {
    bench = await startBench({
      texts: { "Pulumi.yaml": projectYaml, "index.js": program },
      emulator: { ...storedAsSent, versionLock: "ignored", ...settings },
    });
    const { warehouse } = bench.emulator.seeded.connections;
    spec = buildEverythingRewritten(warehouse);
    await bench.stack.write("Workbook.json", JSON.stringify(buildRewrittenWorkbook(warehouse)));
    await bench.stack.write("Report.json", JSON.stringify(buildRewrittenReport(warehouse)));
    await save();
  });
  afterAll(() => bench.dispose());

  const save = () => bench.stack.write("model.json", JSON.stringify(spec, null, 2));
  const runUp = (...options: string[]) => bench.stack.expect(["up", "--yes", "--skip-preview", ...options]);
  const getOrders = () => spec.pages[0]!.elements[0] as unknown as { columns: { id: string; formula: string }[] };

  /** What the platform has at the places that outputs are the ids of. */
  function readStored() {
    const { pages } = bench.emulator.snapshot().dataModelVersions.at(-1)!;
    const elements = pages[0]!.elements as unknown as { id: string; columns: { id: string; formula: string }[] }[];
    const union = elements[4]!;
    return {
      orders: elements[0]!.id,
      columns: elements[0]!.columns.map(({ id }) => id),
      union: union.columns[0]!.id,
      formulas: elements[0]!.columns.map(({ formula }) => formula),
    };
  }

  async function expectIds() {
    const { orders, columns, union } = readStored();
    expect(await bench.stack.readOutputs()).toMatchObject({ orders, columns, union });
  }

  async function expectSettled() {
    bench.emulator.clearRequests();
    await runUp("--expect-no-changes", "--refresh");
    expect(bench.writes()).toEqual([]);
  }

  test("a second up and a refresh find nothing to do", async () => {
    await runUp();
    await expectIds();
    bench.emulator.clearRequests();
    await runUp("--expect-no-changes");
    expect(bench.emulator.requests()).toEqual([]);
    noteOk(name, "second up");
    const { id } = await bench.stack.readOutputs();
    const { directory: cwd, environment } = bench.stack;
    const compared = await runPiped(["diff", "model.json", String(id)], { cwd, env: { ...environment } });
    expect({ ...compared, stderr: "" }).toMatchObject({ code: 0, stdout: expect.stringContaining("are the same") });
    noteOk(name, "diff");
    await expectSettled();
    noteOk(name, "refresh");
  });

  test("a change is written once, and every id leads where it should", async () => {
    getOrders().columns.find(({ id }) => id === "net")!.formula = "[ORDERS/AMOUNT] * 0.8";
    await save();
    bench.emulator.clearRequests();
    await runUp();
    expect(bench.writes()).toHaveLength(1);
    await expectIds();
    noteOk(name, "ids");
  });

  test("a change made in the product isn't overwritten, and shows at its leaf", async () => {
    const { id } = await bench.stack.readOutputs();
    const net = readStored().columns.at(-1)!;
    await bench.emulator.ui.changeFormula(String(id), readStored().orders, net, "[ORDERS/AMOUNT] * 0.5");
    getOrders().columns.find(({ id }) => id === "key")!.formula = "[ORDERS/ID] + 0";
    await save();
    const refused = await bench.stack.run(["up", "--yes", "--skip-preview"]);
    expect(refused.code).not.toBe(0);
    expect(refused.stdout + refused.stderr).toContain("was changed on the platform since version 2");
    expect(refused.stdout + refused.stderr).toContain("column net: formula");
    expect(readStored().formulas.at(-1)).toMatch(/\* 0\.5$/);

    const drift = await bench.stack.expect(["refresh", "--yes", "--skip-preview"]);
    expect(new Set(drift.match(/on the platform: .*/g)).size).toBe(1);
    await runUp();
    expect(readStored().formulas.at(-1)).toMatch(/\* 0\.8$/);
    await expectIds();
    await expectSettled();
    noteOk(name, "conflict");
  });
});
