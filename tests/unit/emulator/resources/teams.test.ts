import { setUpEmulator } from "../support";

const running = setUpEmulator();

test("the list says nothing of members, the team does", async () => {
  const { teams, members } = running.emulator.seeded;
  const { body } = await running.api.get("/v2/teams");
  expect(body.entries.map(({ teamId }: { teamId: string }) => teamId)).toEqual([teams.finance, teams.engineering]);
  expect(body.entries[0]).not.toHaveProperty("members");
  expect((await running.api.get(`/v2/teams/${teams.finance}`)).body).toEqual({
    ...body.entries[0],
    members: [members.analyst, members.viewer],
  });
});

test("teams are filtered by name and visibility; an archived one is read by id only", async () => {
  const { teams } = running.emulator.seeded;
  expect((await running.api.get("/v2/teams?name=fin")).body.entries).toHaveLength(1);
  expect((await running.api.get("/v2.1/teams?visibility=private")).body.entries).toHaveLength(1);
  expect((await running.api.get(`/v2/teams/${teams.archived}`)).body).toMatchObject({
    isArchived: true,
    description: null,
  });
  expect((await running.api.get("/v2/teams/nobody")).status).toBe(404);
});

test("without asking for pages the answer may be a bare array", async () => {
  running.emulator.configure({ bareLists: true });
  expect((await running.api.get("/v2/teams")).body).toHaveLength(2);
  expect((await running.api.get("/v2/teams?limit=10")).body.entries).toHaveLength(2);
});

test("a team is created with who creates it, changed, and deleted; its id can then still be read", async () => {
  const { members } = running.emulator.seeded;
  const { body: team } = await running.api.post("/v2/teams", { name: "Buyers", members: [members.viewer] });
  expect(team).toMatchObject({ visibility: "private", description: null, workspaceId: null });
  expect(team.members).toContain(members.viewer);
  expect(team.members).toHaveLength(2);

  const path = `/v2/teams/${team.teamId}`;
  const { body: changed } = await running.api.patch(path, { description: "Who buys" });
  expect(changed).toMatchObject({ name: "Buyers", description: "Who buys" });
  expect(changed).not.toHaveProperty("members");
  expect((await running.api.patch(path, { description: null })).status).toBe(400);

  await running.api.delete(path);
  expect((await running.api.get(path)).body).toMatchObject({ isArchived: true });
  expect((await running.api.delete(path)).status).toBe(404);
  expect((await running.api.get("/v2/teams?name=Buyers")).body.entries).toEqual([]);
});

test("members are added and removed; repetitions may be refused, and unknown or deactivated ones are", async () => {
  const { teams, members } = running.emulator.seeded;
  const path = `/v2/teams/${teams.finance}/members`;
  const answer = await running.api.patch(path, { add: [members.admin], remove: [members.viewer] });
  expect(answer).toMatchObject({ status: 200, body: {} });
  expect((await running.api.get(`/v2/teams/${teams.finance}`)).body.members).toEqual([members.analyst, members.admin]);
  expect((await running.api.patch(path, { add: [members.admin] })).status).toBe(400);
  running.emulator.configure({ repeatedMembership: "ignore" });
  expect((await running.api.patch(path, { add: [members.admin] })).status).toBe(200);
  expect((await running.api.patch(path, { add: ["nobody"] })).status).toBe(404);
});

test("a second team of one name is taken, or refused; a workspace is made with a team", async () => {
  const { body } = await running.api.post("/v2/teams", { name: "Finance", createTeamFolder: true });
  expect((await running.api.get(`/v2/workspaces/${body.workspaceId}`)).body).toMatchObject({ name: "Finance" });
  running.emulator.configure({ teamNames: "unique" });
  expect((await running.api.post("/v2/teams", { name: "Finance" })).status).toBe(409);
});
