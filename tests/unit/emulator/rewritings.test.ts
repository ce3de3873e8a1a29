import { losses, rewritings, sideEffects, storedAsSent, textRewritings } from "analytics-emulator";
import { buildPages, buildWarehouseTable, create, type Loose, readPages } from "./spec/models";
import { setUpEmulator } from "./support";

const running = setUpEmulator();

/** A model on which every rewriting and loss has something to do. */
function buildEverything(): Loose {
  const { warehouse } = running.emulator.seeded.connections;
  const orders = buildWarehouseTable(running, "orders", "ORDERS", ["ID", "ORDERED_AT"]);
  orders.columns[0].hidden = false;
  orders.columns.push({ id: "twice", name: "ID", formula: "[ ORDERS / AMOUNT ]" });
  const filters = [
    { id: "list", kind: "list", columnId: "id", somebody: "knows" },
    { id: "range", kind: "number-range", columnId: "ordered_at", min: 1 },
  ];
  const customers = buildWarehouseTable(running, "customers", "CUSTOMERS", ["ID"]);
  const sides = ["orders", "customers"].map((elementId) => ({ kind: "table", elementId }));
  const key = { left: "[ID]", right: "[ID]", op: "=" };
  const source = {
    kind: "join",
    joins: [{ left: sides[0], right: sides[1], columns: [key, { left: "[ID]", right: "[ID]" }] }],
  };
  const lookup = { kind: "join", joins: [{ left: sides[0], right: sides[1], columns: [], joinType: "lookup" }] };
  const matches = [{ outputColumnName: "ID", sourceColumns: ["[ID]", "[ID]"] }];
  const sort = [{ columnId: "id", direction: "ascending" }];
  return buildPages(
    { ...orders, filters, sort, metrics: [{ id: "rows", name: "Rows", formula: "Count([ID])" }] },
    { ...customers, visibleAsSource: true },
    {
      kind: "table",
      id: "sql",
      source: { kind: "sql", connectionId: warehouse, statement: "\nselect 1\n" },
      columns: [],
    },
    {
      kind: "table",
      id: "join",
      source,
      columns: [],
      metrics: [{ id: "all", name: "Rows", formula: "Count([ORDERS/ID])" }],
    },
    { kind: "table", id: "lookup", source: lookup, columns: [] },
    { kind: "table", id: "union", name: "All", source: { kind: "union", sources: sides, matches }, columns: [] },
    { kind: "control", id: "c", controlId: "Chosen", controlType: "list", selectionMode: "single", values: ["a"] },
  );
}

async function storeEverything(settings: object): Promise<Loose> {
  running.emulator.configure({ ...storedAsSent, ...settings });
  return create(running, buildEverything());
}

/** The pages without ids, which differ from model to model anyway. */
const removeIds = (pages: Loose) =>
  JSON.stringify(pages, (key, value) => (/^(id|elementId|columnId)$/.test(key) && value.length === 10 ? "" : value));

test("with all of them off a model is stored as it was sent", async () => {
  const sent = JSON.parse(JSON.stringify(buildEverything()));
  const { pages } = await storeEverything({});
  const scrubIds = (value: Loose) =>
    JSON.parse(JSON.stringify(value, (key, inner) => (/^(id|elementId|columnId)$/.test(key) ? "" : inner)));
  expect(scrubIds(pages)).toEqual(scrubIds(sent));
});

test.each(Object.entries({ ...rewritings, ...losses }).filter(([name]) => !/^(element|all)Ids$/.test(name)))(
  "%s changes what is stored",
  async (_name, settings) => {
    const before = await storeEverything({});
    expect(removeIds((await storeEverything(settings)).pages)).not.toBe(removeIds(before.pages));
  },
);

test.each(Object.entries({ ...rewritings, ...sideEffects }).filter(([name]) => /OnPut$|^(element|all)Ids$/.test(name)))(
  "%s changes what a PUT keeps",
  async (_name, settings) => {
    const { id, pages } = await storeEverything({});
    running.emulator.configure(settings);
    await running.api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages });
    expect(await readPages(running, id)).not.toEqual(pages);
  },
);

test("with all of them on, what is stored is stored again unchanged", async () => {
  const { reassignIdsOnPut: _, ...together } = Object.assign({}, ...Object.values({ ...rewritings, ...losses }));
  const { id, pages } = await storeEverything(together);
  await running.api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages });
  expect(await readPages(running, id)).toEqual(pages);
});

test("texts of any object are answered as they are stored, and never lost", async () => {
  const { api, emulator } = running;
  const described = { name: "Release", color: "grass", description: " Goes live.\n" };
  const credential = { authMethod: "bearer", bearer: { token: "t" } };
  const params = {
    method: "GET",
    url: "https://Billing.example.com/A/",
    headers: [],
    pathParams: [],
    queryParams: [],
    body: "",
  };
  const tag = (await api.post("/v2/tags", described)).body.versionTagId;
  const { apiCredentialId } = (
    await api.post("/v2/api-credentials", { name: "Billing", allowlist: ["*.Example.com"], credential })
  ).body;
  const { apiConnectorId } = (await api.post("/v2/api-connectors", { name: "Invoice", params })).body;
  const read = async () => ({
    description: (await api.get("/v2/tags")).body.entries.find((one: Loose) => one.versionTagId === tag).description,
    allowlist: (await api.get(`/v2/api-credentials/${apiCredentialId}`)).body.allowlist,
    url: (await api.get(`/v2/api-connectors/${apiConnectorId}`)).body.params.url,
  });
  const sent = { description: " Goes live.\n", allowlist: ["*.Example.com"], url: "https://Billing.example.com/A/" };
  expect(await read()).toEqual(sent);
  emulator.configure(textRewritings.textEnds);
  expect(await read()).toEqual({ ...sent, description: "Goes live." });
  emulator.configure(textRewritings.hostCase);
  emulator.configure(textRewritings.urlEnds);
  expect(await read()).toEqual({
    description: "Goes live.",
    allowlist: ["*.example.com"],
    url: "https://billing.example.com/A",
  });
  emulator.configure({ textEnds: "kept", hostCase: "as-sent", urlEnds: "kept" });
  expect(await read()).toEqual(sent);
});
