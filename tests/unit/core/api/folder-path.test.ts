import fc from "fast-check";
import {
  FolderTree,
  findFiles,
  mayName,
  type Placed,
  parsePath,
  writePath,
} from "../../../../provider/src/core/api/folder-path";

const buildFile = (id: string, name: string, parentId = "", path = ""): Placed => ({ id, name, parentId, path });

describe("a path", () => {
  test.each([
    [["Acme", "Models"], "Acme/Models"],
    [["P/L"], "P\\/L"],
    [["P", "L"], "P/L"],
    [["a\\b"], "a\\b"],
    [["a\\"], "a\\\\"],
    [["a\\", "b"], "a\\\\/b"],
    [["a\\/b"], "a\\\\\\/b"],
    [["été", "東京/北"], "été/東京\\/北"],
  ])("of %j is written %s", (names, path) => {
    expect(writePath(names)).toBe(path);
    expect(parsePath(path)).toEqual(names);
  });

  test("of any names reads back as they are", () => {
    const name = fc.string({ unit: fc.constantFrom("a", "/", "\\", " ", "é", "😀"), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 5 }), (names) => {
        expect(parsePath(writePath(names))).toEqual(names);
      }),
    );
  });

  test("may have slashes at its ends", () => {
    expect(parsePath("/Acme//Models/")).toEqual(["Acme", "Models"]);
  });
});

describe("a tree", () => {
  const both = [buildFile("w1", "P/L"), buildFile("w2", "P"), buildFile("f2", "L", "w2", "P")];
  const models = [buildFile("m1", "Orders", "w1", "P/L"), buildFile("m2", "Orders", "f2", "P/L")];
  const tree = new FolderTree(both);

  test("tells a slash in a name from one between names", () => {
    expect(tree.writeFilePath(both[0]!)).toBe("P\\/L");
    expect(tree.writeFilePath(both[2]!)).toBe("P/L");
    expect(models.map((model) => tree.writeFolderPath(model))).toEqual(["P\\/L", "P/L"]);
  });

  test("finds what an escaped path names, and all that a path without escapes may mean", () => {
    const findAt = (path: string) =>
      findFiles(
        path,
        both.filter((one) => mayName(path, one)),
        tree,
      ).map(({ id }) => id);
    expect(findAt("P\\/L")).toEqual(["w1"]);
    expect(findAt("P/L")).toEqual(["w1", "f2"]);
    expect(findAt("P")).toEqual(["w2"]);
    expect(findAt("P\\/")).toEqual([]);
  });

  test("uses the platform's path above a folder that isn't listed", () => {
    expect(new FolderTree([]).writeFilePath(buildFile("m", "A/B", "hidden", "My Documents/Mine"))).toBe(
      "My Documents/Mine/A\\/B",
    );
  });

  test("ends in a circle of folders", () => {
    const circle = [buildFile("a", "A", "b", "B/A"), buildFile("b", "B", "a", "A/B")];
    expect(new FolderTree(circle).listPathNames(circle[0]!)).toEqual(["A", "B", "B", "A"]);
  });
});
