import type { Answered, CreateRecord, Journal } from "../../../../provider/src/host/create/journal";
import { openOwnership } from "../../../../provider/src/host/create/ownership";

const formUrn = (name: string, stack = "dev::shop") => `urn:pulumi:${stack}::analytics:index:Tag::${name}`;

/** A journal that tells of these attempts, and keeps what is written. */
function createJournal(lost: readonly CreateRecord[] = [], returned: readonly CreateRecord[] = []) {
  const written: unknown[][] = [];
  const journal: Journal = {
    lost,
    handedOut: lost.filter(({ id }) => id !== undefined) as readonly Answered[],
    returnedToOthers: returned as readonly Answered[],
    begin: (...values) => written.push(["begin", ...values]),
    refused: (...values) => written.push(["refused", ...values]),
    made: (...values) => written.push(["made", ...values]),
    returned: (...values) => written.push(["returned", ...values]),
    shown: (...values) => written.push(["shown", ...values]),
    ended: (...values) => written.push(["ended", ...values]),
    lostUpdates: [],
    beginUpdate: (...values) => written.push(["beginUpdate", ...values]),
    updated: (...values) => written.push(["updated", ...values]),
  };
  return { journal, written };
}

const open = (...lost: CreateRecord[]) => openOwnership(createJournal(lost).journal, { now: () => 9000, quietMs: 0 });
const attempt = (stamp: string, more: Partial<CreateRecord> = {}): CreateRecord => ({
  stamp,
  key: "k",
  at: 1000,
  ...more,
});
const buildNote = (stamp: string, of?: string) => ({
  stamp,
  urn: of,
  key: "k",
  name: "n",
  profile: "c",
  description: () => 'tag "Production"',
});
const describeObject = () => 'tag "Production"';

describe("an object is deleted with its last entry", () => {
  test("that a create handed out in this run", async () => {
    const rule = open();
    (await rule.begin(buildNote("new", formUrn("new")))).take("x");
    expect(rule.release("x", { stamp: "old", urn: undefined })).toMatchObject({ stamp: "new", urn: formUrn("new") });
    expect(rule.release("x", { stamp: "new", urn: undefined })).toBeUndefined();
  });

  test("that a killed run handed out", async () => {
    const rule = open(attempt("new", { id: "x", urn: formUrn("new") }));
    expect(rule.release("x", { stamp: "old", urn: undefined })).toMatchObject({ stamp: "new" });
    expect(rule.release("x", { stamp: "new", urn: undefined })).toBeUndefined();
  });

  test("that a refresh has shown, also of an older release", async () => {
    const rule = open();
    rule.shown("x", "one");
    expect(rule.release("x", { stamp: undefined, urn: undefined })).toMatchObject({ stamp: "one" });
    expect(rule.release("x", { stamp: "one", urn: undefined })).toBeUndefined();
  });

  test("but what is only looked up holds nothing", async () => {
    const rule = open();
    rule.shown("x", undefined);
    expect(rule.release("x", { stamp: "one", urn: undefined })).toBeUndefined();
  });

  test("and a replacement with an object of its own keeps nothing", async () => {
    const rule = open();
    rule.registered(formUrn("a"), false);
    rule.compared("x", { stamp: "one", urn: formUrn("a") }, describeObject);
    (await rule.begin(buildNote("two", formUrn("a")))).noteCreated("y");
    expect(rule.release("x", { stamp: "one", urn: undefined })).toBeUndefined();
  });
});

describe("an object that the program declares elsewhere", () => {
  test("is refused, before or after the create that would hand it out", async () => {
    const before = open();
    before.registered(formUrn("a"), false);
    before.compared("x", { stamp: "one", urn: formUrn("a") }, describeObject);
    const creation = await before.begin(buildNote("two", formUrn("b")));
    expect(() => creation.take("x")).toThrow(`aliases: ["${formUrn("a")}"]`);
    expect(creation.isPredecessor("x")).toBe(false);

    const after = open();
    (await after.begin(buildNote("two", formUrn("b")))).take("x");
    after.registered(formUrn("a"), false);
    expect(() => after.compared("x", { stamp: "one", urn: formUrn("a") }, describeObject)).toThrow(
      `pulumi state delete '${formUrn("a")}'`,
    );
  });

  test("counts only once it is registered: a refresh compares everything in the state", async () => {
    const rule = open();
    rule.compared("x", { stamp: "one", urn: formUrn("a") }, describeObject);
    (await rule.begin(buildNote("two", formUrn("b")))).take("x");
    expect(rule.release("x", { stamp: "one", urn: undefined })).toMatchObject({ stamp: "two" });
  });

  test("under the same URN is the predecessor in a replacement, and so is what this run deleted", async () => {
    const rule = open();
    rule.registered(formUrn("a"), false);
    rule.compared("x", { stamp: "one", urn: formUrn("a") }, describeObject);
    const creation = await rule.begin(buildNote("two", formUrn("a")));
    expect(creation.isPredecessor("x")).toBe(true);
    expect(creation.isPredecessor("y")).toBe(false);
    rule.release("y", { stamp: "old", urn: undefined });
    expect(creation.isPredecessor("y")).toBe(true);
  });

  test("twice since an older release is left alone", async () => {
    const rule = open();
    for (const name of ["a", "b"]) {
      rule.registered(formUrn(name), false);
      expect(() => rule.compared("x", { stamp: undefined, urn: formUrn(name) }, describeObject)).not.toThrow();
    }
  });
});

