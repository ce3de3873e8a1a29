import { appendFileSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJournal } from "../../../../provider/src/host/create/journal";

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
  const journal = openJournal(folder, killed);
  journal.begin(buildBegun("one"));
  journal.begin(buildBegun("two"));
  journal.made("two", "id");
  journal.begin(buildBegun("three"));
  journal.refused("three");
  journal.beginUpdate({ update: "four", id: "id", sent: "s" });
  const next = openJournal(folder);
  expect(next.creates).toEqual([buildBegun("one"), { ...buildBegun("two"), id: "id" }]);
  expect(next.updates).toEqual([{ update: "four", id: "id", sent: "s" }]);
});

test("a run that ended leaves nothing", () => {
  const journal = openJournal(folder, killed);
  journal.begin(buildBegun("one"));
  journal.ended(true);
  expect(readdirSync(folder)).toEqual([]);
});

test("a run whose engine had not saved leaves what it began", () => {
  const journal = openJournal(folder, killed);
  journal.begin(buildBegun("one"));
  journal.ended(false);
  expect(listNames(openJournal(folder).creates)).toEqual(["one"]);
});

test("what a run settles is forgotten when it ends, and not before", () => {
  const journal = openJournal(folder, killed);
  for (const stamp of ["one", "two"]) journal.begin(buildBegun(stamp));
  const settling = openJournal(folder);
  settling.settle("one");
  expect(listNames(openJournal(folder).creates)).toEqual(["one", "two"]);
  settling.ended(true);
  const last = openJournal(folder);
  expect(listNames(last.creates)).toEqual(["two"]);
  last.settle("two");
  last.ended(true);
  expect(openJournal(folder).creates).toEqual([]);
});

test("what was settled stays known: the state may forget the entry that says so", () => {
  const journal = openJournal(folder, killed);
  journal.settle("pending");
  journal.ended(true);
  openJournal(folder).ended(true);
  expect(openJournal(folder).settled).toEqual(new Set(["pending"]));
});

test("a running process keeps its file to itself", () => {
  openJournal(folder).begin(buildBegun("one"));
  expect(openJournal(folder, killed).creates).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(1);
});

test("files of other forms, older than two weeks, or cut are no obstacle", () => {
  writeFileSync(join(folder, `${killed}-01.jsonl`), '{"begin":"x","key":"k","at":1}\n{"cut');
  openJournal(folder, killed).begin(buildBegun("old"));
  const old = join(folder, readdirSync(folder).find((name) => !name.endsWith("-01.jsonl")) ?? "");
  utimesSync(old, 0, 0);
  expect(openJournal(folder).creates).toEqual([]);
  expect(readdirSync(folder)).toEqual([]);

  openJournal(folder, killed).begin(buildBegun("new"));
  appendFileSync(join(folder, readdirSync(folder)[0] ?? ""), '\n{"create":"cut');
  expect(listNames(openJournal(folder).creates)).toEqual(["new"]);
});

test("a folder that can't be written is told once", () => {
  writeFileSync(join(folder, "file"), "");
  const warnings: string[] = [];
  const journal = openJournal(join(folder, "file/journal"), killed, (message) => warnings.push(message));
  journal.begin(buildBegun("one"));
  journal.begin(buildBegun("two"));
  expect(warnings).toEqual([expect.stringContaining("The journal of creates can't be written")]);
});

test("a delete without an answer is known to the next run", () => {
  const journal = openJournal(folder, killed);
  for (const id of ["a", "b"]) journal.beginDelete(id);
  journal.endDelete("a");
  expect(openJournal(folder).deletes).toEqual(new Set(["b"]));
});
