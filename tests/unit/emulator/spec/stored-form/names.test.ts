import { setUpEmulator } from "../../support";
import { buildPages, buildWarehouseTable, create, type Loose, plain } from "../models";

const running = setUpEmulator(plain);

/** The formulas that are kept of columns with these. */
async function readStored(path: string[], formulas: string[], connection: "warehouse" | "lakehouse" = "warehouse") {
  const connectionId = running.emulator.seeded.connections[connection];
  const columns = formulas.map((formula, index) => ({ id: `c${index}`, formula }));
  const source = { kind: "warehouse-table", connectionId, path };
  const { pages } = await create(running, buildPages({ kind: "table", id: "t", source, columns }));
  return pages[0].elements[0].columns.map(({ formula }: Loose) => formula);
}

describe("friendly names", () => {
  const orders = ["SALES", "PUBLIC", "ORDER_FACT"];

  beforeEach(() =>
    running.emulator.configure({
      friendlyNames: "rewritten",
      unknownWarehousePath: "accept",
      danglingReferences: "accept",
    }),
  );

  test.each([
    ["[ORDER_FACT/ORDER_ID]", "[ORDER_FACT/Order Id]"],
    ["[ORDER_FACT/order_id]", "[ORDER_FACT/Order Id]"],
    ["[ORDER_FACT/Order Id]", "[ORDER_FACT/Order Id]"],
    ["[ORDER_FACT/Order_Id]", "[ORDER_FACT/Order Id]"],
    ["[ORDER_FACT/DATE]", "[ORDER_FACT/Date]"],
    ["[ORDER_FACT/UNIT PRICE]", "[ORDER_FACT/Unit Price]"],
    ["[ORDER_FACT/V userId]", "[ORDER_FACT/V User Id]"],
    ["[ORDER_FACT/Net/Gross]", "[ORDER_FACT/Net Gross]"],
    ["[ORDER_FACT/DAYS_TO_SHIP]", "[ORDER_FACT/Days to Ship]"],
    ["[ORDER_FACT/TO_BE_2ND]", "[ORDER_FACT/To Be 2nd]"],
    ["Sum([ORDER_FACT/UNIT_PRICE]) + [Other/UNIT_PRICE]", "Sum([ORDER_FACT/Unit Price]) + [Other/UNIT_PRICE]"],
    ['"[ORDER_FACT/ORDER_ID]"', '"[ORDER_FACT/ORDER_ID]"'],
  ])("%s is kept as %s", async (sent, kept) => {
    expect(await readStored(orders, [sent])).toEqual([kept]);
  });

  test("come from the catalog where it has the column, in whatever spelling it was sent", async () => {
    expect(await readStored(["SALES", "PUBLIC", "ORDERS"], ["[ORDERS/customerid]"])).toEqual(["[ORDERS/Customer Id]"]);
  });

  test("are not used on a connection that shows the warehouse's own", async () => {
    expect(await readStored(["main", "web", "events"], ["[events/kind]"], "lakehouse")).toEqual(["[events/kind]"]);
    const { connections } = running.emulator.seeded;
    const formFriendly = async (id: string) => (await running.api.get(`/v2/connections/${id}`)).body.friendlyName;
    expect(await formFriendly(connections.warehouse)).toBe(true);
    expect(await formFriendly(connections.lakehouse)).toBe(false);
  });

  test("stand in joins under the name of their side", async () => {
    const buildSide = (name: string) => buildWarehouseTable(running, "x", name, []).source;
    const joins = [{ left: buildSide("ORDERS"), right: buildSide("CUSTOMERS"), name: "Buyers", columns: [] }];
    const columns = ["[ORDERS/CUSTOMER_ID]", "[Buyers/NAME]", "[CUSTOMERS/NAME]"];
    const table = {
      kind: "table",
      id: "t",
      source: { kind: "join", joins },
      columns: columns.map((formula, index) => ({ id: `c${index}`, formula })),
    };
    const { pages } = await create(running, buildPages(table));
    expect(pages[0].elements[0].columns.map(({ formula }: Loose) => formula)).toEqual([
      "[ORDERS/Customer Id]",
      "[Buyers/Name]",
      "[CUSTOMERS/NAME]",
    ]);
  });

  test("find the type of their column, as the warehouse's own do", async () => {
    const table = buildWarehouseTable(running, "t", "ORDERS", ["ORDERED_AT", "PAID"]);
    const { id } = await create(running, buildPages(table));
    const { entries } = (await running.api.get(`/v2/dataModels/${id}/columns`)).body;
    expect(entries.map(({ type }: Loose) => type.type)).toEqual(["datetime", "boolean"]);
  });
});

