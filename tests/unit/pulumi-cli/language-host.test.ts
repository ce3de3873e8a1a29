import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { credentials, Server, ServerCredentials } from "@grpc/grpc-js";
import { EngineService, type IEngineServer } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { GetRootResourceResponse, SetRootResourceResponse } from "@pulumi/pulumi/proto/engine_pb";
import { LanguageRuntimeClient } from "@pulumi/pulumi/proto/language_grpc_pb";
import {
  AboutRequest,
  GetProgramDependenciesRequest,
  GetRequiredPackagesRequest,
  InstallDependenciesRequest,
  type InstallDependenciesResponse,
  LanguageHandshakeRequest,
  LinkRequest,
  type LinkResponse,
  RunPluginRequest,
  type RunPluginResponse,
  RunRequest,
  type RunResponse,
} from "@pulumi/pulumi/proto/language_pb";
import { type IResourceMonitorServer, ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { RegisterResourceResponse, SupportsFeatureResponse } from "@pulumi/pulumi/proto/resource_pb";
import { PULUMI_VERSION } from "pulumi-cli";
import { call, createHostFolder, Empty, type JsonObject, hostTest as test } from "./hosts";
import { linkModules, REPOSITORY, read, runToEnd, waitUntil, writeScript } from "./scratch";

const { scratch, path: languageHost, start, infoOf } = createHostFolder("nodejs");
const startHost = (directory: string) => start(directory, engineAddress);

let count = 0;

/** A project folder with the repository's dependencies and `index.js`. */
function createProject(script: string): string {
  const directory = join(scratch, `project${count++}`);
  mkdirSync(directory);
  linkModules(directory);
  writeFileSync(join(directory, "index.js"), script);
  return directory;
}

const PROBE = `
  const pulumi = require("@pulumi/pulumi");
  const config = new pulumi.Config("ns");
  console.log(JSON.stringify({
    organization: pulumi.getOrganization(), project: pulumi.getProject(), stack: pulumi.getStack(),
    root: pulumi.runtime.getRootDirectory?.() ?? process.env.PULUMI_NODEJS_ROOT_DIRECTORY,
    preview: pulumi.runtime.isDryRun(), plain: config.get("plain"), secretKeys: process.env.PULUMI_CONFIG_SECRET_KEYS,
    parallel: process.env.PULUMI_NODEJS_PARALLEL, engine: process.env.PULUMI_NODEJS_ENGINE,
    directory: process.cwd(), execArgv: process.execArgv, title: process.title, argv: process.argv.slice(2),
    typescript: process.env.PULUMI_NODEJS_TYPESCRIPT, tsconfig: process.env.PULUMI_NODEJS_TSCONFIG_PATH,
  }));
  console.error("to the user");
`;
const ENDS = `if (process.argv[2] !== "0") process.exit(Number(process.argv[2]));`;
const LASTS = `process.on("SIGTERM", () => {}); console.log("running"); setInterval(() => {}, 1000);`;

/** As much of an engine as a program without resources needs. Returns its address. */
function startEngine(): Promise<string> {
  const monitor: Pick<
    IResourceMonitorServer,
    "supportsFeature" | "registerResource" | "registerResourceOutputs" | "signalAndWaitForShutdown"
  > = {
    supportsFeature: (_, answer) => answer(null, new SupportsFeatureResponse().setHassupport(true)),
    registerResource: ({ request }, answer) =>
      answer(
        null,
        new RegisterResourceResponse().setUrn(`urn:pulumi:s::p::${request.getType()}::${request.getName()}`),
      ),
    registerResourceOutputs: (_, answer) => answer(null, new Empty()),
    signalAndWaitForShutdown: (_, answer) => answer(null, new Empty()),
  };
  const engine: Pick<IEngineServer, "log" | "getRootResource" | "setRootResource"> = {
    log: (_, answer) => answer(null, new Empty()),
    getRootResource: (_, answer) => answer(null, new GetRootResourceResponse()),
    setRootResource: (_, answer) => answer(null, new SetRootResourceResponse()),
  };
  server.addService(ResourceMonitorService, monitor);
  server.addService(EngineService, engine);
  return new Promise((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(`127.0.0.1:${port}`) : reject(error),
    );
  });
}

const server = new Server();
let engineAddress: string;

beforeAll(async () => {
  engineAddress = await startEngine();
});

