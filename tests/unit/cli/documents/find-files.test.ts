import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { listRootedModelFiles } from "../../../../cli/src/documents/find-files";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "model-files-"));
  mkdirSync(join(folder, "models/sales"), { recursive: true });
  for (const file of ["models/a.yaml", "models/sales/b.yaml"]) writeFileSync(join(folder, file), "");
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a file asked for twice is there once, with the root it was first asked for by", () => {
  expect(listRootedModelFiles(folder, ["models", "models/sales/b.yaml"])).toEqual([
    { path: join("models", "a.yaml"), root: "models" },
    { path: join("models", "sales", "b.yaml"), root: "models" },
  ]);
  expect(listRootedModelFiles(folder, ["./models/sales/b.yaml", "models"])).toEqual([
    { path: "./models/sales/b.yaml", root: "./models/sales" },
    { path: join("models", "a.yaml"), root: "models" },
  ]);
});

test("what has no model files is an error, unless it may be missing", () => {
  mkdirSync(join(folder, "empty"));
  const list = (path: string, ifPresent?: boolean) => listRootedModelFiles(folder, [path], { ifPresent });
  for (const path of ["empty", "none", "none/a.yaml"]) {
    expect(() => list(path)).toThrow(path);
    expect(list(path, true)).toEqual([]);
  }
  expect(list("models", true)).toEqual(list("models"));
});
