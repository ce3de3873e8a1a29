import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "analytics-emulator";
import { z } from "zod";
import type * as Api from "../../../provider/src/core/api";
import { Run } from "../../../provider/src/core/runtime";
import type { createDynamicProvider as DynamicProvider } from "../../../provider/src/host/dynamic";
import { type DataOf, type Declaration, defineKind, field, output } from "../../../provider/src/kinds/declare";

const fields = {
  name: field(z.string(), "Its name.", { replaces: true }),
  note: field(z.string().optional(), "A note."),
  key: field(z.string().optional(), "What opens it.", { secret: true }),
};
const outputs = { size: output(z.number(), "How large it is.") };

type Box = DataOf<typeof fields>;
type BoxDeclaration = Declaration<typeof fields, typeof outputs>;

/** A kind whose platform is a map. */
const defineBox = (platform: Map<string, Box>, overrides: Partial<BoxDeclaration>) =>
  defineKind<typeof fields, typeof outputs>({
    name: "Box",
    docs: { description: "A box.", endpoints: [], example: "" },
    needs: { permission: "an account" },
    fields,
    outputs,
    describe: ({ name }) => `box "${name}"`,
    adoption: {
      find: async (_context, { name }) => [...platform].filter(([, box]) => box.name === name).map(([id]) => id),
    },
    async create(_context, box) {
      platform.set("b1", box);
      return { id: "b1" };
    },
    async read(_context, id) {
      const box = platform.get(id);
      return box && { inputs: box, outputs: { size: box.name.length } };
    },
    async reconcile(_context, id, _olds, news) {
      platform.set(id, news);
      return undefined;
    },
    async delete(_context, id) {
      platform.delete(id);
    },
    // Its call about one object answers 404 for whatever is no tag.
    area: "tags",
    ...overrides,
  });

const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
const __provider = "text";
/** What a create stamps its entry with. */
const stamp = expect.stringMatching(/^[\w-]{12}$/);
/** How a state names an API client. */
const client = expect.stringMatching(/^[\w-]{16}$/);
const address = client;
const writtenAt = expect.stringMatching(/^\d{4}-.*Z$/);

let emulator: Emulator;
const home = process.env.PULUMI_HOME;
beforeAll(async () => {
  emulator = await startEmulator({ seed: 1, tokenRequestsPerSecond: null });
  // An empty list proves nothing.
  await emulator.ui.request("POST", "/v2/tags", { name: "Another", color: "grass" });
});
// Each test has a journal of its own: it has boxes of the same name on another platform.
beforeEach(() => {
  process.env.PULUMI_HOME = mkdtempSync(join(tmpdir(), "home-"));
  process.env.ANALYTICS_LISTING_LAG = "0";
});
afterEach(() => {
  rmSync(process.env.PULUMI_HOME as string, { recursive: true });
  delete process.env.ANALYTICS_LISTING_LAG;
  if (home === undefined) delete process.env.PULUMI_HOME;
  else process.env.PULUMI_HOME = home;
});
afterAll(() => emulator.stop());

/** The module as another process has it, which has seen no objects yet. */
function startProcess(): { createDynamicProvider: typeof DynamicProvider; ApiError: typeof Api.ApiError } {
  let loaded: ReturnType<typeof startProcess> | undefined;
  // The client is loaded later, and then isn't isolated.
  const writes = require("../../../provider/src/core/api/transport/writes");
  const errors = require("../../../provider/src/core/api/errors");
  jest.isolateModules(() => {
    jest.doMock("../../../provider/src/core/api/transport/writes", () => writes);
    jest.doMock("../../../provider/src/core/api/errors", () => errors);
    const { createDynamicProvider } = require("../../../provider/src/host/dynamic");
    loaded = { createDynamicProvider, ApiError: require("../../../provider/src/core/api").ApiError };
  });
  return loaded!;
}

