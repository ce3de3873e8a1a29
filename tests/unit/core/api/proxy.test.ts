import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createClient } from "../../../../provider/src/core/api";
import { clientId, clientSecret, errorFrom, identity, ScriptedServer, stopServers } from "./support";

const proxyVariables = [
  "HTTPS_PROXY",
  "https_proxy",
  "HTTP_PROXY",
  "http_proxy",
  "NO_PROXY",
  "no_proxy",
  "ALL_PROXY",
  "all_proxy",
];
const before = Object.fromEntries(proxyVariables.map((name) => [name, process.env[name]]));

beforeEach(() => {
  for (const name of proxyVariables) delete process.env[name];
});
afterEach(async () => {
  for (const [name, value] of Object.entries(before)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  await stopServers();
});

/** A proxy that takes CONNECT, keeps what the client says first through the tunnel, and hangs up. */
async function tunnel(onData = () => {}): Promise<{ url: string; asked: string[]; said: Buffer[]; stop(): void }> {
  const asked: string[] = [];
  const said: Buffer[] = [];
  const server = createHttpServer();
  server.on("connect", (request, socket) => {
    asked.push(`${request.method} ${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    socket.once("data", (data) => {
      said.push(data);
      socket.destroy();
      onData();
    });
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://user:pass@127.0.0.1:${port}`, asked, said, stop: () => server.close() };
}

it("https goes through the environment's proxy by CONNECT, and what goes through is TLS", async () => {
  const stop = new AbortController();
  const proxy = await tunnel(() => stop.abort());
  process.env.HTTPS_PROXY = proxy.url;
  const client = createClient({
    baseUrl: "https://api.example.test",
    clientId,
    clientSecret,
    signal: stop.signal,
  });
  await errorFrom(client.whoami());
  proxy.stop();
  expect(proxy.asked[0]).toBe(`CONNECT api.example.test:443 Basic ${Buffer.from("user:pass").toString("base64")}`);
  // The first byte of a TLS handshake.
  expect(proxy.said[0]?.[0]).toBe(0x16);
  expect(Buffer.concat(proxy.said).includes(clientSecret)).toBe(false);
});

it("NO_PROXY and this machine go without", async () => {
  const proxy = await tunnel();
  process.env.HTTPS_PROXY = proxy.url;
  process.env.HTTP_PROXY = proxy.url;
  process.env.NO_PROXY = ".example.test";
  const server = await ScriptedServer.start(() => ({ json: identity }));
  await expect(server.client().whoami()).resolves.toEqual(identity);
  const client = createClient({
    baseUrl: "https://api.example.test",
    clientId,
    clientSecret,
    overallTimeoutMs: 500,
  });
  await errorFrom(client.whoami());
  proxy.stop();
  expect(proxy.asked).toEqual([]);
});

it("a proxy that wants credentials, and an address that is none, are told", async () => {
  const proxy = createHttpServer().on("connect", (_, socket) => {
    socket.end("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const baseUrl = "https://api.example.test";
  process.env.HTTPS_PROXY = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const refused = await errorFrom(createClient({ baseUrl, clientId, clientSecret }).whoami());
  proxy.close();
  expect(refused.message).toContain("The proxy (HTTPS_PROXY) requires credentials. Add them to its URL.");
  process.env.HTTPS_PROXY = "http://[no address";
  const wrong = await errorFrom(createClient({ baseUrl, clientId, clientSecret }).whoami());
  expect(wrong.message).toContain("ERR_INVALID_URL");
});
