import { setUpEmulator } from "../../support";
import { buildPages, buildWarehouseTable, create, type Loose, post } from "../models";

const running = setUpEmulator();

type Column = [name: string, formula: string];

const buildNamed = (columns: Column[]) => columns.map(([name, formula]) => ({ id: name, name, formula }));

/** A table over the orders with these columns. */
const buildOrders = (...columns: Column[]): Loose => ({
  ...buildWarehouseTable(running, "o", "ORDERS", []),
  name: "Orders",
  columns: buildNamed(columns),
});

const buildOver = (elementId: string, name: string, ...columns: Column[]): Loose => ({
  kind: "table",
  id: name,
  name,
  source: { kind: "table", elementId },
  columns: buildNamed(columns),
});

/** The type of each column of a model, by name. */
async function listTypes(...elements: Loose[]): Promise<Record<string, string>> {
  const { id } = await create(running, buildPages(...elements));
  const { entries } = (await running.api.get(`/v2/dataModels/${id}/columns?limit=1000`)).body;
  return Object.fromEntries(entries.map(({ name, type }: Loose) => [name, type.type]));
}

async function catchRefusal(...elements: Loose[]): Promise<string> {
  const { status, message } = await post(running, buildPages(...elements));
  expect(status).toBe(400);
  return message;
}

describe("types", () => {
  test("come from the catalog, by raw and friendly names, through tables and other models", async () => {
    const base = buildOrders(["Raw", "[ORDERS/ORDERED_AT]"], ["Friendly", "[ORDERS/Ordered At]"]);
    const { id, pages } = await create(running, buildPages(base));
    const source = { kind: "data-model", dataModelId: id, elementId: pages[0].elements[0].id };
    const elsewhere = { kind: "table", id: "e", source, columns: buildNamed([["Elsewhere", "[Orders/Friendly]"]]) };
    expect(await listTypes(base, buildOver("o", "Over", ["Through", "[Orders/Raw]"]), elsewhere)).toEqual({
      Raw: "datetime",
      Friendly: "datetime",
      Through: "datetime",
      Elsewhere: "datetime",
    });
  });

  test("are unknown for calculations, statements and what the catalog lacks", async () => {
    running.emulator.configure({ unknownWarehousePath: "accept" });
    const connectionId = running.emulator.seeded.connections.warehouse;
    const nowhere = { kind: "warehouse-table", connectionId, path: ["NOWHERE"] };
    const sql = { kind: "sql", connectionId, statement: "select * from t" };
    expect(
      await listTypes(
        buildOrders(["Sum", "[ORDERS/ID] + 1"]),
        { kind: "table", id: "n", source: nowhere, columns: buildNamed([["There", "[NOWHERE/X]"]]) },
        { kind: "table", id: "s", source: sql, columns: buildNamed([["Any", "[Custom SQL/X]"]]) },
      ),
    ).toEqual({ Sum: "variant", There: "variant", Any: "variant" });
  });

  test("are the other table's for a column that is reached through a relationship, whose name says so", async () => {
    const customers = { ...buildWarehouseTable(running, "c", "CUSTOMERS", ["ID", "SINCE"]), name: "Customers" };
    const keys = [{ sourceColumnId: "Id", targetColumnId: "id" }];
    const base = buildOrders(["Id", "[ORDERS/ID]"]);
    base.relationships = [{ id: "r", name: "Buyer", targetElementId: "c", keys }];
    base.columns.push({ id: "since", formula: "[Orders/Buyer/SINCE]" });
    expect(await listTypes(base, customers)).toMatchObject({ Id: "number", "SINCE (Buyer)": "datetime" });
  });
});

test.each<[string, Column[]]>([
  ["parentheses that don't match", [["X", "Sum([ORDERS/ID]"]]],
  ["an operator of SQL", [["X", "[ORDERS/ID] in (1, 2)"]]],
  ["an operator of other languages", [["X", "[ORDERS/ID] == 1"]]],
  ["a name without brackets", [["X", "orders.amount"]]],
  ["nothing between two operators", [["X", "[ORDERS/ID] + * 2"]]],
  ["a function that doesn't exist", [["X", "IsIn([ORDERS/ID], 1)"]]],
  ["a function of another tool", [["X", "SumOver([ORDERS/ID])"]]],
  ["a column that the table lacks", [["X", "[ORDERS/NOTHING]"]]],
  ["a name that nothing has", [["X", "[Nothing] + 1"]]],
  ["a metric", [["X", "[Total]"]]],
  ["itself", [["X", "[X] + 1"]]],
  [
    "itself, through others",
    [
      ["X", "[Y]"],
      ["Y", "[Z]"],
      ["Z", "[X]"],
    ],
  ],
])("a column of type error: %s", async (_what, columns) => {
  const table = { ...buildOrders(...columns), metrics: [{ id: "m", name: "Total", formula: "Sum([ORDERS/ID])" }] };
  expect(new Set(Object.values(await listTypes(table)))).toEqual(new Set(["error"]));
});

