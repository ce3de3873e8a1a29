import { withEmulator } from "../support";

const running = withEmulator();

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
