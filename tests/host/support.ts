import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Emulator } from "analytics-emulator";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { isPacked, unpack, wrapSecret } from "../../provider/src/core/engine";
import { readMarked } from "../../provider/src/plugin/values";
import { door } from "../door";
import { Relay } from "./relay";

/** The folder of the repository, as the project whose packages the host loads. */
export const repository = join(__dirname, "../..");

/** The plugin's executable. */
const plugin = join(repository, "provider/plugin/pulumi-resource-analytics");

export const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

type Properties = Record<string, unknown>;

/** What the host answers for a failed operation; see {@link readHalfMade}. */
export interface HostError extends Error {
  code?: number;
  details?: string;
  metadata?: { get(key: string): unknown[] };
}

/** The error of a call that must fail. */
export const catchError = (promise: Promise<unknown>): Promise<HostError> =>
  promise.then(
    () => {
      throw new Error("It should fail.");
    },
    (error: HostError) => error,
  );

/** What the host says of it. */
export const readMessage = (error: HostError): string => error.details ?? error.message;

/** The object that a failed create or update left behind, as the engine then keeps it. */
export function readHalfMade(error: HostError): { id: string; state: Properties } {
  const [status] = error.metadata?.get("grpc-status-details-bin") ?? [];
  if (!(status instanceof Uint8Array)) throw new Error(`nothing was kept: ${error.message}`);
  const [detail] = Status.deserializeBinary(status).getDetailsList();
  const kept = detail?.unpack(messages.ErrorResourceInitFailed.deserializeBinary, "pulumirpc.ErrorResourceInitFailed");
  return { id: kept?.getId() ?? "", state: stripHost(kept?.getProperties()) };
}

interface HostOptions {
  /** Folder of the `@pulumi/pulumi` whose host runs; default: the one installed. */
  readonly sdk?: string;
  /** Address of the engine that the host watches; default: there is none. */
  readonly engine?: string;
  readonly directory?: string;
  readonly environment?: NodeJS.ProcessEnv;
}

interface HostProcess {
  readonly process: ChildProcess;
  readonly client: ResourceProviderClient;
  readonly printed: () => string;
  /** The address of a plugin that serves several tests; see {@link Relay}. */
  readonly relay?: Relay;
}

