#!/usr/bin/env node
/**
 * Stands in for `pulumi-language-nodejs`, which ships only in the official archive: started by the engine, it prints a
 * port and serves `pulumirpc.LanguageRuntime` there until the engine goes away.
 *
 * The compiled file is copied out of this repository and has to work alone: it imports nothing but Node.js and takes
 * gRPC and the messages from the `@pulumi/pulumi` of the project it is started for.
 */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { handleUnaryCall } from "@grpc/grpc-js";
import type { ILanguageRuntimeServer } from "@pulumi/pulumi/proto/language_grpc_pb";
import type { ProgramInfo, RunPluginRequest, RunRequest, RunResponse } from "@pulumi/pulumi/proto/language_pb";

/** The same limit as the engine's, in bytes: a resource may be that large. */
const MAX_MESSAGE = 400 * 1024 * 1024;

/** How long a program may take to end when asked to, in milliseconds: less than the five seconds the engine gives us. */
const GRACE = 4_000;

/** The exit code by which the SDK says that it has already told the user what went wrong. */
const ERROR_WAS_SHOWN = 32;

const sdk = sdkOf(process.cwd());
const grpc: typeof import("@grpc/grpc-js") = sdk("@grpc/grpc-js");
const empty: typeof import("google-protobuf/google/protobuf/empty_pb") = sdk(
  "google-protobuf/google/protobuf/empty_pb",
);
const languageService: typeof import("@pulumi/pulumi/proto/language_grpc_pb") = sdk("./proto/language_grpc_pb");
const language: typeof import("@pulumi/pulumi/proto/language_pb") = sdk("./proto/language_pb");
const plugin: typeof import("@pulumi/pulumi/proto/plugin_pb") = sdk("./proto/plugin_pb");
const { version }: { version: string } = sdk("./package.json");

/** The engine's address comes as the last argument, or later by `Handshake`. */
let engine = process.argv.slice(2).at(-1) ?? "";

const running = new Set<ChildProcess>();

/** What the engine needs to run programs and policy packs. To the rest gRPC answers `UNIMPLEMENTED`. */
const host: Pick<
  ILanguageRuntimeServer,
  "handshake" | "getPluginInfo" | "getRequiredPackages" | "about" | "run" | "runPlugin" | "cancel"
> = {
  handshake: unary((request) => {
    engine = request.getEngineAddress();
    return new language.LanguageHandshakeResponse();
  }),

  getPluginInfo: unary(() => new plugin.PluginInfo().setVersion(version)),

  // Only saves the engine from finding out by itself, which it does when a resource needs a plugin.
  getRequiredPackages: unary(() => new language.GetRequiredPackagesResponse()),

  about: unary(() => new language.AboutResponse().setExecutable(process.execPath).setVersion(process.version)),

  run: unary(async (request, cancelled) => {
    try {
      return await run(request, cancelled);
    } catch (error) {
      // The program can't run, which is its failure and not one of the call.
      return new language.RunResponse().setError(messageOf(error));
    }
  }),

  runPlugin(call) {
    const output = (response: InstanceType<typeof language.RunPluginResponse>) => call.write(response);
    try {
      const child = startPlugin(call.request);
      child.stdout?.on("data", (data: Uint8Array) => output(new language.RunPluginResponse().setStdout(data)));
      child.stderr?.on("data", (data: Uint8Array) => output(new language.RunPluginResponse().setStderr(data)));
      child.on("error", (error) => call.destroy(error));
      // Not at "exit", when there may still be output on its way.
      child.on("close", (code) => {
        output(new language.RunPluginResponse().setExitcode(code ?? -1));
        call.end();
      });
      call.on("cancelled", () => stop(child));
    } catch (error) {
      call.destroy(new Error(messageOf(error)));
    }
  },

  cancel: unary(() => {
    for (const child of running) stop(child);
    return new empty.Empty();
  }),
};

async function run(request: RunRequest, cancelled: AbortSignal): Promise<RunResponse> {
  const info = infoOf(request);
  const options = optionsOf(info);
  const directory = info.getProgramDirectory();
  const flags = {
    monitor: request.getMonitorAddress(),
    engine,
    organization: request.getOrganization(),
    project: request.getProject(),
    "root-directory": info.getRootDirectory(),
    stack: request.getStack(),
    pwd: directory,
    parallel: String(request.getParallel()),
  };
  const child = start(
    [
      ...options.nodeArguments,
      fromDirectory(directory, "@pulumi/pulumi/cmd/run"),
      ...Object.entries(flags).flatMap(([name, value]) => (value === "" ? [] : [`--${name}`, value])),
      ...(request.getDryrun() ? ["--dry-run"] : []),
      info.getEntryPoint(),
      ...request.getArgsList(),
    ],
    {
      cwd: directory,
      env: {
        ...process.env,
        ...options.environment,
        PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().entries())),
        PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
      },
      // The engine shows our output to the user, so the program writes right there.
      stdio: ["ignore", "inherit", "inherit"],
    },
  );
  cancelled.addEventListener("abort", () => stop(child));
  const { code, signal } = await ended(child);
  const response = new language.RunResponse();
  if (code === 0) return response;
  if (code === ERROR_WAS_SHOWN) return response.setBail(true);
  return response.setError(
    code === null ? `Program was ended by ${signal}` : `Program exited with non-zero exit code: ${code}`,
  );
}

