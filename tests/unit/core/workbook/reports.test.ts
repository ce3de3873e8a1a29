import { fillPlaceholders, formatChanges, formatFinding, parseSpec } from "../../../../provider/src/core/model";
import type { JsonObject } from "../../../../provider/src/core/model/json";
import {
  canonicalizeWorkbook,
  compileLayout,
  diffWorkbooks,
  isWorkbook,
  parseCopied,
  preserveWorkbookAuthoring,
  readLayoutAsRows,
  validateWorkbook,
  WorkbookForms,
} from "../../../../provider/src/core/workbook";
import { buildMonthly } from "../../emulator/workbook/monthly";
import { change } from "./sound";

const xml = buildMonthly("c-1") as JsonObject;

const sound = `schemaVersion: 1
kind: report
config: { margin: 48, pageWidth: 816, pageHeight: 1056 }
pages: [{ id: first, name: First }]
panels: [{ id: foot, type: footer, pages: [first] }]
elements:
  - { id: title, kind: text, body: Monthly }
  - { id: page, kind: text, body: Internal }
layout:
  first:
    - { element: title, x: 48, y: 48, width: 720, height: 100.5 }
  foot:
    - { element: page, x: 0, y: 0, width: 100, height: 24 }
`;

function tell(text: string, noun?: "workbook" | "report"): string[] {
  const source = { text, file: "r.yaml" };
  const form = fillPlaceholders(parseSpec(text, source)).spec;
  return validateWorkbook(form, { source, ...(noun && { noun }) }).map(formatFinding);
}

test("a sound report has no findings, with its layout as XML or as places", () => {
  expect(isWorkbook(parseSpec("kind: report\npages: []"))).toBe(true);
  expect(tell(sound)).toEqual([]);
  expect(tell(sound, "report")).toEqual([]);
  expect(validateWorkbook(xml)).toEqual([]);
});

test("places compile to XML that reads as the same places, and mean the same", () => {
  const read = readLayoutAsRows(xml);
  expect(read.layout).toEqual({
    first: [
      { element: "revenue", x: 48, y: 48, width: 720, height: 200 },
      { element: "orders", x: 48, y: 260, width: 720, height: 200 },
    ],
    top: [{ element: "note", x: 48, y: 0, width: 720, height: 200 }],
  });
  expect(canonicalizeWorkbook(read)).toEqual(canonicalizeWorkbook(xml));
  expect(readLayoutAsRows(compileLayout(read))).toEqual(read);
});

test.each([
  ["another attribute", 'x="48" y="48"', 'x="48" y="48" z="2"'],
  ["another spelling of a number", 'y="48"', 'y="048"'],
  ["a container", '<Element elementId="revenue"', '<Container elementId="box"/><Element elementId="revenue"'],
  ["a page of a grid", '<Page id="first"', '<Page id="first" type="grid"'],
])("what places can't say exactly stays XML: %s", (_what, from, to) => {
  const layout = String(xml.layout).replace(from, to);
  const read = readLayoutAsRows({ ...xml, layout }).layout as JsonObject;
  expect(read.first).toContain(to.slice(0, 16));
  expect(Array.isArray(read.top)).toBe(true);
});

test.each([
  ["kind: report", "kind: workbook", "r.yaml:2:1: error: kind: this is a workbook, not a report [workbook-shape]"],
  ["type: footer", "type: sidebar", "error: panels[foot].type: a panel of a report is no `sidebar` [workbook-shape]"],
  ["x: 48, ", "", "r.yaml:11:7: error: layout.first[0]: `x` is missing [layout-form]. Write `x: 48`."],
  ["x: 48", "x: -4", "r.yaml:11:25: error: layout.first[0].x: `x` is a number of pixels from 0 [layout-form]"],
  ["x: 48", "left: 48", "`left` is no part of a place [layout-form]"],
  ["element: title", "elements: title", "a place names its element [layout-form]"],
  ["    - { element: title, x", "    { element: title, x", "the layout of a page of a report is a list of places"],
  ["element: title", "element: titel", "there is no element `titel` [layout-placement]. Did you mean `title`?"],
  [
    "width: 720",
    "width: 800",
    "warning: layout.first[0]: `title` ends at 848 pixels, and the page at 816 [layout-fit]",
  ],
  ["y: 48", "y: 1000", "`title` ends at 1100.5 pixels, and the page at 1056 [layout-fit]"],
  ["config:", "configs:", "error: configs: `configs` is not known here"],
  ["config: {", "config: a, #", "config: "],
])("%j → %j is told", (from, to, expected) => {
  expect(tell(change(from, to, sound), "report")).toContainEqual(expect.stringContaining(expected));
});

