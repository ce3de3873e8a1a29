import { listWrites, setUpHost } from "./bench";

const declared = {
  name: "Gantt chart",
  description: "Projects over time",
  url: "https://plugins.example.com/gantt",
  allowDelete: true,
};

describe("a plugin for workbooks, in the real dynamic-provider host", () => {
  const at = setUpHost("Plugin");
  const findStored = (id: string) => at.emulator.snapshot().plugins.find(({ pluginId }) => pluginId === id);

  test("lives its whole life: create, no-op, read, update, delete twice", async () => {
    const { id, state } = await at.host.create(declared);
    expect(findStored(id)).toMatchObject({ url: declared.url, devUrl: "http://localhost:5173", type: "element" });
    expect(state).toMatchObject({ type: "element" });
    expect(await at.host.diff(id, state, declared)).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });

    at.emulator.clearRequests();
    const { description: _, ...bare } = { ...declared, name: "Plan" };
    const updated = await at.host.update(id, state, bare);
    expect(listWrites(at.emulator)).toEqual([
      { method: "PATCH", path: `/v2/plugins/${id}`, body: { name: "Plan", description: null } },
    ]);
    await at.host.delete(id, updated);
    expect(findStored(id)).toBeUndefined();
    await at.host.delete(id, updated);
    expect((await at.host.read(id, updated)).id).toBe("");
  });

  test("another URL is another plugin, and isn't deleted without consent", async () => {
    const { allowDelete: _, ...guarded } = declared;
    const { id, state } = await at.host.create(guarded);
    const moved = { ...guarded, url: "https://plugins.example.com/plan" };
    await expect(at.host.diff(id, state, moved)).rejects.toThrow("changing url would delete it");
    await expect(at.host.delete(id, state)).rejects.toThrow("what the elements of workbooks that use it show");
    const consenting = await at.host.update(id, state, declared);
    expect((await at.host.diff(id, consenting, { ...moved, allowDelete: true })).replaces).toEqual(["url"]);
  });

  test("without a URL it has an empty one, which is none; a first URL is another plugin, too", async () => {
    const draft = { name: "Draft", allowDelete: true };
    const { id, state } = await at.host.create(draft);
    expect(findStored(id)).toMatchObject({ url: "" });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: draft });
    expect((await at.host.diff(id, state, { ...draft, url: declared.url })).replaces).toEqual(["url"]);
  });

  test("the URL for development keeps what the platform has, unless it is declared", async () => {
    const { id, state } = await at.host.create(declared);
    await at.emulator.ui.request("PATCH", `/v2/plugins/${id}`, { devUrl: "http://localhost:9999" });
    const read = await at.host.read(id, state);
    expect(await at.host.diff(id, read.state, declared)).toMatchObject({ changes: false });
    const updated = await at.host.update(id, read.state, { ...declared, devUrl: "http://localhost:3000" });
    expect(findStored(id)).toMatchObject({ devUrl: "http://localhost:3000" });
    expect(updated).toMatchObject({ devUrl: "http://localhost:3000" });
  });

  test("is adopted by its name", async () => {
    const { pluginId } = (await at.emulator.ui.request("POST", "/v2/plugins", {
      name: declared.name,
      url: declared.url,
    })) as { pluginId: string };
    expect((await at.host.create({ ...declared, adopt: true })).id).toBe(pluginId);
    expect(findStored(pluginId)).toMatchObject({ description: "Projects over time" });
  });

  test("isn't adopted by a name that several have", async () => {
    for (const url of ["", declared.url]) {
      await at.emulator.ui.request("POST", "/v2/plugins", { name: declared.name, url });
    }
    await expect(at.host.create({ ...declared, adopt: true })).rejects.toThrow("2 objects match");
  });

  test("a registration that a 404 hides is found, and isn't sent again", async () => {
    at.emulator.configure({ pluginRegistration: "masked" });
    const { id } = await at.host.create(declared);
    expect(at.emulator.snapshot().plugins).toMatchObject([{ pluginId: id, name: "Gantt chart" }]);
    await at.host.waitForPrinted("was lost, but");
  });

  test("where another plugin of the name was there before, the hidden one is found all the same", async () => {
    await at.emulator.ui.request("POST", "/v2/plugins", { name: declared.name, url: declared.url });
    at.emulator.configure({ pluginRegistration: "masked" });
    const { id } = await at.host.create(declared);
    expect(
      at.emulator
        .snapshot()
        .plugins.map(({ pluginId }) => pluginId)
        .indexOf(id),
    ).toBe(1);
    expect(at.emulator.snapshot().plugins).toHaveLength(2);
  });

  test("a 404 that hides nothing fails, and the next create sends it", async () => {
    at.emulator.configure({ listingDelayMs: 0 });
    at.emulator.addFault({ fault: "status", status: 404, method: "POST", path: "/v2/plugins", nth: 1 });
    await expect(at.host.create(declared)).rejects.toThrow(/404.*The platform may have carried it out/);
    expect(at.emulator.snapshot().plugins).toEqual([]);
    const { id } = await at.host.create(declared);
    expect(at.emulator.snapshot().plugins).toMatchObject([{ pluginId: id }]);
  });
});
