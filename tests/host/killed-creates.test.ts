import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Emulator, startEmulator } from "analytics-emulator";
import { loadAllKinds } from "../../provider/src/kinds/registry";
import { chooseCases } from "../cases";
import { getType } from "../door";
import { fillIn, prepareFor, samples } from "../samples";
import { listWrites } from "./bench";
import { catchError, Host, readHalfMade, readMessage, unknown } from "./support";

// What the next run does, on another machine: it has no journal, and the state of the stack, as the engine saves it.

type Properties = Record<string, unknown>;

let emulator: Emulator;
let home: string;
const running: Host[] = [];

beforeEach(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  home = mkdtempSync(join(tmpdir(), "killed-creates-"));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((host) => host.stop()));
  await emulator.stop();
  rmSync(home, { recursive: true });
});

let machines = 0;

/** The host of a run on a machine of its own. @param state what the CLI prints; null: there is no CLI. */
async function start(kind: string, state: object | null = {}, environment: Properties = {}): Promise<Host> {
  machines += 1;
  const file = join(home, `state${machines}.json`);
  writeFileSync(file, JSON.stringify({ deployment: state }));
  const path = state === null ? { PATH: "" } : {};
  const host = await Host.start(kind, {
    environment: { PULUMI_HOME: join(home, `machine${machines}`), STATE_FILE: file, ...path, ...environment },
  });
  running.push(host);
  await host.configure({
    "analytics:baseUrl": emulator.url,
    "analytics:clientId": emulator.clientId,
    "analytics:clientSecret": emulator.clientSecret,
  });
  return host;
}

const formUrn = (kind: string, name = "one") => `urn:pulumi:dev::shop::analytics:index:${kind}::${name}`;

const kinds = loadAllKinds();
const encrypted = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:x" };

/** A resource in a state: what is secret is encrypted. */
function save(kind: string, given: Properties, more: Properties = {}): Properties {
  const { __urn: urn, ...inputs } = given;
  const { shape } = kinds.find(({ name }) => name === kind)!;
  const kept = Object.entries(inputs).map(([name, value]) => [
    name,
    shape.secretInputs.includes(name) ? encrypted : value,
  ]);
  return { urn, type: getType(kind), custom: true, inputs: Object.fromEntries(kept), ...more };
}
const savePending = (kind: string, inputs: Properties) => ({ resource: save(kind, inputs), type: "creating" });

/** A run whose create is killed, or lost, once the platform has carried it out. Returns the checked inputs. */
async function killCreate(kind: string, declared: Properties): Promise<Properties> {
  const host = await start(kind);
  const inputs = await check(host, declared);
  const [method, path] = samples[kind]!.create[0]!.split(" ") as [string, string];
  emulator.clearRequests();
  emulator.addFault({ fault: "delay", ms: 60_000, method, path });
  const creating = host.create(inputs).catch(() => undefined);
  while (!emulator.requests().some(({ fault }) => fault !== undefined)) await sleep(20);
  await host.stop();
  await creating;
  emulator.removeFault();
  emulator.clearRequests();
  return inputs;
}

async function check(host: Host, declared: Properties): Promise<Properties> {
  const { inputs, failures } = await host.check({}, declared);
  expect(failures).toEqual([]);
  return { ...inputs, __urn: declared.__urn };
}

const listCreates = (kind: string) =>
  listWrites(emulator).filter(({ method, path }) => `${method} ${path}` === samples[kind]!.create[0]);

/** The kinds whose creates could make a second object: each with an edit that replaces nothing, if it has any. */
const findable = kinds
  .filter(({ name, adoption, writing }) => adoption?.find && !writing?.isRepeatable && !samples[name]!.keepsNothing)
  .map((kind) => {
    const updates = Object.values(samples[kind.name]!.updates ?? {})
      .filter(({ isLater }) => !isLater)
      .map(({ to }) => to);
    const isInPlace = (to: Properties) => !Object.keys(to).some((field) => kind.shape.replaceOn.includes(field));
    return { kind: kind.name, to: updates.find(isInPlace) ?? {} };
  });

/** The first ones of `npm test` differ most in how their objects are found. */
const order = ["DataModel", "ApiCredential", "WorkbookSchedule", "Folder"];
const cases = findable.toSorted((a, b) => order.indexOf(b.kind) - order.indexOf(a.kind));

