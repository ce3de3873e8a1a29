import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Emulator, startEmulator } from "analytics-emulator";
import { type AnalyticsClient, createClient } from "../../provider/src/core/api";
import { listWrites } from "./bench";
import { Host, type HostError } from "./support";

type Properties = Record<string, unknown>;

/** What is this much older than the lost run is older by any clock. */
const oldMs = 6_000;

let emulator: Emulator;
let client: AnalyticsClient;
const homes: string[] = [];
const hosts: Host[] = [];

beforeAll(async () => {
  // A test is several processes, which sign in one after the other.
  emulator = await startEmulator({ seed: 1, tokenRequestsPerSecond: null });
  client = createClient({
    baseUrl: emulator.url,
    clientId: emulator.clientId,
    clientSecret: emulator.clientSecret,
  });
});
afterAll(async () => {
  await Promise.all(hosts.map((host) => host.stop()));
  await emulator.stop();
  await Promise.all(homes.map((home) => rm(home, { recursive: true })));
});
afterEach(() => emulator.removeFault());

async function createHome(): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), "pulumi-analytics-"));
  homes.push(home);
  return home;
}

async function start(home: string, settings: Properties = {}, environment: NodeJS.ProcessEnv = {}): Promise<Host> {
  const host = await Host.start("Tag", { environment: { PULUMI_HOME: home, ...environment } });
  hosts.push(host);
  await host.configure({
    "analytics:baseUrl": emulator.url,
    "analytics:clientId": emulator.clientId,
    "analytics:clientSecret": emulator.clientSecret,
    ...settings,
  });
  return host;
}

const bearer = { authMethod: "bearer", bearer: { token: "open-sesame" } } as const;
const getFolderId = () => emulator.seeded.folders.models;
const buildFolder = (name: string, more: Properties = {}) => ({ name, parentId: getFolderId(), ...more });
const buildCredential = (name: string, more: Properties = {}) => ({
  name,
  allowlist: ["*"],
  credential: bearer,
  ...more,
});
const buildModel = (name: string, more: Properties = {}) => ({
  name,
  folderId: getFolderId(),
  spec: JSON.stringify({ schemaVersion: 1, pages: [{ id: "p", name: "Page", elements: [] }] }),
  ...more,
});
const swap = (name: string) => ({
  type: "connection" as const,
  name,
  fromConnectionId: emulator.seeded.connections.warehouse,
  swaps: {
    connectionSwaps: [
      { to: { path0: { swapType: "exact" as const, catalogObject: "TEST" }, path1: { swapType: "all" as const } } },
    ],
  },
});

