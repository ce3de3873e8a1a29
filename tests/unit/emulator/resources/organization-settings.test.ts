import { setUpEmulator } from "../support";

const running = setUpEmulator();
const path = "/v2/organizations/settings";

test.each(["bulkCopy", "licenseUpgradeRequests", "publicEmbeds"])("%s is on or off, and nothing else", async (name) => {
  const { api } = running;
  for (const enabled of [true, false, true]) {
    expect((await api.patch(`${path}/${name}`, { enabled })).body).toEqual({ enabled });
    expect((await api.get(`${path}/${name}`)).body).toEqual({ enabled });
  }
  expect((await api.patch(`${path}/${name}`, { enabled: "no" })).status).toBe(400);
  expect((await api.patch(`${path}/${name}`, {})).status).toBe(400);
});

test.each(["auditLogging", "sampleConnections"])("%s is like the others, or missing", async (name) => {
  const { api, emulator } = running;
  expect((await api.patch(`${path}/${name}`, { enabled: true })).body).toEqual({ enabled: true });
  expect((await api.get(`${path}/${name}`)).body).toEqual({ enabled: true });
  emulator.configure({ undescribedSettings: "missing" });
  expect((await api.get(`${path}/${name}`)).status).toBe(404);
  expect((await api.patch(`${path}/${name}`, { enabled: false })).status).toBe(404);
});

test("one setting changes no other, and what isn't described is unknown", async () => {
  const { api } = running;
  await api.patch(`${path}/publicEmbeds`, { enabled: true });
  expect((await api.get(`${path}/bulkCopy`)).body).toEqual({ enabled: true });
  await api.patch(`${path}/bulkCopy`, { enabled: false });
  expect((await api.get(`${path}/publicEmbeds`)).body).toEqual({ enabled: true });
  expect((await api.get(`${path}/csvUpload`)).status).toBe(404);
  expect((await api.get(path)).status).toBe(404);
});

test("the time zone is written, and shows in the answer alone", async () => {
  const { api } = running;
  const organizationId = (await api.get("/v2/whoami")).body.organizationId;
  expect((await api.patch(path, {})).body).toEqual({ organizationId });
  const timezone = "America/New_York";
  expect((await api.patch(path, { timezone })).body).toEqual({ organizationId, timezone });
  expect((await api.patch(path, {})).body).toEqual({ organizationId, timezone });
  expect((await api.patch(path, { timezone: "Atlantis/Harbor" })).status).toBe(400);
});