async function declare(kind: string, name = "one"): Promise<Properties> {
  const given = await prepareFor(kind, emulator);
  return { ...fillIn(samples[kind]!.declared, given), __urn: formUrn(kind, name) };
}

test("they are all kinds of documents, people, access and connections that the platform lets be twice", () => {
  expect(findable.map(({ kind }) => kind)).toEqual(expect.arrayContaining(order));
  expect(findable.length).toBeGreaterThan(20);
});

describe.each(chooseCases(cases))("a killed create of $kind", ({ kind, to }) => {
  /** The object that the next run has, which sends no create. */
  async function expectTaken(inputs: Properties, state: object): Promise<{ id: string; state: Properties }> {
    const host = await start(kind, state);
    const checked = await check(host, inputs);
    const created = await host.create(checked);
    expect(listCreates(kind)).toEqual([]);
    // The engine compares what a check returned.
    const { inputs: again } = await host.check(checked, inputs);
    expect(await host.diff(created.id, created.state, again)).toMatchObject({ changes: false });
    return created;
  }

  test("is completed by a run that declares it otherwise", async () => {
    const declared = await declare(kind);
    const begun = await killCreate(kind, declared);
    const edited = { ...declared, ...fillIn(to, await prepareFor(kind, emulator)) };
    const { id, state } = await expectTaken(edited, { pending_operations: [savePending(kind, begun)] });
    // The engine keeps the pending create. The entry says that it is settled, also where it is replaced.
    const notes = (state.__state as Properties).settles;
    expect(notes).toEqual([(begun.__attempt as Properties).stamp]);
    const host = await start(kind, {
      resources: [{ ...save(kind, edited), id, outputs: state }],
      pending_operations: [savePending(kind, begun)],
    });
    expect(await host.read(id, { ...state, __urn: edited.__urn })).toMatchObject({ id });
  });

  test("is completed under another name of the resource", async () => {
    const declared = await declare(kind);
    const begun = await killCreate(kind, declared);
    await expectTaken(
      { ...declared, __urn: formUrn(kind, "renamed") },
      { pending_operations: [savePending(kind, begun)] },
    );
  });
});

describe("a create that got no answer", () => {
  const buildDeclared = () => ({
    name: "Finance",
    parentId: emulator.seeded.folders.models,
    description: "Books",
    __urn: formUrn("Folder"),
  });
  const listFolders = () =>
    emulator.snapshot().files.filter(({ name, deletedWith }) => name === "Finance" && deletedWith === null);

  /** The entry that it leaves. @param isMade whether the platform carried it out. */
  async function loseCreate({ isMade }: { isMade: boolean }): Promise<{ id: string; state: Properties }> {
    const host = await start("Folder");
    const inputs = await check(host, buildDeclared());
    emulator.addFault({ fault: isMade ? "reset-after" : "reset-before", method: "POST", path: "/v2/files" });
    emulator.addFault({ fault: "status", status: 403, method: "GET", path: "/v2/files" });
    const error = await catchError(host.create(inputs));
    emulator.removeFault();
    emulator.clearRequests();
    return readHalfMade(error);
  }
  const saveEntry = ({ id, state }: { id: string; state: Properties }) => ({
    ...save("Folder", { ...state, __urn: formUrn("Folder") }),
    id,
    outputs: state,
  });

  test("leaves an entry without an id, of which a refresh finds the object", async () => {
    const lost = await loseCreate({ isMade: true });
    expect(lost.id).toMatch(/^unknown:/);
    const host = await start("Folder", { resources: [saveEntry(lost)] });
    const [{ id } = { id: "" }] = listFolders();
    expect(await host.read(lost.id, { ...lost.state, __urn: formUrn("Folder") })).toMatchObject({ id });
    expect(listWrites(emulator)).toEqual([]);
  });

  test("is replaced by the next one, which takes its object; the delete of the entry leaves that", async () => {
    const lost = await loseCreate({ isMade: true });
    const host = await start("Folder", { resources: [saveEntry(lost)] });
    const edited = { ...buildDeclared(), description: "Edited" };
    await host.check(lost.state, edited);
    expect(await host.diff(lost.id, lost.state, edited)).toMatchObject({ changes: true, replaces: ["name"] });
    const { id } = await host.create(await check(host, edited));
    await host.delete(lost.id, { ...lost.state, __urn: formUrn("Folder") });
    expect(listFolders()).toMatchObject([{ id, description: "Edited" }]);
  });

  test("is deleted with its object, if it has one", async () => {
    const lost = await loseCreate({ isMade: true });
    const host = await start("Folder", { resources: [saveEntry(lost)] });
    await host.delete(lost.id, { ...lost.state, __urn: formUrn("Folder") });
    expect(listFolders()).toEqual([]);
  });

  test("leaves the state where lists had their time and have none", async () => {
    const lost = await loseCreate({ isMade: false });
    const host = await start("Folder", { resources: [saveEntry(lost)] });
    expect(await host.read(lost.id, { ...lost.state, __urn: formUrn("Folder") })).toMatchObject({ id: "" });
    await host.delete(lost.id, { ...lost.state, __urn: formUrn("Folder") });
    expect(listWrites(emulator)).toEqual([]);
  });

  test("is found beside an object of another member", async () => {
    const lost = await loseCreate({ isMade: true });
    await emulator.ui.request("POST", "/v2/files", { type: "folder", ...buildDeclared(), description: "Theirs" });
    const host = await start("Folder", { resources: [saveEntry(lost)] });
    expect(await host.read(lost.id, { ...lost.state, __urn: formUrn("Folder") })).toMatchObject({
      id: listFolders().find(({ description }) => description === "Books")?.id,
    });
  });
});

