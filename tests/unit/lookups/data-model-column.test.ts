import * as pulumi from "@pulumi/pulumi";
import { type Emulator, startEmulator } from "analytics-emulator";
import * as analytics from "pulumi-analytics";
import { buildOrdersTable } from "../../orders-model";

let emulator: Emulator;
let dataModelId: string;
beforeAll(async () => {
  emulator = await startEmulator({ seed: 1 });
  const created = await emulator.ui.request("POST", "/v2/dataModels/spec", {
    name: "Orders",
    folderId: emulator.seeded.folders.models,
    schemaVersion: 1,
    pages: [
      {
        id: "first",
        name: "First",
        elements: [
          buildTable("orders", "Fact orders", [
            { id: "o-id", formula: "[ORDERS/Order Id]" },
            { id: "o-net", name: "Net", formula: "[ORDERS/Amount]" },
            { id: "o-sum", formula: "[Net] + 1" },
          ]),
          buildTable("empty", "Empty", []),
          buildTable("twin-1", "Twin", [{ id: "t1", name: "A", formula: "1" }]),
        ],
      },
      {
        id: "second",
        name: "Second",
        elements: [buildTable("twin-2", "Twin", [{ id: "t2", name: "A", formula: "2" }])],
      },
    ],
  });
  ({ dataModelId } = created as { dataModelId: string });
  pulumi.runtime.setConfig("analytics:baseUrl", emulator.url);
  pulumi.runtime.setConfig("analytics:clientId", emulator.clientId);
  pulumi.runtime.setConfig("analytics:clientSecret", emulator.clientSecret);
});
afterAll(() => emulator.stop());

const buildTable = (id: string, name: string, columns: object[]) =>
  buildOrdersTable(emulator.seeded.connections.warehouse, { id, name, columns });
const getColumn = (element: string, name: string) =>
  analytics.getDataModelColumn({ dataModelId, element, column: name });

test("a column that is added after a first request is found by a second", async () => {
  const { dataModelId: id } = (await emulator.ui.request("POST", "/v2/dataModels/spec", {
    name: "Growing",
    folderId: emulator.seeded.folders.models,
    schemaVersion: 1,
    pages: [{ id: "p", name: "P", elements: [buildTable("t", "T", [{ id: "a", name: "A", formula: "1" }])] }],
  })) as { dataModelId: string };
  const getNamed = (name: string) => analytics.getDataModelColumn({ dataModelId: id, element: "T", column: name });
  await getNamed("A");
  const element = buildTable("t", "T", [{ id: "b", name: "Late", formula: "2" }]);
  await emulator.ui.request("PUT", `/v2/dataModels/${id}/spec`, {
    name: "Growing",
    schemaVersion: 1,
    pages: [{ id: "p", name: "P", elements: [element] }],
  });
  expect(await getNamed("Late")).toMatchObject({ name: "Late", formula: "2" });
  await expect(getNamed("Lost")).rejects.toThrow('has the name or id "Lost"');
});

test("columns of one model are one request", async () => {
  emulator.clearRequests();
  await Promise.all([
    getColumn("Fact orders", "Order Id"),
    getColumn("Fact orders", "Net"),
    getColumn("Twin", "A").catch(() => {}),
  ]);
  expect(emulator.requests().filter(({ path }) => path.endsWith("/spec"))).toHaveLength(1);
});

test("a column is found by names, also by the one that it has from its formula, and by ids", async () => {
  const found = await getColumn("Fact orders", "Order Id");
  expect(found).toEqual({
    id: expect.any(String),
    elementId: expect.any(String),
    name: "Order Id",
    formula: "[ORDERS/Order Id]",
  });
  expect(await getColumn(found.elementId, found.id)).toEqual(found);
  const { pages } = await analytics.getDataModelSpec({ id: dataModelId });
  const [orders] = pages[0]!.elements as { id: string; columns: { id: string; formula: string }[] }[];
  expect(found).toMatchObject({ id: orders!.columns[0]!.id, elementId: orders!.id });
  expect(await getColumn("Fact orders", orders!.columns[2]!.id)).toEqual({
    id: orders!.columns[2]!.id,
    elementId: orders!.id,
    formula: "[Net] + 1",
  });
});

test("a name that is missing or ambiguous is an error with the candidates", async () => {
  await expect(getColumn("Fact order", "Net")).rejects.toThrow(
    'getDataModelColumn: no element of the data model "Orders" has the name or id "Fact order". Did you mean ' +
      '"Fact orders"? There are: Fact orders, Empty, Twin.',
  );
  await expect(getColumn("Fact orders", "Order Idd")).rejects.toThrow(
    /^getDataModelColumn: no column of the element "Fact orders" of the data model "Orders" has the name or id "Order Idd"\. Did you mean "Order Id"\? There are: Order Id, Net, /,
  );
  await expect(getColumn("Empty", "A")).rejects.toThrow('has the name or id "A". It has none.');
  await expect(getColumn("Twin", "A")).rejects.toThrow(
    /: 2 elements of the data model "Orders" are called "Twin": \S+, \S+\. Give the id of one\.$/,
  );
});

test("a model that isn't there", async () => {
  await expect(analytics.getDataModelColumn({ dataModelId: "nowhere", element: "a", column: "b" })).rejects.toThrow(
    "getDataModelColumn: there is no data model with the id nowhere.",
  );
});