test("a second column of one name gets a number, also where the name is derived", async () => {
  running.emulator.configure({ duplicateColumnNames: "numbered" });
  const columns = [
    { id: "1", name: "ID", formula: "1" },
    { id: "2", formula: "[ORDERS/ID]" },
    { id: "3", name: "ID (2)", formula: "2" },
    { id: "4", name: "ID", formula: "3" },
  ];
  const table = { ...buildWarehouseTable(running, "t", "ORDERS", []), columns };
  const { pages } = await create(running, buildPages(table));
  expect(pages[0].elements[0].columns.map(({ name }: Loose) => name)).toEqual(["ID", "ID (1)", "ID (2)", "ID (3)"]);
});

describe("names that equal the derived ones", () => {
  const getConnectionId = () => running.emulator.seeded.connections.warehouse;
  const buildTables = () => [
    buildWarehouseTable(running, "orders", "ORDERS", ["ID", "AMOUNT"]),
    {
      kind: "table",
      id: "sql",
      name: "Custom SQL",
      source: { kind: "sql", connectionId: getConnectionId(), statement: "select 1" },
      columns: [],
    },
    { kind: "table", id: "over", name: "ORDERS", source: { kind: "table", elementId: "orders" }, columns: [] },
    { kind: "table", id: "other", name: "Other", source: { kind: "table", elementId: "orders" }, columns: [] },
  ];

  test("are left out, and only those", async () => {
    running.emulator.configure({ derivedNames: "omitted" });
    const model = buildTables();
    model[0].columns[1].name = "Amount";
    model[0].columns.push({ id: "calculated", name: "[ID] * 2", formula: "[ID] * 2" });
    const { elements } = (await create(running, buildPages(...model))).pages[0];
    expect(elements.map(({ name }: Loose) => name)).toEqual([undefined, undefined, undefined, "Other"]);
    expect(elements[0].columns.map(({ name }: Loose) => name)).toEqual([undefined, "Amount", "[ID] * 2"]);
  });

  test("are derived from friendly names where those are in use", async () => {
    running.emulator.configure({ derivedNames: "omitted", friendlyNames: "rewritten" });
    const [orders] = buildTables();
    orders.columns[1].name = "Amount";
    const { elements } = (await create(running, buildPages(orders))).pages[0];
    expect(elements[0].columns.map(({ name }: Loose) => name)).toEqual(["ID", undefined]);
  });
});

test("a union loses its name, and formulas follow", async () => {
  running.emulator.configure({ unionNames: "dropped" });
  const union = {
    kind: "table",
    id: "u",
    name: "All",
    source: {
      kind: "union",
      sources: ["a", "b"].map((elementId) => ({ kind: "table", elementId })),
      matches: [{ outputColumnName: "ID", sourceColumns: ["[ID]", "[ID]"] }],
    },
    columns: [{ id: "id", formula: "[All/ID]" }],
  };
  const model = [
    buildWarehouseTable(running, "a", "ORDERS", ["ID"]),
    buildWarehouseTable(running, "b", "CUSTOMERS", ["ID"]),
    union,
    { ...union, id: "v", name: "Second" },
  ];
  const [, , first, second] = (await create(running, buildPages(...model))).pages[0].elements;
  expect(first).not.toHaveProperty("name");
  expect(first.columns[0].formula).toBe("[Union of 2 Sources/ID]");
  // Two tables of one name would change what formulas mean.
  expect(second.name).toBe("Second");
});
