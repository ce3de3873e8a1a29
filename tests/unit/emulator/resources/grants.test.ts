import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();

interface Grant {
  grantId: string;
  inodeId: string;
  memberId: string | null;
  teamId: string | null;
  permission: string;
}

const listGrants = async (query: string) => (await listAll(running.api, `/v2/grants?${query}`)) as Grant[];
const grant = (inodeId: string, grantee: object, permission: string, more: object = {}) =>
  running.api.post("/v2/grants", { inodeId, grantee, permission, ...more });

test("a list needs an object, a team or a user; an object's has inherited grants, unless it is direct", async () => {
  const { folders, teams, members, grants } = running.emulator.seeded;
  const refused = await running.api.get("/v2/grants");
  expect(refused).toMatchObject({ status: 400, body: { message: "User, Team or Inode need to be specified." } });

  const { body: made } = await grant(folders.sales, { teamId: teams.finance }, "view");
  expect(made).toMatchObject({ inodeId: folders.sales, teamId: teams.finance, memberId: null, permission: "view" });
  const inherited = { grantId: grants.everyone, inodeId: folders.workspace, teamId: teams.allMembers };
  expect(await listGrants(`inodeId=${folders.sales}`)).toEqual([expect.objectContaining(inherited), made]);
  expect(await listGrants(`inodeId=${folders.sales}&directGrantsOnly=true`)).toEqual([made]);
  expect(await listGrants(`teamId=${teams.finance}`)).toEqual([made]);
  expect(await listGrants(`userId=${members.viewer}`)).toEqual([expect.objectContaining(inherited), made]);
  expect(await listGrants(`userId=${members.viewer}&directGrantsOnly=true`)).toEqual([]);
  expect((await running.api.get(`/v2/grants/${made.grantId}`)).body).toEqual(made);
});

test("a POST only raises; what is raised stands beside the first grant or replaces it", async () => {
  const { folders, teams } = running.emulator.seeded;
  const finance = { teamId: teams.finance };
  const listFinance = async () =>
    (await listGrants(`teamId=${teams.finance}`)).filter(({ inodeId }) => inodeId === folders.sales);
  const { body: first } = await grant(folders.sales, finance, "explore");
  expect((await grant(folders.sales, finance, "explore")).body).toEqual(first);
  expect((await grant(folders.sales, finance, "view")).body).toEqual(first);
  await grant(folders.sales, finance, "edit");
  expect((await listFinance()).map(({ permission }) => permission)).toEqual(["explore", "edit"]);

  running.emulator.configure({ raisedGrants: "replaced" });
  await running.api.delete(`/v2/grants/${(await listFinance())[1]!.grantId}`);
  await grant(folders.sales, finance, "organize");
  expect(await listFinance()).toEqual([expect.objectContaining({ grantId: first.grantId, permission: "organize" })]);
});

test("each sort of object has permissions of its own, and unknown objects and grantees are refused", async () => {
  const { folders, workbooks, reports, datasets, tables, legacyModel, connections, teams } = running.emulator.seeded;
  const team = { teamId: teams.finance };
  const refused: [string, string][] = [
    [folders.models, "usage"],
    [workbooks.sales, "organize"],
    [reports.quarterly, "explore"],
    [datasets.orders, "organize"],
    [legacyModel, "apply"],
    [tables.orders, "view"],
  ];
  for (const [inodeId, permission] of refused) {
    expect([inodeId, (await grant(inodeId, team, permission)).status]).toEqual([inodeId, 400]);
  }
  expect((await grant(tables.orders, team, "usage")).status).toBe(200);
  for (const unknownGrantStatus of [404, 400] as const) {
    running.emulator.configure({ unknownGrantStatus });
    expect((await grant("nothing", team, "view")).status).toBe(unknownGrantStatus);
    expect((await grant(folders.models, { teamId: "nobody" }, "view")).status).toBe(unknownGrantStatus);
    expect((await grant(connections.warehouse, team, "usage")).status).toBe(unknownGrantStatus);
  }
  running.emulator.configure({ connectionGrants: "generic" });
  expect((await grant(connections.warehouse, team, "usage")).status).toBe(200);
});

test("a connector has the permissions of a tag until it is archived", async () => {
  const team = { teamId: running.emulator.seeded.teams.finance };
  const params = {
    method: "GET",
    url: "https://billing.example.com",
    headers: [],
    pathParams: [],
    queryParams: [],
    body: "",
  };
  const { body: connector } = await running.api.post("/v2/api-connectors", { name: "Invoices", params });
  const id = connector.apiConnectorId as string;
  expect((await grant(id, team, "explore")).status).toBe(400);
  expect((await grant(id, team, "apply")).body).toMatchObject({ inodeId: id, inodeType: "apiConnector" });
  await running.api.delete(`/v2/api-connectors/${id}`);
  expect((await grant(id, team, "edit")).status).toBe(404);
});

