import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import type { TemporaryStack } from "../../tools/quickstart/src/temporary-stack";
import { secretsSettings } from "../engine/key-service";
import { createStack, getCli, projectYaml, repository } from "../engine/support";
import { buildSettings, createFolderWith, createTemporaryFolder, runInTerminal, runPiped, stabilize } from "./support";

const certificates = join(repository, "tests/fixtures/tls");
const certificate = join(certificates, "certificate.pem");

/** Nothing of the machine the test runs on. */
const quiet = {
  NODE_EXTRA_CA_CERTS: "",
  ...Object.fromEntries(
    ["HTTPS_PROXY", "HTTP_PROXY", "ALL_PROXY", "NO_PROXY"].flatMap((name) => [
      [name, ""],
      [name.toLowerCase(), ""],
    ]),
  ),
};

/** An environment in which `pulumi` is the real one. */
async function buildPulumiEnvironment(): Promise<Record<string, string>> {
  const { command, env } = await getCli();
  const folders = [...(isAbsolute(command) ? [dirname(command)] : []), process.env.PATH ?? ""];
  return { ...env, PATH: folders.join(delimiter) };
}

/** The text of a report in which what depends on machine and run has a name. */
function simplifyReport(text: string, names: Record<string, string> = {}): string {
  return stabilize(text, { ...names, [process.versions.node]: "<node>" })
    .replaceAll(/requestId [\w-]+/g, "requestId <id>")
    .replaceAll(/user \w+, account type (\w+), organization [\w-]+/g, "user <id>, account type $1, organization <id>");
}

interface Check {
  readonly id: string;
  readonly result: string;
  readonly seen: string;
  readonly hint?: string;
}

/** What a run with `--json` found, by probe. */
function groupChecks(stdout: string): Map<string, Check[]> {
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  const byProbe = new Map<string, Check[]>();
  for (const check of checks) byProbe.set(check.id, [...(byProbe.get(check.id) ?? []), check]);
  return byProbe;
}

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});

/** Starts a server on a port of its own, until the end of the suite. */
async function serve<T extends Server>(server: T): Promise<T & { readonly port: number }> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  servers.push(server);
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
}

