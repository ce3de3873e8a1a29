import { formatFinding, parseSpec } from "../../../../provider/src/core/spec";
import { isWorkbook, validateWorkbook, workbookSeverities } from "../../../../provider/src/core/workbook";

/** A workbook without a fault; each test changes a part of its text. */
const sound = `schemaVersion: 1
kind: workbook
pages:
  - { id: main, name: Main }
  - { id: data, name: Data, visibility: hidden }
overlays:
  - { id: details, type: modal, name: Details }
elements:
  - id: orders
    kind: table
    name: Orders
    source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact_orders }
    columns:
      - { id: id, formula: "[Orders/Id]", name: Id }
      - { id: amount, formula: "[Orders/Amount]", name: Amount, format: { kind: number, formatString: ",.0f" } }
      - { id: at, formula: "[Orders/Ordered At]", name: Ordered At }
      - { id: region, formula: "[Orders/Region]" }
  - id: monthly
    kind: table
    name: Monthly
    source: { kind: table, elementId: orders }
    columns:
      - { id: month, formula: 'DateTrunc("month", [Orders/Ordered At])', name: Month }
      - { id: revenue, formula: "Sum([Orders/Amount])", name: Revenue }
    groupings: [{ id: by_month, groupBy: [month], calculations: [revenue], \
sort: [{ columnId: month, direction: ascending }] }]
  - id: kpi
    kind: kpi-chart
    name: Total
    source: { kind: table, elementId: orders }
    columns: [{ id: sum, formula: "Sum([Orders/Amount])", name: Total }]
    value: { columnId: sum }
  - id: trend
    kind: bar-chart
    name: Trend
    source: { kind: table, elementId: monthly, groupingId: by_month }
    columns:
      - { id: x, formula: "[Monthly/Month]", name: Month }
      - { id: y, formula: "Max([Monthly/Revenue])", name: Revenue }
    xAxis: { columnId: x }
    yAxis: { columnIds: [y] }
  - id: region
    kind: control
    controlId: region
    controlType: list
    mode: include
    selectionMode: multiple
    filters: [{ source: { kind: table, elementId: orders }, columnId: region }]
  - id: open
    kind: button
    text: Details
    actions: [{ id: click, trigger: on-click, effects: [{ kind: open-overlay, overlayId: details }] }]
  - { id: note, kind: text, body: "## Details" }
layout: |
  <Page id="main" type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto">
    <Element elementId="region" gridColumn="1 / 7" gridRow="1 / 3"/>
    <Element elementId="open" gridColumn="7 / 13" gridRow="1 / 3"/>
    <Element elementId="kpi" gridColumn="1 / 9" gridRow="3 / 9"/>
    <Element elementId="trend" gridColumn="9 / 25" gridRow="3 / 9"/>
  </Page>
  <Page id="data" type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto">
    <Element elementId="orders" gridColumn="1 / 25" gridRow="1 / 20"/>
    <Element elementId="monthly" gridColumn="1 / 25" gridRow="20 / 40"/>
  </Page>
  <Page id="details" type="grid" gridTemplateColumns="repeat(12, 1fr)" gridTemplateRows="auto">
    <Element elementId="note" gridColumn="1 / 13" gridRow="1 / 4"/>
  </Page>
`;

/** The same layout as rows. */
const rows = `layout:
  main:
    - { rows: 2, of: [region: 6, open: 6] }
    - { rows: 6, of: [kpi: 8, trend: 16] }
  data:
    - { rows: 19, of: [orders] }
    - { rows: 20, of: [monthly] }
  details:
    - { rows: 3, of: [note] }
`;

const asRows = `${sound.slice(0, sound.indexOf("layout: |"))}${rows}`;

/** The findings of a text, a line each. */
function tell(text: string): string[] {
  const form = parseSpec(text, { file: "w.yaml" });
  expect(isWorkbook(form)).toBe(true);
  return validateWorkbook(form, { source: { text, file: "w.yaml" } }).map(formatFinding);
}