test.each<[string, string]>([
  ["operators", "[ORDERS/PAID] and (not [ORDERS/PAID] or In([ORDERS/ID], 1, 2))"],
  ["brackets in a text", 'Concat("[Nothing]", "(", [ORDERS/ID])'],
  ["steps into JSON", 'Text([ORDERS/ID].users[0].email) & [ORDERS/ID][1]["key"]'],
  ["a comment", "[ORDERS/ID] // [Nothing]\n + 1 /* (( */"],
  ["a role", "VisibilityLimit([ORDERS/ID], Admin)"],
  ["a control", "[Limit] + [ORDERS/ID]"],
  ["functions in any case", "SUM(coalesce([ORDERS/ID], 0))"],
])("no error: %s", async (_what, formula) => {
  const control = { kind: "control", id: "c", controlId: "Limit", controlType: "number-range" };
  expect(await listTypes(buildOrders(["X", formula]), control)).toEqual({ X: "variant" });
});

test("a metric of the element, through Metrics", async () => {
  const metrics = [
    { id: "m", name: "Total", formula: "Sum([ORDERS/ID])" },
    { id: "n", name: "Half", formula: "[Metrics/Total] / 2" },
  ];
  expect(await listTypes({ ...buildOrders(["X", "[ORDERS/ID]"]), metrics })).toEqual({ X: "number" });
  const unknown = [...metrics, { id: "o", name: "None", formula: "[Metrics/Totl]" }];
  expect(await catchRefusal({ ...buildOrders(), metrics: unknown })).toBe("Dependency not found: 'metrics/totl'");
});

test("nothing is known of the columns of a CSV", async () => {
  const table = { kind: "table", id: "t", source: { kind: "csv-table", csvId: "c" } };
  expect(await listTypes({ ...table, columns: [{ id: "x", name: "X", formula: "[CSV/Anything]" }] })).toEqual({
    X: "variant",
  });
});

describe("formulas that are none", () => {
  const buildConjunction = () => buildOrders(["X", "If(And([ORDERS/PAID], True()), 1, 2)"]);

  test("And(…) and Or(…) are refused, on POST and PUT", async () => {
    expect(await catchRefusal(buildConjunction())).toBe("Invalid formula");
    expect(await catchRefusal({ ...buildOrders(), metrics: [{ id: "m", formula: "or(True(), True())" }] })).toBe(
      "Invalid formula",
    );
    const { id, pages } = await create(running, buildPages(buildOrders(["X", "[ORDERS/PAID] and (True())"])));
    pages[0].elements[0].columns[0].formula = "And([ORDERS/PAID])";
    const answer = await running.api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages });
    expect([answer.status, answer.body.message]).toEqual([400, "Invalid formula"]);
  });

  test("or so is every function that doesn't exist, or none of them", async () => {
    running.emulator.configure({ invalidFormulas: "all" });
    expect(await catchRefusal(buildOrders(["X", "SumOver([ORDERS/ID])"]))).toBe("Invalid formula");
    expect(await catchRefusal(buildOrders(["X", "Sum([ORDERS/ID]"]))).toBe("Invalid formula");
    running.emulator.configure({ invalidFormulas: "accept" });
    expect(await listTypes(buildConjunction())).toEqual({ X: "error" });
  });
});

