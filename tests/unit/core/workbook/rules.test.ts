import { type Json, type JsonObject, type Path, parseSpec } from "../../../../provider/src/core/model";
import {
  isWorkbook,
  validateWorkbook,
  WorkbookForms,
  workbookSeverities,
} from "../../../../provider/src/core/workbook";
import { chooseCases } from "../../../cases";
import { asRows, change, sound, tell } from "./sound";

test("a sound workbook has no findings, whichever form its layout has, and in the envelope of the API", () => {
  expect(tell(sound)).toEqual([]);
  expect(tell(asRows)).toEqual([]);
  const wrapped = JSON.stringify({ name: "W", contents: parseSpec(sound) });
  expect(tell(wrapped)).toEqual([]);
});

test("`$schema` is for editors: no finding, and not sent", () => {
  const document = parseSpec(sound) as { pages: JsonObject[]; elements: JsonObject[] };
  const $schema = "../schema/workbook.json";
  const add = (item: JsonObject) => ({ $schema, ...item });
  const whole = { ...add(document), pages: document.pages.map(add), elements: document.elements.map(add) };
  expect(tell(JSON.stringify(whole))).toEqual([]);
  expect(JSON.stringify(new WorkbookForms(whole).declared)).not.toContain("$schema");
  expect(new WorkbookForms(whole).canonical).toEqual(new WorkbookForms(document).canonical);
});

test("a data model is no workbook", () => {
  expect(isWorkbook(parseSpec("schemaVersion: 1\npages: [{ id: p, name: P, elements: [] }]"))).toBe(false);
});