test("workspaces, workbooks, reports, datasets, connections and paths have operations of their own", async () => {
  const { folders, workbooks, reports, datasets, tables, connections, members } = running.emulator.seeded;
  const grantee = { memberId: members.viewer };
  const owners: [string, string, boolean][] = [
    [`/v2/workspaces/${folders.workspace}`, "view", true],
    [`/v2/workbooks/${workbooks.sales}`, "view", false],
    [`/v2/reports/${reports.quarterly}`, "view", false],
    [`/v2/datasets/${datasets.orders}`, "view", true],
    [`/v2/connections/${connections.warehouse}`, "usage", true],
    [`/v2/connections/paths/${tables.orders}`, "annotate", true],
  ];
  for (const [path, permission, isListed] of owners) {
    const answer = await running.api.post(`${path}/grants`, { grants: [{ grantee, permission }] });
    expect([path, answer.status, answer.body]).toEqual([path, 200, {}]);
    const { status, body } = await running.api.get(`${path}/grants`);
    expect([path, status]).toEqual([path, isListed ? 200 : 404]);
    const [found] = running.emulator.snapshot().grants.slice(-1);
    if (isListed) expect(body.entries).toContainEqual(expect.objectContaining({ grantId: found!.grantId, permission }));
    if (!path.includes(connections.warehouse)) {
      expect((await running.api.delete(`${path}/grants/${found!.grantId}`)).body).toEqual({});
    }
  }
  // A path shows what it inherits from its connection, and revokes nothing of it.
  const path = `/v2/connections/paths/${tables.orders}/grants`;
  const [inherited] = (await running.api.get(path)).body.entries as [Grant];
  expect(inherited).toMatchObject({ permission: "usage", memberId: members.viewer });
  expect(inherited.inodeId).not.toBe(connections.warehouse);
  // It calls itself by the id in its address.
  await running.api.post(path, { grants: [{ grantee, permission: "annotate" }] });
  const { body: file } = await running.api.get(`/v2/files/${tables.orders}`);
  expect((await running.api.get(path)).body.entries).toContainEqual(
    expect.objectContaining({ permission: "annotate", inodeId: file.urlId }),
  );
  expect((await running.api.delete(`${path}/${inherited.grantId}`)).status).toBe(404);
});

test("the own operations lower access, or don't", async () => {
  const { folders, teams } = running.emulator.seeded;
  const path = `/v2/workspaces/${folders.workspace}/grants`;
  const set = (permission: string) =>
    running.api.post(path, { grants: [{ grantee: { teamId: teams.finance }, permission }] });
  const listHeld = async () =>
    ((await running.api.get(path)).body.entries as Grant[])
      .filter(({ teamId }) => teamId === teams.finance)
      .map(({ permission }) => permission);
  await set("edit");
  await set("view");
  expect(await listHeld()).toEqual(["edit"]);
  running.emulator.configure({ ownGrants: "set" });
  await set("view");
  expect(await listHeld()).toEqual(["view"]);
});

test("a grant is deleted by its id, and ends with its object, team or member's team", async () => {
  const { folders, teams } = running.emulator.seeded;
  const { body: made } = await grant(folders.sales, { teamId: teams.finance }, "view");
  expect((await running.api.delete(`/v2/grants/${made.grantId}`)).body).toEqual(made);
  expect((await running.api.delete(`/v2/grants/${made.grantId}`)).status).toBe(404);

  const { body: ofTeam } = await grant(folders.models, { teamId: teams.finance }, "view");
  const { body: ofFolder } = await grant(folders.sales, { teamId: teams.engineering }, "view");
  await running.api.delete(`/v2/teams/${teams.finance}`);
  await running.api.delete(`/v2/files/${folders.sales}`);
  for (const { grantId } of [ofTeam, ofFolder]) {
    expect((await running.api.get(`/v2/grants/${grantId}`)).status).toBe(404);
  }
});

test("ids of urls work, and may come back; the tag of a grant doesn't", async () => {
  const { folders, teams } = running.emulator.seeded;
  const { body: file } = await running.api.get(`/v2/files/${folders.sales}`);
  await running.api.post("/v2/tags", { name: "Production", color: "grass" });
  const [tag] = running.emulator.snapshot().tags;
  const tagged = await grant(file.urlId, { teamId: teams.finance }, "view", { tagId: tag!.versionTagId });
  expect(tagged.body).toMatchObject({ inodeId: folders.sales });
  expect(tagged.body).not.toHaveProperty("tagId");
  running.emulator.configure({ grantInodeIds: "url" });
  expect((await listGrants(`inodeId=${folders.sales}&directGrantsOnly=true`))[0]).toMatchObject({
    inodeId: file.urlId,
  });
});

test("the team of all members owns grants, and can't be listed or read", async () => {
  const { teams } = running.emulator.seeded;
  expect(await listAll(running.api, "/v2/teams")).not.toContainEqual(
    expect.objectContaining({ teamId: teams.allMembers }),
  );
  const { status, body } = await running.api.get(`/v2/teams/${teams.allMembers}`);
  expect([status, body.message]).toEqual([400, "Cannot get All Members team"]);
});

test("who creates a folder may get a grant that shows", async () => {
  const { folders, members } = running.emulator.seeded;
  running.emulator.configure({ creatorGrants: "visible" });
  const { body: made } = await running.api.post("/v2/files", {
    type: "folder",
    name: "Mine",
    parentId: folders.models,
  });
  expect(await listGrants(`inodeId=${made.id}&directGrantsOnly=true`)).toMatchObject([
    { memberId: members.admin, permission: "edit" },
  ]);
});
