import { Run } from "../../../../provider/src/core/runtime";
import type { Journal, JournalledCreate } from "../../../../provider/src/host/create/journal";
import { Ownership } from "../../../../provider/src/host/create/ownership";
import { openSealed, seal } from "../../../../provider/src/host/create/seal";
import {
  parseState,
  type StackState,
  type StateReading,
  type StateResource,
} from "../../../../provider/src/host/create/stack-state";
import type { AnyKind, LifecycleContext } from "../../../../provider/src/kinds/declare";
import { tag } from "../../../../provider/src/kinds/tag";

const formUrn = (name: string, stack = "dev::shop") => `urn:pulumi:${stack}::analytics:index:Tag::${name}`;
// What is told of earlier runs.
beforeEach(() => void jest.spyOn(console, "log").mockImplementation(() => undefined));
afterEach(() => void jest.restoreAllMocks());

const clientSecret = "secret";
const address = "here";

/** A journal that tells of these creates, and keeps what is written. */
function createJournal(creates: readonly JournalledCreate[] = []) {
  const written: unknown[][] = [];
  const journal: Pick<Journal, keyof Journal> = {
    creates,
    updates: [],
    settled: new Set(),
    deletes: new Set(),
    stamps: new Map(creates.flatMap(({ create, id }) => (id === undefined ? [] : [[id, create]]))),
    begin: (...values) => written.push(["begin", ...values]),
    made: (...values) => written.push(["made", ...values]),
    refused: (...values) => written.push(["refused", ...values]),
    beginDelete: (...values) => written.push(["beginDelete", ...values]),
    endDelete: (...values) => written.push(["endDelete", ...values]),
    settle: (...values) => written.push(["settle", ...values]),
    ended: (...values) => written.push(["ended", ...values]),
  };
  return { journal: journal as Journal, written };
}

interface Known extends Partial<StackState> {
  readonly creates?: readonly JournalledCreate[];
  readonly quietMs?: number;
}

function open({ creates, entries = [], pending = [], replaced = [], quietMs = 0 }: Known = {}) {
  const { journal, written } = createJournal(creates);
  const asked: (string | undefined)[] = [];
  const read = async (urn: string | undefined): Promise<StateReading> => {
    asked.push(urn);
    return { state: { entries, pending, replaced } };
  };
  return { rule: new Ownership(journal, { quietMs, read }), written, asked };
}

const inputs = { name: "Production", color: "grass" };
const buildAbout = (stamp: string, urn: string | undefined, declared: Record<string, unknown> = inputs) => ({
  kind: tag as AnyKind,
  context: undefined as never,
  inputs: declared,
  urn,
  address,
  clientSecret,
  open: (kept: Record<string, unknown>) => kept,
  stamp,
});
const buildEntry = (name: string, id: string, stamp: string | undefined, more: object = {}): StateResource => ({
  urn: formUrn(name),
  kind: "Tag",
  id,
  inputs,
  outputs: { __state: { version: 1, stamp, ...more } },
});
const buildPending = (name: string, stamp: string, more: object = {}, stack?: string): StateResource => ({
  urn: formUrn(name, stack),
  kind: "Tag",
  inputs: { ...inputs, __attempt: { stamp, older: ["o"], ...more } },
  outputs: {},
});
const buildJournalled = (create: string, name: string, more: Partial<JournalledCreate> = {}): JournalledCreate => ({
  create,
  urn: formUrn(name),
  kind: "Tag",
  place: address,
  sent: seal(clientSecret, inputs),
  ...more,
});
const describeObject = () => 'tag "Production"';

