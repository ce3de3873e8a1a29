import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listModelFiles } from "../../../../provider/src/core/files/model-files";
import { readBytes, readText } from "../../../../provider/src/core/files/read";
import { limits } from "../../../../provider/src/core/model/text/parse";

let folder: string;
let outside: string;

beforeEach(() => {
  const root = mkdtempSync(join(tmpdir(), "files-"));
  folder = join(root, "models");
  outside = join(root, "secret.yaml");
  mkdirSync(folder);
  writeFileSync(outside, "password: hunter2\n");
});

afterEach(() => rmSync(join(folder, ".."), { recursive: true, force: true }));

const getPath = (name: string) => join(folder, name);

describe("a file of the user's", () => {
  test("is read as it is, through links too, as long as they stay in the folder", () => {
    writeFileSync(getPath("orders.yaml"), "name: Ümläute ☃\r\n");
    symlinkSync("orders.yaml", getPath("link.yaml"));
    expect(readText(getPath("link.yaml"), { within: folder })).toBe("name: Ümläute ☃\r\n");
    // Named by the user, and by nobody else, a link may lead anywhere.
    symlinkSync(outside, getPath("named.yaml"));
    expect(readText(getPath("named.yaml"))).toContain("hunter2");
  });

  test("isn't read through a link that leads out of the folder, also by way of a linked folder", () => {
    symlinkSync(outside, getPath("link.yaml"));
    symlinkSync(join(folder, ".."), getPath("up"));
    for (const name of ["link.yaml", "up/secret.yaml"]) {
      expect(() => readText(getPath(name), { within: folder, called: name })).toThrow(
        `${name}: leads out of ${folder} through a link. Copy the file into that folder.`,
      );
    }
  });

  test("isn't read when it is a device, a pipe or a folder", () => {
    execFileSync("mkfifo", [getPath("pipe.yaml")]);
    expect(() => readText(getPath("pipe.yaml"))).toThrow("is a device, a pipe or a socket. Name a regular file.");
    expect(() => readText("/dev/zero")).toThrow("/dev/zero: is a device");
    expect(() => readText(folder)).toThrow("is a folder, not a file");
    expect(() => readText(getPath("none.yaml"), { called: "none.yaml" })).toThrow(
      `none.yaml: doesn't exist; looked at ${getPath("none.yaml")}.`,
    );
  });

  test("that is a link to nothing is called so", () => {
    symlinkSync("gone.yaml", getPath("link.yaml"));
    expect(() => readText(getPath("link.yaml"), { called: "link.yaml" })).toThrow(
      `link.yaml: is a link to what doesn't exist; looked at ${getPath("link.yaml")}. Correct the link.`,
    );
  });

  test("that is missing is named by what it almost is", () => {
    mkdirSync(getPath("sales"));
    for (const name of ["orders.yaml", "sales/monthly.json"]) writeFileSync(getPath(name), "");
    const readMessage = (name: string, called = name) => {
      try {
        return readText(getPath(name), { called, within: folder });
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(readMessage("order.yaml", "models/order.yaml")).toBe(
      "models/order.yaml: doesn't exist. Did you mean models/orders.yaml?",
    );
    expect(readMessage("orders.json")).toMatch(/Did you mean orders\.yaml\?$/);
    expect(readMessage("sale/Monthly.json", "./models/sale/Monthly.json")).toMatch(
      /Did you mean \.\/models\/sales\/monthly\.json\?$/,
    );
    expect(readMessage("sales/returns.yaml")).toMatch(/: doesn't exist\.$/);
    // Alike by their extensions alone.
    writeFileSync(getPath("fine.yaml"), "");
    expect(readMessage("none.yaml")).toMatch(/: doesn't exist\.$/);
    // What lies outside isn't named where it couldn't be read.
    expect(readMessage("../secrets.yaml")).toMatch(/: doesn't exist\.$/);
  });

  test("isn't read when it is too large, and its size is known before", () => {
    writeFileSync(getPath("large.yaml"), "");
    truncateSync(getPath("large.yaml"), 1024 ** 4);
    expect(() => readBytes(getPath("large.yaml"))).toThrow(
      "is larger than 16 MB, the limit of pulumi-analytics, not of the platform. Split it into several files.",
    );
    truncateSync(getPath("large.yaml"), limits.length);
    expect(readBytes(getPath("large.yaml"))).toHaveLength(limits.length);
  });

  test("has to be UTF-8", () => {
    writeFileSync(getPath("latin.yaml"), Buffer.from("name: Umläute", "latin1"));
    expect(() => readText(getPath("latin.yaml"))).toThrow("is not valid UTF-8. Save it as UTF-8.");
    expect(readBytes(getPath("latin.yaml"))).toHaveLength(13);
  });
});

describe("a folder of model files", () => {
  test("is walked in order, without what is hidden, and not out of it", () => {
    mkdirSync(getPath("sales"));
    for (const name of ["b.yaml", "a.json", "_part.yaml", ".x.yaml", "note.txt", "sales/c.yml"]) {
      writeFileSync(getPath(name), "");
    }
    symlinkSync("b.yaml", getPath("same.yaml"));
    expect(listModelFiles("models", join(folder, ".."))).toEqual([
      "models/a.json",
      "models/b.yaml",
      "models/sales/c.yml",
      "models/same.yaml",
    ]);
    symlinkSync(outside, getPath("z.yaml"));
    expect(() => listModelFiles(folder)).toThrow(`${getPath("z.yaml")}: leads out of ${folder} through a link.`);
    symlinkSync("..", getPath("sales/around"));
    const skipped: string[] = [];
    const found = listModelFiles("models", join(folder, ".."), ({ message }) => skipped.push(message));
    expect(found).toEqual(["models/a.json", "models/b.yaml", "models/sales/c.yml", "models/same.yaml"]);
    expect(skipped).toEqual([
      expect.stringMatching(/^models\/sales\/around: is the same folder as models, through a link\./),
      expect.stringMatching(/^models\/z\.yaml: leads out of /),
    ]);
  });

  test("has links to folders inside the project followed, and endings in any case", () => {
    writeFileSync(join(folder, "../Pulumi.yaml"), "name: x\n");
    mkdirSync(join(folder, "../shared/deep"), { recursive: true });
    for (const name of ["dates.YAML", "deep/regions.Yml", "deep/_part.yaml"]) {
      writeFileSync(join(folder, "../shared", name), "");
    }
    for (const name of ["orders.YAML", "returns.Json"]) writeFileSync(getPath(name), "");
    symlinkSync("../shared", getPath("linked"));
    expect(listModelFiles(folder)).toEqual(
      ["linked/dates.YAML", "linked/deep/regions.Yml", "orders.YAML", "returns.Json"].map(getPath),
    );
    // What it includes may be behind the link too.
    expect(readText(getPath("linked/deep/_part.yaml"), { within: folder })).toBe("");
  });

  test.each<[string, () => void, RegExp]>([
    [
      "leads out of the project",
      () => symlinkSync("../..", getPath("out")),
      /models\/out: leads out of .* Copy the folder/,
    ],
    [
      "is broken",
      () => symlinkSync("nowhere", getPath("gone")),
      /models\/gone: is a link that can't be followed: no such file or folder\./,
    ],
    [
      "leads to itself",
      () => symlinkSync("round.yaml", getPath("round.yaml")),
      /models\/round.yaml: is a link .*: its links lead in a circle\./,
    ],
    [
      "leads to a folder around it",
      () => symlinkSync(".", getPath("self")),
      /self: is the same folder as .*models, through/,
    ],
    [
      "leads to a folder that is there already",
      () => {
        mkdirSync(getPath("z"));
        symlinkSync("z", getPath("a"));
      },
      /models\/a: is the same folder as .*models\/z, through a link\. Remove the link\./,
    ],
  ])("names a link that %s", (_, link, message) => {
    link();
    expect(() => listModelFiles(folder)).toThrow(message);
  });

  test("ignores a virtual environment of Python, whatever it is called", () => {
    mkdirSync(getPath("env/lib"), { recursive: true });
    writeFileSync(getPath("env/pyvenv.cfg"), "");
    writeFileSync(getPath("env/lib/settings.yaml"), "");
    symlinkSync("lib", getPath("env/lib64"));
    expect(listModelFiles(folder)).toEqual([]);
    // A folder that is named is meant.
    expect(() => listModelFiles(getPath("env"))).toThrow(/lib64: is the same folder/);
  });

  test("ignores links to what is no model", () => {
    writeFileSync(join(folder, "../README.md"), "");
    symlinkSync("../README.md", getPath("README.md"));
    symlinkSync("nowhere.txt", getPath("notes.txt"));
    expect(listModelFiles(folder)).toEqual([]);
  });
});
