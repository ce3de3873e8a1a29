import { setUpEmulator } from "../../support";
import { buildPages, buildWarehouseTable, create, type Loose } from "../models";

const running = setUpEmulator();

const buildColumn = (name: string, formula: string) => ({ id: name, name, formula });

/** The statement of each table of a model, by name. */
async function listQueries(...elements: Loose[]): Promise<Record<string, string>> {
  const { id } = await create(running, buildPages(...elements));
  return Object.fromEntries((await running.emulator.ui.queries(id)).map(({ name, sql }) => [name, sql]));
}

const buildOrders = (...columns: Loose[]): Loose => ({
  ...buildWarehouseTable(running, "o", "ORDERS", []),
  name: "Orders",
  columns,
});

test("a table over a table selects from what that one selects, by the warehouse's names", async () => {
  const base = buildOrders(
    buildColumn("Ordered", "[ORDERS/Ordered At]"),
    buildColumn("Label", '"it\'s [" = [Ordered]'),
  );
  const source = { kind: "table", elementId: "o" };
  const over = { kind: "table", id: "v", name: "Over", source, columns: [buildColumn("When", "[Orders/Ordered]")] };
  const { Orders, Over } = await listQueries(base, over);
  expect(Orders).toBe(
    [
      "select",
      '  "ORDERS"."ORDERED_AT" as "Ordered",',
      `  ('it''s [' = "ORDERS"."ORDERED_AT") as "Label"`,
      'from SALES.PUBLIC.ORDERS as "ORDERS"',
    ].join("\n"),
  );
  const inner = Orders!.replace(/^/gm, "  ");
  expect(Over).toBe(`select\n  "Orders"."Ordered" as "When"\nfrom (\n${inner}\n) as "Orders"`);
});

test("a broken column is a text that says why", async () => {
  const broken = buildOrders(
    buildColumn("Missing", "[ORDERS/Nothing]"),
    buildColumn("More", "[Nobody] + 1"),
    buildColumn("Own", "[Own] + 1"),
    buildColumn("There", "[Back]"),
    buildColumn("Back", "[There]"),
  );
  const { Orders } = await listQueries(broken);
  expect(Orders!.split("\n").slice(1, -1)).toEqual([
    `  'Unknown column "[Nothing]"' as "Missing",`,
    `  'Unknown column "[Nobody]"' as "More",`,
    `  'Circular column reference to [Own]' as "Own",`,
    `  'Circular column reference to [There]' as "There",`,
    `  'Circular column reference to [There]' as "Back"`,
  ]);
});

test("what isn't computed is shown as it is written, and groups as they are computed", async () => {
  const columns = [
    buildColumn("Key", 'DateLookback([ORDERS/ID], [ORDERS/Ordered At], 1, "year")'),
    buildColumn("Count", "Count()"),
    buildColumn("Sum", `${"1 + ".repeat(20_000)} 1`),
  ];
  const groupings = [{ id: "g", groupBy: ["Key"], calculations: ["Count"] }];
  const { Orders, Grouped } = await listQueries(
    { ...buildOrders(...columns), groupings },
    {
      ...buildOrders(buildColumn("Id", "[ORDERS/ID]"), buildColumn("Count", "Count()")),
      ...{ id: "g", name: "Grouped", groupings: [{ id: "g", groupBy: ["Id"], calculations: ["Count"] }] },
    },
  );
  expect(Orders!.split("\n").slice(1, 3)).toEqual([
    `  DateLookback("ORDERS"."ID", "ORDERS"."ORDERED_AT", 1, 'year') as "Key",`,
    '  Count() as "Count",',
  ]);
  expect(Orders).toContain("  1 + 1 + 1 + ");
  expect(Grouped).toContain('count(*) as "Count"\nfrom SALES.PUBLIC.ORDERS as "ORDERS"\ngroup by "ORDERS"."ID"');
});

test("a column without a name that is one plain name is that column of the source", async () => {
  const named = buildColumn("Id", "[ORDERS/ID]");
  const plain = ["[Ordered At]", "[Nothing]", "[Id]"].map((formula, index) => ({ id: `n${index}`, formula }));
  const { Orders } = await listQueries(buildOrders(named, ...plain));
  expect(Orders!.split("\n").slice(2, -1)).toEqual([
    '  "ORDERS"."ORDERED_AT" as "Ordered At",',
    `  'Circular column reference to [Nothing]' as "Nothing",`,
    '  "ORDERS"."ID" as "Id (1)"',
  ]);
});

test("statements, joins and unions are in the from", async () => {
  const connectionId = running.emulator.seeded.connections.warehouse;
  const [base, table] = [buildOrders(buildColumn("Id", "[ORDERS/ID]")), { kind: "table", elementId: "o" }];
  const warehouse = buildWarehouseTable(running, "x", "CUSTOMERS", []).source;
  const joins = [{ left: table, right: warehouse, name: "Buyers", columns: [{ left: "[Id]", right: "[Id]" }] }];
  const matches = [{ outputColumnName: "Key", sourceColumns: ["[Id]", null] }];
  const found = await listQueries(
    base,
    { kind: "table", id: "s", name: "S", source: { kind: "sql", connectionId, statement: "select 1" }, columns: [] },
    {
      kind: "table",
      id: "j",
      name: "J",
      source: { kind: "join", joins },
      columns: [buildColumn("B", "[Buyers/Region]")],
    },
    { kind: "table", id: "u", source: { kind: "union", sources: [table, table], matches }, columns: [] },
  );
  const from = '(\n  select\n    "ORDERS"."ID" as "Id"\n  from SALES.PUBLIC.ORDERS as "ORDERS"\n) as "Orders"';
  expect(found.S).toBe('select\n  *\nfrom (\n  select 1\n) as "Custom SQL"');
  expect(found.J).toBe(
    `select\n  "Buyers"."REGION" as "B"\nfrom ${from}\n` +
      'left outer join SALES.PUBLIC.CUSTOMERS as "Buyers" on "Orders"."Id" = "Buyers"."ID"',
  );
  const union = [`select "Orders"."Id" as "Key" from ${from}`, "union all", `select null as "Key" from ${from}`].join(
    "\n",
  );
  expect(found["Union of 2 Sources"]).toContain(union.replace(/^/gm, "  "));
});

test("a relationship that a column goes through is a join, and one that none does isn't", async () => {
  const customers = { ...buildWarehouseTable(running, "c", "CUSTOMERS", ["ID", "REGION"]), name: "Customers" };
  const buildRelationship = (name: string) => {
    const keys = [{ sourceColumnId: "Customer", targetColumnId: "id" }];
    return { id: name, name, targetElementId: "c", keys };
  };
  const base = buildOrders(
    buildColumn("Customer", "[ORDERS/Customer Id]"),
    buildColumn("Region", "[Orders/Buyer/REGION]"),
  );
  const { Orders, Customers } = await listQueries(
    { ...base, relationships: [buildRelationship("Buyer"), buildRelationship("Payer")] },
    customers,
  );
  const inner = Customers!.replace(/^/gm, "  ");
  expect(Orders).toContain('  "Buyer"."REGION" as "Region"\n');
  expect(Orders).toContain(`\nleft outer join (\n${inner}\n) as "Buyer" on "ORDERS"."CUSTOMER_ID" = "Buyer"."ID"`);
  expect(Orders).not.toContain("Payer");
});
