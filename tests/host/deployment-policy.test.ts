import { listWrites, setUpHost } from "./bench";
import { Host, unknown } from "./support";

describe("a deployment policy, in the real dynamic-provider host", () => {
  const at = setUpHost("DeploymentPolicy");
  const customers = { name: "Customers", nameInTenant: "Shared", copyInputTableData: true };
  const listLiving = () => at.emulator.snapshot().deploymentPolicies.filter(({ isArchived }) => !isArchived);

  async function makeTag(name: string): Promise<string> {
    const made = await at.emulator.ui.request("POST", "/v2/tags", { name, color: "grass" });
    return (made as { versionTagId: string }).versionTagId;
  }

  test("lives its whole life: create, no-op, update, read, delete twice", async () => {
    const swap = at.emulator.seeded.sourceSwapPolicies.toLakehouse;
    const declared = { ...customers, versionTagId: await makeTag("P"), sourceSwapPolicies: [swap] };
    const { id, state } = await at.host.create(declared);
    expect(listLiving()).toMatchObject([{ deploymentPolicyId: id, ...declared }]);
    expect(await at.host.diff(id, state, declared)).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });

    at.emulator.clearRequests();
    for (const change of [
      { name: "C" },
      { nameInTenant: "S" },
      { copyInputTableData: false },
      { sourceSwapPolicies: [] },
    ]) {
      expect(await at.host.diff(id, state, { ...declared, ...change })).toMatchObject({ changes: true, replaces: [] });
      await at.host.update(id, state, { ...declared, ...change });
    }
    expect(listWrites(at.emulator).map(({ body }) => body)).toEqual([
      { name: "C" },
      { nameInTenant: "S" },
      { copyInputTableData: false },
      { sourceSwapPolicies: [] },
    ]);

    await at.host.delete(id, state);
    expect(listLiving()).toEqual([]);
    await at.host.delete(id, state);
  });

  test("a field left out means the default, then and later", async () => {
    const bare = { name: "Customers" };
    const { id, state } = await at.host.create(bare);
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: bare });
    expect(await at.host.diff(id, state, { ...bare, nameInTenant: "Customers", sourceSwapPolicies: [] })).toMatchObject(
      {
        changes: false,
      },
    );
    const full = await at.host.update(id, state, customers);
    await at.host.update(id, full, bare);
    expect(listLiving()).toMatchObject([
      { nameInTenant: "Customers", copyInputTableData: false, sourceSwapPolicies: [] },
    ]);
    // What it is called in tenants follows the name.
    await at.host.update(id, state, { name: "Clients" });
    expect(listLiving()).toMatchObject([{ name: "Clients", nameInTenant: "Clients" }]);
  });

  test("another version tag replaces it", async () => {
    const { id, state } = await at.host.create(customers);
    const versionTagId = await makeTag("P");
    expect(await at.host.diff(id, state, { ...customers, versionTagId })).toMatchObject({
      changes: true,
      replaces: ["versionTagId"],
    });
    expect(await at.host.diff(id, state, { ...customers, versionTagId: unknown })).toMatchObject({
      replaces: ["versionTagId"],
    });
  });

  test("drift shows", async () => {
    const { id, state } = await at.host.create(customers);
    await at.emulator.ui.request("PATCH", `/v2/deploymentPolicies/${id}`, {
      name: "Theirs",
      copyInputTableData: false,
    });
    const { inputs } = await at.host.read(id, state);
    expect(inputs).toMatchObject({ name: "Theirs", nameInTenant: "Shared", copyInputTableData: false });
  });

  test("an archived one is gone, even if its id can still be read", async () => {
    await at.host.create({ name: "Others" });
    const { id, state } = await at.host.create(customers);
    await at.emulator.ui.request("DELETE", `/v2/deploymentPolicies/${id}`);
    for (const archivedPolicies of ["readable", "hidden"] as const) {
      at.emulator.configure({ archivedPolicies });
      expect((await at.host.read(id, state)).id).toBe("");
    }
    at.emulator.configure({ archivedPolicies: "hidden" });
    await expect(at.host.create({ ...customers, adopt: { id } })).rejects.toThrow(/there is no DeploymentPolicy/);
  });

  test("the other reading: gone is what can't be read", async () => {
    at.emulator.configure({ archivedPolicies: "readable" });
    await at.host.create({ name: "Others" });
    const { id, state } = await at.host.create(customers);
    await at.emulator.ui.request("DELETE", `/v2/deploymentPolicies/${id}`);
    const other = await Host.start("DeploymentPolicy");
    const misled = await Host.start("DeploymentPolicy");
    try {
      await other.configure({ ...at.settings, "analytics:deploymentPolicies": '{"treatAsDeletedWhen":"unreadable"}' });
      expect((await other.read(id, state)).id).toBe(id);
      at.emulator.configure({ archivedPolicies: "hidden" });
      expect((await other.read(id, state)).id).toBe("");
      await misled.configure({
        ...at.settings,
        "analytics:deploymentPolicies": '{"treatAsDeletedWhen":"never","goneWhen":"unreadable"}',
      });
      expect((await misled.check({}, customers)).failures).toEqual([
        '|analytics:deploymentPolicies.treatAsDeletedWhen is "never". Use one of: unlisted, unreadable.',
        "|analytics:deploymentPolicies.goneWhen: no such setting. Settings: treatAsDeletedWhen.",
      ]);
    } finally {
      await other.stop();
      await misled.stop();
    }
  });

  test("is adopted by name or id; two of a name are an error that names both", async () => {
    const { id } = await at.host.create(customers);
    at.emulator.clearRequests();
    expect((await at.host.create({ ...customers, adopt: true })).id).toBe(id);
    expect(listWrites(at.emulator)).toEqual([]);
    const second = await at.host.create(customers);
    await expect(at.host.create({ ...customers, adopt: true })).rejects.toThrow(
      new RegExp(`2 objects match deployment policy "Customers": .*${second.id}`),
    );
    expect((await at.host.create({ ...customers, nameInTenant: "New", adopt: { id } })).id).toBe(id);
    expect(listWrites(at.emulator).at(-1)).toMatchObject({ method: "PATCH", body: { nameInTenant: "New" } });
  });

  test("a name that is taken leads to adopt", async () => {
    at.emulator.configure({ policyNames: "unique" });
    const { id } = await at.host.create(customers);
    await expect(at.host.create(customers)).rejects.toThrow(new RegExp(`${id}.*adopt: true`));
  });

  test("a name that an archived one keeps leads to another name", async () => {
    at.emulator.configure({ policyNames: "unique-for-ever" });
    const { id, state } = await at.host.create(customers);
    await at.host.delete(id, state);
    for (const options of [{}, { adopt: true }]) {
      await expect(at.host.create({ ...customers, ...options })).rejects.toThrow(
        "see no DeploymentPolicy of this name. One that was archived, or that they can't see, may keep the name",
      );
    }
  });

  test("twenty refreshed together cost one listing", async () => {
    const { id, state } = await at.host.create(customers);
    at.emulator.clearRequests();
    await Promise.all(Array.from({ length: 20 }, () => at.host.read(id, state)));
    expect(at.emulator.requests().filter(({ path }) => path.startsWith("/v2/deploymentPolicies"))).toHaveLength(1);
  });
});