describe("after a lost run whose time is known, in a new home", () => {
  let host: Host;
  let oldTag: string;
  let ageless: string;
  beforeAll(async () => {
    oldTag = (await client.tags.create({ name: "Old", color: "grass" })).versionTagId;
    await client.files.createFolder(buildFolder("Old"));
    await client.apiCredentials.create(buildCredential("Old"));
    await client.deploymentPolicies.create({ name: "Old tag", versionTagId: oldTag });
    await client.workbooks.tag(emulator.seeded.workbooks.finance, { tag: "Old" });
    await sleep(oldMs);
    const since = new Date().toISOString();
    // Reads that are shared may be older than what comes later.
    await client.tags.create({ name: "Differs", color: "plum" });
    ageless = (await client.deploymentPolicies.create({ name: "Ageless" })).deploymentPolicyId;
    host = await start(await createHome(), { "analytics:recoverFrom": since });
  });
  beforeEach(() => emulator.clearRequests());

  /** Expects that a create adopts the object that is there, and writes nothing. */
  async function expectTakenOver(kind: string, inputs: Properties, id: string): Promise<Properties> {
    emulator.clearRequests();
    const made = await host.createForKind(kind).create(inputs);
    expect(made.id).toBe(id);
    expect(made.state).toMatchObject(inputs);
    expect(listWrites(emulator)).toEqual([]);
    await host.waitForPrinted(`(${id}), which the lost run created: nothing was written`);
    return made.state;
  }

  /** Expects that a create stops and says why, and writes nothing. */
  async function expectStop(kind: string, inputs: Properties, ...texts: string[]): Promise<void> {
    emulator.clearRequests();
    const { message } = await catchFailure(host.createForKind(kind).create(inputs));
    for (const text of ["nothing was created", 'adopt: { id: "…" }', "without analytics:recoverFrom", ...texts])
      expect(message).toContain(text);
    expect(listWrites(emulator)).toEqual([]);
  }

  test("what it made is adopted, whatever the kind", async () => {
    const { versionTagId } = await client.tags.create({ name: "New", color: "grass" });
    await expectTakenOver("Tag", { name: "New", color: "grass" }, versionTagId);

    const { id } = await client.files.createFolder(buildFolder("New"));
    await expectTakenOver("Folder", buildFolder("New"), id);

    const { schemaVersion, pages } = JSON.parse(buildModel("New").spec);
    const { dataModelId } = await client.dataModels.createSpec({ ...buildModel("New"), schemaVersion, pages });
    const state = await expectTakenOver("DataModel", buildModel("New"), dataModelId);
    expect(state).toMatchObject({ documentVersion: 1, ids: expect.stringMatching(/"pages":\{"p":"\w+"\}/) });

    const { apiCredentialId } = await client.apiCredentials.create(buildCredential("New"));
    await expectTakenOver("ApiCredential", buildCredential("New"), apiCredentialId);
    expect(host.output).toContain("its secrets can't be compared");

    const { deploymentPolicyId } = await client.deploymentPolicies.create({ name: "New", versionTagId });
    await expectTakenOver("DeploymentPolicy", { name: "New", versionTagId }, deploymentPolicyId);

    await client.dataModels.tag(dataModelId, { tag: "New" });
    await expectTakenOver("DataModelTag", { dataModelId, tag: "New" }, `${dataModelId}/${versionTagId}`);

    const workbookId = emulator.seeded.workbooks.sales;
    await client.workbooks.tag(workbookId, { tag: "New" });
    const placement = { workbookId, tag: "New", isDefault: true };
    await expectTakenOver("WorkbookTag", placement, `${workbookId}/${versionTagId}`);
    expect(host.output).toContain("isDefault can't be compared");
  });

  test("what it didn't make is made", async () => {
    const { id } = await host.createForKind("Folder").create(buildFolder("Not made"));
    expect(emulator.snapshot().files.filter(({ name }) => name === "Not made")).toMatchObject([{ id }]);
  });

  test("what is older is left alone", async () => {
    await host.createForKind("Folder").create(buildFolder("Old"));
    expect(emulator.snapshot().files.filter(({ name }) => name === "Old")).toHaveLength(2);
    await host.createForKind("ApiCredential").create(buildCredential("Old"));
    expect(emulator.snapshot().apiCredentials.filter(({ name }) => name === "Old")).toHaveLength(2);
    // Where there can't be a second, the refusal says so.
    await expect(host.create({ name: "Old", color: "grass" })).rejects.toThrow(/already .* adopt: true/);
    const { finance } = emulator.seeded.workbooks;
    await expect(host.createForKind("WorkbookTag").create({ workbookId: finance, tag: "Old" })).rejects.toThrow(
      "adopt: true",
    );
  });

  test("what another member made is left alone", async () => {
    await emulator.ui.request("POST", "/v2/files", { type: "folder", ...buildFolder("Another's") });
    await emulator.ui.request("POST", "/v2/api-credentials", buildCredential("Another's"));
    await emulator.ui.request("POST", "/v2/tags", { name: "Another's", color: "grass" });
    const before = emulator.snapshot();
    const theirs = [...before.files, ...before.apiCredentials, ...before.tags];
    await host.createForKind("Folder").create(buildFolder("Another's"));
    await host.createForKind("ApiCredential").create(buildCredential("Another's"));
    await expect(host.create({ name: "Another's", color: "grass" })).rejects.toThrow(/already .* adopt: true/);
    const after = emulator.snapshot();
    const all = [...after.files, ...after.apiCredentials, ...after.tags];
    expect(all).toEqual(expect.arrayContaining(theirs));
    expect(all).toHaveLength(theirs.length + 2);
  });

  test("what is new and differs stops the create, which says in what", async () => {
    await expectStop("Tag", { name: "Differs", color: "grass" }, "new since then, and differs in color");
    const { id } = await client.files.createFolder(buildFolder("Differs", { description: "one" }));
    await expectStop("Folder", buildFolder("Differs", { description: "two" }), id, "differs in description");
    // Beside one that equals the declaration it is something else.
    const equal = await client.files.createFolder(buildFolder("Differs", { description: "two" }));
    await expectTakenOver("Folder", buildFolder("Differs", { description: "two" }), equal.id);
  });

  test("of two equal ones nobody knows which to take, and secrets may differ", async () => {
    const first = await client.apiCredentials.create(buildCredential("Twins"));
    const second = await client.apiCredentials.create(buildCredential("Twins"));
    const why = "(equal, and not the only one)";
    await expectStop(
      "ApiCredential",
      buildCredential("Twins"),
      `${first.apiCredentialId} ${why}`,
      `${second.apiCredentialId} ${why}`,
    );
  });

  test("two equal declarations never share an object", async () => {
    const lost = await client.apiCredentials.create(buildCredential("Shared"));
    const made = await Promise.all(
      [1, 2, 3].map(() => host.createForKind("ApiCredential").create(buildCredential("Shared"))),
    );
    const ids = made.map(({ id }) => id);
    expect(ids).toContain(lost.apiCredentialId);
    expect(new Set(ids).size).toBe(3);
    expect(emulator.snapshot().apiCredentials.filter(({ name }) => name === "Shared")).toHaveLength(3);
  });

  test("what is just being made is no candidate", async () => {
    emulator.addFault({ fault: "delay", ms: 1_000, method: "POST", path: "/v2/api-credentials", nth: 1 });
    const before = emulator.snapshot().apiCredentials.length;
    const first = host.createForKind("ApiCredential").create(buildCredential("In the making"));
    while (emulator.snapshot().apiCredentials.length === before) await sleep(10);
    const second = await host.createForKind("ApiCredential").create(buildCredential("In the making"));
    expect(second.id).not.toBe((await first).id);
  });

  test("what is in a state is no candidate", async () => {
    const declared = { ...buildFolder("Known") };
    const { id } = await client.files.createFolder(declared);
    await host.createForKind("Folder").diff(id, { ...declared, __state: { version: 1 } }, declared);
    expect((await host.createForKind("Folder").create(declared)).id).not.toBe(id);
  });

  test("where nobody tells how old an equal one is, the create stops; one that differs is something else", async () => {
    await expectStop("DeploymentPolicy", { name: "Ageless" }, ageless, "of unknown age");
    // That its tag is old says nothing.
    await expectStop("DeploymentPolicy", { name: "Old tag", versionTagId: oldTag }, "of unknown age");
    const { id } = await host.createForKind("DeploymentPolicy").create({ name: "Ageless", versionTagId: oldTag });
    expect(id).not.toBe(ageless);

    await client.sourceSwapPolicies.create(swap("Ageless"));
    await expectStop("SourceSwapPolicy", swap("Ageless"), "of unknown age");
    const other = { ...swap("Ageless"), fromConnectionId: emulator.seeded.connections.lakehouse };
    expect((await host.createForKind("SourceSwapPolicy").create(other)).id).toEqual(expect.any(String));
  });

  test("adopt goes its own way", async () => {
    const { id } = await client.files.createFolder(buildFolder("Adopted", { description: "one" }));
    const made = await host
      .createForKind("Folder")
      .create(buildFolder("Adopted", { description: "two", adopt: { id } }));
    expect(made.id).toBe(id);
    expect(emulator.snapshot().files.find((file) => file.id === id)).toMatchObject({ description: "two" });
  });

  test("a webhook counts as sent, since nobody can tell", async () => {
    const { workbooks, webhookSequence } = emulator.seeded;
    const body = { region: "north-region", threshold: 10, urgent: false };
    await host
      .createForKind("WebhookTrigger")
      .create({ workbookId: workbooks.sales, sequenceId: webhookSequence, body });
    expect(emulator.snapshot().webhookDeliveries).toEqual([]);
    await host.waitForPrinted("nothing was sent again. Change triggers to send.");
  });

  test("a member of a set that is there is the declared one, as always", async () => {
    const { deploymentPolicyId } = await client.deploymentPolicies.create({ name: "Members" });
    const declared = { deploymentPolicyId, tenantOrganizationId: emulator.seeded.tenants.north };
    await client.deploymentPolicies.addTenant(deploymentPolicyId, declared.tenantOrganizationId);
    emulator.clearRequests();
    await host.createForKind("DeploymentPolicyTenant").create(declared);
    expect(listWrites(emulator)).toEqual([]);
  });
});

