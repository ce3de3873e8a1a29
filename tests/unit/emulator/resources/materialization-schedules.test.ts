import { buildPages, buildWarehouseTable, create, type Loose, readPages } from "../spec/models";
import { setUpEmulator } from "../support";

const running = setUpEmulator();

/** A model of three tables, of which the first two have a schedule. */
async function createScheduled(): Promise<{ id: string; elements: Loose[] }> {
  const tables = ["ORDERS", "CUSTOMERS", "PRODUCTS"].map((name) => buildWarehouseTable(running, name, name, ["ID"]));
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
  ["kept", "CUSTOMERS", ["ORDERS"]],
  ["deleted", "CUSTOMERS", []],
  ["deleted", "PRODUCTS", ["ORDERS", "CUSTOMERS"]],
  ["deleted-always", "PRODUCTS", []],
] as const)("where others are %s, a PUT without %s leaves %j", async (schedulesOnRemoval, removed, left) => {
  running.emulator.configure({ schedulesOnRemoval });
  const { id, elements } = await createScheduled();
  await put(id, elements);
  expect(await listListed(id)).toHaveLength(2);
  const names = ["ORDERS", "CUSTOMERS", "PRODUCTS"];
  await put(
    id,
    elements.filter((_, index) => names[index] !== removed),
  );
  expect((await listListed(id)).map(({ elementName }) => elementName)).toEqual(left);
});

const schedule = { cronSpec: "0 5 * * *", timezone: "Europe/Berlin" };

/** Where schedules of a data model and of a workbook are written and listed, and the element that has one. */
const documents = {
  "a data model": async () => {
    const { id, elements } = await createScheduled();
    const path = `/v2/dataModels/${id}`;
    return {
      path,
      list: `${path}/materializationSchedules`,
      element: elements[2],
      name: "PRODUCTS",
      run: ":materialize",
    };
  },
  "a workbook": async () => {
    const path = `/v2/workbooks/${running.emulator.seeded.workbooks.sales}`;
    const { entries } = (await running.api.get(`${path}/elements`)).body;
    const { elementId: id, name } = entries.find((one: Loose) => one.name === "Events");
    return { path, list: `${path}/materialization-schedules`, element: { id }, name, run: "/materializations" };
  },
};

describe.each(Object.entries(documents))("of %s", (_, open) => {
  beforeEach(() => running.emulator.configure({ materializationElementIds: "present" }));

  test("a schedule is created, changed and deleted by its element", async () => {
    const { api } = running;
    const { path, list, element, name } = await open();
    const own = `${path}/elements/${element.id}/materializationSchedules`;
    expect((await api.patch(own, { schedule })).status).toBe(404);
    expect((await api.delete(own)).status).toBe(404);
    const { status, body } = await api.post(own, { schedule });
    expect(status).toBe(201);
    expect(body).toEqual({
      sheetId: expect.any(String),
      elementId: element.id,
      elementName: name,
      schedule,
      configuredAt: expect.any(String),
      paused: false,
    });
    expect((await api.get(list)).body.entries).toContainEqual(body);
    if (list.startsWith("/v2/workbooks")) {
      expect((await api.get(list.replace("v2", "v2.1"))).body).toMatchObject({ entries: [body], total: 1 });
    }
    expect((await api.post(own, { schedule })).status).toBe(409);
    const changed = await api.patch(own, { schedule: { cronSpec: "0 6 * * *" } });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        ...body,
        schedule: { cronSpec: "0 6 * * *", timezone: "America/Los_Angeles" },
        configuredAt: expect.any(String),
      },
    });
    expect(await api.delete(own)).toMatchObject({ status: 200, body: {} });
    expect((await api.get(list)).body.entries).not.toContainEqual(expect.objectContaining({ elementId: element.id }));
  });

  test("what is wrong is refused, and nothing is there beside the published paths", async () => {
    const { api, emulator } = running;
    const { path, list, element } = await open();
    const own = `${path}/elements/${element.id}/materializationSchedules`;
    expect((await api.post(own.replace(element.id, "nothing"), { schedule })).status).toBe(404);
    expect((await api.post(own, schedule)).status).toBe(400);
    expect((await api.post(own, { schedule: { cronSpec: "hourly" } })).status).toBe(400);
    expect((await api.post(own, { schedule: { ...schedule, timezone: "Mars" } })).status).toBe(400);
    const unmatched = { status: 404, body: { errorcause: "UnmatchedHandler" } };
    expect(await api.get(own)).toMatchObject(unmatched);
    expect(await api.post(list, { elementId: element.id, schedule })).toMatchObject(unmatched);
    emulator.configure({ materializationScheduleWrites: "absent" });
    for (const send of [api.post(own, { schedule }), api.patch(own, { schedule }), api.delete(own)]) {
      expect(await send).toMatchObject(unmatched);
    }
    emulator.configure({ unmatchedBody: "empty" });
    const { status, text, headers } = await api.post(own, { schedule });
    expect([status, text, headers.get("errorcause")]).toEqual([404, "", "UnmatchedHandler"]);
  });

  test("a create starts a run, which others wait for; how one ends is open", async () => {
    const { api, emulator } = running;
    const { path, element, run } = await open();
    const { sheetId } = (await api.post(`${path}/elements/${element.id}/materializationSchedules`, { schedule })).body;
    const trigger = () => api.post(path + run, { sheetId });
    const refused = { status: 409, body: { message: "Materialization already in progress" } };
    expect(await trigger()).toMatchObject(refused);
    expect(await trigger()).toMatchObject(refused);
    for (const [outcome, more] of [
      ["ready", { readyAt: expect.any(String) }],
      ["failed", { error: expect.any(String) }],
      ["expired", { expiredAt: expect.any(String) }],
      ["canceled", {}],
      ["skipped", {}],
    ] as const) {
      emulator.configure({ materializationOutcome: outcome });
      const { materializationId } = (await trigger()).body;
      const read = async () => (await api.get(`${path}/materializations/${materializationId}`)).body;
      expect([(await read()).status, (await read()).status]).toEqual(["pending", "building"]);
      const ended = await read();
      expect(ended).toMatchObject({ materializationId, status: outcome, ...more });
      expect("error" in ended).toBe(outcome === "failed");
    }
    expect(await api.post(path + run, { sheetId: element.id })).toMatchObject({
      status: 400,
      body: { message: "Scheduled materialization is not configured for this element" },
    });
    emulator.configure({ materializePermission: "missing" });
    expect((await trigger()).status).toBe(403);
  });
});
