import { spawnSync } from "node:child_process";
import fs, {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FileWriter, finishWrites, writeFiles } from "../../../../cli/src/command/files";
import { readProcessName } from "../../../../provider/src/core/runtime";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "files-"));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const journal = ".pulumi-analytics.unfinished.json";
/** The name of a process that has ended. */
const ended = `${spawnSync(process.execPath, ["-e", ""]).pid}-0123456789ab`;
const own = readProcessName(process.pid)!;
const parent = readProcessName(process.ppid)!;

/** Every file of the folder and its text, hidden ones too. */
function readAll(): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(files.map((file) => [file.slice(folder.length + 1), readFileSync(file, "utf8")]));
}

function writeAll(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Gives what this process left another name, as if a process had left it. */
function handOver(writer: string): void {
  for (const path of Object.keys(readAll())) {
    const file = join(folder, path);
    if (path === journal) writeFileSync(file, readFileSync(file, "utf8").replaceAll(own, writer));
    if (path.includes(own)) renameSync(file, file.replace(own, writer));
  }
}

const calls = ["openSync", "writeFileSync", "mkdirSync", "renameSync", "rmSync", "rmdirSync"] as const;

/**
 * Runs what writes files in a process that dies at one of its calls of the system: that one and all later ones do
 * nothing.
 *
 * @param how `isHalf`: a write that it dies in writes half of the text. `refused`: a file that the system refuses.
 * @returns whether it died.
 */
function runUntil(nth: number, work: () => void, how: { isHalf?: boolean; refused?: string } = {}): boolean {
  const { isHalf, refused } = how;
  let count = 0;
  for (const name of calls) {
    const real = fs[name] as (...args: unknown[]) => unknown;
    jest.spyOn(fs, name).mockImplementation((...args: unknown[]) => {
      const [file, text] = args;
      // Reading opens files, too.
      if (name === "openSync" && text !== "wx") return real(...args) as never;
      count += 1;
      if (count < nth && name === "renameSync" && String(text) === refused) {
        throw Object.assign(new Error("busy"), { code: "EBUSY" });
      }
      if (count < nth) return real(...args) as never;
      if (count === nth && isHalf && name === "writeFileSync") real(file, String(text).slice(0, 20));
      throw new Error("killed");
    });
  }
  try {
    work();
    return count >= nth;
  } catch (error) {
    if (!(error as Error).message.match(/killed|can't be written/)) throw error;
    return count >= nth;
  } finally {
    jest.restoreAllMocks();
    handOver(ended);
  }
}

/** Runs what writes files in a process that dies once a file holds a text. */
function stopAfter(text: string, before: Readonly<Record<string, string>>, work: () => void): void {
  const isThere = () => Object.entries(readAll()).some(([path, now]) => now === text && !path.endsWith(".draft"));
  for (let nth = 1; !isThere(); nth++) {
    clearFolder();
    writeAll(before);
    if (!runUntil(nth, work)) throw new Error(`nothing wrote ${text}`);
  }
}

const clearFolder = () => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
};

test("what a killed command was writing is removed, what a running one writes stays", () => {
  const killed = `.${ended}.draft`;
  const running = `.${parent}.2.draft`;
  for (const name of [killed, running, ".mine.draft", "a.yaml"]) writeFileSync(join(folder, name), "a");

  new FileWriter(folder, ".", { dryRun: true }).write("a.yaml", "b");
  expect(readdirSync(folder)).toContain(killed);
  expect(new FileWriter(folder, ".").write("a.yaml", "a").action).toBe("unchanged");
  expect(readdirSync(folder).sort()).toEqual([running, ".mine.draft", "a.yaml"].sort());
});

describe("files that are written together", () => {
  const before = { "a.yaml": "a", "b.yaml": "b", "old/gone.yaml": "gone", "same.yaml": "same" };
  const after = { "a.yaml": "new a", "b.yaml": "new b", "new/c.yaml": "c", "same.yaml": "same" };
  const writes = [
    { path: "a.yaml", after: "new a" },
    { path: "new/c.yaml", after: "c" },
    { path: "old/gone.yaml", after: undefined },
    { path: "same.yaml", after: "same" },
    { path: "b.yaml", after: Buffer.from("new b") },
  ];
  const write = () => new FileWriter(folder, ".").apply(writes);

  test("leave nothing else, keep their modes, and aren't touched where they are the same", () => {
    writeAll(before);
    chmodSync(join(folder, "a.yaml"), 0o640);
    const { ino } = statSync(join(folder, "same.yaml"));
    new FileWriter(folder, ".", { dryRun: true }).apply(writes);
    expect(readAll()).toEqual(before);
    write();
    expect(readAll()).toEqual(after);
    expect([statSync(join(folder, "a.yaml")).mode & 0o777, statSync(join(folder, "same.yaml")).ino]).toEqual([
      0o640,
      ino,
    ]);
    expect(existsSync(join(folder, "old"))).toBe(false);
    expect(finishWrites(folder)).toEqual([]);
  });

  test.each([
    ["before a call", false],
    ["in the middle of a write", true],
  ])("are all old, or all new after the next command, when the process is killed %s", (_, isHalf) => {
    const seen = new Set<string>();
    for (let nth = 1; ; nth++) {
      writeAll(before);
      const isKilled = runUntil(nth, write, { isHalf });
      const left = readAll();
      const lines = finishWrites(folder);
      if (journal in left && lines.length === 0) {
        // Half a journal: nothing had changed. Younger than a few seconds, it could be one that is being written.
        fs.utimesSync(join(folder, journal), 1, 1);
        finishWrites(folder);
      }
      const now = Object.fromEntries(Object.entries(readAll()).filter(([path]) => !path.endsWith(".draft")));
      const isNew = "new/c.yaml" in now;
      expect({ nth, now }).toEqual({ nth, now: isNew ? after : before });
      if (isNew && journal in left) {
        expect(lines.join()).toMatch(
          /^Finished what a stopped command was writing: a.yaml, new\/c.yaml, old\/gone.yaml/,
        );
      }
      seen.add(!isKilled ? "done" : isNew ? "finished" : "old");
      write();
      expect(readAll()).toEqual(after);
      clearFolder();
      if (!isKilled) break;
    }
    expect([...seen]).toEqual(["old", "finished", "done"]);
  });

  test("are all old where one can't be written", () => {
    writeAll(before);
    const real = fs.renameSync;
    jest.spyOn(fs, "renameSync").mockImplementation((from, to) => {
      if (String(to).endsWith("b.yaml")) throw Object.assign(new Error("busy"), { code: "EBUSY" });
      real(from, to);
    });
    expect(write).toThrow("b.yaml: can't be written: another program uses the file. Close that program.");
    expect(readAll()).toEqual(before);
  });

  test("are all old, or all new after the next command, when the process is killed while it takes them back", () => {
    for (let nth = 1, isKilled = true; isKilled; nth++) {
      writeAll(before);
      isKilled = runUntil(nth, write, { refused: join(folder, "b.yaml") });
      finishWrites(folder);
      const shown = Object.fromEntries(Object.entries(readAll()).filter(([path]) => !/[.](draft|json)$/.test(path)));
      expect({ nth, shown }).toEqual({ nth, shown: "new/c.yaml" in shown ? after : before });
      clearFolder();
    }
  });

  test("stay where somebody edited one of their group since the kill", () => {
    const grouped = writes.map((one) => ({ ...one, group: one.path === "a.yaml" ? "a" : "others" }));
    writeAll(before);
    stopAfter("new a", before, () => new FileWriter(folder, ".").apply(grouped));
    writeAll({ "b.yaml": "mine" });
    expect(finishWrites(folder)).toEqual([
      "Finished what a stopped command was writing: a.yaml.",
      "Edited after a stopped command, and left as it is: b.yaml.",
    ]);
    expect(readAll()).toEqual({ ...before, "a.yaml": "new a", "b.yaml": "mine" });
  });

  test("wait for another command that writes, and aren't written over what it wrote", () => {
    writeAll(before);
    writeAll({ [journal]: JSON.stringify({ version: 1, writer: parent, steps: [] }) });
    let looks = 0;
    jest.spyOn(Atomics, "wait").mockImplementation(() => {
      looks += 1;
      return "timed-out";
    });
    expect(write).toThrow("another command writes here. Run this one after it.");
    expect(readAll()).toEqual({ ...before, [journal]: expect.any(String) });
    expect(looks).toBe(100);

    jest.spyOn(Atomics, "wait").mockImplementation(() => {
      rmSync(join(folder, journal));
      writeAll({ "b.yaml": "theirs" });
      return "timed-out";
    });
    expect(write).toThrow("b.yaml: the file was changed meanwhile. Nothing was written. Run the command again.");
    expect(readAll()).toEqual({ ...before, "b.yaml": "theirs" });
  });

  test("are finished by a command that writes elsewhere than in its own project, which has to begin again", () => {
    stopAfter("new a", before, write);
    expect(write).toThrow("an earlier command was stopped while it wrote; its files are complete now. Try again.");
    expect(readAll()).toEqual(after);
  });
});

test.each([
  ["a path", { path: "../outside.yaml", draft: `../.${ended}.1.draft` }],
  ["a link", { path: "link/outside.yaml", draft: `link/.${ended}.1.draft` }],
  ["a draft that is none", { path: "a.yaml", draft: "secrets.yaml" }],
  ["a draft of another folder", { path: "a.yaml", draft: `sub/.${ended}.1.draft` }],
])("a journal of somebody else moves nothing: %s", (_, step) => {
  const other = mkdtempSync(join(tmpdir(), "other-"));
  try {
    symlinkSync(other, join(folder, "link"));
    const steps = [{ ...step, before: null, after: "0", group: "" }];
    writeFileSync(join(folder, journal), JSON.stringify({ version: 1, writer: ended, steps }));
    expect(finishWrites(folder)).toEqual([`Edited after a stopped command, and left as it is: ${journal}.`]);
    expect([readdirSync(other), readdirSync(folder)]).toEqual([[], ["link"]]);
  } finally {
    rmSync(other, { recursive: true });
  }
});

test("the journal is the project's, from whichever folder a command runs", () => {
  const before = { "Pulumi.yaml": "", "models/a.yaml": "a", "models/b.yaml": "b" };
  const write = () =>
    writeFiles(join(folder, "models"), [
      { path: "a.yaml", after: "new a" },
      { path: "../models/b.yaml", after: "new b" },
    ]);
  stopAfter("new a", before, write);
  mkdirSync(join(folder, "workbooks"));
  expect(finishWrites(join(folder, "workbooks"))).toEqual([
    "Finished what a stopped command was writing: ../models/a.yaml, ../models/b.yaml.",
  ]);
  expect(readAll()).toEqual({ ...before, "models/a.yaml": "new a", "models/b.yaml": "new b" });
});

test("a link stays one: what it leads to is written, unless that is outside", () => {
  const other = mkdtempSync(join(tmpdir(), "other-"));
  try {
    writeAll({ "a.yaml": "a", "sub/b.yaml": "b" });
    symlinkSync("sub/b.yaml", join(folder, "link.yaml"));
    writeFileSync(join(other, "c.yaml"), "c");
    symlinkSync(join(other, "c.yaml"), join(folder, "out.yaml"));
    const texts = [
      { path: "a.yaml", after: "new a" },
      { path: "link.yaml", after: "new b" },
    ];
    writeFiles(folder, texts);
    expect(readFileSync(join(folder, "sub/b.yaml"), "utf8")).toBe("new b");
    expect(lstatSync(join(folder, "link.yaml")).isSymbolicLink()).toBe(true);
    expect(() => new FileWriter(folder, ".").write("out.yaml", "")).toThrow("is outside");
    expect(readFileSync(join(other, "c.yaml"), "utf8")).toBe("c");
  } finally {
    rmSync(other, { recursive: true });
  }
});
