import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { chooseCases } from "../cases";
import { type Corrupted, type PassingAnswer, type PassingRequest, startCorrupting } from "../corrupting";
import { catchError, Host, readHalfMade, readMessage } from "./support";

type Properties = Record<string, unknown>;

let emulator: Emulator;
let home: string;
let front: { url: string; stop(): Promise<void> } | undefined;
const running: Host[] = [];

beforeEach(async () => {
  emulator = await startEmulator({ tokenRequestsPerSecond: null });
  home = mkdtempSync(join(tmpdir(), "lost-create-"));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((host) => host.stop()));
  await front?.stop();
  front = undefined;
  await emulator.stop();
  rmSync(home, { recursive: true });
});

/** The host of a run of its own. @param of whose home it has; default: the user's own. */
async function start(kind: string, { lag = "0.3", url = emulator.url, of = "" } = {}) {
  const host = await Host.start(kind, { environment: { PULUMI_HOME: join(home, of), ANALYTICS_LISTING_LAG: lag } });
  running.push(host);
  await host.configure({
    "analytics:baseUrl": url,
    "analytics:clientId": emulator.clientId,
    "analytics:clientSecret": emulator.clientSecret,
  });
  return host;
}

async function putInFront(
  corrupt: (answer: PassingAnswer) => Corrupted | undefined,
  instead?: (request: PassingRequest) => Promise<Corrupted | undefined>,
): Promise<string> {
  front = await startCorrupting(emulator.url, corrupt, instead);
  return front.url;
}

const formUrn = (kind: string, name = "one") => ({ __urn: `urn:pulumi:dev::shop::analytics:index:${kind}::${name}` });
const buildModel = (more: Properties = {}) => ({
  name: "Orders",
  folderId: emulator.seeded.folders.models,
  spec: JSON.stringify({ schemaVersion: 1, pages: [{ id: "p", name: "Page", elements: [] }] }),
  ...more,
  ...formUrn("DataModel"),
});

/** Loses the first answer to a create, which the platform carries out. */
const loseFirst = (path: string, lost: Corrupted = { status: 502, headers: {}, text: "" }) => {
  let isLost = false;
  return ({ method, path: at }: Pick<PassingAnswer, "method" | "path">) => {
    if (isLost || method !== "POST" || at !== path) return undefined;
    isLost = true;
    return lost;
  };
};

const count = (kind: "tags" | "files", name: string) =>
  (emulator.snapshot()[kind] as readonly { name: string }[]).filter((one) => one.name === name).length;

/** Creates whose object has a natural key, and a field in which somebody else's object of that key differs. */
const kinds = [
  { kind: "Tag", path: "/v2/tags", key: { name: "t" }, field: "color", ours: "grass", theirs: "plum" },
  { kind: "Folder", path: "/v2/files", key: { name: "F" }, field: "description", ours: "ours", theirs: "theirs" },
  { kind: "Team", path: "/v2/teams", key: { name: "T" }, field: "description", ours: "ours", theirs: "theirs" },
  {
    kind: "UserAttribute",
    path: "/v2/user-attributes",
    key: { name: "A" },
    field: "description",
    ours: "ours",
    theirs: "theirs",
  },
  {
    kind: "Member",
    path: "/v2/members",
    key: { email: "m@example.com", firstName: "M" },
    field: "lastName",
    ours: "Ours",
    theirs: "Theirs",
  },
] as const;
const declare = ({ kind, key, field }: (typeof kinds)[number], value: string) => ({
  ...key,
  [field]: value,
  ...(kind === "Folder" ? { parentId: emulator.seeded.folders.models } : {}),
});

test.each(chooseCases(kinds))(
  "a $kind that somebody else creates at the same time, with another $field, isn't taken for the lost one",
  async (one) => {
    const { kind, path, field, ours, theirs, key } = one;
    const direct = await start(kind, { of: "theirs" });
    let isMade = false;
    // The request is lost before the platform gets it, and somebody else's comes first.
    const url = await putInFront(
      () => undefined,
      async ({ method, path: at }) => {
        if (isMade || method !== "POST" || at !== path) return undefined;
        isMade = true;
        await direct.create({ ...declare(one, theirs), ...formUrn(kind, "theirs") });
        return { status: 502, headers: {}, text: "" };
      },
    );
    const host = await start(kind, { url });
    const message = readMessage(await catchError(host.create({ ...declare(one, ours), ...formUrn(kind) })));
    expect(message).toContain(`differs in ${field}. Nothing was created.`);
    expect(message).toContain("adopt: { id: ");
    expect(JSON.stringify(emulator.snapshot()).split(Object.values(key)[0]!).length).toBeGreaterThan(1);
  },
);

