import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { runChild } from "../../cli/src/command/child";
import { createFolderWith, createTemporaryFolder } from "../cli/support";
import { startFront } from "../front";
import { type RespellingProxy, startRespellingProxy } from "../host/respelling-proxy";
import { type Client, signIn } from "../unit/emulator/support";
import { type Bench, projectYaml, repository, startBench } from "./support";

const json = { "content-type": "application/json" };
const base = createTemporaryFolder();
const main = join(repository, "provider/bin/pulumi-analytics.js");

const writeModel = (connectionId: string, name: string) => `name: ${name}
schemaVersion: 1
pages:
  - id: p
    name: P
    elements:
      - id: t
        kind: table
        name: Orders
        source: { kind: warehouse-table, connectionId: ${connectionId}, path: [SALES, PUBLIC, ORDERS] }
        columns:
          - { id: a, name: A, formula: "[ORDERS/ORDER_ID]" }
`;

interface Document {
  readonly name: string;
  readonly id: string;
}

// One story, told in order: each test goes on where the one before it ended.
describe("what sandboxes delete", () => {
  let bench: Bench;
  let proxy: RespellingProxy;
  let front: Awaited<ReturnType<typeof startFront>>;
  let isHidden = (_path: string): boolean => false;
  let api: Client;
  let parent: string;
  let before: string[];

  const buildEnvironment = () => ({
    ...process.env,
    ...bench.stack.environment,
    ANALYTICS_BASE_URL: front.url,
    ANALYTICS_CLIENT_ID: bench.emulator.clientId,
    ANALYTICS_CLIENT_SECRET: bench.emulator.clientSecret,
  });
  const run = (args: readonly string[], more: Record<string, string> = {}) =>
    runChild(process.execPath, [main, "sandbox", ...args], bench.stack.directory, { ...buildEnvironment(), ...more });
  /** The output of a command that succeeds. */
  async function expectDone(args: readonly string[]) {
    const { code, stdout, stderr } = await run(args);
    if (code !== 0) throw new Error(`${args.join(" ")} (${code}):\n${stdout}\n${stderr}`);
    return { stdout, stderr };
  }
  const upArgs = ["up", "--pr", "7", "--against", "git:HEAD", "--json"];
  const runUp = async (...args: string[]) =>
    (JSON.parse((await expectDone([...upArgs, "--in", parent, ...args])).stdout) as { documents: Document[] })
      .documents;

  const listLiving = () => bench.emulator.snapshot().files.filter(({ deletedWith }) => deletedWith === null);
  const listIds = () =>
    listLiving()
      .map(({ id }) => id)
      .sort();
  const findFolder = (name = "PR 7 (temporary)") => listLiving().find((file) => file.name === name)!;
  async function createModel(name: string, folderId: string): Promise<string> {
    const { connections } = bench.emulator.seeded;
    const elements = [
      {
        ...{ id: "t", kind: "table", name: "Orders" },
        source: { kind: "warehouse-table", connectionId: connections.warehouse, path: ["SALES", "PUBLIC", "ORDERS"] },
        columns: [{ id: "a", name: "A", formula: "[ORDERS/ORDER_ID]" }],
      },
    ];
    const pages = [{ id: "p", name: "P", elements }];
    return (await api.post("/v2/dataModels/spec", { name, folderId, schemaVersion: 1, pages })).body.dataModelId;
  }
  const createFolder = async (name: string, parentId: string, description?: string): Promise<string> =>
    (await api.post("/v2/files", { type: "folder", name, parentId, description })).body.id;
  /** The folder of the backend with something of the project's sandboxes. */
  const getState = (kind: "stacks" | "locks") =>
    join(fileURLToPath(bench.stack.environment.PULUMI_BACKEND_URL!), ".pulumi", kind);

  beforeAll(async () => {
    bench = await startBench({
      emulator: { tokenRequestsPerSecond: null },
      texts: { "Pulumi.yaml": projectYaml, "index.js": "", ".gitignore": "node_modules\n" },
    });
    proxy = await startRespellingProxy(bench.emulator);
    front = await startFront(proxy.url, ({ path }) =>
      isHidden(path)
        ? { status: 404, headers: json, text: '{"message":"not found","code":"not_found","requestId":"r"}' }
        : undefined,
    );
    await bench.stack.configure({ "analytics:baseUrl": front.url });
    api = await signIn(bench.emulator);
    parent = bench.emulator.seeded.folders.sales as string;
    const runGit = async (...args: string[]) => {
      const who = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"];
      expect((await runChild("git", [...who, ...args], bench.stack.directory, process.env)).code).toBe(0);
    };
    await runGit("init", "--quiet", "--initial-branch", "main");
    await runGit("add", ".");
    await runGit("commit", "--quiet", "--message", "Empty");
    await bench.stack.write("models/orders.yaml", writeModel(bench.emulator.seeded.connections.warehouse!, "Orders"));
    before = listIds();
  });
  afterAll(async () => {
    await front?.stop();
    await proxy?.stop();
    await bench?.dispose();
  });

  test("a folder has its stack in its name, and its own id in its mark", async () => {
    await runUp();
    const { id, description, parentId } = findFolder();
    expect(parentId).toBe(parent);
    expect(description).toMatch(
      new RegExp(`^Sandbox of pull request 7 of the stack temporary, made by .*: \\w{32} in ${id}$`),
    );
    await bench.stack.expect(["stack", "init", "other", "--no-select"]);
    const there = listIds();
    const other = await expectDone(["down", "--pr", "7", "--stack", "other", "--in", parent]);
    expect(other.stdout).toContain("Pull request 7 has no sandbox.");
    expect(listIds()).toEqual(there);
  });

  test("what people deleted is created again by the next `up`, also the folder", async () => {
    const [first] = await runUp();
    await api.delete(`/v2/files/${first?.id}`);
    const folder = findFolder().id;
    const [second] = await runUp();
    expect(second?.id).not.toBe(first?.id);
    expect(listLiving().find(({ id }) => id === second?.id)?.parentId).toBe(folder);
    await api.delete(`/v2/files/${folder}`);
    const [third] = await runUp();
    const { id, description } = findFolder();
    expect(description).toMatch(new RegExp(` in ${id}$`));
    expect(listLiving().find((file) => file.id === third?.id)?.parentId).toBe(id);
  });

  test("a copied mark makes no folder a sandbox; behind a proxy that drops `parentId`, nothing else goes", async () => {
    const { id, description } = findFolder();
    const copy = await createFolder("Finance production", parent, description ?? undefined);
    const kept = [copy, await createModel("Production", copy), await createModel("Beside", parent)];
    const inner = await createFolder("Notes", id);
    const theirs = await createModel("Theirs", inner);
    proxy.rewrite({
      query: (asked) => {
        asked.delete("parentId");
        return asked;
      },
    });
    const names = (await expectDone(["down", "--pr", "7", "--dry-run", "--json", "--in", parent])).stdout;
    const { deleted, contents } = JSON.parse(names) as { deleted: boolean; contents: string[] };
    expect(deleted).toBe(false);
    expect(contents).toHaveLength(4);
    for (const one of [id, inner, theirs, "/PR 7 (temporary)/Orders ("]) expect(contents.join("\n")).toContain(one);
    await expectDone(["down", "--pr", "7", "--in", parent]);
    proxy.rewrite({});
    expect(listIds()).toEqual([...before, ...kept].sort());
    for (const one of kept.reverse()) await api.delete(`/v2/files/${one}`);
  });

  test("whose stack is lost go only by id, and only in the configured folder", async () => {
    await runUp();
    const { id, description } = findFolder();
    rmSync(join(getState("stacks"), "bench-sandboxes"), { recursive: true });
    const elsewhere = await createFolder("Elsewhere", bench.emulator.seeded.folders.models as string);
    await api.patch(`/v2/files/${elsewhere}`, { description: description?.replaceAll(id, elsewhere) });
    const there = listIds();
    for (const args of [
      ["down", "--pr", "7", "--in", parent],
      ["down", "--pr", "7", "--in", parent, "--yes", elsewhere],
      ["sweep", "--older", "0h", "--in", parent],
    ]) {
      const { code, stdout, stderr } = await run(args);
      expect(code).toBe(2);
      expect(stdout + stderr).toContain(`To delete it, use --yes ${id}.`);
    }
    expect((await expectDone(["down", "--pr", "7", "--yes", id])).stdout).toContain("has no sandbox");
    const second = await run([...upArgs, "--in", parent]);
    expect(second.code).toBe(2);
    expect(second.stdout).toContain(`/PR 7 (temporary) (${id}). Nothing was created.`);
    expect(second.stdout).toContain(`\`pulumi-analytics sandbox down --pr 7 --in ${parent} --yes ${id}\``);
    expect(listIds()).toEqual(there);
    await expectDone(["sweep", "--older", "0h", "--in", parent, "--yes", id]);
    expect(listIds()).toEqual([...before, elsewhere].sort());
    await api.delete(`/v2/files/${elsewhere}`);
  });

  /** Starts `sandbox up` with a new model, and waits until its create is under way. */
  async function startUp(name: string) {
    const warehouse = bench.emulator.seeded.connections.warehouse!;
    await bench.stack.write(`models/${name}.yaml`, writeModel(warehouse, name));
    const path = "/v2/dataModels/spec";
    bench.emulator.addFault({ fault: "delay", method: "POST", path, times: 1, ms: 15_000 });
    bench.emulator.clearRequests();
    const child = spawn(process.execPath, [main, "sandbox", ...upArgs, "--in", parent], {
      ...{ cwd: bench.stack.directory, env: buildEnvironment(), detached: true },
      stdio: "ignore",
    });
    const ended = once(child, "exit") as Promise<[number | null]>;
    while (!bench.writes().includes(`POST ${path}`) && child.exitCode === null) await setTimeout(20);
    return { ended, signal: (name: NodeJS.Signals) => process.kill(-child.pid!, name), pid: child.pid };
  }

  const urn = "urn:pulumi:temporary::bench::pulumi-nodejs:dynamic/analytics:DataModel::held";
  /** The state of the stack whose sandboxes these are: nothing, or a model. */
  async function saveState(model?: string): Promise<void> {
    const type = "pulumi-nodejs:dynamic/analytics:DataModel";
    const provider = { type: "pulumi:providers:pulumi-nodejs", id: "d", custom: true };
    const providerUrn = `urn:pulumi:temporary::bench::${provider.type}::default`;
    const held = { urn, type, id: model, custom: true, provider: `${providerUrn}::d` };
    const resources = model === undefined ? [] : [{ ...provider, urn: providerUrn }, held];
    const manifest = { time: "2026-01-01T00:00:00Z", magic: "", version: "" };
    await bench.stack.write("held.json", JSON.stringify({ version: 3, deployment: { manifest, resources } }));
    await bench.stack.expect(["stack", "import", "--file", "held.json"]);
  }

  test("what the stack itself has is never deleted: it has to be moved back first", async () => {
    await runUp();
    const { id: folder } = findFolder();
    const model = await createModel("Held", folder);
    await saveState(model);
    const there = listIds();
    const down = ["down", "--pr", "7", "--in", parent];
    const refuse = async (args: readonly string[]) => {
      const { code, stdout, stderr } = await run(args);
      expect(code).toBe(2);
      expect(stdout + stderr).toContain(`which the stack temporary has as ${urn}: it isn't deleted. Move it out`);
      expect(listIds()).toEqual(there);
    };
    for (const args of [down, [...down, "--dry-run"], ["sweep", "--older", "0h", "--in", parent]]) await refuse(args);
    rmSync(join(getState("stacks"), "bench-sandboxes"), { recursive: true });
    await refuse([...down, "--yes", folder]);
    await api.patch(`/v2/files/${model}`, { parentId: bench.emulator.seeded.folders.models });
    await expectDone([...down, "--yes", folder]);
    expect(listIds()).toEqual([...before, model].sort());
    await api.delete(`/v2/files/${model}`);
    await saveState();
  });

  test("a document of the sandbox that the stack has adopted is neither written nor moved nor deleted", async () => {
    const [copy] = await runUp();
    const model = copy!.id;
    await saveState(model);
    const find = () => bench.emulator.snapshot().dataModels.find(({ documentId }) => documentId === model);
    const { code, stdout, stderr } = await run([...upArgs, "--in", parent]);
    expect([code, stdout + stderr]).toEqual([2, expect.stringContaining("Move it out of the sandbox's folder")]);
    const { models } = bench.emulator.seeded.folders;
    await api.patch(`/v2/files/${model}`, { parentId: models });
    const taken = find();
    const [second] = await runUp();
    expect(second?.id).not.toBe(model);
    await api.patch(`/v2/files/${second!.id}`, { parentId: models });
    await saveState(second!.id);
    const down = await expectDone(["down", "--pr", "7", "--in", parent]);
    expect(down.stdout + down.stderr).toContain(`${second!.id} stays: the stack temporary has it now`);
    expect(listIds()).toEqual([...before, model, second!.id].sort());
    expect(find()).toEqual(taken);
    for (const id of [model, second!.id]) await api.delete(`/v2/files/${id}`);
    await saveState();
  });

  test("a second run never cancels a living one, nor does a delete", async () => {
    await runUp();
    const { ended, signal } = await startUp("second");
    signal("SIGSTOP");
    for (const args of [upArgs, ["down", "--pr", "7"], ["sweep", "--older", "0h"]]) {
      const { code, stdout, stderr } = await run([...args, "--in", parent]);
      expect(code).toBe(2);
      expect(stdout + stderr).toMatch(/@\S+ \(pid \d+\) at \S+ holds the sandbox's stack temporary-pr-7\. Nothing was/);
    }
    signal("SIGCONT");
    expect(await ended).toEqual([0, null]);
    expect((await runUp()).map(({ name }) => name).sort()).toEqual(["Orders", "second"]);
  });

  test("where Pulumi fails, what the message says ends in success", async () => {
    await bench.stack.write("models/more.yaml", writeModel(bench.emulator.seeded.connections.warehouse!, "More"));
    isHidden = (path) => path === "/v2/dataModels/spec";
    const { code, stdout } = await run([...upArgs, "--in", parent]);
    isHidden = () => false;
    expect(code).toBe(2);
    const { message } = (JSON.parse(stdout) as { error: { message: string } }).error;
    const [again, down] = ["up", "down"].map((name) =>
      new RegExp(`\`pulumi-analytics sandbox (${name} --pr 7 --in \\S+)\``).exec(message)?.[1]?.split(" "),
    );
    await expectDone([...again!, "--against", "git:HEAD"]);
    expect(listLiving().map(({ name }) => name)).toContain("More");
    await expectDone(down!);
    expect(listIds()).toEqual(before);
  });

  test("a sandbox of an earlier release, under its other noun, goes on and goes with `down`", async () => {
    const [first] = await runUp();
    const rename = async (project: string, from: string, to: string) => {
      const place = createFolderWith(base, { "Pulumi.yaml": `name: ${project}\nruntime: yaml\n` });
      const args = ["stack", "rename", `organization/bench-previews/${to}`, "--stack", from, "--non-interactive"];
      const environment = { ...buildEnvironment(), PULUMI_CONFIG_PASSPHRASE: "" };
      const { code, stderr } = await runChild("pulumi", args, place, environment);
      expect({ code, stderr }).toMatchObject({ code: 0 });
    };
    const mark = (description: string) => api.patch(`/v2/files/${findFolder().id}`, { description });
    await rename("bench-sandboxes", "temporary-pr-7", "temporary-pr-7");
    await mark(findFolder().description!.replace("Sandbox", "Preview"));
    expect((await runUp())[0]?.id).toBe(first?.id);
    expect(findFolder().description).toMatch(/^Sandbox of pull request 7 of the stack temporary/);
    await rename("bench-previews", "temporary-pr-7", "pr-7");
    await mark("Preview of pull request 7, made by pulumi-analytics: 1f");
    await expectDone(["down", "--pr", "7", "--in", parent]);
    expect(listIds()).toEqual(before);
  });

  test("a lock is broken if its holder has ended on this machine, or a person says so", async () => {
    await runUp();
    const { ended, signal, pid } = await startUp("third");
    signal("SIGKILL");
    await ended;
    const { stdout, stderr } = await expectDone([...upArgs, "--in", parent]);
    expect(stderr).toContain("A run before this one was killed: its lock is removed.");
    const { documents } = JSON.parse(stdout) as { documents: Document[] };
    expect(documents.map(({ name }) => name)).toContain("third");
    expect(listLiving().filter(({ name }) => name === "third")).toHaveLength(1);
    const locks = join(getState("locks"), "organization/bench-sandboxes/temporary-pr-7");
    mkdirSync(locks, { recursive: true });
    const lock = { pid, username: "ann", hostname: "elsewhere", timestamp: "2020-02-03T10:15:00Z" };
    writeFileSync(join(locks, "1f0c.json"), JSON.stringify(lock));
    const refused = await run([...upArgs, "--in", parent]);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`ann@elsewhere (pid ${pid}) at`) });
    await runUp("--take-over");
    await expectDone(["down", "--pr", "7", "--in", parent]);
    expect(listIds()).toEqual(before);
  });
});
