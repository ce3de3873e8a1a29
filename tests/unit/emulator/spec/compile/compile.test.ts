import { withEmulator } from "../../support";
import { create, type Loose, onePage, post, warehouseTable } from "../models";

const running = withEmulator();

type Column = [name: string, formula: string];

const named = (columns: Column[]) => columns.map(([name, formula]) => ({ id: name, name, formula }));

/** A table over the orders with these columns. */
const orders = (...columns: Column[]): Loose => ({
  ...warehouseTable(running, "o", "ORDERS", []),
  name: "Orders",
  columns: named(columns),
});

const over = (elementId: string, name: string, ...columns: Column[]): Loose => ({
  kind: "table",
  id: name,
  name,
  source: { kind: "table", elementId },
  columns: named(columns),
});

/** The type of each column of a model, by name. */
async function types(...elements: Loose[]): Promise<Record<string, string>> {
  const { id } = await create(running, onePage(...elements));
  const { entries } = (await running.api.get(`/v2/dataModels/${id}/columns?limit=1000`)).body;
  return Object.fromEntries(entries.map(({ name, type }: Loose) => [name, type.type]));
}

async function refusal(...elements: Loose[]): Promise<string> {
  const { status, message } = await post(running, onePage(...elements));
  expect(status).toBe(400);
  return message;
}

describe("types", () => {
  test("come from the catalog, by raw and friendly names, through tables and other models", async () => {
    const base = orders(["Raw", "[ORDERS/ORDERED_AT]"], ["Friendly", "[ORDERS/Ordered At]"]);
    const { id, pages } = await create(running, onePage(base));
    const source = { kind: "data-model", dataModelId: id, elementId: pages[0].elements[0].id };
    const elsewhere = { kind: "table", id: "e", source, columns: named([["Elsewhere", "[Orders/Friendly]"]]) };
    expect(await types(base, over("o", "Over", ["Through", "[Orders/Raw]"]), elsewhere)).toEqual({
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
      await types(
        orders(["Sum", "[ORDERS/ID] + 1"]),
        { kind: "table", id: "n", source: nowhere, columns: named([["There", "[NOWHERE/X]"]]) },
        { kind: "table", id: "s", source: sql, columns: named([["Any", "[Custom SQL/X]"]]) },
      ),
    ).toEqual({ Sum: "variant", There: "variant", Any: "variant" });
  });

  test("are the other table's for a column that is reached through a relationship, whose name says so", async () => {
    const customers = { ...warehouseTable(running, "c", "CUSTOMERS", ["ID", "SINCE"]), name: "Customers" };
    const keys = [{ sourceColumnId: "Id", targetColumnId: "id" }];
    const base = orders(["Id", "[ORDERS/ID]"]);
    base.relationships = [{ id: "r", name: "Buyer", targetElementId: "c", keys }];
    base.columns.push({ id: "since", formula: "[Orders/Buyer/SINCE]" });
    expect(await types(base, customers)).toMatchObject({ Id: "number", "SINCE (Buyer)": "datetime" });
  });
});

test.each<[string, Column[]]>([
  ["parentheses that don't match", [["X", "Sum([ORDERS/ID]"]]],
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
  const table = { ...orders(...columns), metrics: [{ id: "m", name: "Total", formula: "Sum([ORDERS/ID])" }] };
  expect(new Set(Object.values(await types(table)))).toEqual(new Set(["error"]));
});

test.each<[string, string]>([
  ["operators", "[ORDERS/PAID] and (not [ORDERS/PAID] or ([ORDERS/ID] in (1, 2)))"],
  ["brackets in a text", 'Concat("[Nothing]", "(", [ORDERS/ID])'],
  ["a control", "[Limit] + [ORDERS/ID]"],
  ["functions in any case", "SUM(coalesce([ORDERS/ID], 0))"],
])("no error: %s", async (_what, formula) => {
  const control = { kind: "control", id: "c", controlId: "Limit", controlType: "number-range" };
  expect(await types(orders(["X", formula]), control)).toEqual({ X: "variant" });
});

test("a metric of the element, through Metrics", async () => {
  const metrics = [
    { id: "m", name: "Total", formula: "Sum([ORDERS/ID])" },
    { id: "n", name: "Half", formula: "[Metrics/Total] / 2" },
  ];
  expect(await types({ ...orders(["X", "[ORDERS/ID]"]), metrics })).toEqual({ X: "number" });
  const unknown = [...metrics, { id: "o", name: "None", formula: "[Metrics/Totl]" }];
  expect(await refusal({ ...orders(), metrics: unknown })).toBe("Dependency not found: 'metrics/totl'");
});

test("nothing is known of the columns of a CSV", async () => {
  const table = { kind: "table", id: "t", source: { kind: "csv-table", csvId: "c" } };
  expect(await types({ ...table, columns: [{ id: "x", name: "X", formula: "[CSV/Anything]" }] })).toEqual({
    X: "variant",
  });
});

describe("formulas that are none", () => {
  const conjunction = () => orders(["X", "If(And([ORDERS/PAID], True()), 1, 2)"]);

  test("And(…) and Or(…) are refused, on POST and PUT", async () => {
    expect(await refusal(conjunction())).toBe("Invalid formula");
    expect(await refusal({ ...orders(), metrics: [{ id: "m", formula: "or(True(), True())" }] })).toBe(
      "Invalid formula",
    );
    const { id, pages } = await create(running, onePage(orders(["X", "[ORDERS/PAID] and (True())"])));
    pages[0].elements[0].columns[0].formula = "And([ORDERS/PAID])";
    const answer = await running.api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages });
    expect([answer.status, answer.body.message]).toEqual([400, "Invalid formula"]);
  });

  test("or so is every function that doesn't exist, or none of them", async () => {
    running.emulator.configure({ invalidFormulas: "all" });
    expect(await refusal(orders(["X", "SumOver([ORDERS/ID])"]))).toBe("Invalid formula");
    expect(await refusal(orders(["X", "Sum([ORDERS/ID]"]))).toBe("Invalid formula");
    running.emulator.configure({ invalidFormulas: "accept" });
    expect(await types(conjunction())).toEqual({ X: "error" });
  });
});