function startPlugin(request: RunPluginRequest): ChildProcess {
  const info = infoOf(request);
  const options = optionsOf(info);
  const directory = info.getProgramDirectory();
  const isPolicyPack = request.getKind() === "analyzer";
  const launcher = isPolicyPack ? "run-policy-pack" : "run-plugin";
  const commandLine = request.getArgsList();
  return start(
    [
      ...options.nodeArguments,
      fromDirectory(directory, `@pulumi/pulumi/cmd/${launcher}`),
      // The two launchers differ in the order, and a policy pack expects to run in its own folder.
      ...(isPolicyPack ? [...commandLine, directory] : [directory, ...commandLine]),
    ],
    {
      cwd: isPolicyPack ? directory : request.getPwd(),
      env: { ...environmentOf(request), ...options.environment },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
}

function environmentOf(request: RunPluginRequest): Record<string, string> {
  return Object.fromEntries(
    request.getEnvList().map((entry) => {
      const equals = entry.indexOf("=");
      return [entry.slice(0, equals), entry.slice(equals + 1)];
    }),
  );
}

function infoOf(request: RunRequest | RunPluginRequest): ProgramInfo {
  const info = request.getInfo();
  if (info === undefined) throw new Error("The engine is too old: it doesn't say where the program is.");
  return info;
}

/** `runtime.options` of `Pulumi.yaml` or `PulumiPolicy.yaml`. */
interface RuntimeOptions {
  nodeArguments: string[];
  environment: Record<string, string>;
}

function optionsOf(info: ProgramInfo): RuntimeOptions {
  const { typescript = true, tsconfig, nodeargs } = info.getOptions()?.toJavaScript() ?? {};
  if (typeof typescript !== "boolean") throw new Error("The runtime option typescript must be a boolean.");
  return {
    nodeArguments: words(text("nodeargs", nodeargs)),
    environment: {
      ...(typescript && { PULUMI_NODEJS_TYPESCRIPT: "true" }),
      ...(tsconfig !== undefined && { PULUMI_NODEJS_TSCONFIG_PATH: text("tsconfig", tsconfig) }),
    },
  };
}

function text(name: string, value: unknown = ""): string {
  if (typeof value !== "string") throw new Error(`The runtime option ${name} must be a string.`);
  return value;
}

/** Splits a command line as a shell would, as far as blanks and quotes go. */
function words(commandLine: string): string[] {
  const quoted = /"([^"]*)"|'([^']*)'/g;
  return (commandLine.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []).map((word) => word.replace(quoted, "$1$2"));
}

function start(commandLine: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(process.execPath, commandLine, options);
  // One that couldn't be started never ends.
  if (child.pid !== undefined) running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

function ended(child: ChildProcess): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (!running.has(child)) return;
  child.kill("SIGINT");
  const impatient = setTimeout(() => child.kill("SIGKILL"), GRACE);
  await ended(child);
  clearTimeout(impatient);
}

/** Resolves a module as a file of `directory` would. */
function fromDirectory(directory: string, module: string): string {
  try {
    return createRequire(join(directory, "index.js")).resolve(module);
  } catch {
    throw new Error(`${module} was not found from ${directory}: install the dependencies there, then try again.`);
  }
}

/** Loads parts of a project's SDK, by `./`, and what the SDK depends on. Without an SDK nothing can be served. */
function sdkOf(directory: string): NodeJS.Require {
  try {
    // Resolving follows links: pnpm keeps what a package depends on beside its real folder only.
    return createRequire(fromDirectory(directory, "@pulumi/pulumi/package.json"));
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exit(1);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A gRPC handler out of a function; `cancelled` aborts when the engine no longer waits for the answer. */
function unary<Request, Response>(
  answer: (request: Request, cancelled: AbortSignal) => Response | Promise<Response>,
): handleUnaryCall<Request, Response> {
  return async (call, callback) => {
    const controller = new AbortController();
    call.on("cancelled", () => controller.abort());
    try {
      callback(null, await answer(call.request, controller.signal));
    } catch (error) {
      callback({ code: grpc.status.UNKNOWN, message: messageOf(error) });
    }
  };
}

/** Leaves no program behind: the engine may have been killed without a word. */
async function leave(): Promise<void> {
  await Promise.all([...running].map(stop));
  process.exit();
}

function serve(): void {
  const server = new grpc.Server({
    "grpc.max_receive_message_length": MAX_MESSAGE,
    "grpc.max_send_message_length": MAX_MESSAGE,
  });
  server.addService(languageService.LanguageRuntimeService, host);
  server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
    if (error !== null) throw error;
    process.stdout.write(`${port}\n`);
  });
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && leave(), 1_000);
  process.on("SIGINT", leave);
  process.on("SIGTERM", leave);
}

serve();
