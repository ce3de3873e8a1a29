import { listAll, withEmulator } from "../support";

const running = withEmulator();

test("tenants are listed, found and read", async () => {
  const { api, emulator } = running;
  const { tenants, organization } = emulator.seeded;
  const all = (await listAll(api, "/v2/tenants", 2)) as { tenantOrganizationId: string }[];
  expect(all.map(({ tenantOrganizationId }) => tenantOrganizationId)).toEqual(Object.values(tenants));
  expect((await api.get("/v2/tenants?search=NORTH")).body.entries).toEqual([all[0]]);
  expect((await api.get(`/v2/tenants/${tenants.north}`)).body).toMatchObject({
    ...all[0],
    parentOrganizationId: organization,
  });
  expect((await api.get("/v2/tenants/nobody")).status).toBe(404);
});
