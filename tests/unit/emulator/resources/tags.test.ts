import { listAll, setUpEmulator } from "../support";

const running = setUpEmulator();

test("a tag is created, listed, described and deleted", async () => {
  const { api, emulator } = running;
  const { body: made } = await api.post("/v2/tags", { name: "Production", color: "grass", description: "live" });
  expect(made).toEqual({ name: "Production", versionTagId: expect.any(String) });
  const [listed] = (await api.get("/v2/tags")).body.entries;
  expect(listed).toMatchObject({
    ...made,
    color: "grass",
    description: "live",
    ownerId: emulator.seeded.members.admin,
  });
  const path = `/v2/tags/${made.versionTagId}`;
  expect((await api.patch(path, { description: "changed" })).body).toMatchObject({ ...made, description: "changed" });
  expect((await api.delete(path)).body).toEqual({});
  expect((await api.delete(path)).status).toBe(404);
  expect((await api.get("/v2/tags")).body).toMatchObject({ entries: [], nextPage: null, total: 0 });
});

test("a PATCH changes the color, or ignores it", async () => {
  const { api, emulator } = running;
  const { body: made } = await api.post("/v2/tags", { name: "Production", color: "grass", description: "live" });
  const path = `/v2/tags/${made.versionTagId}`;
  expect((await api.patch(path, { color: "red" })).status).toBe(400);
  expect((await api.patch(path, { color: "plum" })).body).toMatchObject({ color: "plum", description: "live" });
  emulator.configure({ tagColorUpdate: "ignored" });
  expect((await api.patch(path, { color: "cyan" })).body).toMatchObject({ color: "plum" });
  expect((await api.get("/v2/tags")).body.entries).toMatchObject([{ color: "plum" }]);
});

test("names are unique, colors are the platform's", async () => {
  const { api, emulator } = running;
  await api.post("/v2/tags", { name: "Production", color: "grass" });
  expect((await api.post("/v2/tags", { name: "Production", color: "plum" })).status).toBe(409);
  emulator.configure({ duplicateTagStatus: 400 });
  expect((await api.post("/v2/tags", { name: "Production", color: "plum" })).status).toBe(400);
  const wrong = await api.post("/v2/tags", { name: "Red", color: "red" });
  expect(wrong.status).toBe(400);
  expect(wrong.body.message).toBe(
    'Expecting "cyan" | "grass" | "violet" | "plum" | "amber" | "bronze" at 0.color but instead got: "red"',
  );
  expect(emulator.snapshot().tags.map(({ name }) => name)).toEqual(["Production"]);
});

test("a PATCH changes no name", async () => {
  const { api } = running;
  const { body: made } = await api.post("/v2/tags", { name: "Production", color: "grass" });
  const { body } = await api.patch(`/v2/tags/${made.versionTagId}`, { name: "Other" });
  expect(body).toMatchObject({ name: "Production" });
});

test("every tag is on exactly one page, whatever the page size", async () => {
  const { api } = running;
  const names = Array.from({ length: 7 }, (_, index) => `tag ${index}`);
  for (const name of names) {
    await api.post("/v2/tags", { name, color: "cyan" });
  }
  for (const size of [1, 3, 7, 1000]) {
    const all = (await listAll(api, "/v2/tags", size)) as { name: string }[];
    expect(all.map(({ name }) => name)).toEqual(names);
  }
});
