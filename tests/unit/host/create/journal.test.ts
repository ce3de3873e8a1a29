import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readProcessName } from "../../../../provider/src/core/runtime";
import { openJournal } from "../../../../provider/src/host/create/journal";
import { createKey, openSealed, seal } from "../../../../provider/src/host/create/seal";

// No process has a number this large: what it wrote counts as left behind.
const dead = 2 ** 22 + 1;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "journal-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The journal of a process that has ended by the time another one opens it. */
const createEnded = (order = 1) => openJournal(directory, { self: `${dead + order}-x`, now: () => order * 1000 });
const openAfter = (now = 9000) => openJournal(directory, { now: () => now });
const attempt = (stamp: string, more: object = {}) => ({ stamp, key: "k", at: 1000, ...more });
/** The files with attempts; each has one beside it with what they sent. */
const listAttempts = () => readdirSync(directory).filter((name) => name.endsWith(".jsonl"));
const fresh = { wasThere: false, settles: [] };

test("a create that was never answered is lost, with all that is known of it", () => {
  const known = attempt("a", { urn: "urn:a", profile: "c", since: 500 });
  createEnded().begin(known, "sealed");
  expect(openAfter()).toMatchObject({ lost: [known], handedOut: [] });
});

test("a create that was answered is lost with its id, and handed out, until a state shows its entry", () => {
  const before = createEnded();
  before.begin(attempt("a"), "sealed");
  before.made("a", "x", fresh);
  expect(openAfter()).toMatchObject({ lost: [{ stamp: "a", id: "x" }], handedOut: [{ stamp: "a", id: "x" }] });
  createEnded(2).shown("x", "a");
  expect(openAfter()).toMatchObject({ lost: [], handedOut: [] });
  expect(readdirSync(directory)).toEqual([]);
});

test("an object that a state shows in another entry isn't lost, and is handed out until such a run ends", () => {
  const before = createEnded();
  before.begin(attempt("a"), "sealed");
  before.made("a", "x", { wasThere: true, settles: [] });
  const next = createEnded(2);
  next.shown("x", "older");
  expect(openAfter()).toMatchObject({ lost: [], handedOut: [{ stamp: "a", id: "x" }] });
  next.ended(true);
  expect(openAfter()).toMatchObject({ lost: [], handedOut: [] });
});

test("an object that was there stays handed out once saved: the killed run may have left another", () => {
  const before = createEnded();
  before.begin(attempt("a"), "sealed");
  before.made("a", "x", { wasThere: true, settles: [] });
  const next = createEnded(2);
  next.shown("x", "a");
  next.ended(true);
  expect(openAfter()).toMatchObject({ lost: [], handedOut: [{ stamp: "a", id: "x" }] });
});

test("what a run created that came to its end is in a state, but for what wasn't answered", () => {
  const before = createEnded();
  before.begin(attempt("a"), "sealed");
  before.made("a", "x", { wasThere: true, settles: [] });
  before.begin(attempt("b"), "sealed");
  for (const stamp of ["a", "b"]) before.returned(stamp);
  before.ended(true);
  expect(openAfter()).toMatchObject({ lost: [{ stamp: "b" }], handedOut: [] });
});

test("a run that is ended while a create runs leaves what a killed one leaves: nothing may be saved", () => {
  const before = createEnded();
  for (const [stamp, id] of [
    ["a", "x"],
    ["b", "y"],
  ] as const) {
    before.begin(attempt(stamp), "sealed");
    before.made(stamp, id, fresh);
  }
  before.returned("a");
  before.ended(true);
  expect(openAfter()).toMatchObject({ lost: [{ id: "x" }, { id: "y" }], handedOut: [{ id: "x" }, { id: "y" }] });
  const next = createEnded(2);
  next.shown("x", "a");
  expect(openAfter()).toMatchObject({ lost: [{ id: "y" }], handedOut: [{ id: "y" }] });
});

test("what an ended process left to its engine to save is promised", () => {
  const before = createEnded();
  before.begin(attempt("a"), "sealed");
  before.made("a", "x", fresh);
  before.begin(attempt("b"), "sealed");
  for (const stamp of ["a", "b"]) before.returned(stamp);
  before.ended(false);
  expect(openAfter().lost).toMatchObject([attempt("a", { id: "x", isSavePending: true }), attempt("b")]);
});

test("an attempt that a later process has settled is nobody's any more, and the files go", () => {
  createEnded().begin(attempt("a"), "sealed");
  const next = createEnded(2);
  next.begin(attempt("b"), "sealed");
  next.made("b", "x", { wasThere: true, since: 700, settles: ["a"] });
  expect(openAfter().lost).toMatchObject([{ stamp: "b", id: "x", since: 700 }]);
  next.returned("b");
  next.ended(true);
  expect(openAfter().lost).toEqual([]);
  openAfter();
  expect(readdirSync(directory)).toEqual([]);
});