describe("an object is deleted with its last entry", () => {
  test("that a create handed out in this run", async () => {
    const { rule } = open();
    (await rule.begin(buildAbout("new", formUrn("new")))).take("x");
    expect(await rule.release("x", { stamp: "old", urn: undefined })).toMatchObject({
      stamp: "new",
      urn: formUrn("new"),
    });
    expect(await rule.release("x", { stamp: "new", urn: undefined })).toBeUndefined();
  });

  test("that the state has, of which this process has seen nothing", async () => {
    const { rule } = open({ entries: [buildEntry("a", "x", "one"), buildEntry("b", "x", "two")] });
    expect(await rule.release("x", { stamp: "one", urn: formUrn("a") })).toMatchObject({ urn: formUrn("b") });
    expect(await rule.release("x", { stamp: "two", urn: formUrn("b") })).toBeUndefined();
  });

  test("that was imported: the entry of each import is one of its own", async () => {
    const entries = ["a", "b", "c"].map((name) => buildEntry(name, "x", undefined));
    for (const isNamed of [true, false]) {
      const { rule } = open({ entries });
      const release = (name: string) =>
        rule.release("x", { stamp: undefined, urn: isNamed ? formUrn(name) : undefined });
      expect(await release("b")).toBeDefined();
      expect(await release("a")).toBeDefined();
      expect(await release("c")).toBeUndefined();
    }
  });

  test("that was imported, and that a program has renamed", async () => {
    const { rule } = open({ entries: [buildEntry("a", "x", undefined)] });
    rule.registered(formUrn("b"));
    rule.compared("x", { stamp: undefined, urn: formUrn("b") }, describeObject);
    expect(await rule.release("x", { stamp: undefined, urn: formUrn("a") })).toBeUndefined();
  });

  test("that the run itself has imported since the state was read", async () => {
    const entries = [buildEntry("a", "x", undefined)];
    const { rule } = open({ entries });
    (await rule.begin(buildAbout("new", formUrn("new")))).known.noteChange();
    entries.push(buildEntry("b", "x", undefined));
    rule.noteChange();
    expect(await rule.release("x", { stamp: undefined, urn: formUrn("a") })).toMatchObject({ urn: formUrn("b") });
  });

  test("and a state without that entry is another stack's", async () => {
    const { rule } = open({ entries: [buildEntry("b", "x", "two")] });
    expect(await rule.release("x", { stamp: "one", urn: undefined })).toBeUndefined();
  });

  test("that a refresh has shown; what is only looked up holds nothing", async () => {
    const { rule } = open();
    rule.shown("x", { stamp: "one", urn: undefined });
    rule.shown("y", { stamp: undefined, urn: undefined });
    expect(await rule.release("x", { stamp: undefined, urn: undefined })).toMatchObject({ stamp: "one" });
    expect(await rule.release("x", { stamp: "one", urn: undefined })).toBeUndefined();
    expect(await rule.release("y", { stamp: "one", urn: undefined })).toBeUndefined();
  });

  test("and a replacement with an object of its own keeps nothing", async () => {
    const { rule } = open();
    rule.registered(formUrn("a"));
    rule.compared("x", { stamp: "one", urn: formUrn("a") }, describeObject);
    (await rule.begin(buildAbout("two", formUrn("a")))).take("y");
    expect(await rule.release("x", { stamp: "one", urn: undefined })).toBeUndefined();
  });

  test("the state is read once for all creates, and once more for the deletes after them", async () => {
    const { rule, asked } = open();
    for (const name of ["a", "b"]) (await rule.begin(buildAbout(name, formUrn(name)))).known.noteChange();
    expect(asked).toHaveLength(1);
    for (const id of ["x", "y"]) await rule.release(id, { stamp: id, urn: formUrn(id) });
    expect(asked).toHaveLength(2);
  });
});

