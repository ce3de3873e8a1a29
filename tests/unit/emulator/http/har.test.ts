import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { type Client, signIn } from "../support";

let folder: string;
let file: string;
let emulator: Emulator;
let api: Client;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "har-"));
  file = join(folder, "requests.har");
  emulator = await startEmulator({ record: file });
  api = await signIn(emulator);
});
afterEach(async () => {
  await emulator.stop();
  rmSync(folder, { recursive: true });
});

interface Entry {
  request: Record<string, unknown> & { url: string; postData?: { text: string; params?: object[] } };
  response: Record<string, unknown> & { status: number; content: { text: string } };
  _fault?: string;
  _requestId: string;
}

/** What the file holds, once it has so many entries. */
async function waitForRecorded(count: number): Promise<Entry[]> {
  for (let tries = 0; ; tries++) {
    const { log } = JSON.parse(readFileSync(file, "utf8"));
    if (log.entries.length >= count || tries === 100) {
      expect(log).toMatchObject({ version: "1.2", creator: { name: "analytics-emulator" } });
      expect(log.entries).toHaveLength(count);
      return log.entries;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

test("requests and answers are in the file while the emulator runs, and after it", async () => {
  await api.post("/v2/tags", { name: "Größe", color: "grass" });
  await api.get("/v2/tags?search=gr%C3%B6");
  await api.get("/v2/nothing");
  const [token, post, get, missing] = await waitForRecorded(4);
  expect(token!.request).toMatchObject({ method: "POST", url: `${emulator.url}/v2/auth/token` });
  expect(post).toMatchObject({
    startedDateTime: expect.stringMatching(/^\d{4}-.*Z$/),
    time: expect.any(Number),
    request: {
      method: "POST",
      postData: { mimeType: "application/json", text: '{"name":"Größe","color":"grass"}' },
      headers: expect.arrayContaining([{ name: "accept", value: "application/json" }]),
    },
    response: { status: 200, statusText: "OK", content: { mimeType: expect.stringContaining("json") } },
    cache: {},
    timings: { wait: expect.any(Number) },
  });
  expect(JSON.parse(post!.response.content.text)).toMatchObject({ name: "Größe" });
  expect(get!.request.queryString).toEqual([{ name: "search", value: "grö" }]);
  expect(missing!.response.status).toBe(404);
  expect(missing!._requestId).toBe(JSON.parse(missing!.response.content.text).requestId);
  await emulator.stop();
  expect(await waitForRecorded(4)).toHaveLength(4);
});

test("no secret is in the file", async () => {
  const buildCredential = (password: unknown) => ({ authMethod: "basic", basic: { username: "u", password } });
  const body = { name: "Basic", allowlist: ["example.com"], credential: buildCredential("hunter-2") };
  expect((await api.post("/v2/api-credentials", body)).status).toBe(200);
  emulator.configure({ unknownFields: "refuse" });
  const wrong = {
    ...body,
    credential: { authMethod: "basic", basic: { ...buildCredential("hunter-3").basic, more: 1 } },
  };
  expect((await api.post("/v2/api-credentials", wrong)).text).toContain("hunter-3");
  const { text } = await api.get("/v2/api-credentials?pageSize=1&client_secret=hunter-4");
  expect(text).not.toContain("hunter");
  const refresh = { grant_type: "refresh_token", refresh_token: "hunter-5" };
  await fetch(`${api.url}/v2/auth/token`, { method: "POST", body: new URLSearchParams(refresh) });

  const entries = await waitForRecorded(5);
  const all = readFileSync(file, "utf8");
  expect(all).not.toContain("hunter");
  expect(all).not.toContain(emulator.clientSecret);
  expect(all).not.toContain(api.token);
  expect(entries[0]!.request.postData!.params).toContainEqual({ name: "client_secret", value: "[secret]" });
  expect(entries[0]!.request.postData!.params).toContainEqual({ name: "client_id", value: emulator.clientId });
  expect(entries[1]!.request.headers).toContainEqual({ name: "authorization", value: "[secret]" });
  expect(entries[2]!.response.content.text).toContain("0.credential.basic but instead got: [secret]");
});

test("an address that can't be read stops nothing", async () => {
  const { request } = await import("node:http");
  const { port } = new URL(emulator.url);
  const status = await new Promise((resolve) => {
    request({ port, path: "//", headers: { host: "[" } }, ({ statusCode }) => resolve(statusCode)).end();
  });
  expect(status).toBe(401);
  const [, odd] = await waitForRecorded(2);
  expect(odd!.request.url).toBe("http://localhost/");
});

test("cursors aren't secrets", async () => {
  for (const name of ["a", "b"]) {
    await api.post("/v2/deploymentPolicies", { name });
  }
  const { nextPageToken } = (await api.get("/v2/deploymentPolicies?pageSize=1")).body;
  await api.get(`/v2/deploymentPolicies?pageToken=${nextPageToken}`);
  const entries = await waitForRecorded(5);
  expect(entries[3]!.response.content.text).toContain(nextPageToken);
  expect(entries[4]!.request.queryString).toEqual([{ name: "pageToken", value: nextPageToken }]);
});

test("what a client sees is recorded: faults too, and connections that were cut", async () => {
  emulator.addFault({ id: "cut", fault: "reset-after", path: "/v2/tags" });
  emulator.addFault({ id: "html", fault: "status", status: 503, body: "html", path: "/v2/teams" });
  await expect(api.get("/v2/tags")).rejects.toThrow();
  await api.get("/v2/teams");
  const [, cut, html] = await waitForRecorded(3);
  expect([cut!.response.status, cut!._fault]).toEqual([0, "cut"]);
  expect([html!.response.status, html!._fault]).toEqual([503, "html"]);
  expect(html!.response.content.text).toContain("<html>");
});

test("only its owner can read a recording, also an earlier one that everybody could", async () => {
  const readMode = () => (statSync(file).mode & 0o777).toString(8);
  if (process.platform === "win32") return;
  expect(readMode()).toBe("600");
  await emulator.stop();
  chmodSync(file, 0o666);
  emulator = await startEmulator({ record: file });
  expect(readMode()).toBe("600");
});

test("a file that isn't a recording is refused and left alone", async () => {
  const other = join(folder, "orders.yaml");
  for (const text of ["schemaVersion: 1\n", '{"log":{}}']) {
    writeFileSync(other, text);
    await expect(startEmulator({ record: other })).rejects.toThrow("isn't a recording of the emulator");
    expect(readFileSync(other, "utf8")).toBe(text);
  }
});