test("a grid in a report, and pixels that are none, are told in the XML", () => {
  const tellXml = (from: string, to: string) =>
    validateWorkbook({ ...xml, layout: String(xml.layout).replace(from, to) }).map(formatFinding);
  expect(tellXml('x="48" y="48" width="720" height="200"', 'gridColumn="1 / 25" gridRow="1 / 5"')).toEqual([
    "error: layout: `revenue` has no `x` [layout-lines]. In a report, write x, y, width and height in pixels.",
  ]);
  expect(tellXml('x="48" y="48"', 'x="48px" y="48"')).toEqual([
    expect.stringContaining('`revenue` has `x="48px"`, which is no number of pixels [layout-lines]'),
  ]);
});

test("tables and charts that cover each other are told, and no text on one", () => {
  const tellMoved = (from: string, to: string) =>
    validateWorkbook({ ...xml, layout: String(xml.layout).replace(from, to) }).map(formatFinding);
  expect(tellMoved('y="260"', 'y="100"')).toEqual([
    "warning: layout: `orders` covers part of `revenue` [layout-fit]. Move one of the two.",
  ]);
  expect(tellMoved('y="260"', 'y="248"')).toEqual([]);
  const note = /<Element elementId="note"[^>]*>/.exec(String(xml.layout))![0];
  const layout = String(xml.layout).replace(note, "").replace("</Page>", `${note}</Page>`);
  expect(validateWorkbook({ ...xml, layout }).filter(({ rule }) => rule === "layout-fit")).toEqual([]);
});

test("a report has no `sidebar`, a workbook no `config` and no `footer`", () => {
  const found = tell(change("kind: report", "kind: workbook", sound));
  expect(found).toContainEqual(expect.stringContaining("`config` is not known here"));
  expect(found).toContainEqual(expect.stringContaining("a panel of a workbook is no `footer`"));
});

test("differences are in pixels", () => {
  const layout = String(xml.layout).replace('y="48" width="720"', 'y="60" width="400"');
  expect(formatChanges(diffWorkbooks(xml, { ...xml, layout, config: { margin: 24 } }), { max: 9 })).toEqual([
    expect.stringContaining("page First › KPI Revenue: top edge `48 pixels` → `60 pixels`"),
    expect.stringContaining("page First › KPI Revenue: width `720 pixels` → `400 pixels`"),
    ...[expect.stringContaining("margin"), expect.anything(), expect.anything()],
  ]);
});

test("what moved on the platform is written into the places of the file, and XML where they can't say it", () => {
  const forms = new WorkbookForms(parseSpec(sound));
  const writeMoved = (from: string, to: string) => {
    const stored = compileLayout(parseSpec(sound) as JsonObject);
    const server = { ...stored, layout: String(stored.layout).replace(from, to) };
    return (preserveWorkbookAuthoring(forms, canonicalizeWorkbook(server), server) as JsonObject).layout;
  };
  expect(writeMoved('y="48"', 'y="60"')).toMatchObject({
    first: [{ element: "title", x: 48, y: 60, width: 720, height: 100.5 }],
    foot: [{ element: "page" }],
  });
  expect(writeMoved('y="48"', 'y="48" z="1"')).toMatchObject({ first: expect.stringContaining('z="1"') });
});

test("what the product copies of a report is known by its pixels", () => {
  const text = `- { id: title, kind: text, body: A }\n\n<Page id="first">\n<Element elementId="title" x="1" y="2" \
width="3" height="4"/>\n</Page>\n`;
  expect(parseCopied(text, {})?.value).toMatchObject({ kind: "report", pages: [{ id: "first" }] });
});
