import { parseYaml } from "../../../../emulator/src/http/parse-body";
import { expectLimited } from "../../limited";
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

// Each ended the emulator, or blocked it for seconds.
test.each<[string, string, () => string, string]>([
  ["brackets", "yaml", () => "[".repeat(1_000_000), "more than 500000 values"],
  ["brackets", "yaml", () => "[".repeat(400_000), "nested deeper than 200 levels"],
  [
    "aliases",
    "yaml",
    () =>
      Array.from({ length: 9 }, (_, n) => `a${n}: &a${n} [${n === 0 ? "x" : `${`*a${n - 1},`.repeat(9)}`}]`).join("\n"),
    "more than 500000 values",
  ],
  ["lists in lists", "yaml", () => "- ".repeat(100_000), "nested deeper than 200 levels"],
  ["items", "yaml", () => "- {}\n".repeat(1_000_000), "more than 500000 values"],
  ["lists in lists", "json", () => "[".repeat(1_000_000) + "]".repeat(1_000_000), "nested deeper than 200 levels"],
  ["objects in objects", "json", () => `${'{"name":'.repeat(10_000)}1${"}".repeat(10_000)}`, "nested deeper than 200"],
  ["items", "json", () => `[${"{},".repeat(1_000_000)}{}]`, "more than 500000 values"],
])("too many %s in %s are a 400, and the emulator goes on", async (_what, form, build, why) => {
  const { status, body } = await running.api.post("/v2/tags", build(), { "content-type": `application/${form}` });
  expect({ status, message: body.message }).toEqual({ status: 400, message: expect.stringContaining(why) });
  expect((await running.api.get("/v2/tags")).status).toBe(200);
});

test("100,000 keys in YAML are read in time that grows with their number", () => {
  const text = Array.from({ length: 100_000 }, (_, index) => `k${index}: 1`).join("\n");
  expectLimited(() => expect(Object.keys(parseYaml(text) as object)).toHaveLength(100_000));
});

test("what YAML means stays: dates are texts, and an alias is a copy", () => {
  expect(parseYaml('{ day: 2026-01-02, big: 1e3, off: no, on: true, a: &a [1], b: *a, "c": null, d: ~ }')).toEqual({
    day: "2026-01-02",
    big: 1000,
    off: "no",
    on: true,
    a: [1],
    b: [1],
    c: null,
    d: null,
  });
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
