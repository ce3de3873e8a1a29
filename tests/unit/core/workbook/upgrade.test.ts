import { type JsonObject, parseSpec } from "../../../../provider/src/core/model";
import { isFormerWorkbook, upgradeWorkbook, validateWorkbook } from "../../../../provider/src/core/workbook";
import { asRows, sound } from "./sound";

/** A workbook of the first generation: as the platform answered it, and with each field that has another form now. */
const former = `workbookId: 3f0d
name: Sales
url: https://app.example.com/w/Sales-3f0d
folderId: 5c0a7a2e-0000-4000-8000-000000000001
documentVersion: 7
latestDocumentVersion: 7
ownerId: o
createdBy: o
updatedBy: o
createdAt: 2026-05-19T10:00:00.000Z
updatedAt: 2026-05-19T10:00:00.000Z
schemaVersion: 1
themeName: Light
themeOverrides: { pageWidth: large, space: { unit: small } }
pages:
  - id: main
    name: Overview
    elements:
      - id: hdr
        kind: container
      - id: logo
        kind: image
        url: https://example.com/logo.png
      - id: kpi
        kind: kpi-chart
        source: { kind: table, elementId: orders }
        columns: [{ id: sum, formula: "Sum([Orders/Amount])", name: Total }]
        value: { id: sum }
      - id: trend
        kind: combo-chart
        source: { kind: table, elementId: orders }
        columns:
          - { id: x, formula: 'DateTrunc("month", [Orders/Ordered At])', name: Month }
          - { id: y, formula: "Sum([Orders/Amount])", name: Revenue }
          - { id: z, formula: "Count()", name: Orders }
        xAxis: { id: x }
        yAxis: [{ id: y, type: bar }, { id: z, type: line }]
      - id: bars
        kind: bar-chart
        source: { kind: table, elementId: orders }
        columns:
          - { id: x, formula: "[Orders/Region]", name: Region }
          - { id: y, formula: "Sum([Orders/Amount])", name: Revenue }
        xAxis: { id: x }
        yAxis: [{ id: y }]
      - id: add
        kind: button
        text: Add
        actions: [{ id: click, trigger: on-click, effects: [{ kind: open-overlay, overlayId: details }] }]
      - id: orders
        kind: table
        name: Orders
        source: { kind: warehouse-table, connectionId: 5c0a7a2e-0000-4000-8000-000000000002, path: [DB, S, ORDERS] }
        columns:
          - { id: amount, formula: "[ORDERS/AMOUNT]", name: Amount }
          - { id: at, formula: "[ORDERS/ORDERED_AT]", name: Ordered At }
          - { id: region, formula: "[ORDERS/REGION]", name: Region }
        conditionalFormats: [{ type: single, columns: [amount], condition: ">", value: 1, style: { bold: true } }]
  - id: details
    name: Details
    type: modal
    elements:
      - { id: note, kind: text, body: "## Hello" }
layout: |
  <?xml version="1.0" encoding="utf-8"?>
  <Page type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto" id="main">
    <GridContainer elementId="hdr" type="grid" gridColumn="1 / 25" gridRow="1 / 6"
        gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto">
      <LayoutElement elementId="logo" gridColumn="1 / 6" gridRow="1 / 5"/>
      <LayoutElement elementId="add" gridColumn="6 / 12" gridRow="1 / 3"/>
    </GridContainer>
    <LayoutElement elementId="kpi" gridColumn="1 / 25" gridRow="6 / 12"/>
    <LayoutElement elementId="trend" gridColumn="1 / 13" gridRow="12 / 24"/>
    <LayoutElement elementId="bars" gridColumn="13 / 25" gridRow="12 / 24"/>
  </Page>
  <Page type="grid" gridTemplateColumns="repeat(12, 1fr)" gridTemplateRows="auto" id="details">
    <LayoutElement elementId="note" gridColumn="1 / 13" gridRow="1 / 5"/>
  </Page>
`;

const read = (text: string) => parseSpec(text) as JsonObject;
const tellErrors = (form: JsonObject) => validateWorkbook(form).filter(({ severity }) => severity === "error");

test("a workbook of the first generation gets today's form, and each change is told", () => {
  expect(tellErrors(read(former)).length).toBeGreaterThan(10);
  const { form, changes } = upgradeWorkbook(read(former));
  expect(tellErrors(form)).toEqual([]);
  expect(form).toMatchSnapshot();
  expect(changes).toMatchSnapshot();
  expect(upgradeWorkbook(form)).toEqual({ form, changes: [] });
});

