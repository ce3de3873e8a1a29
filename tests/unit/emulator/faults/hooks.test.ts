import { parse } from "yaml";
import { advanceClock, askForToken, type Client, listAll, setUpEmulator } from "../support";

const running = setUpEmulator({ tokenRequestsPerSecond: null });

const tag = { name: "Production", color: "plum" };

function tagNames(): string[] {
  return running.emulator.snapshot().tags.map(({ name }) => name);
}

/** How a client learns of a connection that was cut: undici wraps the cause. */
async function catchFailure(request: Promise<unknown>): Promise<string> {
  try {
    await request;
    return "answered";
  } catch (error) {
    const cause = (error as Error).cause as { code?: string } | undefined;
    return cause?.code ?? (error as Error).message;
  }
}

test("reset-before: the connection ends and nothing was done", async () => {
  running.emulator.addFault({ fault: "reset-before", method: "POST" });
  expect(await catchFailure(running.api.post("/v2/tags", tag))).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
  expect(tagNames()).toEqual([]);
});

test("reset-after: the connection ends and all was done", async () => {
  running.emulator.addFault({ fault: "reset-after", method: "POST" });
  expect(await catchFailure(running.api.post("/v2/tags", tag))).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
  expect(tagNames()).toEqual(["Production"]);
  expect(running.emulator.requests()).toEqual([
    expect.objectContaining({ method: "POST", status: null, fault: "reset-after-1" }),
  ]);
});

