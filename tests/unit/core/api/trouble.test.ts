import { createClient } from "../../../../provider/src/core/api";
import type { HttpAnswer, HttpFailure } from "../../../../provider/src/core/api/transport/http";
import { simulate, simulatedUrl } from "./simulated";
import { catchApiError, clientId, clientSecret, identity, ScriptedServer, stopServers } from "./support";

jest.mock("../../../../provider/src/core/api/transport/http", () =>
  jest
    .requireActual("./simulated")
    .simulateHttp(jest.requireActual("../../../../provider/src/core/api/transport/http")),
);

// The longest delays: 250 ms, 500 ms, 1 s, 2 s, …
beforeEach(() => jest.spyOn(Math, "random").mockReturnValue(1));
afterEach(async () => {
  jest.restoreAllMocks();
  await stopServers();
});

const buildFailure = (code: string, unsent: boolean): HttpFailure => ({
  kind: "failure",
  code,
  unsent,
  permanent: false,
});
const unavailable: HttpAnswer = { kind: "answer", status: 503, headers: {}, text: "{}" };

/** What a user is told while a platform answers `trouble`, and how many requests arrived. */
async function listTold(trouble: HttpAnswer | HttpFailure, { calls = 1, until = Number.POSITIVE_INFINITY } = {}) {
  const messages: string[] = [];
  let requests = 0;
  const isTaking = () => ++requests > until;
  await simulate({ json: identity, takes: isTaking, trouble }, async () => {
    const client = createClient({
      baseUrl: simulatedUrl,
      clientId,
      clientSecret,
      onTrouble: (message) => messages.push(message),
    });
    await Promise.allSettled(Array.from({ length: calls }, () => client.readIdentity()));
  });
  return { messages, requests };
}

test("a call that has had no connection for two seconds says so", async () => {
  expect(await listTold(buildFailure("ECONNRESET", false))).toEqual({
    messages: [5, 6, 7, 8].map((attempt) => `no connection, trying again (${attempt} of 8)`),
    requests: 8,
  });
});

test.each(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"])("%s: the address is tried less often", async (code) => {
  expect(await listTold(buildFailure(code, true))).toEqual({
    messages: ["no connection, trying again (5 of 5)"],
    requests: 5,
  });
});

test("what the platform answers is told, not called a connection", async () => {
  const { messages, requests } = await listTold(unavailable);
  expect(messages[0]).toBe("the platform answered 503, trying again (5 of 8)");
  expect(requests).toBe(8);
  expect((await listTold(buildFailure("timeout", false))).messages[0]).toBe("no answer in time, trying again (5 of 8)");
});

test("trouble that passes sooner is told to nobody", async () => {
  expect(await listTold(unavailable, { until: 3 })).toEqual({ messages: [], requests: 4 });
});

test("calls that fail together tell it once", async () => {
  const one = await listTold(buildFailure("ECONNREFUSED", true));
  expect((await listTold(buildFailure("ECONNREFUSED", true), { calls: 10 })).messages).toEqual(one.messages);
});

const buildWait = (status: number, seconds: string): HttpAnswer => ({
  kind: "answer",
  status,
  headers: { "retry-after": seconds },
  text: "{}",
});

test.each([429, 430])(
  "%i with Retry-After: the user is told whom the calls wait for and how long, once",
  async (status) => {
    expect(await listTold(buildWait(status, "25"), { until: 4, calls: 4 })).toEqual({
      messages: [`the platform answered ${status}, waiting 25 seconds for ${simulatedUrl}`],
      requests: 8,
    });
  },
);

test("so they are of a 503 that asks for a wait, and of pauses after refusals without one", async () => {
  const { messages } = await listTold(buildWait(503, "25"), { until: 1 });
  expect(messages).toEqual([
    `the platform answered 503, waiting 25 seconds for ${simulatedUrl}, trying again (2 of 8)`,
  ]);
  const refused: HttpAnswer = { kind: "answer", status: 429, headers: {}, text: "{}" };
  const { messages: paused } = await listTold(refused, { until: 8 });
  expect(paused[0]).toMatch(/^the platform answered 429, waiting \d+ seconds for http:\/\/simulated\.example$/);
});

test("short pauses of a client that keeps to a limit are told to nobody", async () => {
  const refused: HttpAnswer = { kind: "answer", status: 429, headers: {}, text: "{}" };
  expect((await listTold(refused, { until: 2 })).messages).toEqual([]);
});

test("an answer that asks for a year fails its call at once, by name, and stops the others for seconds", async () => {
  const messages: string[] = [];
  let requests = 0;
  const work = async () => {
    const { baseUrl, ...rest } = { baseUrl: simulatedUrl, clientId, clientSecret };
    const client = createClient({ baseUrl, ...rest, onTrouble: (message) => messages.push(message) });
    const [first] = await Promise.allSettled([client.readIdentity()]);
    const refusedAt = performance.now();
    await client.readIdentity();
    return { why: String((first as PromiseRejectedResult).reason?.message), waitedMs: performance.now() - refusedAt };
  };
  const year = String(365 * 24 * 3600);
  const isTaking = () => ++requests > 1;
  const { why, waitedMs } = await simulate({ json: identity, takes: isTaking, trouble: buildWait(429, year) }, work);
  expect(why).toContain("The answer asks to wait 1 year (Retry-After).");
  expect(waitedMs).toBeLessThan(60_000);
  expect(messages).toEqual([
    `the platform answered 429 and asks to wait 1 year: other calls to ${simulatedUrl} wait 30 seconds`,
  ]);
});

test("an error names the time that its answer asks for", async () => {
  for (const [seconds, text] of [
    ["400", "6 minutes 40 seconds"],
    ["90000", "1 day 1 hour"],
  ] as const) {
    const server = await ScriptedServer.start(() => ({ status: 429, headers: { "Retry-After": seconds } }));
    const error = await catchApiError(server.createTestClient().readIdentity());
    expect(error.message).toContain(`The answer asks to wait ${text} (Retry-After).`);
    expect(server.calls).toHaveLength(1);
    await server.stop();
  }
});

test("so does that of a refused sign-in", async () => {
  const server = await ScriptedServer.start(() => ({ json: identity }));
  server.onToken = () => ({ status: 430, headers: { "Retry-After": "400" } });
  const error = await catchApiError(server.createTestClient().readIdentity());
  expect(error.message).toContain("POST /v2/auth/token: 430");
  expect(error.message).toContain("The answer asks to wait 6 minutes 40 seconds (Retry-After).");
});
