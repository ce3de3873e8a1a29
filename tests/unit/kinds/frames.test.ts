import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Finding } from "../../../provider/src/core/model";
import { buildFrame } from "../../../provider/src/kinds/document/locate";

const folder = mkdtempSync(join(tmpdir(), "frames-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** What the carets of a preview stand under, at a place of the last line of a text. */
function readMarked(text: string, column: number, endColumn?: number): string {
  const file = join(folder, "w.yaml");
  writeFileSync(file, text);
  const line = text.trimEnd().split("\n").length;
  const frame = buildFrame({ file, line, column, endColumn } as Finding)!;
  const [shown = "", carets = ""] = frame.split("\n");
  return shown.slice(carets.indexOf("^"), carets.lastIndexOf("^") + 1);
}

test.each([
  ["a word", "name: Orders\n", 1, "Orders"],
  ["words", "name: All of them # now\n", 1, "All of them"],
  ["words in a mapping", "- { name: All of them, id: a }\n", 5, "All of them"],
  ["a text in quotes", "- { name: 'it''s', id: a }\n", 5, "'it''s'"],
  ["a list", "columnIds: [a, b]\n", 1, "[a, b]"],
  ["a reference", "- { dataModelId: !ref orders }\n", 5, "!ref orders"],
  ["a value of JSON", '{\n  "name": "Orders",\n', 3, '"Orders"'],
  ["a key without a value", "name:\n", 1, "name:"],
  ["an item", "- main\n", 3, "main"],
  ["behind a tab", "\tname: Orders\n", 2, "Orders"],
  ["a line of Windows", "a: 1\r\nname: Orders\r\n", 1, "Orders"],
  ["behind a byte order mark", "\uFEFFname: Orders\n", 1, "Orders"],
])("the carets of a preview stand under %s", (_, text, column, marked) => {
  expect(readMarked(text, column)).toBe(marked);
});

test("the carets end where the place does", () => {
  expect(readMarked('  <Element elementId="kpi"/>\n', 12, 27)).toBe('elementId="kpi"');
});
