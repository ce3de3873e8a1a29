import { listWrites, setUpHost } from "./bench";
import { Host } from "./support";

const findTeam = (at: ReturnType<typeof setUpHost>, id: string) =>
  at.emulator.snapshot().teams.find(({ teamId }) => teamId === id)?.members;

describe("one member of a team, in the real dynamic-provider host", () => {
  const at = setUpHost("TeamMember");

  test("lives its whole life beside others", async () => {
    const { members, teams } = at.emulator.seeded;
    const declared = { teamId: teams.finance, memberId: members.admin };
    const { id, state } = await at.host.create(declared);
    expect(id).toBe(`${teams.finance}/${members.admin}`);
    expect(findTeam(at, teams.finance)).toEqual([members.analyst, members.viewer, members.admin]);
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });

    await at.host.delete(id, state);
    await at.host.delete(id, state);
    expect(findTeam(at, teams.finance)).toEqual([members.analyst, members.viewer]);
    expect(listWrites(at.emulator)).toHaveLength(2);
    expect((await at.host.read(id, state)).id).toBe("");
  });

  test("a member who is there already is adopted; many of one team cost one request", async () => {
    const { members, teams } = at.emulator.seeded;
    const states = await Promise.all(
      [members.analyst, members.viewer].map((memberId) => at.host.create({ teamId: teams.finance, memberId })),
    );
    expect(listWrites(at.emulator)).toEqual([]);
    const refresh = await Host.start("TeamMember");
    try {
      await refresh.configure(at.settings);
      at.emulator.clearRequests();
      const found = await Promise.all(states.map(({ id, state }) => refresh.read(id, state)));
      expect(found.map(({ id }) => id)).toEqual(states.map(({ id }) => id));
      expect(at.emulator.requests().filter(({ path }) => path.startsWith("/v2/teams"))).toHaveLength(1);
    } finally {
      await refresh.stop();
    }
  });

  test("a deactivated member stays in the team, and a deleted team has none", async () => {
    const { members, teams } = at.emulator.seeded;
    const { id, state } = await at.host.create({ teamId: teams.finance, memberId: members.viewer, allowDelete: true });
    await at.emulator.ui.request("DELETE", `/v2/members/${members.viewer}`);
    await at.host.delete(id, state);
    await at.host.waitForPrinted(`${members.viewer} stays in the team ${teams.finance}`);
    expect(findTeam(at, teams.finance)).toContain(members.viewer);

    const other = await at.host.create({ teamId: teams.engineering, memberId: members.analyst });
    await at.emulator.ui.request("DELETE", `/v2/teams/${teams.engineering}`);
    const later = await Host.start("TeamMember");
    try {
      await later.configure(at.settings);
      expect((await later.read(other.id, other.state)).id).toBe("");
    } finally {
      await later.stop();
    }
  });
});

describe("all members of a team, in the real dynamic-provider host", () => {
  const at = setUpHost("TeamMembers");

  test("adopt: true sets the members, of a team that is known only now, too", async () => {
    const { engineering: teamId } = at.emulator.seeded.teams;
    const { viewer } = at.emulator.seeded.members;
    const { state } = await at.host.create({ teamId, members: [viewer], adopt: true });
    expect(state).toMatchObject({ teamId, members: [viewer] });
    expect(at.emulator.snapshot().teams.find((team) => team.teamId === teamId)!.members).toEqual([viewer]);
  });

  test("a removal keeps who was in the team before, but for those who came back", async () => {
    const { engineering: teamId } = at.emulator.seeded.teams;
    const { admin, analyst, viewer } = at.emulator.seeded.members;
    const created = await at.host.create({ teamId, members: [admin, analyst, viewer] });
    await at.host.waitForPrinted(`in the team ${teamId} before, and kept in it by a removal: ${admin}, ${analyst}`);
    const read = await at.host.read(created.id, created.state);
    const without = await at.host.update(created.id, read.state, { teamId, members: [admin] });
    const all = await at.host.update(created.id, without, { teamId, members: [admin, analyst, viewer] });
    await at.host.delete(created.id, all);
    expect(findTeam(at, teamId)).toEqual([admin]);
    await at.host.waitForPrinted("set allowDelete: true");

    const left = await at.host.create({ teamId, members: [admin] });
    await at.emulator.ui.request("PATCH", `/v2/teams/${teamId}/members`, { remove: [admin] });
    const missing = await at.host.read(left.id, left.state);
    await at.host.delete(left.id, await at.host.update(left.id, missing.state, { teamId, members: [admin] }));
    expect(findTeam(at, teamId)).toEqual([]);

    await at.emulator.ui.request("PATCH", `/v2/teams/${teamId}/members`, { add: [admin, analyst] });
    const allowed = await at.host.create({ teamId, members: [admin, analyst], allowDelete: true });
    await at.host.delete(allowed.id, allowed.state);
    expect(findTeam(at, teamId)).toEqual([]);
  });

  test("a team of the same program that has other members is an error of the check", async () => {
    const { viewer, analyst } = at.emulator.seeded.members;
    const teams = at.host.createForKind("Team");
    const formUrn = (kind: string) => ({ __urn: `urn:pulumi:dev::p::analytics:index:${kind}::${kind.toLowerCase()}` });
    const declared = { name: "Both", members: [viewer], ...formUrn("Team") };
    const { id, state } = await teams.create(declared);
    await teams.check(declared, declared);
    await teams.diff(id, state, declared);
    const { failures } = await at.host.check({}, { teamId: id, members: [analyst], ...formUrn("TeamMembers") });
    expect(failures).toEqual([expect.stringContaining(`both manage the members of the team ${id}`)]);
  });

  test("strangers are removed, with a message; a delete removes only those who are declared", async () => {
    const { members, teams } = at.emulator.seeded;
    const declared = { teamId: teams.finance, members: [members.admin, members.viewer], allowDelete: true };
    const { id, state } = await at.host.create(declared);
    expect(id).toBe(`${teams.finance}/members`);
    expect(findTeam(at, teams.finance)).toEqual([members.viewer, members.admin]);
    await at.host.waitForPrinted(
      `removed from the team ${teams.finance}, because they aren't declared: ${members.analyst}`,
    );
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });

    await at.emulator.ui.request("PATCH", `/v2/teams/${teams.finance}/members`, { add: [members.analyst] });
    const updated = await at.host.update(id, state, { ...declared, members: [members.viewer] });
    expect(findTeam(at, teams.finance)).toEqual([members.viewer]);
    await at.emulator.ui.request("PATCH", `/v2/teams/${teams.finance}/members`, { add: [members.analyst] });
    await at.host.delete(id, updated);
    expect(findTeam(at, teams.finance)).toEqual([members.analyst]);
  });

  test("a deactivated member whom nobody can remove is no drift, and no error", async () => {
    const { members, teams } = at.emulator.seeded;
    await at.emulator.ui.request("DELETE", `/v2/members/${members.viewer}`);
    const declared = { teamId: teams.finance, members: [members.admin] };
    const { id, state } = await at.host.create(declared);
    expect(findTeam(at, teams.finance)).toEqual([members.viewer, members.admin]);
    expect((await at.host.read(id, state)).inputs).toEqual(declared);

    await expect(at.host.update(id, state, { ...declared, members: [members.former] })).rejects.toThrow("deactivated");
  });

  test("an equal set needs no write", async () => {
    const { members, teams } = at.emulator.seeded;
    await at.host.create({ teamId: teams.finance, members: [members.viewer, members.analyst] });
    expect(listWrites(at.emulator)).toEqual([]);
  });
});