test("what has today's form is returned itself, in the envelope of the API too", () => {
  for (const form of [read(sound), read(asRows), { name: "W", contents: read(sound) }] as JsonObject[]) {
    expect(upgradeWorkbook(form)).toEqual({ form, changes: [] });
    expect(upgradeWorkbook(form).form).toBe(form);
  }
});

test("the document in an envelope is upgraded in it", () => {
  const { form } = upgradeWorkbook({ name: "W", document: { ...read(sound), themeName: "Dark" } });
  expect(form).toEqual({ name: "W", document: { ...read(sound), settings: { theme: { name: "Dark" } } } });
});

test("a theme that is in the settings already isn't overwritten", () => {
  const given = { ...read(sound), themeName: "Dark", settings: { theme: { name: "Light" } } };
  expect(upgradeWorkbook(given)).toEqual({ form: given, changes: [] });
});

/** What public exports of that generation have beyond {@link former}: other kinds, and no layout. */
const others = `schemaVersion: 1
controls: []
pages:
  - id: main
    name: Main
    elements:
      - { id: search, kind: control, controlId: Search, controlType: text,
          mode: contains, case: insensitive, value: "", showOperators: true }
      - { id: price, kind: control, controlId: Price, controlType: number-range,
          includeNulls: when-no-value-is-selected }
      - id: cross
        kind: pivot-table
        source: { kind: table, elementId: base }
        columns: [{ id: w, formula: "[Base/Week]" }, { id: s, formula: "[Base/Age]" },
          { id: total, formula: "Count()" }]
        rowsBy: [{ id: w }]
        columnsBy: [{ id: s }]
        values: [total]
      - id: dots
        kind: scatter-chart
        source: { kind: table, elementId: base }
        columns: [{ id: x, formula: "[Base/Age]" }, { id: y, formula: "Count()" },
          { id: z, formula: "Sum([Base/Age])" }, { id: c, formula: "[Base/Week]" }]
        xAxis: { id: x }
        yAxis: [{ id: y }]
        size: { id: z }
        color: { by: category, column: c }
      - id: ring
        kind: donut-chart
        source: { kind: table, elementId: base }
        columns: [{ id: c, formula: "[Base/Week]" }, { id: v, formula: "Count()" }]
        color: { id: c, sort: { by: v, direction: descending } }
        value: { id: v }
      - id: map
        kind: region-map
        source: { kind: table, elementId: base }
        columns: [{ id: r, formula: "[Base/Week]" }, { id: v, formula: "Count()" }]
        region: { id: r, regionType: country }
        color: { by: scale, column: v }
      - id: base
        kind: table
        name: Base
        source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact }
        columns: [{ id: week, name: Week, formula: "[Fact/Week]" }, { id: age, name: Age, formula: "[Fact/Age]" }]
        groupings: [{ id: g, groupBy: [week], calculations: [],
          sort: [{ columnId: week, direction: descending, nulls: connection-default }] }]
        visibleAsSource: false
`;

test("kinds of elements that public exports have need no more than that", () => {
  const { form, changes } = upgradeWorkbook(read(others));
  expect(tellErrors(form)).toEqual([]);
  expect(changes).toEqual([
    "moved 7 elements from pages into one list",
    "laid out 7 elements of the page main, which had no layout: one below the other",
    "wrote kind: workbook",
    "changed the list yAxis to yAxis.columnIds",
    "changed id to columnId, 3 times",
  ]);
  expect(upgradeWorkbook(form)).toEqual({ form, changes: [] });
});

test("a page without a layout shows its elements, one below the other", () => {
  const { layout: _, ...rest } = read(former);
  const { form, changes } = upgradeWorkbook(rest as JsonObject);
  expect(tellErrors(form)).toEqual([]);
  expect((form.layout as JsonObject).details).toEqual([{ rows: 12, of: ["note"] }]);
  expect(changes.filter((change) => change.startsWith("laid out"))).toHaveLength(2);
});

test.each([
  ["a chart in a page", { pages: [{ elements: [{ kind: "bar-chart" }] }] }, true],
  ["a theme", { pages: [], themeName: "Light" }, true],
  ["a table in a page", { pages: [{ elements: [{ kind: "table" }, { kind: "control" }] }] }, false],
  ["an unknown kind", { pages: [{ elements: [{ kind: "constructor" }] }] }, false],
])("%s: a workbook of the first generation is told from a data model", (_, form, expected) => {
  expect(isFormerWorkbook(form)).toBe(expected);
});