afterAll(() => server.forceShutdown());

function runRequest(directory: string, args: string[], options: JsonObject = { typescript: false }): RunRequest {
  return new RunRequest()
    .setMonitorAddress(engineAddress)
    .setOrganization("acme")
    .setProject("orders")
    .setStack("dev")
    .setPwd(directory)
    .setArgsList(args)
    .setInfo(infoOf(directory, options));
}

async function run(directory: string, args: string[] = [], options?: JsonObject): Promise<RunResponse.AsObject> {
  const { client } = await startHost(directory);
  const response = await call<RunResponse>((callback) => client.run(runRequest(directory, args, options), callback));
  return response.toObject();
}

test("a host answers what the engine asks before a program runs", async () => {
  const { client } = await startHost(createProject(""));
  await call((callback) => client.handshake(new LanguageHandshakeRequest().setEngineAddress(engineAddress), callback));
  const info = await call<{ getVersion(): string }>((callback) => client.getPluginInfo(new Empty(), callback));
  expect(info.getVersion()).toBe(PULUMI_VERSION);
  const packages = await call<{ toObject(): object }>((callback) =>
    client.getRequiredPackages(new GetRequiredPackagesRequest(), callback),
  );
  expect(packages.toObject()).toEqual({ packagesList: [], specsList: [] });
  const about = await call<{ getVersion(): string }>((callback) => client.about(new AboutRequest(), callback));
  expect(about.getVersion()).toBe(process.version);
});

test("a program gets what the engine says, and its output reaches the engine", async () => {
  const directory = createProject(PROBE);
  const { client, output } = await startHost(directory);
  const request = runRequest(directory, ["one", "two"], {
    nodeargs: `--stack-size=901 --title="a 'b' c"`,
    typescript: false,
  })
    .setParallel(7)
    .setDryrun(true)
    .setConfigsecretkeysList(["ns:secret"]);
  request.getConfigMap().set("ns:plain", "p").set("ns:secret", "s");
  const response = await call<RunResponse>((callback) => client.run(request, callback));
  expect(response.toObject()).toEqual({ error: "", bail: false });
  await waitUntil(() => output.stdout.endsWith("\n") && output.stderr.endsWith("\n"));
  expect(JSON.parse(output.stdout)).toEqual({
    organization: "acme",
    project: "orders",
    stack: "dev",
    root: scratch,
    preview: true,
    plain: "p",
    secretKeys: '["ns:secret"]',
    parallel: "7",
    engine: engineAddress,
    directory,
    execArgv: ["--stack-size=901", "--title=a 'b' c"],
    title: "a 'b' c",
    argv: ["one", "two"],
  });
  expect(output.stderr).toBe("to the user\n");
});