/** The kind's provider in a process of its own, and its platform. */
function createBoxes(overrides: Partial<BoxDeclaration> = {}) {
  const platform = new Map<string, Box>();
  const kind = defineBox(platform, overrides);
  const { createDynamicProvider, ApiError } = startProcess();
  const provider = createDynamicProvider(kind, new Run());
  const config: Record<string, unknown> = {
    "analytics:baseUrl": emulator.url,
    "analytics:clientId": emulator.clientId,
    "analytics:clientSecret": emulator.clientSecret,
  };
  provider.configure({ config: { get: (key) => config[key] } });
  return { platform, provider, config, ApiError };
}

async function catchFailure(promise: Promise<unknown>): Promise<Error & Record<string, unknown>> {
  return promise.then(
    () => {
      throw new Error("did not fail");
    },
    (error) => error,
  );
}

test("create reads back what the platform made, and marks the state's version", async () => {
  const { provider } = createBoxes();
  const { id, outs } = await provider.create({ name: "abc", __provider });
  expect(id).toBe("b1");
  expect(outs).toEqual({ name: "abc", size: 3, __state: { version: 1, client, stamp, address, writtenAt } });
});

describe("inputs are validated", () => {
  function createReviewed() {
    const seen: unknown[] = [];
    const listProblems = (inputs: Box) => {
      seen.push(inputs);
      return inputs.note === "wrong" ? ["note: it is wrong"] : [];
    };
    return { ...createBoxes({ review: { problems: listProblems } }), seen };
  }

  test("once, by the check, whatever the order of their keys is afterwards", async () => {
    const { provider, seen } = createReviewed();
    const { inputs } = await provider.check({}, { name: "abc", note: "x", __urn: "u", __provider });
    const { id, outs } = await provider.create(Object.fromEntries(Object.entries(inputs).reverse()));
    expect(seen).toHaveLength(1);

    const next = await provider.check(inputs, { ...inputs, note: "y" });
    await provider.update(id, outs, next.inputs);
    expect(seen).toHaveLength(2);
  });

  test("again where something has changed them since; what is wrong is refused before the first request", async () => {
    const { provider, platform, seen } = createReviewed();
    const { inputs } = await provider.check({}, { name: "abc", note: "x", __urn: "u", __provider });
    const error = await catchFailure(provider.create({ ...inputs, note: "wrong" }));
    expect(error.message).toBe("note: it is wrong");
    expect((await catchFailure(provider.create({ ...inputs, size: 3 }))).message).toContain("size");
    expect(platform.size).toBe(0);
    expect(seen).toHaveLength(2);
  });
});

test("a create sends the fields of its kind alone", async () => {
  const { provider, platform } = createBoxes();
  await provider.create({ name: "abc", adopt: true, __provider });
  expect(platform.get("b1")).toEqual({ name: "abc" });
});

test("no undefined ever reaches the engine", async () => {
  const { provider } = createBoxes();
  const { outs } = await provider.create({ name: "abc", note: undefined, __provider });
  expect(Object.keys(outs)).not.toContain("note");
});

test("an object whose reading back fails is kept as partially created", async () => {
  let fail = true;
  const { provider, platform } = createBoxes({
    async read(_call, id) {
      if (fail) throw new Error("the line went dead");
      const box = platform.get(id);
      return box && { inputs: box, outputs: { size: box.name.length } };
    },
  });
  const error = await catchFailure(provider.create({ name: "abc", __provider }));
  expect(error).toMatchObject({
    message: "the line went dead",
    id: "b1",
    reasons: ["the line went dead"],
    properties: { name: "abc", __provider, __state: { version: 1, client } },
  });

  // What the engine does next: update, from the kept properties.
  fail = false;
  const { outs } = await provider.update("b1", error.properties as never, { name: "abc", __provider });
  expect(outs).toMatchObject({ name: "abc", size: 3 });
});

test("a create that made nothing keeps nothing", async () => {
  const { provider } = createBoxes({
    async create() {
      throw new Error("refused");
    },
  });
  const error = await catchFailure(provider.create({ name: "abc", __provider }));
  expect(error.message).toBe("refused");
  expect(error).not.toHaveProperty("id");
});

