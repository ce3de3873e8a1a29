import { textRewritings } from "analytics-emulator";
import { isObject } from "../../provider/src/core/data";
import { hasBaseline } from "../../provider/src/host/baseline/values";
import { loadAllKinds } from "../../provider/src/kinds/registry";
import { chooseCases } from "../cases";
import { fillIn, operations, prepareFor, samples } from "../samples";
import { listWrites } from "./bench";
import { setUpRespelling } from "./respelling-proxy";
import { Host } from "./support";

type Properties = Record<string, unknown>;

const at = setUpRespelling();

/** The fields whose texts people write, and those with texts by texts. */
const written = /^(name|description|title|message|firstName|lastName|value|defaultValue)$/;
const maps = ["translations"];
const isWritten = (field: string) => written.test(field) || maps.includes(field);

/** The texts of fields that people write, at every depth. */
function listWritten(value: unknown, field = ""): string[] {
  if (typeof value === "string") return isWritten(field) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => listWritten(item, field));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => listWritten(item, isWritten(field) ? field : name));
}

/**
 * By kind, the declared texts that the platform may spell in another way; of the rest, other values mean something
 * else, or say which object it is. A migration has nothing to spell.
 */
const spelled: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  loadAllKinds()
    .filter((kind) => hasBaseline(kind) && kind.name !== "DatasetMigration")
    .map(({ name }) => {
      const { declared, updates = {}, spelled: others = [] } = samples[name]!;
      return [name, [...listWritten([declared, ...Object.values(updates).map(({ to }) => to)]), ...others]];
    }),
);

async function start(kind: string) {
  const { declared, updates = {} } = samples[kind]!;
  const given = await prepareFor(kind, at.emulator);
  const host = await Host.connect(kind, at.emulator, at.platform.url);
  const changed = Object.values(updates).map(({ to }) => fillIn({ ...declared, ...to }, given));
  return { host, given, declared: fillIn(declared, given), updates: changed };
}

/** A platform that spells these texts in another way. */
function respell(kind: string, form: (text: string, method: string) => string): void {
  const texts = spelled[kind]!;
  at.platform.respell((value, method) => (texts.includes(value) ? form(value, method) : value));
}

/** Updates of what the platform doesn't return, or what isn't declared before. */
const hidden = ["ApiCredential update secret", "Connection update secret", "SsoCertificate update active"];

/** What a platform may make of an answer, beside the spelling of texts. */
const rewritings: Readonly<Record<string, (value: unknown) => unknown>> = {
  "has fields of its own": (value) => (isObject(value) ? { ...value, revision: { number: 1, notes: [] } } : value),
  "lists everything in another order": (value) => (Array.isArray(value) ? value.toReversed() : value),
  "writes fields in another order": (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value,
  "leaves out what is null": (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null)) : value,
};

function rewriteDeep(value: unknown, change: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return change(value.map((item) => rewriteDeep(item, change)));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => [
    key,
    maps.includes(key) ? item : rewriteDeep(item, change),
  ]);
  return change(Object.fromEntries(entries));
}

/** A life without drift: each declaration is written once, and then is what the platform has. */
async function expectSettledLife({ host, declared, updates }: Awaited<ReturnType<typeof start>>): Promise<void> {
  const created = await host.create(declared);
  const { id } = created;
  let state = created.state;
  for (const wanted of [declared, ...updates, declared]) {
    if (wanted !== declared || state !== created.state) state = await host.update(id, state, wanted);
    const read = await host.read(id, state);
    expect(read.inputs).toMatchObject(wanted);
    expect(read.state.__stored).toEqual(state.__stored);
    expect(await host.diff(id, read.state, wanted)).toMatchObject({ changes: false });
    at.emulator.clearRequests();
    await host.update(id, read.state, wanted);
    expect(listWrites(at.emulator)).toEqual([]);
    state = read.state;
  }
}

const spellings: [what: string, form: (text: string, method: string) => string][] = [
  ["adds to each text", (text: string) => `${text} (stored)`],
  ["masks each text", () => "‹hidden›"],
  ["puts spaces around each text, in capitals", (text: string) => `  ${text.toUpperCase().replaceAll(" ", "  ")} `],
  [
    "answers a write as it was sent and a read in another form",
    (text: string, method: string) => (method === "GET" ? text.toUpperCase().split("").reverse().join("") : text),
  ],
];

describe.each(Object.keys(spelled))("%s", (kind) => {
  test.each(chooseCases(spellings))(
    "a platform that %s: no drift, no second write, no conflict",
    async (_what, form) => {
      const life = await start(kind);
      respell(kind, form);
      await expectSettledLife(life);
    },
  );

  test.each(chooseCases(Object.entries(rewritings)))(
    "a platform that %s: no drift, no second write, no conflict",
    async (_what, change) => {
      const life = await start(kind);
      at.platform.rewrite({ answer: (body) => rewriteDeep(body, change) });
      await expectSettledLife(life);
    },
  );
});

/** The updates of what a read can see. */
const visible = operations.filter(
  ({ verb, kind, name }) => verb === "update" && kind in spelled && !hidden.includes(name),
);

