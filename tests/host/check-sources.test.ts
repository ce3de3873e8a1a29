import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setUpHost } from "./bench";
import { Host } from "./support";

const at = setUpHost("DataModel");
const build = (column: string, table = "ORDERS", connectionId = at.emulator.seeded.connections.warehouse) => ({
  name: "Orders",
  folderId: at.emulator.seeded.folders.models,
  spec: JSON.stringify({
    schemaVersion: 1,
    pages: [
      {
        id: "main",
        name: "Main",
        elements: [
          {
            id: "facts",
            kind: "table",
            name: "Facts",
            source: { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", table] },
            columns: [{ id: "a", name: "A", formula: `[${table}/${column}]` }],
          },
        ],
      },
    ],
  }),
});
const listReads = () => at.emulator.requests().filter(({ path }) => /lookup|columns/.test(path));

test("without the setting, a check sends no request", async () => {
  expect((await at.host.check({}, build("AMOUN"))).failures).toEqual([]);
  expect(listReads()).toEqual([]);
});

describe("with analytics:checkSources", () => {
  beforeEach(() => at.host.configure({ ...at.settings, "analytics:checkSources": "true" }));

  test("a column and a table that the catalog lacks fail the check, with a suggestion", async () => {
    expect((await at.host.check({}, build("AMOUN"))).failures).toEqual([
      expect.stringMatching(
        /columns\[a\].*the table SALES\.PUBLIC\.ORDERS has no column `AMOUN`.*Did you mean `\[ORDERS\/AMOUNT\]`/,
      ),
    ]);
    expect((await at.host.check({}, build("AMOUNT", "ORDRS"))).failures).toEqual([
      expect.stringMatching(/has no table SALES\.PUBLIC\.ORDRS.*Did you mean `ORDERS`/),
    ]);
  });

  test.each(["Workbook", "Report"])("a %s is looked up as a model is", async (kind) => {
    const { models: folderId } = at.emulator.seeded.folders;
    const connectionId = at.emulator.seeded.connections.warehouse;
    const buildElement = (table: string, column: string) => ({
      id: table.toLowerCase(),
      kind: "table",
      name: table,
      source: { kind: "warehouse-table", connectionId, path: ["SALES", "PUBLIC", table] },
      columns: [{ id: "a", name: "A", formula: `[${table}/${column}]` }],
    });
    const note = { id: "note", kind: "text", body: "Orders" };
    const places = ["note", "orders", "ordrs"].map(
      (id, index) => `<Element elementId="${id}" x="0" y="${index * 10}" width="9" height="9" gridColumn="1 / 25"/>`,
    );
    const contents = {
      schemaVersion: 1,
      kind: kind.toLowerCase(),
      pages: [{ id: "main", name: "Main" }],
      elements: [note, buildElement("ORDERS", "AMOUN"), buildElement("ORDRS", "ID")],
      layout: `<Page id="main" type="grid">${places.join("")}</Page>`,
    };
    const host = await Host.startShared(kind);
    await host.configure({ ...at.settings, "analytics:checkSources": "true" });
    const { failures } = await host.check({}, { name: "Orders", folderId, contents: JSON.stringify(contents) });
    expect(failures).toEqual([
      expect.stringMatching(/^\W?error: elements\[ordrs\]\.source\.path: .*has no table SALES\.PUBLIC\.ORDRS/),
      expect.stringMatching(/elements\[orders\]\.columns\[a\].*has no column `AMOUN`.*`\[ORDERS\/AMOUNT\]`/),
    ]);
  });

  test("what is as in the state isn't looked up", async () => {
    const { inputs } = await at.host.check({}, build("AMOUNT"));
    const { state } = await at.host.create(inputs);
    at.emulator.clearRequests();
    expect((await at.host.check(state, build("AMOUNT"))).failures).toEqual([]);
    expect(listReads()).toEqual([]);
  });

  test("what can't be read is said, and fails nothing", async () => {
    at.emulator.addFault({ fault: "status", status: 403, path: "/v2/connection/**" });
    expect((await at.host.check({}, build("AMOUN"))).failures).toEqual([]);
    await at.host.waitForPrinted("SALES.PUBLIC.ORDERS wasn't checked against the catalog: ");
  });

  test("a place in the user's file is named", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sources-"));
    try {
      const file = join(folder, "orders.json");
      const { spec, ...rest } = build("AMOUN");
      writeFileSync(file, JSON.stringify(JSON.parse(spec), null, 2));
      const { failures } = await at.host.check({}, { ...rest, spec, file });
      expect(failures.join()).toMatch(/orders\.json:\d+:\d+: error: .*AMOUN/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test("another value of the setting is a problem", async () => {
    await at.host.configure({ ...at.settings, "analytics:checkSources": "yes" });
    expect((await at.host.check({}, build("AMOUNT"))).failures).toEqual([
      expect.stringContaining('analytics:checkSources is "yes". Set it to true or false.'),
    ]);
  });
});