test("an error never repeats a secret, however the platform quotes it", async () => {
  const { provider } = createBoxes({
    async create(_call, box) {
      throw new Error(`Expecting string at 0.key but instead got: ${box.key}`);
    },
  });
  const error = await catchFailure(provider.create({ name: "abc", key: "hunter2", __provider }));
  expect(error.message).toBe("Expecting string at 0.key but instead got: [secret]");
  expect(error.stack).toBe("");
});

test.each([
  ["where the platform's text is cut", `${"x".repeat(1_990)}${"open-sesame".repeat(50)}`, "open-sesame".repeat(50)],
  ["of several lines, which an error has in one", "got first-line\nsecond-line", "first-line\nsecond-line"],
])("an error of the platform never repeats a part of a secret %s", async (_, detail, key) => {
  const { provider, ApiError } = createBoxes({
    async create() {
      throw new ApiError({ method: "POST", path: "/v2/boxes", detail, outcome: "notApplied", status: 400 });
    },
  });
  const { message } = await catchFailure(provider.create({ name: "abc", key, __provider }));
  expect(message).toContain("[secret]");
  expect(message).not.toMatch(/open|first|second/);
});

test("a preview never shows a secret that an update removes", async () => {
  const { provider } = createBoxes({
    review: {
      previewMessages: (news, olds) => [`renames ${olds?.name} to ${news.name}`],
      changeSummary: (_news, olds) => ({ removed: [olds.key] }),
    },
  });
  const shown = jest.spyOn(console, "log").mockImplementation(() => {});
  const olds = { name: "old-secret-name", key: "old-secret-key", __secretInputs: ["name"], __provider };
  const news = { name: "new-secret-name", key: "new-secret-key", __secretInputs: ["name"], __provider };
  const { inputs } = await provider.check(olds, news);
  expect(shown.mock.calls).toEqual([["renames [secret] to [secret]"]]);
  expect(inputs).toMatchObject({ changeSummary: { removed: ["[secret]"] } });
  shown.mockRestore();
});

test("inputs that a policy rewrote after check are checked again before anything is sent", async () => {
  const { provider, platform } = createBoxes();
  const error = await catchFailure(provider.create({ name: 7, __provider }));
  expect(error.message).toMatch(/^name: /);
  expect(platform.size).toBe(0);
});

test("diff compares inputs, not outputs", async () => {
  const { provider } = createBoxes();
  const { id, outs } = await provider.create({ name: "abc", __provider });
  expect(await provider.diff(id, outs, { name: "abc" })).toEqual({ changes: false });
  expect(await provider.diff(id, outs, { name: "abc", note: "x" })).toEqual({ changes: true, replaces: [] });
  expect(await provider.diff(id, outs, { name: "abd" })).toEqual({
    changes: true,
    replaces: ["name"],
  });
});

test("diff tells the engine of a change that its comparison of inputs can't find", async () => {
  const { provider } = createBoxes();
  const { id, outs } = await provider.create({ name: "abc", note: "x", __provider });
  // What was written isn't what the state has as inputs, which the program still declares.
  const declared = { name: "abc", note: "y", __urn: "urn" };
  await provider.check(declared, declared);
  expect(await provider.diff(id, outs, declared)).toEqual({ changes: true, replaces: [] });
  // In a later check of the same process, the inputs do differ.
  await provider.check({ ...declared, note: "z" }, declared);
  expect(await provider.diff(id, outs, declared)).toEqual({});
});