/** Hands requests on to the emulator, and answers with what `change` makes of the headers. */
function startFront(
  emulator: Emulator,
  change: (headers: IncomingMessage["headers"]) => object = (headers) => headers,
) {
  return (incoming: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = incoming;
    const outgoing = request(`${emulator.url}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, change(answer.headers) as Record<string, string>);
      answer.pipe(response);
    });
    incoming.pipe(outgoing);
  };
}

describe("with an emulator", () => {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ seed: 1, tokenRequestsPerSecond: null });
    const model = { name: "Orders", folderId: emulator.seeded.folders.models, schemaVersion: 1, pages: [] };
    await emulator.ui.request("POST", "/v2/dataModels/spec", model);
  });
  afterAll(() => emulator.stop());
  afterEach(() => {
    emulator.removeFault();
    emulator.clearRequests();
  });
  const folder = createTemporaryFolder();
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    runPiped(["doctor", ...args], {
      cwd: folder,
      env: { ...quiet, PATH: "", PULUMI_HOME: join(folder, "home"), ...buildSettings(emulator), ...env },
    });

  describe("a project that is in order", () => {
    let stack: TemporaryStack;
    let names: Record<string, string>;
    let env: Record<string, string>;
    beforeAll(async () => {
      env = { ...quiet, ...(await buildPulumiEnvironment()) };
      stack = await createStack({
        files: {},
        texts: { "Pulumi.yaml": projectYaml },
        nodeModules: join(repository, "node_modules"),
        config: { "analytics:baseUrl": emulator.url, "analytics:clientId": emulator.clientId },
        secrets: { "analytics:clientSecret": emulator.clientSecret },
      });
      const readVersion = (name: string) =>
        (require(join(repository, "node_modules", name, "package.json")) as { version: string }).version;
      const [, pulumi = ""] = /v(\S+)/.exec(await stack.expect(["version"])) ?? [];
      names = {
        [dirname(stack.directory)]: "<root>",
        [emulator.url]: "<emulator>",
        [pulumi]: "<pulumi>",
        [readVersion("@pulumi/pulumi")]: "<sdk>",
        [readVersion("@pulumi/policy").replace(/^v/, "")]: "<policy sdk>",
        [readVersion("pulumi-analytics")]: "<version>",
      };
      emulator.clearRequests();
    });
    afterAll(() => stack.dispose());
    // The stack is called as its passphrase and the token of its keys are, and no report shows those.
    const ownSecrets = { VAULT_TOKEN: "token", PULUMI_CONFIG_PASSPHRASE: "phrase" };
    const buildOptions = () => ({ cwd: stack.directory, env: { ...env, ...stack.environment, ...ownSecrets } });

    test("piped", async () => {
      const { code, stdout, stderr } = await runPiped(["doctor"], buildOptions());
      expect(simplifyReport(stdout, names)).toMatchSnapshot();
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    });

    test("in a terminal", async () => {
      const { code, screen } = await runInTerminal(["doctor"], { ...buildOptions(), columns: 200 });
      expect(simplifyReport(screen, names)).toMatchSnapshot();
      expect(code).toBe(0);
    });

    test("as JSON", async () => {
      const { code, stdout } = await runPiped(["doctor", "--json"], buildOptions());
      const report = JSON.parse(stdout) as { ok: boolean; counts: object; checks: Check[] };
      expect(report).toMatchObject({ ok: true, counts: { warning: 0, failed: 0 } });
      expect(simplifyReport(JSON.stringify(report.checks.slice(0, 5), null, 2), names)).toMatchSnapshot();
      expect(code).toBe(0);
    });

    test("nothing is written, nothing secret is said", async () => {
      const { stdout } = await runPiped(["doctor", "--json"], buildOptions());
      const asked = emulator.requests().map(({ method, path }) => `${method} ${path.split("?")[0]}`);
      expect(asked).toContain("GET /v2/api-credentials");
      expect(asked.filter((call) => !call.startsWith("GET ") && call !== "POST /v2/auth/token")).toEqual([]);
      expect(stdout).not.toContain(emulator.clientSecret);
    });

    test("a stack that isn't there", async () => {
      const { code, stdout } = await runPiped(
        ["doctor", "--json", "--offline", "--stack", "production"],
        buildOptions(),
      );
      const checks = groupChecks(stdout);
      expect(checks.get("stack")).toMatchObject([{ result: "failed", seen: "no stack named 'production' found" }]);
      expect(checks.get("configuration")).toMatchObject([{ result: "skipped", seen: "needs Stack" }]);
      expect(code).toBe(1);
    });

    test("a terminal whose backend isn't the project's", async () => {
      const cwd = createFolderWith(folder, {
        "Pulumi.yaml": "name: shop\nruntime: nodejs\nbackend: { url: file://./.emulator }\n",
      });
      const { stdout } = await runPiped(["doctor", "--json", "--offline"], { ...buildOptions(), cwd });
      expect(groupChecks(stdout).get("stack")).toMatchObject([
        { result: "failed", hint: expect.stringContaining("`unset PULUMI_BACKEND_URL` to use that one. Then run") },
      ]);
    });

    test("a passphrase that isn't known", async () => {
      const { cwd, env: known } = buildOptions();
      await stack.expect(["stack", "change-secrets-provider", "passphrase"]);
      const wrong = { ...known, PULUMI_CONFIG_PASSPHRASE: "something else" };
      const { stdout } = await runPiped(["doctor", "--json", "--offline"], { cwd, env: wrong });
      await stack.expect(["stack", "change-secrets-provider", secretsSettings.secretsprovider]);
      const checks = groupChecks(stdout);
      expect(checks.get("configuration")).toMatchObject([
        { result: "failed", seen: expect.stringContaining("passphrase") },
      ]);
      expect(checks.get("plain-secrets")).toMatchObject([{ result: "ok" }]);
      // What the configuration may have isn't reported as missing.
      expect(checks.get("settings")).toMatchObject([{ result: "skipped", seen: "needs Configuration" }]);
      expect(stdout).not.toContain("something else");
    });

    test("variables with the stack's own values are no news", async () => {
      const { cwd, env: stackEnv } = buildOptions();
      const same = { ANALYTICS_BASE_URL: emulator.url, ANALYTICS_CLIENT_ID: emulator.clientId };
      const { stdout } = await runPiped(["doctor", "--offline"], { cwd, env: { ...stackEnv, ...same } });
      expect(stdout).toMatch(/✓ Environment/);
      expect(stdout).not.toContain("overrides it");
    });

    test("settings that are unknown, contradict each other or stand in the open", async () => {
      const file = join(stack.directory, "Pulumi.temporary.yaml");
      const before = readFileSync(file, "utf8");
      await stack.configure({ "analytics:regoin": "aws-europe", "analytics:region": "aws-us-west" });
      const settings = [
        ["analytics:profiles.eu.region", "aws-eu"],
        ["analytics:profiles.eu.clientSecret", "a-secret-in-the-open"],
        ["analytics:profiles.uk.region", "aws-uk"],
        ["analytics:profiles.uk.client-id", "1"],
        ["analytics:rules.unresolved-nam", "off"],
        ["analytics:rules.unresolved-name", "never"],
        ["analytics:deploymentPolicies.treatAsDeletedWhen", "always"],
        ["analytics:apiCredentials.refresh", "some"],
      ] as const;
      for (const [key, value] of settings) await stack.expect(["config", "set", "--plaintext", "--path", key, value]);
      const { cwd, env: stackEnv } = buildOptions();
      try {
        const { code, stdout } = await runPiped(["doctor", "--offline"], {
          cwd,
          env: { ...stackEnv, ANALYTICS_REGION: "aws-uk", ANALYTICS_CLIENT_ID: "2", ANALYTICS_CLIENTSECRET: "3" },
        });
        expect(simplifyReport(stdout, names)).toMatchSnapshot();
        expect(stdout).not.toContain("a-secret-in-the-open");
        expect(code).toBe(1);
      } finally {
        writeFileSync(file, before);
      }
    });
  });

  test("settings of the environment are enough", async () => {
    const { code, stdout } = await run([]);
    expect(simplifyReport(stdout, { [emulator.url]: "<emulator>", [folder]: "<folder>" })).toMatchSnapshot();
    expect(code).toBe(1); // There is no `pulumi`.
  });

  test("a wrong secret, in the platform's words", async () => {
    const { stdout } = await run(["--json"], { ANALYTICS_CLIENT_SECRET: "not-the-secret" });
    const checks = groupChecks(stdout);
    expect(checks.get("api")).toMatchObject([{ result: "ok" }]);
    const [{ result, seen, hint } = {} as Check] = checks.get("sign-in") ?? [];
    expect(result).toBe("failed");
    expect(simplifyReport(seen)).toBe(
      "POST /v2/auth/token: 400, Wrong client secret (code invalid_request, requestId <id>).",
    );
    expect(hint).toContain("Credentials that are valid in one region fail in every other");
    expect(checks.get("identity")).toMatchObject([{ result: "skipped", seen: "needs Signing in" }]);
    expect(checks.get("read.tags")).toMatchObject([{ result: "skipped", seen: "needs Signing in" }]);
    expect(stdout).not.toContain("not-the-secret");
  });

  test("rights that are missing: what for, and which", async () => {
    const refuse = (path: string, body: "json" | "html" = "json") =>
      emulator.addFault({ fault: "status", status: 403, body, method: "GET", path });
    refuse("/v2/api-credentials");
    refuse("/v2/dataModels");
    refuse("/v2/teams", "html");
    refuse("/v2/members/*");
    const { code, stdout } = await run([]);
    expect(stdout).toContain("can't read the account type; only a write shows whether it is sufficient");
    expect(stdout).toContain("writing DataModel needs an Admin account");
    const rights = stdout.slice(stdout.indexOf("Read access"));
    expect(simplifyReport(rights)).toMatchSnapshot();
    expect(code).toBe(1);
  });

  test("without essential rights it fails, without others it doesn't", async () => {
    const env = await buildPulumiEnvironment();
    emulator.addFault({ fault: "status", status: 403, body: "json", path: "/v2/members" });
    expect((await run([], env)).code).toBe(0);
    emulator.addFault({ fault: "status", status: 403, body: "json", path: "/v2/connections" });
    expect((await run([], env)).code).toBe(1);
  });

  test("an organization that has no datasets any more lacks no right", async () => {
    emulator.configure({ datasetEndpoints: "gone" });
    const { stdout } = await run(["--json"]);
    emulator.configure({ datasetEndpoints: "served" });
    expect(groupChecks(stdout).get("read.datasets")).toMatchObject([
      { result: "skipped", seen: "The organization has no datasets any more: the platform has retired them." },
    ]);
  });

  test("a clock that is wrong", async () => {
    const buildClock = async (aheadMs: number) => {
      const formLater = () => new Date(Date.now() + aheadMs).toUTCString();
      const { port } = await serve(
        createServer(startFront(emulator, (headers) => ({ ...headers, date: formLater() }))),
      );
      const { stdout } = await run(["--json"], { ANALYTICS_BASE_URL: `http://127.0.0.1:${port}` });
      return groupChecks(stdout)
        .get("clock")
        ?.map(({ result, seen }) => [result, seen]);
    };
    expect(await buildClock(30_000)).toEqual([["ok", "within a minute of the platform's"]]);
    expect(await buildClock(180_000)).toEqual([["warning", "3 minutes behind the platform's"]]);
    expect(await buildClock(-600_000)).toEqual([["failed", "10 minutes ahead of the platform's"]]);
  });

  test("a certificate that nobody vouches for, that is vouched for, and that isn't looked at", async () => {
    const key = readFileSync(join(certificates, "key.pem"));
    const cert = readFileSync(certificate);
    const { port } = await serve(createSecureServer({ key, cert }, startFront(emulator)));
    const readSeenWith = async (env: Record<string, string>) => {
      const { stdout } = await run(["--json"], { ANALYTICS_BASE_URL: `https://localhost:${port}`, ...env });
      const checks = groupChecks(stdout);
      return ["certificates", "tls", "api", "sign-in"].map((id) =>
        checks.get(id)?.map(({ result, seen }) => `${result}: ${seen}`),
      );
    };
    expect(await readSeenWith({})).toMatchSnapshot("not vouched for");
    const known = await readSeenWith({ NODE_EXTRA_CA_CERTS: certificate });
    expect(stabilize(JSON.stringify(known, null, 2), { [certificate]: "<certificate>" })).toMatchSnapshot(
      "vouched for",
    );
    expect(await readSeenWith({ NODE_TLS_REJECT_UNAUTHORIZED: "0" })).toMatchSnapshot("not looked at");
  });

  test("through a proxy, whose password isn't shown", async () => {
    const key = readFileSync(join(certificates, "key.pem"));
    const cert = readFileSync(certificate);
    const platform = await serve(createSecureServer({ key, cert }, startFront(emulator)));
    const asked: { host?: string; authorization?: string }[] = [];
    const proxy = createServer().on("connect", (incoming: IncomingMessage, socket: Socket) => {
      asked.push({ host: incoming.url, authorization: incoming.headers["proxy-authorization"] });
      const tunnel = connect(platform.port, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
        tunnel.pipe(socket).pipe(tunnel);
      });
      for (const end of [socket, tunnel]) end.on("error", () => {});
    });
    const { port } = await serve(proxy);
    const { stdout } = await run(["--json"], {
      ANALYTICS_BASE_URL: "https://analytics.test",
      HTTPS_PROXY: `http://ann:hunter22@127.0.0.1:${port}`,
      NODE_EXTRA_CA_CERTS: certificate,
    });
    const checks = groupChecks(stdout);
    expect(checks.get("proxy")).toMatchObject([
      {
        result: "ok",
        seen: `requests go through http://[secret]@127.0.0.1:${port}, which sees the host name only (CONNECT)`,
      },
    ]);
    for (const id of ["address", "tls", "api", "sign-in", "read.tags"]) {
      expect(checks.get(id)).toMatchObject([{ result: "ok" }]);
    }
    expect(asked[0]).toEqual({
      host: "analytics.test:443",
      authorization: `Basic ${Buffer.from("ann:hunter22").toString("base64")}`,
    });
    expect(stdout).not.toContain("hunter22");
  });

  test("Ctrl-C ends it", async () => {
    emulator.addFault({ fault: "delay", ms: 60_000, path: "/v2/tags" });
    const isAsked = () => emulator.requests().some(({ path }) => path.startsWith("/v2/tags"));
    let timer: NodeJS.Timeout | undefined;
    const run = await runPiped(["doctor"], {
      cwd: folder,
      env: { ...quiet, PATH: "", ...buildSettings(emulator) },
      started: (pid) => {
        // Once: a second one is for those who can't wait.
        timer = setInterval(() => {
          if (!isAsked()) return;
          clearInterval(timer);
          process.kill(pid, "SIGINT");
        }, 50);
      },
    }).finally(() => clearInterval(timer));
    expect(run).toMatchObject({ code: 130, stdout: "" });
  });
});

