import { listWrites, setUpHost } from "./bench";

const path = "/v2/organizations/settings/publicEmbeds";
const declared = { setting: "publicEmbeds", enabled: true };

describe("a setting of the organization, in the real dynamic-provider host", () => {
  const at = setUpHost("OrganizationSetting");
  const isOn = async () => ((await at.emulator.ui.request("GET", path)) as { enabled: boolean }).enabled;
  const turnInProduct = (enabled: boolean) => at.emulator.ui.request("PATCH", path, { enabled });

  test("lives its whole life: create, no-op, read, update, and delete, which sets it back", async () => {
    const { id, state } = await at.host.create(declared);
    expect(id).toBe(`${at.emulator.seeded.organization}/publicEmbeds`);
    expect(state).toMatchObject({ enabledBefore: false });
    expect(listWrites(at.emulator)).toEqual([{ method: "PATCH", path, body: { enabled: true } }]);
    await at.host.waitForPrinted("the setting publicEmbeds was off, and is now on");
    expect(await at.host.diff(id, state, declared)).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });

    const off = await at.host.update(id, state, { ...declared, enabled: false });
    expect(await isOn()).toBe(false);
    const on = await at.host.update(id, off, declared);
    expect(on).toMatchObject({ enabledBefore: false });
    await at.host.delete(id, on);
    await at.host.waitForPrinted("the setting publicEmbeds is off again, as it was before the resource");
    expect(await isOn()).toBe(false);
    at.emulator.clearRequests();
    await at.host.delete(id, on);
    expect(listWrites(at.emulator)).toEqual([]);
  });

  test("one that is as declared is written neither by the create nor by the delete", async () => {
    await turnInProduct(true);
    at.emulator.clearRequests();
    const { id, state } = await at.host.create(declared);
    await at.host.delete(id, state);
    expect(listWrites(at.emulator)).toEqual([]);
    expect(await isOn()).toBe(true);
  });

  test("what it was before is unknown of an imported one: a delete leaves it", async () => {
    await turnInProduct(true);
    const id = `${at.emulator.seeded.organization}/publicEmbeds`;
    const imported = await at.host.read(id, {});
    expect(imported.inputs).toMatchObject(declared);
    at.emulator.clearRequests();
    await at.host.delete(id, imported.state);
    await at.host.waitForPrinted("the setting publicEmbeds stays on: what it was before the resource is unknown");
    expect(listWrites(at.emulator)).toEqual([]);
  });

  test("nor is that of an adopted one known", async () => {
    await turnInProduct(true);
    const id = `${at.emulator.seeded.organization}/publicEmbeds`;
    const adopted = await at.host.create({ ...declared, enabled: false, adopt: { id } });
    expect(await isOn()).toBe(false);
    await at.host.delete(id, adopted.state);
    await at.host.waitForPrinted("the setting publicEmbeds stays off: what it was before the resource is unknown");
    expect(await isOn()).toBe(false);
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

  test("a create whose answer was lost is sent again, and what was before is known", async () => {
    at.emulator.addFault({ fault: "reset-after", method: "PATCH", path, nth: 1 });
    const { state } = await at.host.create(declared);
    expect(state).toMatchObject({ enabled: true, enabledBefore: false });
  });
});
