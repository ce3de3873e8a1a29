import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, isConflict, isNotFound, isUncertain } from "../../../../provider/src/core/api";
import { path } from "../../../../provider/src/core/api/transport/path";
import {
  audit,
  catchApiError,
  clientId,
  clientSecret,
  identity,
  type Reaction,
  ScriptedServer,
  settleBeforeTimer,
  stopServers,
} from "./support";

afterEach(stopServers);

const page = "<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head></html>";

/** Faults that may pass. `certain`: those that tell that nothing was done. */
const passing: [string, Reaction, "certain" | "uncertain"][] = [
  ["a reset", { reset: true }, "uncertain"],
  ["half a body", { cut: '{"userId": ' }, "uncertain"],
  ["no JSON", { text: "{oops", headers: { "Content-Type": "application/json" } }, "uncertain"],
  ["a page with status 200", { text: page }, "uncertain"],
  ["a 408", { status: 408 }, "uncertain"],
  ["a 500", { status: 500, json: { message: "sorry" } }, "uncertain"],
  ["a 502 page", { status: 502, text: page }, "uncertain"],
  ["a 503", { status: 503 }, "uncertain"],
  ["a 429", { status: 429, json: { message: "slow down" } }, "certain"],
  ["a 429 page", { status: 429, text: page }, "certain"],
  ["a 429 with Retry-After", { status: 429, headers: { "Retry-After": "1" } }, "certain"],
];

describe("repetition", () => {
  it("sends a file whole, each time", async () => {
    const server = await ScriptedServer.start((_request, nth) => (nth < 3 ? { status: 503 } : { json: {} }));
    const client = createClient({ baseUrl: server.url, clientId, clientSecret });
    await client.connections.uploadDbtArtifacts("warehouse", Buffer.from("manifest"));
    expect(server.calls).toHaveLength(3);
    for (const { body, headers } of server.calls) {
      expect(headers).toMatchObject({ "content-length": `${body.length}`, accept: "application/json" });
      const sent = new Response(body, { headers: { "Content-Type": `${headers["content-type"]}` } });
      const file = (await sent.formData()).get("artifacts") as File;
      expect([file.name, file.type, await file.text()]).toEqual(["artifacts.tar.gz", "application/gzip", "manifest"]);
    }
  });

  it("gets a GET past everything that may pass", async () => {
    const seen = passing.map(async ([name, fault]) => {
      const server = await ScriptedServer.start((_request, nth) => (nth === 1 ? fault : { json: identity }));
      return { name, answer: await server.createTestClient().readIdentity(), sent: server.calls.length };
    });
    expect(await Promise.all(seen)).toEqual(passing.map(([name]) => ({ name, answer: identity, sent: 2 })));
  });

  it("sends a POST that has effects again only when nothing was done", async () => {
    const seen = passing.map(async ([name, fault]) => {
      const server = await ScriptedServer.start((_request, nth) => (nth === 1 ? fault : { status: 202, json: {} }));
      const sent = server.createTestClient().webhooks.send("w", "s", { a: 1 });
      const outcome = await sent.then(
        () => "done",
        (error) => isUncertain(error) && "unknown",
      );
      return { name, outcome, sent: server.calls.length };
    });
    expect(await Promise.all(seen)).toEqual(
      passing.map(([name, , kind]) =>
        kind === "certain" ? { name, outcome: "done", sent: 2 } : { name, outcome: "unknown", sent: 1 },
      ),
    );
  });

  it.each([400, 403, 404, 409, 412, 501])("a %i is final", async (status) => {
    const server = await ScriptedServer.start(() => ({ status, json: { message: "no", requestId: "r-9", code: "c" } }));
    const error = await catchApiError(server.createTestClient().tags.update("t", { description: "d" }));
    expect(error).toMatchObject({ status, requestId: "r-9", code: "c", method: "PATCH", path: "/v2/tags/t" });
    expect(error.message).toContain(`PATCH /v2/tags/t: ${status}, no (code c, requestId r-9).`);
    expect(server.calls).toHaveLength(1);
  });

  it("a refused connection is certain for a POST too", async () => {
    const error = await catchApiError(
      createClient({ baseUrl: "http://127.0.0.1:1", clientId, clientSecret, overallTimeoutMs: 100 }).readIdentity(),
    );
    expect(error).toMatchObject({ code: "ECONNREFUSED", outcome: "notApplied" });
    expect(error.message).toContain(
      "Nothing answers at http://127.0.0.1:1, on this machine. If that is the emulator, start it in the project's " +
        "folder: npx analytics-emulator --port 1 --state .emulator/platform.jsonl.",
    );
  });

  it("a DELETE whose answer was lost has succeeded when the object is gone", async () => {
    const server = await ScriptedServer.start((_request, nth) =>
      nth === 1 ? { reset: true } : { status: 404, json: { requestId: "r", message: "no such file" } },
    );
    await expect(server.createTestClient().files.delete("f")).resolves.toBeUndefined();
  });

  it("a DELETE of what never was says so, and a proxy's 404 proves nothing", async () => {
    const server = await ScriptedServer.start(() => ({
      status: 404,
      json: { requestId: "r", message: "no such file" },
    }));
    expect(isNotFound(await catchApiError(server.createTestClient().files.delete("f")))).toBe(true);
    const behind = await ScriptedServer.start((_request, nth) =>
      nth === 1 ? { reset: true } : { status: 404, text: page },
    );
    const error = await catchApiError(behind.createTestClient().files.delete("f"));
    expect(isNotFound(error)).toBe(false);
    expect(error).toMatchObject({ fromProxy: true, outcome: "unknown" });
  });

  it("keeps in mind that an earlier request of the call may have been carried out", async () => {
    const server = await ScriptedServer.start((_request, nth) =>
      nth === 1 ? { reset: true } : { status: 409, json: {} },
    );
    const error = await catchApiError(server.createTestClient().files.update("m", { name: "Taken" }));
    expect(isConflict(error)).toBe(true);
    expect(isUncertain(error)).toBe(true);
  });
});

