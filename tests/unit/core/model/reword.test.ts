import { diffSpecs, equalSpecs, type JsonObject } from "../../../../provider/src/core/model";

type Fields = Record<string, unknown>;

const buildWarehouse = (path: string[] = ["SALES", "PUBLIC", "ORDER_FACT"]) => ({
  kind: "warehouse-table",
  connectionId: "c",
  path,
});

function buildModel(columns: Fields[], table: Fields = {}, others: Fields[] = []): JsonObject {
  const element = { id: "t", kind: "table", name: "Facts", source: buildWarehouse(), columns, ...table };
  return { pages: [{ id: "p", name: "P", elements: [element, ...others] }] } as unknown as JsonObject;
}

const buildColumn = (formula: string, more: Fields = {}) => ({ id: "c", name: "C", formula, ...more });
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
    expect(isStored(buildModel([buildColumn(sent)]), buildModel([buildColumn(read)]))).toBe(true);
  });

  test.each([
    ["another column", "[ORDER_FACT/ORDER_ID]", "[ORDER_FACT/Order No]"],
    ["another prefix", "[ORDER_FACT/ORDER_ID]", "[ORDERS/Order Id]"],
    ["text outside of a reference", '[ORDER_FACT/A] & "a_b"', '[ORDER_FACT/A] & "A B"'],
    ["another operator", "[ORDER_FACT/A] + 1", "[ORDER_FACT/A] - 1"],
  ])("but not %s", (_, sent, read) => {
    expect(isStored(buildModel([buildColumn(sent)]), buildModel([buildColumn(read)]))).toBe(false);
  });

  test("but not where two columns of the model differ in nothing else", () => {
    const buildColumns = (formula: string) => [
      { id: "a", name: "Order Id", formula: "1" },
      { id: "b", name: "order_id", formula: "2" },
      { id: "c", name: "C", formula },
    ];
    expect(isStored(buildModel(buildColumns("[Order Id]")), buildModel(buildColumns("[order_id]")))).toBe(false);
    expect(isStored(buildModel(buildColumns("[ORDER_FACT/X_Y]")), buildModel(buildColumns("[ORDER_FACT/X Y]")))).toBe(
      true,
    );
  });
});

describe("names", () => {
  const formula = "[ORDER_FACT/ORDER_ID]";
  const buildNamed = (name?: string) => buildModel([{ id: "c", ...(name === undefined ? {} : { name }), formula }]);

  test("that are derived may be left out, in whatever spelling", () => {
    expect(isStored(buildNamed("Order ID"), buildNamed())).toBe(true);
    expect(isStored(buildNamed(), buildNamed("Order Id"))).toBe(true);
    expect(isStored(buildNamed("Order number"), buildNamed())).toBe(false);
    const buildThrough = (name?: string) => buildModel([{ id: "c", name, formula: "[Base/CUSTOMER/REGION]" }]);
    expect(isStored(buildThrough("Region (CUSTOMER)"), buildThrough())).toBe(true);
  });

  test("that a user writes are compared as they are written", () => {
    expect(equalSpecs(buildNamed("Order ID"), buildNamed("Order Id"))).toBe(false);
    expect(isStored(buildNamed("Order ID"), buildNamed("Order Id"))).toBe(false);
    expect(isStored(buildNamed(" Order ID "), buildNamed("Order ID"))).toBe(true);
  });

  test("of elements may be left out where they are those of their source", () => {
    const buildTable = (name: string | undefined, source: Fields = buildWarehouse()) =>
      buildModel([], { name, source });
    expect(isStored(buildTable("Order Fact"), buildTable(undefined))).toBe(true);
    expect(isStored(buildTable("Orders"), buildTable(undefined))).toBe(false);
    const sql = { kind: "sql", connectionId: "c", statement: "select 1" };
    expect(isStored(buildTable("Custom SQL", sql), buildTable(undefined, sql))).toBe(true);
  });

  test("get a number only where another column has the same", () => {
    const declareBoth = (second: string) =>
      buildModel([{ id: "a", name: "Amount", formula: "1" }, buildColumn("2", { name: second })]);
    expect(isStored(declareBoth("Amount"), declareBoth("Amount (1)"))).toBe(true);
    expect(isStored(declareBoth("Total"), declareBoth("Total (1)"))).toBe(false);
    expect(equalSpecs(declareBoth("Amount"), declareBoth("Amount (1)"))).toBe(false);
  });

  test("of unions are the platform's own, also before the slash", () => {
    const source = { kind: "union", sources: [buildWarehouse(), buildWarehouse(["S", "P", "B"])], matches: [] };
    const buildUser = (prefix: string) => ({
      id: "u",
      kind: "table",
      name: "U",
      source: { kind: "table", elementId: "t" },
      columns: [{ id: "x", name: "X", formula: `[${prefix}/X]` }],
    });
    const sent = buildModel([buildColumn("[All/X]")], { name: "All", source }, [buildUser("All")]);
    const read = buildModel([buildColumn("[Union of 2 Sources/X]")], { name: undefined, source }, [
      buildUser("Union of 2 Sources"),
    ]);
    expect(isStored(sent, read)).toBe(true);
    expect(equalSpecs(sent, read)).toBe(false);
  });
});

