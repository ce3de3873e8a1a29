import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readProcessName } from "../../../../provider/src/core/runtime";
import { openOtherProcesses } from "../../../../provider/src/host/create/holders";
import type { Journal } from "../../../../provider/src/host/create/journal";
import { openOwnership } from "../../../../provider/src/host/create/ownership";

const folder = mkdtempSync(join(tmpdir(), "held-"));
afterAll(() => rmSync(folder, { recursive: true }));

const formUrn = (name: string, stack = "dev") => `urn:pulumi:${stack}::shop::analytics:index:Tag::${name}`;
const silent: Journal = {
  lost: [],
  handedOut: [],
  returnedToOthers: [],
  returned: () => undefined,
  begin: () => {},
  refused: () => {},
  made: () => {},
  shown: () => {},
  lostUpdates: [],
  beginUpdate: () => undefined,
  updated: () => undefined,
  ended: () => {},
};
const listFiles = () => readdirSync(folder);

test("an entry that another running process declares holds its object, until that process ends", () => {
  const [one, other] = [openOtherProcesses(folder), openOtherProcesses(folder)];
  one.declared("x", { stamp: "new", urn: formUrn("moved") });
  expect(other.holderOf("x", { stamp: "old", urn: formUrn("old") })).toEqual({ stamp: "new", urn: formUrn("moved") });
  expect(other.holderOf("x", { stamp: undefined, urn: undefined })).toMatchObject({ stamp: "new" });
  expect(other.holderOf("x", { stamp: "new", urn: formUrn("moved") })).toBeUndefined();
  expect(other.holderOf("x", { stamp: "old", urn: formUrn("old", "prod") })).toBeUndefined();
  expect(other.holderOf("y", { stamp: "old", urn: formUrn("old") })).toBeUndefined();
  expect(one.holderOf("x", { stamp: "old", urn: formUrn("old") })).toBeUndefined();
  one.ended();
  expect(other.holderOf("x", { stamp: "old", urn: formUrn("old") })).toBeUndefined();
  expect(listFiles()).toEqual([]);
});

test("the files of killed processes are removed, and count for nothing", () => {
  const reader = openOtherProcesses(folder);
  const killed = join(folder, "4194305-0-abc.held");
  writeFileSync(killed, `${JSON.stringify({ id: "x", stamp: "new", urn: formUrn("moved") })}\n`);
  expect(reader.holderOf("x", { stamp: "old", urn: formUrn("old") })).toBeUndefined();
  writeFileSync(join(folder, `${readProcessName(process.pid)}-abc.held`), '{"id":"x","stamp":"n');
  expect(reader.holderOf("x", { stamp: "old", urn: formUrn("old") })).toBeUndefined();
  openOtherProcesses(folder);
  expect(listFiles()).toEqual([`${readProcessName(process.pid)}-abc.held`]);
});

test("a folder that can't be written is no error", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  const others = openOtherProcesses(file);
  others.declared("x", { stamp: "one", urn: formUrn("one") });
  expect(others.holderOf("x", { stamp: "two", urn: formUrn("two") })).toBeUndefined();
  others.ended();
});

describe("two processes of one run", () => {
  const describeObject = () => 'tag "Production"';
  const open = () => openOwnership(silent, { quietMs: 0, others: openOtherProcesses(folder) });
  const about = { stamp: "new", urn: formUrn("moved"), key: "k", name: "n", profile: "c", description: describeObject };

  test("an object that one adopts under a new name is not deleted by the other", async () => {
    const [old, again] = [open(), open()];
    (await again.begin(about)).take("x");
    expect(old.release("x", { stamp: "old", urn: formUrn("old") })).toMatchObject({ urn: formUrn("moved") });
    again.ended(true);
    expect(old.release("x", { stamp: "old", urn: formUrn("old") })).toBeUndefined();
  });

  test("an object that the program declares in one is refused in the other", async () => {
    const [old, again] = [open(), open()];
    old.registered(formUrn("old"), false);
    old.compared("x", { stamp: "old", urn: formUrn("old") }, describeObject);
    const creation = await again.begin(about);
    expect(creation.isTaken("x")).toBe(true);
    expect(() => creation.take("x")).toThrow(`aliases: ["${formUrn("old")}"]`);
    old.ended(true);
    again.ended(true);
  });
});
