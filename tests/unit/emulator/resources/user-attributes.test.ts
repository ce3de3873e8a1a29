import { setUpEmulator } from "../support";

const running = setUpEmulator();

test("user attributes are listed, found and read", async () => {
  const { api, emulator } = running;
  const { region } = emulator.seeded.userAttributes;
  const { entries } = (await api.get("/v2/user-attributes?name=reg")).body;
  expect(entries).toEqual([expect.objectContaining({ userAttributeId: region, name: "Region" })]);
  expect((await api.get(`/v2/user-attributes/${region}`)).body).toEqual(entries[0]);
  expect((await api.get("/v2/user-attributes?name=nothing")).body.entries).toEqual([]);
  expect((await api.get("/v2/user-attributes/nothing")).status).toBe(404);
});

const north = { type: "string", val: "north" };

test("a user attribute is created, deleted with its assignments, and changed where updates exist", async () => {
  const { api, emulator } = running;
  const { body } = await api.post("/v2/user-attributes", { name: "Area", defaultValue: { type: "string", val: "" } });
  expect(body).toMatchObject({ name: "Area", description: null, defaultValue: { val: "" } });
  const path = `/v2/user-attributes/${body.userAttributeId}`;
  expect((await api.patch(path, { name: "Zone" })).status).toBe(404);
  emulator.configure({ userAttributeUpdate: "patch", userAttributeNames: "unique" });
  expect((await api.patch(path, { name: "Zone", defaultValue: null })).body).toMatchObject({ defaultValue: null });
  expect((await api.patch(path, { name: "Region" })).status).toBe(409);

  await api.post(`${path}/users`, { assignments: [{ userId: emulator.seeded.members.viewer, value: north }] });
  expect(emulator.snapshot().userAttributeAssignments).toHaveLength(1);
  await api.delete(path);
  expect(emulator.snapshot().userAttributeAssignments).toEqual([]);
  expect((await api.delete(path)).status).toBe(404);
});

test.each([
  ["users", "userId"],
  ["teams", "teamId"],
  ["tenants", "tenantOrganizationId"],
])("values are assigned to %s, overwritten, and removed one by one or together", async (target, key) => {
  const { api, emulator } = running;
  const { members, teams, tenants, userAttributes } = emulator.seeded;
  const ids = { users: members.viewer, teams: teams.finance, tenants: tenants.north };
  const id = ids[target as keyof typeof ids];
  const path = `/v2/user-attributes/${userAttributes.region}/${target}`;
  const assignment = { [key]: id, value: north };
  expect((await api.post(path, { assignments: [assignment] })).body).toEqual({});
  await api.post(path, { assignments: [{ ...assignment, value: { type: "string", val: "south" } }] });
  const { entries } = (await api.get(path)).body;
  expect(entries).toMatchObject([{ [key]: id, value: { val: "south" }, ...(target === "teams" && { priority: 1 }) }]);

  expect((await api.delete(`${path}/${id}`)).status).toBe(200);
  expect((await api.delete(`${path}/${id}`)).status).toBe(404);
  await api.post(path, { assignments: [assignment] });
  expect((await api.patch(path, { delete: [{ [key]: id }] })).status).toBe(200);
  expect((await api.get(path)).body.entries).toEqual([]);
  expect((await api.post(path, { assignments: [assignment, { [key]: "nobody", value: north }] })).status).toBe(400);
  expect((await api.get(path)).body.entries).toEqual([]);
  expect((await api.post(path, { assignments: Array(101).fill(assignment) })).status).toBe(400);
});

test("a team gets values of several attributes at once", async () => {
  const { api, emulator } = running;
  const { teams, userAttributes } = emulator.seeded;
  const path = `/v2/teams/${teams.finance}`;
  const assignments = [{ userAttributeId: userAttributes.region, value: north }];
  expect((await api.post(`${path}/assignedUserAttributes`, { assignments })).body).toEqual({});
  expect((await api.get(`${path}/user-attributes`)).body.entries).toEqual([
    { ...assignments[0], userAttributeName: "Region" },
  ]);
});
