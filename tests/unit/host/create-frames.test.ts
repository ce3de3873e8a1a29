import { createHook } from "node:async_hooks";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { credentials, Server } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { type Emulator, startEmulator } from "analytics-emulator";
import axios from "axios";
import { Run } from "../../../provider/src/core/runtime";
import { createDynamicProvider } from "../../../provider/src/host/dynamic";
import { registry } from "../../../provider/src/kinds/registry";
import { Engine } from "../../../provider/src/plugin/engine";
import { ProviderService } from "../../../provider/src/plugin/service";
import { toStruct } from "../../../provider/src/plugin/struct";
import { buildOrdersSpec, buildOrdersTable } from "../../orders-model";

/** The functions that a model's create may pass from the engine's call to axios. */
const most = 14;

const source = join(__dirname, "../../../provider/src");
const before = { home: process.env.PULUMI_HOME, limit: Error.stackTraceLimit };

let emulator: Emulator;
let closing: (() => void)[];

beforeEach(async () => {
  const bound = jest.spyOn(Server.prototype, "bindAsync");
  const closeServers = () => {
    for (const server of bound.mock.contexts) server.forceShutdown();
  };
  closing = [closeServers];
  emulator = await startEmulator({ seed: 1 });
  process.env.PULUMI_HOME = mkdtempSync(join(tmpdir(), "home-"));
  Error.stackTraceLimit = 200;
});

afterEach(async () => {
  for (const close of closing) close();
  jest.restoreAllMocks();
  await emulator.stop();
  rmSync(process.env.PULUMI_HOME as string, { recursive: true });
  if (before.home === undefined) delete process.env.PULUMI_HOME;
  else process.env.PULUMI_HOME = before.home;
  Error.stackTraceLimit = before.limit;
});

const declareModel = () => {
  const spec = JSON.stringify(buildOrdersSpec(buildOrdersTable(emulator.seeded.connections.warehouse)));
  return { name: "Orders", folderId: emulator.seeded.folders.models, spec };
};

/** The functions of the provider that run or wait now, from the door on: each as its file and its name. */
function listFunctions(): string[] {
  const { prepareStackTrace } = Error;
  Error.prepareStackTrace = (_, sites) => sites;
  const sites = new Error().stack as unknown as NodeJS.CallSite[];
  Error.prepareStackTrace = prepareStackTrace;
  return sites
    .filter((site) => site.getFileName()?.startsWith(source))
    .map((site) => `${relative(source, site.getFileName() as string)} ${site.getFunctionName() ?? "(a closure)"}`)
    .reverse();
}

/**
 * The functions that a create passes until axios sends it. A function that returns a promise without waiting for it is
 * on no stack by then, so the stacks of all promises that were made on the way tell what is between two functions of
 * the last one.
 *
 * @param check runs before, and sends requests, too.
 */
async function traceCreate<T>(check: () => Promise<T>, create: (checked: T) => Promise<unknown>): Promise<string[]> {
  const stacks: string[][] = [];
  let sent: string[] = [];
  const promises = createHook({ init: (_, type) => void (type === "PROMISE" && stacks.push(listFunctions())) });
  const { request } = axios.Axios.prototype;
  jest.spyOn(axios.Axios.prototype, "request").mockImplementation(function (this: unknown, ...given: unknown[]) {
    const { method, url } = given[0] as { method: string; url: string };
    if (method === "POST" && url.endsWith("/v2/dataModels/spec")) {
      sent = listFunctions();
      promises.disable();
    }
    return Reflect.apply(request, this, given);
  });
  const checked = await check();
  promises.enable();
  await create(checked);
  expect(sent).not.toEqual([]);
  return sent.flatMap((name, index) => [name, ...listBetween(stacks, name, sent[index + 1])]);
}

/** What a stack has between two functions that follow each other in the last one. */
function listBetween(stacks: readonly string[][], above: string, below: string | undefined): string[] {
  for (const stack of stacks) {
    const [from, to] = [stack.indexOf(above), stack.indexOf(below ?? "")];
    if (from >= 0 && to > from + 1) return stack.slice(from + 1, to);
  }
  return [];
}

function expectFew(passed: readonly string[]): void {
  // It waits for nothing: that it is seen tells that all are.
  expect(passed).toContain("core/api/data-models.ts createSpec");
  expect(passed.at(-1)).toMatch(/^core\/api\/transport\/http\.ts /);
  expect({ passed, beyond: passed.slice(most) }).toEqual({ passed, beyond: [] });
}

test("through the dynamic provider", async () => {
  const provider = createDynamicProvider(registry.DataModel!(), new Run());
  const settings: Record<string, unknown> = {
    "analytics:baseUrl": emulator.url,
    "analytics:clientId": emulator.clientId,
    "analytics:clientSecret": emulator.clientSecret,
  };
  provider.configure({ config: { get: (key: string) => settings[key] as string | undefined } });
  const passed = await traceCreate(
    () => provider.check({}, declareModel()),
    ({ inputs }) => provider.create(inputs),
  );
  expectFew(passed);
});

test("through the plugin", async () => {
  const port = await new ProviderService(new Engine()).listen("unread");
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  closing.push(() => client.close());
  const call = <Response>(begin: (done: (error: unknown, response: Response) => void) => unknown) =>
    new Promise<Response>((resolve, reject) => {
      begin((error, response) => (error === null ? resolve(response) : reject(error)));
    });
  const { url: baseUrl, clientId, clientSecret } = emulator;
  const args = toStruct({ baseUrl, clientId, clientSecret });
  await call((done) => client.configure(new messages.ConfigureRequest().setArgs(args), done));
  const urn = "urn:pulumi:dev::shop::analytics:index:DataModel::orders";
  const type = "analytics:index:DataModel";
  const check = new messages.CheckRequest().setUrn(urn).setType(type).setNews(toStruct(declareModel()));
  const create = new messages.CreateRequest().setUrn(urn).setType(type);
  const passed = await traceCreate(
    () => call<messages.CheckResponse>((done) => client.check(check, done)),
    (checked) => call((done) => client.create(create.setProperties(checked.getInputs()), done)),
  );
  expectFew(passed);
});
