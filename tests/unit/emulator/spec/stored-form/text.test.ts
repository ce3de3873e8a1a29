import { setUpEmulator } from "../../support";
import { buildPages, buildWarehouseTable, create, plain } from "../models";

const running = setUpEmulator(plain);

test("names of columns and parts of references are trimmed", async () => {
  running.emulator.configure({ surroundingSpace: "trimmed" });
  const table = buildWarehouseTable(running, "t", "ORDERS", ["ID"]);
  table.columns.push({ id: "double", name: "  Double ", formula: "[ ORDERS / AMOUNT ] * [ID ]" });
  const { pages } = await create(running, buildPages(table));
  expect(pages[0].elements[0].columns[1]).toMatchObject({ name: "Double", formula: "[ORDERS/AMOUNT] * [ID]" });
});

test("a statement loses the blank lines at both ends, and nothing inside", async () => {
  running.emulator.configure({ sqlBlankLines: "trimmed" });
  const connectionId = running.emulator.seeded.connections.warehouse;
  const source = { kind: "sql", connectionId, statement: "\n \n  select 1\n\n  from t\n\n" };
  const { pages } = await create(running, buildPages({ kind: "table", id: "t", source, columns: [] }));
  expect(pages[0].elements[0].source.statement).toBe("  select 1\n\n  from t");
});
