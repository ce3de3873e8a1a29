import { create, type Loose, onePage, pagesOf, warehouseTable } from "../../spec/models";
import { withEmulator } from "../../support";

const running = withEmulator();

/** A model of two tables, both with a schedule. */
async function scheduled(): Promise<{ id: string; elements: Loose[] }> {
  const tables = ["ORDERS", "CUSTOMERS"].map((name) => warehouseTable(running, name, name, ["ID"]));
  const { id, pages } = await create(running, onePage(...tables));
  await running.emulator.ui.scheduleMaterialization(id, "ORDERS", { cronSpec: "0 7 * * *" });
  await running.emulator.ui.scheduleMaterialization(id, pages[0].elements[1].id, { paused: true });
  return { id, elements: pages[0].elements };
}

async function listed(id: string): Promise<Loose[]> {
  return (await running.api.get(`/v2/dataModels/${id}/materializationSchedules`)).body.entries;
}

async function put(id: string, elements: Loose[]): Promise<void> {
  const [page] = await pagesOf(running, id);
  await running.api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages: [{ ...page, elements }] });
}

test("schedules are listed with their elements", async () => {
  const { id, elements } = await scheduled();
  const [orders, customers] = await listed(id);
  expect(orders).toEqual({
    sheetId: expect.any(String),
    elementId: elements[0].id,
    elementName: "ORDERS",
    schedule: { cronSpec: "0 7 * * *", timezone: "UTC" },
    configuredAt: expect.any(String),
    paused: false,
  });
  expect(customers).toMatchObject({ elementName: "CUSTOMERS", paused: true });
});

test.each([
  ["kept", ["ORDERS"]],
  ["deleted", []],
] as const)("of a PUT that removes an element the other schedules are %s", async (schedulesOnRemoval, left) => {
  running.emulator.configure({ schedulesOnRemoval });
  const { id, elements } = await scheduled();
  await put(id, elements);
  expect(await listed(id)).toHaveLength(2);
  await put(id, elements.slice(0, 1));
  expect((await listed(id)).map(({ elementName }) => elementName)).toEqual(left);
});
