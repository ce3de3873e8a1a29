import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();
const analysts = { name: "analyst", description: "Who analyzes", permissions: ["view-worksheet", "apply-tag"] };

test("account types are listed without permissions, and created", async () => {
  const { api } = running;
  const { status, body } = await api.post("/v2/accountTypes", analysts);
  expect(status).toBe(201);
  const { name: accountTypeName, description } = analysts;
  expect(body).toEqual({ accountTypeId: expect.any(String), accountTypeName, description, isCustom: true });
  expect(await listAll(api, "/v2/accountTypes")).toContainEqual(body);
  const permissions = (await api.get(`/v2/accountTypes/${body.accountTypeId}/permissions`)).body;
  expect(permissions).toContainEqual({ permission: "apply-tag", description: "Apply tags" });
  // Tagging implies publishing.
  expect(permissions).toHaveLength(3);
  expect((await api.post("/v2/accountTypes", { ...analysts, permissions: ["fly"] })).status).toBe(400);
  expect((await api.post("/v2/accountTypes", analysts)).status).toBe(201);
  running.emulator.configure({ accountTypeNames: "unique" });
  expect((await api.post("/v2/accountTypes", analysts)).status).toBe(409);
});

test("the permissions of a type change where the platform has an update", async () => {
  const { api, emulator } = running;
  emulator.configure({ impliedPermissions: "as-sent" });
  const { accountTypeId } = (await api.post("/v2/accountTypes", analysts)).body;
  const path = `/v2/accountTypes/${accountTypeId}`;
  expect((await api.patch(path, { permissions: ["comment"] })).status).toBe(404);
  emulator.configure({ accountTypeUpdate: "patch" });
  expect((await api.patch(path, { permissions: ["comment"] })).status).toBe(200);
  expect((await api.get(`${path}/permissions`)).body).toMatchObject([{ permission: "comment" }]);
  const builtIn = `/v2/accountTypes/${emulator.seeded.accountTypes.viewer}`;
  expect((await api.patch(builtIn, { permissions: ["comment"] })).status).toBe(400);
});

test("a deleted type hands its members to another one, which has to be named", async () => {
  const { api, emulator } = running;
  const { accountTypes, members } = emulator.seeded;
  const { accountTypeId } = (await api.post("/v2/accountTypes", analysts)).body;
  await api.patch(`/v2/members/${members.viewer}`, { memberType: "analyst" });
  const path = `/v2/accountTypes/${accountTypeId}`;
  expect((await api.delete(path)).status).toBe(400);
  expect((await api.delete(`${path}?reassignToAccountTypeId=${accountTypeId}`)).status).toBe(400);
  expect((await api.delete(`${path}?reassignToAccountTypeId=${accountTypes.creator}`)).status).toBe(200);
  expect((await api.get(`/v2/members/${members.viewer}`)).body.memberType).toBe("creator");
  const builtIn = `/v2/accountTypes/${accountTypes.viewer}?reassignToAccountTypeId=${accountTypes.creator}`;
  expect((await api.delete(builtIn)).status).toBe(400);
});