describe("a create that makes up for a lost one", () => {
  test("reserves it: equal declarations never share one", async () => {
    const rule = open(attempt("a", { urn: formUrn("a"), at: 2 }), attempt("b", { urn: formUrn("b"), at: 1 }));
    expect((await rule.begin(buildNote("1", formUrn("a")))).lost).toMatchObject([{ at: 2 }]);
    expect((await rule.begin(buildNote("2", formUrn("b")))).lost).toMatchObject([{ at: 1 }]);
    expect((await rule.begin(buildNote("3", formUrn("c")))).lost).toEqual([]);
  });

  test("that killed runs handed to two resources belongs to the first that asks", async () => {
    const rule = open(attempt("a", { urn: formUrn("a"), id: "x" }), attempt("b", { urn: formUrn("b"), id: "x" }));
    rule.registered(formUrn("a"), false);
    rule.registered(formUrn("b"), false);
    const [one, two] = [await rule.begin(buildNote("c", formUrn("a"))), await rule.begin(buildNote("d", formUrn("b")))];
    expect([one.lost.map(({ id }) => id), two.lost]).toEqual([["x"], []]);
    expect([one.isTaken("x"), two.isTaken("x")]).toEqual([false, true]);
  });

  test("leaves to another what the attempt of that one came to", async () => {
    const rule = open(attempt("a", { urn: formUrn("a") }), attempt("b", { urn: formUrn("b"), id: "x" }));
    const creation = await rule.begin(buildNote("1", formUrn("a")));
    expect([creation.known, creation.isTaken("x")]).toEqual([[], true]);
    const other = await rule.begin(buildNote("2", formUrn("b")));
    expect(other.lost).toMatchObject([{ at: 1000, id: "x" }]);
    expect(other.isTaken("x")).toBe(false);
    // Nor does the one that was first take it, while the other is looking for it.
    expect(creation.isTaken("x")).toBe(true);
  });

  test("takes that of a resource that has another name now, and none that the program has declared", async () => {
    const rule = open(attempt("a", { urn: formUrn("a"), id: "x" }), attempt("b", { urn: formUrn("b"), id: "y" }));
    rule.registered(formUrn("a"), false);
    expect((await rule.begin(buildNote("1", formUrn("c")))).lost).toMatchObject([{ id: "y" }]);
    expect((await rule.begin(buildNote("2", formUrn("d")))).lost).toEqual([]);
  });

  test("waits for what the program is yet to register", async () => {
    const rule = openOwnership(createJournal([attempt("a", { urn: formUrn("a"), id: "x" })]).journal, { quietMs: 100 });
    const early = rule.begin(buildNote("1", formUrn("b")));
    rule.registered(formUrn("a"), false);
    expect((await early).lost).toEqual([]);
    expect((await rule.begin(buildNote("2", formUrn("a")))).lost).toMatchObject([{ id: "x" }]);
  });

  test("takes none whose object a state shows", async () => {
    const rule = open(attempt("a", { urn: formUrn("a"), id: "x" }));
    rule.shown("x", "a");
    expect((await rule.begin(buildNote("1", formUrn("a")))).lost).toEqual([]);
  });

  test("takes all that were for its resource, and settles them", async () => {
    const { journal, written } = createJournal([
      attempt("a", { urn: formUrn("a"), since: 5 }),
      attempt("b", { urn: formUrn("a"), at: 2000, id: "x" }),
    ]);
    const rule = openOwnership(journal, { now: () => 9000, quietMs: 0 });
    const creation = await rule.begin(buildNote("c", formUrn("a")));
    expect(creation.lost).toMatchObject([
      { at: 2000, id: "x" },
      { at: 1000, since: 5 },
    ]);
    creation.noteCreated("x");
    creation.noteCreated("x");
    expect(written).toEqual([
      ["begin", expect.objectContaining({ stamp: "c", at: 9000, since: 5 }), ""],
      ["made", "c", "x", { wasThere: false, settles: ["a", "b"] }],
    ]);
    // Its own entry is the only one now.
    expect(rule.release("x", { stamp: "c", urn: undefined })).toBeUndefined();
  });

  test("is in the journal from the first request that may have been carried out, or from what it takes", async () => {
    const { journal, written } = createJournal();
    const rule = openOwnership(journal, { now: () => 9000, quietMs: 0 });
    const creation = await rule.begin(buildNote("a", formUrn("a")));
    creation.noteRefused();
    expect(written).toEqual([]);
    creation.noteSending();
    creation.noteNotApplied();
    creation.noteSending();
    creation.noteSending();
    // An earlier one may have been carried out.
    creation.noteNotApplied();
    const begun = ["begin", expect.objectContaining({ stamp: "a" }), ""];
    expect(written).toEqual([begun, ["refused", "a"], begun]);
    (await rule.begin(buildNote("b", formUrn("b")))).take("x");
    expect(written.slice(3)).toMatchObject([
      ["begin", { stamp: "b" }, ""],
      ["made", "b", "x", { wasThere: true }],
    ]);
  });

  test("knows what is promised to a state, and doesn't take it", async () => {
    const rule = open(attempt("a", { urn: formUrn("a"), id: "x", isSavePending: true }));
    const creation = await rule.begin(buildNote("b", formUrn("a")));
    expect(creation.lost).toEqual([]);
    expect(creation.known).toEqual(["x"]);
    expect(creation.isTaken("x")).toBe(true);
  });

  test("recognizes an object of an equal declaration only if the program declares it no more", async () => {
    const rule = open(attempt("a", { urn: formUrn("a"), id: "x", isSavePending: true }));
    const creation = await rule.begin(buildNote("b", formUrn("b")));
    expect(creation.known).toEqual(["x"]);
    rule.registered(formUrn("a"), false);
    expect(creation.known).toEqual([]);
  });

  test("of a program that names no URN takes one attempt, the oldest", async () => {
    const rule = open(attempt("a", { at: 1 }), attempt("b", { at: 2 }));
    expect((await rule.begin(buildNote("1"))).lost).toMatchObject([{ at: 1 }]);
    expect((await rule.begin(buildNote("2"))).lost).toMatchObject([{ at: 2 }]);
    expect((await rule.begin(buildNote("3"))).lost).toEqual([]);
  });
});

