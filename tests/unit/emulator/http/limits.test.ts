import { setTimeout as sleep } from "node:timers/promises";
import { startEmulator } from "analytics-emulator";
import { setUpEmulator, signIn } from "../support";

const running = setUpEmulator();

/** Milliseconds an answer takes where several requests must be under way at once, however busy the machine is. */
const slow = 1000;

function listStatuses(count: number, path: string): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, async () => (await running.api.get(path)).status));
}

function tallyUp(all: number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of all) {
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

/** Lets the clock of the limits stand. @returns what moves it on. */
function stopClock(): (ms: number) => void {
  const clock = jest.spyOn(performance, "now").mockReturnValue(0);
  return (ms) => void clock.mockReturnValue(ms);
}
afterEach(() => jest.restoreAllMocks());

test("requests above the rate are refused, and served again when the second is over", async () => {
  running.emulator.configure({ requestsPerSecond: 10 });
  const moveClock = stopClock();
  expect(tallyUp(await listStatuses(25, "/v2/whoami"))).toEqual({ 200: 10, 429: 15 });
  moveClock(999);
  expect(tallyUp(await listStatuses(5, "/v2/whoami"))).toEqual({ 429: 5 });
  moveClock(1000);
  expect(tallyUp(await listStatuses(5, "/v2/whoami"))).toEqual({ 200: 5 });
});

test("a refusal is a page of HTML without Retry-After, or whatever the settings say", async () => {
  running.emulator.configure({ requestsPerSecond: 1 });
  stopClock();
  await running.api.get("/v2/whoami");
  const page = await running.api.get("/v2/whoami");
  expect(page.status).toBe(429);
  expect(page.headers.get("content-type")).toMatch("text/html");
  expect(page.text).toMatch(/^<html>/);
  expect(page.headers.has("retry-after")).toBe(false);
  running.emulator.configure({ refusalBody: "json", refusalRetryAfter: 2 });
  const json = await running.api.get("/v2/whoami");
  expect(json.body).toMatchObject({ requestId: expect.any(String), message: "Too many requests" });
  expect(json.headers.get("retry-after")).toBe("2");
});

test.each([429, 430] as const)("a refusal has the status %d", async (refusalStatus) => {
  running.emulator.configure({ requestsPerSecond: 1, refusalStatus, refusalBody: "json" });
  stopClock();
  await running.api.get("/v2/whoami");
  const { status, body } = await running.api.get("/v2/whoami");
  expect([status, body.code]).toEqual([refusalStatus, "too_many_requests"]);
});

test("exports, sends and downloads are limited by the minute, each operation on its own", async () => {
  const { api, emulator } = running;
  emulator.configure({ exportsPerMinute: 2, sendsPerMinute: 3, downloadsPerMinute: 4 });
  const workbook = `/v2/workbooks/${emulator.seeded.workbooks.sales}`;
  const report = `/v2/reports/${emulator.seeded.reports.quarterly}`;
  const paths = [`${workbook}/export`, `${workbook}/send`, `${report}/export`, `${report}/send`];
  const listPosts = (path: string) =>
    Promise.all(Array.from({ length: 5 }, async () => (await api.post(path, {})).status));
  const tallies = await Promise.all(paths.map(async (path) => tallyUp(await listPosts(path))[429]));
  expect(tallies).toEqual([3, 2, 3, 2]);
  expect(tallyUp(await listStatuses(5, "/v2/query/any/download"))).toEqual({ 404: 4, 429: 1 });
  emulator.configure({ exportsPerMinute: null });
  expect(tallyUp(await listPosts(`${workbook}/export`))[429]).toBeUndefined();
});

test("five specs are read at a time", async () => {
  const { emulator, api } = running;
  const body = { name: "Empty", folderId: emulator.seeded.folders.models, schemaVersion: 1, pages: [] };
  const path = `/v2/dataModels/${(await api.post("/v2/dataModels/spec", body)).body.dataModelId}/spec`;
  emulator.configure({ latencyMs: slow });
  expect(tallyUp(await listStatuses(8, path))).toEqual({ 200: 5, 429: 3 });
  expect(tallyUp(await listStatuses(5, path))).toEqual({ 200: 5 });
  emulator.configure({ concurrentSpecReads: null });
  expect(tallyUp(await listStatuses(8, path))).toEqual({ 200: 8 });
});

test("emulators of one process have limits, faults and logs of their own", async () => {
  const { emulator } = running;
  const other = await startEmulator({ seed: 2, latencyMs: 100, requestsPerSecond: 10 });
  try {
    const api = await signIn(other);
    emulator.configure({ latencyMs: 100, requestsPerSecond: 10 });
    other.addFault({ fault: "status", status: 503, path: "/v2/tags" });
    emulator.clearRequests();
    const theirs = Array.from({ length: 5 }, async () => (await api.get("/v2/dataModels")).status);
    expect(tallyUp(await listStatuses(5, "/v2/dataModels"))).toEqual({ 200: 5 });
    expect(tallyUp(await Promise.all(theirs))).toEqual({ 200: 5 });
    expect(tallyUp(await listStatuses(1, "/v2/tags"))).toEqual({ 200: 1 });
    expect(emulator.requests()).toHaveLength(6);
    expect((await running.api.get("/v2/whoami", { authorization: `Bearer ${api.token}` })).status).toBe(401);
  } finally {
    await other.stop();
  }
});

test("five lists of data models are read at a time", async () => {
  const { emulator } = running;
  emulator.configure({ latencyMs: slow });
  expect(tallyUp(await listStatuses(8, "/v2/dataModels"))).toEqual({ 200: 5, 429: 3 });
  emulator.configure({ concurrentModelLists: null });
  expect(tallyUp(await listStatuses(8, "/v2/dataModels"))).toEqual({ 200: 8 });
});

test("a reader that goes away gives its place back", async () => {
  const { emulator, api } = running;
  const body = { name: "Empty", folderId: emulator.seeded.folders.models, schemaVersion: 1, pages: [] };
  const path = `/v2/dataModels/${(await api.post("/v2/dataModels/spec", body)).body.dataModelId}/spec`;
  emulator.configure({ latencyMs: slow, concurrentSpecReads: 1 });
  const abort = new AbortController();
  const headers = { authorization: `Bearer ${api.token}` };
  const gone = fetch(api.url + path, { headers, signal: abort.signal }).catch(() => "gone");
  while (!emulator.requests().some((request) => request.path === path)) await sleep(5);
  expect((await api.get(path)).status).toBe(429);
  abort.abort();
  expect(await gone).toBe("gone");
  // The emulator may hear of it later. A place that stays taken ends in the test's time limit.
  let { status } = await api.get(path);
  for (; status === 429; { status } = await api.get(path)) await sleep(20);
  expect(status).toBe(200);
});

test("latency holds a request back", async () => {
  running.emulator.configure({ latencyMs: 80 });
  const start = performance.now();
  await running.api.get("/v2/whoami");
  expect(performance.now() - start).toBeGreaterThan(75);
});
