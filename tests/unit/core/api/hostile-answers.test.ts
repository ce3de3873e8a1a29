import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createGzip, gzipSync } from "node:zlib";
import { z } from "zod";
import { type AnalyticsClient, type ClientSettings, collect, createClient } from "../../../../provider/src/core/api";
import { defineList, defineMap, judge, readBody } from "../../../../provider/src/core/api/transport/answer";
import { createError } from "../../../../provider/src/core/api/transport/failure";
import { largestAnswer } from "../../../../provider/src/core/api/transport/http";
import { ListingLag } from "../../../../provider/src/core/api/transport/listing-lag";
import { list, maxEntries, maxPages } from "../../../../provider/src/core/api/transport/pages";
import type { Transport } from "../../../../provider/src/core/api/transport/transport";
import { largestJson } from "../../../../provider/src/core/data";
import { ownLimit } from "../../../../provider/src/core/text";
import { expectLimited, manyCharacters } from "../../limited";
import {
  audit,
  catchApiError,
  clientId,
  clientSecret,
  ScriptedServer,
  settleBeforeTimer,
  stopServers,
} from "./support";

afterEach(stopServers);

const { values: mostValues } = largestJson;

/** What a proxy shows for people, with the request's own words in it. */
const buildPage = (title: string) => `<!doctype html><html><head><title>${title}</title></head><body></body></html>`;