test("delay: done at once, answered late", async () => {
  running.emulator.addFault({ fault: "delay", ms: 150 });
  const start = performance.now();
  let isAnswered = false;
  const answer = running.api.post("/v2/tags", tag).finally(() => {
    isAnswered = true;
  });
  while (tagNames().length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect(isAnswered).toBe(false);
  expect((await answer).status).toBe(200);
  expect(performance.now() - start).toBeGreaterThan(145);
});

test.each([
  [429, "html", undefined],
  [429, "json", "2"],
  [429, "html", "Wed, 21 Oct 2026 07:28:00 GMT"],
  [500, "json", undefined],
  [502, "html", undefined],
  [503, "empty", undefined],
  [403, "html", undefined],
] as const)("status: %s as %s with Retry-After %s, not applied", async (status, body, retryAfter) => {
  running.emulator.addFault({ fault: "status", status, body, retryAfter, nth: 1 });
  const answer = await running.api.post("/v2/tags", tag);
  expect(answer.status).toBe(status);
  expect(answer.headers.get("retry-after")).toBe(retryAfter ?? null);
  const looks = {
    html: () => expect(answer.text).toMatch(/^<html>/),
    json: () => expect(answer.body).toMatchObject({ requestId: expect.any(String), message: expect.any(String) }),
    empty: () => expect(answer.text).toBe(""),
  };
  looks[body]();
  expect(tagNames()).toEqual([]);
  expect((await running.api.post("/v2/tags", tag)).status).toBe(200);
});

test("status: applied all the same, when the rule says so", async () => {
  running.emulator.addFault({ fault: "status", status: 502, body: "html", applied: true });
  const answer = await running.api.post("/v2/tags", tag);
  expect(answer.status).toBe(502);
  expect(answer.text).toMatch(/^<html>/);
  expect(tagNames()).toEqual(["Production"]);
});

test("status: a 401 once", async () => {
  running.emulator.addFault({ fault: "status", status: 401, path: "/v2/tags", nth: 1 });
  const first = await running.api.get("/v2/tags");
  expect({ status: first.status, code: first.body.code }).toEqual({ status: 401, code: "unauthorized" });
  expect((await running.api.get("/v2/tags")).status).toBe(200);
});

test("cut-body: the length is promised, the second half never comes", async () => {
  running.emulator.addFault({ fault: "cut-body", method: "POST" });
  expect(await catchFailure(running.api.post("/v2/tags", tag))).not.toBe("answered");
  expect(tagNames()).toEqual(["Production"]);
  expect(running.emulator.requests()[0]).toMatchObject({ status: null });
});

test("invalid-json: says it is JSON and isn't", async () => {
  running.emulator.addFault({ fault: "invalid-json", method: "POST" });
  const response = await post(running.api);
  expect(response.headers.get("content-type")).toMatch(/json/);
  const text = await response.text();
  expect(text.length).toBeGreaterThan(20);
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
});

test("yaml: YAML where JSON was asked for", async () => {
  running.emulator.addFault({ fault: "yaml", method: "POST" });
  const response = await post(running.api);
  expect(response.headers.get("content-type")).toMatch(/yaml/);
  expect(parse(await response.text())).toMatchObject({ name: "Production" });
});

test.each([
  ["/v2/tags", "nextPage", "limit", "page"],
  ["/v2/api-credentials", "nextPageToken", "pageSize", "pageToken"],
])("repeat-page: %s leads to the same page again", async (list, next, size, cursor) => {
  for (const name of ["a", "b", "c"]) {
    const credential = { authMethod: "bearer", bearer: { token: "secret" } };
    await running.api.post(list, { name, color: "plum", allowlist: ["*"], credential });
  }
  running.emulator.addFault({ fault: "repeat-page", path: list, method: "GET", nth: 2 });
  const first = (await running.api.get(`${list}?${size}=1`)).body;
  const second = (await running.api.get(`${list}?${size}=1&${cursor}=${first[next]}`)).body;
  expect(second[next]).toBe(first[next]);
  const third = (await running.api.get(`${list}?${size}=1&${cursor}=${second[next]}`)).body;
  expect(third.entries).toEqual(second.entries);
  expect(third[next]).not.toBe(second[next]);
});

test("hide: a list lacks entries, and then has them", async () => {
  const { api, emulator } = running;
  const [a, b] = [await api.post("/v2/tags", tag), await api.post("/v2/tags", { ...tag, name: "b" })];
  const listIds = async () =>
    (await api.get("/v2/tags")).body.entries.map((one: { versionTagId: string }) => one.versionTagId);
  emulator.addFault({ fault: "hide", ids: [a.body.versionTagId], path: "/v2/tags", times: 1 });
  expect(await listIds()).toEqual([b.body.versionTagId]);
  expect(await listIds()).toEqual([a.body.versionTagId, b.body.versionTagId]);
  emulator.addFault({ fault: "hide", bare: true });
  expect((await api.get("/v2/tags")).body).toEqual({ entries: [] });
});

test("stored: a GET gets the answer that the URL had before", async () => {
  const { api, emulator } = running;
  const count = async (path: string, headers = {}) => (await api.get(path, headers)).body.entries.length;
  emulator.addFault({ fault: "stored", ms: 60_000, obeys: true });
  expect(await count("/v2/tags")).toBe(0);
  await api.post("/v2/tags", tag);
  expect(await count("/v2/tags")).toBe(0);
  expect(await count("/v2/tags?limit=10")).toBe(1);
  expect(await count("/v2/tags", { "cache-control": "no-cache" })).toBe(1);
  advanceClock(60_000);
  await api.patch("/v2/tags/none", {});
  expect(await count("/v2/tags")).toBe(1);
});

test("repeat-page: works on the first page and on the last", async () => {
  await running.api.post("/v2/tags", tag);
  running.emulator.addFault({ fault: "repeat-page", path: "/v2/tags", nth: 1 });
  expect(await listAll(running.api, "/v2/tags")).toHaveLength(2);
});

test("repeat-page: the last page of the token style is repeated in that style; others stay as they are", async () => {
  const { api, emulator } = running;
  emulator.addFault({ fault: "repeat-page" });
  expect((await api.get("/v2/api-credentials?pageSize=500")).body).toEqual({
    entries: [],
    nextPageToken: expect.any(String),
  });
  expect(Object.keys((await api.get("/v2/whoami")).body)).toEqual(["userId", "organizationId"]);
});

test("settings: others hold for one request only", async () => {
  const { api, emulator } = running;
  await api.post("/v2/tags", tag);
  emulator.addFault({ fault: "settings", settings: { duplicateTagStatus: 400 }, nth: 1 });
  expect((await api.post("/v2/tags", tag)).status).toBe(400);
  expect((await api.post("/v2/tags", tag)).status).toBe(409);
});

test("the token endpoint has faults like any other", async () => {
  const { emulator } = running;
  const { url, clientId: client_id, clientSecret: client_secret } = emulator;
  emulator.addFault({ fault: "status", status: 500, path: "/v2/auth/token", nth: 1 });
  const ask = () => askForToken(url, { grant_type: "client_credentials", client_id, client_secret });
  expect((await ask()).status).toBe(500);
  expect((await ask()).status).toBe(200);
});

test("an answer of 1 MB can be cut, too", async () => {
  const { api, emulator } = running;
  const description = "x".repeat(1024 * 1024);
  await api.post("/v2/tags", { ...tag, description });
  emulator.addFault({ fault: "cut-body", path: "/v2/tags" });
  expect(await catchFailure(api.get("/v2/tags"))).not.toBe("answered");
  emulator.removeFault();
  expect((await api.get("/v2/tags")).body.entries[0].description).toHaveLength(description.length);
});

function post(api: Client): Promise<Response> {
  const headers = { authorization: `Bearer ${api.token}`, "content-type": "application/json" };
  return fetch(`${api.url}/v2/tags`, { method: "POST", headers, body: JSON.stringify(tag) });
}