/** An edit that makes the source of the number a join, with one side as given and the other the table of months. */
function buildJoined(left: string, expected: string): [from: string, to: string, expected: string] {
  const from = "source: { kind: table, elementId: orders }\n    columns: [{ id: sum";
  const right = "right: { kind: table, elementId: monthly }";
  const primary = left.includes("trend") ? "primarySource: { kind: table, elementId: orders }, " : "";
  const source = `{ kind: join, ${primary}joins: [{ ${left}, ${right}, columns: [] }] }`;
  return [from, `source: ${source}\n    columns: [{ id: sum`, expected];
}

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
    "kind: workbok",
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
    "elements[kpi].value: `columnId` is missing [missing-field]. Rename `id` to `columnId`.",
  ],
  [
    "missing-field",
    'format: { kind: number, formatString: ",.0f" }',
    'format: { formatString: ",.0f" }',
    "columns[amount].format: `kind` is missing [missing-field]. One of `number`, `datetime`.",
  ],
  [
    "misspelt-value",
    "kind: bar-chart",
    "kind: bar",
    "error: elements[trend].kind: the kind `bar` is not known here [misspelt-value]. Did you mean `bar-chart`?",
  ],
  [
    "unknown-kind",
    "kind: bar-chart",
    "kind: radar-chart",
    "warning: elements[trend].kind: the kind `radar-chart` is not known; it is sent as it is, unchecked [unknown-kind]",
  ],
  [
    "misspelt-field",
    "xAxis: { columnId: x }",
    "xAxes: { columnId: x }",
    "error: elements[trend].xAxes: `xAxes` is not known here [misspelt-field]. Did you mean `xAxis`?",
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
    "error: elements[note].id: the id `note` is also that of another overlay (line 7) [duplicate-id]. " +
      "Give each its own id.",
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
    "overlayId: details }, { effect: insert-rows, tableElementId: orders, values: { amout: 1 } }",
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
    "this `(` is never closed [formula-syntax]. Add the `)`.",
  ],
  [
    "missing-node",
    'Sum([Orders/Amount])", name: Total',
    'Sum([Missing node/abc])", name: Total',
    "the formula reads from an element that was deleted on the platform [missing-node]",
  ],
  [
    "missing-column",
    'Sum([Orders/Amount])", name: Total',
    'Sum([Orders/Amout])", name: Total',
    "w.yaml:30:40: error: elements[kpi].columns[sum].formula: nothing in this workbook is called `[Orders/Amout]` " +
      "here [missing-column]. Did you mean `[Orders/Amount]`?",
  ],
  [
    "unresolved-name",
    "Max([Monthly/Revenue])",
    "Max([Monthly/Revenue]) * [Rate]",
    "nothing in this workbook is called `[Rate]` here [unresolved-name]. A column of its source is written " +
      "`[Monthly/Rate]`.",
  ],
  [
    "unknown-function",
    "Max([Monthly/Revenue])",
    "Maxx([Monthly/Revenue])",
    "`Maxx` is not a known function [unknown-function]. Did you mean `Max`?",
  ],
  [
    "forgotten-ref",
    "source: { kind: data-model, dataModelId: !ref orders,",
    "source: { kind: data-model, dataModelId: orders,",
    "`orders` can't be the id of a data model: those of the platform have digits [forgotten-ref]. Write `!ref orders`",
  ],
  [
    "row-aggregate",
    "calculations: [revenue], ",
    "",
    "`Sum` is calculated for each single row here, and an aggregate of one row is that row [row-aggregate]. List the " +
      "column's id in `calculations` of a grouping or in `summary`, or make it a metric.",
  ],
  [
    "slash-name",
    "name: Month }\n      - { id: revenue",
    'name: Year/Month }\n      - { id: of, formula: "[Year/Month]", name: Of }\n      - { id: revenue',
    "the column `Year/Month` has a slash in its name, and formulas read what is before it as an element " +
      "[slash-name]. Give the column a name without a slash.",
  ],
  [
    "grouped-metric",
    "groupings: [{ id: by_month,",
    'metrics: [{ id: m, name: Revenue, formula: "Sum([Revenue])" }, ' +
      '{ id: n, name: N, formula: "[Metrics/Revenue]" }]\n    groupings: [{ id: by_month,',
    "`[Metrics/Revenue]` is the column `Revenue`: its query fails [grouped-metric]",
  ],
  [
    "repeated-metric",
    '"[Orders/Region]" }\n  - id: monthly\n    kind: table\n    name: Monthly',
    '"[Orders/Region]" }\n    metrics: [{ id: m, name: Sales, formula: "Count()" }]\n  - id: monthly\n' +
      '    kind: table\n    name: Monthly\n    metrics: [{ id: m, name: Sales, formula: "Count()" }]',
    "the table inherits a metric `Sales`, so the platform calls this one `Sales (1)` [repeated-metric]",
  ],
  [
    "formula-arguments",
    'DateTrunc("month", [Orders/Ordered At])',
    'DateTrunc([Orders/Ordered At], "month")',
    'stand in another order: `DateTrunc(precision, date, [text])` [formula-arguments]. Write `DateTrunc("month", ' +
      "[Orders/Ordered At])`.",
  ],
  [
    "formula-types",
    "Max([Monthly/Revenue])",
    "Sum([Monthly/Month])",
    "`Sum` takes a number, and `[Monthly/Month]` is a date [formula-types]",
  ],
  [
    "doubtful-formula",
    "Max([Monthly/Revenue])",
    "Max([Monthly/Revenue]) = Null",
    "a comparison with `Null` is neither true nor false [doubtful-formula]. Write `IsNull(Max([Monthly/Revenue]))`.",
  ],
  [
    "fan-out",
    'groupingId: by_month }\n    columns:\n      - { id: x, formula: "[Monthly/Month]", name: Month ' +
      '}\n      - { id: y, formula: "Max(',
    'groupingId: other }\n    columns:\n      - { id: x, formula: "[Monthly/Month]", name: Month ' +
      '}\n      - { id: y, formula: "Sum(',
    "`Monthly` calculates `Revenue` for each group of `by_month`, and this reads another grain: the values repeat, " +
      "and `Sum` of them is wrong [fan-out]. Read the same grain with `groupingId: by_month`, or a `summary` of " +
      "`Monthly` with `Max`.",
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
  [
    "text-markup",
    '"## Details"',
    `'<span style="color: #1a2b3c; margin: 3px">x</span>'`,
    "the platform refuses `margin` in the style of a text [text-markup]. Known: color, background-color, font-size, " +
      "font-family, text-align.",
  ],
  [
    "dropped-field",
    "selectionMode: multiple",
    "selectionMode: single\n    values: [a]",
    "elements[region].values: the platform accepts `values` here and drops it [dropped-field]. Write `value`, or " +
      "`selectionMode: multiple`.",
  ],
  [
    "dropped-field",
    "controlType: list\n    mode: include\n    selectionMode: multiple",
    'controlType: slider\n    mode: "="\n    min: 1',
    "elements[region].min: the platform accepts `min` here and drops it [dropped-field]. Write `low` and `high`.",
  ],
  [
    "wrong-type",
    "elements:\n",
    "agents: [{ id: a, name: A, instructions: Help, greeting: Hello }]\nelements:\n",
    "agents[a].greeting: expected an object, got the string `Hello` [wrong-type]. Write `greeting: { mode: static,",
  ],
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
      "and give its value in `refs`: the `DataModel`, or `getDataModel`.",
  ],
  [
    "organization-id",
    "kind: workbook\n",
    "kind: workbook\nsettings: { theme: { name: 0f8a3c52-9b1d-4c7e-8f00-1234567890ab } }\n",
    "settings.theme.name: this id belongs to one organization, and the file only works there [organization-id]. " +
      "Write `!ref theme`, and give its value in `refs`: a value of the stack's configuration",
  ],
  [
    "organization-id",
    "{ id: main, name: Main }",
    "{ id: main, name: Main, visibility: { kind: specific-users-and-teams, assignments: { users: " +
      "[0f8a3c52-9b1d-4c7e-8f00-1234567890ab] } } }",
    "users[0]: this id belongs to one organization, and the file only works there [organization-id]. Write " +
      "`!ref member`, and give its value in `refs`: a `Member`, or `getMember`.",
  ],
  [
    "organization-id",
    "!ref orders#fact_orders",
    "a1B2c3D4e5",
    "elements[orders].source.elementId: the platform gives each element of a model an id of its own: this one is of " +
      "one organization [organization-id]. Write `!ref orders#…`, with its id in the model's file. Of a model " +
      "without a file here, write `!ref orders#a1B2c3D4e5`, and give its value in `refs`.",
  ],
  [
    "organization-id",
    '- { id: note, kind: text, body: "## Details" }',
    "- { id: note, kind: image, source: { kind: upload, key: org/uuid } }",
    "elements[note].source.key: an uploaded image belongs to one organization, and others refuse it " +
      "[organization-id]. Use `kind: url`.",
  ],
  [
    "wrong-type",
    "schemaVersion: 1\nkind: workbook\npages:\n",
    "schemaVersion: 1\nkind: workbook\nsettings: dark\npages:\n",
    "w.yaml:3:1: error: settings: expected an object, got the string `dark` [wrong-type]",
  ],
  ["wrong-type", "id: kpi\n", "id: 5\n", 'expected a string, got the number 5 [wrong-type]. Put it in quotes: "5".'],
  [
    "wrong-type",
    "value: { columnId: sum }",
    "value: sum",
    "elements[kpi].value: expected an object, got the string `sum` [wrong-type]. Write `value: { columnId: revenue }`.",
  ],
  [
    "wrong-type",
    "yAxis: { columnIds: [y] }",
    "yAxis: [{ id: y }]",
    "expected an object, got a list [wrong-type]. Write `yAxis: { columnIds: [revenue] }`.",
  ],
  ["wrong-type", "overlays:\n  -", "overlays:\n  - null\n  -", "overlays[0]: expected an object, got nothing (null)"],
  [
    "wrong-type",
    "value: { columnId: sum }",
    'value: { columnId: sum }\n    filters: [{ id: f, columnId: sum, kind: number-range, min: "5" }]',
    "filters[f].min: expected a number or null, got the string `5` [wrong-type]. Write it without quotes: 5.",
  ],
  ["missing-field", "{ id: click, trigger: on-click,", "{ id: click,", "actions[click]: `trigger` is missing"],
  [
    "missing-field",
    "overlayId: details }",
    "overlayId: details }, { effect: delete-rows, table: orders, whichRows: {} }",
    "effects[1]: `tableElementId` is missing [missing-field]. Rename `table` to `tableElementId`.",
  ],
  [
    "missing-field",
    "{ effect: open-overlay,",
    "{ kind: open-overlay,",
    "effects[0]: `effect` is missing [missing-field]. Rename `kind` to `effect`.",
  ],
  [
    "missing-field",
    "overlayId: details }]",
    "overlayId: details }, { effect: if-else, if: {}, else: { effects: [{ effect: navigate }] } }]",
    "effects[1].else.effects[0]: `target` is missing [missing-field]. Write `target: …`.",
  ],
  [
    "missing-field",
    "overlays:\n  -",
    "agents: [{ id: a, tools: [{ toolId: t, steps: [{ kind: effect, effect: navigate }] }] }]\noverlays:\n  -",
    "agents[a].tools[0].steps[0]: `target` is missing [missing-field]. Write `target: …`.",
  ],
  [
    "missing-reference",
    "overlays:\n  -",
    "agents: [{ id: a, tools: [{ toolId: t, steps: [{ kind: effect, effect: set-control-value, control: regio, " +
      "value: 1 }] }] }]\noverlays:\n  -",
    "there is no control `regio` in this workbook [missing-reference]. Did you mean `region`?",
  ],
  [
    "missing-reference",
    "overlays:\n  -",
    "overlays:\n  - { id: more, type: popover, popover: { triggerElementId: opne } }\n  -",
    "there is no element `opne` in this workbook [missing-reference]. Did you mean `open`?",
  ],
  ["misspelt-value", "effect: open-overlay", "effect: open-overlays", "the effect `open-overlays` is not known here"],
  [
    "misspelt-value",
    "source: { kind: table, elementId: monthly",
    "source: { kind: tabel, elementId: monthly",
    "the kind of source `tabel` is not known here [misspelt-value]. Did you mean `table`?",
  ],
  [
    "unknown-field",
    "name: Total\n    source",
    "name: Total\n    pageId: main\n    source",
    "`pageId` is not known here; it is sent as it is, and the platform may drop it [unknown-field]. " +
      "The layout says on which page an element is.",
  ],
  ["unknown-field", "name: Ordered At }", "title: Ordered At }", "columns[at].title: `title` is not known here"],
  ["misspelt-field", "groupBy: [month],", "groupBy: [month], calculation: [],", "Did you mean `calculations`?"],
  ["unknown-field", "type: modal,", "type: modal, header: {},", "overlays[details].header: `header` is not known here"],
  [
    "misspelt-field",
    "elementId: orders }\n    columns: [{ id: sum",
    "elementId: orders, grouping: x }\n    columns: [{ id: sum",
    "elements[kpi].source.grouping: `grouping` is not known here",
  ],
  [
    "missing-reference",
    "{ effect: open-overlay, overlayId: details }",
    "{ effect: navigate, target: { type: element, element: trends } }",
    "there is no element `trends` in this workbook [missing-reference]. Did you mean `trend`?",
  ],
  [
    "missing-reference",
    '- { id: note, kind: text, body: "## Details" }',
    "- { id: note, kind: chat, agentId: helper }",
    "elements[note].agentId: there is no agent `helper` in this workbook [missing-reference]",
  ],
  ...(
    [
      ["sort: [{ columnId: month,", "sort: [{ columnId: moth,", "groupings[by_month].sort[0].columnId"],
      ["xAxis: { columnId: x }", "xAxis: { columnId: x, sort: { by: z } }", "xAxis.sort.by"],
      [
        "xAxis: { columnId: x }",
        "xAxis: { columnId: x }\n    trellis: { rowsBy: [{ columnId: z }] }",
        "trellis.rowsBy[0]",
      ],
      [
        "xAxis: { columnId: x }",
        "xAxis: { columnId: x }\n    refMarks: [{ value: { type: column, columnId: z } }]",
        "refMarks",
      ],
      [
        "groupings: [{ id: by_month",
        "folders: [{ id: f, items: [z] }]\n    groupings: [{ id: by_month",
        "folders[f].items[0]",
      ],
      [
        "groupings: [{ id: by_month",
        "conditionalFormats: [{ type: single, columnIds: [z] }]\n    groupings: [{ id: by_month",
        "conditionalFormats[0].columnIds[0]",
      ],
      [
        "value: { columnId: sum }",
        "value: { columnId: sum }\n    filters: [{ id: f, columnId: z }]",
        "filters[f].columnId",
      ],
    ] as const
  ).map(([from, to, at]): [string, string, string, string] => ["missing-column", from, to, at]),
  [
    "missing-column",
    "    mode: include\n",
    "    mode: include\n    source: { kind: source, source: { kind: table, elementId: orders }, columnId: regio }\n",
    "elements[region].source.columnId: `orders` has no column `regio` [missing-column]. Did you mean `region`?",
  ],
  [
    "missing-column",
    "overlayId: details }",
    "overlayId: details }, { effect: delete-rows, tableElementId: orders, whichRows: { columnId: idd } }",
    "whichRows.columnId: `orders` has no column `idd`",
  ],
  [
    "missing-grouping",
    "source: { kind: table, elementId: orders }\n    columns: [{ id: sum",
    "source: { kind: join, joins: [{ left: { kind: table, elementId: orders }, right: { kind: table, " +
      "elementId: monthly }, columns: [] }] }\n    columns: [{ id: sum",
    "elements[kpi].source.joins[0].right: `monthly` is grouped, and without `groupingId`",
  ],
  ["layout-placement", '<Page id="data"', "<Page", "this `Page` has no `id` [layout-placement]. Write `id="],
  ["layout-placement", ' elementId="kpi"', "", "this `Element` has no `elementId` [layout-placement]"],
  ["layout-placement", '<Page id="data"', '<Page id="main"', "layout: the layout has `main` twice [layout-placement]"],
  [
    "layout-placement",
    'elementId="monthly" gridColumn="1 / 25" gridRow="20 / 40"/>',
    'elementId="monthly" gridColumn="1 / 25" gridRow="20 / 40"/>\n    <TabbedContainer elementId="t" ' +
      'gridColumn="1 / 25" gridRow="40 / 60"><Tab/><Tab/></TabbedContainer>',
    "there is no element `t`",
  ],
  ["layout-lines", 'gridColumn="1 / 7"', 'gridColumn="1-7"', "`gridColumn` is two lines of the grid with `/` between"],
  ["layout-fit", ' gridColumn="1 / 7"', "", "`region` has no `gridColumn` [layout-fit]. Write `gridColumn="],
  [
    "layout-fit",
    'id="details" type="grid" gridTemplateColumns="repeat(12',
    'id="details" type="grid" gridTemplateColumns="repeat(16',
    "a grid has 6, 12 or 24 columns, not 16",
  ],
  [
    "formula-syntax",
    'body: "## Details"',
    'body: "## {{Sum([Orders/Amount]}}"',
    "w.yaml:52:44: error: elements[note].body: this `(` is never closed [formula-syntax]. Add the `)`.",
  ],
  [
    "unknown-function",
    "trigger: on-click,",
    'trigger: { on: on-click, condition: "Summ(1) > 0" },',
    "trigger.condition: `Summ` is not a known function [unknown-function]. Did you mean `Sum`?",
  ],
  [
    "formula-syntax",
    "overlayId: details }",
    'overlayId: details }, { effect: set-control-value, control: region, value: { type: formula, formula: "[A" } }',
    "this `[` is never closed [formula-syntax]",
  ],
  ["sql-operator", "Max([Monthly/Revenue])", "[Monthly/Revenue] is null", "`is` is an operator of SQL"],
  [
    "missing-node",
    'body: "## Details"',
    'body: "{{[Missing node/x]}}"',
    "w.yaml:52:38: error: elements[note].body: the formula reads from an element that was deleted",
  ],
  ["join-left-side", ...buildJoined("left: { kind: table, elementId: trend }", "the left side of a join must be")],
  [
    "join-primary-source",
    ...buildJoined("left: { kind: table, elementId: monthly }", "so that none can be where the joins"),
  ],
  [
    "union-columns",
    "source: { kind: table, elementId: orders }\n    columns: [{ id: sum",
    "source: { kind: union, sources: [{ kind: table, elementId: orders }], matches: [{ outputColumnName: A, " +
      "sourceColumns: [] }] }\n    columns: [{ id: sum",
    "there is one entry per source",
  ],
  [
    "source-cycle",
    "{ kind: table, elementId: orders }\n    columns:\n      - { id: month",
    "{ kind: table, elementId: monthly }\n    columns:\n      - { id: month",
    "the table is its own source: `monthly` → `monthly`",
  ],
  [
    "folder-cycle",
    "groupings: [{ id: by_month",
    "folders: [{ id: f, name: F, items: [f] }]\n    groupings: [{ id: by_month",
    "the folder is inside itself",
  ],
  [
    "circular-formula",
    'Sum([Orders/Amount])", name: Revenue',
    'Sum([Revenue])", name: Revenue',
    "the formula depends on itself: `Revenue` → `Revenue`",
  ],
  [
    "unresolved-control",
    "source: { kind: table, elementId: orders }\n    columns: [{ id: sum",
    "source: { kind: sql, connectionId: !ref wh, statement: 'select {{regio}}' }\n    columns: [{ id: sum",
    "no control has the controlId `regio` [unresolved-control]. Did you mean `{{region}}`?",
  ],
  ...(
    [
      [
        "duplicate-filter",
        "{ id: f, columnId: sum, kind: list }, { id: g, columnId: sum, kind: list }",
        "has a filter already",
      ],
      ["date-range", "{ id: f, columnId: sum, kind: date-range, mode: custom }", "`custom` needs"],
      ["mixed-values", "{ id: f, columnId: sum, kind: list, values: [1, a] }", "the values must be of one type"],
      ["empty-filter", "{ id: f, columnId: sum, kind: list, mode: include, values: [] }", "has no values: whether"],
      ["iso-date", "{ id: f, columnId: sum, kind: date-range, mode: on, date: 1.2.2024x }", "is not an ISO 8601 date"],
    ] as const
  ).map(([rule, filter, text]): [string, string, string, string] => [
    rule,
    "value: { columnId: sum }",
    `value: { columnId: sum }\n    filters: [${filter}]`,
    text,
  ]),
  [
    "manual-values",
    "mode: include",
    "mode: include\n    source: { kind: manual, valueType: number, values: [a] }",
    "`valueType` is `number`",
  ],
  [
    "manual-labels",
    "mode: include",
    "mode: include\n    source: { kind: manual, valueType: text, values: [a], labels: [A, B] }",
    "label i names value i",
  ],
  ["number-format", 'formatString: ",.0f"', 'formatString: "#,##0"', "is no number format of d3"],
  [
    "no-effect",
    "trigger: on-click",
    "trigger: on-select",
    "`on-select` is no event of this button [no-effect]. Write `on-click`.",
  ],
  [
    "out-of-bounds",
    "elements:\n",
    "settings: { theme: { name: Light, overrides: { titleFont: { fontSize: 200 } } } }\nelements:\n",
    "`fontSize` is from 6 to 96 [out-of-bounds]. Write `96`, or a value between 6 and 96.",
  ],
  [
    "blocked-image",
    'kind: text, body: "## Details"',
    'kind: image, source: { kind: url, url: "data:image/svg+xml;base64,PHN2Zy8+" }',
    "refuses an SVG image as data [blocked-image]. Give the image by its address, or as PNG.",
  ],
  [
    "date-format",
    'format: { kind: number, formatString: ",.0f" }',
    "format: { kind: datetime, formatString: YYYY-MM }",
    "is no date format of d3",
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

/** The sound text with another formula for the number of the chart, and another grain of its source. */
const read = (formula: string, source = "elementId: monthly, groupingId: by_month") =>
  change("elementId: monthly, groupingId: by_month", source, change("Max([Monthly/Revenue])", formula));

const ungrouped = "elementId: monthly";

test.each<[what: string, text: string, isWrong: boolean]>([
  ["the same grain", read("Sum([Monthly/Revenue])"), false],
  ["single rows", read("Sum([Monthly/Revenue])", ungrouped), true],
  ["single rows, a ratio", read("Sum([Monthly/Revenue]) / Max([Monthly/Revenue])", ungrouped), true],
  ["single rows, in another call", read("Round(Avg([Monthly/Revenue]), 2)", ungrouped), true],
  ["single rows, the greatest", read("Max([Monthly/Revenue])", ungrouped), false],
  ["single rows, the greatest in a condition", read("If(Max([Monthly/Revenue]) > 1, 'a', 'b')", ungrouped), false],
  ["single rows, a column without groups", read("CountDistinct([Monthly/Month])", ungrouped), false],
  ["a text that only looks like one", read("'Sum([Monthly/Revenue])'", ungrouped), false],
])("fan-out: %s", (_what, text, isWrong) => {
  expect(tell(text).some((line) => line.includes("[fan-out]"))).toBe(isWrong);
});

test.each([
  ["one that excludes nothing", "mode: exclude, values: []"],
  ["one that is off", "mode: include, values: [], state: disabled"],
  ["one with a value", "mode: include, values: [null]"],
])("a filter without values is no finding: %s", (_what, fields) => {
  const filters = `value: { columnId: sum }\n    filters: [{ id: f, columnId: sum, kind: list, ${fields} }]`;
  expect(tell(change("value: { columnId: sum }", filters))).toEqual([]);
});

test("what the platform's own documents have is no finding", () => {
  for (const body of ["## {{Count() | ,.0f}}", '{{If([Orders/Region] = "a|b", 1, 2)|$,.2f}} of {{[region]}}'])
    expect(tell(change('body: "## Details"', `body: ${JSON.stringify(body.replaceAll('\\"', '"'))}`))).toEqual([]);
  for (const weight of ["700", "bold"])
    expect(tell(change("yAxis: {", `dataLabel: { fontWeight: ${weight} }\n    yAxis: {`))).toEqual([]);
  expect(tell(change("yAxis: {", "dataLabel: { fontWeight: [1] }\n    yAxis: {")).join()).toContain("[wrong-type]");
  // The format is no place to hide a mistake before it.
  expect(tell(change('body: "## Details"', 'body: "{{Summ([Orders/Amount]) | ,.0f}}"')).join()).toContain(
    "Did you mean",
  );
});

test("a list control that nobody has set is no finding", () => {
  expect(tell(change("mode: include\n", "mode: include\n    values: []\n"))).toEqual([]);
});

test("a value of a group that a table takes on is still one of a group: fan-out", () => {
  const taken = change(
    "  - id: kpi\n",
    "  - id: taken\n    kind: table\n    name: Taken\n    source: { kind: table, elementId: monthly }\n" +
      '    columns: [{ id: r, formula: "[Monthly/Revenue]", name: Revenue }]\n  - id: kpi\n',
    change(
      'source: { kind: table, elementId: orders }\n    columns: [{ id: sum, formula: "Sum([Orders/Amount])"',
      'source: { kind: table, elementId: taken }\n    columns: [{ id: sum, formula: "Sum([Taken/Revenue])"',
    ),
  );
  const listFound = (text: string) => tell(text).filter((line) => line.includes("[fan-out]"));
  expect(listFound(taken)).toEqual([
    expect.stringContaining("elements[kpi].columns[sum].formula: `Monthly` calculates `Revenue` for each group of"),
  ]);
  // The table reads one row for each group.
  expect(
    listFound(
      taken.replace("elementId: monthly }\n    columns", "elementId: monthly, groupingId: by_month }\n    columns"),
    ),
  ).toEqual([]);
  // In a circle, nothing is followed for ever.
  expect(
    listFound(
      taken.replace(
        "name: Taken\n    source: { kind: table, elementId: monthly",
        "name: Taken\n    source: { kind: table, elementId: kpi",
      ),
    ),
  ).toEqual([]);
});

test("an inner group's value is wrong for the outer groups, and the other way round", () => {
  const both = change(
    "groupings: [{ id: by_month, groupBy: [month], calculations: [revenue]",
    "groupings: [{ id: total, groupBy: [], calculations: [all] }, { id: by_month, groupBy: [month], " +
      "calculations: [revenue]",
    change(
      '      - { id: revenue, formula: "Sum([Orders/Amount])", name: Revenue }',
      '      - { id: revenue, formula: "Sum([Orders/Amount])", name: Revenue }\n' +
        '      - { id: all, formula: "Sum([Orders/Amount])", name: All }',
    ),
  );
  const isWrong = (formula: string, grouping: string) =>
    tell(
      both.replace("Max([Monthly/Revenue])", formula).replace("groupingId: by_month", `groupingId: ${grouping}`),
    ).some((line) => line.includes("[fan-out]"));
  expect(isWrong("Sum([Monthly/All])", "by_month")).toBe(true);
  expect(isWrong("Sum([Monthly/Revenue])", "total")).toBe(true);
  expect(isWrong("Sum([Monthly/All])", "total")).toBe(false);
});

test.each<[what: string, edits: [from: string, to: string][], isWrong: boolean]>([
  ["a number that another column stands for", [["columnId: region }", "columnId: twice }"]], true],
  ["the name of a month", [['formula: "[Orders/Region]"', `formula: 'MonthName([Orders/Ordered At])'`]], false],
  ["a date as text", [['formula: "[Orders/Region]"', `formula: 'DateFormat([Orders/Ordered At], "%Y")'`]], false],
  ["a date", [['formula: "[Orders/Region]"', `formula: 'DateTrunc("day", [Orders/Ordered At])'`]], true],
  ["a number as text", [['formula: "[Orders/Region]"', "formula: 'Text([Orders/Amount])'"]], false],
])("a list that filters %s", (_what, edits, isWrong) => {
  const twice = change(
    '      - { id: region, formula: "[Orders/Region]" }',
    '      - { id: region, formula: "[Orders/Region]" }\n      - { id: twice, formula: "[Amount]", name: Twice }',
  );
  const text = edits.reduce((before, [from, to]) => change(from, to, before), twice);
  expect(tell(text).some((line) => line.includes("[list-target]"))).toBe(isWrong);
});

test("a tab too high, a container too low, and tabs that don't fit the names", () => {
  const text = change(
    '    <Element elementId="monthly" gridColumn="1 / 25" gridRow="20 / 40"/>\n',
    `    <TabbedContainer elementId="views" type="tabbed-container" gridColumn="1 / 25" gridRow="20 / 30">
      <Tab gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="1fr">
        <Element elementId="monthly" gridColumn="1 / 25" gridRow="1 / 20"/>
      </Tab>
    </TabbedContainer>
`,
    change(
      "  - { id: note,",
      "  - { id: views, kind: tabbed-container, tabs: [{ name: A }, { name: B }] }\n  - { id: note,",
    ),
  );
  expect(tell(text)).toMatchInlineSnapshot(`
[
  "w.yaml:63:22: error: layout: \`views\` has 2 tabs, and the layout 1: they belong together by their position [layout-placement]. Write as many here as \`tabs\` has.",
  "w.yaml:63:84: warning: layout: what is in this tabbed container takes 19 rows, and it has 10: the rest is cut off [layout-fit]. Give it 19 rows.",
  "w.yaml:64:50: warning: layout: rows that share the height aren't shown in a tab [layout-fit]. Write \`auto\`.",
]
`);
});

test("names of a repeated container, of a selection and of unknown kinds are left alone", () => {
  const listTold = (text: string) =>
    tell(change("Max([Monthly/Revenue])", text)).filter((line) => line.includes("called"));
  expect(listTold("[Orders repeated container/Anything]")).toEqual([]);
  expect(listTold("[Selection/Anything]")).toEqual([]);
  expect(listTold("[Ordrs/Amount]")).toHaveLength(1);
  const strange = change("  - { id: note,", "  - { id: gantt, kind: gantt-chart }\n  - { id: note,");
  expect(tell(change("Max([Monthly/Revenue])", "[Gantt/Any]", strange)).join("\n")).not.toContain("called");
});

test.each([
  '<p style="text-align: center">Centered</p>',
  '<p class="p-large" style="text-align: right; color: #1a2b3c">Right</p>',
  '<h2 style="text-align: center">Centered</h2>',
  '<span style="font-size: 12px; font-family: Arial">x</span>',
])("the markup of a text that the platform stores: %s", (body) => {
  expect(tell(change('"## Details"', `'${body}'`))).toEqual([]);
});

describe("columns without a name", () => {
  const writeNameless = (columns: string) =>
    change(
      "source: { kind: table, elementId: orders }\n    columns: [{ id: sum",
      "source: { kind: warehouse-table, connectionId: !ref w, path: [D, P, STORES] }\n" +
        `    columns: [${columns}, { id: sum`,
      change(
        "Sum([Orders/Amount])",
        "Count()",
        change('"Sum([Orders/Amount])", name: Total', '"Count()", name: Total'),
      ),
    );

  test("a plain name is the source's column", () => {
    const columns =
      '{ id: s, formula: "[Store Name]" }, { id: r, formula: "[Store Region]" }, { id: t, formula: "[Store Name]" }';
    const ofTable =
      '{ id: s, formula: "[Amount]" }, { id: u, formula: "Upper([Status])", name: U }, { id: v, formula: "[Amonut]" }';
    expect(tell(writeNameless(columns)).filter((line) => line.includes("circular"))).toEqual([]);
    const text = change("columns: [{ id: sum", `columns: [${ofTable}, { id: sum`);
    const lines = tell(text).filter((line) => line.includes("elements[kpi]"));
    expect(lines).toEqual([
      expect.stringContaining("nothing in this workbook is called `[Status]` here [unresolved-name]"),
      expect.stringContaining("nothing in this workbook is called `[Amonut]` here [unresolved-name]"),
    ]);
  });

  test("a name of its own, or a calculation, is a circle", () => {
    for (const column of [
      '{ id: s, formula: "[Store Name]", name: Store Name }',
      '{ id: s, name: A, formula: "[A] & 1" }',
    ])
      expect(tell(writeNameless(column)).join("\n")).toContain("the formula depends on itself");
  });
});

test("formulas call a union by the name of its source, too", () => {
  const listTold = (formula: string) => {
    const union =
      "source: { kind: union, name: All Sales, sources: [{ kind: table, elementId: orders }, { kind: table, " +
      'elementId: orders }], matches: [{ outputColumnName: Sales, sourceColumns: ["[Amount]", "[Amount]"] }] }';
    const text = change(
      "source: { kind: table, elementId: orders }\n    columns: [{ id: sum",
      `${union}\n    columns: [{ id: sum`,
    );
    return tell(change('Sum([Orders/Amount])", name: Total', `${formula}", name: Total`, text));
  };
  expect(listTold("Sum([All Sales/Sales])")).toEqual([]);
  expect(listTold("Sum([Union of 2 Sources/Sales])")).toEqual([]);
  expect(listTold("Sum([All Sales/Sols])").join("\n")).toContain("It reads from `Union of 2 Sources`, `All Sales`.");
});

test("pies and donuts name their columns by `columnId`, and by `id`", () => {
  const round = (kind: string, fields: string) =>
    change(
      "kind: kpi-chart",
      `kind: ${kind}`,
      change(
        "name: Total }]\n    value: { columnId: sum }",
        'name: Total }, { id: r, formula: "[Orders/Region]", name: R }, ' +
          `{ id: h, formula: "Count()", name: H }]\n    ${fields}`,
      ),
    );
  const donut = "value: { id: sum }\n    color: { id: r }\n    holeValue: { id: h }";
  expect(tell(round("donut-chart", donut))).toEqual([]);
  expect(tell(round("pie-chart", "value: { id: sum }\n    color: { id: r }"))).toEqual([]);
  expect(tell(round("kpi-chart", "value: { id: sum }")).join("\n")).toContain("Rename `id` to `columnId`.");
  expect(tell(round("donut-chart", donut.replace("{ id: r }", "{ id: q }"))).join("\n")).toContain(
    "this donut-chart has no column `q`",
  );
  expect(tell(round("donut-chart", donut.replace("{ id: r }", "{ id: sum }"))).join("\n")).toContain("[two-channels]");
  expect(tell(round("donut-chart", donut.replace("{ id: h }", "{ id: sum }"))).join("\n")).toContain(
    "a donut whose hole shows its own value",
  );
});

test("severities can be set", () => {
  const form = parseSpec(change("## Details", "#### Details"));
  expect(validateWorkbook(form, { severities: { "text-markup": "off" } })).toEqual([]);
  expect(validateWorkbook(form, { severities: { "text-markup": "warning" } })).toMatchObject([{ severity: "warning" }]);
});

test("no text makes it throw", () => {
  for (const [, from, to] of chooseCases(broken, 4)) {
    const form = parseSpec(change(from, to)) as Record<string, unknown>;
    for (const key of Object.keys(form)) {
      for (const value of [null, 1, "x", [], {}, [null, 3, {}]]) {
        expect(() => validateWorkbook({ ...form, [key]: value } as never)).not.toThrow();
      }
    }
  }
});

test.each(chooseCases(["constructor", "toString", "__proto__"]))(
  "a kind, field or tag called %s is no known one",
  (word) => {
    const form = parseSpec(sound) as JsonObject;
    const texts = [...walkTexts(form, [])].filter(({ value }) => typeof value === "string");
    const changed = texts.map(({ path }) => changeAt(form, path, word));
    const renamed = texts.map(({ path }) => changeAt(form, path.slice(0, -1), { [word]: word }));
    for (const one of [...changed, ...renamed]) expect(() => validateWorkbook(one)).not.toThrow();
  },
);

function* walkTexts(value: Json, path: Path): Generator<{ path: Path; value: Json }> {
  yield { path, value };
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value))
    yield* walkTexts(inner!, [...path, Array.isArray(value) ? Number(key) : key]);
}

function changeAt(value: Json, [key, ...rest]: Path, inner: Json): Json {
  if (key === undefined) return inner;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as JsonObject) }) as Record<string, Json>;
  copy[key] = changeAt(copy[key]!, rest, inner);
  return copy as Json;
}