/** Lets a process end while its creates are under way: carried out, and never answered. */
async function loseRun(home: string, creates: Record<string, Properties>, settings: Properties = {}): Promise<void> {
  const host = await start(home, settings);
  for (const path of ["/v2/files", "/v2/deploymentPolicies"])
    emulator.addFault({ fault: "delay", ms: 60_000, method: "POST", path });
  emulator.clearRequests();
  const cut = Object.entries(creates).map(([kind, inputs]) =>
    host
      .createForKind(kind)
      .create(inputs)
      .catch(() => undefined),
  );
  while (listWrites(emulator).length < cut.length) await sleep(20);
  await host.stop();
  await Promise.all(cut);
  emulator.removeFault();
}

const listNamed = (wanted: string) => emulator.snapshot().files.filter(({ name }) => name === wanted);

describe("after a run that this machine's journal knows", () => {
  test("recoverFrom: journal adopts what it made, and sends what it never attempted", async () => {
    const home = await createHome();
    await loseRun(home, { Folder: buildFolder("Journalled") });
    const { workbooks, webhookSequence } = emulator.seeded;
    const body = { region: "north-region", threshold: 10, urgent: false };
    const trigger = { workbookId: workbooks.sales, sequenceId: webhookSequence, body };
    const host = await start(home, { "analytics:recoverFrom": "journal" });
    const before = emulator.snapshot().webhookDeliveries.length;
    const { id } = await host.createForKind("Folder").create(buildFolder("Journalled"));
    await host.createForKind("WebhookTrigger").create(trigger);
    await host.stop();
    expect(listNamed("Journalled")).toMatchObject([{ id }]);
    expect(emulator.snapshot().webhookDeliveries).toHaveLength(before + 1);
  });

  test.each(["journal", undefined])(
    "runs lost one after the other end with one object (recover: %s)",
    async (recover) => {
      const name = `Twice ${recover}`;
      const home = await createHome();
      await loseRun(home, { Folder: buildFolder(name) });
      await sleep(oldMs);
      // The second run takes the object over, and is lost before anybody has saved that; so is the third.
      for (let run = 2; run < 4; run += 1) {
        const host = await start(home, recover ? { "analytics:recoverFrom": recover } : {});
        await host.createForKind("Folder").create(buildFolder(name));
        await host.stop();
        expect(listNamed(name)).toHaveLength(1);
      }
    },
  );

  test("what the journal has by its id needs no telling how old it is", async () => {
    const home = await createHome();
    await client.deploymentPolicies.create({ name: "By id" });
    const first = await start(home);
    const { id } = await first.createForKind("DeploymentPolicy").create({ name: "By id" });
    await first.stop();
    for (const settings of [{ "analytics:recoverFrom": "journal" }, {}]) {
      const host = await start(home, settings);
      expect((await host.createForKind("DeploymentPolicy").create({ name: "By id" })).id).toBe(id);
      await host.stop();
    }
  });

  test("what an engine was about to save when its plugins ended is adopted only if declared lost", async () => {
    const home = await createHome();
    const first = await start(home, {}, { PULUMI_SKIP_CHECKPOINTS: "1" });
    const { id } = await first.createForKind("Folder").create(buildFolder("In order"));
    await first.end();
    // Most likely it is in a state: another stack that declares the same makes its own.
    const other = await start(home);
    expect((await other.createForKind("Folder").create(buildFolder("In order"))).id).not.toBe(id);
    await other.end();
    const host = await start(home, { "analytics:recoverFrom": "journal" });
    expect((await host.createForKind("Folder").create(buildFolder("In order"))).id).toBe(id);
  });
});

