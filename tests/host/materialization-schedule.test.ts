import { listWrites, setUpHost } from "./bench";

type Properties = Record<string, unknown>;

describe("a materialization schedule, in the real dynamic-provider host", () => {
  const at = setUpHost("MaterializationSchedule");
  const listThere = () => at.emulator.snapshot().materializationSchedules;
  const getModel = () => at.emulator.seeded.legacyModel;
  const buildForWorkbook = (more: Properties = {}): Properties => ({
    workbookId: at.emulator.seeded.workbooks.sales,
    elementName: "Events",
    cronSpec: "0 5 * * *",
    timezone: "UTC",
    ...more,
  });

  test.each(["absent", "present"] as const)(
    "lives its whole life where the ids of elements are %s in lists",
    async (ids) => {
      at.emulator.configure({ materializationScheduleWrites: "present", materializationElementIds: ids });
      const { id, state } = await at.host.create(buildForWorkbook());
      expect(id).toBe(`workbooks/${at.emulator.seeded.workbooks.sales}/${listThere()[0]?.sheetId}`);
      expect(state).toMatchObject({ isPaused: false });
      const workbook = `/v2/workbooks/${at.emulator.seeded.workbooks.sales}`;
      const own = `${workbook}/materialization-schedules/${listThere()[0]?.sheetId}`;
      await at.emulator.ui.request("PATCH", own, {
        schedule: { cronSpec: "0 7 * * *", timezone: "UTC" },
        paused: true,
      });
      const drifted = await at.host.read(id, state);
      expect(drifted.state).toMatchObject({ cronSpec: "0 7 * * *", isPaused: true });
      const updated = await at.host.update(id, drifted.state, buildForWorkbook());
      expect(listThere()).toMatchObject([{ schedule: { cronSpec: "0 5 * * *" } }]);
      expect(await at.host.read(id, updated)).toEqual({ id, state: updated, inputs: buildForWorkbook() });
      await at.host.delete(id, updated);
      await at.host.delete(id, updated);
      expect(listThere()).toEqual([]);
      expect((await at.host.read(id, updated)).id).toBe("");
    },
  );

  test("of a model, by the id of the element; a lost answer isn't sent twice", async () => {
    at.emulator.configure({ materializationScheduleWrites: "present" });
    const { entries } = (await at.emulator.ui.request("GET", `/v2/dataModels/${getModel()}/elements`)) as {
      entries: { elementId: string }[];
    };
    const declared = {
      dataModelId: getModel(),
      elementId: entries[0]?.elementId,
      cronSpec: "0 5 * * *",
      timezone: "UTC",
    };
    at.emulator.addFault({
      fault: "reset-after",
      method: "POST",
      path: "/v2/dataModels/*/materializationSchedules",
      nth: 1,
    });
    const { id, state } = await at.host.create(declared);
    expect(listThere()).toHaveLength(1);
    expect(await at.host.read(id, state)).toMatchObject({ inputs: declared });
    await expect(at.host.create({ ...declared, timezone: "Asia/Tokyo" })).rejects.toThrow("adopt: true");
  });

  test("without the operations, one that equals the declaration is adopted, and a write says what to do", async () => {
    const [element] = (
      (await at.emulator.ui.request("GET", `/v2/dataModels/${getModel()}/elements`)) as {
        entries: { name: string }[];
      }
    ).entries;
    const declared = { dataModelId: getModel(), elementName: element?.name, cronSpec: "0 6 * * *", timezone: "UTC" };
    const refusal = "Configure the declared schedule in the product, then adopt it";
    await expect(at.host.create(declared)).rejects.toThrow(refusal);
    await at.emulator.ui.scheduleMaterialization(getModel(), element?.name ?? "");
    at.emulator.clearRequests();
    const { id, state } = await at.host.create({ ...declared, adopt: true });
    expect(listWrites(at.emulator)).toEqual([]);
    await expect(at.host.update(id, state, { ...declared, cronSpec: "0 7 * * *" })).rejects.toThrow(refusal);
    // The 404 doesn't mean that the schedule is gone.
    await expect(at.host.delete(id, state)).rejects.toThrow(refusal);
    expect(listThere()).toHaveLength(1);
  });

  test("what is wrong is said in check, or when the elements are known", async () => {
    const readMessage = async (more: Properties) =>
      (await at.host.check({}, buildForWorkbook(more))).failures.join("\n");
    expect(await readMessage({ dataModelId: "m" })).toContain("dataModelId: give either dataModelId or workbookId");
    expect(await readMessage({ elementId: "e" })).toContain("elementId: give either elementId or elementName");
    await expect(at.host.create(buildForWorkbook({ elementName: "Evnts" }))).rejects.toThrow(
      /elementName: no element has the name "Evnts". There are: .*Events \(/,
    );
  });
});
