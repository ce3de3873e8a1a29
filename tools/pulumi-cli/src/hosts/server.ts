/**
 * Stands in for `pulumi-language-<name>`, which ships only in the official archive: started by the engine, it prints a
 * port and serves `pulumirpc.LanguageRuntime` there until the engine goes away.
 *
 * With what it imports and one language it is bundled into a file, which is copied out of this repository and has to
 * work alone.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { type handleUnaryCall, Server, ServerCredentials, type ServerWritableStream, status } from "@grpc/grpc-js";
import { type ILanguageRuntimeServer, LanguageRuntimeService } from "@pulumi/pulumi/proto/language_grpc_pb";
import {
  AboutResponse,
  GeneratePackageResponse,
  GenerateProgramResponse,
  GenerateProjectResponse,
  GetRequiredPackagesResponse,
  InstallDependenciesResponse,
  LanguageHandshakeResponse,
  LinkResponse,
  type ProgramInfo,
  RunPluginResponse,
  type RunRequest,
  RunResponse,
} from "@pulumi/pulumi/proto/language_pb";
import { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { PULUMI_VERSION } from "../version";
import { generate } from "./generate";
import type { Command, Language, Linked } from "./language";

/** The same limit as the engine's, in bytes: a resource may be that large. */
const MAX_MESSAGE = 400 * 1024 * 1024;

/** How long a program may take to end when asked to, in milliseconds: less than the five seconds the engine gives us. */
const GRACE = 4_000;

/** The exit code by which the SDK says that it has already told the user what went wrong. */
const ERROR_WAS_SHOWN = 32;

/** The engine's address comes as the last argument, or later by `Handshake`. */
let engine = process.argv.slice(2).at(-1) ?? "";

const running = new Set<ChildProcess>();

type Served =
  | "handshake"
  | "getPluginInfo"
  | "getRequiredPackages"
  | "about"
  | "run"
  | "runPlugin"
  | "installDependencies"
  | "generatePackage"
  | "generateProgram"
  | "generateProject"
  | "link"
  | "cancel";

/** What the engine needs to run programs and plugins, and the CLI to generate code. To the rest gRPC answers `UNIMPLEMENTED`. */
function hostOf(language: Language): Pick<ILanguageRuntimeServer, Served> {
  return {
    handshake: unary((request) => {
      engine = request.getEngineAddress();
      return new LanguageHandshakeResponse();
    }),

    getPluginInfo: unary(() => new PluginInfo().setVersion(PULUMI_VERSION)),

    // Only saves the engine from finding out by itself, which it does when a resource needs a plugin.
    getRequiredPackages: unary(() => new GetRequiredPackagesResponse()),

    about: unary(() => {
      const { executable, version } = language.about();
      return new AboutResponse().setExecutable(executable).setVersion(version);
    }),

    run: unary(async (request, cancelled) => {
      try {
        return await run(language, request, cancelled);
      } catch (error) {
        // The program can't run, which is its failure and not one of the call.
        return new RunResponse().setError(messageOf(error));
      }
    }),

    runPlugin: (call) =>
      answering(call, async () => {
        const { request } = call;
        const code = await piped(
          call,
          language.plugin({
            info: infoOf(request),
            kind: request.getKind(),
            directory: request.getPwd(),
            environment: environmentOf(request.getEnvList()),
            commandLine: request.getArgsList(),
          }),
          (data) => new RunPluginResponse().setStdout(data),
          (data) => new RunPluginResponse().setStderr(data),
        );
        call.write(new RunPluginResponse().setExitcode(code));
      }),

    installDependencies: (call) =>
      answering(call, async () => {
        for (const command of language.dependencies(infoOf(call.request))) {
          const code = await piped(
            call,
            command,
            (data) => new InstallDependenciesResponse().setStdout(data),
            (data) => new InstallDependenciesResponse().setStderr(data),
          );
          if (code !== 0) throw new Error(`${[command.command, ...command.commandLine].join(" ")} failed`);
        }
      }),

    generatePackage: unary(async (request) =>
      GeneratePackageResponse.deserializeBinary(
        await generate(language.name, "generatePackage", request.serializeBinary()),
      ),
    ),

    generateProgram: unary(async (request) =>
      GenerateProgramResponse.deserializeBinary(
        await generate(language.name, "generateProgram", request.serializeBinary()),
      ),
    ),

    generateProject: unary(async (request) =>
      GenerateProjectResponse.deserializeBinary(
        await generate(language.name, "generateProject", request.serializeBinary()),
      ),
    ),

    link: unary((request) => {
      const directory = infoOf(request).getProgramDirectory();
      const linked = request.getPackagesList().map((dependency) => language.link(directory, dependency.getPath()));
      return new LinkResponse().setImportInstructions(instructions(language, linked));
    }),

    cancel: unary(() => {
      for (const child of running) stop(child);
      return new Empty();
    }),
  };
}