test("TypeScript is on unless the project says otherwise, with the configuration it names", async () => {
  const directory = createProject(PROBE);
  const compilerOptions = { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0" };
  writeFileSync(join(directory, "strict.json"), JSON.stringify({ compilerOptions }));
  const { client, output } = await startHost(directory);
  const request = runRequest(directory, [], { tsconfig: "strict.json" });
  const response = await call<RunResponse>((callback) => client.run(request, callback));
  expect(response.toObject()).toEqual({ error: "", bail: false });
  await waitUntil(() => output.stdout.endsWith("\n"));
  expect(JSON.parse(output.stdout)).toMatchObject({ typescript: "true", tsconfig: "strict.json", preview: false });
});

test.each([
  ["0", { error: "", bail: false }],
  ["32", { error: "", bail: true }],
  ["1", { error: "Program exited with non-zero exit code: 1", bail: false }],
])("a program that exits with %s", async (code, expected) => {
  expect(await run(createProject(ENDS), [code])).toEqual(expected);
});

test("a program killed by the system is told so", async () => {
  const killed = createProject(`process.kill(process.pid, "SIGKILL")`);
  expect(await run(killed)).toEqual({ error: "Program was ended by SIGKILL", bail: false });
});

test.each([
  [{ typescript: "no" }, "The runtime option typescript must be a boolean."],
  [{ nodeargs: true }, "The runtime option nodeargs must be a string."],
])("the options %j are refused", async (options, error) => {
  expect(await run(createProject(ENDS), ["0"], options)).toEqual({ error, bail: false });
});

test("a program folder that lacks the SDK is told so", async () => {
  const { client } = await startHost(createProject(""));
  const request = runRequest(scratch, []);
  const response = await call<RunResponse>((callback) => client.run(request, callback));
  expect(response.getError()).toBe(
    `@pulumi/pulumi/cmd/run was not found from ${scratch}: install the dependencies there, then try again.`,
  );
});

test("a program in a folder of a project runs with the project's SDK, and not with a folder of its name", async () => {
  const folder = join(createProject(""), "programs/node_modules");
  mkdirSync(join(folder, "@pulumi/pulumi/cmd/run"), { recursive: true });
  writeFileSync(join(folder, "index.js"), `console.log(require.main.filename)`);
  const { client, output } = await startHost(folder);
  const response = await call<RunResponse>((callback) => client.run(runRequest(folder, []), callback));
  expect(response.toObject()).toEqual({ error: "", bail: false });
  await waitUntil(() => output.stdout.endsWith("\n"));
  expect(output.stdout).toBe(`${require.resolve("@pulumi/pulumi/cmd/run")}\n`);
});

test("a host starts where the SDK isn't installed", async () => {
  const { client } = await startHost(scratch);
  const about = await call<{ getExecutable(): string }>((callback) => client.about(new AboutRequest(), callback));
  expect(about.getExecutable()).toBe(process.execPath);
});

test("Cancel ends the running program", async () => {
  const directory = createProject(LASTS);
  const { client, output } = await startHost(directory);
  const response = call<RunResponse>((callback) => client.run(runRequest(directory, []), callback));
  await waitUntil(() => output.stdout === "running\n");
  await call((callback) => client.cancel(new Empty(), callback));
  expect((await response).getError()).toBe("Program was ended by SIGINT");
});

test("a program ends when the engine no longer waits for it", async () => {
  const directory = createProject(
    `process.on("exit", () => console.log("exit")); process.on("SIGINT", () => process.exit(5)); ${LASTS}`,
  );
  const { client, output } = await startHost(directory);
  const pending = client.run(runRequest(directory, []), () => {});
  await waitUntil(() => output.stdout === "running\n");
  pending.cancel();
  await waitUntil(() => output.stdout === "running\nexit\n");
});

test("the host and its program end when the engine was killed", async () => {
  const directory = createProject(LASTS);
  const engine = spawn(
    process.execPath,
    [
      "-e",
      'require("node:child_process").spawn(process.argv[1], process.argv.slice(2), { stdio: ' +
        '["pipe", "inherit", "inherit"] });',
      languageHost,
      engineAddress,
    ],
    { cwd: directory, stdio: ["ignore", "pipe", "ignore"] },
  );
  let stdout = "";
  engine.stdout.on("data", (data) => (stdout += data));
  const closed = new Promise((resolve) => engine.stdout.once("close", resolve));
  await waitUntil(() => stdout.includes("\n"));
  const port = Number(stdout);
  const client = new LanguageRuntimeClient(`127.0.0.1:${port}`, credentials.createInsecure());
  client.run(runRequest(directory, []), () => {});
  await waitUntil(() => stdout.endsWith("running\n"));
  expect(await isListening(port)).toBe(true);

  engine.kill("SIGKILL");
  await closed; // by the host and by the program, who both hold this output
  expect(await isListening(port)).toBe(false);
  client.close();
});

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}

test("a policy pack runs in its own folder, and its output and exit code are passed on", async () => {
  const pack = createProject(`
    const { PACK, PULUMI_NODEJS_TYPESCRIPT } = process.env;
    console.error("to the user");
    console.log(JSON.stringify({ PACK, PULUMI_NODEJS_TYPESCRIPT, directory: process.cwd() }));
    process.exit(3);
  `);
  const { client } = await startHost(createProject(""));
  const request = new RunPluginRequest()
    .setKind("analyzer")
    .setPwd(scratch)
    .setArgsList([engineAddress])
    .setEnvList(["PACK=a=b", `PATH=${process.env.PATH}`])
    .setInfo(infoOf(pack));
  const seen = await collect(client, request);
  expect(JSON.parse(seen.stdout)).toEqual({ PACK: "a=b", PULUMI_NODEJS_TYPESCRIPT: "true", directory: pack });
  expect(seen).toMatchObject({ stderr: "to the user\n", codes: [3] });
});

