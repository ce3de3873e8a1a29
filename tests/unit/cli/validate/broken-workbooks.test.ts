import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Console } from "../../../../cli/src/command/console";
import { Validation } from "../../../../cli/src/documents/validation";
import { formatText } from "../../../../cli/src/validate/present";
import { parseSpec } from "../../../../provider/src/core/model";
import { testOfAll } from "../../../cases";
import { asRows, change, sound } from "../../core/workbook/sound";

const { stdin, stdout, stderr } = process;
const plainConsole = new Console({ stdin, stdout, stderr }, { color: false });
const cwd = realpathSync(mkdtempSync(join(tmpdir(), "broken-workbooks-")));
afterAll(() => rmSync(cwd, { recursive: true }));

/** What `validate` prints about a file. */
function validateFile(file: string, text: string): string {
  writeFileSync(join(cwd, file), text);
  const validation = new Validation(cwd, {});
  validation.add({ path: file, root: "." });
  return formatText(validation.report(), plainConsole);
}

/** The sound workbook as JSON, with `!ref`s as the objects that stand for them. */
const writeJson = () => JSON.stringify(parseSpec(sound), null, 2);

const edit = (from: string, to: string, text = sound) => change(from, to, text);

const model = `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: orders
        kind: table
        name: Orders
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns: [{ id: id, name: Id, formula: "[ORDERS/ID]" }]
`;

const indent = (text: string) => text.replaceAll(/^(?=.)/gm, "  ");

const addAbove = (field: string, lines: string) => edit(`${field}:\n`, `${lines}\n${field}:\n`);
const addTheme = (overrides: string) =>
  addAbove("elements", `settings: { theme: { name: Light, overrides: { ${overrides} } } }`);
const addPanels = (...panels: string[]) =>
  addAbove("elements", ["panels:", ...panels.map((panel) => `  - { ${panel} }`)].join("\n"));
const addToKpi = (line: string) =>
  edit("    value: { columnId: sum }\n", `    value: { columnId: sum }\n    ${line}\n`);
const addToTrend = (line: string) =>
  edit("    yAxis: { columnIds: [y] }\n", `    yAxis: { columnIds: [y] }\n    ${line}\n`);
const setEffect = (effect: string) => edit("{ effect: open-overlay, overlayId: details }", `{ ${effect} }`);
const setControl = (...lines: string[]) =>
  edit(
    "    controlType: list\n    mode: include\n    selectionMode: multiple\n",
    lines.map((line) => `    ${line}\n`).join(""),
  );
const setNote = (fields: string) => edit('kind: text, body: "## Details"', fields);
const setFormat = (format: string) =>
  edit("    groupings: [", `    conditionalFormats: [{ ${format} }]\n    groupings: [`);

/** One fault each. */
const dataPage = '  <Page id="data" type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto">';