async function run(language: Language, request: RunRequest, cancelled: AbortSignal): Promise<RunResponse> {
  const info = infoOf(request);
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
  const { environment, ...command } = language.program(info, [
    ...Object.entries(flags).flatMap(([name, value]) => (value === "" ? [] : [`--${name}`, value])),
    ...(request.getDryrun() ? ["--dry-run"] : []),
    info.getEntryPoint(),
    ...request.getArgsList(),
  ]);
  const configuration = {
    PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().entries())),
    PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
  };
  // The engine shows our output to the user, so the program writes right there.
  const child = start({ ...command, environment: { ...environment, ...configuration } }, "inherit");
  cancelled.addEventListener("abort", () => stop(child));
  const { code, signal } = await ended(child);
  const response = new RunResponse();
  if (code === 0) return response;
  if (code === ERROR_WAS_SHOWN) return response.setBail(true);
  return response.setError(
    code === null ? `Program was ended by ${signal}` : `Program exited with non-zero exit code: ${code}`,
  );
}

/** Runs a command whose output goes to a stream of the engine; its exit code. */
async function piped<Request, Response>(
  call: ServerWritableStream<Request, Response>,
  command: Command,
  stdout: (data: Uint8Array) => Response,
  stderr: (data: Uint8Array) => Response,
): Promise<number> {
  const child = start(command, "pipe");
  child.stdout?.on("data", (data: Uint8Array) => call.write(stdout(data)));
  child.stderr?.on("data", (data: Uint8Array) => call.write(stderr(data)));
  call.on("cancelled", () => stop(child));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    // Not at "exit", when there may still be output on its way.
    child.on("close", (code) => resolve(code ?? -1));
  });
}

/** Ends a stream when the work is done, with an error when it failed. */
async function answering<Request, Response>(
  call: ServerWritableStream<Request, Response>,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
    call.end();
  } catch (error) {
    // Destroyed, the call would end without a status, and the engine would wait for one.
    call.emit("error", { code: status.UNKNOWN, message: messageOf(error) });
  }
}

function instructions({ title }: Language, linked: readonly Linked[]): string {
  if (linked.length === 0) return "";
  const statements = linked.map(({ statement }) => `  ${statement}\n`).join("");
  const steps = linked.flatMap(({ step }) => (step === undefined ? [] : [`${step}\n\n`])).join("");
  return `${steps}Import the generated SDK in your ${title} code with:\n\n${statements}`;
}

function environmentOf(entries: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    entries.map((entry) => {
      const equals = entry.indexOf("=");
      return [entry.slice(0, equals), entry.slice(equals + 1)];
    }),
  );
}

function infoOf(request: { getInfo(): ProgramInfo | undefined }): ProgramInfo {
  const info = request.getInfo();
  if (info === undefined) throw new Error("The engine is too old: it doesn't say where the program is.");
  return info;
}

function start({ command, commandLine, directory, environment }: Command, output: "inherit" | "pipe"): ChildProcess {
  const child = spawn(command, commandLine, { cwd: directory, env: environment, stdio: ["ignore", output, output] });
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
      callback({ code: status.UNKNOWN, message: messageOf(error) });
    }
  };
}

/** Leaves no program behind: the engine may have been killed without a word. */
async function leave(): Promise<void> {
  await Promise.all([...running].map(stop));
  process.exit();
}

/** Serves a language until the engine goes away. */
export function serve(language: Language): void {
  const server = new Server({
    "grpc.max_receive_message_length": MAX_MESSAGE,
    "grpc.max_send_message_length": MAX_MESSAGE,
  });
  server.addService(LanguageRuntimeService, hostOf(language));
  server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
    if (error !== null) throw error;
    process.stdout.write(`${port}\n`);
  });
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && leave(), 1_000);
  process.on("SIGINT", leave);
  process.on("SIGTERM", leave);
}
