import { listWrites, setUpHost } from "./bench";
import { Host, unknown } from "./support";

describe("a folder, in the real dynamic-provider host", () => {
  const at = setUpHost("Folder");
  const getFolders = () => at.emulator.seeded.folders;
  const buildFinance = () => ({ name: "Finance", parentId: getFolders().models, description: "d" });
  const findLiving = (id: string) =>
    at.emulator.snapshot().files.find((file) => file.id === id && file.deletedWith === null);

  async function putInside(parentId: string, name: string): Promise<string> {
    const made = await at.emulator.ui.request("POST", "/v2/files", { type: "folder", name, parentId });
    return (made as { id: string }).id;
  }

  test("lives its whole life: create, no-op, update, read, delete twice", async () => {
    const { id, state } = await at.host.create(buildFinance());
    expect(findLiving(id)).toMatchObject({ type: "folder", ...buildFinance() });
    expect(state).toMatchObject({ path: "Acme/Models", urlId: findLiving(id)?.urlId });
    expect(await at.host.diff(id, state, buildFinance())).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: buildFinance() });

    at.emulator.clearRequests();
    const { description: _, ...bare } = buildFinance();
    for (const news of [{ ...buildFinance(), name: "F" }, { ...buildFinance(), parentId: getFolders().sales }, bare]) {
      expect(await at.host.diff(id, state, news)).toMatchObject({ changes: true, replaces: [] });
      await at.host.update(id, state, news);
    }
    expect(listWrites(at.emulator).map(({ body }) => body)).toEqual([
      { name: "F" },
      { parentId: getFolders().sales },
      { description: "" },
    ]);

    await at.host.delete(id, state);
    expect(findLiving(id)).toBeUndefined();
    await at.host.delete(id, state);
  });

  test("shows where it is, and who created it; an older state without that is no change", async () => {
    const { id, state } = await at.host.create(buildFinance());
    const { urlId, createdAt, createdBy } = findLiving(id)!;
    const parentUrlId = at.emulator.snapshot().files.find((file) => file.id === getFolders().models)!.urlId;
    const shown = { parentUrlId, permission: "edit", createdAt, createdBy };
    expect(state).toMatchObject({ urlId, ...shown });
    const older = Object.fromEntries(Object.entries(state).filter(([name]) => !(name in shown)));
    expect(await at.host.diff(id, older, buildFinance())).toMatchObject({ changes: false });
    expect((await at.host.read(id, older)).state).toMatchObject(shown);
    const moved = await at.host.update(id, older, { ...buildFinance(), parentId: getFolders().sales });
    expect(moved).toMatchObject({ parentUrlId: expect.not.stringMatching(parentUrlId), createdBy });
  });

  test("a former entry is deleted with its contents once the resource allows that", async () => {
    const __urn = "urn:pulumi:dev::shop::analytics:index:Folder::former";
    const declared = { ...buildFinance(), __urn };
    const first = await at.host.create(declared);
    const inside = await putInside(first.id, "Theirs");
    const former = { ...first.state, __urn };
    const { id } = await at.host.create({ ...declared, name: "Money" });
    await expect(at.host.delete(first.id, former)).rejects.toThrow(
      "set deleteContents: true, run `pulumi up`, and repeat",
    );
    const allowing = { ...declared, name: "Money", deleteContents: true };
    await at.host.check({ ...declared, name: "Money" }, { ...declared, name: "Money" });
    await expect(at.host.delete(first.id, former)).rejects.toThrow("isn't empty");
    await at.host.check({ ...declared, name: "Money" }, allowing);
    await at.host.delete(first.id, former);
    expect([findLiving(first.id), findLiving(inside), findLiving(id)?.name]).toEqual([undefined, undefined, "Money"]);
  });

  test("without a parent it is made in the owner's home, and stays where it is put", async () => {
    const { id, state } = await at.host.create({ name: "Mine" });
    expect(findLiving(id)).toMatchObject({ parentId: getFolders().adminHome });
    await at.emulator.ui.changeFile(id, { parentId: getFolders().models });
    expect((await at.host.read(id, state)).inputs).toEqual({ name: "Mine" });
    const { id: made, state: placed } = await at.host.create(buildFinance());
    const { parentId: _, ...bare } = buildFinance();
    expect(await at.host.diff(made, placed, bare)).toMatchObject({ changes: false });
    expect(await at.host.diff(made, placed, { ...buildFinance(), parentId: unknown })).toMatchObject({ replaces: [] });
  });

  test("drift shows: renamed, moved, described", async () => {
    const { id, state } = await at.host.create(buildFinance());
    const theirs = { name: "Theirs", parentId: getFolders().sales, description: "x" };
    await at.emulator.ui.changeFile(id, theirs);
    expect((await at.host.read(id, state)).inputs).toEqual(theirs);
  });

  test.each(["not-found", "archived"] as const)("a deleted one is gone (%s)", async (deletedFiles) => {
    at.emulator.configure({ deletedFiles });
    const { id, state } = await at.host.create(buildFinance());
    await at.emulator.ui.deleteFile(id);
    expect((await at.host.read(id, state)).id).toBe("");
    await at.host.delete(id, state);
  });

  test.each(["recursive", "refuse"] as const)("contents are deleted only when told (%s)", async (deleteFullFolder) => {
    at.emulator.configure({ deleteFullFolder });
    const { id, state } = await at.host.create(buildFinance());
    const inside = await putInside(id, "Reports");
    const deeper = await putInside(inside, "2024");
    at.emulator.clearRequests();
    await expect(at.host.delete(id, state)).rejects.toThrow(
      /folder "Finance" .* isn't empty: it holds folder "Reports"\. Nothing was deleted\..*deleteContents: true/,
    );
    expect(listWrites(at.emulator)).toEqual([]);

    const told = { ...buildFinance(), deleteContents: true };
    expect(await at.host.diff(id, state, told)).toMatchObject({ changes: true, replaces: [] });
    const updated = await at.host.update(id, state, told);
    expect(listWrites(at.emulator)).toEqual([]);
    await at.host.delete(id, updated);
    expect([id, inside, deeper].map(findLiving)).toEqual([undefined, undefined, undefined]);
  });

  test("a template counts as contents, although lists show it only when asked", async () => {
    const { id, state } = await at.host.create(buildFinance());
    const { ui, seeded } = at.emulator;
    const saved = await ui.request("POST", `/v2/workbooks/${seeded.workbooks.sales}/saveTemplate`, {});
    await ui.request("PATCH", `/v2/files/${(saved as { templateId: string }).templateId}`, { parentId: id });
    await expect(at.host.delete(id, state)).rejects.toThrow(
      /isn't empty: it holds template ".*"\. Nothing was deleted/,
    );
    expect(findLiving(id)).toBeDefined();
  });

  test("is adopted by name and place, or by id; only a folder is", async () => {
    const { id } = await at.host.create(buildFinance());
    const mine = await at.host.create({ name: "Mine" });
    at.emulator.clearRequests();
    expect((await at.host.create({ ...buildFinance(), adopt: true })).id).toBe(id);
    expect((await at.host.create({ name: "Mine", adopt: true })).id).toBe(mine.id);
    expect(listWrites(at.emulator)).toEqual([]);
    await at.host.create({ ...buildFinance(), parentId: getFolders().sales, adopt: { id } });
    expect(listWrites(at.emulator).map(({ body }) => body)).toEqual([{ parentId: getFolders().sales }]);
    await expect(
      at.host.create({ ...buildFinance(), adopt: { id: at.emulator.seeded.workbooks.sales } }),
    ).rejects.toThrow(/there is no Folder with the id/);
  });

  describe("its owner", () => {
    const getPeople = () => at.emulator.seeded.members;
    const buildOwned = () => ({ ...buildFinance(), ownerId: getPeople().analyst });
    const findOwner = (id: string) => findLiving(id)?.ownerId;

    test("is a member whom the program names, from the create on", async () => {
      const { id, state } = await at.host.create(buildOwned());
      expect(listWrites(at.emulator).map(({ body }) => body)).toEqual([{ type: "folder", ...buildOwned() }]);
      expect(findOwner(id)).toBe(getPeople().analyst);
      expect(await at.host.read(id, state)).toEqual({ id, state, inputs: buildOwned() });
      expect(await at.host.diff(id, state, buildOwned())).toMatchObject({ changes: false });
    });

    test("changes in place, stays where the field is left out, and is imported", async () => {
      const { id, state } = await at.host.create(buildFinance());
      expect(state).not.toHaveProperty("ownerId");
      expect(findOwner(id)).toBe(getPeople().admin);
      expect((await at.host.read(id, {})).inputs).toEqual({ ...buildFinance(), ownerId: getPeople().admin });

      at.emulator.clearRequests();
      expect(await at.host.diff(id, state, buildOwned())).toMatchObject({ changes: true, replaces: [] });
      const handed = await at.host.update(id, state, buildOwned());
      expect(listWrites(at.emulator).map(({ body }) => body)).toEqual([{ ownerId: getPeople().analyst }]);
      expect(findOwner(id)).toBe(getPeople().analyst);
      expect(await at.host.diff(id, handed, buildFinance())).toMatchObject({ changes: false });
      expect((await at.host.read(id, state)).inputs).toEqual(buildFinance());
      expect(await at.host.diff(id, handed, { ...buildFinance(), ownerId: unknown })).toMatchObject({ replaces: [] });
    });

    test("drifts where it is declared, and a change made in the product is not overwritten unseen", async () => {
      const { id, state } = await at.host.create(buildOwned());
      await at.emulator.ui.changeFile(id, { ownerId: getPeople().admin });
      await expect(at.host.update(id, state, { ...buildFinance(), ownerId: getPeople().viewer })).rejects.toThrow(
        `ownerId: "${getPeople().analyst}" → "${getPeople().admin}"`,
      );
      const read = await at.host.read(id, state);
      expect(read.inputs).toEqual({ ...buildFinance(), ownerId: getPeople().admin });
      await at.host.update(id, read.state, buildOwned());
      expect(findOwner(id)).toBe(getPeople().analyst);
    });

    test("without a parent the folder is in the home of the credentials' owner", async () => {
      at.emulator.configure({ newOwners: "any" });
      const { id } = await at.host.create({ name: "Theirs", ownerId: getPeople().analyst });
      expect(findLiving(id)).toMatchObject({ ownerId: getPeople().analyst, parentId: getFolders().adminHome });
      expect(await at.host.create({ name: "Theirs", ownerId: getPeople().analyst, adopt: true })).toMatchObject({ id });
    });

    test("is refused without access, with the field and what to do; an unknown one by its field", async () => {
      await at.emulator.ui.request("DELETE", `/v2/grants/${at.emulator.seeded.grants.everyone}`);
      const hint =
        `Look at ownerId ("${getPeople().analyst}"). A new owner may need access first: grant it ` +
        "on the folder or workspace above";
      await expect(at.host.create(buildOwned())).rejects.toThrow(hint);
      expect(at.emulator.snapshot().files.filter(({ name }) => name === "Finance")).toEqual([]);
      const { id, state } = await at.host.create(buildFinance());
      await expect(at.host.update(id, state, buildOwned())).rejects.toThrow(hint);
      expect(findOwner(id)).toBe(getPeople().admin);
      const nobody = { ...buildFinance(), ownerId: "nobody" };
      await expect(at.host.update(id, state, nobody)).rejects.toThrow(
        'Look at ownerId ("nobody"). The platform has no such Member, or these credentials can\'t see it.',
      );
      expect((await at.host.check({}, { ...buildFinance(), ownerId: "" })).failures).toEqual([
        expect.stringContaining("|ownerId: "),
      ]);
    });
  });

  test("an answer that is lost makes no second one", async () => {
    at.emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/files", nth: 1 });
    const { id } = await at.host.create(buildFinance());
    const all = at.emulator.snapshot().files.filter(({ name }) => name === "Finance");
    expect(all.map((file) => file.id)).toEqual([id]);
  });

  test.each(["not-found", "archived"] as const)("a deleted one is restored, on request (%s)", async (deletedFiles) => {
    at.emulator.configure({ deletedFiles });
    const { id } = await at.host.create(buildFinance());
    const inside = await putInside(id, "Reports");
    await at.emulator.ui.deleteFile(id);
    await expect(at.host.create({ ...buildFinance(), adopt: { id } })).rejects.toThrow(
      /there is no Folder with the id/,
    );
    const restored = { ...buildFinance(), restore: true };
    const { state } = await at.host.create({ ...restored, adopt: { id } });
    expect([id, inside].map(findLiving)).toEqual([expect.objectContaining(buildFinance()), expect.anything()]);
    expect(state).toMatchObject({ path: "Acme/Models" });
    expect(await at.host.diff(id, state, { ...restored, adopt: { id } })).toMatchObject({ changes: false });
  });

  describe.each(["not-found", "archived"] as const)("with restore, one that was deleted (%s)", (deletedFiles) => {
    beforeEach(() => at.emulator.configure({ deletedFiles }));
    const buildRestored = (more = {}) => ({ ...buildFinance(), restore: true, ...more });

    test("is found by a refresh, also by a second one, and an update restores it", async () => {
      const { id, state } = await at.host.create(buildRestored());
      at.emulator.clearRequests();
      await at.emulator.ui.deleteFile(id);
      const gone = await at.host.read(id, (await at.host.read(id, state)).state);
      expect(gone.inputs).toEqual({ ...buildFinance(), restore: false });
      const again = await at.host.update(id, gone.state, buildRestored());
      expect(listWrites(at.emulator)).toMatchObject([{ method: "PATCH", body: { restore: true } }]);
      expect(findLiving(id)).toMatchObject(buildFinance());
      expect(again).toEqual(state);
    });

    test("is restored into the declared folder when its own was deleted too", async () => {
      const { id: parentId } = await at.host.create({ ...buildFinance(), name: "Above" });
      const { id, state } = await at.host.create(buildRestored({ parentId }));
      await at.emulator.ui.deleteFile(parentId);
      const gone = await at.host.read(id, state);
      await at.host.update(id, gone.state, buildRestored());
      expect(findLiving(id)).toMatchObject(buildFinance());
    });

    test("needs no restore when somebody has restored it meanwhile, before or after a refresh", async () => {
      const { id, state } = await at.host.create(buildRestored());
      await at.emulator.ui.deleteFile(id);
      const gone = await at.host.read(id, state);
      await at.emulator.ui.changeFile(id, { restore: true });
      expect((await at.host.read(id, gone.state)).inputs).toEqual(buildRestored());
      at.emulator.clearRequests();
      expect(await at.host.update(id, gone.state, buildRestored())).toEqual(state);
      expect(listWrites(at.emulator)).toEqual([]);
    });

    test("is deleted from the state alone", async () => {
      const { id, state } = await at.host.create(buildRestored());
      await at.emulator.ui.deleteFile(id);
      const gone = await at.host.read(id, state);
      await at.host.delete(id, gone.state);
      expect(findLiving(id)).toBeUndefined();
    });
  });

  test("one that the platform can't restore is an error with the way out", async () => {
    const declared = { ...buildFinance(), restore: true };
    const { id, state } = await at.host.create(declared);
    await at.emulator.ui.deleteFile(id);
    const gone = await at.host.read(id, state);
    at.emulator.addFault({ fault: "status", method: "PATCH", path: `/v2/files/${id}`, status: 404 });
    await expect(at.host.update(id, gone.state, declared)).rejects.toThrow("the platform can't restore it");
  });

  test.each([{ restore: false }, {}])("declared with %j, a deleted one isn't restored by a rename", async (restore) => {
    const declared = { ...buildFinance(), restore: false };
    const { id, state } = await at.host.create(declared);
    await at.emulator.ui.deleteFile(id);
    await expect(at.host.update(id, state, { ...buildFinance(), ...restore, name: "F" })).rejects.toThrow(
      "pulumi refresh",
    );
    expect(findLiving(id)).toBeUndefined();
    const other = await at.host.create(declared);
    at.emulator.clearRequests();
    await at.host.update(other.id, other.state, { ...buildFinance(), ...restore, name: "F" });
    expect(listWrites(at.emulator).map(({ body }) => body)).toEqual([{ name: "F" }]);
  });

  test("many share one list; one that isn't listed yet is read by its id", async () => {
    const made: { id: string; state: Record<string, unknown> }[] = [];
    for (const name of ["A", "B", "C"]) made.push(await at.host.create({ ...buildFinance(), name }));
    const refresh = async () => {
      const host = await Host.start("Folder");
      try {
        await host.configure(at.settings);
        at.emulator.clearRequests();
        const read = await Promise.all(made.map(({ id, state }) => host.read(id, state)));
        expect(read.map(({ state }) => state)).toEqual(made.map(({ state }) => state));
        return at.emulator.requests().filter(({ path }) => path.startsWith("/v2/files")).length;
      } finally {
        await host.stop();
      }
    };
    expect(await refresh()).toBe(1);
    at.emulator.configure({ listingDelayMs: 3_600_000 });
    expect(await refresh()).toBe(1 + made.length);
  });
});
