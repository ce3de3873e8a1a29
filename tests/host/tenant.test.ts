import { listWrites, setUpHost } from "./bench";
import { Host } from "./support";

describe("a tenant, in the real dynamic-provider host", () => {
  const at = setUpHost("Tenant");
  const declared = { name: "Acme East", slug: "acme-east", cloudProvider: "aws-eu", allowDelete: true };
  const findStored = (id: string) =>
    at.emulator.snapshot().tenants.find(({ tenantOrganizationId }) => tenantOrganizationId === id);

  test("lives its whole life: create, no-op, read, update, delete twice", async () => {
    const { id, state } = await at.host.create(declared);
    expect(findStored(id)).toMatchObject({ tenantOrganizationName: "Acme East", tenantCloudProvider: "aws-eu" });
    expect(state).toMatchObject({
      apiUrl: "https://api.analytics.example",
      parentOrganizationId: at.emulator.seeded.organization,
      tenantCloudProvider: "aws-eu",
    });
    expect(await at.host.diff(id, state, declared)).toMatchObject({ changes: false });
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: declared });

    at.emulator.clearRequests();
    const updated = await at.host.update(id, state, { ...declared, slug: "acme-orient" });
    expect(listWrites(at.emulator)).toEqual([
      { method: "PATCH", path: `/v2/tenants/${id}`, body: { tenantOrganizationSlug: "acme-orient" } },
    ]);
    await at.host.delete(id, updated);
    expect(findStored(id)).toBeUndefined();
    await at.host.delete(id, updated);
    expect((await at.host.read(id, updated)).id).toBe("");
  });

  test("isn't deleted without consent, and another cloud would be another tenant", async () => {
    const { allowDelete: _, ...guarded } = declared;
    const { id, state } = await at.host.create(guarded);
    await expect(at.host.delete(id, state)).rejects.toThrow("all its users, connections and documents for good");
    await expect(at.host.diff(id, state, { ...guarded, cloudProvider: "gcp" })).rejects.toThrow(
      "changing cloudProvider would delete it",
    );
    expect(findStored(id)).toBeDefined();
    const consenting = await at.host.update(id, state, declared);
    await at.host.delete(id, consenting);
    expect(findStored(id)).toBeUndefined();
  });

  test("a changed slug is a warning in the preview", async () => {
    const { state } = await at.host.create(declared);
    await at.host.check(state, { ...declared, slug: "acme-orient" });
    await at.host.waitForPrinted('The slug changes from "acme-east" to "acme-orient"');
  });

  test("is adopted by its slug; a taken slug names the tenant to adopt", async () => {
    const { north } = at.emulator.seeded.tenants;
    at.emulator.clearRequests();
    const { id } = await at.host.create({ name: "Acme north", slug: "acme-north", adopt: true });
    expect(id).toBe(north);
    expect(listWrites(at.emulator)).toEqual([]);
    await expect(at.host.create({ name: "Other", slug: "acme-south" })).rejects.toThrow("adopt it with adopt: true");
  });

  test("a refresh of several is one list, in which entries may be null", async () => {
    const { id, state } = await at.host.create(declared);
    const refresh = await Host.start("Tenant");
    try {
      await refresh.configure(at.settings);
      at.emulator.clearRequests();
      await Promise.all([1, 2, 3].map(() => refresh.read(id, state)));
      expect(at.emulator.requests().filter(({ path }) => path.startsWith("/v2/tenants"))).toHaveLength(1);
    } finally {
      await refresh.stop();
    }
  });
});

describe("a deployment capability of a tenant, in the real dynamic-provider host", () => {
  const at = setUpHost("TenantDeploymentCapability");
  const getPair = () => {
    const { north, south } = at.emulator.seeded.tenants;
    return { tenantOrganizationId: north, deployToTenantOrganizationId: south };
  };
  const listAllowed = () =>
    at.emulator
      .snapshot()
      .tenants.find(({ tenantOrganizationId }) => tenantOrganizationId === at.emulator.seeded.tenants.north)?.deploysTo;

  test("is added once, kept without consent, and removed with it", async () => {
    const { south } = at.emulator.seeded.tenants;
    const { id, state } = await at.host.create(getPair());
    expect(id).toBe(Object.values(getPair()).join("/"));
    expect(listAllowed()).toEqual([south]);
    expect(await at.host.read(id, state)).toEqual({ id, state, inputs: getPair() });
    await expect(at.host.delete(id, state)).rejects.toThrow("all that the tenant has deployed to the other");
    const consenting = await at.host.update(id, state, { ...getPair(), allowDelete: true });
    await at.host.delete(id, consenting);
    expect(listAllowed()).toEqual([]);
    await at.host.delete(id, consenting);
    expect((await at.host.read(id, state)).id).toBe("");
  });

  test("is the declared one where it exists already", async () => {
    const { tenantOrganizationId: tenant, deployToTenantOrganizationId: other } = getPair();
    const body = { deployToTenantOrganizationIds: [other] };
    await at.emulator.ui.request("POST", `/v2/tenants/${tenant}/capabilities/deployments:batchAdd`, body);
    at.emulator.clearRequests();
    await at.host.create(getPair());
    expect(listWrites(at.emulator)).toEqual([]);
    await at.host.waitForPrinted("existed already: nothing was written");
  });

  test("a lost answer is no failure, whether the platform refuses the repetition or not", async () => {
    for (const repeatedCapability of ["refuse", "ignore"] as const) {
      at.emulator.configure({ repeatedCapability });
      const path = "/v2/tenants/*/capabilities/*";
      at.emulator.addFault({ fault: "reset-after", method: "POST", path, nth: 1 });
      const { id, state } = await at.host.create({ ...getPair(), allowDelete: true });
      expect(listAllowed()).toEqual([at.emulator.seeded.tenants.south]);
      at.emulator.addFault({ fault: "reset-after", method: "POST", path, nth: 1 });
      await at.host.delete(id, state);
      expect(listAllowed()).toEqual([]);
    }
  });
});
