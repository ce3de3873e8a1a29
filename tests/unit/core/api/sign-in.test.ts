import { inspect } from "node:util";
import { ApiError, createClient } from "../../../../provider/src/core/api";
import { catchApiError, clientId, clientSecret, identity, type Reaction, ScriptedServer, stopServers } from "./support";

afterEach(stopServers);

describe("sign-in", () => {
  it("trades the pair for a token, as form fields, and sends it with every call", async () => {
    const server = await ScriptedServer.start(() => ({ json: identity }));
    await server.createTestClient().readIdentity();
    const [token] = server.tokenRequests;
    expect(token?.method).toBe("POST");
    expect(token?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    expect(Object.fromEntries(new URLSearchParams(token?.body))).toEqual({
      grant_type: "client_credentials",
      client_id: clientId,
      client_secret: clientSecret,
    });
    expect(server.calls[0]?.headers.authorization).toBe("Bearer token-1");
  });

  it("asks for one token, however many callers", async () => {
    const server = await ScriptedServer.start(() => ({ json: identity }));
    const client = server.createTestClient();
    await Promise.all(Array.from({ length: 50 }, () => client.readIdentity()));
    expect(server.tokenRequests).toHaveLength(1);
  });

  it("renews a token before it expires, at most once per second", async () => {
    const server = await ScriptedServer.start(() => ({ json: identity }));
    server.tokenSeconds = 0.01;
    const client = server.createTestClient();
    const began = performance.now();
    for (let call = 0; call < 3; call += 1) {
      await client.readIdentity();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(server.tokenRequests).toHaveLength(3);
    // A request may arrive late on a busy machine: what is sure is the time of all of them.
    expect(performance.now() - began).toBeGreaterThanOrEqual(2000);
  });

  it("drops a refused token and fetches one more", async () => {
    const server = await ScriptedServer.start(({ headers }) =>
      headers.authorization === "Bearer token-1" ? { status: 401, json: { code: "unauthorized" } } : { json: identity },
    );
    const client = server.createTestClient();
    await Promise.all(Array.from({ length: 4 }, () => client.readIdentity()));
    expect(server.tokenRequests).toHaveLength(2);
  });

  it("gives up on the second refusal and says what it may be", async () => {
    const server = await ScriptedServer.start(() => ({
      status: 401,
      json: { requestId: "r-1", message: "Unauthorized", code: "unauthorized" },
    }));
    const error = await catchApiError(server.createTestClient({ region: "aws-uk" }).readIdentity());
    expect(server.calls).toHaveLength(2);
    expect(error).toMatchObject({ status: 401, code: "unauthorized", requestId: "r-1", outcome: "notApplied" });
    expect(error.message).toContain("aws-uk, AWS UK");
    expect(error.message).toContain("fail in every other");
  });

  it("explains a wrong pair to all callers with one request", async () => {
    const server = await ScriptedServer.start(() => ({ json: identity }));
    server.onToken = () => ({ status: 400, json: { message: `no client ${clientSecret}`, code: "invalid_request" } });
    const client = server.createTestClient();
    const errors = await Promise.all(Array.from({ length: 30 }, () => catchApiError(client.readIdentity())));
    expect(server.tokenRequests).toHaveLength(1);
    expect(errors[29]?.message).toContain("analytics:region");
    expect(errors[29]?.message).toContain("[secret]");
  });

  it("survives whatever may pass at the token endpoint", async () => {
    const faults: Reaction[] = [
      { status: 500, json: {} },
      { status: 429, text: "<html>slow down</html>" },
      { reset: true },
      { cut: '{"access_token": "to' },
    ];
    await Promise.all(
      faults.map(async (fault) => {
        const server = await ScriptedServer.start(() => ({ json: identity }));
        server.onToken = (_request, nth) => (nth === 1 ? fault : { json: { access_token: "t", expires_in: 60 } });
        await expect(server.createTestClient().readIdentity()).resolves.toEqual(identity);
        expect(server.tokenRequests).toHaveLength(2);
      }),
    );
  });

  it("ends when the client is cancelled", async () => {
    const server = await ScriptedServer.start(() => ({ json: identity }));
    server.onToken = () => ({ hang: true });
    const stop = new AbortController();
    const call = catchApiError(server.createTestClient({ signal: stop.signal }).readIdentity());
    setTimeout(() => stop.abort(), 50);
    expect(await call).toMatchObject({ code: "aborted" });
  });
});

describe("secrets", () => {
  it("are in no error and no printed client, at any depth", async () => {
    const server = await ScriptedServer.start(({ headers }) => ({
      status: 400,
      json: { message: `Expecting string but instead got: ${headers.authorization} ${clientSecret}`, seen: headers },
    }));
    const client = server.createTestClient();
    const error = await catchApiError(client.readIdentity());
    await catchApiError(
      createClient({ baseUrl: "http://127.0.0.1:1", clientId, clientSecret, overallTimeoutMs: 50 }).readIdentity(),
    );
    for (const shown of [error, client]) {
      const texts = [inspect(shown, { depth: 20, showHidden: true }), JSON.stringify(shown), String(shown)];
      if (shown instanceof ApiError) texts.push(shown.stack ?? "");
      for (const text of texts) expect(text).not.toMatch(/the-client-secret|token-1/);
    }
    expect(error.message).toContain("Bearer [secret] [secret]");
    expect(error.cause).toBeUndefined();
  });
});

it("an unusual grant shows no token either", async () => {
  const server = await ScriptedServer.start(() => ({ json: identity }));
  server.onToken = () => ({ json: { access_token: "token-of-the-unusual", expires_in: null } });
  const error = await catchApiError(server.createTestClient().readIdentity());
  expect(error).toMatchObject({ code: "unexpected_answer", path: "/v2/auth/token" });
  expect(inspect(error, { depth: 9 })).not.toContain("token-of");
});
