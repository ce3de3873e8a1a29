import { setUpEmulator } from "../support";

const running = setUpEmulator();
const path = "/v2/plugins";

test("a plugin is registered, listed, changed in all but its URL, and deleted", async () => {
  const { api } = running;
  const { body: made } = await api.post(path, { name: "Gantt", url: "https://plugins.example.com/gantt" });
  expect(made).toEqual({
    pluginId: expect.any(String),
    name: "Gantt",
    description: null,
    url: "https://plugins.example.com/gantt",
    devUrl: "http://localhost:5173",
    type: "element",
  });
  const own = `${path}/${made.pluginId}`;
  expect((await api.get(own)).body).toEqual(made);
  const change = { name: "Plan", description: "Projects over time", devUrl: null, url: "https://elsewhere.example" };
  const { body: changed } = await api.patch(own, change);
  expect(changed).toEqual({ ...made, name: "Plan", description: "Projects over time", devUrl: null });
  expect((await api.patch(own, { description: null })).body).toEqual({ ...changed, description: null });
  expect((await api.get(path)).body).toEqual({ entries: [{ ...changed, description: null }] });
  expect((await api.delete(own)).body).toEqual({});
  for (const answer of [await api.get(own), await api.patch(own, {}), await api.delete(own)]) {
    expect(answer.status).toBe(404);
  }
});

test("a plugin without a production URL has an empty one; a name is required", async () => {
  const { api } = running;
  expect((await api.post(path, { name: "Draft" })).body).toMatchObject({ url: "" });
  expect((await api.post(path, {})).status).toBe(400);
  expect((await api.post(path, { name: "" })).status).toBe(400);
});

test("names repeat, or are unique", async () => {
  const { api, emulator } = running;
  const { body: made } = await api.post(path, { name: "Gantt" });
  expect((await api.post(path, { name: "Gantt" })).status).toBe(200);
  emulator.configure({ pluginNames: "unique" });
  expect((await api.post(path, { name: "Gantt" })).status).toBe(409);
  const { body: other } = await api.post(path, { name: "Plan" });
  expect((await api.patch(`${path}/${other.pluginId}`, { name: "Gantt" })).status).toBe(409);
  expect((await api.patch(`${path}/${other.pluginId}`, { name: "Plan" })).status).toBe(200);
  expect((await api.get(`${path}/${made.pluginId}`)).status).toBe(200);
});

test("a registration that is answered by a 404 is one", async () => {
  const { api, emulator } = running;
  emulator.configure({ pluginRegistration: "masked" });
  expect((await api.post(path, { name: "Gantt" })).status).toBe(404);
  expect((await api.get(path)).body.entries).toMatchObject([{ name: "Gantt" }]);
});