describe("a server error that is an ordinary answer", () => {
  it("isn't retried when it is the platform's, and is when a proxy answers", async () => {
    const server = await ScriptedServer.start((_request, nth) => ({ status: 500, ...(nth === 1 && { text: page }) }));
    const none = server.createTestClient().documents.findElementLineage({ workbookId: "w" }, "e");
    expect(await none).toBeUndefined();
    expect(server.calls).toHaveLength(2);
  });
});

describe("deadlines", () => {
  it("ends an attempt that takes too long, even when it trickles, and tries again", async () => {
    const server = await ScriptedServer.start((_request, nth) => (nth === 1 ? { hang: true } : { json: identity }));
    await expect(server.createTestClient({ attemptTimeoutMs: 2_000 }).readIdentity()).resolves.toEqual(identity);
  });

  it("ends the call after the overall deadline", async () => {
    const server = await ScriptedServer.start(() => ({ hang: true }));
    const asked = server.createTestClient({ attemptTimeoutMs: 100, overallTimeoutMs: 400 }).readIdentity();
    const error = await catchApiError(settleBeforeTimer(asked, 5_000));
    expect(error.code).toBe("timeout");
  });

  it("says which server took longer than which setting allows", async () => {
    const server = await ScriptedServer.start(() => ({ hang: true }));
    const client = server.createTestClient({ attemptTimeoutMs: 2_000, listingLagMs: 0, overallTimeoutMs: 5_000 });
    const error = await catchApiError(client.tags.create({ name: "t", color: "cyan" }));
    expect(error.message).toContain(`POST /v2/tags: no complete answer from ${server.url} in 2 seconds (code timeout)`);
    expect(error.message).toContain("set analytics:requestTimeout (seconds per request) higher");
  });

  it("calls a connection that ends in mid-answer broken, not late", async () => {
    const server = await ScriptedServer.start(() => ({ cut: '{"versionTagId":' }));
    const client = server.createTestClient({ listingLagMs: 0, overallTimeoutMs: 3_000 });
    const error = await catchApiError(client.tags.create({ name: "t", color: "cyan" }));
    expect(error.message).toContain(
      `POST /v2/tags: the connection to ${server.url} broke before the answer was complete`,
    );
    expect(error.message).not.toContain("requestTimeout");
  });

  it("doesn't wait for a Retry-After beyond the deadline", async () => {
    const server = await ScriptedServer.start(() => ({ status: 429, headers: { "Retry-After": "3600" } }));
    const error = await catchApiError(server.createTestClient({ overallTimeoutMs: 5_000 }).readIdentity());
    expect(error.status).toBe(429);
    expect(server.calls).toHaveLength(1);
  });

  it("ends with the signal, at once, and says that the call may have been carried out", async () => {
    const stop = new AbortController();
    // As many as a client begins with, of which none is answered.
    const sent = 4;
    const server = await ScriptedServer.start((_request, nth) => {
      if (nth === sent) stop.abort();
      return { hang: true };
    });
    const client = server.createTestClient({ signal: stop.signal });
    const calls = Array.from({ length: 30 }, () => catchApiError(client.webhooks.send("w", "s", {})));
    const errors = await Promise.all(calls);
    expect(errors.every(({ code }) => code === "aborted")).toBe(true);
    expect(errors.filter(isUncertain)).toHaveLength(sent);
  });
});