test.each(chooseCases(kinds))("a $kind is found, whatever the platform writes in another form", async (one) => {
  const { kind, path, ours } = one;
  const lose = loseFirst(path);
  const url = await putInFront((answer) => {
    const lost = lose(answer);
    if (lost !== undefined || !answer.headers["content-type"]?.includes("json") || answer.path.endsWith("/token")) {
      return lost;
    }
    return {
      text: answer.text.replaceAll('"ours"', '" OURS "').replaceAll('"Ours"', '"***"').replaceAll("grass", "Grass"),
    };
  });
  const host = await start(kind, { url });
  const { id } = await host.create({ ...declare(one, ours), ...formUrn(kind) });
  expect(emulator.requests().filter(({ method, path: at }) => method === "POST" && at === path)).toHaveLength(1);
  expect(id).toEqual(expect.any(String));
});

/** What says nothing of when an object was created, or something wrong. */
const times: readonly [string, (time: string) => string][] = [
  ["without a zone", (time) => time.replace("Z", "")],
  ["that is no time", () => "yesterday"],
  ["30 s behind", (time) => new Date(Date.parse(time) - 30_000).toISOString()],
];

test.each(chooseCases(times))(
  "with a creation time %s, a lost object is found, and an older one isn't taken",
  async (_name, change) => {
    const lose = loseFirst("/v2/dataModels/spec");
    const url = await putInFront((answer) => {
      const text = answer.text.replace(/("createdAt":")([^"]+)/g, (_, key: string, time: string) => key + change(time));
      return lose(answer) ?? { text };
    });
    const older = await (await start("DataModel", { url: emulator.url })).create({
      ...buildModel(),
      ...formUrn("DataModel", "older"),
    });
    const { id } = await (await start("DataModel", { url })).create(buildModel());
    expect(id).not.toBe(older.id);
    expect(count("files", "Orders")).toBe(2);
  },
);

test("the lists of a platform are waited for as long as they were seen to lag", async () => {
  emulator.configure({ listingDelayMs: 400 });
  const host = await start("Folder", { lag: "" });
  const buildFolder = (name: string) => ({
    name,
    parentId: emulator.seeded.folders.models,
    ...formUrn("Folder", name),
  });
  await host.create(buildFolder("A"));
  await new Promise((done) => setTimeout(done, 500));
  // This one shows by when a list has the first; its request never arrives, so it is sent again.
  emulator.addFault({ fault: "reset-before", method: "POST", path: "/v2/files", nth: 1 });
  await host.create(buildFolder("B"));
  emulator.addFault({ fault: "reset-after", method: "POST", path: "/v2/files", nth: 1 });
  await host.create(buildFolder("C"));
  expect(["A", "B", "C"].map((name) => count("files", name))).toEqual([1, 1, 1]);
});

