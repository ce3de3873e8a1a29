import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import * as plugin from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { type Emulator, startEmulator } from "analytics-emulator";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { createClient } from "../../provider/src/core/api";
import { wrapSecret } from "../../provider/src/core/engine";
import { buildOrdersSpec, buildOrdersTable } from "../orders-model";
import { repository, unknown } from "./support";

const folder = join(repository, "provider/plugin");

type Properties = Record<string, unknown>;

const buildStruct = (properties: Properties) => Struct.fromJavaScript(properties as never);
const readPlain = (properties: Struct | undefined) => (properties?.toJavaScript() ?? {}) as Properties;

/** A Pulumi home of its own: the journal of creates is there. */
const home = mkdtempSync(join(tmpdir(), "plugin-"));
const env = { ...process.env, PULUMI_HOME: home };
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The plugin as Pulumi's protocol has it, beyond what every kind is tested for through both doors. */
describe("the plugin, in a process of its own", () => {
  let emulator: Emulator;
  let child: ChildProcess;
  let client: ResourceProviderClient;

  const call = <T>(body: (done: (error: Error | null, answer: T) => void) => unknown): Promise<T> =>
    new Promise((resolve, reject) => body((error, answer) => (error ? reject(error) : resolve(answer))));

  beforeEach(async () => {
    emulator = await startEmulator({ seed: 1 });
    const ownEnv = { ...env, ANALYTICS_CLIENT_SECRET: emulator.clientSecret };
    child = spawn(join(folder, "pulumi-resource-analytics"), [], { stdio: ["ignore", "pipe", "pipe"], env: ownEnv });
    const port = await new Promise<string>((resolve) =>
      createInterface({ input: child.stdout! }).once("line", resolve),
    );
    client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
    const { url: baseUrl, clientId } = emulator;
    await configure({ baseUrl, clientId });
  });

  afterEach(async () => {
    client.close();
    child.kill("SIGKILL");
    await emulator.stop();
  });

  const configure = (settings: Properties) => {
    const request = new pb.ConfigureRequest().setArgs(buildStruct(settings));
    return call<pb.ConfigureResponse>((done) => client.configure(request, done));
  };

  const formUrn = (kind: string, name = "one") => `urn:pulumi:dev::test::analytics:index:${kind}::${name}`;

  test("another process can't have it send the environment's secret to an address of its own", async () => {
    const received: string[] = [];
    const thief = createServer((request, response) => {
      received.push(request.url ?? "");
      response.end();
    }).listen(0, "127.0.0.1");
    await once(thief, "listening");
    try {
      const { port } = thief.address() as AddressInfo;
      const stolen = configure({ baseUrl: `http://127.0.0.1:${port}`, clientId: "any" });
      await expect(stolen).rejects.toThrow(/configured already, with another address\. Nothing was changed/);
      await create("Tag", (await check("Tag", { name: "Kept", color: "grass" })).inputs);
      expect(emulator.snapshot().tags.map(({ name }) => name)).toEqual(["Kept"]);
      expect(received).toEqual([]);
    } finally {
      thief.close();
    }
  });

  async function check(kind: string, news: Properties, olds: Properties = {}) {
    const request = new pb.CheckRequest().setUrn(formUrn(kind)).setOlds(buildStruct(olds)).setNews(buildStruct(news));
    const answer = await call<pb.CheckResponse>((done) => client.check(request, done));
    return {
      inputs: readPlain(answer.getInputs()),
      failures: answer.getFailuresList().map((failure) => failure.getReason()),
    };
  }

  async function create(kind: string, inputs: Properties, preview = false) {
    const request = new pb.CreateRequest().setUrn(formUrn(kind)).setProperties(buildStruct(inputs)).setPreview(preview);
    const answer = await call<pb.CreateResponse>((done) => client.create(request, done));
    return { id: answer.getId(), state: readPlain(answer.getProperties()) };
  }

  async function diff(kind: string, id: string, olds: Properties, oldInputs: Properties, news: Properties) {
    const request = new pb.DiffRequest().setUrn(formUrn(kind)).setId(id);
    request.setOlds(buildStruct(olds)).setOldInputs(buildStruct(oldInputs)).setNews(buildStruct(news));
    const answer = await call<pb.DiffResponse>((done) => client.diff(request, done));
    const detailed = [...answer.getDetaileddiffMap().entries()].map(([path, one]) => [path, one.getKind()]);
    return { changes: answer.getChanges(), diffs: answer.getDiffsList(), detailed: Object.fromEntries(detailed) };
  }

  async function read(kind: string, id: string, state: Properties = {}, inputs: Properties = {}) {
    const request = new pb.ReadRequest().setUrn(formUrn(kind)).setId(id);
    request.setProperties(buildStruct(state)).setInputs(buildStruct(inputs));
    const answer = await call<pb.ReadResponse>((done) => client.read(request, done));
    return { id: answer.getId(), state: readPlain(answer.getProperties()), inputs: readPlain(answer.getInputs()) };
  }

  async function invoke(token: string, args: Properties = {}) {
    const request = new pb.InvokeRequest().setTok(token).setArgs(buildStruct(args));
    return readPlain((await call<pb.InvokeResponse>((done) => client.invoke(request, done))).getReturn());
  }

  function list(token: string, pageSize = 0, continuation = "", limit = 0): Promise<{ names: string[]; next: string }> {
    const request = new pb.ListRequest().setToken(token).setPageSize(pageSize).setContinuationToken(continuation);
    request.setLimit(limit);
    return new Promise((resolve, reject) => {
      const names: string[] = [];
      let next = "";
      const stream = client.list(request);
      stream.on("data", (response: pb.ListResponse) => {
        if (response.hasResult()) names.push(response.getResult()!.getName());
        next = response.getContinuation()?.getContinuationToken() ?? next;
      });
      stream.on("end", () => resolve({ names, next }));
      stream.on("error", reject);
    });
  }

  const buildTable = (formula: string) =>
    buildOrdersTable(emulator.seeded.connections.warehouse, { columns: [{ id: "amount", name: "Amount", formula }] });
  const buildModel = (...elements: object[]) => ({
    name: "Orders",
    folderId: emulator.seeded.folders.models,
    spec: { pages: [{ id: "p", name: "P", elements }] },
  });

  test("tells its version and its schema", async () => {
    const info = await call<{ getVersion(): string }>((done) => client.getPluginInfo(new Empty(), done));
    expect(info.getVersion()).toBe(require("../../provider/package.json").version);
    const schema = await call<pb.GetSchemaResponse>((done) => client.getSchema(new pb.GetSchemaRequest(), done));
    expect(schema.getSchema()).toBe(readFileSync(join(folder, "schema.json"), "utf8"));
  });

  test("refuses unknown settings with what was meant, and keeps the secret ones secret", async () => {
    const request = new pb.CheckRequest().setNews(
      buildStruct({ regoin: "aws-us", clientSecret: "s", profile: "emea" }),
    );
    const answer = await call<pb.CheckResponse>((done) => client.checkConfig(request, done));
    expect(answer.getFailuresList().map((failure) => failure.getReason())).toEqual([
      expect.stringMatching(/^analytics:regoin: no such setting\. Did you mean "region"\?/),
    ]);
    expect(readPlain(answer.getInputs()).clientSecret).toEqual(wrapSecret("s"));
  });

  test("refuses unknown types, functions and properties with what was meant", async () => {
    await expect(create("Tga", {})).rejects.toThrow(/no resource type analytics:index:Tga\. Did you mean "Tag"\?/);
    await expect(invoke("analytics:index:getTaem")).rejects.toThrow(/Did you mean "getTeam"\?/);
    await expect(invoke("analytics:index:getTeam", { nmae: "Finance" })).rejects.toThrow(/nmae: no such argument/);
    emulator.addFault({ fault: "status", status: 403, body: "json", path: "/v2/accountTypes", nth: 1 });
    await expect(invoke("analytics:index:listAccountTypes")).rejects.toThrow(/this call needs an Admin account\.$/);
    const hidden = invoke("analytics:index:getTeam", { name: wrapSecret("Finance of Acme") });
    await expect(hidden).rejects.toThrow(/getTeam: no team is called "\[secret\]"/);
    expect((await check("Tag", { name: "Release", color: "grass", colour: "plum" })).failures).toEqual([
      expect.stringContaining("colour"),
    ]);
  });

  test("a check of its own answer, a diff and a read of its own state find nothing new", async () => {
    const kinds: Record<string, Properties> = {
      Tag: { name: "Release", color: "grass" },
      Folder: { name: "Reports", parentId: emulator.seeded.folders.models },
      Team: { name: "Buyers", members: [emulator.seeded.members.analyst] },
      DeploymentPolicy: { name: "Policy" },
      SourceSwapPolicy: {
        type: "connection",
        name: "Swap",
        fromConnectionId: emulator.seeded.connections.warehouse,
        swaps: { connectionSwaps: [] },
      },
      ApiCredential: {
        name: "Credential",
        allowlist: ["*.example.com"],
        credential: wrapSecret({ authMethod: "basic", basic: { username: "ann", password: "planted" } }),
      },
      DataModel: buildModel(buildTable("[ORDERS/AMOUNT]")),
    };
    for (const [kind, given] of Object.entries(kinds)) {
      const { inputs, failures } = await check(kind, given);
      expect(failures).toEqual([]);
      const again = await check(kind, given, inputs);
      expect([kind, again.inputs]).toEqual([kind, inputs]);
      const { id, state } = await create(kind, inputs);
      const none = { changes: pb.DiffResponse.DiffChanges.DIFF_NONE, diffs: [], detailed: {} };
      expect([kind, await diff(kind, id, state, inputs, inputs)]).toEqual([kind, none]);
      expect([kind, await read(kind, id, state, inputs)]).toEqual([kind, { id, state, inputs }]);
    }
  });

  test("a preview knows what it can: nothing of a new model's ids, those of the elements that stay", async () => {
    const { inputs } = await check("DataModel", buildModel(buildTable("[ORDERS/AMOUNT]")));
    expect(await create("DataModel", inputs, true)).toMatchObject({
      id: "",
      state: { elementIds: unknown, url: unknown },
    });
    const { id, state } = await create("DataModel", inputs);
    const more = buildModel(buildTable("[ORDERS/AMOUNT]"), { ...buildTable("[ORDERS/ID]"), id: "more", name: "More" });
    const { inputs: news } = await check("DataModel", more, inputs);
    const request = new pb.UpdateRequest().setUrn(formUrn("DataModel")).setId(id).setPreview(true);
    request.setOlds(buildStruct(state)).setOldInputs(buildStruct(inputs)).setNews(buildStruct(news));
    const answer = await call<pb.UpdateResponse>((done) => client.update(request, done));
    const { facts } = state.elementIds as Record<string, string>;
    expect(readPlain(answer.getProperties())).toMatchObject({
      elementIds: { facts, more: unknown },
      documentVersion: unknown,
      url: state.url,
    });
  });

  test("one changed formula is one line; what is packed is in no path", async () => {
    const { inputs } = await check("DataModel", buildModel(buildTable("[ORDERS/AMOUNT]")));
    const { id, state } = await create("DataModel", inputs);
    const { inputs: news } = await check("DataModel", buildModel(buildTable("[ORDERS/AMOUNT] * 2")), inputs);
    const { diffs, detailed } = await diff("DataModel", id, state, inputs, news);
    expect(diffs).toEqual(["spec"]);
    const place = "page P › table facts › column amount › formula";
    expect(Object.keys(detailed).sort()).toEqual([`changes["${place}"]`, "spec.contents"]);
    expect(news.changes).toEqual({ [place]: "`[ORDERS/AMOUNT]` → `[ORDERS/AMOUNT] * 2`" });
  });

  test("every lookup answers without the SDK; equal calls send one request", async () => {
    emulator.clearRequests();
    expect(await invoke("analytics:index:getTeam", { name: "Finance" })).toMatchObject({ name: "Finance" });
    await invoke("analytics:index:getTeam", { name: "Finance" });
    const { items } = (await invoke("analytics:index:listConnections")) as { items: { name: string }[] };
    expect(items.length).toBeGreaterThan(0);
    expect(emulator.requests().filter(({ path }) => path.startsWith("/v2/teams")).length).toBeLessThan(3);
  });

  test("after a write, a lookup asks again", async () => {
    const listNames = async () =>
      ((await invoke("analytics:index:listTags")) as { items: { name: string }[] }).items.map(({ name }) => name);
    expect(await listNames()).toEqual([]);
    await create("Tag", { name: "Late", color: "grass" });
    expect(await listNames()).toEqual(["Late"]);
  });

  test("lists the objects of a kind, by pages; a kind without a list says which have one", async () => {
    for (const name of ["One", "Two", "Three"]) await create("Tag", { name, color: "grass" });
    expect((await list("analytics:index:Tag")).names.sort()).toEqual(["One", "Three", "Two"]);
    const first = await list("analytics:index:Tag", 2);
    expect(first.names).toHaveLength(2);
    const rest = await list("analytics:index:Tag", 2, first.next);
    expect([...first.names, ...rest.names].sort()).toEqual(["One", "Three", "Two"]);
    const limited = await list("analytics:index:Tag", 1, "", 2);
    expect(limited.names).toHaveLength(1);
    expect(await list("analytics:index:Tag", 1, limited.next, 2)).toEqual({ names: [expect.any(String)], next: "" });
    expect((await list("analytics:index:Member")).names).toContain("ada.admin@acme.example");
    await expect(list("analytics:index:WorkbookTag")).rejects.toThrow(/WorkbookTag can't be listed.*Tags/);
  });

  test("a former entry whose delete was refused is deleted once the new resource's state consents", async () => {
    const listWorkspaces = () =>
      emulator.snapshot().files.filter(({ name, type }) => name === "Sales" && type === "workspace");
    const { id, state } = await create("Workspace", { name: "Sales" });
    const remove = () => {
      const request = new pb.DeleteRequest().setUrn(formUrn("Workspace")).setId(id).setProperties(buildStruct(state));
      return call((done) => client.delete(request, done));
    };
    const bare = { name: "Sales" };
    const consenting = { ...bare, allowDelete: true };
    await check("Workspace", bare, bare);
    await expect(remove()).rejects.toThrow("set allowDelete: true, run `pulumi up`, and repeat");
    expect(listWorkspaces()).toHaveLength(1);
    await check("Workspace", consenting, bare);
    await remove();
    expect(listWorkspaces()).toHaveLength(0);
  });

  test("after a cancellation no write begins; reads still answer", async () => {
    const { id, state } = await create("Tag", { name: "Release", color: "grass" });
    await call((done) => client.cancel(new Empty(), done));
    await expect(create("Tag", { name: "Other", color: "grass" })).rejects.toThrow("nothing was sent");
    expect((await read("Tag", id, state)).id).toBe(id);
  });

  test("interrupted by its engine, leaves nothing in the journal: all is saved; no resource, no journal", async () => {
    const journal = join(home, "analytics/journal");
    const interruptHost = () => {
      const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
      child.kill("SIGINT");
      return ended;
    };
    rmSync(journal, { recursive: true, force: true });
    const { inputs } = await check("Tag", { name: "One", color: "grass" });
    await create("Tag", inputs);
    expect(readdirSync(journal).filter((file) => file.endsWith(".jsonl"))).toHaveLength(1);
    expect(await interruptHost()).toBe(0);
    expect(readdirSync(journal)).toEqual([]);

    rmSync(journal, { recursive: true, force: true });
    child = spawn(join(folder, "pulumi-resource-analytics"), [], { stdio: ["ignore", "pipe", "pipe"], env });
    await new Promise((resolve) => createInterface({ input: child.stdout! }).once("line", resolve));
    expect(await interruptHost()).toBe(0);
    expect(existsSync(journal)).toBe(false);
  });

  test("serves the next run of an engine that attaches to it and cancels it at the end of each run", async () => {
    const inputs = { name: "Production", color: "grass" };
    await call<Empty>((done) => client.cancel(new Empty(), done));
    await expect(create("Tag", inputs)).rejects.toThrow("The run was canceled before this operation began");
    await call<Empty>((done) => client.attach(new plugin.PluginAttach().setAddress("127.0.0.1:1"), done));
    expect((await create("Tag", inputs)).id).not.toBe("");
  });

  const attach = (address = "") =>
    call<Empty>((done) => client.attach(new plugin.PluginAttach().setAddress(address), done));

  const declare = async (kind: string, name: string, news: Properties) => {
    const request = new pb.CheckRequest().setUrn(formUrn(kind, name)).setNews(buildStruct(news));
    const answer = await call<pb.CheckResponse>((done) => client.check(request, done));
    return answer.getFailuresList().map((failure) => failure.getReason());
  };

  test("knows in a run nothing of what the one before declared", async () => {
    let told = "";
    child.stderr!.on("data", (text) => {
      told += String(text);
    });
    const spec = { schemaVersion: 1, ...buildOrdersSpec(buildOrdersTable(randomUUID())) };
    const declareModel = (name: string) => declare("DataModel", name, { name: "Orders", folderId: "models", spec });
    const warning = "another model of this program has the same name in the folder";
    await declareModel("a");
    expect(told).not.toContain(warning);
    await declareModel("b");
    while (!told.includes(warning)) await once(child.stderr!, "data");
    told = "";
    await attach();
    await declareModel("c");
    expect(told).not.toContain(warning);
  });

  test("another run isn't refused for what the one before declared; another provider of the same run is", async () => {
    const declareMembers = (name: string, member: string) =>
      declare("TeamMembers", name, { teamId: "buyers", members: [member] });
    await attach("127.0.0.1:1");
    expect(await declareMembers("a", "ann")).toEqual([]);
    await attach("127.0.0.1:1");
    expect(await declareMembers("b", "bob")).toEqual([expect.stringContaining("both manage the members of the team")]);
    await attach("127.0.0.1:2");
    expect(await declareMembers("c", "bob")).toEqual([]);
  });

  test("a lookup of another run asks anew", async () => {
    const list = async () => ((await invoke("analytics:index:listTags")).items as { name: string }[]).length;
    const count = await list();
    const { url: baseUrl, clientId, clientSecret } = emulator;
    await createClient({ baseUrl, clientId, clientSecret }).tags.create({ name: "New", color: "grass" });
    expect(await list()).toBe(count);
    await attach();
    expect(await list()).toBe(count + 1);
  });

  test.each([
    ["that its engine ends", true, 0],
    ["whose engine is killed", false, 1],
  ])("a run %s leaves so many files to the next one's journal", async (_, isEnded, count) => {
    const journal = join(home, "analytics/journal");
    rmSync(journal, { recursive: true, force: true });
    await attach("127.0.0.1:1");
    const { inputs } = await check("Tag", { name: "One", color: "grass" });
    await create("Tag", inputs);
    if (isEnded) await call<Empty>((done) => client.cancel(new Empty(), done));
    await attach("127.0.0.1:2");
    expect(readdirSync(journal)).toHaveLength(count);
  });

  // With `--logflow -v=9 --tracing …`, the engine's own options stand before its address.
  test.each([[[]], [["-v=9", "--tracing", "tcp://127.0.0.1:1"]]])(
    "ends with its engine; options %j",
    async (options) => {
      const { createServer } = require("node:http2") as typeof import("node:http2");
      const engine = createServer();
      await new Promise<void>((resolve) => engine.listen(0, "127.0.0.1", resolve));
      const { port } = engine.address() as { port: number };
      const own = spawn(join(folder, "pulumi-resource-analytics"), [...options, `127.0.0.1:${port}`], {
        stdio: ["ignore", "pipe", "pipe"],
        env,
      });
      await new Promise((resolve) => createInterface({ input: own.stdout! }).once("line", resolve));
      const sessions: { destroy(): void }[] = [];
      engine.on("session", (session) => sessions.push(session));
      await new Promise((resolve) => engine.once("session", resolve));
      const ended = new Promise<number | null>((resolve) => own.once("exit", resolve));
      engine.close();
      await new Promise((resolve) => setTimeout(resolve, 200));
      for (const session of sessions) session.destroy();
      expect(await ended).toBe(1);
    },
  );
});
