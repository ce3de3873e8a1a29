import fs, {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FileWriter, readInput, writeFiles, writeOutput } from "../../../../cli/src/command/files";

let folder: string;
let other: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "files-"));
  other = mkdtempSync(join(tmpdir(), "other-"));
});
afterEach(() => {
  jest.restoreAllMocks();
  for (const one of [folder, other]) rmSync(one, { recursive: true });
});

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

const calls = ["writeFileSync", "mkdirSync", "renameSync", "rmSync", "rmdirSync"] as const;

/**
 * Runs what writes files in a process that dies at one of its calls of the system: that one and all later ones do
 * nothing.
 *
 * @param isHalf a write that it dies in writes half of the text.
 * @returns whether it died.
 */
function runUntil(nth: number, work: () => void, isHalf: boolean): boolean {
  let count = 0;
  for (const name of calls) {
    const real = fs[name] as (...args: unknown[]) => unknown;
    jest.spyOn(fs, name).mockImplementation((...args: unknown[]) => {
      count += 1;
      if (count < nth) return real(...args) as never;
      const [file, text, options] = args;
      if (count === nth && isHalf && name === "writeFileSync") real(file, String(text).slice(0, 2), options);
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
  }
}

const clearFolder = () => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
};

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
  });

  test.each([
    ["before a call", false],
    ["in the middle of a write", true],
  ])("are each whole, and complete after the same command, when the process is killed %s", (_, isHalf) => {
    const seen = new Set<string>();
    for (let nth = 1; ; nth++) {
      writeAll(before);
      const isKilled = runUntil(nth, write, isHalf);
      const now = Object.entries(readAll()).filter(([path]) => !path.endsWith(".draft"));
      for (const [path, text] of now) {
        expect([before, after].map((all) => (all as Readonly<Record<string, string>>)[path])).toContain(text);
      }
      seen.add(!isKilled ? "done" : now.some(([, text]) => text === "new a") ? "between" : "old");
      write();
      expect(readAll()).toEqual(after);
      clearFolder();
      if (!isKilled) break;
    }
    expect([...seen]).toEqual(["old", "between", "done"]);
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

  test.each(["a.yaml", "new/c.yaml", "old/gone.yaml", "b.yaml"])("are all old where somebody edited %s", (path) => {
    writeAll(before);
    const real = fs.writeFileSync;
    jest.spyOn(fs, "writeFileSync").mockImplementation((...args) => {
      real(...args);
      // After the last draft.
      if (String(args[0]).endsWith(".b.yaml.draft")) real(join(folder, path), "theirs");
    });
    expect(write).toThrow(`${path}: the file was changed meanwhile. Nothing was written. Run the command again.`);
    expect(readAll()).toEqual({ ...before, [path]: "theirs" });
  });

  test("are all old where one isn't any more what the command has read", () => {
    writeAll(before);
    const apply = (text: string | undefined) => () =>
      writeFiles(folder, [
        { path: "b.yaml", after: "new b" },
        { path: "a.yaml", before: text, after: "new a" },
      ]);
    for (const text of ["an older a", undefined]) {
      expect(apply(text)).toThrow("a.yaml: the file was changed meanwhile. Nothing was written.");
    }
    expect(readAll()).toEqual(before);
    apply("a")();
    expect(readAll()).toMatchObject({ "a.yaml": "new a", "b.yaml": "new b" });
  });
});

test("a link in the place of a draft isn't followed, and what is left of a killed command goes", () => {
  writeFileSync(join(other, "precious"), "mine");
  writeAll({ "a.yaml": "a", ".b.yaml.draft": "half" });
  symlinkSync(join(other, "precious"), join(folder, ".a.yaml.draft"));
  new FileWriter(folder, ".").apply([
    { path: "a.yaml", after: "new a" },
    { path: "b.yaml", after: "new b" },
  ]);
  expect(readFileSync(join(other, "precious"), "utf8")).toBe("mine");
  expect(readAll()).toEqual({ "a.yaml": "new a", "b.yaml": "new b" });
});

describe.each([
  ["a project", { "Pulumi.yaml": "" }],
  ["a folder without a project", {}],
])("in %s, a link that leads out", (_, files) => {
  beforeEach(() => {
    writeAll({ ...files, "models/a.yaml": "a" });
    writeFileSync(join(other, "secret.yaml"), "planted-secret");
    symlinkSync(join(other, "secret.yaml"), join(folder, "models/link.yaml"));
    symlinkSync(other, join(folder, "linked"));
  });

  test.each(["models/link.yaml", "linked/secret.yaml"])("isn't read when %s is asked for", (path) => {
    expect(() => readInput(folder, path)).toThrow(
      `${path}: leads out of ${folder} through a link. If you mean it, name ${other}/secret.yaml.`,
    );
    // The advice works.
    expect(readInput(folder, `${other}/secret.yaml`)).toBe("planted-secret");
  });

  test.each(["models/link.yaml", "linked/secret.yaml"])("isn't written through: %s", (path) => {
    for (const write of [
      () => writeFiles(folder, [{ path, after: "new" }]),
      () => new FileWriter(folder, ".").write(path, "new"),
      () => writeOutput(folder, path, "new"),
    ]) {
      expect(write).toThrow(/is outside|leads out of/);
    }
    expect(readFileSync(join(other, "secret.yaml"), "utf8")).toBe("planted-secret");
  });
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