test.each(visible.map((operation) => [operation.name, operation] as const))(
  "what someone else changes on such a platform is drift: %s",
  async (_name, { kind, wanted }) => {
    const { host, declared, given } = await start(kind);
    respell(kind, (text) => `${text} (stored)`);
    const { id, state } = await host.create(declared);
    await host.update(id, state, wanted(given)!);
    const drifted = await host.read(id, state);
    expect((await host.diff(id, drifted.state, declared)).changes).toBe(true);
    const restored = await host.update(id, drifted.state, declared);
    expect((await host.read(id, restored)).inputs).toMatchObject(declared);
  },
);

/** A declaration with texts that a platform may store in another form. */
function spoilTexts(declared: unknown, key = ""): unknown {
  if (typeof declared === "string") {
    if (key === "url") return `${declared.replace("billing", "Billing")}/`;
    if (key === "allowlist") return declared.toUpperCase();
    return written.test(key) ? ` ${declared}\r\n` : declared;
  }
  if (Array.isArray(declared)) return declared.map((item) => spoilTexts(item, key));
  if (!isObject(declared)) return declared;
  const isMap = maps.includes(key);
  return Object.fromEntries(
    Object.entries(declared).map(([name, item]) => [name, spoilTexts(item, isMap ? "value" : name)]),
  );
}

describe.each(
  loadAllKinds()
    .filter(({ name, fields }) => Object.keys(fields).some(isWritten) && name in spelled)
    .map(({ name }) => name),
)("%s, where the platform begins to store texts in another form", (kind) => {
  test("neither updates nor replaces anything, and adopts it as it is", async () => {
    const { host, declared, updates } = await start(kind);
    const wanted = spoilTexts(declared) as Properties;
    const { id, state } = await host.create(wanted);
    at.emulator.configure(Object.assign({}, ...Object.values(textRewritings)));
    const read = await host.read(id, state);
    expect(read.inputs).toMatchObject(wanted);
    expect(await host.diff(id, read.state, wanted)).toMatchObject({ changes: false });
    at.emulator.clearRequests();
    await host.update(id, read.state, wanted);
    const adopted = await host.create({ ...wanted, adopt: { id } });
    expect(listWrites(at.emulator)).toEqual([]);
    expect((await host.read(id, adopted.state)).inputs).toMatchObject(wanted);
    // What someone else writes is still drift.
    const isReworded = (one: Properties) =>
      Object.keys(one).some((name) => written.test(name) && one[name] !== declared[name]);
    const update = updates.find(isReworded);
    if (update === undefined) return;
    await host.update(id, state, { ...wanted, ...update });
    expect((await host.diff(id, (await host.read(id, state)).state, wanted)).changes).toBe(true);
  });
});

test("a state that has what the platform made of it: nothing is replaced", async () => {
  const { host, declared } = await start("AccountType");
  const wanted = spoilTexts(declared) as Properties;
  const { id, state } = await host.create(wanted);
  const refreshed = { ...state, name: declared.name, description: declared.description };
  expect(await host.diff(id, refreshed, wanted)).toMatchObject({ changes: false });
  const changed = { ...wanted, description: "Explores more" };
  expect(await host.diff(id, refreshed, changed)).toMatchObject({ replaces: ["description"] });
});

/** The states of these tests, without a baseline. */
function dropBaseline({ __stored: _, ...state }: Properties): Properties {
  return state;
}

test("a state without a baseline: what is respelled is drift once, until an update", async () => {
  const { host, declared } = await start("Tag");
  respell("Tag", (text) => `${text} (stored)`);
  const { id, state } = await host.create(declared);
  const read = await host.read(id, dropBaseline(state));
  expect(read.inputs).toMatchObject({ description: "What everyone sees (stored)" });
  const updated = await host.update(id, read.state, { ...read.inputs, description: declared.description });
  expect((await host.read(id, updated)).inputs).toMatchObject({ description: declared.description });
});

test("a colleague's change of another field between the read and the write stays drift", async () => {
  const { host, declared } = await start("Member");
  const { id, state } = await host.create(declared);
  await at.emulator.ui.request("PATCH", `/v2/members/${id}`, { firstName: "Samuel" });
  const updated = await host.update(id, state, { ...declared, lastName: "Stone" });
  expect(updated.__stored).toBeUndefined();
  expect((await host.read(id, updated)).inputs).toMatchObject({ firstName: "Samuel", lastName: "Stone" });
});

test("tells once what was stored in another form, and not what is secret", async () => {
  const { host, declared } = await start("Tag");
  respell("Tag", (text) => `${text} (stored)`);
  const { id, state } = await host.create({ ...declared, name: "Told" });
  await host.waitForPrinted(
    'the platform stored description as "What everyone sees (stored)" instead of "What everyone sees"',
  );
  const printed = host.output.length;
  await host.read(id, state);
  await host.update(id, state, { ...declared, name: "Told", color: "plum" });
  expect(host.output.slice(printed)).not.toContain("the platform stored");
  const secret = { ...declared, name: "Hushed", __secretInputs: ["description"] };
  await host.create(secret);
  await host.waitForPrinted("the platform stored description in another form");
  expect(host.output.slice(printed)).not.toContain("everyone");
});

test("a write that can't be read back has succeeded", async () => {
  const { host, declared } = await start("ApiCredential");
  respell("ApiCredential", (text) => `${text} (stored)`);
  at.platform.intercept((method, path) =>
    method === "GET" && path.startsWith("/v2/api-credentials") ? 403 : undefined,
  );
  const { state } = await host.create(declared);
  expect(state).toMatchObject({ name: "billing" });
  expect(state.__stored).toBeUndefined();
});