describe("warnings are shown", () => {
  const unchanged = { name: "abc" };

  /** Checks boxes one after the other, each with the inputs that the one before left in the state. */
  async function checkAll(warning: (box: Box) => string[], ...all: [before: object, declared: object][]) {
    const { provider } = createBoxes({ review: { warnings: warning } });
    const said: string[] = [];
    const log = jest.spyOn(console, "log").mockImplementation((line) => said.push(line));
    let kept = {};
    for (const [before, declared] of all) kept = (await provider.check({ ...before, ...kept }, { ...declared })).inputs;
    log.mockRestore();
    return said;
  }

  test("when the object is created or changes", async () => {
    const warn = ({ note }: Box) => [`warning: no label on ${note}`];
    const said = await checkAll(warn, [{}, unchanged], [unchanged, unchanged], [unchanged, { name: "abc", note: "x" }]);
    expect(said).toEqual(["warning: no label on undefined", "warning: no label on x"]);
  });

  test("when they change", async () => {
    const texts = ["light", "light", "heavy", "heavy"];
    const said = await checkAll(
      () => [`warning: ${texts.shift()}`],
      ...texts.map((_, index): [object, object] => [index === 0 ? {} : unchanged, unchanged]),
    );
    expect(said).toEqual(["warning: light", "warning: heavy"]);
  });

  test("not for the state of a release that didn't remember them", async () => {
    expect(await checkAll(() => ["warning: light"], [unchanged, unchanged])).toEqual([]);
  });

  test("and leave open to a saved plan what depends on unknown values", async () => {
    const { provider } = createBoxes({ review: { warnings: () => [] } });
    const { inputs } = await provider.check({}, { name: "abc", note: unknown });
    expect(inputs.__warned).toBe(unknown);
  });
});

describe("a declaration of a kind that is checked once", () => {
  const buildNote = (note = "x") => ({ name: "abc", note });

  /**
   * Checks boxes one after the other, each with the inputs that the one before left in the state; how often the kind
   * was asked.
   */
  async function checkAsked(...declared: object[]) {
    let times = 0;
    const { provider } = createBoxes({
      review: {
        isCheckedOnce: true,
        problems: () => {
          times++;
          return [];
        },
        warnings: () => ["warning: light"],
      },
    });
    const log = jest.spyOn(console, "log").mockImplementation(() => undefined);
    const counts: number[] = [];
    let olds: Record<string, unknown> = {};
    for (const news of declared) {
      times = 0;
      olds = { ...(await provider.check(olds, { ...news })).inputs };
      counts.push(times);
    }
    log.mockRestore();
    return { counts, olds };
  }

  test("isn't checked again, and its warnings count as shown", async () => {
    const { counts, olds } = await checkAsked(buildNote(), buildNote(), buildNote());
    expect(counts).toEqual([1, 0, 0]);
    expect(olds).toMatchObject({ __warned: expect.any(String), __checked: expect.any(String) });
  });

  test("is checked when an input is another, also when it was one that was checked", async () => {
    expect((await checkAsked(buildNote(), buildNote("y"), buildNote("x"), buildNote("x"))).counts).toEqual([
      1, 1, 1, 0,
    ]);
  });

  test("is checked by another release, and with other settings", () => {
    const digest = (release: string, settings: object) => {
      let digest: unknown;
      jest.isolateModules(() => {
        jest.doMock("../../../provider/src/core/runtime/version", () => ({ version: release }));
        digest = require("../../../provider/src/host/check-digests").digestSettings(settings);
      });
      jest.dontMock("../../../provider/src/core/runtime/version");
      return digest;
    };
    expect(digest("1.0.0", { rule: "off" })).toBe(digest("1.0.0", { rule: "off" }));
    expect(digest("1.0.1", { rule: "off" })).not.toBe(digest("1.0.0", { rule: "off" }));
    expect(digest("1.0.0", { rule: "error" })).not.toBe(digest("1.0.0", { rule: "off" }));
  });

  test("is checked each time where an input is unknown", async () => {
    expect((await checkAsked({ name: "abc", note: unknown }, { name: "abc", note: unknown })).counts).toEqual([1, 1]);
  });

  test("has no digest of a secret in the state: a digest can tell a short text", async () => {
    const [hunter, fisher] = await Promise.all(
      ["hunter2", "fisher3"].map((key) => checkAsked({ ...buildNote(), key }, { ...buildNote(), key })),
    );
    expect(hunter!.counts).toEqual([1, 0]);
    expect(hunter!.olds.__checked).toEqual(fisher!.olds.__checked);
  });
});

