import { buildPages, buildWarehouseTable, create, type Loose, readPages } from "../spec/models";
import { setUpEmulator } from "../support";

const running = setUpEmulator();

/** A model of two tables, both with a schedule. */
async function createScheduled(): Promise<{ id: string; elements: Loose[] }> {
  const tables = ["ORDERS", "CUSTOMERS"].map((name) => buildWarehouseTable(running, name, name, ["ID"]));
  const { id, pages } = await create(running, buildPages(...tables));
  await running.emulator.ui.scheduleMaterialization(id, "ORDERS", { cronSpec: "0 7 * * *" });
  await running.emulator.ui.scheduleMaterialization(id, pages[0].elements[1].id, { paused: true });
  return { id, elements: pages[0].elements };
}

async function listListed(id: string): Promise<Loose[]> {
  return (await running.api.get(`/v2/dataModels/${id}/materializationSchedules`)).body.entries;
}

async function put(id: string, elements: Loose[]): Promise<void> {
  const [page] = await readPages(running, id);
  await running.api.put(`/v2/dataModels/${id}/spec`, { schemaVersion: 1, pages: [{ ...page, elements }] });
}

test("schedules are listed with their elements", async () => {
  const { id } = await createScheduled();
  const [orders, customers] = await listListed(id);
  expect(orders).toEqual({
    sheetId: expect.any(String),

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
  const { id, elements } = await createScheduled();
  await put(id, elements);
  expect(await listListed(id)).toHaveLength(2);
  await put(id, elements.slice(0, 1));
  expect((await listListed(id)).map(({ elementName }) => elementName)).toEqual(left);
});

test("they are created, changed and deleted only where the platform has operations for that", async () => {
  const { api, emulator } = running;
  const { id, elements } = await createScheduled();
  const ofModel = `/v2/dataModels/${id}/materializationSchedules`;
  const workbookId = emulator.seeded.workbooks.sales;
  const ofWorkbook = `/v2/workbooks/${workbookId}/materialization-schedules`;
  const schedule = { cronSpec: "0 5 * * *", timezone: "UTC" };
  expect((await api.post(ofModel, { elementId: elements[0].id, schedule })).status).toBe(404);
  emulator.configure({ materializationScheduleWrites: "present", materializationElementIds: "present" });
  expect((await api.post(ofModel, { elementId: elements[0].id, schedule })).status).toBe(409);
  const [first] = await listListed(id);
  expect((await api.patch(`${ofModel}/${first.sheetId}`, { paused: true })).body).toMatchObject({ paused: true });
  await api.delete(`${ofModel}/${first.sheetId}`);
  expect((await api.post(ofModel, { elementId: elements[0].id, schedule })).body).toMatchObject({
    elementName: "ORDERS",
    schedule,
  });
  expect((await api.post(ofModel, { elementId: "nothing", schedule })).status).toBe(400);

  const tables = (await api.get(`/v2/workbooks/${workbookId}/elements`)).body.entries;
  const { elementId } = tables.find(({ name }: Loose) => name === "Events");
  const made = (await api.post(ofWorkbook, { elementId, schedule })).body;
  expect(made).toMatchObject({ elementId, elementName: "Events", schedule, paused: false });
  expect((await api.get(ofWorkbook)).body.entries).toEqual([made]);
  expect((await api.get(ofWorkbook.replace("v2", "v2.1"))).body).toMatchObject({ entries: [made], total: 1 });
  expect((await api.delete(`${ofModel}/${made.sheetId}`)).status).toBe(404);
  expect((await api.delete(`${ofWorkbook}/${made.sheetId}`)).body).toEqual({});
});