async function startProcess({ sdk, engine, directory, environment }: HostOptions): Promise<HostProcess> {
  const package_ = sdk ?? dirname(require.resolve("@pulumi/pulumi/package.json"));
  const own = Object.fromEntries(Object.entries(process.env).filter(([key]) => !key.startsWith("ANALYTICS_")));
  const home = mkdtempSync(join(tmpdir(), "pulumi-home-"));
  const dynamic = [join(package_, "cmd/dynamic-provider"), engine ?? "127.0.0.1:1"];
  const command = { dynamic, plugin: engine === undefined ? [plugin] : [plugin, engine] }[door];
  const child = spawn(process.execPath, command, {
    cwd: directory ?? repository,
    // The emulator lists new objects at once, unless a test says otherwise.
    env: {
      ...own,
      PATH: `${join(__dirname, "cli")}:${own.PATH}`,
      PULUMI_HOME: home,
      ANALYTICS_LISTING_LAG: "1",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  child.stderr.on("data", (chunk) => {
    printed += chunk;
  });
  const port = await new Promise<string>((resolve, reject) => {
    const lines = createInterface({ input: child.stdout });
    lines.once("line", resolve);
    lines.on("line", (line) => {
      printed += `${line}\n`;
    });
    child.once("exit", (code) => reject(new Error(`The host ended with ${code}: ${printed}`)));
  });
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  child.once("exit", () => rmSync(home, { recursive: true, force: true }));
  return { process: child, client, printed: () => printed };
}

async function endProcess({ process, client }: HostProcess, signal: "SIGKILL" | "SIGINT"): Promise<void> {
  client.close();
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = new Promise((resolve) => process.once("exit", resolve));
  process.kill(signal);
  await ended;
}

/** The process that the tests of a file share, and how many of them do. */
let shared: Promise<HostProcess> | undefined;
let sharing = 0;

afterAll(async () => {
  if (shared !== undefined) await endProcess(await shared, "SIGKILL");
});

async function startShared(): Promise<HostProcess> {
  const host = await startProcess({});
  return door === "plugin" ? { ...host, relay: await Relay.start() } : host;
}

/**
 * A seed for an emulator behind a {@link Host.shared} one: the process remembers what the tests before have made, so
 * those of this test need other ids.
 */
export const drawSeed = () => sharing + 1;

/** The real Node dynamic-provider host, or the real plugin, in another process, driven as the engine drives it. */
export class Host {
  /** @param nth which test of those that share the process; undefined: the process is its own. */
  private constructor(
    private readonly host: HostProcess,
    private readonly kind: string,
    private readonly nth: number | undefined,
    private readonly printedBefore: number,
  ) {}

  private get client(): ResourceProviderClient {
    return this.host.client;
  }

  /** A host in the process that the tests of a file share, since starting one takes longer than most of them. */
  static async startShared(kind: string): Promise<Host> {
    shared ??= startShared();
    const host = await shared;
    sharing += 1;
    return new Host(host, kind, sharing, host.printed().length);
  }

  /** {@link startShared}, with the settings of an emulator. @param url of what stands in front of it. */
  static async connect(
    kind: string,
    { url: own, clientId, clientSecret }: Pick<Emulator, "url" | "clientId" | "clientSecret">,
    url = own,
  ): Promise<Host> {
    const host = await Host.startShared(kind);
    await host.configure({
      "analytics:baseUrl": url,
      "analytics:clientId": clientId,
      "analytics:clientSecret": clientSecret,
    });
    return host;
  }

  /** A host in a process of its own, which remembers nothing. */
  static async start(kind: string, options: HostOptions = {}): Promise<Host> {
    return new Host(await startProcess(options), kind, undefined, 0);
  }

  /** The same process, for resources of another kind. */
  createForKind(kind: string): Host {
    return new Host(this.host, kind, this.nth, this.printedBefore);
  }

  /** What the host printed so far, which the engine would show. */
  get output(): string {
    return this.host.printed().slice(this.printedBefore);
  }

  /** Sends a signal to the process. */
  sendSignal(signal: NodeJS.Signals): void {
    this.host.process.kill(signal);
  }

  /** Waits until the process has ended. */
  async waitForEnd(): Promise<void> {
    const { process } = this.host;
    if (process.exitCode === null && process.signalCode === null) {
      await new Promise((resolve) => process.once("exit", resolve));
    }
  }

  /** The same since its process began, also for other tests. */
  get wholeOutput(): string {
    return this.host.printed();
  }

  /** Waits until the host has printed a text; what it prints arrives beside its answers. */
  async waitForPrinted(text: string, read = () => this.output): Promise<string> {
    for (let waited = 0; waited < 300_000 && !read().includes(text); waited += 20) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    if (!read().includes(text)) throw new Error(`The host didn't print "${text}", but:\n${read()}`);
    return read();
  }

  /** The text that a resource of this kind carries. The host configures a provider once for each text. */
  get provider(): string {
    const text = `exports.handler = () => require("pulumi-analytics/host").${this.kind};`;
    return this.nth === undefined ? text : `${text} // ${this.nth}`;
  }

  /** Properties as the engine sends them to the door. */
  private buildStruct(properties: Properties): Struct {
    if (door === "dynamic") return Struct.fromJavaScript({ ...properties, __provider: this.provider } as never);
    const secret = (properties.__secretInputs ?? []) as readonly string[];
    const sent = Object.entries(properties).filter(
      ([key]) => /^__(state|stored|attempt)$/.test(key) || !key.startsWith("__"),
    );
    return Struct.fromJavaScript(
      Object.fromEntries(sent.map(([key, value]) => [key, secret.includes(key) ? wrapSecret(value) : value])) as never,
    );
  }

  /** The engine tells the plugin which resource it is; the host learns of it in the inputs. */
  private nameRequest<Request extends { setUrn(urn: string): unknown; setType(type: string): unknown }>(
    request: Request,
    { __urn: urn }: Properties,
  ): Request {
    if (typeof urn === "string") request.setUrn(urn);
    request.setType(`analytics:index:${this.kind}`);
    return request;
  }

  configure(config: Record<string, unknown>): Promise<void> {
    const request = new messages.ConfigureRequest();
    const { relay } = this.host;
    const args = Object.entries(config).map(([key, value]) => [
      door === "dynamic" ? key : key.replace(/^analytics:/, ""),
      key === "analytics:baseUrl" && relay !== undefined ? relay.setTarget(value as string) : value,
    ]);
    request.setArgs(Struct.fromJavaScript(Object.fromEntries(args) as never));
    return call((done) => this.client.configure(request, done)).then(() => undefined);
  }

  async check(olds: Properties, news: Properties): Promise<{ inputs: Properties; failures: string[] }> {
    const request = this.nameRequest(new messages.CheckRequest(), news);
    request.setOlds(this.buildStruct(olds));
    request.setNews(this.buildStruct(news));
    const answer = await call<messages.CheckResponse>((done) => this.client.check(request, done));
    const failures = answer.getFailuresList().map((failure) => `${failure.getProperty()}|${failure.getReason()}`);
    // Of what a check refuses, a text may be packed that can't be unpacked.
    return {
      get inputs() {
        return stripHost(answer.getInputs());
      },
      failures,
    };
  }

  async diff(
    id: string,
    olds: Properties,
    news: Properties,
  ): Promise<{ changes: boolean; replaces: string[]; deleteBeforeReplace: boolean }> {
    const request = this.nameRequest(new messages.DiffRequest(), news);
    request.setId(id);
    request.setOlds(this.buildStruct(olds));
    request.setNews(this.buildStruct(news));
    const answer = await call<messages.DiffResponse>((done) => this.client.diff(request, done));
    return {
      // What the host leaves to the engine is a change for it too, as the inputs differ.
      changes: answer.getChanges() !== messages.DiffResponse.DiffChanges.DIFF_NONE,
      replaces: answer.getReplacesList(),
      deleteBeforeReplace: answer.getDeletebeforereplace(),
    };
  }

  async create(inputs: Properties): Promise<{ id: string; state: Properties }> {
    const request = this.nameRequest(new messages.CreateRequest(), inputs);
    request.setProperties(this.buildStruct(inputs));
    const answer = await call<messages.CreateResponse>((done) => this.client.create(request, done));
    return { id: answer.getId(), state: stripHost(answer.getProperties()) };
  }

  async read(id: string, state: Properties): Promise<{ id: string; state: Properties; inputs: Properties }> {
    const request = this.nameRequest(new messages.ReadRequest(), state);
    request.setId(id);
    request.setProperties(this.buildStruct(state));
    const answer = await call<messages.ReadResponse>((done) => this.client.read(request, done));
    return { id: answer.getId(), state: stripHost(answer.getProperties()), inputs: stripHost(answer.getInputs()) };
  }

  async update(id: string, olds: Properties, news: Properties): Promise<Properties> {
    const request = this.nameRequest(new messages.UpdateRequest(), news);
    request.setId(id);
    request.setOlds(this.buildStruct(olds));
    request.setNews(this.buildStruct(news));
    const answer = await call<messages.UpdateResponse>((done) => this.client.update(request, done));
    return stripHost(answer.getProperties());
  }

  async delete(id: string, state: Properties): Promise<void> {
    const request = this.nameRequest(new messages.DeleteRequest(), state);
    request.setId(id);
    request.setProperties(this.buildStruct(state));
    await call((done) => this.client.delete(request, done));
  }

  /** Kills the process, where it is its own. */
  async stop(): Promise<void> {
    if (this.nth === undefined) await endProcess(this.host, "SIGKILL");
  }

  /** Ends the process as an engine does that ends in order. */
  end(): Promise<void> {
    return endProcess(this.host, "SIGINT");
  }
}

function call<T>(body: (done: (error: Error | null, answer: T) => void) => unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    body((error, answer) => (error ? reject(error) : resolve(answer)));
  });
}

let areAged = true;

/** For tests of what was written a short time ago. The states of others are as an older release wrote them. */
export function keepWriteTimes(): void {
  areAged = false;
}

function makeStateOld(properties: Properties): Properties {
  const { writtenAt: _, address: __, ...envelope } = (properties.__state ?? {}) as Properties;
  return areAged && properties.__state !== undefined ? { ...properties, __state: envelope } : properties;
}

/** Plain properties, without what the host adds; of the plugin's, long texts unpacked and secrets in clear. */
function stripHost(struct: { toJavaScript(): unknown } | undefined): Properties {
  const { __provider, ...given } = (struct?.toJavaScript() ?? {}) as Properties;
  const properties = makeStateOld(given);
  // The engine sends a secret back in clear.
  if (door === "dynamic") {
    const { __stored: stored } = properties;
    return stored === undefined ? properties : { ...properties, __stored: readMarked(stored)?.value ?? stored };
  }
  const { elementIds: _, changes: __, ...own } = properties;
  return Object.fromEntries(
    Object.entries(own).map(([key, value]) => {
      const inClear = readMarked(value)?.value ?? value;
      const whole = isPacked(inClear) ? unpack(inClear) : inClear;
      // The dynamic provider marks what follows from a secret; inputs are marked by the SDK there.
      return [key, inClear !== value && /^(baseline|url)$/.test(key) ? wrapSecret(whole) : whole];
    }),
  );
}