describe("after a run that lost the answer", () => {
  /** Creates an object behind a proxy: the answer and every later read are lost, until the run ends. */
  async function loseCreate(kind: string, path: string, inputs: Properties) {
    let isLost = false;
    let isOver = false;
    const url = await putInFront(({ method, path: at }) => {
      isLost ||= method === "POST" && at === path;
      return isLost && !isOver ? { status: 501, headers: {}, text: "" } : undefined;
    });
    const host = await start(kind, { url });
    const error = await catchError(host.create(inputs));
    await host.stop();
    isOver = true;
    return { message: readMessage(error), url, ...readHalfMade(error) };
  }

  test("the error says what the next run does, and that one completes and updates the object", async () => {
    const { message, url } = await loseCreate("DataModel", "/v2/dataModels/spec", buildModel());
    expect(message).toContain("The next `pulumi up` looks for the object before it creates another one.");
    const wanted = buildModel({ description: "Edited since." });
    const host = await start("DataModel", { url });
    const { id, state } = await host.create(wanted);
    await host.waitForPrinted(`was lost, but ${id} was found`);
    expect(count("files", "Orders")).toBe(1);
    expect(emulator.snapshot().files).toContainEqual(expect.objectContaining({ id, description: "Edited since." }));
    expect(await host.diff(id, state, wanted)).toMatchObject({ changes: false });
  });

  test("a declaration that would replace the object gets it into the state first", async () => {
    const tag = { name: "Production", color: "grass", ...formUrn("Tag") };
    const { url } = await loseCreate("Tag", "/v2/tags", tag);
    const host = await start("Tag", { url });
    const wanted = { ...tag, name: "Released" };
    const error = await catchError(host.create(wanted));
    const { id, state } = readHalfMade(error);
    expect(readMessage(error)).toContain(
      `An earlier run created the tag "Production" (${id}), and the state has it now.`,
    );
    expect(readMessage(error)).toContain(
      "The declaration differs in name, which can't be updated. Run `pulumi up` again",
    );
    expect(await host.diff(id, state, wanted)).toMatchObject({ replaces: ["name"] });
    await host.delete(id, state);
    await host.create(wanted);
    expect((emulator.snapshot().tags as unknown as readonly { name: string }[]).map(({ name }) => name)).toEqual([
      "Released",
    ]);
  });

  test("a removal that can't tell its object names what to delete, and the entry to forget", async () => {
    const tag = { name: "Production", color: "grass", description: "Ours", ...formUrn("Tag") };
    const { url, id, state } = await loseCreate("Tag", "/v2/tags", tag);
    const [made] = emulator.snapshot().tags as unknown as readonly { versionTagId: string }[];
    await emulator.ui.request("PATCH", `/v2/tags/${made!.versionTagId}`, { description: "Edited since." });
    const host = await start("Tag", { url });
    const message = readMessage(await catchError(host.delete(id, state)));
    expect(message).toContain(
      `${made!.versionTagId} differs in description. Nothing was deleted. If one of these is the object, delete it ` +
        `on the platform. Then, or if none is: run \`pulumi state delete '${tag.__urn}'\`; then repeat.`,
    );
    expect(message).not.toContain("adopt");
    expect(await host.read(id, state)).toMatchObject({ id });
    await host.waitForPrinted(`If one of these is the object, adopt it: adopt: { id: "${made!.versionTagId}" }. `);
    expect(emulator.snapshot().tags).toHaveLength(1);
  });

  test("while the object may still appear, nothing is created", async () => {
    const host = await start("Tag", { lag: "600" });
    emulator.addFault({ fault: "status", status: 501, method: "POST", path: "/v2/tags" });
    const tag = { name: "Production", color: "grass", ...formUrn("Tag") };
    emulator.clearRequests();
    const lost = catchError(host.create(tag));
    const isSent = () => emulator.requests().some(({ method, path }) => method === "POST" && path === "/v2/tags");
    while (!isSent()) await new Promise((done) => setTimeout(done, 20));
    await host.stop();
    await lost;
    emulator.removeFault();
    const next = await start("Tag", { lag: "600" });
    void catchError(next.create({ ...tag, description: "Edited since." }));
    const looks = 'looks for the tag "Production", which an earlier run began to create';
    await next.waitForPrinted(`${looks}: lists may not show it for up to 10 minutes`);
    expect(emulator.snapshot().tags).toEqual([]);
    await next.stop();
    // In a run whose lists aren't said to lag as long, it can't be there any more.
    const last = await start("Tag");
    await last.create({ ...tag, description: "Edited since." });
    expect(emulator.snapshot().tags).toHaveLength(1);
  });
});

describe("a create whose answer was lost, beside equal ones that the state has", () => {
  const declareNamed = (name: string) => ({ ...buildModel(), ...formUrn("DataModel", name) });
  const listModels = () =>
    emulator
      .snapshot()
      .files.filter(({ name, deletedWith }) => name === "Orders" && deletedWith === null)
      .map(({ id }) => id)
      .sort();

  /** A killed run. The engine has saved `saved`; the answer to the create of `lost` never came. */
  async function killRun(): Promise<{ id: string; state: Properties }> {
    const host = await start("DataModel");
    emulator.addFault({ fault: "delay", ms: 60_000, method: "POST", path: "/v2/dataModels/spec", nth: 2 });
    // At once: neither sees the other among the objects that were there before.
    const saved = host.create(declareNamed("saved"));
    const lost = catchError(host.create(declareNamed("lost")));
    while (listModels().length < 2) await new Promise((done) => setTimeout(done, 20));
    const answer = await saved;
    await host.stop();
    await lost;
    emulator.removeFault();
    return answer;
  }

  /** The next run: the engine compares the saved one only after the create has begun to read what it found. */
  async function run(saved: { id: string; state: Properties }): Promise<string> {
    const host = await start("DataModel");
    const [lost, same] = [declareNamed("lost"), declareNamed("saved")];
    await host.check({}, lost);
    emulator.addFault({ fault: "delay", ms: 500, method: "GET", path: "/v2/dataModels/*" });
    emulator.clearRequests();
    const created = host.create(lost);
    const hasBegun = () => emulator.requests().some(({ path }) => path.startsWith("/v2/dataModels"));
    while (!hasBegun()) await new Promise((done) => setTimeout(done, 20));
    await host.check(saved.state, same);
    await host.diff(saved.id, saved.state, same);
    const { id } = await created;
    emulator.removeFault();
    return id;
  }

  test("finds its own object, not theirs", async () => {
    const saved = await killRun();
    const [own] = listModels().filter((id) => id !== saved.id);
    expect(await run(saved)).toBe(own);
    expect(listModels()).toHaveLength(2);
  });

  test("finds none where only theirs are", async () => {
    const saved = await killRun();
    const [own = ""] = listModels().filter((id) => id !== saved.id);
    await emulator.ui.request("DELETE", `/v2/files/${own}`);
    const created = await run(saved);
    expect(listModels()).toEqual([created, saved.id].sort());
  });

  test("finds its own after a run that showed the others alone, and in one that shows none", async () => {
    const saved = await killRun();
    const [own] = listModels().filter((id) => id !== saved.id);
    const targeted = await start("DataModel");
    await targeted.check(saved.state, declareNamed("saved"));
    await targeted.diff(saved.id, saved.state, declareNamed("saved"));
    await targeted.end();
    const host = await start("DataModel");
    await host.check({}, declareNamed("lost"));
    expect((await host.create(declareNamed("lost"))).id).toBe(own);
  });
});

