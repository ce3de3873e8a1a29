import { diffSpecs, equalSpecs, type JsonObject } from "../../../../provider/src/core/spec";

type Fields = Record<string, unknown>;

const warehouse = (path: string[] = ["SALES", "PUBLIC", "ORDER_FACT"]) => ({
  kind: "warehouse-table",
  connectionId: "c",
  path,
});

function model(columns: Fields[], table: Fields = {}, others: Fields[] = []): JsonObject {
  const element = { id: "t", kind: "table", name: "Facts", source: warehouse(), columns, ...table };
  return { pages: [{ id: "p", name: "P", elements: [element, ...others] }] } as unknown as JsonObject;
}

const column = (formula: string, more: Fields = {}) => ({ id: "c", name: "C", formula, ...more });
const isStored = (sent: JsonObject, read: JsonObject) => {
  const isEqual = equalSpecs(sent, read, { stored: true });
  expect(diffSpecs(sent, read, { stored: true }).length === 0).toBe(isEqual);
  return isEqual;
};

describe("references that the platform respells mean the same", () => {
  test.each([
    ["[ORDER_FACT/ORDER_ID]", "[ORDER_FACT/Order Id]"],
    ["[ORDER_FACT/order_id]", "[ORDER_FACT/Order Id]"],
    ["[ORDER_FACT/Order Id]", "[ORDER_FACT/Order Id]"],
    ["[ORDER_FACT/Order_Id]", "[ORDER_FACT/Order Id]"],
    ["[ORDER_FACT/ORDER_ID]", "[ORDER_FACT/Order ID]"],
    ["[ORDER_FACT/DATE]", "[ORDER_FACT/Date]"],
    ["[ORDER_FACT/UNIT PRICE]", "[ORDER_FACT/Unit Price]"],
    ["[ORDER_FACT/V userId]", "[ORDER_FACT/V User Id]"],
    ["[ORDER_FACT/Net/Gross]", "[ORDER_FACT/Net Gross]"],
    ["[ORDER_FACT/DAYS_TO_SHIP]", "[ORDER_FACT/Days to Ship]"],
    ["Sum([ORDER_FACT/NET_AMOUNT]) / 2", "Sum([ORDER_FACT/Net Amount]) / 2"],
    // The prefix may be the element's name.
    ["[ORDER_FACT/ORDER_ID]", "[Facts/Order Id]"],
  ])("%s and %s", (sent, read) => {
    expect(isStored(model([column(sent)]), model([column(read)]))).toBe(true);
  });

  test.each([
    ["another column", "[ORDER_FACT/ORDER_ID]", "[ORDER_FACT/Order No]"],
    ["another prefix", "[ORDER_FACT/ORDER_ID]", "[ORDERS/Order Id]"],
    ["text outside of a reference", '[ORDER_FACT/A] & "a_b"', '[ORDER_FACT/A] & "A B"'],
    ["another operator", "[ORDER_FACT/A] + 1", "[ORDER_FACT/A] - 1"],
  ])("but not %s", (_, sent, read) => {
    expect(isStored(model([column(sent)]), model([column(read)]))).toBe(false);
  });

  test("but not where two columns of the model differ in nothing else", () => {
    const columns = (formula: string) => [
      { id: "a", name: "Order Id", formula: "1" },
      { id: "b", name: "order_id", formula: "2" },
      { id: "c", name: "C", formula },
    ];
    expect(isStored(model(columns("[Order Id]")), model(columns("[order_id]")))).toBe(false);
    expect(isStored(model(columns("[ORDER_FACT/X_Y]")), model(columns("[ORDER_FACT/X Y]")))).toBe(true);
  });
});

describe("names", () => {
  const formula = "[ORDER_FACT/ORDER_ID]";
  const named = (name?: string) => model([{ id: "c", ...(name === undefined ? {} : { name }), formula }]);

  test("that are derived may be left out, in whatever spelling", () => {
    expect(isStored(named("Order ID"), named())).toBe(true);
    expect(isStored(named(), named("Order Id"))).toBe(true);
    expect(isStored(named("Order number"), named())).toBe(false);
    const through = (name?: string) => model([{ id: "c", name, formula: "[Base/CUSTOMER/REGION]" }]);
    expect(isStored(through("Region (CUSTOMER)"), through())).toBe(true);
  });

  test("that a user writes are compared as they are written", () => {
    expect(equalSpecs(named("Order ID"), named("Order Id"))).toBe(false);
    expect(isStored(named("Order ID"), named("Order Id"))).toBe(false);
    expect(isStored(named(" Order ID "), named("Order ID"))).toBe(true);
  });

  test("of elements may be left out where they are those of their source", () => {
    const table = (name: string | undefined, source: Fields = warehouse()) => model([], { name, source });
    expect(isStored(table("Order Fact"), table(undefined))).toBe(true);
    expect(isStored(table("Orders"), table(undefined))).toBe(false);
    const sql = { kind: "sql", connectionId: "c", statement: "select 1" };
    expect(isStored(table("Custom SQL", sql), table(undefined, sql))).toBe(true);
  });

  test("get a number only where another column has the same", () => {
    const both = (second: string) => model([{ id: "a", name: "Amount", formula: "1" }, column("2", { name: second })]);
    expect(isStored(both("Amount"), both("Amount (1)"))).toBe(true);
    expect(isStored(both("Total"), both("Total (1)"))).toBe(false);
    expect(equalSpecs(both("Amount"), both("Amount (1)"))).toBe(false);
  });

  test("of unions are the platform's own, also before the slash", () => {
    const source = { kind: "union", sources: [warehouse(), warehouse(["S", "P", "B"])], matches: [] };
    const user = (prefix: string) => ({
      id: "u",
      kind: "table",
      name: "U",
      source: { kind: "table", elementId: "t" },
      columns: [{ id: "x", name: "X", formula: `[${prefix}/X]` }],
    });
    const sent = model([column("[All/X]")], { name: "All", source }, [user("All")]);
    const read = model([column("[Union of 2 Sources/X]")], { name: undefined, source }, [user("Union of 2 Sources")]);
    expect(isStored(sent, read)).toBe(true);
    expect(equalSpecs(sent, read)).toBe(false);
  });
});

test("a join type that is left out is the platform's own; what a user writes is a change", () => {
  const joined = (joinType?: string) => {
    const join = { left: warehouse(), right: warehouse(["S", "P", "B"]), columns: [], joinType };
    return model([], { source: { kind: "join", joins: [join] } });
  };
  expect(isStored(joined(), joined("left-outer"))).toBe(true);
  expect(isStored(joined("lookup"), joined("left-outer"))).toBe(true);
  expect(isStored(joined(), joined("inner"))).toBe(false);
  expect(equalSpecs(joined(), joined("left-outer"))).toBe(false);
});