describe("where nothing is", () => {
  const folder = createTemporaryFolder();
  const run = (args: readonly string[], env: Record<string, string> = {}) =>
    runPiped(["doctor", ...args], {
      cwd: folder,
      env: { ...quiet, PATH: "", PULUMI_HOME: join(folder, "home"), ...env },
    });

  test("it says what it can", async () => {
    const { code, stdout, stderr } = await run([]);
    expect(simplifyReport(stdout, { [folder]: "<folder>" })).toMatchSnapshot();
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  });

  test("a stack of no project", async () => {
    const { stdout } = await run(["--json", "--stack", "prod"]);
    expect(groupChecks(stdout).get("project")).toMatchObject([
      {
        result: "failed",
        seen: "no Pulumi.yaml here or above",
        hint: "Run the command in the project of --stack prod.",
      },
    ]);
  });

  test("nobody answers at the address", async () => {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const { port } = server.address() as AddressInfo;
    await once(server.close(), "close");
    const settings = { ANALYTICS_CLIENT_ID: "1", ANALYTICS_CLIENT_SECRET: "2" };
    const { stdout } = await run(["--json"], { ...settings, ANALYTICS_BASE_URL: `http://127.0.0.1:${port}` });
    const checks = groupChecks(stdout);
    expect(checks.get("api")).toMatchObject([
      { result: "failed", seen: "GET /v2/whoami: connection refused (code ECONNREFUSED)." },
    ]);
    expect(checks.get("sign-in")).toMatchObject([{ result: "skipped", seen: "needs API" }]);
  });

  test("something else answers at the address", async () => {
    const answerPage = (_: unknown, response: ServerResponse) =>
      response.writeHead(200, { "content-type": "text/html" }).end("<html><title>Welcome</title></html>");
    const { port } = await serve(createServer(answerPage));
    const settings = { ANALYTICS_CLIENT_ID: "1", ANALYTICS_CLIENT_SECRET: "2" };
    const { stdout } = await run(["--json"], { ...settings, ANALYTICS_BASE_URL: `http://127.0.0.1:${port}` });
    expect(groupChecks(stdout).get("api")).toMatchObject([
      {
        result: "failed",
        seen: 'GET /v2/whoami: 200, received HTML instead of JSON: "Welcome".',
        hint: `The answer came from a proxy, not from the platform. Is http://127.0.0.1:${port} the API's base URL?`,
      },
    ]);
  });

  test("a name that leads nowhere", async () => {
    const { stdout } = await run(["--json"], {
      ANALYTICS_CLIENT_ID: "1",
      ANALYTICS_CLIENT_SECRET: "2",
      ANALYTICS_BASE_URL: "https://no-such-host.invalid",
    });
    const checks = groupChecks(stdout);
    expect(checks.get("address")).toMatchObject([
      { result: "failed", seen: expect.stringMatching(/^no-such-host\.invalid has no address \(\w+\)$/) },
    ]);
    expect(checks.get("api")).toMatchObject([{ result: "skipped", seen: "needs Address" }]);
  });

  test("a home that can't be written, certificates that can't be read", async () => {
    writeFileSync(join(folder, "file"), "");
    const { stdout } = await run(["--json", "--offline"], {
      PULUMI_HOME: join(folder, "file/home"),
      NODE_EXTRA_CA_CERTS: join(folder, "file"),
    });
    const checks = groupChecks(stabilize(stdout, { [folder]: "<folder>" }));
    expect(checks.get("journal")).toMatchObject([
      {
        result: "warning",
        seen: "not writable: <folder>/file/home/analytics/journal: <folder>/file is not a folder",
      },
    ]);
    expect(checks.get("certificates")).toMatchObject([
      { result: "failed", seen: "NODE_EXTRA_CA_CERTS: no certificate in <folder>/file" },
    ]);
  });
});