describe("what an update remembers of its check", () => {
  const olds = { name: "abc", note: "x", __urn: "urn" };

  /** What an update answers to the engine, and what it changes beside the inputs of the program. */
  async function runUpdate(former: object, news: object) {
    const { provider } = createBoxes({ review: { isCheckedOnce: true, warnings: ({ note }) => [`warning: ${note}`] } });
    jest.spyOn(console, "log").mockImplementation(() => undefined);
    const { inputs } = await provider.check({ ...olds, ...former }, { ...news });
    const { id, outs } = await provider.create({ ...olds, __provider });
    const answer = await provider.diff(id, outs, inputs);
    jest.restoreAllMocks();
    return { answer, inputs };
  }

  test("is in no line of its diff: it stays as it was in the state", async () => {
    const { provider } = createBoxes({ review: { isCheckedOnce: true, warnings: () => [] } });
    const { __checked, __warned } = (await provider.check({}, { ...olds })).inputs;
    const former = { __checked, __warned };
    const { answer, inputs } = await runUpdate(former, { ...olds, note: "y" });
    expect(inputs).toEqual({ ...olds, ...former, note: "y" });
    // The engine compares the inputs itself, which a transform's replaceOnChanges needs.
    expect(answer).toEqual({});
  });

  test.each([
    ["a resource of another name", {}, { __urn: "urn:other" }],
    ["the state of a refresh", { __urn: undefined }, {}],
    ["the state of another release", { __checked: "other" }, {}],
    ["another secret input", { __secretInputs: ["note"] }, { __secretInputs: ["name"] }],
  ])("%s: the engine is told of the change, so that it shows those of the program alone", async (_, former, news) => {
    const { answer } = await runUpdate(former, { ...olds, ...news, note: "y" });
    expect(answer).toEqual({ changes: true, replaces: [] });
  });
});

test("an unknown value replaces where a known one would", async () => {
  const { provider } = createBoxes();
  const { id, outs } = await provider.create({ name: "abc", __provider });
  expect(await provider.diff(id, outs, { name: unknown })).toMatchObject({ changes: true, replaces: ["name"] });
  expect(await provider.diff(id, outs, { name: "abc", profile: unknown })).toMatchObject({
    replaces: ["profile"],
  });
  const updated = await provider.diff(id, outs, { name: "abc", note: unknown });
  expect(updated).toEqual({ changes: true, replaces: [] });
});

describe("a profile", () => {
  const buildSignIn = () => ({
    baseUrl: emulator.url,
    clientId: emulator.clientId,
    clientSecret: emulator.clientSecret,
  });
  /** Makes a box through one profile, then compares it with one declared through another, under other settings. */
  async function diff(profiles: object, from: string | undefined, to: string | undefined) {
    const { provider, config } = createBoxes();
    config["analytics:profiles"] = { emea: buildSignIn() };
    const { id, outs } = await provider.create({ name: "abc", profile: from, __provider });
    config["analytics:profiles"] = profiles;
    return { provider, id, outs, answer: await provider.diff(id, outs, { name: "abc", profile: to }) };
  }

  test.each([
    ["that was renamed", "emea", "europe"],
    ["that gives the stack's own settings a name", undefined, "europe"],
    ["whose name is left out, where the stack's own settings are the same", "emea", undefined],
  ])("%s changes nothing", async (_, from, to) => {
    const { answer } = await diff({ europe: buildSignIn() }, from, to);
    expect(answer).toEqual({ changes: false });
  });

  test("with another client, another place or no settings replaces", async () => {
    for (const europe of [
      { ...buildSignIn(), clientId: "another" },
      { ...buildSignIn(), baseUrl: "http://127.0.0.1:1" },
      {},
    ]) {
      const { answer } = await diff({ emea: buildSignIn(), europe }, "emea", "europe");
      expect(answer).toMatchObject({ changes: true, replaces: ["profile"] });
    }
  });

  test("that was renamed is found by its client, when only the state tells what to read and delete", async () => {
    const { provider, id, outs } = await diff({ europe: buildSignIn() }, "emea", "europe");
    expect(await provider.read(id, outs)).toMatchObject({ id });
    await provider.delete(id, outs);
    expect(await provider.read(id, outs)).toMatchObject({ id: "" });
  });

  test("that is gone is told of by its name", async () => {
    const { provider, id, outs } = await diff({ europe: { ...buildSignIn(), clientId: "another" } }, "emea", "europe");
    const elsewhere = { ...outs, __state: { version: 1, client: "former" } };
    expect((await catchFailure(provider.read(id, elsewhere))).message).toContain('profile "emea" is not configured');
  });
});

