import { appendFileSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attemptKey, openAttempts, sinceOf } from "../../../provider/src/engine/attempts";

// No process has a number this large: what it wrote counts as left behind.
const dead = 2 ** 22 + 1;

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "attempts-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

test("a create that never answered is remembered with its moment", () => {
  openAttempts(directory, dead, () => 1000).begin("k");
  expect(openAttempts(directory, process.pid, () => 2000).earlier("k")).toEqual([{ at: 1000 }]);
});

test("a create that answered is remembered with its id, since nobody knows whether the state was saved", () => {
  const before = openAttempts(directory, dead, () => 1000);
  before.begin("k");
  before.made("k", "x");
  expect(before.isClaimed("x")).toBe(true);
  const after = openAttempts(directory, process.pid, () => 2000);
  expect(after.earlier("k")).toEqual([{ at: 1000, id: "x" }]);
  expect(after.isClaimed("x")).toBe(false);
});

test("an id the engine knows is forgotten for good", () => {
  const before = openAttempts(directory, dead, () => 1000);
  before.begin("k");
  before.made("k", "x");
  const next = openAttempts(directory, dead + 1, () => 2000);
  next.claim("x");
  expect(next.isClaimed("x")).toBe(true);
  expect(openAttempts(directory, process.pid, () => 3000).earlier("k")).toEqual([]);
  expect(readdirSync(directory)).toEqual([]);
});

test("an attempt that a later process has settled is nobody's any more", () => {
  openAttempts(directory, dead, () => 1000).begin("k");
  const next = openAttempts(directory, dead + 1, () => 2000);
  const [lost] = next.earlier("k");
  next.begin("k");
  next.made("k", "x", lost);
  next.ended(true);
  const after = openAttempts(directory, process.pid, () => 3000);
  expect(after.earlier("k")).toEqual([]);
  expect(readdirSync(directory)).toEqual([]);
});

test("of two equal things that were cut short, each has an attempt of its own", () => {
  const before = openAttempts(directory, dead, () => 1000);
  before.begin("k");
  before.begin("k");
  const next = openAttempts(directory, process.pid, () => 2000);
  next.made("k", "x", next.earlier("k")[0]);
  expect(next.earlier("k")).toEqual([{ at: 1000 }]);
});

test("what a run made that came to its end is in a state", () => {
  const before = openAttempts(directory, dead, () => 1000);
  before.begin("k");
  before.made("k", "x");
  before.begin("l");
  before.ended(true);
  const after = openAttempts(directory, process.pid, () => 2000);
  expect(after.earlier("k")).toEqual([]);
  expect(after.earlier("l")).toEqual([{ at: 1000 }]);
  expect(after.isClaimed("x")).toBe(true);
});

test("a refused create leaves nothing", () => {
  const before = openAttempts(directory, dead, () => 1000);
  before.begin("k");
  before.refused("k");
  expect(openAttempts(directory, process.pid, () => 2000).earlier("k")).toEqual([]);
});

test("what a running process tries is its own business", () => {
  openAttempts(directory, process.ppid, () => 1000).begin("k");
  expect(openAttempts(directory, process.pid, () => 2000).earlier("k")).toEqual([]);
});

test("attempts end with their lifetime, and the last cut line of a killed process is skipped", () => {
  openAttempts(directory, dead, () => 1000).begin("k");
  const [file] = readdirSync(directory);
  appendFileSync(join(directory, file as string), '{"made":"k","i');
  expect(openAttempts(directory, process.pid, () => 2000).earlier("k")).toEqual([{ at: 1000 }]);
  expect(openAttempts(directory, process.pid, () => 1000 + 15 * 24 * 3600 * 1000).earlier("k")).toEqual([]);
});

test("a folder that can't be written is no reason to fail", () => {
  const journal = openAttempts("/dev/null/attempts", dead, () => 1000);
  journal.begin("k");
  journal.made("k", "x");
  expect(journal.isClaimed("x")).toBe(true);
});

test("a key tells nothing of its parts without the secret, and differs with each", () => {
  const key = attemptKey("s", ["Tag", { name: "Production" }]);
  expect(key).not.toContain("Production");
  expect(attemptKey("s", ["Tag", { name: "Production" }])).toBe(key);
  expect(attemptKey("t", ["Tag", { name: "Production" }])).not.toBe(key);
  expect(attemptKey("s", ["Tag", { name: "Staging" }])).not.toBe(key);
});

test("a process that took over what an earlier one made passes on how old it may be", () => {
  openAttempts(directory, dead, () => 1000).begin("k", { connection: "c" });
  const next = openAttempts(directory, dead + 1, () => 2000);
  const [lost] = next.earlier("k");
  next.begin("k", { connection: "c", since: lost && sinceOf(lost) });
  next.made("k", "x", lost);
  const after = openAttempts(directory, process.pid, () => 3000);
  expect(after.earlier("k")).toMatchObject([{ at: 2000, since: 1000, id: "x" }]);
  expect(after.lostSince("c")).toBe(1000);
});

test("the oldest unfinished attempt of a connection stays known, whatever comes of it in this process", () => {
  const before = openAttempts(directory, dead, () => 1000);
  before.begin("k", { connection: "c" });
  openAttempts(directory, dead + 1, () => 2000).begin("l", { connection: "c" });
  openAttempts(directory, dead + 2, () => 500).begin("m", { connection: "d" });
  const after = openAttempts(directory, process.pid, () => 3000);
  after.made("k", "x", after.earlier("k")[0]);
  expect(after.lostSince("c")).toBe(1000);
  expect(after.lostSince("e")).toBeUndefined();
});

test("answers are told apart where equal things are made at once, also when one is told of twice", () => {
  const before = openAttempts(directory, dead, () => 1000);
  for (let twin = 0; twin < 3; twin += 1) before.begin("k");
  for (const id of ["x", "x", "y"]) before.made("k", id);
  expect(openAttempts(directory, process.pid, () => 2000).earlier("k")).toEqual([
    { at: 1000, id: "x" },
    { at: 1000, id: "y" },
    { at: 1000 },
  ]);
  before.refused("k");
  expect(openAttempts(directory, process.pid, () => 2000).earlier("k")).toHaveLength(2);
});

test("what an ended process left to its engine to save is promised: taken, and not claimed", () => {
  const before = openAttempts(directory, dead, () => 1000);
  before.begin("k", { connection: "c" });
  before.made("k", "x");
  before.begin("l", { connection: "c" });
  before.ended(false);
  const after = openAttempts(directory, process.pid, () => 3000);
  expect(after.earlier("k")).toEqual([]);
  expect(after.earlier("k", { withPromised: true })).toMatchObject([{ at: 1000, id: "x" }]);
  expect([after.isTaken("x"), after.isClaimed("x")]).toEqual([true, false]);
  // Of that one nobody was ever answered.
  expect(after.earlier("l")).toMatchObject([{ at: 1000 }]);
  after.claim("x");
  expect(openAttempts(directory, process.pid, () => 4000).earlier("k", { withPromised: true })).toEqual([]);
});

test("what is promised is lost only where nothing else is", () => {
  const before = openAttempts(directory, dead, () => 1000);
  before.begin("k", { connection: "c" });
  before.made("k", "x");
  before.ended(false);
  expect(openAttempts(directory, process.pid, () => 2000).lostSince("c")).toBe(1000);
  openAttempts(directory, dead + 1, () => 3000).begin("l", { connection: "c" });
  expect(openAttempts(directory, process.pid, () => 4000).lostSince("c")).toBe(3000);
});
