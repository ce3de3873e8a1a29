import { setUpEmulator, signIn } from "../support";

const running = setUpEmulator();

async function listEmails(query = "", version = "v2"): Promise<string[]> {
  const { body } = await running.api.get(`/${version}/members${query}`);
  return (body.entries ?? body).map(({ email }: { email: string }) => email);
}

test("active members are listed, the others on request", async () => {
  const people = ["ada.admin@acme.example", "alan.analyst@acme.example", "vera.viewer@acme.example"];
  const robot = "scheduler-robot@acme.example";
  expect(await listEmails()).toEqual([...people, robot]);
  expect(await listEmails("", "v2.1")).toEqual([...people, robot]);
  expect(await listEmails("?includeInactive=true")).toEqual([...people, "frank.former@acme.example", robot]);
});

test("an email finds exactly one; a search finds part of a name or email, or is ignored", async () => {
  expect(await listEmails("?email=ada.admin%40acme.example")).toEqual(["ada.admin@acme.example"]);
  expect(await listEmails("?email=ada")).toEqual([]);
  expect(await listEmails("?search=ADA")).toEqual(["ada.admin@acme.example"]);
  running.emulator.configure({ memberSearch: "ignored" });
  expect(await listEmails("?search=ada")).toHaveLength(4);
});

test("a member is read by id", async () => {
  const { members, folders, organization } = running.emulator.seeded;
  const { body } = await running.api.get(`/v2/members/${members.viewer}`);
  expect(body).toMatchObject({
    memberId: members.viewer,
    organizationId: organization,
    homeFolderId: folders.viewerHome,
    email: "vera.viewer@acme.example",
  });
  expect(body.memberId).toMatch(/^\w{29}$/);
  expect((await running.api.get("/v2/members/nobody")).status).toBe(404);
});

test("without asking for pages the answer may be a bare array", async () => {
  running.emulator.configure({ bareLists: true });
  expect(Array.isArray((await running.api.get("/v2/members")).body)).toBe(true);
  expect((await running.api.get("/v2/members?limit=1")).body.entries).toHaveLength(1);
  expect((await running.api.get("/v2.1/members")).body.entries).toHaveLength(4);
});

test("the teams of a member are listed", async () => {
  const { api, emulator } = running;
  const { members } = emulator.seeded;
  const { body } = await api.get(`/v2/members/${members.viewer}/teams`);
  expect(body).toMatchObject({ entries: [{ name: "Finance" }], total: 1, hasMore: false });
  expect(body.entries[0]).not.toHaveProperty("members");
  expect((await api.get("/v2/members/nobody/teams")).status).toBe(404);
});

const sam = { email: "Sam.Smith@acme.example", firstName: "Sam", lastName: "Smith" };

test("a member is created with the default account type or a named one; an email has one member", async () => {
  const { api, emulator } = running;
  const { teams, members } = emulator.seeded;
  const addToTeams = [{ teamId: teams.finance, isTeamAdmin: true }];
  const { body } = await api.post("/v2/members?sendInvite=false", { ...sam, addToTeams });
  expect(body).toMatchObject({ email: "sam.smith@acme.example", memberType: "viewer", userKind: "internal" });
  const { entries } = (await api.get(`/v2/teams/${teams.finance}/members`)).body;
  expect(entries.at(-1)).toMatchObject({ userId: body.memberId, isTeamAdmin: true });
  expect((await api.get(`/v2/teams/${teams.finance}`)).body).not.toHaveProperty("admins");

  const again = await api.post("/v2/members", { ...sam, email: "SAM.smith@acme.example" });
  expect(again).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining(`member-id=${body.memberId}`) },
  });
  const former = { ...sam, email: "frank.former@acme.example" };
  expect((await api.post("/v2/members", former)).body.message).toContain(`member-id=${members.former}`);
  expect((await api.post("/v2/members", { ...sam, email: "sam" })).status).toBe(400);
  expect((await api.post("/v2/members", { ...sam, email: "b@acme.example", memberType: "boss" })).status).toBe(400);
  emulator.configure({ memberEmails: "as-sent" });
  const mixed = await api.post("/v2/members", { ...sam, email: "B@acme.example", userKind: "guest" });
  expect(mixed.body).toMatchObject({ email: "B@acme.example", userKind: "guest" });
});

test("a deactivated member stays readable; documents go to the caller or a named member, or are archived", async () => {
  const { api, emulator } = running;
  const { members, reports, workbooks } = emulator.seeded;
  const path = `/v2/members/${members.analyst}`;
  const findFile = (id: string) => emulator.snapshot().files.find((one) => one.id === id);

  expect((await api.patch(path, { newOwnerId: members.viewer })).status).toBe(400);
  const both = { isArchived: true, newOwnerId: members.viewer, archiveDocuments: true };
  expect((await api.patch(path, both)).status).toBe(400);
  const { body } = await api.patch(path, { isArchived: true, newOwnerId: members.viewer });
  expect(body).toMatchObject({ isArchived: true, email: "alan.analyst@acme.example" });
  expect(findFile(workbooks.sales)?.ownerId).toBe(members.viewer);
  expect((await api.get(path)).body).toMatchObject({ isArchived: true });
  expect(await listEmails()).not.toContain("alan.analyst@acme.example");
  expect(await listEmails("?includeArchived=true")).toContain("alan.analyst@acme.example");

  await api.delete(`/v2/members/${members.viewer}`);
  expect(findFile(workbooks.sales)?.ownerId).toBe(members.admin);
  expect((await api.delete(`/v2/members/${members.viewer}`)).status).toBe(404);
  expect((await api.patch(path, { isArchived: false })).body).toMatchObject({ isArchived: false });
  expect(findFile(reports.quarterly)?.ownerId).toBe(members.admin);
});

