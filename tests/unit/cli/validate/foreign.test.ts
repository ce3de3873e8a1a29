import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Validation } from "../../../../cli/src/documents/validation";
import { formatCodeFrame } from "../../../../cli/src/validate/frame";
import { parseSpec, validateSpec } from "../../../../provider/src/core/model";

test("a file that a link leads to outside of the project isn't read", () => {
  const folder = mkdtempSync(join(tmpdir(), "validate-"));
  try {
    mkdirSync(join(folder, "project"));
    writeFileSync(join(folder, "secret"), "password: hunter2\n");
    symlinkSync("../secret", join(folder, "project/link.yaml"));
    const validation = new Validation(join(folder, "project"), {});
    expect(() => validation.add({ path: "link.yaml", root: "." })).toThrow("leads out of");
    expect([...validation.report().texts]).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a frame shows its line and the one above, wherever they stand", () => {
  const keepText = (text: string) => text;
  const color = { red: keepText, dim: keepText } as never;
  const text = "a: 1\nb: 2\r\nc: 3\nd: 4";
  expect(formatCodeFrame(text, { line: 3, column: 4 }, { color })).toBe("  2 | b: 2\n> 3 | c: 3\n    |    ^");
  expect(formatCodeFrame(text, { line: 1, column: 1 }, { color })).toBe("> 1 | a: 1\n    | ^");
});

test("an empty field of another variant is no error", () => {
  const control = "id: c, kind: control, controlId: C, controlType: list, mode: include";
  const listRules = (more: string) =>
    validateSpec(parseSpec(`pages: [{ id: p, name: P, elements: [{ ${control}, ${more} }] }]`))
      .filter(({ severity }) => severity === "error")
      .map(({ rule }) => rule);
  expect(listRules("selectionMode: single, values: []")).toEqual([]);
  expect(listRules("selectionMode: single, values: [a]")).toEqual(["misspelt-field"]);
});