/** The sound text with one part of it replaced. */
function change(from: string, to: string, text = sound): string {
  expect(text).toContain(from);
  return text.replace(from, to);
}

test("a sound workbook has no findings, whichever form its layout has, and in the envelope of the API", () => {
  expect(tell(sound)).toEqual([]);
  expect(tell(asRows)).toEqual([]);
  const wrapped = JSON.stringify({ name: "W", contents: parseSpec(sound) });
  expect(tell(wrapped)).toEqual([]);
});

test("a data model is no workbook", () => {
  expect(isWorkbook(parseSpec("schemaVersion: 1\npages: [{ id: p, name: P, elements: [] }]"))).toBe(false);
});

const broken: [rule: string, from: string, to: string, expected: string][] = [
  [
    "workbook-shape",
    "schemaVersion: 1",
    "schemaVersion: 2",
    "w.yaml:1:1: error: schemaVersion: this version is not known [workbook-shape]. Write `schemaVersion: 1`.",
  ],
  [
    "workbook-shape",
    "kind: workbook",
    "kind: report",
    "w.yaml:2:1: error: kind: the kind of the document is `workbook` [workbook-shape]. Write `kind: workbook`.",
  ],
  [
    "workbook-shape",
    "{ id: main, name: Main }",
    "{ id: main, name: Main, elements: [] }",
    "w.yaml:4:29: error: pages[main].elements: pages have no elements of their own any more",
  ],
  ["workbook-shape", "{ id: main, name: Main }", "{ id: main }", "w.yaml:4:5: error: pages[main]: `name` is missing"],
  [
    "workbook-shape",
    "pages:\n  - { id: main",
    "themeOverrides: {}\npages:\n  - { id: main",
    "themeOverrides: `themeOverrides` is no field of a workbook any more [workbook-shape]. It " +
      "moved to settings.theme.overrides.",
  ],
  ["missing-field", "    value: { columnId: sum }\n", "", "error: elements[kpi]: `value` is missing [missing-field]"],
  [
    "missing-field",
    '{ id: x, formula: "[Monthly/Month]", name: Month }',
    "{ id: x, name: Month }",
    "error: elements[trend].columns[x]: `formula` is missing",
  ],
  [
    "missing-field",
    "controlType: list",
    "controlType: lists",
    "there is no control type `lists` [missing-field]. Did you mean `list`?",
  ],
  [
    "missing-field",
    "value: { columnId: sum }",
    "value: { id: sum }",
    "value.id: the column of a channel is its `columnId` [missing-field]. Rename `id` to `columnId`.",
  ],
  [
    "missing-field",
    'format: { kind: number, formatString: ",.0f" }',
    'format: { formatString: ",.0f" }',
    "columns[amount].format: `kind` is missing [missing-field]. Write `kind: number` or `kind: datetime`.",
  ],
  [
    "unknown-kind",
    "kind: bar-chart",
    "kind: bar",
    "warning: elements[trend].kind: the kind `bar` is not known; it is sent as it is, unchecked " +
      "[unknown-kind]. Did you mean `bar-chart`?",
  ],
  [
    "unknown-field",
    "xAxis: { columnId: x }",
    "xAxes: { columnId: x }",
    "elements[trend].xAxes: `xAxes` is not known here; it is sent as it is, and the platform may drop it " +
      "[unknown-field]. Did you mean `xAxis`?",
  ],
  [
    "dropped-field",
    "mode: include",
    "showClearButton: true\n    mode: include",
    "elements[region].showClearButton: the platform accepts `showClearButton` here and " +
      "drops it [dropped-field]. Remove it.",
  ],
  [
    "dropped-field",
    "value: { columnId: sum }",
    "value: { columnId: sum }\n    trellis: {}",
    "elements[kpi].trellis: the platform accepts `trellis` here and drops it",
  ],
  [
    "duplicate-id",
    "id: details, type",
    "id: note, type",
    "error: elements[note].id: the id `note` is also that of another overlay [duplicate-id]. Give each its own id.",
  ],
  ["duplicate-id", "{ id: y, formula", "{ id: x, formula", "the id `x` is in this element twice [duplicate-id]"],
  [
    "duplicate-name",
    "name: Ordered At }",
    "name: Amount }",
    "another column of this element is called `Amount`: the platform renames this one `Amount (1)` [duplicate-name]",
  ],
  [
    "missing-reference",
    "elementId: orders }\n    columns: [{ id: sum",
    "elementId: order }\n    columns: [{ id: sum",
    "there is no element `order` in this workbook [missing-reference]. Did you mean `orders`?",
  ],
  [
    "missing-reference",
    "groupingId: by_month",
    "groupingId: by_moth",
    "`monthly` has no grouping `by_moth` [missing-reference]. Did you mean `by_month`?",
  ],
  [
    "missing-reference",
    "groupingId: by_month",
    "groupingId: base",
    "the platform reads `base` and refuses it in a write [missing-reference]. Leave `groupingId` out.",
  ],
  [
    "missing-reference",
    "overlayId: details",
    "overlayId: detail",
    "there is no overlay `detail` in this workbook [missing-reference]. Did you mean `details`?",
  ],
  [
    "missing-column",
    "xAxis: { columnId: x }",
    "xAxis: { columnId: xx }",
    "this bar-chart has no column `xx` [missing-column]",
  ],
  [
    "missing-column",
    "columnId: region }",
    "columnId: regio }",
    "`orders` has no column `regio`: the platform stores this, and the control filters nothing " +
      "[missing-column]. Did you mean `region`?",
  ],
  [
    "missing-column",
    "overlayId: details }",
    "overlayId: details }, { kind: insert-rows, tableElementId: orders, values: { amout: 1 } }",
    "the action writes the column `amout`, which `orders` doesn't have [missing-column]. Did you mean `amount`?",
  ],
  [
    "two-channels",
    "yAxis: { columnIds: [y] }",
    "yAxis: { columnIds: [x] }",
    "the column `x` is on `xAxis` and on `yAxis` [two-channels]. Declare the column twice, with two ids.",
  ],
  [
    "two-channels",
    "yAxis: { columnIds: [y] }",
    "yAxis: { columnIds: [y] }\n    yAxis2: { columnIds: [x] }",
    "`x` isn't on `yAxis` [two-channels]",
  ],
  [
    "grouped-sort",
    "    groupings: [{ id: by_month",
    "    sort: [{ columnId: month, direction: ascending }]\n    groupings: [{ id: by_month",
    "a table with groupings sorts in them [grouped-sort]. Put it into the grouping: `groupings[by_month].sort`.",
  ],
  [
    "missing-grouping",
    ", groupingId: by_month",
    "",
    "`monthly` is grouped, and without `groupingId` its single rows are read: averages are weighted by them " +
      "[missing-grouping]. Write `groupingId: by_month`, if groups are meant.",
  ],
  [
    "layout-form",
    '    <Element elementId="open"',
    '    <LayoutElement elementId="open"',
    "w.yaml:56:5: error: layout: `LayoutElement` is a tag of an earlier form [layout-form]. Write `Element`.",
  ],
  [
    "layout-form",
    '  </Page>\n  <Page id="data"',
    '    <!-- data -->\n  </Page>\n  <Page id="data"',
    "w.yaml:59:5: error: layout: the platform refuses comments in a layout [layout-form]. Remove the comment.",
  ],
  [
    "layout-form",
    '  </Page>\n  <Page id="data"',
    '    {{rest}}\n  </Page>\n  <Page id="data"',
    "`{{rest}}` is text, and a layout has only tags [layout-form]. Replace the placeholder.",
  ],
  [
    "layout-placement",
    '    <Element elementId="kpi" gridColumn="1 / 9" gridRow="3 / 9"/>\n',
    "",
    "elements[kpi]: the element `kpi` has no place in the layout [layout-placement]",
  ],
  [
    "layout-placement",
    'elementId="kpi"',
    'elementId="kpii"',
    "w.yaml:57:14: error: layout: there is no element `kpii` [layout-placement]. Did you mean `kpi`?",
  ],
  [
    "layout-placement",
    'elementId="kpi"',
    'elementId="trend"',
    "w.yaml:58:14: error: layout: the element `trend` is placed twice [layout-placement]. Place each element once.",
  ],
  [
    "layout-placement",
    '<Page id="data"',
    '<Page id="date"',
    "w.yaml:60:9: error: layout: there is no page, overlay or panel `date` [layout-placement]. Did you mean `data`?",
  ],
  [
    "layout-lines",
    'gridColumn="1 / 7"',
    'gridColumn="0 / 6"',
    "w.yaml:55:33: error: layout: lines of the grid begin with 1 [layout-lines]. The full " +
      "width of 24 columns is `1 / 25`.",
  ],
  ["layout-lines", 'gridColumn="1 / 7"', 'gridColumn="7 / 7"', "the second line is behind the first [layout-lines]"],
  [
    "layout-fit",
    'gridColumn="7 / 13"',
    'gridColumn="5 / 13"',
    "w.yaml:56:14: warning: layout: `open` covers part of `region` [layout-fit]. Move one of the two.",
  ],
  [
    "layout-fit",
    'gridColumn="9 / 25"',
    'gridColumn="9 / 27"',
    "this reaches beyond the 24 columns there are [layout-fit]. The last line is 25.",
  ],
  [
    "layout-fit",
    'gridColumn="1 / 9" gridRow="3 / 9"',
    'gridColumn="1 / 9" gridRow="3 / 6"',
    "a KPI of 3 rows cuts off its title [layout-fit]. Give it 5 rows or more.",
  ],
  [
    "formula-syntax",
    'Sum([Orders/Amount])", name: Total',
    'Sum([Orders/Amount]", name: Total',
    "this `(` has no partner [formula-syntax]",
  ],
  [
    "missing-node",
    'Sum([Orders/Amount])", name: Total',
    'Sum([Missing node/abc])", name: Total',
    "the formula reads from an element that was deleted on the platform [missing-node]",
  ],
  [
    "unresolved-name",
    'Sum([Orders/Amount])", name: Total',
    'Sum([Orders/Amout])", name: Total',
    "w.yaml:30:40: error: elements[kpi].columns[sum].formula: `Orders` has no column `Amout` " +
      "[unresolved-name]. Did you mean `Amount`?",
  ],
  [
    "unresolved-name",
    "Max([Monthly/Revenue])",
    "Max([Monthly/Revenue]) * [Rate]",
    "`[Rate]` is neither a column of this element nor a control [unresolved-name]",
  ],
  [
    "unknown-function",
    "Max([Monthly/Revenue])",
    "Maxx([Monthly/Revenue])",
    "`Maxx` is not a known function [unknown-function]. Did you mean `Max`?",
  ],
  [
    "fan-out",
    'groupingId: by_month }\n    columns:\n      - { id: x, formula: "[Monthly/Month]", name: Month ' +
      '}\n      - { id: y, formula: "Max(',
    'groupingId: other }\n    columns:\n      - { id: x, formula: "[Monthly/Month]", name: Month ' +
      '}\n      - { id: y, formula: "Sum(',
    "`Monthly` repeats `Revenue` once for each of its single rows, so this aggregate is too high [fan-out]. Read " +
      "the same grain with `groupingId: by_month`, or a `summary` of `Monthly` with `Max`.",
  ],
  [
    "blocked-color",
    "xAxis: { columnId: x }",
    'color: { by: single, value: "rgb(1, 2, 3)" }\n    xAxis: { columnId: x }',
    "the gateway in front of the platform refuses `rgb(`, whatever it stands in [blocked-color]. " +
      "Write the color in hex: `#1a2b3c`.",
  ],
  ["text-markup", "## Details", "#### Details", "headings have at most three `#` [text-markup]"],
  ["text-markup", "## Details", "<p>Details</p>", "a plain `<p>` is refused [text-markup]"],
  ["text-markup", "## Details", "<b>Details</b>", "`<b>` is no tag of a text [text-markup]"],
  [
    "list-target",
    "columnId: region }",
    "columnId: amount }",
    "a list can't filter numbers or dates: the platform accepts this and forgets the target [list-target]",
  ],
  [
    "open-range",
    "value: { columnId: sum }",
    "value: { columnId: sum }\n    filters: [{ id: f, columnId: sum, kind: number-range, min: null, max: null }]",
    "a range of numbers needs one of its ends [open-range]",
  ],
  [
    "open-range",
    "value: { columnId: sum }",
    "value: { columnId: sum }\n    style: { padding: none, borderWidth: 1 }",
    "an element with a border keeps its padding [open-range]",
  ],
  [
    "organization-id",
    "dataModelId: !ref orders",
    "dataModelId: 0f8a3c52-9b1d-4c7e-8f00-1234567890ab",
    "this id belongs to one organization, and the file only works there [organization-id]. Write `!ref orders`, " +
      "and give its value in `refs`.",
  ],
];