const buildInStack = (stack: string) => ({ urn: `urn:pulumi:${stack}::shop::analytics:index:Tag::a` });

test("what another resource's create returned is known while an attempt without a response is open", () => {
  const formUrn = (name: string) => `urn:pulumi:dev::shop::analytics:index:Tag::${name}`;
  const killed = createEnded();
  killed.begin(attempt("a", { urn: formUrn("a") }), "sealed");
  killed.begin(attempt("b", { urn: formUrn("b") }), "sealed");
  killed.made("b", "object b", fresh);
  const next = createEnded(2);
  next.shown("object b", "b");
  next.begin(attempt("c", { urn: formUrn("c") }), "sealed");
  next.made("c", "object c", fresh);
  next.returned("c");
  next.ended(true);
  for (const { lost, returnedToOthers } of [openAfter(), openAfter()]) {
    expect(lost).toMatchObject([{ stamp: "a" }]);
    expect(returnedToOthers).toMatchObject([{ id: "object b" }, { id: "object c" }]);
  }
});

test("what another stack's create returned is known while a similar attempt without a response is open", () => {
  const [alice, bob] = [createEnded(), createEnded(2)];
  alice.begin(attempt("a", buildInStack("alice")), "sealed");
  for (const [stamp, stack] of [
    ["b", "bob"],
    ["c", "alice"],
  ] as const) {
    bob.begin(attempt(stamp, buildInStack(stack)), "sealed");
    bob.made(stamp, `object ${stamp}`, fresh);
  }
  const running = openJournal(directory, { self: readProcessName(process.ppid) as string, now: () => 2000 });
  running.begin(attempt("d", buildInStack("bob")), "sealed");
  running.made("d", "object d", fresh);
  for (const stamp of ["b", "c"]) bob.returned(stamp);
  bob.ended(true);
  for (const { lost, returnedToOthers } of [openAfter(), openAfter()]) {
    expect(lost).toMatchObject([{ stamp: "a" }]);
    expect(returnedToOthers).toMatchObject([{ id: "object b" }, { id: "object d" }]);
  }

  const next = createEnded(3);
  next.begin(attempt("e", buildInStack("alice")), "sealed");
  next.made("e", "y", { wasThere: false, settles: ["a"] });
  expect(openAfter().returnedToOthers).toEqual([]);
  next.returned("e");
  next.ended(true);
  openAfter();
  expect(listAttempts()).toHaveLength(1);
});

test("what a create of another stack returned counts for nothing beside an attempt whose object is known", () => {
  const [alice, bob] = [createEnded(), createEnded(2)];
  alice.begin(attempt("a", buildInStack("alice")), "sealed");
  alice.made("a", "x", fresh);
  bob.begin(attempt("b", buildInStack("bob")), "sealed");
  bob.made("b", "y", fresh);
  bob.returned("b");
  bob.ended(true);
  expect(openAfter()).toMatchObject({ lost: [{ id: "x" }], returnedToOthers: [] });
  expect(listAttempts()).toHaveLength(1);
});

test("a refused create leaves nothing, unless it was sent again", () => {
  const before = createEnded();
  before.begin(attempt("a"), "sealed");
  before.refused("a");
  expect(openAfter().lost).toEqual([]);
  before.begin(attempt("a", { at: 2000 }), "sealed");
  expect(openAfter().lost).toMatchObject([attempt("a", { at: 2000 })]);
});

test("what a running process tries is its own business; a number that is in use again is another process", () => {
  const running = readProcessName(process.ppid) as string;
  const openFor = (self: string) => openJournal(directory, { self, now: () => 1000 });
  openFor(running).begin(attempt("a"), "sealed");
  expect(openAfter().lost).toEqual([]);
  openFor(`${process.ppid}-former`).begin(attempt("b"), "sealed");
  // In a container each process may have the number of the one before it, and a start that nothing tells.
  openFor(readProcessName(process.pid) as string).begin(attempt("c", { at: 1001 }), "sealed");
  expect(openAfter().lost).toMatchObject([{ stamp: "b" }, { stamp: "c" }]);
});

test("a process of another container counts as ended while it runs; it loses nothing needed later", () => {
  const elsewhere = createEnded();
  elsewhere.begin(attempt("a"), "sealed");
  elsewhere.refused("a");
  expect(openAfter().lost).toEqual([]);
  expect(readdirSync(directory)).toEqual([]);
  elsewhere.begin(attempt("b"), "sealed");
  expect(openAfter().lost).toMatchObject([{ stamp: "b" }]);
  elsewhere.made("b", "x", fresh);
  expect(openAfter().lost).toMatchObject([{ stamp: "b", id: "x" }]);
});

