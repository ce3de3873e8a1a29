import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { openSource, parseWorkbookFile } from "../../../../provider/src/core/files";
import { fillPlaceholders, formatFinding, isSameJson, type JsonObject } from "../../../../provider/src/core/model";
import { Places } from "../../../../provider/src/core/model/text";
import {
  canonicalizeWorkbook,
  compileLayout,
  diffWorkbooks,
  parseLayout,
  validateWorkbook,
} from "../../../../provider/src/core/workbook";
import { encodeWorkbook, workbookFile } from "../../../../provider/src/program/spec-input";
import { salesFile, salesFolder, writeFiles } from "../../../workbook-folder";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "workbook-files-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(changes: Readonly<Record<string, string | undefined>> = {}) {
  writeFiles(join(folder, "sales"), { ...salesFolder, ...changes });
  return parseWorkbookFile(join(folder, "sales"), { project: folder });
}

/** What is wrong in the folder, by place. */
function validate(changes: Readonly<Record<string, string | undefined>> = {}): string[] {
  const { value, source } = read(changes);
  return validateWorkbook(fillPlaceholders(value).spec, { authored: value, source }).map(formatFinding);
}

test("a folder and a file of the same workbook are one document, and mean the same", () => {
  const { value, file } = read();
  writeFiles(folder, { "sales.yaml": salesFile });
  const one = parseWorkbookFile(join(folder, "sales.yaml"), { project: folder });
  expect(file).toBe("sales");
  expect(validate()).toEqual([]);
  const [a, b] = [value, one.value].map((form) => canonicalizeWorkbook(form as JsonObject));
  expect(a).toEqual(b);
  expect(diffWorkbooks(value as JsonObject, one.value as JsonObject)).toEqual([]);
});

test("rows compile to the platform's XML, in a file, a folder and an object alike; XML stays as it is", () => {
  const { value } = read();
  const compiled = compileLayout(value as JsonObject);
  expect(parseLayout(compiled.layout as string).blocks.map(({ attributes }) => attributes.id)).toEqual([
    "overview",
    "data",
    "help",
  ]);
  expect(JSON.stringify([compiled.pages, compiled.overlays])).not.toContain("layout");
  expect(isSameJson(canonicalizeWorkbook(compiled), canonicalizeWorkbook(value as JsonObject))).toBe(true);
  expect(compileLayout(compiled)).toBe(compiled);
  expect(compiled.layout).toContain('<Page id="help" type="grid" gridTemplateColumns="repeat(12, 1fr)"');
});

test("the envelope of the API around a file is left out, and places stay those of the file", () => {
  const text = `name: Sales\ncontents:\n${salesFile.replaceAll(/^/gm, "  ")}`.replace(
    "rows: 3, of: [region]",
    "rows: 0",
  );
  writeFiles(folder, { "sales.yaml": text });
  const { value, source } = parseWorkbookFile(join(folder, "sales.yaml"), { project: folder });
  expect((value as JsonObject).kind).toBe("workbook");
  const [finding] = validateWorkbook(value, { source });
  expect(formatFinding(finding!)).toMatch(/^sales\.yaml:44:11: error: layout\.overview\[0\]\.rows: /);
});