test("read answers inputs for the drift preview, and nothing for what is gone", async () => {
  const { provider, platform } = createBoxes();
  const { id, outs } = await provider.create({ name: "abc", __provider });
  platform.set(id, { name: "abcd" });
  expect(await provider.read(id, outs)).toEqual({
    id,
    inputs: { name: "abcd" },
    props: { name: "abcd", size: 4, __state: { version: 1, client, stamp, address, writtenAt } },
  });
  platform.delete(id);
  expect(await provider.read(id, outs)).toEqual({ id: "", props: {} });
});

test("a state of a later release is refused with a hint", async () => {
  const { provider } = createBoxes();
  const error = await catchFailure(provider.read("b1", { name: "abc", __state: { version: 2 } }));
  expect(error.message).toContain("upgrade the package");
});

describe("adoption", () => {
  let printed: string[];
  beforeEach(() => {
    printed = [];
    jest.spyOn(console, "log").mockImplementation((line) => printed.push(line));
  });
  afterEach(() => jest.restoreAllMocks());

  test("adopts what equals the declaration without a write, and says so", async () => {
    const update = jest.fn();
    const { provider, platform } = createBoxes({ reconcile: update });
    platform.set("b7", { name: "abc", note: "x" });
    const { id, outs } = await provider.create({ name: "abc", note: "x", adopt: true, __provider });
    expect(id).toBe("b7");
    expect(outs).toMatchObject({ name: "abc", size: 3 });
    expect(update).not.toHaveBeenCalled();
    expect(platform.size).toBe(1);
    expect(printed).toEqual(['adopted box "abc" (b7) as it is: nothing was written']);
  });

  test("updates what differs, and says what", async () => {
    const { provider, platform } = createBoxes();
    platform.set("b7", { name: "abc", note: "x" });
    await provider.create({ name: "abc", note: "y", adopt: { id: "b7" }, __provider });
    expect(platform.get("b7")).toMatchObject({ note: "y" });
    expect(printed).toEqual(['adopted box "abc" (b7) and updated its note']);
  });

  test("makes one when there is none to find, and refuses an id that is nowhere", async () => {
    const { provider } = createBoxes();
    expect((await provider.create({ name: "abc", adopt: true, __provider })).id).toBe("b1");
    const error = await catchFailure(provider.create({ name: "abc", adopt: { id: "b8" }, __provider }));
    expect(error.message).toContain("no Box with the id b8");
  });

  test("lists the candidates when the name is not enough", async () => {
    const { provider, platform } = createBoxes();
    platform.set("b7", { name: "abc" }).set("b8", { name: "abc" });
    const error = await catchFailure(provider.create({ name: "abc", adopt: true, __provider }));
    expect(error.message).toBe('adopt: 2 objects match box "abc": b7, b8. Select one: adopt: { id: "…" }.');
  });

  test("refuses when a field that can't change in place differs", async () => {
    const { provider, platform } = createBoxes();
    platform.set("b7", { name: "other" });
    const error = await catchFailure(provider.create({ name: "abc", adopt: { id: "b7" }, __provider }));
    expect(error.message).toContain('Declare name: "other"');
  });

  test("that finds nothing leaves no attempt that the next run would make up for", async () => {
    await catchFailure(createBoxes().provider.create({ name: "lost", adopt: { id: "b9" }, __provider }));
    expect(existsSync(join(process.env.PULUMI_HOME as string, "analytics/journal"))).toBe(false);
  });

  test("whose update fails leaves no entry: the next run adopts again", async () => {
    const { provider, platform } = createBoxes({
      async reconcile() {
        throw new Error("refused");
      },
    });
    platform.set("b7", { name: "abc", note: "x" });
    const error = await catchFailure(provider.create({ name: "abc", note: "y", adopt: true, __provider }));
    expect(error.message).toBe("refused");
    expect(error).not.toHaveProperty("id");
  });

  test("means nothing once the object is in the state", async () => {
    const { provider } = createBoxes();
    const { id, outs } = await provider.create({ name: "abc", __provider });
    expect(await provider.diff(id, outs, { name: "abc", adopt: true })).toEqual({ changes: false });
  });
});

