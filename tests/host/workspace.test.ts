import { listWrites, setUpHost } from "./bench";
import { Host } from "./support";

describe("a workspace, in the real dynamic-provider host", () => {
  const at = setUpHost("Workspace");
  const findLiving = (id: string) => at.emulator.snapshot().files.find((file) => file.id === id);

  test("lives its whole life: create, no-op, rename, read; a delete needs consent, and can be repeated", async () => {
    const { id, state } = await at.host.create({ name: "Finance" });
    expect(findLiving(id)).toMatchObject({ type: "workspace", name: "Finance" });
    expect(state).toMatchObject({ urlId: findLiving(id)?.urlId });
    expect(await at.host.diff(id, state, { name: "Finance", deleteContents: false })).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: { name: "Finance" } });

    at.emulator.clearRequests();
    const renamed = await at.host.update(id, state, { name: "Money" });
    expect(listWrites(at.emulator)).toMatchObject([{ method: "PATCH", body: { name: "Money" } }]);
    await expect(at.host.delete(id, renamed)).rejects.toThrow(/its grants.* To allow that, set allowDelete: true/);
    expect(findLiving(id)).toMatchObject({ name: "Money" });

    at.emulator.clearRequests();
    const agreed = await at.host.update(id, renamed, { name: "Money", allowDelete: true });
    expect(listWrites(at.emulator)).toEqual([]);
    await at.host.delete(id, agreed);
    expect(findLiving(id)).toBeUndefined();
    await at.host.delete(id, agreed);
    expect((await at.host.read(id, agreed)).id).toBe("");
  });

  test.each(["the program", "the state"])("a former or tainted entry is deleted once %s consents", async (who) => {
    const __urn = "urn:pulumi:dev::shop::analytics:index:Workspace::former";
    const declared = { name: "Finance", __urn };
    const { id, state } = await at.host.create(declared);
    const former = { ...state, __urn };
    const consenting = { ...declared, allowDelete: true };
    for (const unset of [{}, { allowDelete: false }]) {
      await at.host.check(declared, { ...declared, ...unset });
      await expect(at.host.delete(id, former)).rejects.toThrow("set allowDelete: true");
    }
    await (who === "the program" ? at.host.check(declared, consenting) : at.host.check(consenting, declared));
    await at.host.delete(id, former);
    expect(findLiving(id)).toBeUndefined();
  });

  test.each(["refuse", "recursive"] as const)("contents are deleted only with consent (%s)", async (full) => {
    at.emulator.configure({ deleteFullWorkspace: full });
    const { id, state } = await at.host.create({ name: "Finance", allowDelete: true });
    const inside = { type: "folder", name: "Reports", parentId: id };
    const made = (await at.emulator.ui.request("POST", "/v2/files", inside)) as { id: string };
    at.emulator.clearRequests();
    await expect(at.host.delete(id, state)).rejects.toThrow(
      /workspace "Finance" .* isn't empty: it holds folder "Reports"/,
    );
    expect(listWrites(at.emulator)).toEqual([]);

    const told = await at.host.update(id, state, { name: "Finance", allowDelete: true, deleteContents: true });
    await at.host.delete(id, told);
    expect([findLiving(id), findLiving(made.id)?.deletedWith]).toEqual([undefined, expect.any(String)]);
  });

  test("names needn't differ; adopt: true finds the exact name, and not one of several", async () => {
    const { workspace } = at.emulator.seeded.folders;
    expect((await at.host.create({ name: "Acme", adopt: true })).id).toBe(workspace);
    const { id } = await at.host.create({ name: "acme" });
    expect((await at.host.create({ name: "acme", adopt: true })).id).toBe(id);
    await at.host.create({ name: "Acme" });
    await expect(at.host.create({ name: "Acme", adopt: true })).rejects.toThrow(/2 objects match workspace "Acme"/);
  });

  test.each(["unique", "conflict"] as const)("a duplicate is refused in either way (%s)", async (workspaceNames) => {
    at.emulator.configure({ workspaceNames });
    await expect(at.host.create({ name: "Acme" })).rejects.toThrow(
      /409.*There is a workspace "Acme" already.*adopt: true/,
    );
    at.emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/workspaces", nth: 1 });
    const { id } = await at.host.create({ name: "Finance" });
    expect(findLiving(id)).toMatchObject({ name: "Finance" });
  });

  test("one without access isn't one that is gone; many share one list", async () => {
    const { id, state } = await at.host.create({ name: "Finance" });
    const refresh = await Host.start("Workspace");
    try {
      await refresh.configure(at.settings);
      at.emulator.clearRequests();
      await Promise.all([1, 2, 3].map(() => refresh.read(id, state)));
      expect(at.emulator.requests().filter(({ path }) => path.startsWith("/v2/workspaces"))).toHaveLength(1);
    } finally {
      await refresh.stop();
    }
    at.emulator.configure({ workspaceAccess: "forbidden" });
    const hidden = await Host.start("Workspace");
    try {
      await hidden.configure(at.settings);
      await expect(hidden.read(id, state)).rejects.toThrow(/403.*may exist: these credentials have no access/);
    } finally {
      await hidden.stop();
    }
  });
});