describe("what is sent", () => {
  it("names its kind, its version and what it takes", async () => {
    const server = await ScriptedServer.start(() => ({ json: identity }));
    await server.createTestClient().readIdentity();
    expect(server.calls[0]?.headers).toMatchObject({
      accept: "application/json",
      "user-agent": expect.stringMatching(/^pulumi-analytics\/\d+\.\d+\.\d+/),
    });
  });

  it("keeps connections", async () => {
    const server = await ScriptedServer.start(() => ({ json: identity }));
    const client = server.createTestClient();
    for (let call = 0; call < 10; call += 1) await client.readIdentity();
    expect(server.connectionCount).toBe(1);
  });

  it("goes below the path of the base URL", async () => {
    const server = await ScriptedServer.start(() => ({ json: identity }));
    server.onToken = () => ({ json: { access_token: "t", expires_in: 60 } });
    const client = createClient({ baseUrl: `${server.url}/gateway/`, clientId, clientSecret });
    await client.readIdentity().catch(() => undefined);
    expect(server.requests.every((request) => request.path.startsWith("/gateway/v2/"))).toBe(true);
  });

  it("follows no redirect and no address in an answer", async () => {
    const other = await ScriptedServer.start(() => ({ json: identity }));
    const server = await ScriptedServer.start((request) =>
      request.path === "/v2/whoami"
        ? { status: 307, headers: { Location: `${other.url}/v2/whoami` } }
        : { json: { entries: [], nextPage: request.query.has("page") ? null : `${other.url}/v2/tags?page=2` } },
    );
    const error = await catchApiError(server.createTestClient().readIdentity());
    expect(error).toMatchObject({ status: 307 });
    expect(error.message).toContain("base URL");
    for await (const _ of server.createTestClient().tags.list());
    expect(other.requests).toHaveLength(0);
  });

  it("encodes ids, and refuses those that lead elsewhere", () => {
    expect(path`/v2/tags/${"a/b?c#d"}/workbooks`).toBe("/v2/tags/a%2Fb%3Fc%23d/workbooks");
    for (const id of ["", " ", ".", ".."]) expect(() => path`/v2/tags/${id}`).toThrow(TypeError);
    expect(() => path`/v2/tags/${undefined as unknown as string}`).toThrow(TypeError);
  });
});