test("a name that another entry of the state has is refused with the alias that moves the entry", async () => {
  const tag = { name: "Moved", color: "grass" };
  const former = { ...tag, __urn: formUrn("Tag", "former") };
  const first = await start("Tag");
  const inputs = await check(first, former);
  const { id, state } = await first.create(inputs);
  const host = await start("Tag", { resources: [{ ...save("Tag", inputs), id, outputs: state }] });
  const error = await catchError(host.create(await check(host, { ...tag, __urn: formUrn("Tag", "latter") })));
  expect(readMessage(error)).toContain(
    `(${id}): the state has it as ${former.__urn}. If this resource is that one, renamed: aliases: ["${former.__urn}"]`,
  );
});

describe("one object that a program declares twice", () => {
  test.each([
    ["Tag", { name: "Twice", color: "grass" }],
    ["Team", { name: "Twice" }],
    ["TeamMember", { teamId: "t", memberId: "m" }],
    ["DeploymentPolicyTenant", { deploymentPolicyId: "p", tenantOrganizationId: "t" }],
  ])("is a problem of the second %s, in a preview, too", async (kind, given) => {
    const host = await start(kind);
    await check(host, { ...given, __urn: formUrn(kind) });
    const twice = { ...given, __urn: formUrn(kind, "two") };
    expect((await host.check({}, twice)).failures).toEqual([
      expect.stringMatching(`the ${kind} "one" and the ${kind} "two" both declare the .* Remove one of the two`),
    ]);
    // What is checked once more, as a replaced one is, isn't another one; nor is an object of another name.
    await check(host, { ...given, __urn: formUrn(kind) });
    const [field = ""] = Object.keys(given);
    await check(host, { ...twice, [field]: "Other" });
  });

  test("is a problem in another spelling, too", async () => {
    const host = await start("Member");
    const bea = { email: "bea@example.com", firstName: "Bea", lastName: "Berg" };
    await check(host, { ...bea, __urn: formUrn("Member") });
    const twice = { ...bea, email: "Bea@Example.com", __urn: formUrn("Member", "two") };
    expect((await host.check({}, twice)).failures).toEqual([expect.stringContaining("both declare the same object")]);
  });

  test("by another part of it is refused by the create, and with adopt by the preview", async () => {
    const kind = "MaterializationSchedule";
    const { sales: workbookId } = emulator.seeded.workbooks;
    const { entries } = (await emulator.ui.request("GET", `/v2/workbooks/${workbookId}/elements`)) as {
      entries: { elementId: string; name: string }[];
    };
    const { elementId } = entries.find(({ name }) => name === "Events")!;
    const common = { workbookId, cronSpec: "0 5 * * *", timezone: "UTC" };
    const host = await start(kind);
    const one = { ...common, elementName: "Events", __urn: formUrn(kind) };
    await host.create(await check(host, one));
    const two = { ...common, elementId, __urn: formUrn(kind, "two") };
    const error = await catchError(host.create(await check(host, two)));
    expect(readMessage(error)).toContain(`${one.__urn} of this program has it. Remove one of the two resources.`);
    const preview = await start(kind);
    await check(preview, { ...one, adopt: true });
    await expect(preview.check({}, { ...two, adopt: true })).rejects.toThrow("is the object of another resource");
  });

  test("is none where the state has both, or an id is unknown", async () => {
    const host = await start("TeamMember");
    const given = { teamId: "t", memberId: "m" };
    for (const name of ["one", "two"]) {
      expect((await host.check(given, { ...given, __urn: formUrn("TeamMember", name) })).failures).toEqual([]);
    }
    for (const name of ["three", "four"]) {
      await check(host, { ...given, teamId: unknown, __urn: formUrn("TeamMember", name) });
    }
  });
});

