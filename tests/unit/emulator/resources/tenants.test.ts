import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();

test("tenants are listed, found and read", async () => {
  const { api, emulator } = running;
  const { tenants, organization } = emulator.seeded;
  emulator.configure({ nullTenants: false });
  const all = (await listAll(api, "/v2/tenants", 2)) as { tenantOrganizationId: string }[];
  expect(all.map(({ tenantOrganizationId }) => tenantOrganizationId)).toEqual(Object.values(tenants));
  expect((await api.get("/v2/tenants?search=NORTH")).body.entries).toEqual([all[0]]);
  expect((await api.get(`/v2/tenants/${tenants.north}`)).body).toMatchObject({
    ...all[0],
    parentOrganizationId: organization,
  });
  expect((await api.get("/v2/tenants/nobody")).status).toBe(404);
});

const east = { tenantOrganizationName: "East", tenantOrganizationSlug: "acme-east" };

test("a tenant is created, changed and deleted for good; its slug is unique", async () => {
  const { api } = running;
  const { body: tenant } = await api.post("/v2/tenants", { ...east, cloudProvider: "aws-eu" });
  expect(tenant).toMatchObject({ ...east, tenantCloudProvider: "aws-eu", tenantApiUrl: expect.any(String) });
  expect((await api.post("/v2/tenants", east)).status).toBe(409);
  expect((await api.post("/v2/tenants", { ...east, cloudProvider: "moon" })).status).toBe(400);
  const path = `/v2/tenants/${tenant.tenantOrganizationId}`;
  expect((await api.patch(path, { tenantOrganizationSlug: "acme-north" })).status).toBe(409);
  expect((await api.patch(path, { tenantOrganizationName: "Orient" })).body.tenantOrganizationName).toBe("Orient");
  expect((await api.delete(path)).body).toEqual({});
  expect((await api.get(path)).status).toBe(404);
});

test("the list has a null, and is searched by slug and not by name", async () => {
  const { api, emulator } = running;
  await api.post("/v2/tenants", { ...east, tenantOrganizationSlug: "orient" });
  const listListed = async (query = "") => (await api.get(`/v2/tenants${query}`)).body.entries;
  expect((await listListed()).at(-1)).toBeNull();
  emulator.configure({ nullTenants: false });
  expect(await listListed("?search=east")).toEqual([]);
  expect(await listListed("?search=orient")).toHaveLength(1);
});

test("tenants are allowed to deploy to others; what is so already is refused or ignored", async () => {
  const { api, emulator } = running;
  const { north, south } = emulator.seeded.tenants;
  const path = `/v2/tenants/${north}/capabilities/deployments`;
  const body = { deployToTenantOrganizationIds: [south] };
  const entries = [{ tenantOrganizationId: south }];
  expect((await api.post(`${path}:batchAdd`, body)).body).toEqual({ capabilities: entries });
  expect((await api.get(path)).body.entries).toEqual(entries);
  expect((await api.get(`/v2/tenants/${north}`)).body).not.toHaveProperty("deploysTo");
  expect((await api.post(`${path}:batchAdd`, body)).status).toBe(409);
  emulator.configure({ repeatedCapability: "ignore" });
  expect((await api.post(`${path}:batchAdd`, body)).status).toBe(200);
  expect((await api.post(`${path}:batchRemove`, body)).body).toEqual({});
  expect((await api.get(path)).body.entries).toEqual([]);
  expect((await api.post(`${path}:batchAdd`, { deployToTenantOrganizationIds: ["nobody"] })).status).toBe(404);
  expect((await api.post(`${path}:batchAdd`, { deployToTenantOrganizationIds: [north] })).status).toBe(400);
});