describe("an entry that settled a pending create stays", () => {
  const pending = [buildPending("a", "p")];
  const settled = buildEntry("a", "x", "one", { settles: ["p"] });
  const forget = (known: Known, stamp = "one", settles: readonly string[] | undefined = ["p"]) =>
    open(known).rule.refuseForgetting("x", { stamp, urn: undefined }, settles, describeObject());
  const clear = "pulumi refresh --yes --skip-preview --clear-pending-creates";

  test("until the state has no such create", async () => {
    await expect(forget({ entries: [settled], pending })).rejects.toThrow(clear);
    await expect(forget({ entries: [settled] })).resolves.toBeUndefined();
    await expect(forget({ entries: [settled], pending: [buildPending("a", "q")] })).resolves.toBeUndefined();
    await expect(forget({ entries: [settled], pending }, "one", [])).resolves.toBeUndefined();
  });

  test("unless another one knows it, which stays", async () => {
    const entries = [settled, buildEntry("b", "y", "two", { settles: ["p"] })];
    const { rule } = open({ entries, pending });
    const forgetOne = (id: string, stamp: string) =>
      rule.refuseForgetting(id, { stamp, urn: undefined }, ["p"], describeObject());
    await forgetOne("x", "one");
    await expect(forgetOne("y", "two")).rejects.toThrow(clear);
    await expect(forget({ entries: [settled], replaced: entries.slice(1), pending })).resolves.toBeUndefined();
  });

  test("unless this run replaces it: its successor knows it, too", async () => {
    for (const known of [
      { entries: [settled], pending },
      { replaced: [settled], pending },
    ]) {
      const { rule } = open(known);
      const stamp = await rule.planStamp(formUrn("a"));
      if (known.entries) await rule.refuseForgetting("x", { stamp: "one", urn: undefined }, ["p"], describeObject());
      const creation = await rule.begin(buildAbout(stamp, formUrn("a")));
      expect([creation.known.earlier, creation.settles]).toEqual([[], ["p"]]);
    }
  });

  test("and names the creates that would be forgotten too", async () => {
    const all = [...pending, buildPending("b", "q")];
    await expect(forget({ entries: [settled], pending: all })).rejects.toThrow(`First declare ${formUrn("b")} again`);
  });

  test("where the state can't be read, or is another stack's", async () => {
    await expect(forget({ pending })).rejects.toThrow("pulumi stack select");
    const read = async () => ({ problem: "no Pulumi CLI was found" });
    const rule = new Ownership(createJournal().journal, { quietMs: 0, read });
    const entry = { stamp: "one", urn: formUrn("a") };
    await expect(rule.refuseForgetting("x", entry, ["p"], describeObject())).rejects.toThrow("ANALYTICS_PULUMI_CLI");
  });
});

test("a stack that was never written has an empty state", () => {
  expect(parseState('{ "version": 3, "deployment": null }')).toMatchObject({ entries: [], pending: [], replaced: [] });
});

test("where the state can't be read, two creates of one resource have stamps of their own", async () => {
  const read = async () => ({ problem: "no Pulumi CLI was found" });
  const rule = new Ownership(createJournal().journal, { quietMs: 0, read });
  expect(await rule.planStamp(formUrn("a"))).not.toBe(await rule.planStamp(formUrn("a")));
});

describe("an object that the program declares elsewhere", () => {
  test("is refused, before or after the create that would hand it out", async () => {
    const before = open().rule;
    before.registered(formUrn("a"));
    before.compared("x", { stamp: "one", urn: formUrn("a") }, describeObject);
    const creation = await before.begin(buildAbout("two", formUrn("b")));
    expect(() => creation.take("x")).toThrow(`aliases: ["${formUrn("a")}"]`);
    expect(creation.isPredecessor("x")).toBe(false);

    const after = open().rule;
    (await after.begin(buildAbout("two", formUrn("b")))).take("x");
    after.registered(formUrn("a"));
    expect(() => after.compared("x", { stamp: "one", urn: formUrn("a") }, describeObject)).toThrow(
      `pulumi state delete '${formUrn("a")}'`,
    );
  });

  test("is refused where no create stamped the entries, as those of imports", () => {
    const { rule } = open();
    for (const name of ["a", "b"]) rule.registered(formUrn(name));
    rule.compared("x", { stamp: undefined, urn: formUrn("a") }, describeObject);
    expect(() => rule.compared("x", { stamp: undefined, urn: formUrn("b") }, describeObject)).toThrow(formUrn("a"));
    rule.compared("x", { stamp: undefined, urn: formUrn("a") }, describeObject);
  });

  test("stays with the resource whose entry has it, whichever of the two is seen first", () => {
    const { rule } = open();
    const [one, two] = ["one", "two"].map((name) => ({ urn: formUrn(name), stamp: name }));
    const describe = () => "tag";
    rule.holders.planAdoption("t", two!, describe);
    expect(() => rule.holders.noteDeclared("t", one!, describe)).not.toThrow();
    expect(() => rule.holders.noteDeclared("t", two!, describe)).toThrow("is the object of another resource");
    expect(() => rule.holders.planAdoption("t", { ...two!, urn: formUrn("three") }, describe)).toThrow(formUrn("one"));
  });

  test("counts only once it is registered: a refresh compares everything in the state", async () => {
    const { rule } = open();
    rule.compared("x", { stamp: "one", urn: formUrn("a") }, describeObject);
    (await rule.begin(buildAbout("two", formUrn("b")))).take("x");
    expect(await rule.release("x", { stamp: "one", urn: undefined })).toMatchObject({ stamp: "two" });
  });

  test("under the same URN is the predecessor in a replacement, also if tainted; so is what was deleted", async () => {
    const { rule } = open({ entries: [buildEntry("a", "x", "one")] });
    const creation = await rule.begin(buildAbout("two", formUrn("a")));
    expect(["x", "y"].map((id) => creation.isPredecessor(id))).toEqual([true, false]);
    await rule.release("y", { stamp: "old", urn: undefined });
    expect(creation.isPredecessor("y")).toBe(true);
  });
});