describe("the organization an object lives in", () => {
  const listOperations = (
    provider: ReturnType<typeof createBoxes>["provider"],
    id: string,
    state: Record<string, unknown>,
  ) => [
    () => provider.read(id, state),
    () => provider.update(id, state, { name: "abc", note: "y", __provider }),
    () => provider.delete(id, state),
  ];
  const checkAsked = () => emulator.requests().map(({ path }) => path);
  beforeEach(() => emulator.clearRequests());

  test("is never asked for while the profile signs in as the client it did", async () => {
    const { provider } = createBoxes();
    const { id, outs } = await provider.create({ name: "abc", __provider });
    for (const operation of listOperations(provider, id, outs)) await operation();
    expect(checkAsked()).not.toContain("/v2/whoami");
  });

  test("another one is refused before anything is looked for", async () => {
    const { provider, platform } = createBoxes();
    const { id, outs } = await provider.create({ name: "abc", __provider });
    for (const __state of [
      { version: 1, organization: "another" },
      { version: 1, organization: "another", client: "another" },
    ]) {
      for (const operation of listOperations(provider, id, { ...outs, __state })) {
        expect((await catchFailure(operation())).message).toContain("is in the organization another");
      }
    }
    expect(platform.get(id)).toEqual({ name: "abc" });
  });

  test("stays the same when the client's pair is renewed, and is remembered then", async () => {
    const { provider } = createBoxes();
    const { id, outs } = await provider.create({ name: "abc", __provider });
    const { organization, members } = emulator.seeded;
    for (const __state of [
      { version: 1, client: "former" },
      { version: 1, client: "former", organization },
    ]) {
      const { props } = await provider.read(id, { ...outs, __state });
      expect(props.__state).toEqual({ version: 1, client, organization, member: members.admin });
    }
  });

  test("whoever wrote the state, an administrator of the organization proves that an object is gone", async () => {
    const { provider, platform } = createBoxes();
    const { id, outs } = await provider.create({ name: "abc", __provider });
    const { organization, members } = emulator.seeded;
    platform.clear();
    const written = { version: 1, client: "former", organization };
    for (const member of [undefined, members.analyst, members.admin]) {
      const __state = { ...written, ...(member && { member }) };
      expect((await provider.read(id, { ...outs, __state })).id).toBe("");
    }
  });

  test("an address that changed since the state was written is no evidence that an object is gone", async () => {
    const { provider, platform } = createBoxes();
    const { id, outs } = await provider.create({ name: "abc", __provider });
    const elsewhere = { ...outs, __state: { ...(outs.__state as object), address: "another" } };
    // A refresh that finds the object leaves the record as it is.
    expect((await provider.read(id, elsewhere)).props).toMatchObject({ __state: { address: "another" } });
    platform.clear();
    const { message } = await catchFailure(provider.read(id, elsewhere));
    expect(message).toContain("The state was last written at another base URL.");
  });

  test("is in doubt when another client doesn't find the object: nothing is written, or counts as gone", async () => {
    const { provider, platform } = createBoxes();
    const { id, outs } = await provider.create({ name: "abc", __provider });
    platform.clear();
    for (const operation of listOperations(provider, id, { ...outs, __state: { version: 1, client: "former" } })) {
      expect((await catchFailure(operation())).message).toContain("now signs in with another API client");
    }
    expect(platform.size).toBe(0);
  });
});

