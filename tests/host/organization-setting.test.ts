import { listWrites, setUpHost } from "./bench";

const path = "/v2/organizations/settings/publicEmbeds";
const declared = { setting: "publicEmbeds", enabled: true };

describe("a setting of the organization, in the real dynamic-provider host", () => {
  const at = setUpHost("OrganizationSetting");
  const isOn = async () => ((await at.emulator.ui.request("GET", path)) as { enabled: boolean }).enabled;
  const turnInProduct = (enabled: boolean) => at.emulator.ui.request("PATCH", path, { enabled });

  test("lives its whole life: create, no-op, read, update, and delete, which changes nothing and says so", async () => {
    const { id, state } = await at.host.create(declared);
    expect(id).toBe(`${at.emulator.seeded.organization}/publicEmbeds`);
    expect(listWrites(at.emulator)).toEqual([{ method: "PATCH", path, body: { enabled: true } }]);
    await at.host.waitForPrinted("the setting publicEmbeds was off, and is now on");
    expect(await at.host.diff(id, state, declared)).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });

    const off = await at.host.update(id, state, { ...declared, enabled: false });
    expect(await isOn()).toBe(false);
    const on = await at.host.update(id, off, declared);
    at.emulator.clearRequests();
    await at.host.delete(id, on);
    await at.host.waitForPrinted(
      "the setting publicEmbeds stays as it is on the platform: only the resource is removed",
    );
    expect(listWrites(at.emulator)).toEqual([]);
    expect(await isOn()).toBe(true);
  });

  test("a delete leaves what a person has decided since", async () => {
    const { id, state } = await at.host.create(declared);
    await turnInProduct(false);
    await at.host.delete(id, state);
    expect(await isOn()).toBe(false);
  });

  test("`onDelete` is what a delete sets, of the state's setting and not of another one's", async () => {
    const { id, state } = await at.host.create(declared);
    at.emulator.clearRequests();
    const added = await at.host.update(id, state, { ...declared, onDelete: { enabled: false } });
    expect(listWrites(at.emulator)).toEqual([]);
    expect((await at.host.read(id, added)).inputs).toEqual({ ...declared, onDelete: { enabled: false } });
    await at.host.check(added, { setting: "bulkCopy", enabled: true, onDelete: { enabled: true } });
    await at.host.delete(id, added);
    await at.host.waitForPrinted("the setting publicEmbeds is now off, as onDelete says");
    expect(await isOn()).toBe(false);
  });

  test("a state of an earlier release, which remembers what was before, is read; its delete does nothing", async () => {
    const { id, state } = await at.host.create(declared);
    const former = { ...state, enabledBefore: false };
    expect(await at.host.diff(id, former, declared)).toMatchObject({ changes: false });
    expect((await at.host.read(id, former)).inputs).toEqual(declared);
    await at.host.delete(id, former);
    expect(await isOn()).toBe(true);
  });

  test.each([
    ["an imported one", async (id: string) => (await at.host.read(id, {})).state],
    ["an adopted one", async (id: string) => (await at.host.create({ ...declared, adopt: { id } })).state],
  ])("a delete leaves %s as it is", async (_, get) => {
    await turnInProduct(true);
    const id = `${at.emulator.seeded.organization}/publicEmbeds`;
    const state = await get(id);
    at.emulator.clearRequests();
    await at.host.delete(id, state);
    expect(listWrites(at.emulator)).toEqual([]);
  });

  test("what somebody else changes is drift", async () => {
    const { id, state } = await at.host.create(declared);
    await turnInProduct(false);
    const read = await at.host.read(id, state);
    expect(read.inputs).toEqual({ ...declared, enabled: false });
    expect(await at.host.diff(id, read.state, declared)).toMatchObject({ changes: true, replaces: [] });
  });

  test("another setting is another resource", async () => {
    const { id, state } = await at.host.create(declared);
    const diff = await at.host.diff(id, state, { ...declared, setting: "bulkCopy" });
    expect(diff).toMatchObject({ replaces: ["setting"] });
  });

  test("a setting that the platform lacks is an error that lists those that are described", async () => {
    await expect(at.host.create({ setting: "csvUploads", enabled: true })).rejects.toThrow(
      'no setting "csvUploads" that is on or off. Described are bulkCopy, licenseUpgradeRequests, publicEmbeds.',
    );
  });

  test("a create whose answer was lost is sent again", async () => {
    at.emulator.addFault({ fault: "reset-after", method: "PATCH", path, nth: 1 });
    const { state } = await at.host.create(declared);
    expect(state).toMatchObject({ enabled: true });
  });
});
