import { listWrites, setUpHost } from "./bench";
import { Host } from "./support";

const declared = { name: "Analyst", description: "Explores", permissions: ["apply-tag", "view-worksheet"] };

describe("an account type, in the real dynamic-provider host", () => {
  const at = setUpHost("AccountType");
  const findType = (id: string) =>
    at.emulator.snapshot().accountTypes.find(({ accountTypeId }) => accountTypeId === id);

  test("what the platform adds to the permissions is no drift; what it lacks is", async () => {
    const { id, state } = await at.host.create(declared);
    expect(findType(id)?.permissions).toEqual(["apply-tag", "view-worksheet", "create-worksheet"]);
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });
    await at.host.waitForPrinted('the platform added to the account type "Analyst": create-worksheet');
    const reordered = { ...declared, permissions: ["view-worksheet", "apply-tag"] };
    expect((await at.host.diff(id, state, reordered)).changes).toBe(false);

    at.emulator.configure({ accountTypeUpdate: "patch" });
    await at.emulator.ui.request("PATCH", `/v2/accountTypes/${id}`, { permissions: ["apply-tag", "comment"] });
    expect((await at.host.read(id, state)).inputs.permissions).toEqual(["apply-tag", "comment", "create-worksheet"]);
  });

  test("permissions change where the platform can; where it can't, the error says what to do", async () => {
    const { id, state } = await at.host.create(declared);
    at.emulator.clearRequests();
    const added = { ...declared, permissions: [...declared.permissions, "create-worksheet"] };
    // The platform has them already.
    const updated = await at.host.update(id, state, added);
    expect(listWrites(at.emulator)).toEqual([]);

    const changed = { ...declared, permissions: ["comment"] };
    await expect(at.host.update(id, updated, changed)).rejects.toThrow(
      `This platform has no operation that changes the permissions of the account type "Analyst" (${id}).`,
    );
    at.emulator.configure({ accountTypeUpdate: "patch" });
    await at.host.update(id, updated, changed);
    expect(findType(id)?.permissions).toEqual(["comment"]);
  });

  test("a second type of one name is refused, even if the platform allows it; adopt: true adopts it", async () => {
    const { id } = await at.host.create(declared);
    at.emulator.clearRequests();
    const again = await Host.start("AccountType");
    try {
      await again.configure(at.settings);
      await expect(again.create(declared)).rejects.toThrow(
        `Another account type has the name "Analyst" already (${id}): adopt it`,
      );
      expect(listWrites(at.emulator)).toEqual([]);
      expect((await again.create({ ...declared, adopt: true })).id).toBe(id);
    } finally {
      await again.stop();
    }
  });

  test("a delete needs consent, and a type for the members", async () => {
    const { accountTypes, members } = at.emulator.seeded;
    const { id, state } = await at.host.create(declared);
    await expect(at.host.delete(id, state)).rejects.toThrow("allowDelete: true");
    await expect(at.host.diff(id, state, { ...declared, description: "Else" })).rejects.toThrow("allowDelete: true");

    const allowed = await at.host.update(id, state, { ...declared, allowDelete: true });
    await at.emulator.ui.request("PATCH", `/v2/members/${members.viewer}`, { memberType: "Analyst" });
    await expect(at.host.delete(id, allowed)).rejects.toThrow(
      'The account type "Analyst" has members (1). Nothing was deleted. Set reassignToAccountTypeId',
    );
    const named = { ...declared, allowDelete: true, reassignToAccountTypeId: accountTypes.viewer };
    const ready = await at.host.update(id, allowed, named);
    await at.host.delete(id, ready);
    await at.host.delete(id, ready);
    expect(findType(id)).toBeUndefined();
    expect(at.emulator.snapshot().members.map(({ memberType }) => memberType)).not.toContain("Analyst");
  });

  test("a type without members goes without naming another; a default one never goes", async () => {
    const { id, state } = await at.host.create({ ...declared, allowDelete: true });
    await at.host.delete(id, state);
    expect(findType(id)).toBeUndefined();

    const { viewer } = at.emulator.seeded.accountTypes;
    const builtIn = { name: "viewer", description: "The viewer account type", permissions: ["comment"] };
    const adopted = await at.host.create({ ...builtIn, adopt: true, allowDelete: true });
    expect(adopted).toMatchObject({ id: viewer, state: { isCustom: false } });
    await expect(at.host.delete(viewer, adopted.state)).rejects.toThrow(
      'The platform doesn\'t delete the default account type "viewer".',
    );
  });
});