describe("packages that don't go together", () => {
  const folder = createTemporaryFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const writePackage = (path: string, version: string) => write(`${path}/package.json`, JSON.stringify({ version }));

  test("are told", async () => {
    write("Pulumi.yaml", "name: shop\nruntime: python\n");
    writePackage("node_modules/@pulumi/pulumi", "3.100.0");
    writePackage("node_modules/@pulumi/policy", "1.0.0");
    writePackage("node_modules/pulumi-analytics", "0.0.1");
    writePackage("node_modules/pulumi-analytics/node_modules/@pulumi/pulumi", "3.200.0");
    writePackage("node_modules/.pnpm/pulumi-analytics@0.0.2/node_modules/pulumi-analytics", "0.0.2");
    symlinkSync(join(folder, "node_modules/@pulumi/pulumi"), join(folder, "node_modules/link-to-the-same"));
    write(
      "bin/pulumi",
      '#!/bin/sh\n[ "$1" = version ] && echo v3.50.1 || { echo "error: no stack selected" >&2; exit 1; }\n',
    );
    chmodSync(join(folder, "bin/pulumi"), 0o755);

    const { code, stdout } = await runPiped(["doctor", "--offline"], {
      cwd: folder,
      env: { ...quiet, PATH: `${join(folder, "bin")}${delimiter}/bin`, PULUMI_HOME: join(folder, "home") },
    });
    const { version } = require(join(repository, "provider/package.json")) as { version: string };
    expect(
      simplifyReport(stdout, { [folder]: "<folder>", [`this is ${version}`]: "this is <version>" }),
    ).toMatchSnapshot();
    expect(code).toBe(1);
  });

  test("a provider that only a library brings is told of, with the line to add", async () => {
    rmSync(join(folder, "node_modules"), { recursive: true, force: true });
    write("Pulumi.yaml", "name: shop\nruntime: nodejs\n");
    writePackage("node_modules/@acme/models/node_modules/pulumi-analytics", "0.0.2");
    const { stdout } = await runPiped(["doctor", "--offline", "--json"], { cwd: folder, env: { ...quiet, PATH: "" } });
    const [check] = groupChecks(stabilize(stdout, { [folder]: "<folder>" })).get("package") ?? [];
    expect(check).toMatchObject({
      result: "failed",
      seen:
        "pulumi-analytics is not installed in the program's folder (<folder>), from which Pulumi loads it. " +
        "A library has its own copy, in node_modules/@acme/models/node_modules/pulumi-analytics.",
      hint: `Add "pulumi-analytics": "0.0.2" to the dependencies in the program's package.json, and install.`,
    });
  });
});