test("what a person forgets by `pulumi state delete` is theirs: the next run creates another one", async () => {
  const first = await start("DataModel");
  const { id } = await first.create(buildModel());
  await first.end();
  const next = await start("DataModel");
  expect((await next.create(buildModel())).id).not.toBe(id);
  expect(count("files", "Orders")).toBe(2);
});

test.each([true, false])(
  "what a killed run created is theirs only if a run saw its entry since: %s",
  async (isSeen) => {
    const killed = await start("DataModel");
    const { id, state } = await killed.create(buildModel());
    await killed.stop();
    if (isSeen) {
      const refresh = await start("DataModel");
      expect((await refresh.read(id, state)).id).toBe(id);
      await refresh.end();
    }
    const next = await start("DataModel");
    expect((await next.create(buildModel())).id === id).toBe(!isSeen);
    if (!isSeen) await next.waitForPrinted('recovered data model "Orders" in the folder');
  },
);

/** Updates that are killed after the platform has carried them out. */
const updated = [
  {
    kind: "Tag",
    call: "PATCH /v2/tags/*",
    before: { name: "P", color: "grass", description: "a" },
    to: { description: "b" },
    last: { description: "c" },
  },
  {
    kind: "DataModel",
    call: "PUT /v2/dataModels/*/spec",
    before: {},
    to: { spec: buildPages("Second") },
    last: { spec: buildPages("Third") },
  },
] as const;

function buildPages(name: string): string {
  return JSON.stringify({ schemaVersion: 1, pages: [{ id: "p", name, elements: [] }] });
}

test.each(updated)("an update of a $kind that was killed is this stack's own, not somebody's change", async (one) => {
  const { kind, call, before, to, last } = one;
  const declared = kind === "DataModel" ? buildModel() : { ...before, ...formUrn(kind) };
  const first = await start(kind);
  const { id, state } = await first.create(declared);
  await first.end();
  const [method, path] = call.split(" ") as [string, string];
  emulator.addFault({ fault: "delay", ms: 10_000, method, path, nth: 1 } as never);
  const killed = await start(kind);
  const updating = catchError(killed.update(id, state, { ...declared, ...to }));
  while (!emulator.requests().some(({ fault }) => fault !== undefined))
    await new Promise((done) => setTimeout(done, 20));
  await killed.stop();
  await updating;
  emulator.removeFault();
  const next = await start(kind);
  const after = await next.update(id, state, { ...declared, ...last });
  expect(await next.diff(id, after, { ...declared, ...last })).toMatchObject({ changes: false });
});

test("a membership whose create lost its answer is its stack's own: a later removal deletes it", async () => {
  const { teams, members } = emulator.seeded;
  const inputs = { teamId: teams.engineering, memberId: members.viewer, ...formUrn("TeamMember") };
  const list = () => emulator.snapshot().teams.find(({ teamId }) => teamId === teams.engineering)!.members;
  expect(list()).not.toContain(members.viewer);
  let isOver = false;
  // From its write on, the run gets no answer about the team.
  const url = await putInFront(({ path }) =>
    !isOver && path.startsWith(`/v2/teams/${teams.engineering}`) && list().includes(members.viewer)
      ? { status: 502, headers: {}, text: "" }
      : undefined,
  );
  const error = await catchError((await start("TeamMember", { url })).create(inputs));
  expect(list()).toContain(members.viewer);
  isOver = true;
  const host = await start("TeamMember", { url });
  const { id: unknown, state: half } = readHalfMade(error);
  expect(await host.diff(unknown, half, inputs)).toMatchObject({ replaces: [expect.any(String)] });
  const { id, state } = await host.create(inputs);
  await host.delete(id, state);
  expect(list()).not.toContain(members.viewer);
});
