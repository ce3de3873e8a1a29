import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { identity, ScriptedServer, stopServers } from "./support";

afterEach(stopServers);

const root = join(__dirname, "../../../..");

/**
 * Runs a program in a process of its own, with `api` being the client's module. Resolves to what it prints once it has
 * ended.
 */
function run(body: string, ...values: string[]): Promise<string> {
  const program = `
    const swc = require("@swc/core");
    const options = { jsc: { target: "es2022", parser: { syntax: "typescript" } }, module: { type: "commonjs" } };
    require.extensions[".ts"] = (module, file) => module._compile(swc.transformFileSync(file, options).code, file);
    const api = require("./provider/src/core/api/index.ts");
    (async () => { ${body} })();`;
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["-e", program, ...values], {
      cwd: root,
      env: process.env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    child.stdout.on("data", (chunk) => (printed += chunk));
    child.on("error", reject);
    child.on("exit", () => resolve(printed.trim()));
  });
}

it("a process ends although connections are kept", async () => {
  const server = await ScriptedServer.start(() => ({ json: identity }));
  const printed = await run(
    `const client = api.createClient({ baseUrl: process.argv[1], clientId: "i", clientSecret: "s" });
     await Promise.all([client.readIdentity(), client.readIdentity(), client.readIdentity()]);
     console.log("answered");`,
    server.url,
  );
  expect(printed).toBe("answered");
  expect(server.calls).toHaveLength(3);
});

it("loading the client loads no HTTP library", async () => {
  const printed = await run(
    `console.log(Object.keys(require.cache).filter((file) => /axios|network/.test(file)).length)`,
  );
  expect(printed).toBe("0");
});

it("connections through a proxy are kept alive, and one tunnel serves many requests", async () => {
  const tls = join(root, "tests/fixtures/tls");
  const json = { "Content-Type": "application/json" };
  const certificate = join(tls, "certificate.pem");
  const origin = createSecureServer(
    { key: readFileSync(join(tls, "key.pem")), cert: readFileSync(certificate) },
    ({ url }, response) => {
      const token = { access_token: "t", expires_in: 3600 };
      response.writeHead(200, json).end(JSON.stringify(url === "/v2/auth/token" ? token : identity));
    },
  );
  const tunnels: string[] = [];
  const proxy = createServer().on("connect", (request, socket) => {
    tunnels.push(request.url ?? "");
    const through = connect((origin.address() as AddressInfo).port, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      through.pipe(socket).pipe(through);
    });
    for (const end of [socket, through]) end.on("error", () => undefined);
  });
  await Promise.all(
    [origin, proxy].map((server) => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
  );
  const variables = {
    HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    NODE_EXTRA_CA_CERTS: certificate,
  };
  Object.assign(process.env, variables);
  try {
    const printed = await run(
      `const client = api.createClient({ baseUrl: "https://analytics.test", clientId: "i", clientSecret: "s" });
       for (let call = 0; call < 5; call += 1) console.log((await client.readIdentity()).userId);`,
    );
    expect(printed.split("\n")).toEqual(["u", "u", "u", "u", "u"]);
    expect(tunnels).toEqual(["analytics.test:443"]);
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
    for (const server of [origin, proxy]) {
      server.closeAllConnections();
      server.close();
    }
  }
});

it("a process ends although a proxy never answers its CONNECT, and prints no password, whatever happens", async () => {
  const proxy = createServer();
  const asked = new Promise<void>((resolve) => {
    proxy.on("connect", (_, socket) => {
      socket.on("error", () => undefined);
      resolve();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  Object.assign(process.env, { HTTPS_PROXY: `http://ann:hunter22@${address}`, DEBUG: "*" });
  try {
    const printed = await run(
      `process.stderr.write = (text) => process.stdout.write(text);
       const settings = { baseUrl: "https://analytics.test", clientId: "i", clientSecret: "s" };
       const client = api.createClient({ ...settings, attemptTimeoutMs: 2_000, overallTimeoutMs: 2_100 });
       await client.readIdentity().catch(({ message }) => console.log(message));
       // Sooner than the connection itself would be given up. The timer alone keeps no process.
       setTimeout(() => console.log("goes on"), 15_000).unref();`,
    );
    await asked;
    expect(printed).not.toContain("goes on");
    expect(printed).toMatch(/no complete answer from https:\/\/analytics\.test in [\d.]+ seconds/);
    expect(printed).not.toMatch(/hunter22|YW5uOmh1bnRlcjIy/);
  } finally {
    for (const name of ["HTTPS_PROXY", "DEBUG"]) delete process.env[name];
    proxy.closeAllConnections();
    proxy.close();
  }
});