describe("after a run of another stack was killed on this machine, which declares the same", () => {
  const buildInStack = (stack: string, kind: string, inputs: Properties) => ({
    ...inputs,
    __urn: `urn:pulumi:${stack}::shop::analytics:index:${kind}::same`,
  });
  const trigger = () => ({
    workbookId: emulator.seeded.workbooks.sales,
    sequenceId: emulator.seeded.webhookSequence,
    body: { region: "north-region", threshold: 10, urgent: false },
  });

  /**
   * A run of the stack `alice` that creates a folder and sends a webhook, and is killed before its engine saves them.
   */
  async function killRunOfAlice(home: string, name: string): Promise<string> {
    const host = await start(home);
    const { id } = await host.createForKind("Folder").create(buildInStack("alice", "Folder", buildFolder(name)));
    await host.createForKind("WebhookTrigger").create(buildInStack("alice", "WebhookTrigger", trigger()));
    await host.stop();
    return id;
  }

  test("a stack creates objects of its own, and the other one recovers its own", async () => {
    const home = await createHome();
    const alices = await killRunOfAlice(home, "Two stacks");
    const sent = emulator.snapshot().webhookDeliveries.length;
    const bob = await start(home);
    const { id, state } = await bob
      .createForKind("Folder")
      .create(buildInStack("bob", "Folder", buildFolder("Two stacks")));
    await bob.createForKind("WebhookTrigger").create(buildInStack("bob", "WebhookTrigger", trigger()));
    expect(id).not.toBe(alices);
    expect(emulator.snapshot().webhookDeliveries).toHaveLength(sent + 1);

    const alice = await start(home);
    expect(
      (await alice.createForKind("Folder").create(buildInStack("alice", "Folder", buildFolder("Two stacks")))).id,
    ).toBe(alices);
    await alice.createForKind("WebhookTrigger").create(buildInStack("alice", "WebhookTrigger", trigger()));
    expect(emulator.snapshot().webhookDeliveries).toHaveLength(sent + 1);
    await bob.createForKind("Folder").delete(id, buildInStack("bob", "Folder", state));
    expect(listNamed("Two stacks").filter(({ deletedWith }) => deletedWith === null)).toMatchObject([{ id: alices }]);
  });

  test("a create whose request never arrived doesn't find what the other stack created since", async () => {
    const home = await createHome();
    await loseRun(home, { Folder: buildInStack("alice", "Folder", buildFolder("Never arrived")) });
    for (const { id } of listNamed("Never arrived")) await client.files.delete(id);
    const bob = await start(home);
    const { id } = await bob
      .createForKind("Folder")
      .create(buildInStack("bob", "Folder", buildFolder("Never arrived")));
    await bob.end();
    // A process that reads the journal in between keeps what tells of bob's folder.
    await (await start(home)).createForKind("Folder").create(buildInStack("carol", "Folder", buildFolder("Another")));
    const alice = await start(home);
    expect(
      (await alice.createForKind("Folder").create(buildInStack("alice", "Folder", buildFolder("Never arrived")))).id,
    ).not.toBe(id);
  });

  test("recoverFrom: journal is about the runs of its own stack", async () => {
    const home = await createHome();
    const alices = await killRunOfAlice(home, "Of alice");
    const first = await start(home, { "analytics:recoverFrom": "journal" });
    const declared = buildInStack("bob", "Folder", buildFolder("Of alice"));
    await expect(first.createForKind("Folder").create(declared)).rejects.toThrow("has no lost run of this stack");
    await first.stop();

    const lost = await start(home);
    await lost.createForKind("Folder").create(buildInStack("bob", "Folder", buildFolder("Of bob")));
    await lost.stop();
    const bob = await start(home, { "analytics:recoverFrom": "journal" });
    expect((await bob.createForKind("Folder").create(declared)).id).not.toBe(alices);
    expect(listNamed("Of alice")).toHaveLength(2);
  });
});

