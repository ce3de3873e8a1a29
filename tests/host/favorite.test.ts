import { listWrites, setUpHost } from "./bench";
import { Host } from "./support";

describe("a favorite of a member, in the real dynamic-provider host", () => {
  const at = setUpHost("Favorite");
  const listListed = () => at.emulator.snapshot().favorites.map(({ inodeId }) => inodeId);

  test("lives its whole life beside others", async () => {
    const { members, workbooks, folders } = at.emulator.seeded;
    await at.host.create({ memberId: members.analyst, inodeId: folders.models });
    const declared = { memberId: members.analyst, inodeId: workbooks.sales };
    const { id, state } = await at.host.create(declared);
    expect(id).toBe(`${members.analyst}/${workbooks.sales}`);
    expect(listListed()).toEqual([folders.models, workbooks.sales]);
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });
    expect(await at.host.diff(id, state, { ...declared, inodeId: folders.models })).toMatchObject({
      replaces: ["inodeId"],
    });
    await at.host.delete(id, state);
    await at.host.delete(id, state);
    expect(listListed()).toEqual([folders.models]);
  });

  test("one that the member removed, or whose document is deleted, is gone", async () => {
    const { members, workbooks } = at.emulator.seeded;
    const declared = { memberId: members.analyst, inodeId: workbooks.sales };
    const { id, state } = await at.host.create(declared);
    await at.emulator.ui.request("DELETE", `/v2/favorites/member/${members.analyst}/file/${workbooks.sales}`);
    expect((await at.host.read(id, state)).id).toBe("");
    await at.host.create(declared);
    await at.emulator.ui.request("DELETE", `/v2/files/${workbooks.sales}`);
    expect((await at.host.read(id, state)).id).toBe("");
    await at.host.delete(id, state);
  });

  test.each(["refuse", "ignore"] as const)(
    "a lost answer adds it once: repetitions are %s",
    async (repeatedFavorite) => {
      at.emulator.configure({ repeatedFavorite });
      const { members, workbooks } = at.emulator.seeded;
      at.emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/favorites", nth: 1 });
      await at.host.create({ memberId: members.analyst, inodeId: workbooks.sales });
      expect(listListed()).toEqual([workbooks.sales]);
      expect(listWrites(at.emulator)).toHaveLength(2);
    },
  );

  test("one that is there is adopted without a write; many of one member cost one request", async () => {
    const { members, workbooks, folders } = at.emulator.seeded;
    const memberId = members.analyst;
    for (const inodeId of [workbooks.sales, folders.models]) {
      await at.emulator.ui.request("POST", "/v2/favorites", { memberId, inodeId });
    }
    at.emulator.clearRequests();
    const states = await Promise.all(
      [workbooks.sales, folders.models].map((inodeId) => at.host.create({ memberId, inodeId })),
    );
    expect(listWrites(at.emulator)).toEqual([]);
    await at.host.waitForPrinted("existed already: nothing was written");
    const refresh = await Host.start("Favorite");
    try {
      await refresh.configure(at.settings);
      at.emulator.clearRequests();
      await Promise.all(states.map(({ id, state }) => refresh.read(id, state)));
      expect(at.emulator.requests().filter(({ path }) => path.startsWith("/v2/favorites"))).toHaveLength(1);
    } finally {
      await refresh.stop();
    }
  });
});