describe("what an earlier run began", () => {
  const listStamps = async (known: Known, urn: string | undefined = formUrn("a"), declared = inputs) =>
    (await open(known).rule.begin(buildAbout("own", urn, declared))).known.earlier.map(({ stamp }) => stamp);

  test("is what the state has as pending, without an answer, or what the journal has", async () => {
    const known = {
      pending: [buildPending("a", "r.1")],
      entries: [{ ...buildEntry("a", "unknown:r.2", "r.2"), inputs }],
      creates: [buildJournalled("r.3", "a")],
    };
    expect(await listStamps(known)).toEqual(["r.3", "r.2", "r.1"]);
  });

  test("is over with an entry that has its stamp, or says so; an entry under its URN says nothing", async () => {
    expect(await listStamps({ pending: [buildPending("a", "r.1")], entries: [buildEntry("a", "x", "r.1")] })).toEqual(
      [],
    );
    expect(
      await listStamps({
        pending: [buildPending("a", "r.1")],
        entries: [buildEntry("b", "x", "r.2", { settles: ["r.1"] })],
      }),
    ).toEqual([]);
    expect(await listStamps({ pending: [buildPending("a", "r.1")], entries: [buildEntry("a", "x", "r.0")] })).toEqual([
      "r.1",
    ]);
    expect(
      await listStamps({ creates: [buildJournalled("r.1", "a", { id: "x" })], entries: [buildEntry("b", "x", "r.0")] }),
    ).toEqual([]);
  });

  test("is known by the journal better than by the state: it has the id and the secrets", async () => {
    const { rule } = open({
      pending: [buildPending("a", "r.1")],
      creates: [buildJournalled("r.1", "a", { id: "x", older: [] })],
    });
    const { earlier } = (await rule.begin(buildAbout("own", formUrn("a")))).known;
    expect(earlier).toMatchObject([{ id: "x", isPending: true, encrypted: [] }]);
    expect(earlier[0]?.forgetting).toHaveLength(2);
  });

  test("under a stamp that came again is what was sent last", async () => {
    const creates = ["Former", "Production"].map((name) =>
      buildJournalled("r.1", "a", { sent: seal(clientSecret, { ...inputs, name }) }),
    );
    const { earlier } = (await open({ creates }).rule.begin(buildAbout("r.1", formUrn("a")))).known;
    expect(earlier).toMatchObject([{ sent: inputs }]);
  });

  test("without a stamp counts where its URN has no entry", async () => {
    const pending = [{ ...buildPending("a", ""), inputs }];
    expect(await listStamps({ pending })).toEqual([undefined]);
    expect(await listStamps({ pending, entries: [buildEntry("a", "x", "r.0")] })).toEqual([]);
  });

  test("is of this stack, kind and platform", async () => {
    expect(await listStamps({ creates: [buildJournalled("r.1", "a", { urn: formUrn("a", "prod::shop") })] })).toEqual(
      [],
    );
    expect(await listStamps({ creates: [buildJournalled("r.1", "a", { place: "there" })] })).toEqual([]);
    expect(await listStamps({ pending: [{ ...buildPending("a", "r.1"), kind: "Team" }] })).toEqual([]);
  });

  test("for a renamed resource is that of a URN that nobody has, with the same natural key", async () => {
    const pending = [buildPending("old", "r.1")];
    expect(await listStamps({ pending })).toEqual(["r.1"]);
    expect(await listStamps({ pending, entries: [buildEntry("old", "x", "r.0")] })).toEqual([]);
    expect(await listStamps({ pending }, formUrn("a"), { ...inputs, name: "Other" })).toEqual([]);
    const { rule } = open({ pending, quietMs: 50 });
    const early = rule.begin(buildAbout("own", formUrn("a")));
    rule.registered(formUrn("old"));
    expect((await early).known.earlier).toEqual([]);
  });

  test("is one create's: equal declarations never share an object", async () => {
    const { rule } = open({ pending: [buildPending("old", "r.1")] });
    const all = await Promise.all(["a", "b"].map((name) => rule.begin(buildAbout(name, formUrn(name)))));
    expect(all.map(({ known }) => known.earlier.length).sort()).toEqual([0, 1]);
  });

  test("counts those that sent the like: so many equal objects are theirs", async () => {
    const { rule } = open({ pending: ["a", "b", "c"].map((name) => buildPending(name, `r.${name}`)) });
    const about = buildAbout("own", formUrn("a"));
    const { creates, state } = (await rule.begin(about)).known;
    expect(creates.countAlike(about, inputs, state)).toBe(3);
  });

  test("of secrets is unknown: today's stand in for them", async () => {
    const encrypted = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "c" };
    const pending = [{ ...buildPending("a", "r.1"), inputs: { ...buildPending("a", "r.1").inputs, color: encrypted } }];
    const { rule } = open({ pending });
    const { earlier } = (await rule.begin(buildAbout("own", formUrn("a")))).known;
    expect(earlier).toMatchObject([{ encrypted: ["color"], sent: { name: "Production", color: "grass" } }]);
  });

  test("is settled where a refresh shows its entry, or the one that settled it", () => {
    const { rule, written } = open({ creates: ["one", "p", "q"].map((name) => buildJournalled(name, "a")) });
    rule.shown("x", { stamp: "one", urn: undefined }, ["p", "elsewhere"]);
    expect(written).toEqual([
      ["settle", "one"],
      ["settle", "p"],
    ]);
  });

  test("is settled with the object, in the journal too", async () => {
    const { rule, written } = open({ creates: [buildJournalled("r.1", "a", { id: "x" })] });
    const creation = await rule.begin(buildAbout("own", formUrn("a")));
    expect(creation.isTaken("x")).toBe(false);
    creation.take("x");
    expect(rule.creates.isSettled("r.1")).toBe(true);
    expect(written.map(([what]) => what)).toEqual(["begin", "made", "settle"]);
  });

  test("is in the journal as it was sent, not as it is declared today, while a run completes it", async () => {
    const { rule, written } = open({ creates: [buildJournalled("r.1", "a", { id: "x", older: ["o"] })] });
    const killed = new Error("killed");
    const kind = {
      ...(tag as AnyKind),
      adoption: { find: async () => [] },
      read: async () => ({ inputs, outputs: {} }),
      create: () => Promise.reject(killed),
    } as unknown as AnyKind;
    const context = {
      run: new Run(),
      client: { afterWrites: {} },
      log: () => undefined,
    } as unknown as LifecycleContext;
    const about = buildAbout("own", formUrn("a"), { ...inputs, color: "ruby" });
    const creation = await rule.begin({ ...about, kind, context, older: ["o", "x"] });
    await expect(creation.run()).rejects.toBe(killed);
    const [[, begun]] = written as [[string, JournalledCreate]];
    expect(openSealed(clientSecret, begun.sent)).toEqual(inputs);
    expect(begun).toMatchObject({ create: "own", older: ["o"] });
  });

  test("keeps its object for its own resource", async () => {
    const { rule } = open({ creates: [buildJournalled("r.1", "b", { id: "x" })] });
    rule.registered(formUrn("b"));
    expect((await rule.begin(buildAbout("own", formUrn("a")))).isTaken("x")).toBe(true);
  });
});

