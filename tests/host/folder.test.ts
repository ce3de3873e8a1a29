import { eachWithHost, writes } from "./bench";
import { Host, unknown } from "./support";

describe("a folder, in the real dynamic-provider host", () => {
  const at = eachWithHost("Folder");
  const folders = () => at.emulator.seeded.folders;
  const finance = () => ({ name: "Finance", parentId: folders().models, description: "d" });
  const living = (id: string) =>
    at.emulator.snapshot().files.find((file) => file.id === id && file.deletedWith === null);

  async function putInside(parentId: string, name: string): Promise<string> {
    const made = await at.emulator.ui.request("POST", "/v2/files", { type: "folder", name, parentId });
    return (made as { id: string }).id;
  }

  test("lives its whole life: create, no-op, update, read, delete twice", async () => {
    const { id, state } = await at.host.create(finance());
    expect(living(id)).toMatchObject({ type: "folder", ...finance() });
    expect(state).toMatchObject({ path: "Acme/Models", urlId: living(id)?.urlId });
    expect(await at.host.diff(id, state, finance())).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: finance() });

    at.emulator.clearRequests();
    const { description: _, ...bare } = finance();
    for (const news of [{ ...finance(), name: "F" }, { ...finance(), parentId: folders().sales }, bare]) {
      expect(await at.host.diff(id, state, news)).toMatchObject({ changes: true, replaces: [] });
      await at.host.update(id, state, news);
    }
    expect(writes(at.emulator).map(({ body }) => body)).toEqual([
      { name: "F" },
      { parentId: folders().sales },
      { description: "" },
    ]);

    await at.host.delete(id, state);
    expect(living(id)).toBeUndefined();
    await at.host.delete(id, state);
  });

  test("without a parent it is made in the owner's home, and stays where it is put", async () => {
    const { id, state } = await at.host.create({ name: "Mine" });
    expect(living(id)).toMatchObject({ parentId: folders().adminHome });
    await at.emulator.ui.changeFile(id, { parentId: folders().models });
    expect((await at.host.read(id, state)).inputs).toEqual({ name: "Mine" });
    const { id: made, state: placed } = await at.host.create(finance());
    const { parentId: _, ...bare } = finance();
    expect(await at.host.diff(made, placed, bare)).toMatchObject({ changes: false });
    expect(await at.host.diff(made, placed, { ...finance(), parentId: unknown })).toMatchObject({ replaces: [] });
  });

  test("drift shows: renamed, moved, described", async () => {
    const { id, state } = await at.host.create(finance());
    const theirs = { name: "Theirs", parentId: folders().sales, description: "x" };
    await at.emulator.ui.changeFile(id, theirs);
    expect((await at.host.read(id, state)).inputs).toEqual(theirs);
  });

  test.each(["not-found", "archived"] as const)("a deleted one is gone (%s)", async (deletedFiles) => {
    at.emulator.configure({ deletedFiles });
    const { id, state } = await at.host.create(finance());
    await at.emulator.ui.deleteFile(id);
    expect((await at.host.read(id, state)).id).toBe("");
    await at.host.delete(id, state);
  });

  test.each(["recursive", "refuse"] as const)("contents are deleted only when told (%s)", async (deleteFullFolder) => {
    at.emulator.configure({ deleteFullFolder });
    const { id, state } = await at.host.create(finance());
    const inside = await putInside(id, "Reports");
    const deeper = await putInside(inside, "2024");
    at.emulator.clearRequests();
    await expect(at.host.delete(id, state)).rejects.toThrow(
      /folder "Finance" .* isn't empty: it holds folder "Reports"\. Nothing was deleted\..*deleteContents: true/,
    );
    expect(writes(at.emulator)).toEqual([]);

    const told = { ...finance(), deleteContents: true };
    expect(await at.host.diff(id, state, told)).toMatchObject({ changes: true, replaces: [] });
    const updated = await at.host.update(id, state, told);
    expect(writes(at.emulator)).toEqual([]);
    await at.host.delete(id, updated);
    expect([id, inside, deeper].map(living)).toEqual([undefined, undefined, undefined]);
  });

  test("a template counts as contents, although lists show it only when asked", async () => {
    const { id, state } = await at.host.create(finance());
    const { ui, seeded } = at.emulator;
    const saved = await ui.request("POST", `/v2/workbooks/${seeded.workbooks.sales}/saveTemplate`, {});
    await ui.request("PATCH", `/v2/files/${(saved as { templateId: string }).templateId}`, { parentId: id });
    await expect(at.host.delete(id, state)).rejects.toThrow(
      /isn't empty: it holds template ".*"\. Nothing was deleted/,
    );
    expect(living(id)).toBeDefined();
  });

  test("is adopted by name and place, or by id; only a folder is", async () => {
    const { id } = await at.host.create(finance());
    const mine = await at.host.create({ name: "Mine" });
    at.emulator.clearRequests();
    expect((await at.host.create({ ...finance(), adopt: true })).id).toBe(id);
    expect((await at.host.create({ name: "Mine", adopt: true })).id).toBe(mine.id);
    expect(writes(at.emulator)).toEqual([]);
    await at.host.create({ ...finance(), parentId: folders().sales, adopt: { id } });
    expect(writes(at.emulator).map(({ body }) => body)).toEqual([{ parentId: folders().sales }]);
    await expect(at.host.create({ ...finance(), adopt: { id: at.emulator.seeded.workbooks.sales } })).rejects.toThrow(
      /there is no Folder with the id/,
    );
  });

  describe("its owner", () => {
    const people = () => at.emulator.seeded.members;
    const owned = () => ({ ...finance(), ownerId: people().analyst });
    const ownerOf = (id: string) => living(id)?.ownerId;

    test("is a member whom the program names, from the create on", async () => {
      const { id, state } = await at.host.create(owned());
      expect(writes(at.emulator).map(({ body }) => body)).toEqual([{ type: "folder", ...owned() }]);
      expect(ownerOf(id)).toBe(people().analyst);
      expect(await at.host.read(id, state)).toEqual({ id, state, inputs: owned() });
      expect(await at.host.diff(id, state, owned())).toMatchObject({ changes: false });
    });

    test("changes in place, stays where the field is left out, and is imported", async () => {
      const { id, state } = await at.host.create(finance());
      expect(state).not.toHaveProperty("ownerId");
      expect(ownerOf(id)).toBe(people().admin);
      expect((await at.host.read(id, {})).inputs).toEqual({ ...finance(), ownerId: people().admin });

      at.emulator.clearRequests();
      expect(await at.host.diff(id, state, owned())).toMatchObject({ changes: true, replaces: [] });
      const handed = await at.host.update(id, state, owned());
      expect(writes(at.emulator).map(({ body }) => body)).toEqual([{ ownerId: people().analyst }]);
      expect(ownerOf(id)).toBe(people().analyst);
      expect(await at.host.diff(id, handed, finance())).toMatchObject({ changes: false });
      expect((await at.host.read(id, state)).inputs).toEqual(finance());
      expect(await at.host.diff(id, handed, { ...finance(), ownerId: unknown })).toMatchObject({ replaces: [] });
    });

    test("drifts where it is declared, and a change made in the product is not overwritten unseen", async () => {
      const { id, state } = await at.host.create(owned());
      await at.emulator.ui.changeFile(id, { ownerId: people().admin });
      await expect(at.host.update(id, state, { ...finance(), ownerId: people().viewer })).rejects.toThrow(
        `ownerId: "${people().analyst}" → "${people().admin}"`,
      );
      const read = await at.host.read(id, state);
      expect(read.inputs).toEqual({ ...finance(), ownerId: people().admin });
      await at.host.update(id, read.state, owned());
      expect(ownerOf(id)).toBe(people().analyst);
    });

    test("without a parent the folder is in the home of the credentials' owner", async () => {
      at.emulator.configure({ newOwners: "any" });
      const { id } = await at.host.create({ name: "Theirs", ownerId: people().analyst });
      expect(living(id)).toMatchObject({ ownerId: people().analyst, parentId: folders().adminHome });
      expect(await at.host.create({ name: "Theirs", ownerId: people().analyst, adopt: true })).toMatchObject({ id });
    });

    test("is refused without access, with the field and what to do; an unknown one by its field", async () => {
      await at.emulator.ui.request("DELETE", `/v2/grants/${at.emulator.seeded.grants.everyone}`);
      const hint =
        `Look at ownerId ("${people().analyst}"). A new owner may need access first: grant it ` +
        "on the folder or workspace above";
      await expect(at.host.create(owned())).rejects.toThrow(hint);
      expect(at.emulator.snapshot().files.filter(({ name }) => name === "Finance")).toEqual([]);
      const { id, state } = await at.host.create(finance());
      await expect(at.host.update(id, state, owned())).rejects.toThrow(hint);
      expect(ownerOf(id)).toBe(people().admin);
      const nobody = { ...finance(), ownerId: "nobody" };
      await expect(at.host.update(id, state, nobody)).rejects.toThrow(
        'Look at ownerId ("nobody"). The platform has no such Member, or these credentials can\'t see it.',
      );
      expect((await at.host.check({}, { ...finance(), ownerId: "" })).failures).toEqual([
        expect.stringContaining("|ownerId: "),
      ]);
    });
  });

  test("an answer that is lost makes no second one", async () => {
    at.emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/files", nth: 1 });
    const { id } = await at.host.create(finance());
    const all = at.emulator.snapshot().files.filter(({ name }) => name === "Finance");
    expect(all.map((file) => file.id)).toEqual([id]);
  });

  test.each(["not-found", "archived"] as const)("a deleted one is restored, on request (%s)", async (deletedFiles) => {
    at.emulator.configure({ deletedFiles });
    const { id } = await at.host.create(finance());
    const inside = await putInside(id, "Reports");
    await at.emulator.ui.deleteFile(id);
    await expect(at.host.create({ ...finance(), adopt: { id } })).rejects.toThrow(/there is no Folder with the id/);
    const restored = { ...finance(), restore: true };
    const { state } = await at.host.create({ ...restored, adopt: { id } });
    expect([id, inside].map(living)).toEqual([expect.objectContaining(finance()), expect.anything()]);
    expect(state).toMatchObject({ path: "Acme/Models" });
    expect(await at.host.diff(id, state, { ...restored, adopt: { id } })).toMatchObject({ changes: false });
  });

  describe.each(["not-found", "archived"] as const)("with restore, one that was deleted (%s)", (deletedFiles) => {
    beforeEach(() => at.emulator.configure({ deletedFiles }));
    const restored = (more = {}) => ({ ...finance(), restore: true, ...more });

    test("is found by a refresh, also by a second one, and an update restores it", async () => {
      const { id, state } = await at.host.create(restored());
      at.emulator.clearRequests();
      await at.emulator.ui.deleteFile(id);
      const gone = await at.host.read(id, (await at.host.read(id, state)).state);
      expect(gone.inputs).toEqual({ ...finance(), restore: false });
      const again = await at.host.update(id, gone.state, restored());
      expect(writes(at.emulator)).toMatchObject([{ method: "PATCH", body: { restore: true } }]);
      expect(living(id)).toMatchObject(finance());
      expect(again).toEqual(state);
    });

    test("is restored into the declared folder when its own was deleted too", async () => {
      const { id: parentId } = await at.host.create({ ...finance(), name: "Above" });
      const { id, state } = await at.host.create(restored({ parentId }));
      await at.emulator.ui.deleteFile(parentId);
      const gone = await at.host.read(id, state);
      await at.host.update(id, gone.state, restored());
      expect(living(id)).toMatchObject(finance());
    });

    test("needs no restore when somebody has restored it meanwhile, before or after a refresh", async () => {
      const { id, state } = await at.host.create(restored());
      await at.emulator.ui.deleteFile(id);
      const gone = await at.host.read(id, state);
      await at.emulator.ui.changeFile(id, { restore: true });
      expect((await at.host.read(id, gone.state)).inputs).toEqual(restored());
      at.emulator.clearRequests();
      expect(await at.host.update(id, gone.state, restored())).toEqual(state);
      expect(writes(at.emulator)).toEqual([]);
    });

    test("is deleted from the state alone", async () => {
      const { id, state } = await at.host.create(restored());
      await at.emulator.ui.deleteFile(id);
      const gone = await at.host.read(id, state);
      await at.host.delete(id, gone.state);
      expect(living(id)).toBeUndefined();
    });
  });

  test("one that the platform can't restore is an error with the way out", async () => {
    const declared = { ...finance(), restore: true };
    const { id, state } = await at.host.create(declared);
    await at.emulator.ui.deleteFile(id);
    const gone = await at.host.read(id, state);
    at.emulator.addFault({ fault: "status", method: "PATCH", path: `/v2/files/${id}`, status: 404 });
    await expect(at.host.update(id, gone.state, declared)).rejects.toThrow("the platform can't restore it");
  });

  test.each([{ restore: false }, {}])("declared with %j, a deleted one isn't restored by a rename", async (restore) => {
    const declared = { ...finance(), restore: false };
    const { id, state } = await at.host.create(declared);
    await at.emulator.ui.deleteFile(id);
    await expect(at.host.update(id, state, { ...finance(), ...restore, name: "F" })).rejects.toThrow("pulumi refresh");
    expect(living(id)).toBeUndefined();
    const other = await at.host.create(declared);
    at.emulator.clearRequests();
    await at.host.update(other.id, other.state, { ...finance(), ...restore, name: "F" });
    expect(writes(at.emulator).map(({ body }) => body)).toEqual([{ name: "F" }]);
  });

  test("many share one list; one that isn't listed yet is read by its id", async () => {
    const made: { id: string; state: Record<string, unknown> }[] = [];
    for (const name of ["A", "B", "C"]) made.push(await at.host.create({ ...finance(), name }));
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
