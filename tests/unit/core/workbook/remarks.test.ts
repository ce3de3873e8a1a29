import { parseSpec } from "../../../../provider/src/core/model";
import type { JsonObject } from "../../../../provider/src/core/model/json";
import { locateRemark } from "../../../../provider/src/core/workbook";
import { sound } from "./sound";

const document = parseSpec(
  sound
    .replace(
      "  - { id: note,",
      "  - { id: raw, kind: table, source: { kind: warehouse-table, connectionId: 7f3e, path: [SALES, " +
        "PUBLIC, ORDERS] }" +
        ', columns: [{ id: a, formula: "[Orders/Nothing else reads]" }] }\n  - { id: note,',
    )
    .replace("overlayId: details }]", "overlayId: details }, { effect: set-control-value, control: gone, value: 1 }]"),
) as JsonObject;

test.each<[remark: string, path: (string | number)[]]>([
  ["contents.elements[2].columns[0].formula: Invalid string: undefined", ["elements", 2, "columns", 0, "formula"]],
  ["document.elements[3].xAxis.colour: Invalid", ["elements", 3, "xAxis"]],
  ['contents.elements[9]: Invalid kind: "kpi"', ["elements"]],
  ["Dependency not found: 'orders/amount'", ["elements", 0, "columns", 1, "formula"]],
  ["Dependency not found: 'monthly/revenue'", ["elements", 3, "columns", 1, "formula"]],
  ["Dependency not found: 'kpi'", ["elements", 2]],
  ["Element 'monthly' is not placed in layout", ["elements", 1]],
  ["Source not found: warehouse table 'SALES.PUBLIC.ORDERS' on connection c", ["elements", 6, "source", "path"]],
  ["Dependency not found: '7f3e'", ["elements", 6, "source", "connectionId"]],
  ["Dependency not found: 'orders/nothing else reads'", ["elements", 6, "columns", 0, "formula"]],
  ["Control not found: 'gone'", ["elements", 5, "actions", 0, "effects", 1, "control"]],
  ["Duplicate id: 'no such thing'", []],
  ["Duplicate layout element id: 'monthly'", ["layout"]],
  ["Something is wrong", []],
])("%s", (remark, path) => {
  expect(locateRemark(document, remark)).toEqual(path);
});

test.each<[controlId: string, from: string, to: string, path: (string | number)[]]>([
  [
    "a controlId",
    'body: "## Details" }',
    "body: A }\n  - { id: other, kind: control, controlId: region, controlType: text }",
    ["elements", 7, "controlId"],
  ],
  ["an element's id", "id: note,", "id: trend,", ["elements", 6, "id"]],
  ["a column's id", "{ id: y, formula", "{ id: x, formula", ["elements", 3, "columns", 1, "id"]],
])("%s that is there twice is at the second, whichever formula names it", (_, from, to, path) => {
  const read = sound.replace("Max([Monthly/Revenue])", 'If([region] = "x", [trend], [x])');
  const id = { controlId: "region", id: path.includes("columns") ? "x" : "trend" }[String(path.at(-1))];
  const form = parseSpec(
    read.replace(/formula: "(If.*)", name: Rev/, "formula: '$1', name: Rev").replace(from, to),
  ) as JsonObject;
  expect(locateRemark(form, `Duplicate id: '${id}'`)).toEqual(path);
});