describe("what isn't there is refused by name, in lower case", () => {
  const buildBase = () => buildOrders(["Id", "[ORDERS/ID]"]);

  test.each<[string, Column, string]>([
    ["an element", ["X", "[Nobody/Id]"], "nobody/id"],
    ["a column of the source", ["X", "[Orders/Price]"], "orders/price"],
    ["a metric through an element", ["X", "[Orders/Total]"], "orders/total"],
    ["a column inside a calculation", ["X", "Lookup([Orders/Price], [Orders/Id], [Orders/Id])"], "orders/price"],
    ["a relationship", ["X", "[Orders/Buyer/Name]"], "orders/buyer/name"],
  ])("%s", async (_what, column, name) => {
    const table = { ...buildBase(), metrics: [{ id: "m", name: "Total", formula: "Count()" }] };
    expect(await catchRefusal(table, buildOver("o", "Over", column))).toBe(`Dependency not found: '${name}'`);
  });

  test("an output of a statement, so far as its text shows them", async () => {
    const connectionId = running.emulator.seeded.connections.warehouse;
    const statement = `-- the orders
      select o.id, "Net" as "Net price", sum(amount, 1) total, 'a, b' as text from orders o`;
    const buildTable = (name: string) => ({
      kind: "table",
      id: "s",
      source: { kind: "sql", connectionId, statement },
      columns: [{ id: "x", formula: `[Custom SQL/${name}]` }],
    });
    for (const name of ["id", "ID", "Net price", "TOTAL", "text"]) {
      expect((await post(running, buildPages(buildTable(name)))).status).toBe(200);
    }
    expect(await catchRefusal(buildTable("amount"))).toBe("Dependency not found: 'custom sql/amount'");
  });

  test("what a case without a name puts out isn't known", async () => {
    const connectionId = running.emulator.seeded.connections.warehouse;
    const source = { kind: "sql", connectionId, statement: "select id, case when paid then 1 end from orders" };
    const table = { kind: "table", id: "s", source, columns: [{ id: "x", formula: "[Custom SQL/Anything]" }] };
    expect((await post(running, buildPages(table))).status).toBe(200);
  });

  test("what a column shows for a relationship refers to it, unless only the three-part form does", async () => {
    const customers = { ...buildWarehouseTable(running, "c", "CUSTOMERS", ["ID", "REGION"]), name: "Customers" };
    const keys = [{ sourceColumnId: "Id", targetColumnId: "id" }];
    const related = { ...buildBase(), relationships: [{ id: "r", name: "Buyer", targetElementId: "c", keys }] };
    related.columns.push({ id: "region", formula: "[Orders/Buyer/REGION]" });
    const buildThrough = (formula: string) => [customers, related, buildOver("o", "Over", ["X", formula])];
    expect(await listTypes(...buildThrough("[Orders/REGION (Buyer)]"))).toMatchObject({ X: "text" });
    expect(await catchRefusal(...buildThrough("[Orders/REGION (Seller)]"))).toContain("Dependency not found");
    running.emulator.configure({ columnLabels: "refuse" });
    expect(await catchRefusal(...buildThrough("[Orders/REGION (Buyer)]"))).toBe(
      "Dependency not found: 'orders/region (buyer)'",
    );
    expect(await listTypes(...buildThrough("[Orders/Buyer/REGION]"))).toMatchObject({ X: "text" });
  });

  test("a name that a join doubles, with the name of the side that it is from", async () => {
    const customers = { ...buildWarehouseTable(running, "c", "CUSTOMERS", ["ID", "REGION"]), name: "Customers" };
    const [left, right] = ["o", "c"].map((elementId) => ({ kind: "table", elementId }));
    const source = { kind: "join", joins: [{ left, right, columns: [{ left: "[Id]", right: "[ID]" }] }] };
    const columns = ["[Orders/Id]", "[Customers/ID]", "[Customers/REGION]"].map((formula, at) => ({
      id: `w${at}`,
      formula,
    }));
    const wide = { kind: "table", id: "w", name: "Wide", source, columns };
    const buildThrough = (formula: string) => [customers, buildBase(), wide, buildOver("w", "Over", ["X", formula])];
    for (const name of ["ID (Customers)", "Id (Orders)"])
      expect(await listTypes(...buildThrough(`[Wide/${name}]`))).toMatchObject({ X: "number" });
    expect(await catchRefusal(...buildThrough("[Wide/REGION (Customers)]"))).toContain("Dependency not found");
  });

  test("a metric by its heading: one's own, or that of what a table reads from", async () => {
    const base = { ...buildBase(), metrics: [{ id: "m", name: "Total", formula: "Count()" }] };
    const over = buildOver("o", "Over", ["X", "[Metrics/Total] / 2"]);
    expect(await listTypes(base, over, buildOver("Over", "Further", ["Y", "[Metrics/Total]"]))).toMatchObject({
      X: "variant",
      Y: "variant",
    });
    expect(await catchRefusal(base, buildOver("o", "Over", ["X", "[Metrics/Totl]"]))).toBe(
      "Dependency not found: 'metrics/totl'",
    );
    const left = { kind: "table", elementId: "c" };
    const customers = { ...buildWarehouseTable(running, "c", "CUSTOMERS", ["ID"]), name: "Customers" };
    const source = {
      kind: "join",
      joins: [{ left, right: { kind: "table", elementId: "o" }, columns: [{ left: "[ID]", right: "[Id]" }] }],
    };
    const joined = { kind: "table", id: "w", name: "Wide", source, columns: [{ id: "x", formula: "[Metrics/Total]" }] };
    expect(await catchRefusal(base, customers, joined)).toBe("Dependency not found: 'metrics/total'");
  });

  test("an index of a JSON value is no reference", async () => {
    const columns = [
      ["Payload", "[ORDERS/ID]"],
      ["X", "Text([Payload].users[0].email)"],
      ["Y", "[Payload][1]"],
    ] as Column[];
    expect(await listTypes(buildOrders(...columns))).toMatchObject({ X: "variant", Y: "variant" });
    expect(await listTypes(buildOrders(["X", "Sum([0])"]))).toMatchObject({ X: "error" });
  });

  test("a name in another case, unless the platform doesn't mind", async () => {
    for (const formula of ["[ORDERS/Key]", "[Orders/KEY]"]) {
      const buildTables = () => [buildOrders(["Key", "[ORDERS/ID]"]), buildOver("o", "Over", ["X", formula])];
      running.emulator.configure({ referenceCase: "sensitive" });
      expect(await catchRefusal(...buildTables())).toBe("Dependency not found: 'orders/key'");
      running.emulator.configure({ referenceCase: "insensitive" });
      expect(await listTypes(...buildTables())).toMatchObject({ X: "number" });
    }
  });

  test("in the longer text, which names the table", async () => {
    running.emulator.configure({ danglingReferenceText: "long" });
    expect(await catchRefusal(buildBase(), buildOver("o", "Over", ["X", "[Orders/Price]"]))).toBe(
      "Cannot resolve columns on table over: dependency not found: formula reference orders/price",
    );
  });

  test("an output of a union", async () => {
    const sources = ["o", "o"].map((elementId) => ({ kind: "table", elementId }));
    const matches = [{ outputColumnName: "Id", sourceColumns: ["[Id]", "[Id]"] }];
    const buildUnion = (name: string) => ({
      kind: "table",
      id: "u",
      source: { kind: "union", sources, matches },
      columns: [{ id: "x", formula: `[Union of 2 Sources/${name}]` }],
    });
    expect((await post(running, buildPages(buildBase(), buildUnion("Id")))).status).toBe(200);
    expect(await catchRefusal(buildBase(), buildUnion("Other"))).toBe(
      "Dependency not found: 'union of 2 sources/other'",
    );
  });

  test("also on PUT, and not at all where the platform only marks the column", async () => {
    const { id, pages } = await create(running, buildPages(buildBase()));
    pages[0].elements[0].columns[0].formula = "[Nobody/Id]";
    const path = `/v2/dataModels/${id}/spec`;
    expect((await running.api.put(path, { schemaVersion: 1, pages })).status).toBe(400);
    running.emulator.configure({ danglingReferences: "accept" });
    expect((await running.api.put(path, { schemaVersion: 1, pages })).status).toBe(200);
    expect(await listTypes(buildOrders(["X", "[Nobody/Id]"]))).toEqual({ X: "error" });
  });
});

