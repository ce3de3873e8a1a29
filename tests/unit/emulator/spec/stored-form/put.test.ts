import { setUpEmulator } from "../../support";
import { buildPages, buildWarehouseTable, create, plain, readPages } from "../models";

const running = setUpEmulator(plain);

async function putAgain(pages: object, id: string): Promise<void> {
  const { status, text } = await running.api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages });
  expect(`${status} ${status === 200 ? "" : text}`).toBe("200 ");
}

const buildModel = () =>
  buildPages(buildWarehouseTable(running, "o", "ORDERS", ["ID"]), {
    kind: "table",
    id: "over",
    name: "Over",
    source: { kind: "table", elementId: "o" },
    columns: [{ id: "id", name: "Id", formula: "[ORDERS/ID]" }],
  });

test("a PUT may turn the visibility of an element off", async () => {
  const { id, pages } = await create(running, buildModel());
  running.emulator.configure({ visibilityOnPut: "off" });
  await putAgain(pages, id);
  const [orders, over] = (await readPages(running, id))[0].elements;
  expect(orders.visibleAsSource).toBe(false);
  expect(over).not.toHaveProperty("visibleAsSource");
});

test("a PUT may change the name of an element, and formulas with it", async () => {
  const { id, pages } = await create(running, buildModel());
  running.emulator.configure({ namesOnPut: "changed" });
  await putAgain(pages, id);
  const [orders, over] = (await readPages(running, id))[0].elements;
  expect(orders.name).toBe("ORDERS (1)");
  expect(over.name).toBe("Over");
  expect(over.columns[0].formula).toBe("[ORDERS (1)/ID]");
});
