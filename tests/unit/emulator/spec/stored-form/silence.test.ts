import { setUpEmulator } from "../../support";
import { buildPages, buildWarehouseTable, create, type Loose, plain } from "../models";

const running = setUpEmulator(plain);

/** A model full of values that say nothing. */
async function createSilent(): Promise<{ orders: Loose; joinColumns: Loose }> {
  const orders = buildWarehouseTable(running, "a", "ORDERS", ["ID", "AMOUNT"]);
  orders.columns[0].hidden = false;
  orders.columns[1].hidden = true;
  Object.assign(orders, { metrics: [], order: [], description: "" });
  const customers = buildWarehouseTable(running, "b", "CUSTOMERS", ["ID"]);
  const [left, right] = ["a", "b"].map((elementId) => ({ kind: "table", elementId }));
  const columns = [
    { left: "[ID]", right: "[ID]", op: "=" },
    { left: "[AMOUNT]", right: "[ID]", op: ">" },
    { left: "[ID]", right: "[ID]" },
  ];
  const source = { kind: "join", joins: [{ left, right, columns }] };
  const { pages } = await create(
    running,
    buildPages(orders, customers, { kind: "table", id: "j", source, columns: [] }),
  );
  const [made, , joined] = pages[0].elements;
  return { orders: made, joinColumns: joined.source.joins[0].columns.map(({ op }: Loose) => op) };
}

test("by default what says nothing is dropped, and nothing else", async () => {
  const { orders, joinColumns } = await createSilent();
  expect(orders).not.toHaveProperty("metrics");
  expect(orders).not.toHaveProperty("order");
  expect(orders.description).toBe("");
  expect(orders.columns.map(({ hidden }: Loose) => hidden)).toEqual([undefined, true]);
  expect(joinColumns).toEqual([undefined, ">", undefined]);
});

test("it may come back as it was sent", async () => {
  running.emulator.configure({ specDefaults: "as-sent" });
  const { orders, joinColumns } = await createSilent();
  expect(orders).toMatchObject({ metrics: [], order: [] });
  expect(orders.columns.map(({ hidden }: Loose) => hidden)).toEqual([false, true]);
  expect(joinColumns).toEqual(["=", ">", undefined]);
});

test("it may come back written out", async () => {
  running.emulator.configure({ specDefaults: "written" });
  expect((await createSilent()).joinColumns).toEqual(["=", ">", "="]);
});