test("a create is in the journal from the first request that may be carried out, or from what it takes", async () => {
  const { rule, written } = open();
  const { entry } = await rule.begin(buildAbout("a", formUrn("a")));
  entry.refuse();
  expect(written).toEqual([]);
  entry.noteSending();
  entry.noteNotApplied();
  entry.noteSending();
  entry.noteSending();
  // An earlier one may have been carried out.
  entry.noteNotApplied();
  const begun = ["begin", expect.objectContaining({ create: "a", kind: "Tag", urn: formUrn("a") })];
  expect(written).toEqual([begun, ["refused", "a"], begun]);
  const other = await rule.begin(buildAbout("b", formUrn("b")));
  other.take("x");
  // A request after that.
  other.entry.refuse();
  expect(written.slice(3)).toMatchObject([
    ["begin", { create: "b" }],
    ["made", "b", "x"],
  ]);
});

test("a state that can't be read is said once, and its creates know the problem", async () => {
  const said: unknown[] = [];
  jest.spyOn(console, "log").mockImplementation((message) => void said.push(message));
  const rule = new Ownership(createJournal().journal, { read: async () => ({ problem: "no CLI" }) });
  const all = await Promise.all(["a", "b"].map((name) => rule.begin(buildAbout(name, formUrn(name)))));
  expect(all.map(({ known }) => known.problem)).toEqual(["no CLI", "no CLI"]);
  expect(said).toEqual([expect.stringContaining("the state of the stack can't be read (no CLI)")]);
});

