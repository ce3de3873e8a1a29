import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { credentials, Server, ServerCredentials, type ServiceError, status } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { type LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { type Emulator, startEmulator } from "analytics-emulator";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { readStruct, toStruct } from "../../../provider/src/plugin/struct";

// The plugin's side of gRPC: the executable in a folder of its own, as `pulumi plugin install` copies it, and a client
// of @grpc/grpc-js.

const root = mkdtempSync(join(tmpdir(), "plugin-"));
let child: ChildProcess;
let client: ResourceProviderClient;

beforeAll(async () => {
  cpSync(join(__dirname, "../../../provider/plugin"), join(root, "plugin"), { recursive: true });
  // A proxy of the user's is for the platform, not for the engine. Nothing listens there.
  const proxy = { http_proxy: "http://127.0.0.1:1", grpc_proxy: "http://127.0.0.1:1", no_proxy: "", NO_PROXY: "" };
  child = spawn(join(root, "plugin/pulumi-resource-analytics"), [], {
    cwd: root,
    env: { PATH: process.env.PATH, PULUMI_HOME: root, ...proxy },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [port] = await once(createInterface({ input: child.stdout! }), "line");
  client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure(), {
    "grpc.max_receive_message_length": -1,
    "grpc.enable_http_proxy": 0,
  });
});

afterAll(() => {
  client.close();
  child.kill("SIGKILL");
  rmSync(root, { recursive: true, force: true });
});

const call = <T>(body: (done: (error: ServiceError | null, answer: T) => void) => unknown): Promise<T> =>
  new Promise((resolve, reject) => body((error, answer) => (error ? reject(error) : resolve(answer))));

async function check(description: string): Promise<unknown> {
  const news = toStruct({ name: "Release", color: "grass", description });
  const request = new pb.CheckRequest().setType("analytics:index:Tag").setNews(news);
  const answer = await call<pb.CheckResponse>((done) => client.check(request, done));
  return readStruct(answer.getInputs())?.description;
}

const invoke = (token: string) =>
  call<pb.InvokeResponse>((done) => client.invoke(new pb.InvokeRequest().setTok(token), done));

const catchError = (called: Promise<unknown>): Promise<ServiceError> =>
  called.then(
    () => Promise.reject(new Error("no error")),
    (error) => error,
  );

test("answers many calls at once, each its own", async () => {
  const texts = Array.from({ length: 300 }, (_, index) => `text ${index} Ä€😀`);
  expect(await Promise.all(texts.map(check))).toEqual(texts);
});

test("takes and sends a message that is larger than gRPC allows by default", async () => {
  const text = "0123456789".repeat(600_000);
  expect((await check(text)) === text).toBe(true);
});

test("ends a call with the code and the whole text of an error, whatever characters it has", async () => {
  // Several frames of headers; a client of Node.js takes at most eight.
  const token = `${"a long line\n".repeat(4_000)}100 % "Ä€😀"`;
  const error = await catchError(invoke(token));
  expect(error.code).toBe(status.NOT_FOUND);
  expect(error.details).toContain(`There is no function ${token}. Functions of the package`);
});

test("an error with half a surrogate pair is an error like others", async () => {
  expect(await catchError(invoke("one\ud83d"))).toMatchObject({
    code: status.NOT_FOUND,
    details: expect.stringContaining("no function one\ufffd."),
  });
});

test("refuses methods that it doesn't have, and bytes that are no message, and goes on", async () => {
  const callParameterize = (done: (error: ServiceError | null, answer: unknown) => void) =>
    client.parameterize(new pb.ParameterizeRequest(), done);
  expect(await catchError(call(callParameterize))).toMatchObject({ code: status.UNIMPLEMENTED });
  const send = (done: (error: ServiceError | null, answer: unknown) => void) =>
    client.makeUnaryRequest(
      "/pulumirpc.ResourceProvider/Check",
      (bytes: Buffer) => bytes,
      (bytes) => bytes,
      Buffer.from([0x0a, 0x7f, 1]),
      done,
    );
  expect(await catchError(call(send))).toMatchObject({ code: status.INTERNAL });
  expect(await check("next")).toBe("next");
});

test("tells the engine of a handshake what it has to say, before the answer and past the user's proxy", async () => {
  const told: string[] = [];
  const engine = new Server();
  engine.addService(EngineService, {
    log: ({ request }: { request: LogRequest }, done: (error: null, answer: Empty) => void) => {
      setTimeout(() => {
        told.push(`${request.getSeverity() === LogSeverity.WARNING ? "warning" : "other"}: ${request.getMessage()}`);
        done(null, new Empty());
      }, 100);
    },
  });
  const port = await new Promise<number>((resolve, reject) => {
    engine.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error ? reject(error) : resolve(port),
    );
  });
  try {
    const request = new pb.ProviderHandshakeRequest().setEngineAddress(`127.0.0.1:${port}`);
    const answer = await call<pb.ProviderHandshakeResponse>((done) => client.handshake(request, done));
    expect(answer.getAcceptSecrets()).toBe(true);
    const config = new pb.CheckRequest().setNews(toStruct({ version: "0.0.1" }));
    await call<pb.CheckResponse>((done) => client.checkConfig(config, done));
    expect(told).toEqual([expect.stringMatching(/^warning: The program's SDK of the package analytics is 0\.0\.1/)]);
  } finally {
    engine.forceShutdown();
  }
  // An engine that is gone changes nothing of what the plugin does.
  const config = new pb.CheckRequest().setNews(toStruct({ version: "0.0.1" }));
  await call<pb.CheckResponse>((done) => client.checkConfig(config, done));
});

describe("with a platform", () => {
  let emulator: Emulator;
  beforeEach(async () => {
    emulator = await startEmulator({ seed: 1, latencyMs: 300 });
    const { url: baseUrl, clientId, clientSecret } = emulator;
    const request = new pb.ConfigureRequest().setArgs(toStruct({ baseUrl, clientId, clientSecret }));
    await call<pb.ConfigureResponse>((done) => client.configure(request, done));
  });
  afterEach(() => emulator.stop());

  test("a caller that goes doesn't stop what was begun, nor other calls", async () => {
    const request = new pb.CreateRequest()
      .setUrn("urn:pulumi:dev::test::analytics:index:Tag::one")
      .setProperties(toStruct({ name: "Begun", color: "grass" }));
    const isBegun = () => emulator.requests().length > 0;
    const begun = new Promise<ServiceError | null>((resolve) => {
      const create = client.create(request, resolve);
      const watch = setInterval(() => {
        if (!isBegun()) return;
        clearInterval(watch);
        create.cancel();
      }, 10);
    });
    expect(await begun).toMatchObject({ code: status.CANCELLED });
    expect(await check("next")).toBe("next");
    while (emulator.snapshot().tags.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(emulator.snapshot().tags).toMatchObject([{ name: "Begun" }]);
  });
});
