import { listWrites, setUpHost } from "./bench";

const declared = { name: "Area", description: "Sales area", defaultValue: "none" };

describe("a user attribute, in the real dynamic-provider host", () => {
  const at = setUpHost("UserAttribute");
  const findAttribute = (id: string) =>
    at.emulator.snapshot().userAttributes.find(({ userAttributeId }) => userAttributeId === id);

  test("changes where the platform can, also to no default value", async () => {
    at.emulator.configure({ userAttributeUpdate: "patch" });
    const { id, state } = await at.host.create(declared);
    expect(findAttribute(id)).toMatchObject({ ...declared, defaultValue: { type: "string", val: "none" } });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });

    at.emulator.clearRequests();
    const renamed = await at.host.update(id, state, { name: "Zone" });
    expect(listWrites(at.emulator)).toEqual([
      {
        method: "PATCH",
        path: `/v2/user-attributes/${id}`,
        body: { name: "Zone", description: "", defaultValue: null },
      },
    ]);
    const empty = await at.host.update(id, renamed, { name: "Zone", defaultValue: "" });
    expect(findAttribute(id)?.defaultValue).toEqual({ type: "string", val: "" });
    expect((await at.host.read(id, empty)).inputs).toEqual({ name: "Zone", defaultValue: "" });
  });

  test("where the platform can't, nothing is replaced, and the error says what that would lose", async () => {
    const { members, teams } = at.emulator.seeded;
    const { id, state } = await at.host.create(declared);
    const value = { type: "string", val: "north" };
    const path = `/v2/user-attributes/${id}`;
    await at.emulator.ui.request("POST", `${path}/users`, { assignments: [{ userId: members.viewer, value }] });
    await at.emulator.ui.request("POST", `${path}/teams`, { assignments: [{ teamId: teams.finance, value }] });

    expect((await at.host.diff(id, state, { ...declared, defaultValue: "all" })).replaces).toEqual([]);
    await expect(at.host.update(id, state, { ...declared, defaultValue: "all" })).rejects.toThrow(
      /no operation that changes the user attribute "Area" .* would lose its values \(members: 1, teams: 1, tenants: 0\)\. Change defaultValue in the product/s,
    );
    expect(at.emulator.snapshot().userAttributeAssignments).toHaveLength(2);

    await expect(at.host.delete(id, state)).rejects.toThrow("all its assignments to members, teams and tenants");
    const allowed = await at.host.update(id, state, { ...declared, allowDelete: true });
    await at.host.delete(id, allowed);
    await at.host.delete(id, allowed);
    expect(findAttribute(id)).toBeUndefined();
  });

  test("where its values can't be counted either, the error says the same without a count", async () => {
    const { id, state } = await at.host.create(declared);
    at.emulator.addFault({ fault: "status", status: 403, path: `/v2/user-attributes/${id}/teams` });
    await expect(at.host.update(id, state, { ...declared, defaultValue: "all" })).rejects.toThrow(
      /no operation that changes the user attribute "Area" .* would lose its values\. Change defaultValue in the product/s,
    );
  });

  test("is adopted by its name", async () => {
    const { region } = at.emulator.seeded.userAttributes;
    const seeded = { name: "Region", description: "Sales region of the user", defaultValue: "north" };
    await expect(at.host.create({ name: "Region" })).rejects.toThrow(`"Region" already (${region}): adopt it with`);
    await expect(at.host.create({ name: "REGION" })).rejects.toThrow(
      `"Region" already (${region}): change the spelling and adopt it with`,
    );
    expect((await at.host.create({ ...seeded, adopt: true })).id).toBe(region);
    expect(listWrites(at.emulator)).toEqual([]);
  });
});
