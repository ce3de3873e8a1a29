import { listWrites, setUpHost } from "./bench";

describe("a shortcut, in the real dynamic-provider host", () => {
  const at = setUpHost("Shortcut");
  const declare = () => ({
    name: "What sold",
    parentId: at.emulator.seeded.folders.models,
    targetId: at.emulator.seeded.workbooks.sales,
  });
  const findStored = (id: string) => at.emulator.snapshot().files.find((file) => file.id === id);

  test("lives its whole life: create, no-op, read, update, delete twice", async () => {
    const declared = declare();
    const { id, state } = await at.host.create(declared);
    expect(at.emulator.snapshot().shortcuts).toEqual([
      { shortcutId: id, target: { type: "workbook", id: declared.targetId } },
    ]);
    expect(state).toMatchObject({ path: "Acme/Models", urlId: findStored(id)?.urlId });
    expect(await at.host.diff(id, state, declared)).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });

    at.emulator.clearRequests();
    const { sales } = at.emulator.seeded.folders;
    const updated = await at.host.update(id, state, { ...declared, name: "Sold", parentId: sales });
    expect(listWrites(at.emulator)).toEqual([
      { method: "PATCH", path: `/v2/files/${id}`, body: { name: "Sold", parentId: sales } },
    ]);
    expect(updated).toMatchObject({ path: "Acme/Models/Sales" });
    await at.host.delete(id, updated);
    expect(findStored(declared.targetId)).toMatchObject({ deletedWith: null });
    await at.host.delete(id, updated);
    expect((await at.host.read(id, updated)).id).toBe("");
  });

  test("another target is another shortcut", async () => {
    const { id, state } = await at.host.create(declare());
    const moved = { ...declare(), targetId: at.emulator.seeded.reports.quarterly };
    expect((await at.host.diff(id, state, moved)).replaces).toEqual(["targetId"]);
  });

  test("an imported one has no target, which any declared one is", async () => {
    const { id } = await at.host.create(declare());
    const imported = await at.host.read(id, {});
    expect(imported.inputs).toEqual({ name: "What sold", parentId: declare().parentId });
    expect((await at.host.check(imported.inputs, imported.inputs)).failures).toEqual([]);
    expect(await at.host.diff(id, imported.state, imported.inputs)).toMatchObject({ changes: false });
    expect(await at.host.diff(id, imported.state, declare())).toMatchObject({ changes: false });
  });

  test("a new one needs a target", async () => {
    const { targetId: _, ...bare } = declare();
    expect((await at.host.check({}, bare)).failures).toEqual([
      "|targetId: required; optional only for an adopted shortcut, which keeps its target.",
    ]);
    await expect(at.host.create({ ...bare, adopt: true })).rejects.toThrow("targetId: required");
  });

  test("is adopted by its name and folder, and says what it can't compare", async () => {
    const { id } = await at.host.create(declare());
    at.emulator.clearRequests();
    const { targetId: _, ...bare } = declare();
    expect((await at.host.create({ ...bare, adopt: true })).id).toBe(id);
    expect(listWrites(at.emulator)).toEqual([]);
    await at.host.waitForPrinted("its target can't be read");
    const elsewhere = { ...declare(), parentId: at.emulator.seeded.folders.sales, adopt: true };
    expect((await at.host.create(elsewhere)).id).not.toBe(id);
  });

  test("one whose answer was lost is found, and isn't created again", async () => {
    at.emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/shortcuts", nth: 1 });
    const { id } = await at.host.create(declare());
    expect(at.emulator.snapshot().shortcuts).toMatchObject([{ shortcutId: id }]);
  });

  test("a file that is no shortcut is none, whatever its id", async () => {
    expect((await at.host.read(at.emulator.seeded.workbooks.sales, {})).id).toBe("");
  });
});