async function collect(client: LanguageRuntimeClient, request: RunPluginRequest) {
  const seen = { stdout: "", stderr: "", codes: [] as number[] };
  for await (const response of client.runPlugin(request) as AsyncIterable<RunPluginResponse>) {
    if (response.hasStdout()) seen.stdout += Buffer.from(response.getStdout_asU8());
    if (response.hasStderr()) seen.stderr += Buffer.from(response.getStderr_asU8());
    if (response.hasExitcode()) seen.codes.push(response.getExitcode());
  }
  return seen;
}

test("a plugin that can't be started ends the call with the reason", async () => {
  const { client } = await startHost(createProject(""));
  const request = new RunPluginRequest().setKind("analyzer").setPwd(scratch).setInfo(infoOf(scratch));
  await expect(collect(client, request)).rejects.toThrow(/cmd\/run-policy-pack was not found from .*: install/);
});

describe("dependencies", () => {
  async function install(directory: string, options: JsonObject): Promise<string> {
    const { client } = await startHost(directory);
    const request = new InstallDependenciesRequest().setInfo(infoOf(directory, options));
    let seen = "";
    for await (const response of client.installDependencies(request) as AsyncIterable<InstallDependenciesResponse>) {
      seen += Buffer.concat([response.getStdout_asU8(), response.getStderr_asU8()]);
    }
    return seen;
  }

  test("are installed by the package manager that the project names", async () => {
    const directory = createProject("");
    writeFileSync(join(directory, "package.json"), "{}");
    const packagemanager = writeScript(join(scratch, "manager"), "#!/bin/sh\necho $1 in `pwd`; echo warning >&2\n");
    const seen = await install(directory, { packagemanager });
    expect(seen).toContain(`install in ${directory}\n`);
    expect(seen).toContain("warning\n");
  });

  test("that can't be installed end the call with the command", async () => {
    const directory = createProject("");
    writeFileSync(join(directory, "package.json"), "{}");
    const packagemanager = writeScript(join(scratch, "failing"), "#!/bin/sh\nexit 1\n");
    await expect(install(directory, { packagemanager })).rejects.toThrow(`${packagemanager} install failed`);
  });

  test("of a folder without a package.json are left alone", async () => {
    expect(await install(createProject(""), { packagemanager: "/nowhere" })).toBe("");
  });
});

test("a generated SDK becomes a dependency, and the rest of package.json stays as it is", async () => {
  const directory = createProject("");
  writeFileSync(
    join(directory, "package.json"),
    `{\n\t"name": "models",\n\t"dependencies": { "zod": ">=4 <5" }, "private": true\n}\n`,
  );
  mkdirSync(join(directory, "sdks/analytics"), { recursive: true });
  writeFileSync(join(directory, "sdks/analytics/package.json"), `{ "name": "@pulumi/data-models" }`);
  const { client } = await startHost(directory);
  const request = new LinkRequest()
    .setInfo(infoOf(directory))
    .setPackagesList([new LinkRequest.LinkDependency().setPath("sdks/analytics")]);
  const response = await call<LinkResponse>((callback) => client.link(request, callback));
  expect(response.getImportInstructions()).toContain('import * as dataModels from "@pulumi/data-models";');
  expect(read(join(directory, "package.json"))).toBe(
    '{\n\t"name": "models",\n\t"dependencies": {\n\t\t"zod": ">=4 <5",\n\t\t"@pulumi/data-models": ' +
      '"file:sdks/analytics"\n\t},\n\t"private": true\n}\n',
  );
});

test("a host whose name has no language says how to start it", async () => {
  const other = join(scratch, "other");
  symlinkSync(languageHost, other);
  expect(await runToEnd(other, [], process.env)).toEqual({
    code: 1,
    stdout: "",
    stderr: "other serves no language: start it as pulumi-language-nodejs or pulumi-language-python\n",
  });
});

test("what it can't do is refused, not passed over", async () => {
  const { client } = await startHost(createProject(""));
  const request = new GetProgramDependenciesRequest();
  await expect(call((callback) => client.getProgramDependencies(request, callback))).rejects.toThrow(/UNIMPLEMENTED/);
});

test("the Go sources are formatted", () => {
  const sources = join(REPOSITORY, "tools/pulumi-cli/go");
  expect(execFileSync("gofmt", ["-l", sources], { encoding: "utf8" })).toBe("");
});