test("a join type that is left out is the platform's own; what a user writes is a change", () => {
  const buildJoined = (joinType?: string) => {
    const join = { left: buildWarehouse(), right: buildWarehouse(["S", "P", "B"]), columns: [], joinType };
    return buildModel([], { source: { kind: "join", joins: [join] } });
  };
  expect(isStored(buildJoined(), buildJoined("left-outer"))).toBe(true);
  expect(isStored(buildJoined("lookup"), buildJoined("left-outer"))).toBe(true);
  expect(isStored(buildJoined(), buildJoined("inner"))).toBe(false);
  expect(equalSpecs(buildJoined(), buildJoined("left-outer"))).toBe(false);
});

test("no text of a model is a color: another case is another text", () => {
  const format = (text: string) => ({ kind: "number", formatString: ",.2f", prefix: text });
  const places: readonly ((text: string) => JsonObject)[] = [
    (text) => buildModel([buildColumn("[ORDER_FACT/A]", { description: text })]),
    (text) => buildModel([buildColumn("[ORDER_FACT/A]", { name: text })]),
    (text) => buildModel([buildColumn("[ORDER_FACT/A]", { format: format(text) })]),
    (text) => buildModel([], { description: text }),
    (text) => buildModel([], { metrics: [{ id: "m", name: text, formula: "Count()" }] }),
    (text) => buildModel([], { metrics: [{ id: "m", formula: "Count()", description: text }] }),
    (text) => buildModel([], { folders: [{ id: "f", name: text }] }),
    (text) => buildModel([], { filters: [{ id: "f", columnId: "c", kind: "list", mode: "include", values: [text] }] }),
    (text) =>
      buildModel([], { filters: [{ id: "f", columnId: "c", kind: "text-match", mode: "equals", value: text }] }),
    (text) => buildModel([], {}, [{ id: "k", kind: "control", controlId: "k", controlType: "text-area", value: text }]),
  ];
  for (const build of places) {
    expect([build("x"), isStored(build("#AABBCC"), build("#aabbcc"))]).toEqual([build("x"), false]);
    expect(equalSpecs(build("#ACE"), build("#ace"))).toBe(false);
  }
});

test("a number behind a metric is the platform's where the table inherits one of that name", () => {
  const build = (name: string, source: object) =>
    buildModel([], { source, metrics: [{ id: "m", name, formula: "1" }] });
  const inherits = { kind: "data-model", dataModelId: "d", elementId: "e" };
  expect(isStored(build("Sales", inherits), build("Sales (1)", inherits))).toBe(true);
  expect(isStored(build("Sales", inherits), build("Costs (1)", inherits))).toBe(false);
  expect(isStored(build("Sales", buildWarehouse()), build("Sales (1)", buildWarehouse()))).toBe(false);
  expect(equalSpecs(build("Sales", inherits), build("Sales (1)", inherits))).toBe(false);
});
