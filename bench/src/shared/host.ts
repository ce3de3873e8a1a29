import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { repository } from "./project";

/**
 * Starts the dynamic-provider host, asks it to check a new resource, and ends it. Answers milliseconds from start to
 * answer.
 */
export async function measureFirstCheck(
  provider: string,
  inputs: Record<string, unknown>,
  config: Record<string, string> = {},
): Promise<number> {
  const home = await mkdtemp(join(tmpdir(), "pulumi-home-"));
  const sdk = dirname(require.resolve("@pulumi/pulumi/package.json"));
  const start = performance.now();
  const child = spawn(process.execPath, [join(sdk, "cmd/dynamic-provider"), "127.0.0.1:1"], {
    cwd: repository,
    env: { ...process.env, PULUMI_HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  try {
    const [port] = await once(createInterface({ input: child.stdout }), "line");
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
    const configure = new messages.ConfigureRequest();
    configure.setArgs(Struct.fromJavaScript(config));
    await answer((done) => client.configure(configure, done));
    const check = new messages.CheckRequest();
    check.setOlds(Struct.fromJavaScript({}));
    check.setNews(Struct.fromJavaScript({ ...inputs, __provider: provider } as never));
    const checked = await answer<messages.CheckResponse>((done) => client.check(check, done));
    const time = performance.now() - start;
    client.close();
    const [failure] = checked.getFailuresList();
    if (failure) throw new Error(`The check failed: ${failure.getReason()}`);
    return time;
  } finally {
    child.kill("SIGKILL");
    await ended;
    await rm(home, { recursive: true, force: true });
  }
}

function answer<T>(call: (done: (error: Error | null, answer: T) => void) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    call((error, result) => (error ? reject(error) : resolve(result)));
  });
}
