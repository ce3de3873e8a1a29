import { parseSpec } from "../../../../provider/src/core/spec";
import type { JsonObject } from "../../../../provider/src/core/spec/json";
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
  ["Something is wrong", []],
])("%s", (remark, path) => {
  expect(locateRemark(document, remark)).toEqual(path);
});
