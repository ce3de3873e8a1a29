import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listWrites, setUpHost } from "./bench";
import { repository } from "./support";

type Properties = Record<string, unknown>;
const fixtures = join(repository, "tests/fixtures/states");
const utc = { cronSpec: "0 5 * * *", timezone: "UTC" };

describe("a materialization schedule, in the real dynamic-provider host", () => {
  const at = setUpHost("MaterializationSchedule");
  const listThere = () => at.emulator.snapshot().materializationSchedules;
  const getModel = () => at.emulator.seeded.legacyModel;
  const getWorkbook = () => at.emulator.seeded.workbooks.sales;
  const listElements = async (path: string) => {
    const answer = (await at.emulator.ui.request("GET", `/v2/${path}/elements`)) as {
      entries: { elementId: string; name: string }[];
    };
    return answer.entries;
  };
  const findElement = async () =>
    (await listElements(`workbooks/${getWorkbook()}`)).find((one) => one.name === "Events")!;
  const buildForWorkbook = (more: Properties = {}): Properties => ({
    workbookId: getWorkbook(),
    elementName: "Events",
    ...utc,
    ...more,
  });
  const configureInProduct = (more: Properties = {}) =>
    at.emulator.ui.request("POST", `/workbooks/${getWorkbook()}/materialization-schedules`, {
      element: "Events",
      ...utc,
      ...more,
    });
  const getOutputs = () => ({ sheetId: listThere()[0]?.sheetId });

  test.each(["absent", "present"] as const)(
    "lives its whole life where the ids of elements are %s in lists",
    async (ids) => {
      at.emulator.configure({ materializationElementIds: ids });
      const { id, state } = await at.host.create(buildForWorkbook());
      expect(id).toBe(`workbooks/${getWorkbook()}/${listThere()[0]?.sheetId}`);
      expect(state).toMatchObject({ isPaused: false, ...getOutputs() });
      await configureInProduct({ cronSpec: "0 7 * * *", paused: true });
      const drifted = await at.host.read(id, state);
      expect(drifted.state).toMatchObject({ cronSpec: "0 7 * * *", isPaused: true, ...getOutputs() });
      const updated = await at.host.update(id, drifted.state, buildForWorkbook());
      expect(listThere()).toMatchObject([{ schedule: utc }]);
      expect(updated).toMatchObject(getOutputs());
      expect(await at.host.read(id, updated)).toEqual({ id, state: updated, inputs: buildForWorkbook() });
      await at.host.delete(id, updated);
      await at.host.delete(id, updated);
      expect(listThere()).toEqual([]);
      expect((await at.host.read(id, updated)).id).toBe("");
      const { elementId } = await findElement();
      const path = `/v2/workbooks/${getWorkbook()}/elements/${elementId}/materializationSchedules`;
      expect(listWrites(at.emulator).map(({ method, ...sent }) => [method, sent.path, sent.body])).toEqual([
        ["POST", path, { schedule: utc }],
        ["PATCH", path, { schedule: utc }],
        ["DELETE", path, undefined],
        ["DELETE", path, undefined],
      ]);
    },
  );

  test("of a model, by the id of the element; a lost answer isn't sent twice", async () => {
    const [element] = await listElements(`dataModels/${getModel()}`);
    const declared = { dataModelId: getModel(), elementId: element?.elementId, ...utc };
    const path = "/v2/dataModels/*/elements/*/materializationSchedules";
    at.emulator.addFault({ fault: "reset-after", method: "POST", path, nth: 1 });
    const { id, state } = await at.host.create(declared);
    expect(listThere()).toHaveLength(1);
    expect(await at.host.read(id, state)).toMatchObject({ inputs: declared });
    await expect(at.host.create({ ...declared, timezone: "Asia/Tokyo" })).rejects.toThrow("adopt: true");
  });

  test("without a time zone it has the organization's, which is no drift; another one is", async () => {
    const { timezone: _, ...declared } = buildForWorkbook();
    const { id, state } = await at.host.create(declared);
    expect(listThere()).toMatchObject([{ schedule: { timezone: "America/Los_Angeles" } }]);
    await configureInProduct();
    const drifted = await at.host.read(id, state);
    expect(drifted.inputs).toEqual(buildForWorkbook());
    const restored = await at.host.update(id, drifted.state, declared);
    expect(listThere()).toMatchObject([{ schedule: { timezone: "America/Los_Angeles" } }]);
    expect(await at.host.read(id, restored)).toEqual({ id, state: restored, inputs: declared });
    // Declared, and left out again.
    const berlin = buildForWorkbook({ timezone: "Europe/Berlin" });
    const named = await at.host.update(id, restored, berlin);
    expect(listThere()).toMatchObject([{ schedule: { timezone: "Europe/Berlin" } }]);
    const left = await at.host.update(id, named, declared);
    expect(await at.host.read(id, left)).toEqual({ id, state: left, inputs: declared });
  });

  test.each(["json", "empty"] as const)(
    "without the beta (%s), one that equals the declaration is adopted, and a write says what to do",
    async (unmatchedBody) => {
      at.emulator.configure({ materializationScheduleWrites: "absent", unmatchedBody });
      const [element] = await listElements(`dataModels/${getModel()}`);
      const schedule = { cronSpec: "0 6 * * *", timezone: "UTC" };
      const declared = { dataModelId: getModel(), elementName: element?.name, ...schedule, allowDelete: true };
      const explain = (verb: string) =>
        `This organization lacks the beta operation to ${verb} the materialization schedule of the element ` +
        `${element?.name} of the data model ${getModel()} (404 UnmatchedHandler), and nothing was written. Ask`;
      await expect(at.host.create(declared)).rejects.toThrow(explain("create"));
      await at.emulator.ui.scheduleMaterialization(getModel(), element?.name ?? "");
      at.emulator.clearRequests();
      const { id, state } = await at.host.create({ ...declared, adopt: true });
      expect(listWrites(at.emulator)).toEqual([]);
      await expect(at.host.update(id, state, { ...declared, cronSpec: "0 7 * * *" })).rejects.toThrow(
        explain("change"),
      );
      // The 404 doesn't mean that the schedule is gone.
      await expect(at.host.delete(id, state)).rejects.toThrow(explain("delete"));
      expect(listThere()).toHaveLength(1);
    },
  );

  test.each(["absent", "present"] as const)(
    "one that is configured again in the product is the element's all the same (ids of elements %s)",
    async (ids) => {
      at.emulator.configure({ materializationElementIds: ids });
      const { id, state } = await at.host.create(buildForWorkbook());
      const { elementId } = await findElement();
      const own = `/v2/workbooks/${getWorkbook()}/elements/${elementId}/materializationSchedules`;
      await at.emulator.ui.request("DELETE", own);
      await configureInProduct({ cronSpec: "0 9 * * *" });
      expect(id).not.toContain(listThere()[0]?.sheetId);
      const drifted = await at.host.read(id, state);
      expect(drifted).toMatchObject({ id, state: { cronSpec: "0 9 * * *", ...getOutputs() } });
      const updated = await at.host.update(id, drifted.state, buildForWorkbook());
      expect(listThere()).toMatchObject([{ schedule: utc }]);
      await at.host.delete(id, updated);
      expect(listThere()).toEqual([]);
    },
  );

  test("one that is gone is recreated after a refresh; with its element, a delete has nothing to do", async () => {
    const { id, state } = await at.host.create(buildForWorkbook());
    const { elementId } = await findElement();
    const own = `/v2/workbooks/${getWorkbook()}/elements/${elementId}/materializationSchedules`;
    await at.emulator.ui.request("DELETE", own);
    await expect(at.host.update(id, state, buildForWorkbook({ timezone: "Asia/Tokyo" }))).rejects.toThrow(
      "The element has no schedule. Run `pulumi refresh`, then `pulumi up` to recreate it.",
    );
    const renamed = { ...state, elementName: "Gone" };
    await expect(
      at.host.update(id, renamed, buildForWorkbook({ elementName: "Gone", timezone: "Asia/Tokyo" })),
    ).rejects.toThrow("its element is gone. Run `pulumi refresh`, then `pulumi up` to recreate it.");
    at.emulator.clearRequests();
    await at.host.delete(id, renamed);
    expect(listWrites(at.emulator)).toEqual([]);
  });

  test("an import takes the id of the schedule or of the element", async () => {
    await configureInProduct();
    const id = `workbooks/${getWorkbook()}/${listThere()[0]?.sheetId}`;
    const { elementId } = await findElement();
    for (const given of [id, `workbooks/${getWorkbook()}/${elementId}`]) {
      expect(await at.host.read(given, {})).toMatchObject({ id, inputs: buildForWorkbook() });
    }
    expect(
      (await at.host.create(buildForWorkbook({ adopt: { id: `workbooks/${getWorkbook()}/${elementId}` } }))).id,
    ).toBe(id);
    await expect(at.host.read(getWorkbook(), {})).rejects.toThrow("is not an id of the type MaterializationSchedule");
  });

  test("a preview says that a create starts a run, also of one that is replaced", async () => {
    const message = `of the workbook ${getWorkbook()}: its create starts a run at once`;
    const count = (text: string) => at.host.output.split(text).length - 1;
    const { inputs } = await at.host.check({}, buildForWorkbook());
    await at.host.waitForPrinted(`of the element Events ${message}`);
    await at.host.check(inputs, buildForWorkbook({ timezone: "Asia/Tokyo" }));
    await at.host.check(inputs, buildForWorkbook({ elementName: "Orders" }));
    await at.host.waitForPrinted(`of the element Orders ${message}`);
    expect(count("starts a run at once")).toBe(2);
    await at.host.check({}, buildForWorkbook({ adopt: true }));
    await at.host.waitForPrinted("where there is no schedule to adopt, its create starts a run at once");
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

  /** Those that were written when writes were addressed by the id of the schedule. */
  test.each(readdirSync(fixtures).filter((name) => name.includes("MaterializationSchedule")))(
    "the state %s is read, refreshed, updated, adopted and deleted in place",
    async (file) => {
      const fixture = JSON.parse(readFileSync(join(fixtures, file), "utf8")) as { id: string; outputs: Properties };
      const [element] = await listElements(`dataModels/${getModel()}`);
      const isModel = "dataModelId" in fixture.outputs;
      const time = { cronSpec: "0 5 * * *", timezone: "Europe/Berlin" };
      if (isModel) await at.emulator.ui.scheduleMaterialization(getModel(), element!.elementId, time);
      else await configureInProduct(time);
      const place = isModel
        ? { dataModelId: getModel(), elementId: element!.elementId }
        : { workbookId: getWorkbook() };
      const document = isModel ? `dataModels/${getModel()}` : `workbooks/${getWorkbook()}`;
      const id = `${document}/${listThere()[0]?.sheetId}`;
      const { __provider: _, __state, ...recorded } = fixture.outputs;
      // The fixture's client is that of another emulator.
      const { client: _client, ...envelope } = __state as Properties;
      const old: Properties = { ...recorded, ...place, __state: envelope };
      const { isPaused: __, __state: ___, ...declared } = old;
      expect(await at.host.diff(id, old, declared)).toMatchObject({ changes: false, replaces: [] });
      const { state, inputs } = await at.host.read(id, old);
      expect(inputs).toEqual(declared);
      expect(state).toMatchObject({ ...recorded, ...place, ...getOutputs() });
      at.emulator.clearRequests();
      const adopted = await at.host.create({ ...declared, adopt: true });
      expect(adopted.id).toBe(id);
      expect(listWrites(at.emulator)).toEqual([]);
      const changed = { ...declared, cronSpec: "0 8 * * *" };
      expect(await at.host.diff(id, old, changed)).toMatchObject({ changes: true, replaces: [] });
      const updated = await at.host.update(id, old, changed);
      expect(listThere()).toMatchObject([{ schedule: { cronSpec: "0 8 * * *" } }]);
      // What another resource holds is kept.
      await at.host.delete(id, adopted.state);
      await at.host.delete(id, updated);
      expect(listThere()).toEqual([]);
    },
  );
});
