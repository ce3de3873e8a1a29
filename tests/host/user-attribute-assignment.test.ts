import { listWrites, setUpHost } from "./bench";
import { Host } from "./support";

describe("a value of a user attribute, in the real dynamic-provider host", () => {
  const at = setUpHost("UserAttributeAssignment");
  const getUserAttributeId = () => at.emulator.seeded.userAttributes.region;
  const listStored = () => at.emulator.snapshot().userAttributeAssignments.map(({ value }) => value.val);

  test.each([
    ["members", "users", "memberId", "userId"],
    ["teams", "teams", "teamId", "teamId"],
    ["tenants", "tenants", "tenantOrganizationId", "tenantOrganizationId"],
  ] as const)("of %s lives its whole life", async (sort, part, field, key) => {
    const { members, teams, tenants } = at.emulator.seeded;
    const targetId = { members: members.viewer, teams: teams.finance, tenants: tenants.north }[sort];
    const declared = { userAttributeId: getUserAttributeId(), [field]: targetId, value: "east-coast" };
    const { id, state } = await at.host.create(declared);
    expect(id).toBe(`${getUserAttributeId()}/${sort}/${targetId}`);
    expect(listStored()).toEqual(["east-coast"]);
    expect(state.priority).toBe(sort === "teams" ? 1 : null);
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });

    at.emulator.clearRequests();
    const updated = await at.host.update(id, state, { ...declared, value: "west-coast" });
    const path = `/v2/user-attributes/${getUserAttributeId()}/${part}`;
    expect(listWrites(at.emulator)).toMatchObject([
      { method: "POST", path, body: { assignments: [{ [key]: targetId }] } },
    ]);
    expect(listStored()).toEqual(["west-coast"]);
    await at.host.delete(id, updated);
    await at.host.delete(id, updated);
    expect(listStored()).toEqual([]);
    expect((await at.host.read(id, updated)).id).toBe("");
  });

  test("one target has to be named", async () => {
    const none = await at.host.check({}, { userAttributeId: getUserAttributeId(), value: "north" });
    expect(none.failures).toEqual([expect.stringContaining("memberId: set exactly one of memberId, teamId")]);
    const two = { userAttributeId: getUserAttributeId(), memberId: "m", teamId: "t", value: "north" };
    expect((await at.host.check({}, two)).failures).toEqual([expect.stringContaining("given: memberId, teamId.")]);
  });

  test("an equal value is adopted, another one only with adopt; no message has a value", async () => {
    const { finance } = at.emulator.seeded.teams;
    const declared = { userAttributeId: getUserAttributeId(), teamId: finance, value: "tenant-of-acme" };
    const first = await at.host.create(declared);
    const again = await Host.start("UserAttributeAssignment");
    try {
      await again.configure(at.settings);
      at.emulator.clearRequests();
      expect((await again.create(declared)).id).toBe(first.id);
      expect(listWrites(at.emulator)).toEqual([]);
      const other = { ...declared, value: "tenant-of-bravo" };
      await expect(again.create(other)).rejects.toThrow("already has another value. To overwrite it, set adopt: true.");
      const { state } = await again.create({ ...other, adopt: true });
      expect(listStored()).toEqual(["tenant-of-bravo"]);

      at.emulator.addFault({ fault: "status", method: "POST", path: "/v2/user-attributes/*/teams", status: 400 });
      const failed = await again.update(first.id, state, { ...declared, value: "tenant-of-charlie" }).catch(String);
      expect(failed).toContain("POST /v2/user-attributes");
      expect(`${failed}${again.output}`).not.toMatch(/tenant-of/);
    } finally {
      await again.stop();
    }
  });

  test("a refresh of many values of one attribute costs a list per sort of target", async () => {
    const { members, teams } = at.emulator.seeded;
    const targets = [{ memberId: members.viewer }, { memberId: members.analyst }, { teamId: teams.finance }];
    const made = [];
    for (const target of targets) {
      made.push(await at.host.create({ userAttributeId: getUserAttributeId(), ...target, value: "north" }));
    }
    const refresh = await Host.start("UserAttributeAssignment");
    try {
      await refresh.configure(at.settings);
      at.emulator.clearRequests();
      const found = await Promise.all(made.map(({ id, state }) => refresh.read(id, state)));
      expect(found.map(({ id }) => id)).toEqual(made.map(({ id }) => id));
      const lists = at.emulator.requests().filter(({ path }) => path.startsWith("/v2/user-attributes"));
      expect(lists).toHaveLength(2);
    } finally {
      await refresh.stop();
    }
  });
});
