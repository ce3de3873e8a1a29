import { appendFileSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Journal } from "../../../../provider/src/host/create/journal";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "journal-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** No process has this number. */
const killed = "99999999-abc";
const buildBegun = (create: string) => ({ create, urn: "u", kind: "Tag", place: "p", older: ["a"], sent: "s" });
const listNames = (stamps: readonly { create: string }[]) => stamps.map(({ create }) => create);

test("a create is known to the next process until the engine has saved its result", () => {
  const journal = new Journal(folder, { self: killed });
  journal.begin(buildBegun("one"));
  journal.begin(buildBegun("two"));
  journal.made("two", "id");
  journal.begin(buildBegun("three"));
  journal.refused("three");
  journal.begin({ update: "four", id: "id", sent: "s" });
  const next = new Journal(folder);
  expect(next.creates).toEqual([buildBegun("one"), { ...buildBegun("two"), id: "id" }]);
  expect(next.updates).toEqual([{ update: "four", id: "id", sent: "s" }]);
});

test("a run that ended leaves nothing", () => {
  const journal = new Journal(folder, { self: killed });
  journal.begin(buildBegun("one"));
  journal.ended(true);
  expect(readdirSync(folder)).toEqual([]);
});

test("a run whose engine had not saved leaves what it began", () => {
  const journal = new Journal(folder, { self: killed });
  journal.begin(buildBegun("one"));
  journal.ended(false);
  expect(listNames(new Journal(folder).creates)).toEqual(["one"]);
});

test("what a run settles is forgotten when it ends, and not before", () => {
  const journal = new Journal(folder, { self: killed });
  for (const stamp of ["one", "two"]) journal.begin(buildBegun(stamp));
  const settling = new Journal(folder);
  settling.settle("one");
  expect(listNames(new Journal(folder).creates)).toEqual(["one", "two"]);
  settling.ended(true);
  const last = new Journal(folder);
  expect(listNames(last.creates)).toEqual(["two"]);
  last.settle("two");
  last.ended(true);
  expect(new Journal(folder).creates).toEqual([]);
});

test("what was settled stays known: the state may forget the entry that says so", () => {
  const journal = new Journal(folder, { self: killed });
  journal.settle("pending");
  journal.ended(true);
  new Journal(folder).ended(true);
  expect(new Journal(folder).settled).toEqual(new Set(["pending"]));
});

test("what was settled is open again once a later run began to create under its stamp", () => {
  const write = (name: string, line: object, secondsAgo: number) => {
    const file = join(folder, `${killed}-${name}.jsonl`);
    writeFileSync(file, `${JSON.stringify(line)}\n`);
    utimesSync(file, Date.now() / 1000, Date.now() / 1000 - secondsAgo);
  };
  write("a", buildBegun("one"), 10);
  write("b", { settled: "one" }, 20);
  const { creates, settled } = new Journal(folder);
  expect([listNames(creates), settled]).toEqual([["one"], new Set()]);
});

test("a running process keeps its file to itself", () => {
  new Journal(folder).begin(buildBegun("one"));
  expect(new Journal(folder, { self: killed }).creates).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("files of other forms, older than two weeks, or cut are no obstacle", () => {
  writeFileSync(join(folder, `${killed}-01.jsonl`), '{"begin":"x","key":"k","at":1}\n{"cut');
  new Journal(folder, { self: killed }).begin(buildBegun("old"));
  const old = join(folder, readdirSync(folder).find((name) => !name.endsWith("-01.jsonl")) ?? "");
  utimesSync(old, 0, 0);
  expect(new Journal(folder).creates).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);

  new Journal(folder, { self: killed }).begin(buildBegun("new"));
  appendFileSync(join(folder, readdirSync(folder)[0] ?? ""), '\n{"create":"cut');
  expect(listNames(new Journal(folder).creates)).toEqual(["new"]);
});

test("creates come in the order of the runs, whatever their files are called", () => {
  const now = Date.now() / 1000;
  for (const [index, name] of ["b", "a"].entries()) {
    const file = join(folder, `${killed}-${name}.jsonl`);
    writeFileSync(file, `${JSON.stringify(buildBegun(name))}\n`);
    utimesSync(file, now, now - 60 + index);
  }
  expect(listNames(new Journal(folder).creates)).toEqual(["b", "a"]);
});

test("a folder that can't be written is told once", () => {
  writeFileSync(join(folder, "file"), "");
  const warnings: string[] = [];
  const journal = new Journal(join(folder, "file/journal"), {
    self: killed,
    warn: (message) => warnings.push(message),
  });
  journal.begin(buildBegun("one"));
  journal.begin(buildBegun("two"));
  expect(warnings).toEqual([expect.stringContaining("The journal of creates can't be written")]);
});

test("a delete without an answer is known to the next run", () => {
  const journal = new Journal(folder, { self: killed });
  for (const id of ["a", "b"]) journal.beginDelete(id);
  journal.endDelete("a");
  expect(new Journal(folder).deletes).toEqual(new Set(["b"]));
});
