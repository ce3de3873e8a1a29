import { listWrites, setUpHost } from "./bench";
import { Host } from "./support";

describe("a team, in the real dynamic-provider host", () => {
  const at = setUpHost("Team");
  const findTeam = (id: string) => at.emulator.snapshot().teams.find(({ teamId }) => teamId === id);

  test("lives its whole life: create, no-op, read, update, delete twice", async () => {
    const { analyst, viewer } = at.emulator.seeded.members;
    const declared = { name: "Buyers", members: [viewer, analyst] };
    const { id, state } = await at.host.create(declared);
    // Who creates a team joins it; the declaration says who is in it.
    expect(findTeam(id)).toMatchObject({ name: "Buyers", visibility: "private", members: [viewer, analyst] });
    const reordered = { ...declared, members: [analyst, viewer], description: "", visibility: "private" };
    expect(await at.host.diff(id, state, reordered)).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });

    at.emulator.clearRequests();
    const changed = { name: "Purchasing", description: "Who buys", visibility: "public", members: [analyst] };
    const updated = await at.host.update(id, state, changed);
    expect(listWrites(at.emulator)).toMatchObject([
      { path: `/v2/teams/${id}`, body: { name: "Purchasing", description: "Who buys", visibility: "public" } },
      { path: `/v2/teams/${id}/members`, body: { add: [], remove: [viewer] } },
    ]);
    expect(findTeam(id)).toMatchObject(changed);

    // Left out: cleared, but for the members, who aren't managed then.
    const bare = await at.host.update(id, updated, { name: "Purchasing" });
    expect(findTeam(id)).toMatchObject({ description: "", visibility: "private", members: [analyst] });
    await at.host.delete(id, bare);
    await at.host.delete(id, bare);
    expect((await at.host.read(id, bare)).id).toBe("");
  });

  test("a member whom someone added shows as drift, and is removed; without members nothing is seen", async () => {
    const { analyst, admin } = at.emulator.seeded.members;
    const { id, state } = await at.host.create({ name: "Buyers", members: [analyst] });
    await at.emulator.ui.request("PATCH", `/v2/teams/${id}/members`, { add: [admin] });
    const drifted = await at.host.read(id, state);
    expect(drifted.inputs).toEqual({ name: "Buyers", members: [analyst, admin] });
    await at.host.update(id, drifted.state, { name: "Buyers", members: [analyst] });
    expect(findTeam(id)?.members).toEqual([analyst]);

    const loose = await at.host.create({ name: "Everyone else" });
    await at.emulator.ui.request("PATCH", `/v2/teams/${loose.id}/members`, { add: [analyst] });
    expect(await at.host.read(loose.id, loose.state)).toEqual({ ...loose, inputs: { name: "Everyone else" } });
  });

  test("credentials that can't read members see whom someone added", async () => {
    const { analyst, viewer } = at.emulator.seeded.members;
    const { id, state } = await at.host.create({ name: "Buyers", members: [analyst] });
    await at.emulator.ui.request("PATCH", `/v2/teams/${id}/members`, { add: [viewer] });
    at.emulator.addFault({ fault: "status", status: 403, body: "json", path: "/v2/members/**" });
    at.emulator.addFault({ fault: "status", status: 403, body: "json", path: "/v2/members" });
    const refresh = await Host.start("Team");
    try {
      await refresh.configure(at.settings);
      expect((await refresh.read(id, state)).inputs).toEqual({ name: "Buyers", members: [analyst, viewer] });
    } finally {
      await refresh.stop();
    }
  });

  test("a workspace is created with the team, and stays in the state", async () => {
    const { id, state } = await at.host.create({ name: "Buyers", createTeamFolder: true });
    expect(at.emulator.snapshot().files).toContainEqual(
      expect.objectContaining({ id: state.workspaceId, type: "workspace", name: "Buyers" }),
    );
    expect((await at.host.read(id, state)).state.workspaceId).toBe(state.workspaceId);
    const { createTeamFolder: _, ...without } = { name: "Buyers", createTeamFolder: true };
    expect(await at.host.diff(id, state, without)).toMatchObject({ changes: false });
  });

  test("is adopted by its name; teams without members share one list", async () => {
    const { teams } = at.emulator.seeded;
    const finance = { name: "Finance", description: "The Finance team", visibility: "public" };
    at.emulator.clearRequests();
    const { id, state } = await at.host.create({ ...finance, adopt: true });
    expect(id).toBe(teams.finance);
    expect(listWrites(at.emulator)).toEqual([]);

    // A refresh is a process of its own, which has read nothing yet.
    const refresh = await Host.start("Team");
    try {
      await refresh.configure(at.settings);
      at.emulator.clearRequests();
      const all = await Promise.all([1, 2, 3].map(() => refresh.read(id, state)));
      const found = { ...finance, adopt: true };
      expect(all.map(({ inputs }) => inputs)).toEqual([found, found, found]);
      expect(at.emulator.requests().filter(({ path }) => path.startsWith("/v2/teams"))).toHaveLength(1);
    } finally {
      await refresh.stop();
    }
  });

  test("a second team of the same name is refused, whatever the platform allows", async () => {
    const { finance } = at.emulator.seeded.teams;
    at.emulator.clearRequests();
    await expect(at.host.create({ name: "Finance" })).rejects.toThrow(
      `Another team has the name "Finance" already (${finance}): adopt it with adopt: true`,
    );
    expect(listWrites(at.emulator)).toEqual([]);
  });

  test("a create whose answer is lost isn't sent twice where names are unique, or free", async () => {
    for (const teamNames of ["free", "unique"] as const) {
      at.emulator.configure({ teamNames });
      at.emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/teams", nth: 1 });
      const { id } = await at.host.create({ name: `Buyers ${teamNames}`, members: [] });
      expect(at.emulator.snapshot().teams.filter(({ name }) => name === `Buyers ${teamNames}`)).toHaveLength(1);
      expect(findTeam(id)?.members).toEqual([]);
    }
  });
});