describe("the end of a run names what no resource has", () => {
  const readTold = () => jest.mocked(console.log).mock.calls.flat().join("\n");

  test("of a resource that the program lost, and of one that has another object", async () => {
    const entry = buildEntry("replaced", "x", "one");
    const pending = [buildPending("lost", "p"), buildPending("replaced", "two"), buildPending("taken", "three")];
    const creates = [buildJournalled("journalled", "gone", { id: "made" })];
    const { rule } = open({ entries: [entry], pending, creates });
    for (const name of ["replaced", "new", "taken"]) rule.registered(formUrn(name));
    (await rule.begin(buildAbout("four", formUrn("taken")))).take("o");
    const about = buildAbout("five", formUrn("new"), { ...inputs, name: "Another" });
    const { strays } = (await rule.begin(about)).known;
    expect(strays.map(({ stamp }) => stamp)).toEqual(["journalled", "p"]);
    rule.ended(true);
    const named = readTold()
      .split("\n")
      .filter((line) => line.startsWith("  "));
    const names = ["lost", "replaced"].map((name) => `  ${formUrn(name)} ("${inputs.name}")`);
    expect(named).toEqual([`  ${formUrn("gone")} (made)`, ...names]);
    expect(readTold()).toContain("is another one, or was imported: don't delete that.");
  });

  test("in a destroy, too, which reads the state", async () => {
    const { rule } = open({ entries: [buildEntry("a", "x", "one")], pending: [buildPending("lost", "p")] });
    await rule.release("x", { stamp: "one", urn: undefined });
    rule.ended(true);
    expect(readTold()).toContain(`  ${formUrn("lost")} ("${inputs.name}")\n`);
    expect(readTold()).not.toContain("don't delete that");
  });

  test("and nothing that a run continues", async () => {
    const { rule } = open({ pending: [buildPending("next", "p")], creates: [buildJournalled("q", "next")] });
    rule.registered(formUrn("next"));
    rule.ended(false);
    expect(readTold()).toBe("");
  });
});

test("the state says which objects an earlier run deleted for a replacement", async () => {
  const { rule } = open({ replaced: [buildEntry("a", "x", "one")] });
  const begin = (stamp: string) => rule.beginDelete("x", stamp).wasDone;
  expect(begin("one")).toBe(false);
  await rule.release("x", { stamp: "one", urn: formUrn("a") });
  expect([begin("one"), begin("two")]).toEqual([true, false]);
});