const files: Readonly<Record<string, string>> = {
  // YAML and JSON as such.
  "quote.yaml": edit("name: Orders\n", 'name: "Orders\n'),
  "quotes-inside.yaml": addToKpi('summary:\n      - "all of "sum" of it"'),
  "quote-dedent.yaml": edit("name: Orders\n", "name: 'first line\n      second line\n'\n"),
  "bracket.yaml": edit("columnIds: [y] }", "columnIds: [y }"),
  "indent.yaml": edit("    name: Orders\n", "   name: Orders\n"),
  "tab.yaml": edit("    name: Orders\n", "\tname: Orders\n"),
  "colon.yaml": edit("    name: Orders\n", "    name Orders\n"),
  "twice.yaml": edit("    name: Orders\n", "    name: Orders\n    name: Sales\n"),
  "two-documents.yaml": `${sound}---\n${sound}`,
  "empty.yaml": "",
  "comment-only.yaml": "# the dashboard\n",
  "text-only.yaml": "Sales dashboard\n",
  "list-only.yaml": "- id: orders\n  kind: table\n",
  "formula.yaml": edit('formula: "[Orders/Amount]", name: Amount', "formula: [Orders/Amount] * 2, name: Amount"),
  "hidden-character.yaml": edit("name: Orders\n", "name: Or\u202eders\n"),
  "tag.yaml": edit("!ref orders, elementId", "!Ref orders, elementId"),
  "alias.yaml": edit("    name: Orders\n", "    name: *orders\n"),
  "octal.yaml": edit("columnId: sum }", "columnId: 010 }"),
  "prototype.yaml": edit("    name: Orders\n", "    __proto__: { a: 1 }\n"),
  "comma.json": writeJson().replace('"schemaVersion": 1,', '"schemaVersion": 1'),
  "cut-off.json": writeJson().slice(0, 400),
  "single-quotes.json": writeJson().replace('"kind": "workbook"', "'kind': 'workbook"),
  "twice.json": writeJson().replace('"name": "Orders",', '"name": "Orders",\n      "name": "Sales",'),
  "mark.json": `\uFEFF${writeJson().replace('"columnId": "sum"', '"columnId": "summ"')}`,
  "windows.yaml": edit("columnId: sum }", "columnId: summ }").replaceAll("\n", "\r\n"),
  "deep.json": `{ "kind": "workbook", "elements": ${"[".repeat(200)}${"]".repeat(200)} }`,
  // The wrong envelope.
  "model-in-contents.yaml": `contents:\n${indent(model)}`,
  "contents-twice.yaml": `contents:\n  contents:\n${indent(indent(sound))}`,
  "contents-null.json": '{\n  "workbookId": "w",\n  "name": "Sales",\n  "contents": null\n}\n',
  "contents-text.yaml": `name: Sales\ncontents: |\n${indent(sound)}`,
  "list-answer.json": [
    "{",
    `  "entries": [${JSON.stringify({ workbookId: "w", name: "Sales" })}],`,
    '  "nextPage": null',
    "}\n",
  ].join("\n"),
  "error-answer.json": '{\n  "message": "No matching record",\n  "code": "not_found",\n  "requestId": "r"\n}\n',
  "answer.json": JSON.stringify(
    {
      workbookId: "w",
      url: "https://x",
      latestVersion: 3,
      contents: parseSpec(edit("columnId: sum }", "columnId: summ }")),
    },
    null,
    2,
  ),
  "model-with-kind.yaml": `kind: workbook\n${model}`,
  "first-generation.yaml": [
    `name: Sales\nfolderId: f\n${model}layout: |`,
    '  <Page id="main"><LayoutElement elementId="orders" gridColumn="1 / 13" gridRow="1 / 9"/></Page>\n',
  ].join("\n"),
  "report.yaml": edit("kind: workbook", "kind: report"),
  // Types.
  "version-text.yaml": edit("schemaVersion: 1", 'schemaVersion: "1"'),
  "elements-null.yaml": "schemaVersion: 1\nkind: workbook\npages: []\nelements:\nlayout: {}\n",
  "elements-map.yaml": edit("elements:\n  - id: orders\n", "elements:\n  orders:\n").replace(
    / {2}- id: monthly[\s\S]*layout/,
    "layout",
  ),
  "element-null.yaml": edit("  - { id: note,", "  -\n  - { id: note,"),
  "id-number.yaml": edit("{ id: main, name: Main }", "{ id: 2024, name: Main }"),
  "id-null.yaml": edit("  - id: kpi\n", "  - id:\n"),
  "id-empty.yaml": edit("  - id: kpi\n", '  - id: ""\n'),
  "columns-map.yaml": edit(
    'columns: [{ id: sum, formula: "Sum([Orders/Amount])", name: Total }]',
    'columns: { sum: "Sum([Orders/Amount])" }',
  ),
  "bounds-text.yaml": edit(
    "value: { columnId: sum }",
    'value: { columnId: sum }\n    filters: [{ id: f, columnId: sum, kind: number-range, min: "10", max: "20" }]',
  ),
  "filters-map.yaml": edit(
    "value: { columnId: sum }",
    "value: { columnId: sum }\n    filters: { id: f, columnId: sum, kind: number-range, min: 10 }",
  ),
  "dash.yaml": edit("  - id: kpi\n", "    id: kpi\n"),
  "kind-word.yaml": edit("kind: kpi-chart", "kind: kpi"),
  "no-elements.yaml": "schemaVersion: 1\nkind: workbook\npages: [{ id: main, name: Main }]\nlayout: { main: [] }\n",
  "boolean-text.yaml": edit("name: Monthly\n", 'name: Monthly\n    visibleAsSource: "no"\n'),
  "layout-list.yaml": asRows.replace(/layout:[\s\S]*/, "layout: [kpi, trend]\n"),
  "layout-null.yaml": sound.replace(/layout: \|[\s\S]*/, "layout: null\n"),
  // The layout.
  "not-closed.yaml": edit(
    'gridRow="3 / 9"/>\n    <Element elementId="trend"',
    'gridRow="3 / 9">\n    <Element elementId="trend"',
  ),
  "attribute.yaml": edit('elementId="kpi"', "elementId=kpi"),
  "attribute-quote.yaml": edit('elementId="kpi" gridColumn', 'elementId="kpi gridColumn'),
  "ampersand.yaml": edit('elementId="kpi"', 'elementId="kpi & co"'),
  "comment.yaml": edit('    <Element elementId="trend"', '    <!-- the trend -->\n    <Element elementId="trend"'),
  "placeholder.yaml": edit('    <Element elementId="trend"', '    {{charts}}\n    <Element elementId="trend"'),
  "old-tag.yaml": edit('<Element elementId="kpi"', '<LayoutElement elementId="kpi"'),
  "html.yaml": edit('<Element elementId="kpi"', '<div><Element elementId="kpi"').replace(
    'gridRow="3 / 9"/>',
    'gridRow="3 / 9"/></div>',
  ),
  "no-page.yaml": edit(
    `${dataPage}\n    <Element elementId="orders" gridColumn="1 / 25" gridRow="1 / 20"/>`,
    `  <Element elementId="orders" gridColumn="1 / 25" gridRow="1 / 20"/>\n${dataPage}`,
  ),
  "zero-line.yaml": edit('gridColumn="1 / 9"', 'gridColumn="0 / 8"'),
  "span-word.yaml": edit('gridColumn="1 / 9"', 'gridColumn="1 / span 8"'),
  "twice-placed.yaml": edit('elementId="kpi"', 'elementId="trend"'),
  "other-page.yaml": edit('<Page id="details"', '<Page id="detail"'),
  "rows-text.yaml": edit("rows: 2, of", 'rows: "2", of', asRows),
  "rows-too-wide.yaml": edit("kpi: 8, trend: 16", "kpi: 12, trend: 16", asRows),
  "rows-item.yaml": edit("[kpi: 8, trend: 16]", "[{ kpi: 8, trend: 16 }]", asRows),
  "rows-xml.yaml": edit("- { rows: 3, of: [note] }", "- xml: '<Element elementId=\"note\"'", asRows),
  // Ids and names with odd characters.
  "id-quotes.yaml": edit("  - id: kpi\n", "  - id: 'k\"p<i>'\n").replace(
    'elementId="kpi"',
    'elementId="k&quot;p&lt;i>x"',
  ),
  "id-path.yaml": edit("  - id: kpi\n", "  - id: ../kpi\n"),
  "id-unicode.yaml": edit("  - id: kpi\n", "  - id: ключ\n").replace('elementId="kpi"', 'elementId="ключь"'),
  "id-prototype.yaml": edit("columnId: sum }", "columnId: constructor }"),
  "name-slash.yaml": edit("name: Orders\n", "name: Orders/All\n"),
  // Pages, overlays and panels.
  "page-type.yaml": edit("name: Data, visibility: hidden", "name: Data, type: modal"),
  "overlay-type.yaml": edit("type: modal", "type: popup"),
  "overlay-title.yaml": edit("type: modal, name: Details", 'type: modal, modal: { header: { title: "" } }'),
  "overlay-event.yaml": edit(
    "type: modal, name: Details",
    "type: modal, actions: [{ id: a, trigger: on-click, effects: [{ effect: close-overlay }] }]",
  ),
  "overlay-action.yaml": edit(
    "type: modal, name: Details",
    "type: modal, actions: [{ id: click, trigger: on-close, effects: [{ effect: close-overlay }] }]",
  ),
  "two-headers.yaml": addPanels("id: a, type: header, pages: [main]", "id: b, type: header, pages: [main]"),
  "header-width.yaml": addPanels("id: a, type: header, pages: [main], width: small"),
  "header-shadow.yaml": addPanels("id: a, type: header, pages: [main], config: { borderStyle: shadow }"),
  "header-off.yaml": addPanels("id: a, type: header, pages: [main]"),
  "modal-list.yaml": edit("type: modal, name: Details", "type: modal, modal: [large]"),
  // Settings.
  "theme-text.yaml": addAbove("elements", "settings: { theme: Dark }"),
  "theme-colors.yaml": addTheme('colorOverrides: [{ name: backgroundCanvas, color: "#ffffff" }]'),
  "title-size.yaml": addTheme("titleFont: { fontSize: 200 }"),
  "page-width.yaml": addTheme("maxPageWidth: 100"),
  "stack-size.yaml": edit(
    'gridColumn="1 / 9" gridRow="3 / 9"/>',
    'gridColumn="1 / 9" gridRow="3 / 9"><Size><Desktop width="fixed" widthPixels="20000"/></Size></Element>',
  ),
  "report-width.yaml": sound
    .replace("kind: workbook", 'kind: report\nconfig: { pageWidth: "816" }')
    .replace(/ gridColumn="[^"]*" gridRow="[^"]*"/g, ' x="0" y="0" width="9" height="9"'),
  "agent.yaml": addAbove("elements", "agents: [{ id: helper, name: Helper }]"),
  // Sources, filters, groupings.
  "source-field.yaml": edit(
    "name: Total\n    source: { kind: table, elementId: orders }",
    "name: Total\n    source: { kind: table }",
  ),
  "filter-id.yaml": addToKpi("filters: [{ columnId: sum, kind: number-range, min: 1 }]"),
  "filter-null.yaml": addToKpi("filters: [{ id: f, columnId: sum, kind: list, mode: include, values: ~ }]"),
  "filter-column.yaml": addToKpi("filters: [{ id: f, kind: number-range, min: 1 }]"),
  "filter-kind.yaml": addToKpi("filters: [{ id: f, columnId: sum, kind: range, min: 1 }]"),
  "group-by.yaml": edit("groupBy: [month], ", ""),
  "format-kind.yaml": edit("name: Total }]", 'name: Total, format: { formatString: ",.0f" } }]'),
  // Charts.
  "series.yaml": edit("columnIds: [y]", "columnIds: [{ columnId: y, type: line }]"),
  "further-bars.yaml": edit("kind: bar-chart", "kind: combo-chart")
    .replace("columnIds: [y]", "columnIds: [{ columnId: y, type: bar }, { columnId: z, type: bar }]")
    .replace("      - { id: y,", '      - { id: z, formula: "Count()", name: Count }\n      - { id: y,'),
  "color-column.yaml": addToTrend("color: { by: category, columnId: x2 }"),
  "mark-number.yaml": addToTrend("refMarks: [{ type: line, axis: axis, value: 100 }]"),
  "mark-column.yaml": addToTrend(
    "refMarks: [{ type: line, axis: axis, value: { type: column, columnId: y, func: max } }]",
  ),
  "orientation.yaml": addToTrend("orientation: vertical"),
  "format-columns.yaml": setFormat('type: single, columns: [revenue], condition: ">", value: 1'),
  "format-condition.yaml": setFormat("type: single, columnIds: [revenue], condition: above, value: 1"),
  // Controls.
  "control-mode.yaml": setControl("controlType: number"),
  "control-config.yaml": setControl("controlType: text", "mode: equals", "config: { case: sensitive }"),
  "range-slider.yaml": setControl("controlType: range-slider", "min: 1", "max: 3"),
  "date-range.yaml": setControl(
    "controlType: date-range",
    "mode: between",
    "startDate: 2026-01-01",
    'endDate: "2026-02-01T00:00:00.000Z"',
  ),
  "date.yaml": setControl("controlType: date", 'mode: "="', 'value: "2026-01-01"'),
  "map-target.yaml": edit("kind: kpi-chart", "kind: region-map")
    .replace("value: { columnId: sum }", "region: { columnId: sum, regionType: country }")
    .replace(
      "source: { kind: table, elementId: orders }, columnId: region }]",
      "source: { kind: table, elementId: kpi }, columnId: sum }]",
    )
    .replace('formula: "Sum([Orders/Amount])", name: Total', 'formula: "[Orders/Region]", name: Region'),
  // Actions.
  "action-effects.yaml": edit(", effects: [{ effect: open-overlay, overlayId: details }]", ""),
  "event.yaml": edit("trigger: on-click", "trigger: on-select"),
  "waterfall-actions.yaml": addToTrend(
    "actions: [{ id: a, trigger: on-select, effects: [{ effect: close-overlay }] }]",
  ).replace("kind: bar-chart", "kind: waterfall-chart"),
  "url.yaml": setEffect("effect: open-url, openTarget: _blank"),
  "url-target.yaml": setEffect('effect: open-url, url: "https://example.com", openTarget: blank'),
  "current-row.yaml": setEffect("effect: delete-rows, tableElementId: orders, whichRows: { type: current-row }"),
  "tab-of-chart.yaml": setEffect("effect: select-tab, tabbedContainerElementId: kpi, selectedTab: { tab: 1 }"),
  "cleared-control.yaml": setEffect("effect: clear-control, scope: { type: control, controlId: regoin }"),
  // Other elements.
  "svg.yaml": setNote('kind: image, source: { kind: url, url: "data:image/svg+xml;base64,PHN2Zy8+" }'),
  "progress.yaml": setNote('kind: progress, mode: percent, value: "1", config: { fillColor: "#ff0000" }'),
  "plugin-control.yaml": setNote(
    "kind: plugin, pluginId: !ref plugin, config: { of: { kind: control, controlId: regoin } }",
  ),
  "entry-type.yaml": setNote(
    "kind: input-table, name: Entries, inputMode: write, source: { kind: empty, connectionId: !ref warehouse }, " +
      "columns: [{ id: a, type: texts }]",
  ),
};

