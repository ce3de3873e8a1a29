import { setUpEmulator } from "../support";

const running = setUpEmulator();

test("an error has the platform's shape; a 404 has no code, unless the settings say so", async () => {
  const { api, emulator } = running;
  const missing = await api.get("/v2/teams/nobody");
  expect(missing.status).toBe(404);
  expect(missing.body).toEqual({ requestId: expect.any(String), message: "Team not found: 'nobody'" });
  emulator.configure({ codeOnNotFound: true });
  expect((await api.get("/v2/teams/nobody")).body.code).toBe("not_found");
});

test.each([
  ["JSON that isn't", "application/json", "{"],
  ["YAML that isn't", "application/yaml", "a: [1"],
])("%s is a 400", async (_what, type, text) => {
  const { status, body } = await running.api.post("/v2/tags", text, { "content-type": type });
  expect({ status, code: body.code }).toEqual({ status: 400, code: "invalid_request" });
});

test("a body of another type is a 415", async () => {
  expect((await running.api.post("/v2/tags", "name,color", { "content-type": "text/csv" })).status).toBe(415);
});

test("no body at all is a 400 that says what was expected", async () => {
  const { status, body } = await running.api.send("POST", "/v2/tags");
  expect({ status, message: body.message }).toEqual({
    status: 400,
    message: "Expecting object at 0 but instead got: undefined",
  });
});

test("the gateway refuses a body that looks like styles with a page of HTML, and people's never", async () => {
  const { api, emulator } = running;
  const tag = { name: "Red", color: "plum", description: "rgb(255, 0, 0)" };
  const refused = await api.post("/v2/tags", tag);
  expect(refused.status).toBe(403);
  expect(refused.headers.get("content-type")).toMatch(/^text\/html/);
  await emulator.ui.request("POST", "/v2/tags", tag);
  emulator.configure({ stylesInBodies: "accept" });
  expect((await api.post("/v2/tags", { ...tag, name: "Redder" })).status).toBe(200);
});

test("unknown fields are ignored, or refused", async () => {
  const { api, emulator } = running;
  expect((await api.post("/v2/tags", { name: "One", color: "plum", size: 3 })).status).toBe(200);
  emulator.configure({ unknownFields: "refuse" });
  const { status, body } = await api.post("/v2/tags", { name: "Two", color: "plum", size: 3 });
  expect(status).toBe(400);
  expect(body.message).toContain('"size"');
});

test("a DELETE may say that its empty body is JSON", async () => {
  const { api } = running;
  const { body } = await api.post("/v2/tags", { name: "One", color: "plum" });
  const headers = { "content-type": "application/json" };
  expect((await api.send("DELETE", `/v2/tags/${body.versionTagId}`, undefined, headers)).status).toBe(200);
});