describe("what was in the personal area of a deactivated member", () => {
  const buildPersonal = async (name: string) => {
    const { analystHome } = running.emulator.seeded.folders;
    const body = { type: "folder", name, parentId: analystHome, ownerId: running.emulator.seeded.members.analyst };
    return (await running.api.post("/v2/files", body)).body.id as string;
  };
  const readPath = async (id: string) => (await running.api.get(`/v2/files/${id}`)).body.path;

  test("lands in a folder of the new owner with the member's name; the rest stays where it is", async () => {
    const { api, emulator } = running;
    const { members, workbooks } = emulator.seeded;
    const [folder, before] = [await buildPersonal("Drafts"), await readPath(workbooks.sales)];
    const inside = (await api.post("/v2/files", { type: "workbook", name: "Draft", parentId: folder })).body.id;
    await api.patch(`/v2/members/${members.analyst}`, { isArchived: true, newOwnerId: members.viewer });
    expect(await readPath(folder)).toBe("My Documents/Archived Users/Alan Analyst");
    expect(await readPath(inside)).toBe("My Documents/Archived Users/Alan Analyst/Drafts");
    expect(await readPath(workbooks.sales)).toBe(before);

    await api.patch(`/v2/members/${members.analyst}`, { isArchived: false });
    await buildPersonal("More drafts");
    await api.patch(`/v2/members/${members.analyst}`, { isArchived: true, newOwnerId: members.viewer });
    const made = emulator.snapshot().files.filter(({ name }) => ["Archived Users", "Alan Analyst"].includes(name));
    expect(made.map(({ ownerId }) => ownerId)).toEqual([members.viewer, members.viewer]);
  });

  test("needs no folder where there is nothing, or where it is archived", async () => {
    const { api, emulator } = running;
    const { analyst } = emulator.seeded.members;
    const folder = await buildPersonal("Drafts");
    await api.patch(`/v2/members/${analyst}`, { isArchived: true, archiveDocuments: true });
    expect((await api.get(`/v2/files/${folder}`)).status).toBe(404);
    expect(emulator.snapshot().files.map(({ name }) => name)).not.toContain("Archived Users");
  });

  test("may go straight to the new owner's personal area", async () => {
    const { api, emulator } = running;
    emulator.configure({ inheritedDocuments: "home" });
    const folder = await buildPersonal("Drafts");
    await api.delete(`/v2/members/${emulator.seeded.members.analyst}`);
    expect(await readPath(folder)).toBe("My Documents");
  });
});

test.each(["newOwnerId", "archiveScheduledExports"])("schedules of a deactivated member: %s", async (option) => {
  const { api, emulator } = running;
  const { members, reports } = emulator.seeded;
  const schedule = { cronSpec: "0 8 * * 1", timezone: "UTC" };
  const configV2 = { title: "t", messageBody: "m", exportAttachments: [{ formatOptions: { type: "PDF" } }] };
  const schedules = `/v2/reports/${reports.quarterly}/schedules`;
  await api.post(schedules, { target: [{ email: "a@acme.example" }], schedule, configV2 });
  const listOwners = () => emulator.snapshot().exportSchedules.map(({ ownerId }) => ownerId);
  expect(listOwners()).toEqual([members.admin]);

  emulator.configure({ lockout: "accept" });
  const [value, left] = option === "newOwnerId" ? [members.analyst, [members.analyst]] : [true, []];
  const { status } = await api.patch(`/v2/members/${members.admin}`, { isArchived: true, [option]: value });
  expect(status).toBe(200);
  expect(listOwners()).toEqual(left);
});

test("who is deactivated can't sign in any more; the platform may refuse to lock itself out", async () => {
  const { api, emulator } = running;
  const path = `/v2/members/${emulator.seeded.members.admin}`;
  emulator.configure({ tokenRequestsPerSecond: 100 });
  emulator.configure({ lockout: "refuse" });
  expect((await api.delete(path)).status).toBe(400);
  emulator.configure({ lockout: "accept" });
  expect((await api.delete(path)).status).toBe(200);
  expect((await api.get("/v2/whoami")).status).toBe(401);
  await expect(signIn(emulator)).rejects.toThrow("The owner of the client is deactivated");
});

test("members of an identity provider may be refused", async () => {
  running.emulator.configure({ provisionedMembers: "refuse" });
  expect((await running.api.post("/v2/members", sam)).status).toBe(403);
});

test("a credential acts for its owner, and ends with its deletion", async () => {
  const { api, emulator } = running;
  const { members } = emulator.seeded;
  emulator.configure({ tokenRequestsPerSecond: 100 });
  const { body: pair } = await api.post("/v2/credentials", { ownerId: members.analyst, name: "nightly" });
  const own = await signIn({ url: emulator.url, ...pair });
  expect((await own.get("/v2/whoami")).body).toMatchObject({ userId: members.analyst });
  const revoked = await api.post(`/v2/members/${members.analyst}/revoke`, {});
  expect(revoked.body).toEqual({ memberId: members.analyst, results: { oauth: { tokensRevoked: 1 } } });
  expect((await own.get("/v2/whoami")).status).toBe(200);
  await api.delete(`/v2/credentials/${pair.clientId}`);
  await expect(signIn({ url: emulator.url, ...pair })).rejects.toThrow("Unknown client");
  expect((await api.delete(`/v2/credentials/${pair.clientId}`)).status).toBe(404);
});
