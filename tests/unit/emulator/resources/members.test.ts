import { withEmulator } from "../support";

const running = withEmulator();

async function emails(query = "", version = "v2"): Promise<string[]> {
  const { body } = await running.api.get(`/${version}/members${query}`);
  return (body.entries ?? body).map(({ email }: { email: string }) => email);
}

test("active members are listed, the others on request", async () => {
  const active = ["ada.admin@acme.example", "alan.analyst@acme.example", "vera.viewer@acme.example"];
  expect(await emails()).toEqual(active);
  expect(await emails("", "v2.1")).toEqual(active);
  expect(await emails("?includeInactive=true")).toEqual([...active, "frank.former@acme.example"]);
});

test("an email finds exactly one; a search finds part of a name or email, or is ignored", async () => {
  expect(await emails("?email=ada.admin%40acme.example")).toEqual(["ada.admin@acme.example"]);
  expect(await emails("?email=ada")).toEqual([]);
  expect(await emails("?search=ADA")).toEqual(["ada.admin@acme.example"]);
  running.emulator.configure({ memberSearch: "ignored" });
  expect(await emails("?search=ada")).toHaveLength(3);
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
  expect((await running.api.get("/v2.1/members")).body.entries).toHaveLength(3);
});

test("the teams of a member are listed", async () => {
  const { api, emulator } = running;
  const { members } = emulator.seeded;
  const { body } = await api.get(`/v2/members/${members.viewer}/teams`);
  expect(body).toMatchObject({ entries: [{ name: "Finance" }], total: 1, hasMore: false });
  expect(body.entries[0]).not.toHaveProperty("members");
  expect((await api.get("/v2/members/nobody/teams")).status).toBe(404);
});
