import { setUpEmulator } from "../../support";
import { buildPages, buildWarehouseTable, create, type Loose, post, readPages } from "../models";

const running = setUpEmulator();

const revenue = { id: "m", name: "Revenue", formula: "Sum([AMOUNT])", description: "Without taxes" };

const buildOrders = (more: Loose = {}): Loose => ({
  ...buildWarehouseTable(running, "o", "ORDERS", ["AMOUNT", "CUSTOMER_ID"]),
  name: "Orders",
  metrics: [revenue],
  ...more,
});

const buildOver = (source: Loose, formulas: string[], metrics: string[] = []): Loose => ({
  kind: "table",
  id: "over",
  name: "Over",
  source,
  columns: formulas.map((formula, index) => ({ id: `c${index}`, name: `C${index}`, formula })),
  metrics: metrics.map((formula, index) => ({ id: `m${index}`, name: `M${index}`, formula })),
});

async function listTypes(id: string): Promise<string[]> {
  const { entries } = (await running.api.get(`/v2/dataModels/${id}/columns?limit=1000`)).body;
  return entries.filter(({ name }: Loose) => /^C\d$/.test(name)).map(({ type }: Loose) => type.type);
}

/** A table of another model over the orders, and what a table reads from. */
async function createSource(): Promise<Loose> {
  const { id, pages } = await create(running, buildPages(buildOrders()));
  return { kind: "data-model", dataModelId: id, elementId: pages[0].elements[0].id };
}

test("metrics are kept with their description", async () => {
  const { pages } = await create(running, buildPages(buildOrders()));
  expect(pages[0].elements[0].metrics).toEqual([{ ...revenue, id: expect.any(String) }]);
});

describe("metrics of what a table reads from", () => {
  test("in columns and metrics of another model, through any number of tables", async () => {
    const over = buildOver(await createSource(), ["[Metrics/Revenue]"], ["[Metrics/Revenue] / 2"]);
    const third = { ...buildOver({ kind: "table", elementId: "over" }, ["[Metrics/Revenue]"]), id: "t", name: "Third" };
    const { id } = await create(running, buildPages(over, third));
    expect(await listTypes(id)).toEqual(["variant", "variant"]);
  });

  test("in a workbook", async () => {
    const { api, emulator } = running;
    const columns = [{ id: "v", formula: "[Metrics/Revenue]" }];
    const kpi = { id: "k", kind: "kpi-chart", source: await createSource(), columns, value: { columnId: "v" } };
    const layout =
      '<Page id="p" type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto">' +
      '<Element elementId="k" gridColumn="1 / 13" gridRow="1 / 7"/></Page>';
    const document = { schemaVersion: 1, kind: "workbook", elements: [kpi], pages: [{ id: "p", name: "P" }], layout };
    const body = { name: "W", folderId: emulator.seeded.folders.models, document };
    expect((await api.post("/v2/workbooks/spec", body)).status).toBe(200);
    kpi.columns[0]!.formula = "[Metrics/Revenu]";
    const refused = await api.post("/v2/workbooks/spec", body);
    expect([refused.status, refused.body.message]).toEqual([400, "Dependency not found: 'metrics/revenu'"]);
  });

  test("of a join, those of the source that it begins with", async () => {
    const customers = {
      ...buildWarehouseTable(running, "c", "CUSTOMERS", ["ID"]),
      name: "Customers",
      metrics: [{ id: "n", name: "Customers", formula: "Count([ID])" }],
    };
    const [left, right] = ["o", "c"].map((elementId) => ({ kind: "table", elementId }));
    const join = { left, right, columns: [{ left: "[CUSTOMER_ID]", right: "[ID]" }] };
    const source = { kind: "join", joins: [join] };
    const buildJoined = (formula: string) => buildPages(buildOrders(), customers, buildOver(source, [formula]));
    expect((await post(running, buildJoined("[Metrics/Revenue]"))).status).toBe(200);
    expect((await post(running, buildJoined("[Metrics/Customers]"))).status).toBe(400);
  });

  test("an own one of such a name becomes `Name (1)`, once", async () => {
    const metrics = [{ id: "m", name: "Revenue", formula: "Sum([C0])" }];
    const over = { ...buildOver(await createSource(), ["[Orders/AMOUNT]"]), metrics };
    const { id, pages } = await create(running, buildPages(over));
    const listNames = (read: Loose) => read[0].elements[0].metrics.map(({ name }: Loose) => name);
    expect(listNames(pages)).toEqual(["Revenue (1)"]);
    await running.api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages });
    expect(listNames(await readPages(running, id))).toEqual(["Revenue (1)"]);
    running.emulator.configure({ inheritedMetricNames: "as-sent" });
    expect(listNames((await create(running, buildPages(over))).pages)).toEqual(["Revenue"]);
  });

  test("one is broken where a grouping leaves out what it calculates with", async () => {
    const groupings = [{ id: "g", groupBy: ["customer_id"], calculations: [] }];
    const lost = buildOver({ kind: "table", elementId: "o", groupingId: "g" }, ["[Metrics/Revenue]"]);
    expect(await listTypes((await create(running, buildPages(buildOrders({ groupings }), lost))).id)).toEqual([
      "error",
    ]);
    groupings[0]!.calculations.push("amount" as never);
    expect(await listTypes((await create(running, buildPages(buildOrders({ groupings }), lost))).id)).toEqual([
      "variant",
    ]);
  });
});

test("in a metric of a table with groupings, it is the column of that name", async () => {
  const metrics = [{ id: "n", name: "N", formula: "[Metrics/AMOUNT] * 2" }];
  expect((await post(running, buildPages(buildOrders({ metrics })))).status).toBe(400);
  const groupings = [{ id: "g", groupBy: ["customer_id"] }];
  expect((await post(running, buildPages(buildOrders({ metrics, groupings })))).status).toBe(200);
});