test("there are 40 files or more", () => {
  expect(Object.keys(files).length).toBeGreaterThanOrEqual(40);
});

/** The findings of what `validate` prints, without its last line. */
const splitFindings = (printed: string) => printed.split("\n\n").slice(0, -1);

test.each(Object.keys(files))("%s", (file) => {
  const printed = validateFile(file, files[file]!);
  expect(printed).toMatchSnapshot();
  for (const finding of splitFindings(printed)) {
    const lines = finding.split("\n");
    expect(lines[0]).toMatch(/^[\w-]+\.(yaml|json):\d+:\d+: (error|warning): /);
    // The line, the caret below it, and what to write.
    expect(lines.some((line) => /^ *\| +\^+$/.test(line))).toBe(true);
    expect(lines.at(-1)).not.toMatch(/\^$/);
  }
});

test("all problems of a file are listed at once, in the order of its lines", () => {
  const edits: [string, string][] = [
    ["schemaVersion: 1", "schemaVersion: 2"],
    ["{ id: main, name: Main }", "{ id: main }"],
    ["columnId: month, direction", "columnId: moth, direction"],
    ['Sum([Orders/Amount])", name: Total', 'Summ([Orders/Amout])", name: Total'],
    ["xAxis: { columnId: x }", "xAxes: { columnId: x }"],
    ["overlayId: details", "overlayId: detail"],
    ["## Details", "#### Details"],
    ['elementId="kpi"', 'elementId="kpii"'],
  ];
  const text = edits.reduce((before, [from, to]) => edit(from, to, before), sound);
  expect(validateFile("many.yaml", text)).toMatchSnapshot();
});

