import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, realpathSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { connect } from "node:net";
import { join } from "node:path";
import { credentials, Server, ServerCredentials, type ServiceError } from "@grpc/grpc-js";
import { EngineService, type IEngineServer } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { GetRootResourceResponse, SetRootResourceResponse } from "@pulumi/pulumi/proto/engine_pb";
import { LanguageRuntimeClient } from "@pulumi/pulumi/proto/language_grpc_pb";
import {
  AboutRequest,
  GetRequiredPackagesRequest,
  InstallDependenciesRequest,
  LanguageHandshakeRequest,
  ProgramInfo,
  RunPluginRequest,
  type RunPluginResponse,
  RunRequest,
  type RunResponse,
} from "@pulumi/pulumi/proto/language_pb";
import { type IResourceMonitorServer, ResourceMonitorService } from "@pulumi/pulumi/proto/resource_grpc_pb";
import { RegisterResourceResponse, SupportsFeatureResponse } from "@pulumi/pulumi/proto/resource_pb";
import { compile, linkModules, outcomeOf, scratchDirectory, until } from "./scratch";

type Callback<Response> = (error: ServiceError | null, response: Response) => void;
type JsonObject = Parameters<typeof import("google-protobuf/google/protobuf/struct_pb").Struct.fromJavaScript>[0];

// The SDK keeps a copy of its own, and a message of another copy isn't one to it.
const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
const { Empty }: typeof import("google-protobuf/google/protobuf/empty_pb") = sdk(
  "google-protobuf/google/protobuf/empty_pb",
);
const { Struct }: typeof import("google-protobuf/google/protobuf/struct_pb") = sdk(
  "google-protobuf/google/protobuf/struct_pb",
);
const { version: sdkVersion }: { version: string } = sdk("./package.json");

const scratch = realpathSync(scratchDirectory());
/** As in the cache: alone in a folder, far from the repository. */
const languageHost = join(scratch, "cache", "pulumi-language-nodejs");
mkdirSync(join(scratch, "cache"));
copyFileSync(join(compile(join(scratch, "compiled")), "language-host.js"), languageHost);
chmodSync(languageHost, 0o755);

let count = 0;

/** A project folder with the repository's dependencies and `index.js`. */
function project(script: string): string {
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
const hosts: { child: ChildProcess; client: LanguageRuntimeClient }[] = [];

beforeAll(async () => {
  engineAddress = await startEngine();
});

afterEach(() => {
  for (const { child, client } of hosts.splice(0)) {
    client.close();
    child.kill("SIGKILL");
  }
});

afterAll(() => server.forceShutdown());

/** Starts the language host as the engine does. */
async function startHost(directory: string) {
  const child = spawn(languageHost, ["--logtostderr", engineAddress], {
    cwd: directory,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (data) => (output.stdout += data));
  child.stderr.on("data", (data) => (output.stderr += data));
  await until(() => output.stdout.includes("\n") || child.exitCode !== null);
  const port = Number(output.stdout.split("\n")[0]);
  output.stdout = "";
  const client = new LanguageRuntimeClient(`127.0.0.1:${port}`, credentials.createInsecure());
  hosts.push({ child, client });
  return { child, client, output, port };
}

function call<Response>(send: (callback: Callback<Response>) => void): Promise<Response> {
  return new Promise((resolve, reject) => send((error, response) => (error ? reject(error) : resolve(response))));
}

function infoOf(directory: string, options: JsonObject = {}): ProgramInfo {
  return new ProgramInfo()
    .setRootDirectory(scratch)
    .setProgramDirectory(directory)
    .setEntryPoint(".")
    .setOptions(Struct.fromJavaScript(options));
}

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
  const { client } = await startHost(project(""));
  await call((callback) => client.handshake(new LanguageHandshakeRequest().setEngineAddress(engineAddress), callback));
  const info = await call<{ getVersion(): string }>((callback) => client.getPluginInfo(new Empty(), callback));
  expect(info.getVersion()).toBe(sdkVersion);
  const packages = await call<{ toObject(): object }>((callback) =>
    client.getRequiredPackages(new GetRequiredPackagesRequest(), callback),
  );
  expect(packages.toObject()).toEqual({ packagesList: [], specsList: [] });
  const about = await call<{ getVersion(): string }>((callback) => client.about(new AboutRequest(), callback));
  expect(about.getVersion()).toBe(process.version);
});