test.each([
  [new RangeError("Maximum call stack size exceeded"), false],
  [new Error("Another box has the name."), true],
])("a create that fails with %s: counted as refused: %s", async (error, isRefused) => {
  const { provider } = createBoxes({
    async create({ client }) {
      await client.tags.create({ name: error.message, color: "grass" });
      throw error;
    },
  });
  await catchFailure(provider.create({ name: "abc", __provider }));
  const folder = join(process.env.PULUMI_HOME as string, "analytics/journal");
  const journal = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  expect(journal.join("")).toContain('{"create"');
  expect(journal.join("").includes('{"refused"')).toBe(isRefused);
});

test("an unknown profile is a failure of check", async () => {
  const { provider } = createBoxes();
  const { failures } = await provider.check({}, { name: "abc", profile: "emea", __provider });
  expect(failures).toEqual([{ property: "", reason: expect.stringContaining('profile "emea" is not configured') }]);
});

describe("a kind whose delete loses more than the resource declares", () => {
  const createGuarded = () => createBoxes({ deletion: { loses: "everything in it" } });
  // Objects of other tests have the same id, and the journal may hold them.
  beforeEach(() => rmSync(process.env.PULUMI_HOME as string, { recursive: true, force: true }));
  const consent = "Deleting it would delete everything in it. To allow that, set allowDelete: true, run `pulumi up`";

  test("is neither deleted nor replaced without consent", async () => {
    const { provider, platform } = createGuarded();
    const { id, outs } = await provider.create({ name: "abc", __provider });
    expect((await catchFailure(provider.delete(id, outs))).message).toContain(consent);
    expect(platform.size).toBe(1);
    const other = { name: "other", allowDelete: true, __provider };
    expect((await catchFailure(provider.diff(id, outs, other))).message).toContain(
      `box "abc" (b1): changing name would delete it and create another. ${consent}`,
    );
    // A change in place needs none.
    expect(await provider.diff(id, outs, { name: "abc", note: "n", __provider })).toEqual({
      changes: true,
      replaces: [],
    });
  });

  test("stays with its resource when a delete was refused: another one of the run adopts it", async () => {
    let made = 0;
    const { provider, platform } = createBoxes({
      deletion: { loses: "everything in it" },
      async create(_context, box) {
        made += 1;
        platform.set("b1", box);
        return { id: "b1" };
      },
    });
    const { id, outs } = await provider.create({ name: "abc", __provider });
    await catchFailure(provider.delete(id, outs));
    expect((await provider.create({ name: "abc", adopt: { id }, __provider })).id).toBe(id);
    expect(made).toBe(1);
  });

  test("is deleted with consent, first of all in a replacement", async () => {
    const { provider, platform } = createGuarded();
    const { id, outs } = await provider.create({ name: "abc", allowDelete: true, __provider });
    const replaced = await provider.diff(id, outs, { name: "other", allowDelete: true, __provider });
    expect(replaced).toMatchObject({ replaces: ["name"] });
    expect(defineBox(platform, { deletion: { loses: "everything" } }).deletion?.isFirst).toBe(true);
    await provider.delete(id, outs);
    expect(platform.size).toBe(0);
  });

  test("is forgotten when it is gone already", async () => {
    const { provider, platform } = createGuarded();
    const { id, outs } = await provider.create({ name: "abc", __provider });
    platform.clear();
    await expect(provider.delete(id, outs)).resolves.toBeUndefined();
  });
});