testOfAll("a file of 5 MB is read, and its one fault found, in seconds", () => {
  const writeColumn = (nth: number) =>
    `      - { id: c${nth}, formula: "[Orders/Column ${nth}]", name: "Column ${nth}" }\n`;
  const buildTable = (index: number) => `  - id: t${index}
    kind: table
    name: Table ${index}
    source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact_orders }
    columns:
${Array.from({ length: 40 }, (_, nth) => writeColumn(nth)).join("")}`;
  const count = 1800;
  const rows = Array.from({ length: count }, (_, index) => `    - { rows: 6, of: [t${index}] }\n`).join("");
  const text = `schemaVersion: 1
kind: workbook
pages: [{ id: main, name: Main }]
elements:
${Array.from({ length: count }, (_, index) => buildTable(index)).join("")}layout:
  main:
${rows.replace("[t700]", "[t7000]")}`;
  expect(text.length).toBeGreaterThan(5_000_000);
  const lines = validateFile("large.yaml", text).split("\n");
  expect(lines.filter((line) => line.includes("error"))).toEqual([
    expect.stringContaining("elements[t700]: the element `t700` has no place in the layout [layout-placement]"),
    expect.stringContaining("layout.main[700].of[0]: there is no element `t7000`"),
    "2 errors, 0 warnings in 1 file",
  ]);
});
