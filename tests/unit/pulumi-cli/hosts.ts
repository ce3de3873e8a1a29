import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { LanguageRuntimeClient } from "@pulumi/pulumi/proto/language_grpc_pb";
import { ProgramInfo } from "@pulumi/pulumi/proto/language_pb";
import { link } from "../../../tools/pulumi-cli/src/files";
import { findStandIn } from "../../../tools/pulumi-cli/src/go";
import { createScratchDirectory, waitUntil } from "./scratch";

type Callback<Response> = (error: ServiceError | null, response: Response) => void;
export type JsonObject = Parameters<
  typeof import("google-protobuf/google/protobuf/struct_pb").Struct.fromJavaScript
>[0];

// The SDK keeps a copy of its own, and a message of another copy isn't one to it.
const sdk = createRequire(require.resolve("@pulumi/pulumi/package.json"));
export const { Empty }: typeof import("google-protobuf/google/protobuf/empty_pb") = sdk(
  "google-protobuf/google/protobuf/empty_pb",
);
const { Struct }: typeof import("google-protobuf/google/protobuf/struct_pb") = sdk(
  "google-protobuf/google/protobuf/struct_pb",
);

const hasGo = spawnSync("go", ["env", "GOVERSION"]).status === 0;
// What the console of a file without a test says isn't shown.
if (!hasGo) process.stderr.write("skipped: there is no Go\n");

/** How long a build of the stand-ins may take, in milliseconds. In a run of all tests it was done before. */
const BUILD_TIME = 900_000;

/** A test of a stand-in, which Go builds. */
export const hostTest = hasGo ? test : test.skip;

/**
 * A folder of the test file, with the stand-in for a language as beside the CLI: linked, and far from the repository.
 */
export function createHostFolder(language: "nodejs" | "python") {
  const scratch = realpathSync(createScratchDirectory());
  const bin = join(scratch, "bin");
  const path = join(bin, `pulumi-language-${language}`);
  const hosts: { child: ChildProcess; client: LanguageRuntimeClient }[] = [];

  beforeAll(async () => {
    mkdirSync(bin);
    if (hasGo) await link(await findStandIn({}), path);
  }, BUILD_TIME);

  afterEach(() => {
    for (const { child, client } of hosts.splice(0)) {
      client.close();
      child.kill("SIGKILL");
    }
  });

  return {
    scratch,
    path,

    /** Starts the stand-in as the engine does. */
    async start(directory: string, engineAddress = "127.0.0.1:1", env = process.env) {
      const child = spawn(path, ["--logtostderr", engineAddress], {
        cwd: directory,
        env,
        stdio: ["pipe", "pipe", "pipe"],
      });
      const output = { stdout: "", stderr: "" };
      child.stdout.on("data", (data) => (output.stdout += data));
      child.stderr.on("data", (data) => (output.stderr += data));
      await waitUntil(() => output.stdout.includes("\n") || child.exitCode !== null);
      const port = Number(output.stdout.split("\n")[0]);
      output.stdout = "";
      const client = new LanguageRuntimeClient(`127.0.0.1:${port}`, credentials.createInsecure());
      hosts.push({ child, client });
      return { child, client, output, port };
    },

    infoOf(directory: string, options: JsonObject = {}): ProgramInfo {
      return new ProgramInfo()
        .setRootDirectory(scratch)
        .setProgramDirectory(directory)
        .setEntryPoint(".")
        .setOptions(Struct.fromJavaScript(options));
    },
  };
}

export function call<Response>(send: (callback: Callback<Response>) => void): Promise<Response> {
  return new Promise((resolve, reject) => send((error, response) => (error ? reject(error) : resolve(response))));
}
