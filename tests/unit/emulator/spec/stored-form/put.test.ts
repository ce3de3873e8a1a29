import { withEmulator } from "../../support";
import { create, onePage, pagesOf, plain, warehouseTable } from "../models";

const running = withEmulator(plain);

async function putAgain(pages: object, id: string): Promise<void> {
  const { status, text } = await running.api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages });
  expect(`${status} ${status === 200 ? "" : text}`).toBe("200 ");
}

const model = () =>
  onePage(warehouseTable(running, "o", "ORDERS", ["ID"]), {
    kind: "table",
    id: "over",
    name: "Over",
    source: { kind: "table", elementId: "o" },
    columns: [{ id: "id", name: "Id", formula: "[ORDERS/ID]" }],
  });

test("a PUT may turn the visibility of an element off", async () => {
  const { id, pages } = await create(running, model());
  running.emulator.configure({ visibilityOnPut: "off" });
  await putAgain(pages, id);
  const [orders, over] = (await pagesOf(running, id))[0].elements;
  expect(orders.visibleAsSource).toBe(false);
  expect(over).not.toHaveProperty("visibleAsSource");
});

test("a PUT may change the name of an element, and formulas with it", async () => {
  const { id, pages } = await create(running, model());
  running.emulator.configure({ namesOnPut: "changed" });
  await putAgain(pages, id);
  const [orders, over] = (await pagesOf(running, id))[0].elements;
  expect(orders.name).toBe("ORDERS (1)");
  expect(over.name).toBe("Over");
  expect(over.columns[0].formula).toBe("[ORDERS (1)/ID]");
});
