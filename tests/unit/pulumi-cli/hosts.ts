import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { LanguageRuntimeClient } from "@pulumi/pulumi/proto/language_grpc_pb";
import { ProgramInfo } from "@pulumi/pulumi/proto/language_pb";
import { bundleHosts, scratchDirectory, until } from "./scratch";

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

/** A folder of the test file, with the stand-ins as in the cache: far from the repository. */
export function hostsFolder() {
  const scratch = realpathSync(scratchDirectory());
  const versions = join(scratch, "versions");
  const bin = join(versions, "3.250.0", "bin");
  mkdirSync(bin, { recursive: true });
  bundleHosts(join(scratch, "bundled"));
  const hosts: { child: ChildProcess; client: LanguageRuntimeClient }[] = [];

  afterEach(() => {
    for (const { child, client } of hosts.splice(0)) {
      client.close();
      child.kill("SIGKILL");
    }
  });

  return {
    scratch,
    versions,

    /** The path of the stand-in for a language. */
    pathOf(language: "nodejs" | "python"): string {
      const path = join(bin, `pulumi-language-${language}`);
      copyFileSync(join(scratch, "bundled", `pulumi-language-${language}.js`), path);
      chmodSync(path, 0o755);
      return path;
    },

    /** Starts a stand-in as the engine does. */
    async start(path: string, directory: string, engineAddress = "127.0.0.1:1", env = process.env) {
      const child = spawn(path, ["--logtostderr", engineAddress], {
        cwd: directory,
        env,
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