describe.each(["prod::shop", "dev::depot"])("an attempt of another stack that declares the same (%s)", (stack) => {
  test("is left to that stack, and so is its object", async () => {
    const rule = open(
      attempt("a", { urn: formUrn("a", stack), id: "x" }),
      attempt("b", { urn: formUrn("b", stack), id: "y", isSavePending: true }),
    );
    for (const name of ["a", "b", "c"]) {
      const creation = await rule.begin(buildNote(name, formUrn(name)));
      expect(creation.lost).toEqual([]);
      expect(creation.known).toEqual([]);
      expect(creation.isTaken("x")).toBe(true);
    }
    const own = await rule.begin(buildNote("1", formUrn("renamed", stack)));
    expect([own.lost[0]?.id, own.known, own.isTaken("x")]).toEqual(["x", ["x"], false]);
  });

  test("is no lost run of this one", () => {
    const rule = open(attempt("a", { urn: formUrn("a", stack), profile: "c" }));
    expect(rule.lostSince("c", formUrn("a"))).toBeUndefined();
    expect(rule.lostSince("c", formUrn("b", stack))).toBe(1000);
  });
});

test("what other resources and stacks got isn't the object of an attempt without a response", async () => {
  const returned = [
    attempt("b", { urn: formUrn("a"), id: "x" }),
    attempt("c", { urn: formUrn("b"), id: "y" }),
    attempt("d", { urn: formUrn("a", "prod::shop"), id: "z" }),
  ];
  const { journal } = createJournal([attempt("a", { urn: formUrn("a") })], returned);
  const creation = await openOwnership(journal, { quietMs: 0 }).begin(buildNote("1", formUrn("a")));
  expect(creation.lost).toMatchObject([{ at: 1000 }]);
  expect(["x", "y", "z"].map((id) => creation.isTaken(id))).toEqual([false, true, true]);
});

test("an attempt without a URN, and a create without one, may be of any stack", async () => {
  expect((await open(attempt("a", { id: "x" })).begin(buildNote("1", formUrn("a")))).lost[0]?.id).toBe("x");
  expect((await open(attempt("a", { urn: formUrn("a"), id: "x" })).begin(buildNote("1"))).lost[0]?.id).toBe("x");
});

test("the oldest lost attempt of a profile is known, and a promised one only where nothing else is lost", async () => {
  const promised = attempt("a", { profile: "c", id: "x", isSavePending: true });
  expect(open(promised).lostSince("c", undefined)).toBe(1000);
  expect(open(promised, attempt("b", { profile: "c", at: 3000, since: 2000 })).lostSince("c", undefined)).toBe(2000);
  expect(open(promised).lostSince("d", undefined)).toBeUndefined();
});