describe("an error of the sign-in repeats no part of the client secret", () => {
  const secret = "s3/cr+t&<\"x'é%41-long";
  const escapeHtml = (text: string) =>
    text.replace(/[&<>"']/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[c] ?? c);

  test.each<[string, (sent: string) => object]>([
    ["the title of a proxy's page", (sent) => ({ status: 400, text: buildPage(`Blocked: ${escapeHtml(sent)}`) })],
    ["the code", (sent) => ({ status: 400, json: { code: sent, message: "refused" } })],
    ["the code, decoded", () => ({ status: 400, json: { code: `secret ${secret}`, message: "refused" } })],
    ["the requestId", (sent) => ({ status: 400, json: { requestId: sent, message: "refused" } })],
    ["a header", (sent) => ({ status: 400, json: {}, headers: { "x-request-id": sent } })],
    ["the message", (sent) => ({ status: 400, json: { message: `can't take ${sent}` } })],
    [
      "the message, in base64",
      () => ({ status: 401, json: { message: Buffer.from(`${clientId}:${secret}`).toString("base64") } }),
    ],
    ["an answer that isn't as documented", (sent) => ({ status: 200, json: {}, headers: { "x-request-id": sent } })],
  ])("%s", async (_, react) => {
    const folder = mkdtempSync(join(tmpdir(), "trace-"));
    const traceFile = join(folder, "trace.jsonl");
    try {
      const server = await ScriptedServer.start(() => ({ json: {} }));
      server.onToken = ({ body }) => react(body) as never;
      const error = await catchApiError(server.createTestClient({ clientSecret: secret, traceFile }).readIdentity());
      const said = [error.message, error.stack, JSON.stringify(error), readFileSync(traceFile, "utf8")].join("\n");
      const form = new URLSearchParams({ s: secret }).toString().slice(2);
      const base64 = Buffer.from(secret).toString("base64").slice(4, -4);
      for (const spelled of [secret, form, escapeHtml(form), base64, JSON.stringify(secret).slice(1, -1)]) {
        expect(said).not.toContain(spelled);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test("a message that repeats most of what was sent isn't shown, however the secret is spelled", async () => {
    const encodeRot13 = (text: string) =>
      text.replace(/[a-z]/gi, (c) => String.fromCharCode(c.charCodeAt(0) + (c.toLowerCase() < "n" ? 13 : -13)));
    const server = await ScriptedServer.start(() => ({ json: {} }));
    server.onToken = ({ body }) => ({
      status: 400,
      json: { message: `got ${body.replace(/secret=.*/, encodeRot13)}` },
    });
    const error = await catchApiError(server.createTestClient().readIdentity());
    expect(error.detail).toBe("the answer repeats the request, and is not shown");
  });
});

describe("an error shows no part of a secret where it is cut", () => {
  const secret = Array.from({ length: 16 }, (_, n) => `k3y-${String.fromCharCode(97 + n)}/${n}`).join("~");

  test.each<[string, object]>([
    ["in a title", { status: 502, text: buildPage(`${"x".repeat(105)} ${secret}`) }],
    ["in a text", { status: 400, headers: { "Content-Type": "text/plain" }, text: `${"x".repeat(100)} ${secret}` }],
    ["in a message", { status: 400, json: { message: `${"x ".repeat(990)}${secret}` } }],
    ["in a message beyond what is searched", { status: 400, json: { message: `${"x ".repeat(4_995)}${secret}` } }],
    ["in a code", { status: 400, json: { code: `${"x".repeat(180)} ${secret}` } }],
    ["in an id", { status: 400, json: { requestId: secret.slice(0, 90), message: "no" } }],
    ["in the header of an id", { status: 400, json: {}, headers: { "x-request-id": secret.slice(20, 110) } }],
    ["by the platform", { status: 400, json: { message: `got ${secret.slice(0, 40)}…` } }],
  ])("%s", async (_, answer) => {
    const folder = mkdtempSync(join(tmpdir(), "trace-"));
    const traceFile = join(folder, "trace.jsonl");
    const server = await ScriptedServer.start(() => answer as never);
    server.onToken = () => ({ json: { access_token: secret, expires_in: 3600 } });
    const error = await catchApiError(server.createTestClient({ traceFile, overallTimeoutMs: 200 }).readIdentity());
    const said = [error.message, JSON.stringify(error), readFileSync(traceFile, "utf8")].join("\n");
    for (let at = 0; at + 12 <= secret.length; at += 1) expect(said).not.toContain(secret.slice(at, at + 12));
    rmSync(folder, { recursive: true, force: true });
  });
});

describe("a trace repeats nothing of a request as its id", () => {
  const hidden = "hunter2 in a description";

  test.each<[string, (sent: string) => string]>([
    ["a value that only the program knows as secret", () => hidden],
    ["a part of it", () => `id-${hidden.slice(8, 20)}`],
    ["a short value", () => "tiny"],
    ["the whole request", (sent) => sent],
    ["the request, upper case", (sent) => sent.toUpperCase()],
  ])("%s", async (_, echo) => {
    const folder = mkdtempSync(join(tmpdir(), "trace-"));
    const traceFile = join(folder, "trace.jsonl");
    const server = await ScriptedServer.start(({ body }) => ({ status: 400, json: { requestId: echo(body) } }));
    const client = server.createTestClient({ traceFile });
    await catchApiError(client.tags.create({ name: "tiny", color: "grass", description: hidden }));
    const lines = readFileSync(traceFile, "utf8").trim().split("\n");
    expect(JSON.parse(lines.at(-1) as string)).toMatchObject({ status: 400, requestId: "[part of the request]" });
    rmSync(folder, { recursive: true, force: true });
  });

  test("a secret of an earlier request neither; the platform's own ids stay", async () => {
    const folder = mkdtempSync(join(tmpdir(), "trace-"));
    const traceFile = join(folder, "trace.jsonl");
    let requestId = "5f3c2a90-0b1e-4c7d-9a52-3d1f0e6b8c47";
    const server = await ScriptedServer.start(() => ({ status: 400, json: { requestId } }));
    const client = server.createTestClient({ traceFile });
    const params = { headers: [{ key: "X-Team", mode: "static", value: "header-secret" }] };
    await catchApiError(client.apiConnectors.create({ name: "Billing", params } as never));
    requestId = "header-secret";
    await catchApiError(client.readIdentity());
    const ids = readFileSync(traceFile, "utf8").match(/(?<="requestId":")[^"]*/g);
    expect(ids).toEqual(["5f3c2a90-0b1e-4c7d-9a52-3d1f0e6b8c47", "[secret]"]);
    rmSync(folder, { recursive: true, force: true });
  });
});

test("an error's text takes no time that the text decides", async () => {
  const answers = [
    `{"message":"${"x".repeat(60_000_000)}"}`,
    `{"message":"${"%41&amp;".repeat(120_000)}"}`,
    `<html><title>${"%41&amp;".repeat(1_000_000)}</title></html>`,
    "&#".repeat(4_000_000),
  ];
  for (const text of answers) {
    const answer = { kind: "answer", status: 400, headers: { "content-type": "application/json" }, text } as const;
    expectLimited(() => {
      const body = readBody(answer);
      const exchange = { answer, body, timeoutMs: 1, verdict: judge(answer, body) };
      const request = { method: "POST", path: "/v2/tags", headers: {}, body: "x".repeat(1_000_000) };
      const context = {
        baseUrl: "https://example.com",
        signingIn: false,
        outcome: "notApplied",
        isSecret: true,
      } as const;
      const error = createError(request, exchange, { ...context, secrets: [clientSecret, "x".repeat(100_000)] });
      expect(error.message.length).toBeLessThan(3_000);
    });
  }
  const server = await ScriptedServer.start(() => ({
    status: 400,
    headers: { "Content-Type": "text/plain" },
    text: answers[3],
  }));
  const { detail } = await catchApiError(server.createTestClient().readIdentity());
  expect(detail).toBe(`the error is larger than 1 MB, ${ownLimit}, and was not read`);
});

test("what the platform says reaches no terminal as it is, and not at any length", async () => {
  const hostile = "\u001b]0;owned\u0007\u001b[2J\u202e";
  const server = await ScriptedServer.start(() => ({
    status: 400,
    json: { message: `${hostile}${"x".repeat(100_000)}`, code: `c${hostile}`, requestId: `r${hostile}` },
  }));
  const { message, code, requestId } = await catchApiError(server.createTestClient().readIdentity());
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
  expect(message + code + requestId).not.toMatch(/[\u0000-\u001f\u202e]/);
  expect(message.length).toBeLessThan(3_000);
});

describe("answers have a bound", () => {
  let server: Server;
  let requests: number;
  let client: (settings?: Partial<ClientSettings>) => AnalyticsClient;

  beforeEach(async () => {
    requests = 0;
    server = createServer((incoming, response) => {
      const json = { "Content-Type": "application/json" };
      if (incoming.url === "/v2/auth/token") {
        return void response.writeHead(200, json).end('{"access_token":"token","expires_in":3600}');
      }
      requests += 1;
      response.writeHead(200, { ...json, "Content-Encoding": "gzip" });
      // Small on the way, and without end when it is unpacked.
      const gzip = createGzip();
      gzip.pipe(response);
      response.on("error", () => gzip.destroy());
      response.on("close", () => gzip.destroy());
      const blanks = Buffer.alloc(1024 * 1024, 0x20);
      const write = () => {
        while (!gzip.destroyed && gzip.write(blanks));
        if (!gzip.destroyed) gzip.once("drain", write);
      };
      write();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    client = (settings) => createClient({ baseUrl, clientId, clientSecret, ...settings });
  });

  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  test("of size, after unpacking; a larger one isn't asked for again", async () => {
    const before = process.memoryUsage().rss;
    const error = await catchApiError(client().readIdentity());
    expect(error).toMatchObject({ code: "too_large", detail: `the answer is larger than 64 MB, ${ownLimit}` });
    expect(requests).toBe(1);
    expect(process.memoryUsage().rss - before).toBeLessThan(6 * largestAnswer);
  });

  test("a large one below it is read", async () => {
    const userId = "x".repeat(largestAnswer - 1024);
    const packed = gzipSync(JSON.stringify({ userId, organizationId: "o" }));
    server.removeAllListeners("request");
    server.on("request", (incoming, response) => {
      const isToken = incoming.url === "/v2/auth/token";
      const headers = { "Content-Type": "application/json", ...(isToken ? {} : { "Content-Encoding": "gzip" }) };
      response.writeHead(200, headers).end(isToken ? '{"access_token":"token","expires_in":3600}' : packed);
    });
    expect((await client().readIdentity()).userId).toHaveLength(userId.length);
  });
});

describe("values of an answer have a bound", () => {
  const readText = (text: string, type = "application/json") =>
    readBody({ kind: "answer", status: 200, headers: { "content-type": type }, text });
  const tooMany = {
    kind: "unreadable",
    why: `the answer has more than ${mostValues / 1_000_000} million values, ${ownLimit}`,
  };

  test.each<[string, string, () => string]>([
    ["items", "json", () => `[${"0,".repeat(mostValues)}0]`],
    ["empty entries", "json", () => `{"entries":[${"{},".repeat(mostValues)}{}]}`],
    ["keys", "json", () => `{${'"a":0,'.repeat(mostValues)}"b":0}`],
    ["lists in a cut answer", "json", () => `[${"[],".repeat(mostValues)}`],
    ["items", "yaml", () => "- 0\n".repeat(mostValues + 1)],
    ["flow items", "yaml", () => `[${"0,".repeat(mostValues)}0]`],
    ["items in items", "yaml", () => `${"- ".repeat(150)}0\n`.repeat(mostValues / 100)],
  ])("%s in %s", (_, form, build) => {
    expectLimited(() => expect(readText(build(), `application/${form}`)).toEqual(tooMany));
  });

  test("below it, an answer is read, and what stands in texts isn't counted", () => {
    const text = "[{,".repeat(mostValues);
    expect(readText(JSON.stringify([text]))).toEqual({ kind: "data", data: [text] });
    expect(readText(`[${"0,".repeat(mostValues / 2)}0]`)).toMatchObject({ kind: "data" });
  });

  test("the error says how to go on", async () => {
    const server = await ScriptedServer.start(() => ({
      text: `[${"{},".repeat(mostValues)}{}]`,
      headers: { "Content-Type": "application/json" },
    }));
    const { message } = await catchApiError(collect(server.createTestClient().tags.list()));
    expect(message).toBe(
      `GET /v2/tags: 200, ${tooMany.why} (code unreadable_answer). Check that ${server.url} is the API's base URL. ` +
        "If it is, report the request: the limits are far above any answer that is known of the platform.",
    );
  });
});

test.each([
  ["list", defineList, Array.from({ length: 100_000 }, (_, index) => (index < 2 ? "x" : {}))],
  ["map", defineMap, Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [index, index < 2 ? "x" : {}]))],
] as const)("a %s is read up to the first wrong entry", (_, define, entries) => {
  let read = 0;
  const entry = z.unknown().refine((value) => {
    read += 1;
    return value === "x";
  }, "not x");
  const { error } = z.looseObject({ entries: define(entry) }).safeParse({ entries });
  expect(error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`)).toEqual(["entries.2: not x"]);
  expect(read).toBe(3);
});

test("an error of an API connector repeats no value that may be a secret", async () => {
  const server = await ScriptedServer.start(() => ({
    status: 400,
    json: { message: "can't take header-secret and parameter-secret" },
  }));
  const params = {
    headers: [{ key: "X-Team", mode: "static", value: "header-secret" }],
    queryParams: [{ key: "api_key", mode: "static", value: "parameter-secret" }],
  };
  const error = await catchApiError(server.createTestClient().apiConnectors.create({ name: "Billing", params }));
  expect(error.message).toContain("can't take [secret] and [secret]");
});

describe("a list has a bound", () => {
  const buildTag = (id: number) => ({
    versionTagId: `t${id}`,
    name: "t",
    color: "grass",
    organizationId: "o",
    ownerId: "u",
    ...audit,
  });

  test("of time, over all pages", async () => {
    const server = await ScriptedServer.start(async (_, nth) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { json: { entries: [], nextPage: `p${nth}` } };
    });
    const listed = collect(server.createTestClient({ overallTimeoutMs: 1_000 }).teams.list());
    const error = await catchApiError(settleBeforeTimer(listed, 4_000));
    expect(error).toMatchObject({ code: "timeout" });
    expect(server.calls.length).toBeLessThan(15);
  });

  test("but the time that the caller takes for the entries doesn't count", async () => {
    const server = await ScriptedServer.start((_, nth) => ({
      json: { entries: [buildTag(nth)], nextPage: nth < 4 ? `p${nth}` : null },
    }));
    let entries = 0;
    for await (const _ of server.createTestClient({ overallTimeoutMs: 3_000 }).tags.list()) {
      entries += 1;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
    }
    expect(entries).toBe(4);
  });

  test("of pages", async () => {
    let pages = 0;
    const endless: Transport = {
      overallTimeoutMs: 60_000,
      listingLagMs: 0,
      listingLag: new ListingLag(),
      send: async ({ answer }) => {
        pages += 1;
        // A list without a bound would never let the timeout of the test run.
        if (pages > maxPages) throw new Error("asked for more pages");
        return answer.parse({ entries: [], nextPage: `p${pages}` });
      },
      signIn: async () => {},
    };
    const error = await catchApiError(collect(list(endless, { path: "/v2/teams", entry: z.unknown(), style: "page" })));
    expect(error).toMatchObject({
      code: "too_many_pages",
      detail: `the list has more than ${maxPages} pages, ${ownLimit}`,
    });
    expect(pages).toBe(maxPages);
  });

  test("of entries, all pages together", async () => {
    let pages = 0;
    const entries = Array.from({ length: maxEntries / 10 }, () => 0);
    const long: Transport = {
      overallTimeoutMs: 60_000,
      listingLagMs: 0,
      listingLag: new ListingLag(),
      send: async ({ answer }) => {
        pages += 1;
        return answer.parse({ entries, nextPage: `p${pages}` });
      },
      signIn: async () => {},
    };
    const error = await catchApiError(collect(list(long, { path: "/v2/teams", entry: z.number(), style: "page" })));
    expect(error).toMatchObject({
      code: "too_many_entries",
      detail: `the list has more than ${maxEntries} entries, ${ownLimit}`,
    });
    expect(pages).toBe(11);
  });
});

test("a page without end takes time to read that grows with its length", () => {
  expectLimited(() => {
    for (const text of ["<html><title", "<html><title ", "<html><title>"]) {
      const long = text.repeat(manyCharacters);
      readBody({ kind: "answer", status: 502, headers: { "content-type": "text/html" }, text: long });
    }
  });
  const body = readBody({
    kind: "answer",
    status: 502,
    headers: {},
    text: '<html><title lang="en">\n Bad\n gateway </title>',
  });
  expect(body).toEqual({ kind: "page", form: "HTML", title: "Bad gateway" });
});