describe("errors", () => {
  it("explain a 403 page by what the body may look like", async () => {
    const server = await ScriptedServer.start(() => ({ status: 403, text: page }));
    const error = await catchApiError(
      server.createTestClient().dataModels.updateSpec("m", { schemaVersion: 1, pages: [] }),
    );
    expect(error).toMatchObject({ status: 403, fromProxy: true });
    expect(error.message).toContain('"502 Bad Gateway"');
    expect(error.message).toContain("CSS (`rgb(…)`), HTML or SQL");
  });

  it.each(["Invalid access token", "Invalid refresh token", "Invalid access/refresh token"])(
    "explain a 400 that refuses credentials of another region: %s",
    async (message) => {
      const server = await ScriptedServer.start(() => ({ status: 400, json: { message } }));
      expect((await catchApiError(server.createTestClient().readIdentity())).message).toContain(
        "Credentials that are valid in one region",
      );
    },
  );

  it("keep secrets of the body out, however they come back", async () => {
    const password = "pass-w0rd-1";
    const server = await ScriptedServer.start(({ body }) => ({
      status: 400,
      json: { message: `Expecting x at 0.credential but instead got: ${body}`, details: [JSON.parse(body)] },
    }));
    const basic = { authMethod: "basic", basic: { username: "u", password } } as const;
    const error = await catchApiError(
      server.createTestClient().apiCredentials.create({ name: "c", allowlist: ["*"], credential: basic }),
    );
    expect(JSON.stringify([error, error.message, error.stack])).not.toContain(password);
    expect(error.detail).toBe("the answer repeats the request, and is not shown");
  });

  it("keep the platform's words where they repeat a secret alone", async () => {
    const password = "pass-w0rd-1";
    const server = await ScriptedServer.start(() => ({
      status: 400,
      json: { message: `the password ${password} is too weak`, code: "weak_password" },
    }));
    const credential = { authMethod: "basic", basic: { username: "u", password } } as const;
    const error = await catchApiError(
      server.createTestClient().apiCredentials.create({ name: "c", allowlist: ["*"], credential }),
    );
    expect(error).toMatchObject({ detail: "the password [secret] is too weak", code: "weak_password" });
  });

  it("tell where an answer isn't as documented", async () => {
    const server = await ScriptedServer.start(() => ({
      json: { entries: [{ ...audit, versionTagId: 7 }], nextPage: null },
    }));
    const error = await catchApiError(server.createTestClient().tags.findById("t"));
    expect(error).toMatchObject({ code: "unexpected_answer", status: 200 });
    expect(error.message).toContain("entries.0.versionTagId");
  });

  it("read YAML where JSON was asked for, dates as text", async () => {
    const server = await ScriptedServer.start(() => ({
      text: "userId: u\norganizationId: o\nsince: 2026-01-01T00:00:00Z\n",
      headers: { "Content-Type": "application/yaml" },
    }));
    await expect(server.createTestClient().readIdentity()).resolves.toEqual({
      ...identity,
      since: "2026-01-01T00:00:00Z",
    });
  });
});

describe("ANALYTICS_TRACE", () => {
  it("gets a line per request, with nothing of what was sent", async () => {
    const folder = mkdtempSync(join(tmpdir(), "trace-"));
    const traceFile = join(folder, "trace.jsonl");
    const server = await ScriptedServer.start((_request, nth) =>
      nth === 1 ? { status: 503 } : { json: { entries: [], nextPage: null }, headers: { "X-Request-Id": "r-7" } },
    );
    for await (const _ of server.createTestClient({ traceFile }).members.list({ email: "ann@example.com" }));
    const text = readFileSync(traceFile, "utf8");
    rmSync(folder, { recursive: true });
    const lines = text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { method: "POST", path: "/v2/auth/token", status: 200, attempt: 1 },
      { method: "GET", path: "/v2/members", status: 503, attempt: 1 },
      { method: "GET", path: "/v2/members", status: 200, attempt: 2, requestId: "r-7", ms: expect.any(Number) },
    ]);
    expect(text).not.toMatch(/the-client-secret|token-1|ann@|ann%40/);
  });

  it("that can't be written stops nothing", async () => {
    const said = jest.spyOn(console, "error").mockImplementation(() => undefined);
    const server = await ScriptedServer.start(() => ({ json: identity }));
    await server.createTestClient({ traceFile: "/nowhere/at/all" }).readIdentity();
    expect(said).toHaveBeenCalledTimes(1);
    said.mockRestore();
  });
});
