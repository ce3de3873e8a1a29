import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createWorkbookFiles } from "../../cli/src/documents/write-workbook";
import { formatSchemaLine, type schemas } from "../../cli/src/project/schema-line";
import { type JsonObject, parseSpec } from "../../provider/src/core/model";
import { chooseCases } from "../cases";
import { repository } from "../repository";
import { sound } from "./core/workbook/sound";
import { LanguageServer } from "./language-server";

const server = new LanguageServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

const cases: readonly [
  kind: keyof typeof schemas,
  file: string,
  text: string,
  says: readonly string[],
  offers: readonly string[],
][] = [
  [
    "data-model",
    "models/orders.yaml",
    "pages:\n  - id: main\n    name: Main\n    elements: [{ id: a, kind: table, name: 5, source: { kind: table, " +
      "elementId: b }, columns: [] }]\n    ",
    ['Incorrect type. Expected "string | Placeholder".'],
    ["aliases"],
  ],
  [
    "workbook",
    "workbooks/sales.yaml",
    "schemaVersion: 1\nkind: workbook\npages: [{ id: main, name: 5 }]\n" +
      "elements:\n  - id: go\n    kind: button\n    text: Go\n    ",
    ['Incorrect type. Expected "string | Placeholder".'],
    ["appearance", "fillColor", "actions"],
  ],
  [
    "workbook",
    "workbooks/sales/workbook.yaml",
    "schemaVersion: 1\nkind: workbook\npages: [main]\noverlays:\n  - id: more\n    type: window\n    name: More\n    ",
    ['Value is not accepted. Valid values: "modal", "drawer", "popover".'],
    ["modal", "drawer"],
  ],
  [
    "report",
    "reports/sales.yaml",
    "pages: [{ id: main, name: 5 }]\nelements: []\nconfig:\n  pageHeight: tall\n  ",
    ['Incorrect type. Expected "string | Placeholder".', "Incorrect type. Expected one of number, null."],
    ["pageWidth", "margin"],
  ],
  [
    "element",
    "workbooks/sales/elements/trend.yaml",
    "id: trend\nkind: bar-chart\nsource: { kind: table, elementId: orders }\ncolumns: []\nstacking: high\n",
    ['Value is not accepted. Valid values: "none", "stacked", "normalized".'],
    ["xAxis", "yAxis", "trellis"],
  ],
  [
    "page",
    "workbooks/sales/pages/main.yaml",
    "id: main\nname: [Main]\n",
    ['Incorrect type. Expected "string | Placeholder".'],
    ["visibility"],
  ],
];

test.each(cases)("an editor completes and checks a %s: %s", async (kind, file, text, says, offers) => {
  const whole = formatSchemaLine("./provider", file, kind) + text;
  expect(await server.open(file, whole)).toEqual(says);
  const offered = await server.complete(file, whole);
  expect(offered).toEqual(expect.arrayContaining([...offers]));
  expect(offered.filter((label) => /^_|showClearButton/.test(label))).toEqual([]);
});

test("an editor has nothing to say of what a file includes, and tells a text from it", async () => {
  const model = `${formatSchemaLine("./provider", "models/a.yaml", "data-model")}pages:
  - !include parts/page.yaml
  - id: main
    name: Main
    elements:
      - !include parts/element.yaml
      - id: orders
        kind: table
        source: !include parts/source.json
        columns: [!include parts/column.yml]
      - { id: more, kind: table, source: !include parts/source.json, columns: !include parts/columns.yaml }
`;
  expect(await server.open("models/a.yaml", model)).toEqual([]);
  const workbook = `${formatSchemaLine("./provider", "workbooks/a.yaml", "workbook")}schemaVersion: 1
kind: workbook
pages: [{ id: main, name: Main }]
settings: !include parts/settings.yaml
elements: [!include parts/element.yaml, { id: t, kind: table, source: !include s.yaml, columns: !include c.yaml }]
layout: !include parts/layout.yaml
`;
  expect(await server.open("workbooks/a.yaml", workbook)).toEqual([]);
  expect(await server.open("models/b.yaml", model.replace("[!include parts/column.yml]", "Amount"))).toEqual([
    "Write a list, or !include a file.",
  ]);
});

test("an editor marks an unknown key at once", async () => {
  const model = `${formatSchemaLine("./provider", "models/c.yaml", "data-model")}schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - { id: t, kind: table, source: { kind: table, elementId: a }, measures: [], columns: [{ fromula: a }] }
`;
  const said = await server.open("models/c.yaml", model);
  expect(said).toEqual(
    expect.arrayContaining(["Property measures is not allowed.", "Property fromula is not allowed."]),
  );
});

const folder = createWorkbookFiles(parseSpec(sound) as JsonObject, "workbooks/sound", "./provider");

test.each([...folder])(
  "an editor has nothing to say of %s of a workbook that is pulled into a folder",
  async (file, text) => {
    expect(text).toContain("# yaml-language-server: ");
    expect(await server.open(`workbooks/sound/${file}`, text)).toEqual([]);
  },
);

const handbook = readdirSync(join(repository, "docs/handbook/workbooks")).filter((file) => file.endsWith(".yaml"));

test.each(chooseCases(handbook, 8))("an editor has nothing to say of the handbook's %s", async (file) => {
  const text = readFileSync(join(repository, "docs/handbook/workbooks", file), "utf8");
  const path = `workbooks/${file}`;
  expect(await server.open(path, formatSchemaLine("./provider", path, "workbook") + text)).toEqual([]);
});