test("the keys of a join are names that its sides show", async () => {
  const warehouse = buildWarehouseTable(running, "x", "ORDERS", []).source;
  const customers = { ...buildWarehouseTable(running, "c", "CUSTOMERS", ["ID"]), name: "Customers" };
  const buildJoined = (left: string, right: string) => {
    const joins = [{ left: warehouse, right: { kind: "table", elementId: "c" }, columns: [{ left, right }] }];
    return [customers, { kind: "table", id: "j", source: { kind: "join", joins }, columns: [] }];
  };
  expect((await post(running, buildPages(...buildJoined("[Customer Id]", "[ID]")))).status).toBe(200);
  expect(await catchRefusal(...buildJoined("[CUSTOMER_ID]", "[ID]"))).toBe("Column reference not found: 'CUSTOMER_ID'");
  expect(await catchRefusal(...buildJoined("[Customer Id]", "[Name]"))).toBe("Column reference not found: 'Name'");
  expect(await catchRefusal(...buildJoined("Customer Id", "[ID]"))).toBe("Column reference not found: 'Customer Id'");
});

test("two models that read from each other end", async () => {
  const first = await create(running, buildPages(buildOrders(["Id", "[ORDERS/ID]"])));
  const buildFrom = (id: string, pages: Loose, column: Column) => ({
    kind: "table",
    id: "t",
    name: "Orders",
    source: { kind: "data-model", dataModelId: id, elementId: pages[0].elements[0].id },
    columns: buildNamed([column]),
  });
  const second = await create(running, buildPages(buildFrom(first.id, first.pages, ["Id", "[Orders/Id]"])));
  const [page] = first.pages;
  const [table] = page.elements;
  const circle = { ...table, source: buildFrom(second.id, second.pages, ["Id", ""]).source };
  circle.columns = [{ ...table.columns[0], formula: "[Orders/Id]" }];
  const answer = await running.api.put(`/v2/dataModels/${first.id}/spec`, {
    schemaVersion: 1,
    pages: [{ ...page, elements: [circle] }],
  });
  expect(answer.status).toBe(200);
  const { entries } = (await running.api.get(`/v2/dataModels/${first.id}/columns`)).body;
  expect(entries).toMatchObject([{ type: { type: "error" } }]);
});
