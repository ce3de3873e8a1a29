import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createClient } from "../../../../provider/src/core/api";
import { judge } from "../../../../provider/src/core/api/transport/answer";
import { createHttp } from "../../../../provider/src/core/api/transport/http";
import { TunnelAgent } from "../../../../provider/src/core/api/transport/tunnel";
import { catchApiError, clientId, clientSecret, identity, ScriptedServer, stopServers } from "./support";

const proxyVariables = ["HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "ALL_PROXY"].flatMap((name) => [
  name,
  name.toLowerCase(),
]);
const before = Object.fromEntries(proxyVariables.map((name) => [name, process.env[name]]));
const started: { readonly server: Server; readonly sockets: Set<Socket> }[] = [];
const baseUrl = "https://api.example.test";

beforeEach(() => {
  for (const name of proxyVariables) delete process.env[name];
});
afterEach(async () => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  for (const { server, sockets } of started.splice(0)) {
    server.close();
    for (const socket of sockets) socket.destroy();
  }
  await stopServers();
});

/** Listens until the end of the test, when every connection is closed, tunnels too; resolves to `127.0.0.1:port`. */
async function serve(server: Server | HttpServer): Promise<string> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  started.push({ server, sockets });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A proxy that takes CONNECT, keeps what the client says first through the tunnel, and hangs up. */
async function startTunnel(onData = () => {}): Promise<{ address: string; asked: string[]; said: Buffer[] }> {
  const asked: string[] = [];
  const said: Buffer[] = [];
  const server = createHttpServer().on("connect", (request, socket) => {
    asked.push(`${request.method} ${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    socket.once("data", (data) => {
      said.push(data);
      socket.destroy();
      onData();
    });
  });
  return { address: await serve(server), asked, said };
}

/** A proxy that answers each CONNECT with this, or with nothing. */
async function createAnswering(answer: string | undefined): Promise<{ address: string; asked: () => number }> {
  let asked = 0;
  const server = createHttpServer().on("connect", (_, socket) => {
    asked += 1;
    if (answer !== undefined) socket.end(`HTTP/1.1 ${answer}\r\nContent-Length: 0\r\n\r\n`);
  });
  return { address: await serve(server), asked: () => asked };
}

/** The error of a call with a variable set. */
function failUnder(variables: Record<string, string>) {
  Object.assign(process.env, variables);
  return catchApiError(createClient({ baseUrl, clientId, clientSecret, overallTimeoutMs: 500 }).readIdentity());
}

const formBasicAuth = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

test.each([
  ["a URL", "HTTPS_PROXY", "http://ann:hunter22@", ` ${formBasicAuth("ann:hunter22")}`],
  ["no scheme is http://", "https_proxy", "", ""],
  ["no scheme, with a password", "ALL_PROXY", "ann:hunter22@", ` ${formBasicAuth("ann:hunter22")}`],
  ["encoded letters and a stray percent", "all_proxy", "http://ann:100%25%40%@", ` ${formBasicAuth("ann:100%@%")}`],
])("https goes through the environment's proxy by CONNECT, and is TLS: %s", async (_, variable, start, credentials) => {
  const stop = new AbortController();
  const proxy = await startTunnel(() => stop.abort());
  process.env[variable] = `${start}${proxy.address}`;
  await catchApiError(createClient({ baseUrl, clientId, clientSecret, signal: stop.signal }).readIdentity());
  expect(proxy.asked[0]).toBe(`CONNECT api.example.test:443${credentials}`);
  // The first byte of a TLS handshake.
  expect(proxy.said[0]?.[0]).toBe(0x16);
  expect(Buffer.concat(proxy.said).includes(clientSecret)).toBe(false);
});

it("NO_PROXY and this machine go without", async () => {
  const proxy = await startTunnel();
  process.env.HTTPS_PROXY = `http://${proxy.address}`;
  process.env.HTTP_PROXY = `http://${proxy.address}`;
  process.env.NO_PROXY = "example.test";
  const server = await ScriptedServer.start(() => ({ json: identity }));
  await expect(server.createTestClient().readIdentity()).resolves.toEqual(identity);
  await catchApiError(createClient({ baseUrl, clientId, clientSecret, overallTimeoutMs: 500 }).readIdentity());
  expect(proxy.asked).toEqual([]);
});

describe("a proxy that can't be used is one sentence with its variable, and without its password", () => {
  const secret = "ann:hunter22@";

  test.each([
    ["socks5://", "HTTPS_PROXY", "HTTPS_PROXY names a proxy of the kind socks5://, which is not supported"],
    ["socks5h://", "ALL_PROXY", "ALL_PROXY names a proxy of the kind socks5h://, which is not supported"],
    ["SOCKS4://", "all_proxy", "all_proxy names a proxy of the kind socks4://, which is not supported"],
    ["http://a:b/", "HTTPS_PROXY", "HTTPS_PROXY is not the address of a proxy"],
    ["http://ann:12/", "https_proxy", "https_proxy is not the address of a proxy"],
    ["http://ann:12#", "https_proxy", "https_proxy is not the address of a proxy"],
  ])("%s in %s", async (start, variable, detail) => {
    const error = await failUnder({ [variable]: `${start}${secret}proxy:3128` });
    expect(error).toMatchObject({ detail, code: "proxy_setting", outcome: "notApplied" });
    expect(error.message).toMatch(/^POST \/v2\/auth\/token: .* Set \w+ to an (HTTP proxy, such|address such) as .*\.$/);
    expect(error.message).not.toMatch(/hunter|ann/);
  });

  test.each(["http://proxy:99999", "http://proxy:0", "http://", "http://a b", "http://proxy:3128:1"])(
    "%s",
    async (value) => {
      expect((await failUnder({ HTTPS_PROXY: value })).detail).toBe("HTTPS_PROXY is not the address of a proxy");
    },
  );

  test.each([
    ["407 X", "", "refused", "(407 Proxy Authentication Required)", /requires credentials\. Add them to its URL\.$/],
    ["407 X", secret, "refused", "(407 Proxy Authentication Required)", /Correct the user name and password in H/],
    ["403 hunter22", secret, "refused", "(403 Forbidden)", /Have the proxy allow api\.example\.test:443/],
    ["404 X", secret, "refused", "(404 Not Found)", /Check that HTTPS_PROXY names a proxy that allows CONNECT/],
    ["405 X", "", "refused", "(405 Method Not Allowed)", /Check that HTTPS_PROXY names a proxy that allows CONNECT/],
    ["299 X", "", "refused", "(299)", /Check that HTTPS_PROXY/],
  ])("that answers CONNECT with %s, asked once", async (answer, credentials, code, words, hint) => {
    const { address, asked } = await createAnswering(answer);
    const error = await failUnder({ HTTPS_PROXY: `http://${credentials}${address}` });
    const shown = `http://${credentials && "[secret]@"}${address}`;
    expect(error).toMatchObject({
      detail: `the proxy of HTTPS_PROXY (${shown}) refused a connection to api.example.test:443 ${words}`,
      code: `proxy_${code}`,
      outcome: "notApplied",
      hint: expect.stringMatching(hint),
    });
    expect(error.status).toBeUndefined();
    expect(error.message).not.toContain("hunter22");
    expect(asked()).toBe(1);
  });

  const startHangingUp = () => createServer((socket) => socket.once("data", () => socket.end()));
  const startSsh = () => createServer((socket) => socket.write("SSH-2.0-OpenSSH_9.2p1\r\n"));
  test.each<[string, () => Server, string, string, RegExp]>([
    [
      "a plain proxy",
      createHttpServer,
      "https://",
      "doesn't speak TLS",
      /set HTTPS_PROXY to http:\/\/127\.0\.0\.1:\d+: /,
    ],
    ["a server that hangs up", startHangingUp, "https://", "doesn't speak TLS", /set HTTPS_PROXY to http:/],
    [
      "a server that hangs up",
      startHangingUp,
      "http://",
      "closed the connection (ECONNRESET)",
      /Check the address in HTTPS_/,
    ],
    ["another protocol", startSsh, "http://", "is not an HTTP proxy", /Check the address in HTTPS_PROXY/],
    ["another protocol", startSsh, "https://", "doesn't speak TLS", /set HTTPS_PROXY to http:/],
  ])("%s (%#)", async (_, create, scheme, detail, hint) => {
    const address = await serve(create());
    const error = await failUnder({ HTTPS_PROXY: `${scheme}${secret}${address}` });
    expect(error).toMatchObject({
      detail: `the proxy of HTTPS_PROXY (${scheme}[secret]@${address}) ${detail}`,
      outcome: "notApplied",
      hint: expect.stringMatching(hint),
    });
  });

  it("an address where nothing listens", async () => {
    const gone = createServer();
    const address = await serve(gone);
    gone.close();
    const error = await failUnder({ HTTPS_PROXY: `http://${secret}${address}` });
    expect(error).toMatchObject({
      detail: `the proxy of HTTPS_PROXY (http://[secret]@${address}) can't be reached (ECONNREFUSED)`,
      hint: "Check the address in HTTPS_PROXY, or list the platform's host in NO_PROXY.",
      outcome: "notApplied",
    });
  });
});

describe("a request whose CONNECT failed was never sent", () => {
  const attempt = { method: "POST", path: "/v2/tags", headers: {}, body: "{}", timeoutMs: 10_000 };

  test.each([
    ["503 X", "broken"],
    ["429 X", "broken"],
    ["502 X", "broken"],
    ["403 X", "refused"],
    ["501 X", "refused"],
  ])("after %s, a create is %s", async (answer, kind) => {
    process.env.HTTPS_PROXY = (await createAnswering(answer)).address;
    const failure = await createHttp(baseUrl)(attempt);
    expect(judge(failure, undefined)).toEqual({ kind, maybeApplied: false });
  });
});

describe("a proxy that doesn't answer", () => {
  const ask = (agent: TunnelAgent) =>
    new Promise<Error>((resolve) =>
      agent.createConnection({ host: "api.example.test", port: 443 }, (error) => resolve(error as Error)),
    );

  it("is left after a while: its connection is closed", async () => {
    const proxy = createHttpServer();
    const closed = new Promise<void>((resolve) => {
      proxy.on("connect", (_, socket) => socket.resume().on("end", resolve));
    });
    const address = await serve(proxy);
    const agent = new TunnelAgent({ url: new URL(`http://${address}`), variable: "HTTPS_PROXY" }, {}, 200);
    expect(await ask(agent)).toMatchObject({
      code: "proxy_timeout",
      permanent: false,
      detail: `the proxy of HTTPS_PROXY (http://${address}) did not answer in 0.2 seconds`,
    });
    await closed;
  });

  it("counts as unreachable", () => {
    const failure = { kind: "failure", code: "proxy_timeout", unsent: true, permanent: false } as const;
    expect(judge(failure, undefined)).toEqual({ kind: "broken", maybeApplied: false, isUnreachable: true });
  });
});