test("attempts end with their lifetime", () => {
  createEnded().begin(attempt("a"), "sealed");
  expect(openAfter(1000 + 15 * 24 * 3600 * 1000).lost).toEqual([]);
});

test("a line that was cut costs nothing but itself, be it the last or not", () => {
  const before = createEnded();
  before.begin(attempt("a"), "sealed");
  const [file] = readdirSync(directory) as [string];
  appendFileSync(join(directory, file), '\n{"made":"a","i');
  expect(openAfter().lost).toMatchObject([{ stamp: "a" }]);
  before.begin(attempt("b"), "sealed");
  expect(openAfter().lost).toMatchObject([{ stamp: "a" }, { stamp: "b" }]);
});

test("a folder that can't be written is no reason to fail, and is told once", () => {
  const told: string[] = [];
  writeFileSync(join(directory, "file"), "");
  const journal = openJournal(join(directory, "file/journal"), { warn: (message) => told.push(message) });
  journal.begin(attempt("a"), "sealed");
  journal.made("a", "x", fresh);
  expect(told).toEqual([
    expect.stringMatching(/can't be written: ENOTDIR.* may create the same objects a second time/),
  ]);
});

test("a file that can't be read or removed, such as one that another process removes just now, counts as empty", () => {
  mkdirSync(join(directory, `${dead}-x-0123456789ab.jsonl`));
  expect(openAfter().lost).toEqual([]);
});

test("foreign files in the folder are left alone", () => {
  mkdirSync(join(directory, "1-x-y.jsonl.d"));
  writeFileSync(join(directory, "notes.txt"), "mine");
  expect(openAfter().lost).toEqual([]);
  expect(readdirSync(directory)).toHaveLength(2);
});

test("a key tells nothing of its parts without the secret, and differs with each", () => {
  const key = createKey("s", ["Tag", { name: "Production" }]);
  expect(key).not.toContain("Production");
  expect(createKey("s", ["Tag", { name: "Production" }])).toBe(key);
  expect(createKey("t", ["Tag", { name: "Production" }])).not.toBe(key);
  expect(createKey("s", ["Tag", { name: "Staging" }])).not.toBe(key);
});

// A pipe without a writer would stop the process, and links lead into folders of others.
test("nothing but plain files is opened, and nothing that another user wrote counts", () => {
  createEnded().begin(attempt("a"), "sealed");
  const [name = ""] = readdirSync(directory);
  execFileSync("mkfifo", [join(directory, `${dead + 2}-x-pipe.jsonl`)]);
  symlinkSync(join(directory, name), join(directory, `${dead + 3}-x-link.jsonl`));
  mkdirSync(join(directory, `${dead + 4}-x-folder.jsonl`));
  expect(openAfter().lost).toHaveLength(1);

  const { getuid } = process;
  const user = jest.spyOn(process, "getuid" as never).mockImplementation((() => (getuid?.() ?? 0) + 1) as never);
  expect(openAfter().lost).toEqual([]);
  user.mockRestore();
});

test.each([0o000, 0o002, 0o022])("folder and files are the user's alone, also with the umask %o", (umask) => {
  const before = process.umask(umask);
  try {
    const folder = join(directory, "analytics", "journal");
    openJournal(folder).begin(attempt("a"), "sealed");
    const modes = [join(directory, "analytics"), folder, ...readdirSync(folder).map((name) => join(folder, name))];
    expect(modes.map((path) => (statSync(path).mode & 0o777).toString(8))).toEqual(["700", "700", "600", "600"]);
  } finally {
    process.umask(before);
  }
});

test("what a create sent is read with the secret that sealed it alone", () => {
  const sealed = seal("secret", { name: "a", password: "open-sesame" });
  expect(Buffer.from(sealed, "base64").toString("latin1")).not.toContain("open-sesame");
  expect(openSealed("secret", sealed)).toEqual({ name: "a", password: "open-sesame" });
  expect(openSealed("other", sealed)).toBeUndefined();
  expect(openSealed("secret", sealed.slice(0, -8))).toBeUndefined();
});

test("an update is lost until its run has saved, or a later one has succeeded", () => {
  const update = { stamp: "u", id: "x", at: 1000 };
  createEnded().beginUpdate(update, "sealed");
  const [lost] = openAfter().lostUpdates;
  expect(lost).toMatchObject(update);
  expect(lost?.sent()).toBe("sealed");
  const next = createEnded(2);
  next.beginUpdate({ ...update, stamp: "v" }, "later");
  next.updated("v", ["u"]);
  // Until its engine has saved the state, both count.
  expect(openAfter().lostUpdates.map(({ stamp }) => stamp)).toEqual(["u", "v"]);
  next.ended(true);
  expect(openAfter().lostUpdates).toEqual([]);
  expect(readdirSync(directory)).toEqual([]);
});