describe("what isn't there is refused by name, in lower case", () => {
  const base = () => orders(["Id", "[ORDERS/ID]"]);

  test.each<[string, Column, string]>([
    ["an element", ["X", "[Nobody/Id]"], "nobody/id"],
    ["a column of the source", ["X", "[Orders/Price]"], "orders/price"],
    ["a metric through an element", ["X", "[Orders/Total]"], "orders/total"],
    ["a column inside a calculation", ["X", "Lookup([Orders/Price], [Orders/Id], [Orders/Id])"], "orders/price"],
    ["a relationship", ["X", "[Orders/Buyer/Name]"], "orders/buyer/name"],
  ])("%s", async (_what, column, name) => {
    const table = { ...base(), metrics: [{ id: "m", name: "Total", formula: "Count()" }] };
    expect(await refusal(table, over("o", "Over", column))).toBe(`Dependency not found: '${name}'`);
  });

  test("an output of a statement, so far as its text shows them", async () => {
    const connectionId = running.emulator.seeded.connections.warehouse;
    const statement = `-- the orders
      select o.id, "Net" as "Net price", sum(amount, 1) total, 'a, b' as text from orders o`;
    const table = (name: string) => ({
      kind: "table",
      id: "s",
      source: { kind: "sql", connectionId, statement },
      columns: [{ id: "x", formula: `[Custom SQL/${name}]` }],
    });
    for (const name of ["id", "ID", "Net price", "TOTAL", "text"]) {
      expect((await post(running, onePage(table(name)))).status).toBe(200);
    }
    expect(await refusal(table("amount"))).toBe("Dependency not found: 'custom sql/amount'");
  });

  test("what a case without a name puts out isn't known", async () => {
    const connectionId = running.emulator.seeded.connections.warehouse;
    const source = { kind: "sql", connectionId, statement: "select id, case when paid then 1 end from orders" };
    const table = { kind: "table", id: "s", source, columns: [{ id: "x", formula: "[Custom SQL/Anything]" }] };
    expect((await post(running, onePage(table))).status).toBe(200);
  });

  test("what a column shows for a relationship: only the three-part form refers to it", async () => {
    const customers = { ...warehouseTable(running, "c", "CUSTOMERS", ["ID", "REGION"]), name: "Customers" };
    const keys = [{ sourceColumnId: "Id", targetColumnId: "id" }];
    const related = { ...base(), relationships: [{ id: "r", name: "Buyer", targetElementId: "c", keys }] };
    related.columns.push({ id: "region", formula: "[Orders/Buyer/REGION]" });
    const through = (formula: string) => [customers, related, over("o", "Over", ["X", formula])];
    expect(await refusal(...through("[Orders/REGION (Buyer)]"))).toBe("Dependency not found: 'orders/region (buyer)'");
    expect(await types(...through("[Orders/Buyer/REGION]"))).toMatchObject({ X: "text" });
  });

  test("a name in another case, unless the platform doesn't mind", async () => {
    for (const formula of ["[ORDERS/Key]", "[Orders/KEY]"]) {
      const tables = () => [orders(["Key", "[ORDERS/ID]"]), over("o", "Over", ["X", formula])];
      running.emulator.configure({ referenceCase: "sensitive" });
      expect(await refusal(...tables())).toBe("Dependency not found: 'orders/key'");
      running.emulator.configure({ referenceCase: "insensitive" });
      expect(await types(...tables())).toMatchObject({ X: "number" });
    }
  });

  test("in the longer text, which names the table", async () => {
    running.emulator.configure({ danglingReferenceText: "long" });
    expect(await refusal(base(), over("o", "Over", ["X", "[Orders/Price]"]))).toBe(
      "Cannot resolve columns on table over: dependency not found: formula reference orders/price",
    );
  });

  test("an output of a union", async () => {
    const sources = ["o", "o"].map((elementId) => ({ kind: "table", elementId }));
    const matches = [{ outputColumnName: "Id", sourceColumns: ["[Id]", "[Id]"] }];
    const union = (name: string) => ({
      kind: "table",
      id: "u",
      source: { kind: "union", sources, matches },
      columns: [{ id: "x", formula: `[Union of 2 Sources/${name}]` }],
    });
    expect((await post(running, onePage(base(), union("Id")))).status).toBe(200);
    expect(await refusal(base(), union("Other"))).toBe("Dependency not found: 'union of 2 sources/other'");
  });

  test("also on PUT, and not at all where the platform only marks the column", async () => {
    const { id, pages } = await create(running, onePage(base()));
    pages[0].elements[0].columns[0].formula = "[Nobody/Id]";
    const path = `/v2/dataModels/${id}/spec`;
    expect((await running.api.put(path, { schemaVersion: 1, pages })).status).toBe(400);
    running.emulator.configure({ danglingReferences: "accept" });
    expect((await running.api.put(path, { schemaVersion: 1, pages })).status).toBe(200);
    expect(await types(orders(["X", "[Nobody/Id]"]))).toEqual({ X: "error" });
  });
});

