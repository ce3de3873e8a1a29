import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listModelFiles } from "../../../../provider/src/core/files/model-files";
import { readBytes, readText } from "../../../../provider/src/core/files/read";
import { limits } from "../../../../provider/src/core/spec/text/parse";

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

const at = (name: string) => join(folder, name);

describe("a file of the user's", () => {
  test("is read as it is, through links too, as long as they stay in the folder", () => {
    writeFileSync(at("orders.yaml"), "name: Ümläute ☃\r\n");
    symlinkSync("orders.yaml", at("link.yaml"));
    expect(readText(at("link.yaml"), { within: folder })).toBe("name: Ümläute ☃\r\n");
    // Named by the user, and by nobody else, a link may lead anywhere.
    symlinkSync(outside, at("named.yaml"));
    expect(readText(at("named.yaml"))).toContain("hunter2");
  });

  test("isn't read through a link that leads out of the folder, also by way of a linked folder", () => {
    symlinkSync(outside, at("link.yaml"));
    symlinkSync(join(folder, ".."), at("up"));
    for (const name of ["link.yaml", "up/secret.yaml"]) {
      expect(() => readText(at(name), { within: folder, called: name })).toThrow(
        `${name}: leads out of ${folder} through a link. Copy the file into that folder.`,
      );
    }
  });

  test("isn't read when it is a device, a pipe or a folder", () => {
    execFileSync("mkfifo", [at("pipe.yaml")]);
    expect(() => readText(at("pipe.yaml"))).toThrow("is a device, a pipe or a socket. Name a regular file.");
    expect(() => readText("/dev/zero")).toThrow("/dev/zero: is a device");
    expect(() => readText(folder)).toThrow("can't be read (EISDIR)");
    expect(() => readText(at("none.yaml"), { called: "none.yaml" })).toThrow(
      `none.yaml: can't be read (ENOENT); looked at ${at("none.yaml")}.`,
    );
  });

  test("that is missing is named by what it almost is", () => {
    mkdirSync(at("sales"));
    for (const name of ["orders.yaml", "sales/monthly.json"]) writeFileSync(at(name), "");
    const said = (name: string, called = name) => {
      try {
        return readText(at(name), { called, within: folder });
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(said("order.yaml", "models/order.yaml")).toBe(
      "models/order.yaml: can't be read (ENOENT). Did you mean models/orders.yaml?",
    );
    expect(said("orders.json")).toMatch(/Did you mean orders\.yaml\?$/);
    expect(said("sale/Monthly.json", "./models/sale/Monthly.json")).toMatch(
      /Did you mean \.\/models\/sales\/monthly\.json\?$/,
    );
    expect(said("sales/returns.yaml")).toMatch(/\(ENOENT\)\.$/);
    // Alike by their extensions alone.
    writeFileSync(at("fine.yaml"), "");
    expect(said("none.yaml")).toMatch(/\(ENOENT\)\.$/);
    // What lies outside isn't named where it couldn't be read.
    expect(said("../secrets.yaml")).toMatch(/\(ENOENT\)\.$/);
  });

  test("isn't read when it is too large, and its size is known before", () => {
    writeFileSync(at("large.yaml"), "");
    truncateSync(at("large.yaml"), 1024 ** 4);
    expect(() => readBytes(at("large.yaml"))).toThrow(
      "is larger than 16 MB, the limit of pulumi-analytics, not of the platform. Split it into several files.",
    );
    truncateSync(at("large.yaml"), limits.length);
    expect(readBytes(at("large.yaml"))).toHaveLength(limits.length);
  });

  test("has to be UTF-8", () => {
    writeFileSync(at("latin.yaml"), Buffer.from("name: Umläute", "latin1"));
    expect(() => readText(at("latin.yaml"))).toThrow("is not valid UTF-8. Save it as UTF-8.");
    expect(readBytes(at("latin.yaml"))).toHaveLength(13);
  });
});

describe("a folder of model files", () => {
  test("is walked in order, without what is hidden, and not out of it", () => {
    mkdirSync(at("sales"));
    for (const name of ["b.yaml", "a.json", "_part.yaml", ".x.yaml", "note.txt", "sales/c.yml"]) {
      writeFileSync(at(name), "");
    }
    symlinkSync("b.yaml", at("same.yaml"));
    expect(listModelFiles("models", join(folder, ".."))).toEqual([
      "models/a.json",
      "models/b.yaml",
      "models/sales/c.yml",
      "models/same.yaml",
    ]);
    symlinkSync(outside, at("z.yaml"));
    expect(() => listModelFiles(folder)).toThrow(`${at("z.yaml")}: leads out of ${folder} through a link.`);
  });

  test("has links to folders inside the project followed, and endings in any case", () => {
    writeFileSync(join(folder, "../Pulumi.yaml"), "name: x\n");
    mkdirSync(join(folder, "../shared/deep"), { recursive: true });
    for (const name of ["dates.YAML", "deep/regions.Yml", "deep/_part.yaml"]) {
      writeFileSync(join(folder, "../shared", name), "");
    }
    for (const name of ["orders.YAML", "returns.Json"]) writeFileSync(at(name), "");
    symlinkSync("../shared", at("linked"));
    expect(listModelFiles(folder)).toEqual(
      ["linked/dates.YAML", "linked/deep/regions.Yml", "orders.YAML", "returns.Json"].map(at),
    );
    // What it includes may be behind the link too.
    expect(readText(at("linked/deep/_part.yaml"), { within: folder })).toBe("");
  });

  test.each<[string, () => void, RegExp]>([
    ["leads out of the project", () => symlinkSync("../..", at("out")), /models\/out: leads out of .* Copy the folder/],
    [
      "is broken",
      () => symlinkSync("nowhere", at("gone")),
      /models\/gone: is a link that can't be followed \(ENOENT\)\./,
    ],
    ["leads to itself", () => symlinkSync("round.yaml", at("round.yaml")), /models\/round.yaml: is a link .*\(ELOOP\)/],
    [
      "leads to a folder around it",
      () => symlinkSync(".", at("self")),
      /self: is the same folder as .*models, through/,
    ],
    [
      "leads to a folder that is there already",
      () => {
        mkdirSync(at("z"));
        symlinkSync("z", at("a"));
      },
      /models\/a: is the same folder as .*models\/z, through a link\. Remove the link\./,
    ],
  ])("names a link that %s", (_, link, message) => {
    link();
    expect(() => listModelFiles(folder)).toThrow(message);
  });

  test("ignores links to what is no model", () => {
    writeFileSync(join(folder, "../README.md"), "");
    symlinkSync("../README.md", at("README.md"));
    symlinkSync("nowhere.txt", at("notes.txt"));
    expect(listModelFiles(folder)).toEqual([]);
  });
});