describe("what an earlier run began", () => {
  const buildFolder = (more: Properties = {}) => ({
    name: "Finance",
    parentId: emulator.seeded.folders.models,
    description: "Books",
    __urn: formUrn("Folder"),
    ...more,
  });
  const createBeside = async (more: Properties = {}) => {
    const { __urn: _, ...folder } = buildFolder(more);
    const client = await start("Folder");
    return (await client.create(folder)).id;
  };
  const listIds = () =>
    emulator
      .snapshot()
      .files.filter(({ name, deletedWith }) => name === "Finance" && deletedWith === null)
      .map(({ id }) => id);

  /** A create that is killed before its request arrives. */
  async function killEarly(declared: Properties): Promise<object> {
    const host = await start("Folder");
    const inputs = await check(host, declared);
    await host.stop();
    return { pending_operations: [savePending("Folder", inputs)] };
  }

  test("isn't what was there before; a preview tells of the killed run", async () => {
    const theirs = await createBeside();
    const state = await killEarly(buildFolder());
    const host = await start("Folder", state);
    const checked = await check(host, buildFolder());
    await host.waitForPrinted("an earlier run was killed in the create of this resource");
    const { id } = await host.create(checked);
    expect(listIds().sort()).toEqual([theirs, id].sort());
  });

  test("isn't what an entry of the state holds", async () => {
    const begun = await killEarly(buildFolder());
    const held = await createBeside();
    const entry = save("Folder", { ...buildFolder(), __urn: formUrn("Folder", "other") });
    const host = await start("Folder", { ...begun, resources: [{ ...entry, id: held, outputs: {} }] });
    const { id } = await host.create(await check(host, buildFolder()));
    expect(listIds().sort()).toEqual([held, id].sort());
  });

  test("isn't what another member created", async () => {
    const state = await killEarly(buildFolder());
    const { __urn: _, ...folder } = buildFolder();
    const { id: theirs } = (await emulator.ui.request("POST", "/v2/files", { type: "folder", ...folder })) as never;
    const host = await start("Folder", state);
    const { id } = await host.create(await check(host, buildFolder()));
    expect(listIds().sort()).toEqual([theirs, id].sort());
  });

  test("isn't a membership that was there before, though a killed run on this machine found it", async () => {
    const { teams, members } = emulator.seeded;
    const declared = { teamId: teams.finance, memberId: members.viewer, __urn: formUrn("TeamMember") };
    const machine = { PULUMI_HOME: join(home, "one") };
    const first = await start("TeamMember", {}, machine);
    const inputs = await check(first, declared);
    await first.create(inputs);
    await first.stop();
    const host = await start("TeamMember", { pending_operations: [savePending("TeamMember", inputs)] }, machine);
    await host.create(await check(host, declared));
    await host.waitForPrinted("which was there before");
  });

  test("isn't a grant that another member gave: it is adopted, and kept", async () => {
    const { seeded } = emulator;
    const grantee = { teamId: seeded.teams.finance };
    const declared = { inodeId: seeded.folders.models, ...grantee, permission: "view", __urn: formUrn("Grant") };
    const first = await start("Grant");
    const pending = savePending("Grant", await check(first, declared));
    await first.stop();
    await emulator.ui.request("POST", "/v2/grants", { inodeId: declared.inodeId, grantee, permission: "view" });
    const host = await start("Grant", { pending_operations: [pending] });
    const { id, state } = await host.create(await check(host, declared));
    await host.waitForPrinted("which was there before");
    await host.delete(id, { ...state, __urn: declared.__urn });
    expect(emulator.snapshot().grants.filter(({ inodeId }) => inodeId === declared.inodeId)).toHaveLength(1);
  });

  test.each([
    ["that differs", { description: "Another" }, [], "differs in description"],
    ["beside another equal one", {}, [{}], "equals it"],
  ])("stops the run where an object came %s, and its advice ends well", async (_, more, others, why) => {
    const state = await killEarly(buildFolder());
    const first = await createBeside(more);
    for (const one of others) await createBeside(one);
    const host = await start("Folder", state);
    const inputs = await check(host, buildFolder());
    const message = readMessage(await catchError(host.create(inputs)));
    expect(message).toContain(`${first} ${why}`);
    expect(message).toContain("Nothing was created. If one of these is the object, adopt it");
    expect(message).toContain("run `pulumi refresh --yes --skip-preview --clear-pending-creates`");
    const count = listIds().length;
    expect((await host.create({ ...inputs, adopt: { id: first } })).id).toBe(first);
    // After the refresh that the message names, the state has no pending create.
    const cleared = await start("Folder");
    await cleared.create(await check(cleared, buildFolder()));
    expect(listIds()).toHaveLength(count + 1);
  });

  test("is each other's where it is equal: as many objects as creates", async () => {
    const names = ["a", "b", "c"];
    const begun: Properties[] = [];
    const first = await start("Folder");
    for (const name of names) begun.push(await check(first, buildFolder({ __urn: formUrn("Folder", name) })));
    await first.stop();
    const made = [await createBeside(), await createBeside()];
    const host = await start("Folder", { pending_operations: begun.map((inputs) => savePending("Folder", inputs)) });
    const checked = [];
    for (const name of names) checked.push(await check(host, buildFolder({ __urn: formUrn("Folder", name) })));
    const ids = (await Promise.all(checked.map((inputs) => host.create(inputs)))).map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(ids).toEqual(expect.arrayContaining(made));
    expect(listIds()).toHaveLength(3);
  });

  test("is unknown without a CLI: a create stops beside an object of its name, and goes on elsewhere", async () => {
    const theirs = await createBeside();
    const host = await start("Folder", null);
    const inputs = await check(host, buildFolder());
    // The preview says so, too; not of a folder of another name, nor of what is adopted.
    await check(host, buildFolder({ name: "Elsewhere", __urn: formUrn("Folder", "c") }));
    await check(host, buildFolder({ adopt: true, __urn: formUrn("Folder", "d") }));
    expect(host.output.split("`pulumi up` will stop.")).toHaveLength(2);
    const message = readMessage(await catchError(host.create(inputs)));
    expect(host.output).toContain(`warning: \`pulumi up\` will stop. ${message.split("\n")[0]?.slice(0, 120)}`);
    expect(message).toContain(`There is a folder "Finance" already (${theirs})`);
    expect(message).toContain("the state can't be read (no Pulumi CLI was found). Nothing was created.");
    await host.create(await check(host, buildFolder({ name: "Another", __urn: formUrn("Folder", "b") })));
    expect(host.output.split("warning: the state of the stack can't be read")).toHaveLength(2);
    expect(message).toContain(`adopt: { id: "${theirs}" }`);
    expect(host.output).not.toContain("Nothing was created");
    // Each CLI that was tried is named, with what is wrong with it.
    for (const [tried, why] of [
      ["/nowhere/pulumi", 'ANALYTICS_PULUMI_CLI is "/nowhere/pulumi", which doesn\'t exist'],
      ["/bin/false", "`/bin/false stack export --non-interactive --stack"],
    ] as const) {
      const blind = await start("Folder", null, { ANALYTICS_PULUMI_CLI: tried, PATH: "/bin" });
      const declared = await check(blind, buildFolder());
      expect(readMessage(await catchError(blind.create(declared)))).toContain(why);
    }
    // The way out that the message names.
    const cli = join(__dirname, "cli/pulumi");
    const file = join(home, "state.json");
    writeFileSync(file, JSON.stringify({ deployment: {} }));
    const next = await start("Folder", null, { ANALYTICS_PULUMI_CLI: cli, PATH: "/bin", STATE_FILE: file });
    await next.create(await check(next, buildFolder()));
    expect(listIds()).toHaveLength(2);
  });

  describe("for a resource that has another name now, of the resource and of the object,", () => {
    const buildRenamed = () => buildFolder({ name: "Controlling", __urn: formUrn("Folder", "controlling") });
    const listAll = () =>
      emulator
        .snapshot()
        .files.filter(({ name, deletedWith }) => ["Finance", "Controlling"].includes(name) && deletedWith === null)
        .map(({ id, name }) => `${id} ${name}`);

    test("stops the run, and adopted it is settled", async () => {
      const pending = savePending("Folder", await killCreate("Folder", buildFolder()));
      const [id] = listIds();
      const host = await start("Folder", { pending_operations: [pending] });
      const inputs = await check(host, buildRenamed());
      const message = readMessage(await catchError(host.create(inputs)));
      expect(message).toContain(`An earlier run created the folder "Finance" (${id}) for ${formUrn("Folder")}.`);
      expect(message).toContain(`If it is: adopt: { id: "${id}" }`);
      expect(message).toContain("run `pulumi refresh --yes --skip-preview --clear-pending-creates`");
      expect(listAll()).toEqual([`${id} Finance`]);
      const adopted = await host.create({ ...inputs, adopt: { id } });
      expect(listAll()).toEqual([`${id} Controlling`]);
      // The engine keeps the pending create: it stops no other one.
      const entry = { ...save("Folder", inputs), id: adopted.id, outputs: adopted.state };
      const next = await start("Folder", { resources: [entry], pending_operations: [pending] });
      await next.create(await check(next, buildFolder({ __urn: formUrn("Folder", "more") })));
      expect(listAll()).toHaveLength(2);
    });

    test("stops nothing once it is cleared, where it made nothing, or where the program has it, too", async () => {
      const begun = await killCreate("Folder", buildFolder());
      const cleared = await start("Folder");
      await cleared.create(await check(cleared, buildRenamed()));
      expect(listAll()).toHaveLength(2);
      const early = await killEarly(buildFolder({ name: "Early", __urn: formUrn("Folder", "early") }));
      const unmade = await start("Folder", early, { ANALYTICS_LISTING_LAG: "1" });
      await unmade.create(await check(unmade, buildRenamed()));
      expect(listAll()).toHaveLength(3);
      const both = await start("Folder", { pending_operations: [savePending("Folder", begun)] });
      const [added, again] = [await check(both, buildRenamed()), await check(both, buildFolder())];
      await both.create(added);
      await both.create(again);
      expect(listAll()).toHaveLength(4);
    });
  });

  test("beside an entry, as a replacement that was asked for once does, isn't the entry's", async () => {
    const host = await start("Folder");
    const inputs = await check(host, buildFolder());
    const { id, state } = await host.create(inputs);
    const entry = { ...save("Folder", inputs), id, outputs: state };
    const replacing = await start("Folder", { resources: [entry] });
    await replacing.check(inputs, buildFolder());
    const begun = await check(replacing, buildFolder());
    expect(begun.__attempt).not.toMatchObject({ stamp: (inputs.__attempt as Properties).stamp });
    const lost = await createBeside();
    // Asked for again, it takes what was begun.
    const pending = [savePending("Folder", begun)];
    const again = await start("Folder", { resources: [entry], pending_operations: pending });
    await again.check(inputs, buildFolder());
    expect(await again.create(await check(again, buildFolder()))).toMatchObject({ id: lost });
  });

  test("with a secret is completed with today's secret, which is written", async () => {
    const kind = "ApiCredential";
    const declared = await declare(kind);
    const begun = await killCreate(kind, declared);
    const host = await start(kind, { pending_operations: [savePending(kind, begun)] });
    await host.create(await check(host, declared));
    expect(listWrites(emulator).map(({ method }) => method)).toEqual(["PATCH"]);
  });

  test("is looked for while lists may lag, and a preview without the platform works", async () => {
    const begun = await killCreate("Folder", buildFolder());
    emulator.configure({ listingDelayMs: 2_500 });
    const host = await start(
      "Folder",
      { pending_operations: [savePending("Folder", begun)] },
      { ANALYTICS_LISTING_LAG: "5" },
    );
    await host.create(await check(host, buildFolder()));
    expect(listIds()).toHaveLength(1);
    await emulator.stop();
    const offline = await start("Folder");
    await check(offline, buildFolder({ name: "Offline" }));
    emulator = await startEmulator();
  });
});
