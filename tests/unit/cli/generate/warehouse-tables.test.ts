import type { KnownTable } from "../../../../generate/src/known-tables";
import { buildTables } from "../../../../generate/src/warehouse/tables";

const createTable = (name: string, ...columns: string[]) => ({
  path: ["SALES", "PUBLIC", name],
  columns: columns.map((column) => ({ name: column, type: "text", description: undefined })),
});

/** What a run wrote, as the next one reads it. */
const remember = (tables: ReturnType<typeof buildTables>, columns: readonly string[]): KnownTable[] =>
  tables.map((table) => ({
    ...table,
    model: table.id,
    isAlone: true,
    hidden: new Map(),
    metrics: new Set(),
    columns: table.columns.map((column, index) => ({ ...column, rawName: columns[index]! })),
  }));

test("tables and columns that differ in case keep their ids and files, whichever come with them", () => {
  const first = buildTables([createTable("ORDERS", "ID")], [], false);
  expect(first).toMatchObject([{ id: "orders", name: "Orders", columns: [{ id: "id", name: "Id" }] }]);
  const known = remember(first, ["ID"]);
  expect(buildTables([createTable("Orders", "ID"), createTable("ORDERS", "Id", "ID")], known, false)).toMatchObject([
    { id: "orders_2", name: "Orders 2", file: undefined, columns: [{ id: "id" }] },
    {
      id: "orders",
      name: "Orders",
      file: "orders",
      columns: [
        { id: "id_2", name: "Id 2" },
        { id: "id", name: "Id" },
      ],
    },
  ]);
});