test("the keys of a join are names that its sides show", async () => {
  const warehouse = warehouseTable(running, "x", "ORDERS", []).source;
  const customers = { ...warehouseTable(running, "c", "CUSTOMERS", ["ID"]), name: "Customers" };
  const joined = (left: string, right: string) => {
    const joins = [{ left: warehouse, right: { kind: "table", elementId: "c" }, columns: [{ left, right }] }];
    return [customers, { kind: "table", id: "j", source: { kind: "join", joins }, columns: [] }];
  };
  expect((await post(running, onePage(...joined("[Customer Id]", "[ID]")))).status).toBe(200);
  expect(await refusal(...joined("[CUSTOMER_ID]", "[ID]"))).toBe("Column reference not found: 'CUSTOMER_ID'");
  expect(await refusal(...joined("[Customer Id]", "[Name]"))).toBe("Column reference not found: 'Name'");
  expect(await refusal(...joined("Customer Id", "[ID]"))).toBe("Column reference not found: 'Customer Id'");
});

test("two models that read from each other end", async () => {
  const first = await create(running, onePage(orders(["Id", "[ORDERS/ID]"])));
  const from = (id: string, pages: Loose, column: Column) => ({
    kind: "table",
    id: "t",
    name: "Orders",
    source: { kind: "data-model", dataModelId: id, elementId: pages[0].elements[0].id },
    columns: named([column]),
  });
  const second = await create(running, onePage(from(first.id, first.pages, ["Id", "[Orders/Id]"])));
  const [page] = first.pages;
  const [table] = page.elements;
  const circle = { ...table, source: from(second.id, second.pages, ["Id", ""]).source };
  circle.columns = [{ ...table.columns[0], formula: "[Orders/Id]" }];
  const answer = await running.api.put(`/v2/dataModels/${first.id}/spec`, {
    schemaVersion: 1,
    pages: [{ ...page, elements: [circle] }],
  });
  expect(answer.status).toBe(200);
  const { entries } = (await running.api.get(`/v2/dataModels/${first.id}/columns`)).body;
  expect(entries).toMatchObject([{ type: { type: "error" } }]);
});
