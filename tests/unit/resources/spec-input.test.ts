import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseFile, specFile } from "../../../provider/src/resources/data-model/spec-input";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "spec-input-"));
  mkdirSync(join(folder, "models"));
  writeFileSync(join(folder, "outside.yaml"), "- { id: secret, formula: '[A/SECRET]' }\n");
  writeFileSync(join(folder, "models/shared.yaml"), "- { id: shared, formula: '[A/SHARED]' }\n");
});
afterEach(() => rmSync(folder, { recursive: true }));

const including = (file: string) => {
  const path = join(folder, "models/model.yaml");
  writeFileSync(path, `columns:\n  - !include ${file}\n`);
  return path;
};

test("an include beside the file is read in its place", () => {
  expect(parseFile(specFile(including("shared.yaml"))).value).toEqual({
    columns: [{ id: "shared", formula: "[A/SHARED]" }],
  });
});

test("an include can't leave the folder, neither by its path nor through a link", () => {
  expect(() => parseFile(specFile(including("../outside.yaml")))).toThrow(/outside\.yaml/);
  symlinkSync(join(folder, "outside.yaml"), join(folder, "models/link.yaml"));
  expect(() => parseFile(specFile(including("link.yaml")))).toThrow(/through a link/);
});

test("a root above the file allows what lies in it", () => {
  expect(parseFile(specFile(including("../outside.yaml"), { root: folder })).value).toEqual({
    columns: [{ id: "secret", formula: "[A/SECRET]" }],
  });
});
