import type { IdentityMap, LocalSpec } from "../../../provider/src/core/spec";
import { planFirstWrite } from "../../../provider/src/kinds/data-model/write/first-write";

const warehouse = { kind: "warehouse-table", connectionId: "c", path: ["DB", "S", "T"] };
const table = (id: string, columns: string[], more: object = {}) => ({
  id,
  kind: "table",
  name: id.toUpperCase(),
  source: warehouse,
  columns: columns.map((column) => ({ id: column, name: column, formula: `[T/${column}]` })),
  ...more,
});
const model = (...elements: object[]) => ({ pages: [{ id: "p", name: "P", elements }] }) as unknown as LocalSpec;
const joined = (target: string, source = "key") => ({
  relationships: [{ id: "r", targetElementId: target, keys: [{ sourceColumnId: source, targetColumnId: "id" }] }],
});
/** The platform has these tables and columns. */
const existing = (tables: Record<string, string[]>): IdentityMap => ({
  pages: { p: "1" },
  elements: Object.fromEntries(
    Object.entries(tables).map(([id, columns]) => [
      id,
      { id: `${id}-1`, columns: Object.fromEntries(columns.map((column) => [column, `${column}-1`])) },
    ]),
  ),
});
const orders = table("orders", ["key", "amount"]);

test("is nothing where both ends exist, or both are new", () => {
  const both = model({ ...orders, ...joined("customers") }, table("customers", ["id"]));
  const all = existing({ orders: ["key", "amount"], customers: ["id"] });
  expect(planFirstWrite(both, both, all)).toBeUndefined();
  expect(planFirstWrite(both, model(), existing({}))).toBeUndefined();
  expect(planFirstWrite(model(orders), model(orders), all)).toBeUndefined();
});

test("is a new table with the key alone, and what it reads from; what is there stays as it is", () => {
  const declared = model(
    { ...orders, columns: [], ...joined("customers") },
    table("customers", ["id", "region"], { source: { kind: "table", elementId: "people" }, order: ["id"] }),
    table("people", ["id"], { sort: [{ columnId: "id", direction: "ascending" }] }),
    table("others", ["x"]),
  );
  expect(planFirstWrite(declared, model(orders), existing({ orders: ["key", "amount"] }))).toEqual(
    model(
      orders,
      table("customers", ["id"], { source: { kind: "table", elementId: "people" } }),
      table("people", ["id"]),
    ),
  );
});

test("is a new column of a table that exists, at either end", () => {
  const declared = model({ ...orders, ...joined("customers") }, table("customers", ["region", "id"]));
  const there = model(orders, table("customers", ["region"]));
  expect(planFirstWrite(declared, there, existing({ orders: ["key", "amount"], customers: ["region"] }))).toEqual(
    model(orders, table("customers", ["region", "id"])),
  );
  const without = model(table("orders", ["amount"]), table("customers", ["id"]));
  expect(planFirstWrite(declared, without, existing({ orders: ["amount"], customers: ["id", "region"] }))).toEqual(
    model(table("orders", ["amount", "key"]), table("customers", ["id"])),
  );
});

test("is a new table whose relationship leads to one that exists, on a new page too", () => {
  const declared = { pages: [{ id: "q", name: "Q", elements: [table("visits", ["key", "x"], joined("customers"))] }] };
  const there = model(table("customers", ["id"]));
  expect(planFirstWrite(declared as unknown as LocalSpec, there, existing({ customers: ["id"] }))).toEqual({
    pages: [...(there.pages as object[]), { id: "q", name: "Q", elements: [table("visits", ["key"])] }],
  });
});