test.each<[string, Readonly<Record<string, string | undefined>>, string]>([
  [
    "an element that no page places",
    { "elements/lost.yaml": "kind: text\nbody: Lost\n" },
    "sales/elements/lost.yaml:1:1: error: elements[lost]: the element `lost` has no place in the layout",
  ],
  [
    "an id in two files",
    { "elements/more.yaml": "- kind: text\n  id: note\n  body: Again\n" },
    "sales/elements/texts.yaml:1:5: error: elements[note].id: the id `note` is also that of another element (" +
      "sales/elements/more.yaml:2:3)",
  ],
  [
    "an element that isn't there, in a row",
    { "pages/data.yaml": "name: Data\nlayout:\n  - rows: 10\n    of:\n      - order: 12\n      - orders: 12\n" },
    "sales/pages/data.yaml:5:9: error: layout.data[0].of[0]: there is no element `order` [layout-placement]",
  ],
  [
    "a width that isn't one",
    { "pages/data.yaml": "name: Data\nlayout:\n  - { rows: 10, of: [orders: 40] }\n" },
    "sales/pages/data.yaml:3:17: error: layout.data[0].of: the widths add up to 40 of 24 columns",
  ],
  [
    "XML inside rows",
    { "pages/data.yaml": 'name: Data\nlayout:\n  - xml: |\n      <Element elementId="orders"\n      <Elemen/>\n' },
    "sales/pages/data.yaml:5:7: error: layout.data[0].xml: the layout is no XML",
  ],
  [
    "a page's XML with the id of another",
    { "pages/data.yaml": 'name: Data\nlayout: |\n  <Page id="date">\n    <Element elementId="orders"/>\n  </Page>\n' },
    "sales/pages/data.yaml:3:3: error: layout.data: this is the layout of `data`, and its block has the id `date`",
  ],
  [
    "a layout in two places",
    { "workbook.yaml": `${salesFolder["workbook.yaml"]}layout:\n  data:\n    - { rows: 4, of: [orders] }\n` },
    "sales/pages/data.yaml:3:1: error: pages[data].layout: the layout has `data` twice",
  ],
  [
    "a field of the main file",
    { "workbook.yaml": `${salesFolder["workbook.yaml"]}setings: {}\n` },
    "sales/workbook.yaml:10:1: error: setings: `setings` is not known here",
  ],
])("%s is told with its place in the right file", (_, changes, expected) => {
  expect(validate(changes)).toContainEqual(expect.stringContaining(expected));
});

test.each<[string, Readonly<Record<string, string | undefined>>, string]>([
  [
    "a page without file",
    { "workbook.yaml": "pages:\n  - overview\n  - detail\n" },
    "sales/workbook.yaml:3:5: no file in pages has the page `detail`.",
  ],
  [
    "a page named twice",
    { "workbook.yaml": "pages: [data, data]\n" },
    "sales/workbook.yaml:1:15: the page `data` is named twice. Name it once.",
  ],
  ["a file of another place", { "notes.yaml": "a: 1\n" }, "sales/notes.yaml:1:1: the file is no part of the workbook."],
  [
    "an element that is a text",
    { "elements/a.yaml": "text\n" },
    "sales/elements/a.yaml:1:1: the file of an element is",
  ],
  ["a list of texts", { "elements/a.yaml": "- text\n" }, "sales/elements/a.yaml:1:3: the items of this list are"],
  ["two main files", { "workbook.json": "{}" }, "sales/workbook.json and "],
  ["broken YAML in an element", { "elements/a.yaml": "a: b: c\n" }, "sales/elements/a.yaml:1:"],
])("%s is refused with its place", (_, changes, expected) => {
  expect(() => read(changes)).toThrow(expected);
});

test("a folder without workbook.yaml is none", () => {
  writeFiles(folder, { "sales/pages/a.yaml": "name: A\n" });
  expect(() => parseWorkbookFile(join(folder, "sales"), { project: folder })).toThrow(
    "is a folder without workbook.yaml. Write it (for a report: report.yaml), or name a file.",
  );
});

test("what the files include is found in the included file", () => {
  const { value, source } = read({
    "elements/texts.yaml": "- !include ../_note.yaml\n",
    "_note.yaml": "id: note\nkind: text\nbody: Shared\nboddy: x\n",
  });
  expect(new Places(source).locate(["elements", 3, "body"])).toMatchObject({ file: "sales/_note.yaml", line: 3 });
  expect(validateWorkbook(fillPlaceholders(value).spec, { source }).map(({ line }) => line)).toEqual([4]);
});

test("a program's file has its values in all places, and its text when a problem has to be placed", () => {
  read();
  const model = { id: pulumi.output("m-1"), elementId: (id: string) => pulumi.output(`e-${id}`) };
  const path = join(folder, "sales");
  const { encoded, authored } = encodeWorkbook(workbookFile(path, { refs: { orders: model, theme: "t-1" } }));
  expect(Object.keys(encoded.refs ?? {}).sort()).toEqual(["orders", "orders#fact_orders", "theme"]);
  expect(authored?.source.parts?.length).toBe(4);
  const before = process.cwd();
  process.chdir(folder);
  try {
    expect(new Places(openSource("sales")).locate(["layout", "overview", 1])).toMatchObject({
      file: "sales/pages/overview.yaml",
      line: 4,
    });
  } finally {
    process.chdir(before);
  }
});
