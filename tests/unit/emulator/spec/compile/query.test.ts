import { withEmulator } from "../../support";
import { create, type Loose, onePage, warehouseTable } from "../models";

const running = withEmulator();

const column = (name: string, formula: string) => ({ id: name, name, formula });

/** The statement of each table of a model, by name. */
async function queries(...elements: Loose[]): Promise<Record<string, string>> {
  const { id } = await create(running, onePage(...elements));
  return Object.fromEntries((await running.emulator.ui.queries(id)).map(({ name, sql }) => [name, sql]));
}

const orders = (...columns: Loose[]): Loose => ({
  ...warehouseTable(running, "o", "ORDERS", []),
  name: "Orders",
  columns,
});

test("a table over a table selects from what that one selects, by the warehouse's names", async () => {
  const base = orders(column("Ordered", "[ORDERS/Ordered At]"), column("Label", 'Concat("it\'s [", [Ordered])'));
  const source = { kind: "table", elementId: "o" };
  const over = { kind: "table", id: "v", name: "Over", source, columns: [column("When", "[Orders/Ordered]")] };
  const { Orders, Over } = await queries(base, over);
  expect(Orders).toBe(
    [
      "select",
      '  "ORDERS"."ORDERED_AT" as "Ordered",',
      `  Concat('it''s [', "Ordered") as "Label"`,
      'from SALES.PUBLIC.ORDERS as "ORDERS"',
    ].join("\n"),
  );
  const inner = Orders!.replace(/^/gm, "  ");
  expect(Over).toBe(`select\n  "Orders"."Ordered" as "When"\nfrom (\n${inner}\n) as "Orders"`);
});

test("a broken column is a text that says why", async () => {
  const broken = orders(
    column("Missing", "[ORDERS/Nothing]"),
    column("More", "[Nobody] + 1"),
    column("Own", "[Own] + 1"),
    column("There", "[Back]"),
    column("Back", "[There]"),
  );
  const { Orders } = await queries(broken);
  expect(Orders!.split("\n").slice(1, -1)).toEqual([
    `  'Unknown column "[Nothing]"' as "Missing",`,
    `  'Unknown column "[Nobody]"' as "More",`,
    `  'Circular column reference to [Own]' as "Own",`,
    `  'Circular column reference to [There]' as "There",`,
    `  'Circular column reference to [There]' as "Back"`,
  ]);
});

test("statements, joins and unions are in the from", async () => {
  const connectionId = running.emulator.seeded.connections.warehouse;
  const [base, table] = [orders(column("Id", "[ORDERS/ID]")), { kind: "table", elementId: "o" }];
  const warehouse = warehouseTable(running, "x", "CUSTOMERS", []).source;
  const joins = [{ left: table, right: warehouse, name: "Buyers", columns: [{ left: "[Id]", right: "[Id]" }] }];
  const matches = [{ outputColumnName: "Key", sourceColumns: ["[Id]", null] }];
  const found = await queries(
    base,
    { kind: "table", id: "s", name: "S", source: { kind: "sql", connectionId, statement: "select 1" }, columns: [] },
    { kind: "table", id: "j", name: "J", source: { kind: "join", joins }, columns: [column("B", "[Buyers/Region]")] },
    { kind: "table", id: "u", source: { kind: "union", sources: [table, table], matches }, columns: [] },
  );
  const from = '(\n  select\n    "ORDERS"."ID" as "Id"\n  from SALES.PUBLIC.ORDERS as "ORDERS"\n) as "Orders"';
  expect(found.S).toBe('select\n  *\nfrom (\n  select 1\n) as "Custom SQL"');
  expect(found.J).toBe(
    `select\n  "Buyers"."REGION" as "B"\nfrom ${from}\n` +
      'left outer join SALES.PUBLIC.CUSTOMERS as "Buyers" on "Orders"."Id" = "Buyers"."Id"',
  );
  const union = [`select "Id" as "Key" from ${from}`, "union all", `select null as "Key" from ${from}`].join("\n");
  expect(found["Union of 2 Sources"]).toContain(union.replace(/^/gm, "  "));
});

test("a relationship that a column goes through is a join, and one that none does isn't", async () => {
  const customers = { ...warehouseTable(running, "c", "CUSTOMERS", ["ID", "REGION"]), name: "Customers" };
  const relationship = (name: string) => {
    const keys = [{ sourceColumnId: "Customer", targetColumnId: "id" }];
    return { id: name, name, targetElementId: "c", keys };
  };
  const base = orders(column("Customer", "[ORDERS/Customer Id]"), column("Region", "[Orders/Buyer/REGION]"));
  const { Orders, Customers } = await queries(
    { ...base, relationships: [relationship("Buyer"), relationship("Payer")] },
    customers,
  );
  const inner = Customers!.replace(/^/gm, "  ");
  expect(Orders).toContain('  "Buyer"."REGION" as "Region"\n');
  expect(Orders).toContain(`\nleft outer join (\n${inner}\n) as "Buyer" on "Customer" = "Buyer"."ID"`);
  expect(Orders).not.toContain("Payer");
});
