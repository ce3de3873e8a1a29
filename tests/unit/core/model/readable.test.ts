import fc, { character } from "../../../fast-check";
import { assignReadableIds, equalSpecs, type JsonObject, matchIdentity, toLocalIds, toServerIds } from "./spec";

const buildTable = (id: string, name: string, fields: JsonObject = {}): JsonObject => ({
  id,
  kind: "table",
  name,
  source: { kind: "warehouse-table", connectionId: "c-1", path: ["SALES", "PUBLIC", "ORDERS"] },
  columns: [
    { id: `${id}-a`, name: "Unit price", formula: "[ORDERS/UNIT_PRICE]" },
    { id: `${id}-b`, formula: "[ORDERS/ORDERED_AT]" },
  ],
  ...fields,
});

const buildModel = (...elements: JsonObject[]): JsonObject => ({
  schemaVersion: 1,
  pages: [{ id: "p-1", name: "All orders", elements }],
});

test("everything is named after what people call it", () => {
  const orders = buildTable("e-1", "Order lines", {
    metrics: [{ id: "m-1", name: "Revenue", formula: "Sum([Unit price])" }],
    metricFolders: [{ id: "mf-1", name: "Money", items: ["m-1"] }],
    folders: [{ id: "f-1", name: "Dates", items: ["e-1-b"] }],
    groupings: [{ id: "g-1", groupBy: ["f-1"] }],
    filters: [{ id: "x-1", kind: "list", columnId: "e-1-a" }],
    relationships: [{ id: "r-1", targetElementId: "e-2", keys: [] }],
    columnSecurities: [{ id: "s-1", restrictedColumns: ["e-1-a"], criteria: { kind: "no-one-can-view" } }],
  });
  const region = { id: "e-3", kind: "control", controlType: "list", controlId: "Region-Filter", name: "Region" };
  expect(assignReadableIds(buildModel(orders, buildTable("e-2", "Customers"), region))).toEqual({
    pages: { all_orders: "p-1" },
    elements: {
      order_lines: {
        id: "e-1",
        columns: { ordered_at: "e-1-b", unit_price: "e-1-a" },
        metrics: { metric_revenue: "m-1" },
        metricFolders: { metric_folder_money: "mf-1" },
        folders: { folder_dates: "f-1" },
        groupings: { grouping_folder_dates: "g-1" },
        filters: { filter_unit_price: "x-1" },
        relationships: { relationship_customers: "r-1" },
        columnSecurities: { column_security_unit_price: "s-1" },
      },
      customers: { id: "e-2", columns: { ordered_at: "e-2-b", unit_price: "e-2-a" } },
      region_filter: { id: "e-3" },
    },
  });
});

test("a table without a name is named after what it depends on, or else after its kind", () => {
  const buildNameless = (id: string, source: JsonObject) =>
    buildTable(id, "", { name: undefined, source, columns: [] });
  const path = { kind: "warehouse-table", connectionId: "c-1", path: ["SALES", "DAILY ORDERS"] };
  const sql = { kind: "sql", connectionId: "c-1", statement: "select 1" };
  const ids = assignReadableIds(
    buildModel(buildNameless("e-1", path), buildNameless("e-2", sql), buildTable("e-3", "🚀")),
  );
  expect(Object.keys(ids.elements)).toEqual(["daily_orders", "table", "table_2"]);
});

test("what has an id keeps it, whatever it is called now and whatever came beside it", () => {
  const before = assignReadableIds(buildModel(buildTable("e-1", "Orders")));
  const after = assignReadableIds(buildModel(buildTable("e-0", "Orders"), buildTable("e-1", "Purchases")), before);
  expect(Object.entries(after.elements).map(([mine, { id }]) => [mine, id])).toEqual([
    ["orders_2", "e-0"],
    ["orders", "e-1"],
  ]);
  expect(assignReadableIds(buildModel(buildTable("e-0", "Orders")), after).elements).not.toHaveProperty("orders");
});

test("names of 300 characters make ids that people can still read", () => {
  const ids = assignReadableIds(
    buildModel(buildTable("e-1", "Very long ".repeat(30)), buildTable("e-2", "Very long ".repeat(30))),
  );
  const [first, second] = Object.keys(ids.elements);
  expect(first).toHaveLength(59);
  expect(second).toBe(`${first}_2`);
});

test("whatever the names: ids are unique, mean the same model, and are found again from the contents alone", () => {
  const name = fc.oneof(
    fc.constantFrom("Orders", "orders", "__proto__", "constructor", ""),
    fc.string({ unit: character }),
  );
  const column = fc.record({ name, formula: fc.constantFrom("[ORDERS/A]", "[ORDERS/B]", "1") });
  const element = fc.record({ name, columns: fc.array(column, { maxLength: 4 }) });
  fc.assert(
    fc.property(fc.array(element, { maxLength: 4 }), (elements) => {
      const server = buildModel(
        ...elements.map(({ name, columns }, index) =>
          buildTable(`e-${index}`, name, { columns: columns.map((each, at) => ({ id: `c-${at}`, ...each })) }),
        ),
      );
      const ids = assignReadableIds(server);
      const local = toLocalIds(server, ids);
      expect(Object.keys(ids.elements)).toHaveLength(elements.length);
      expect(equalSpecs(toServerIds(local, ids), server)).toBe(true);
      const found = matchIdentity({ sent: local, received: server }).map;
      expect(equalSpecs(toLocalIds(server, found), local)).toBe(true);
      expect(assignReadableIds(server, ids)).toEqual(ids);
    }),
  );
});