describe("the setting", () => {
  const tag = { name: "Setting", color: "grass" };

  test("is said to be set once, with how to unset it", async () => {
    const host = await start(await createHome(), {}, { ANALYTICS_RECOVER_FROM: new Date().toISOString() });
    for (const name of ["a", "b"]) expect((await host.check({}, { ...tag, name })).failures).toEqual([]);
    await host.waitForPrinted("unset ANALYTICS_RECOVER_FROM");
    await sleep(100);
    expect(host.output.split("analytics:recoverFrom is set")).toHaveLength(2);
  });

  test("true is no value", async () => {
    const host = await start(await createHome(), { "analytics:recoverFrom": "true" });
    expect((await host.check(tag, tag)).failures).toEqual([
      expect.stringMatching(/analytics:recoverFrom is "true"\. Use journal, or the time/),
    ]);
    await expect(host.create(tag)).rejects.toThrow('analytics:recoverFrom is "true"');
  });

  test("journal is refused where nothing is known of a lost run, for what would be created", async () => {
    const home = await createHome();
    const host = await start(home, { "analytics:recoverFrom": "journal" });
    expect((await host.check({}, tag)).failures).toEqual([
      expect.stringMatching(/has no lost run.*pulumi config set analytics:recoverFrom.*pulumi config rm/),
    ]);
    await expect(host.create(tag)).rejects.toThrow("has no lost run");
    expect((await host.check(tag, tag)).failures).toEqual([]);
    // The refused create sent nothing: it is no lost one for the next run.
    await host.stop();
    const next = await start(home, { "analytics:recoverFrom": "journal" });
    await expect(next.create(tag)).rejects.toThrow("has no lost run");
  });

  test("an invalid value is told in the preview", async () => {
    const host = await start(await createHome(), { "analytics:recoverFrom": "yesterday" });
    expect((await host.check(tag, tag)).failures).toEqual([
      expect.stringContaining('analytics:recoverFrom is "yesterday"'),
    ]);
  });
});

async function catchFailure(promise: Promise<unknown>): Promise<HostError> {
  return promise.then(
    () => {
      throw new Error("did not fail");
    },
    (error) => error,
  );
}