test.each(broken)("%s: %j → %j", (rule, from, to, expected) => {
  const found = tell(change(from, to));
  expect(found).toContainEqual(expect.stringContaining(expected));
  expect(found.filter((line) => line.includes(`[${rule}]`))).not.toEqual([]);
});

test("every rule has a broken file", () => {
  expect(Object.keys(workbookSeverities).filter((rule) => !broken.some(([one]) => one === rule))).toEqual([]);
});

test("a fault in rows is told at its place in them", () => {
  expect(tell(change("kpi: 8, trend: 16", "kpi: 12, trend: 16", asRows))).toEqual([
    "w.yaml:56:18: error: layout.main[1].of: the widths add up to 28 of 24 columns [layout-form]. Make some narrower.",
  ]);
});

test("all faults of a file are told at once, in the order of its lines", () => {
  const text = change("columnIds: [y]", "columnIds: [z]", change("schemaVersion: 1", "schemaVersion: 3"));
  expect(tell(text).map((line) => line.split(":")[1])).toEqual(["1", "40"]);
});

test("values that a preview doesn't know are passed over", () => {
  const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  const form = parseSpec(
    sound.replace("columnId: sum }", `columnId: ${unknown} }`).replace("elementId: monthly,", `elementId: ${unknown},`),
  );
  expect(validateWorkbook(form).filter(({ severity }) => severity === "error")).toEqual([]);
});

test("an id that a placeholder stands for is none of the file", () => {
  const id = "0f8a3c52-9b1d-4c7e-8f00-1234567890ab";
  const authored = parseSpec(sound);
  const filled = parseSpec(sound.replace("dataModelId: !ref orders", `dataModelId: ${id}`));
  expect(validateWorkbook(filled, { authored })).toEqual([]);
  expect(validateWorkbook(filled)).toMatchObject([{ rule: "organization-id" }]);
});

test("severities can be set", () => {
  const form = parseSpec(change("## Details", "#### Details"));
  expect(validateWorkbook(form, { severities: { "text-markup": "off" } })).toEqual([]);
  expect(validateWorkbook(form, { severities: { "text-markup": "warning" } })).toMatchObject([{ severity: "warning" }]);
});

test("no text makes it throw", () => {
  for (const [, from, to] of broken) {
    const form = parseSpec(change(from, to)) as Record<string, unknown>;
    for (const key of Object.keys(form)) {
      for (const value of [null, 1, "x", [], {}, [null, 3, {}]]) {
        expect(() => validateWorkbook({ ...form, [key]: value } as never)).not.toThrow();
      }
    }
  }
});
