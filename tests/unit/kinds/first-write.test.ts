import type { IdentityMap, LocalSpec } from "../../../provider/src/core/model";
import { planFirstWrite } from "../../../provider/src/kinds/data-model/write/first-write";

const warehouse = { kind: "warehouse-table", connectionId: "c", path: ["DB", "S", "T"] };
const buildTable = (id: string, columns: string[], more: object = {}) => ({
  id,
  kind: "table",
  name: id.toUpperCase(),
  source: warehouse,
  columns: columns.map((column) => ({ id: column, name: column, formula: `[T/${column}]` })),
  ...more,
});
const buildModel = (...elements: object[]) => ({ pages: [{ id: "p", name: "P", elements }] }) as unknown as LocalSpec;
const buildJoined = (target: string, source = "key") => ({
  relationships: [{ id: "r", targetElementId: target, keys: [{ sourceColumnId: source, targetColumnId: "id" }] }],
});
/** The platform has these tables and columns. */
const buildExisting = (tables: Record<string, string[]>): IdentityMap => ({
  pages: { p: "1" },
  elements: Object.fromEntries(
    Object.entries(tables).map(([id, columns]) => [
      id,
      { id: `${id}-1`, columns: Object.fromEntries(columns.map((column) => [column, `${column}-1`])) },
    ]),
  ),
});
const orders = buildTable("orders", ["key", "amount"]);

test("is nothing where both ends exist, or both are new", () => {
  const both = buildModel({ ...orders, ...buildJoined("customers") }, buildTable("customers", ["id"]));
  const all = buildExisting({ orders: ["key", "amount"], customers: ["id"] });
  expect(planFirstWrite(both, both, all)).toBeUndefined();
  expect(planFirstWrite(both, buildModel(), buildExisting({}))).toBeUndefined();
  expect(planFirstWrite(buildModel(orders), buildModel(orders), all)).toBeUndefined();
});

test("is a new table with the key alone, and what it reads from; what is there stays as it is", () => {
  const declared = buildModel(
    { ...orders, columns: [], ...buildJoined("customers") },
    buildTable("customers", ["id", "region"], { source: { kind: "table", elementId: "people" }, order: ["id"] }),
    buildTable("people", ["id"], { sort: [{ columnId: "id", direction: "ascending" }] }),
    buildTable("others", ["x"]),
  );
  expect(planFirstWrite(declared, buildModel(orders), buildExisting({ orders: ["key", "amount"] }))).toEqual(
    buildModel(
      orders,
      buildTable("customers", ["id"], { source: { kind: "table", elementId: "people" } }),
      buildTable("people", ["id"]),
    ),
  );
});

test("is a new column of a table that exists, at either end", () => {
  const declared = buildModel({ ...orders, ...buildJoined("customers") }, buildTable("customers", ["region", "id"]));
  const there = buildModel(orders, buildTable("customers", ["region"]));
  expect(planFirstWrite(declared, there, buildExisting({ orders: ["key", "amount"], customers: ["region"] }))).toEqual(
    buildModel(orders, buildTable("customers", ["region", "id"])),
  );
  const without = buildModel(buildTable("orders", ["amount"]), buildTable("customers", ["id"]));
  expect(planFirstWrite(declared, without, buildExisting({ orders: ["amount"], customers: ["id", "region"] }))).toEqual(
    buildModel(buildTable("orders", ["amount", "key"]), buildTable("customers", ["id"])),
  );
});

test("is a new table whose relationship leads to one that exists, on a new page too", () => {
  const declared = {
    pages: [{ id: "q", name: "Q", elements: [buildTable("visits", ["key", "x"], buildJoined("customers"))] }],
  };
  const there = buildModel(buildTable("customers", ["id"]));
  expect(planFirstWrite(declared as unknown as LocalSpec, there, buildExisting({ customers: ["id"] }))).toEqual({
    pages: [...(there.pages as object[]), { id: "q", name: "Q", elements: [buildTable("visits", ["key"])] }],
  });
});

test("is the new key of a second relationship to a table that is new because of the first", () => {
  const join = (id: string, source: string) => ({
    id,
    targetElementId: "customers",
    keys: [{ sourceColumnId: source, targetColumnId: "id" }],
  });
  // In both orders: the later relationship may decide what the earlier one needs.
  for (const relationships of [
    [join("buyer", "key"), join("receiver", "gift")],
    [join("receiver", "gift"), join("buyer", "key")],
  ]) {
    const declared = buildModel(
      buildTable("orders", ["key", "amount", "gift"], { relationships }),
      buildTable("customers", ["id", "region"]),
    );
    expect(planFirstWrite(declared, buildModel(orders), buildExisting({ orders: ["key", "amount"] }))).toEqual(
      buildModel(buildTable("orders", ["key", "amount", "gift"]), buildTable("customers", ["id"])),
    );
  }
});