test("a program gets what the engine says, and its output reaches the engine", async () => {
  const directory = project(PROBE);
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
  await until(() => output.stdout.endsWith("\n") && output.stderr.endsWith("\n"));
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
  const directory = project(PROBE);
  const compilerOptions = { module: "commonjs", moduleResolution: "node10", ignoreDeprecations: "6.0" };
  writeFileSync(join(directory, "strict.json"), JSON.stringify({ compilerOptions }));
  const { client, output } = await startHost(directory);
  const request = runRequest(directory, [], { tsconfig: "strict.json" });
  const response = await call<RunResponse>((callback) => client.run(request, callback));
  expect(response.toObject()).toEqual({ error: "", bail: false });
  await until(() => output.stdout.endsWith("\n"));
  expect(JSON.parse(output.stdout)).toMatchObject({ typescript: "true", tsconfig: "strict.json", preview: false });
});

test.each([
  ["0", { error: "", bail: false }],
  ["32", { error: "", bail: true }],
  ["1", { error: "Program exited with non-zero exit code: 1", bail: false }],
])("a program that exits with %s", async (code, expected) => {
  expect(await run(project(ENDS), [code])).toEqual(expected);
});

test("a program killed by the system is told so", async () => {
  const killed = project(`process.kill(process.pid, "SIGKILL")`);
  expect(await run(killed)).toEqual({ error: "Program was ended by SIGKILL", bail: false });
});

test.each([
  [{ typescript: "no" }, "The runtime option typescript must be a boolean."],
  [{ nodeargs: true }, "The runtime option nodeargs must be a string."],
])("the options %j are refused", async (options, error) => {
  expect(await run(project(ENDS), ["0"], options)).toEqual({ error, bail: false });
});

test("a program folder that lacks the SDK is told so", async () => {
  const { client } = await startHost(project(""));
  const request = runRequest(scratch, []);
  const response = await call<RunResponse>((callback) => client.run(request, callback));
  expect(response.getError()).toBe(
    `@pulumi/pulumi/cmd/run was not found from ${scratch}: install the dependencies there, then try again.`,
  );
});

test("started where the SDK isn't installed, it says so in one line", async () => {
  const outcome = await outcomeOf(spawn(languageHost, [], { cwd: scratch, stdio: ["ignore", "pipe", "pipe"] }));
  expect(outcome).toEqual({
    code: 1,
    stdout: "",
    stderr: `@pulumi/pulumi/package.json was not found from ${scratch}: install the dependencies there, then try again.\n`,
  });
});

test("Cancel ends the running program", async () => {
  const directory = project(LASTS);
  const { client, output } = await startHost(directory);
  const response = call<RunResponse>((callback) => client.run(runRequest(directory, []), callback));
  await until(() => output.stdout === "running\n");
  await call((callback) => client.cancel(new Empty(), callback));
  expect((await response).getError()).toBe("Program was ended by SIGINT");
});

test("a program ends when the engine no longer waits for it", async () => {
  const directory = project(
    `process.on("exit", () => console.log("exit")); process.on("SIGINT", () => process.exit(5)); ${LASTS}`,
  );
  const { client, output } = await startHost(directory);
  const pending = client.run(runRequest(directory, []), () => {});
  await until(() => output.stdout === "running\n");
  pending.cancel();
  await until(() => output.stdout === "running\nexit\n");
});

test("the host and its program end when the engine was killed", async () => {
  const directory = project(LASTS);
  const engine = spawn(
    process.execPath,
    [
      "-e",
      `require("node:child_process").spawn(process.argv[1], process.argv.slice(2), { stdio: ["pipe", "inherit", "inherit"] });`,
      languageHost,
      engineAddress,
    ],
    { cwd: directory, stdio: ["ignore", "pipe", "ignore"] },
  );
  let stdout = "";
  engine.stdout.on("data", (data) => (stdout += data));
  const closed = new Promise((resolve) => engine.stdout.once("close", resolve));
  await until(() => stdout.includes("\n"));
  const port = Number(stdout);
  const client = new LanguageRuntimeClient(`127.0.0.1:${port}`, credentials.createInsecure());
  client.run(runRequest(directory, []), () => {});
  await until(() => stdout.endsWith("running\n"));
  expect(await listens(port)).toBe(true);

  engine.kill("SIGKILL");
  await closed; // by the host and by the program, who both hold this output
  expect(await listens(port)).toBe(false);
  client.close();
});

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}

test("a policy pack runs in its own folder, and its output and exit code are passed on", async () => {
  const pack = project(`
    const { PACK, PULUMI_NODEJS_TYPESCRIPT } = process.env;
    console.error("to the user");
    console.log(JSON.stringify({ PACK, PULUMI_NODEJS_TYPESCRIPT, directory: process.cwd() }));
    process.exit(3);
  `);
  const { client } = await startHost(project(""));
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

test("what it can't do is refused, not passed over", async () => {
  const { client } = await startHost(project(""));
  const stream = client.installDependencies(new InstallDependenciesRequest());
  const error = await new Promise<ServiceError>((resolve) => stream.on("error", resolve));
  expect(error.message).toMatch(/UNIMPLEMENTED/);
});
