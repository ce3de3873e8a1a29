import { buildPages, buildWarehouseTable, create, type Loose } from "../../spec/models";
import { listAll, setUpEmulator } from "../../support";

const running = setUpEmulator();

async function listEntries(id: string, what: string): Promise<Loose[]> {
  return listAll(running.api, `/v2/dataModels/${id}/${what}`, 2);
}

test("columns have the types of the catalog, and an error where a formula can't be right", async () => {
  const orders = buildWarehouseTable(running, "o", "ORDERS", ["ID", "ORDERED_AT"]);
  const formulas: [string, string][] = [
    ["Double", "[ID] * 2"],
    ["Open", "Sum([ID]"],
    ["Bracket", "[ID"],
    ["Nobody", "[Nobody knows] + 1"],
    ["Control", "[Limit] + 1"],
    ["Text", 'Concat("(", "[", [ID])'],
  ];
  orders.columns.push(...formulas.map(([name, formula]) => ({ id: name, name, formula })));
  orders.columns.push({ id: "unnamed", formula: "[ORDERS/AMOUNT]" });
  const control = { kind: "control", id: "c", controlId: "Limit", controlType: "number-range" };
  const { id, pages } = await create(running, buildPages(orders, control));
  const columns = await listEntries(id, "columns");
  expect(Object.fromEntries(columns.map(({ name, type }: Loose) => [name, type.type]))).toEqual({
    ID: "number",
    ORDERED_AT: "datetime",
    Double: "variant",
    Open: "error",
    Bracket: "error",
    Nobody: "error",
    Control: "variant",
    Text: "variant",
    Amount: "number",
  });
  const [table] = pages[0].elements;
  expect(columns[0]).toEqual({
    columnId: table.columns[0].id,
    elementId: table.id,
    name: "ID",
    label: "ID",
    formula: "[ORDERS/Id]",
    type: { type: "number" },
  });
});

test("metrics may be listed among the columns, as rows that no element has", async () => {
  const orders = buildWarehouseTable(running, "o", "ORDERS", ["ID"]);
  orders.metrics = [{ id: "m", name: "Total", formula: "Sum([ID])" }];
  const { id, pages } = await create(running, buildPages(orders));
  expect(await listEntries(id, "columns")).toHaveLength(1);
  running.emulator.configure({ metricsInColumns: true });
  const [, total] = await listEntries(id, "columns");
  expect(total).toMatchObject({ columnId: pages[0].elements[0].metrics[0].id, label: "Total", formula: "Sum([ID])" });
  expect(total).not.toHaveProperty("elementId");
});

test("what an element has no name for is called after what it depends on", async () => {
  const { name: _, ...orders } = buildWarehouseTable(running, "o", "ORDERS", ["ID"]);
  const connectionId = running.emulator.seeded.connections.warehouse;
  const keys = [{ sourceColumnId: "id", targetColumnId: "id" }];
  orders.relationships = [{ id: "r", name: "Self", targetElementId: "o", keys }];
  orders.columns.push({ id: "through", formula: "[ORDERS/Self/ID]" });
  const sql = { kind: "sql", connectionId, statement: "select 1 as one" };
  const statement = { kind: "table", id: "s", source: sql, columns: [{ id: "one", formula: "[Custom SQL/one]" }] };
  const { id } = await create(running, buildPages(orders, statement));
  expect(await listEntries(id, "elements")).toMatchObject([
    { name: "ORDERS", columns: ["ID", "ID (Self)"] },
    { name: "Custom SQL", columns: ["one"] },
  ]);
});

test("elements are listed, of the latest version or of a tagged one", async () => {
  const { api } = running;
  const { id, pages } = await create(running, buildPages(buildWarehouseTable(running, "o", "ORDERS", ["ID"])));
  const [orders] = pages[0].elements;
  await api.post("/v2/tags", { name: "Production", color: "plum" });
  await api.post("/v2/dataModels/tag", { dataModelId: id, tag: "Production" });
  await api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages: [{ ...pages[0], elements: [] }] });
  expect(await listEntries(id, "elements")).toEqual([]);
  expect((await api.get(`/v2/dataModels/${id}/elements?tagName=Production`)).body.entries).toEqual([
    { elementId: orders.id, name: "ORDERS", type: "table", columns: ["ID"] },
  ]);
  expect((await api.get(`/v2/dataModels/${id}/elements?tagName=Nothing`)).status).toBe(404);
});

test("sources name once what the tables depend on outside, and lineage what each of them depends on", async () => {
  const { connections, tables } = running.emulator.seeded;
  const base = await create(running, buildPages(buildWarehouseTable(running, "o", "ORDERS", ["ID"])));
  const elementId = base.pages[0].elements[0].id;
  const connectionId = connections.warehouse;
  const model = { kind: "data-model", dataModelId: base.id, elementId };
  const join = {
    kind: "join",
    joins: [{ left: { kind: "table", elementId: "c" }, right: model, columns: [{ left: "[ID]", right: "[ID]" }] }],
  };
  const buildSqlTable = (id: string, statement: string) => ({
    kind: "table",
    id,
    source: { kind: "sql", connectionId, statement },
    columns: [],
  });
  const derived = [
    buildWarehouseTable(running, "c", "CUSTOMERS", ["ID"]),
    buildWarehouseTable(running, "c2", "CUSTOMERS again", ["ID"], "CUSTOMERS"),
    buildSqlTable("s", "select 1"),
    buildSqlTable("s2", "select 2"),
    { kind: "table", id: "m", source: model, columns: [] },
    { kind: "table", id: "j", source: join, columns: [] },
  ];
  const { id, pages } = await create(running, buildPages(...derived));
  const [customers, , sql, second, , joined] = pages[0].elements;
  const sources = await listEntries(id, "sources");
  const customSqlId = expect.any(String);
  expect(sources).toHaveLength(4);
  expect(sources).toEqual(
    expect.arrayContaining([
      { type: "data-model", dataModelId: base.id, elementIds: [elementId] },
      { type: "table", tableId: tables.customers },
      { type: "custom-sql", connectionId, definition: "select 1", customSqlId },
    ]),
  );
  const lineage = await listEntries(id, "lineage");
  expect(lineage).toHaveLength(10);
  const { dataModelUrlId } = (await running.api.get(`/v2/dataModels/${base.id}`)).body;
  const { urlId } = (await running.api.get(`/v2/files/${tables.customers}`)).body;
  const listSources = (element: Loose) => lineage.find((entry) => entry.elementId === element.id).sourceIds;
  expect(listSources(customers)).toEqual([`inode-${urlId}`]);
  expect(listSources(joined)).toEqual([customers.id, `${dataModelUrlId}/${elementId}`]);
  expect([listSources(sql), listSources(second)]).toEqual([["Custom SQL"], ["Custom SQL (1)"]]);
  expect(lineage).toContainEqual({ type: "table", connectionId, name: "CUSTOMERS", inodeId: tables.customers });
  expect(lineage).toContainEqual({ type: "data-model", connectionId: null, name: "ORDERS", dataModelId: base.id });
  expect(lineage).toContainEqual({ type: "customSQL", connectionId, name: "Custom SQL (1)", definition: "select 2" });
  expect(lineage.find((entry) => entry.elementId === joined.id).dataSourceIds).toEqual([base.id]);
});

test("of a model that doesn't exist nothing is listed", async () => {
  for (const what of ["elements", "columns", "sources", "lineage", "tags"]) {
    expect((await running.api.get(`/v2/dataModels/nothing/${what}`)).status).toBe(404);
  }
});
