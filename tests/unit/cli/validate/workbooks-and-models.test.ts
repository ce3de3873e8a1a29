import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Validation } from "../../../../cli/src/documents/validation";
import { formatFinding, type Severity } from "../../../../provider/src/core/model";

const orders = `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: fact_orders
        kind: table
        name: Orders
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns: [{ id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }]
`;

const sales = `schemaVersion: 1
kind: workbook
pages: [{ id: main, name: Main }]
elements:
  - id: revenue
    kind: kpi-chart
    name: Revenue
    source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact_orders }
    columns: [{ id: sum, formula: "Sum([Orders/Amuont])" }]
    value: { columnId: sum }
layout:
  main:
    - { rows: 6, of: [revenue] }
`;

/** The findings of some files, validated together. */
function validateFiles(files: Record<string, string>, severities: Record<string, Severity | "off"> = {}): string[] {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), "validate-")));
  try {
    const validation = new Validation(cwd, severities);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), text);
      validation.add({ path, root: "." });
    }
    return validation.report().findings.map(formatFinding);
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

const message =
  "workbooks/sales.yaml:9:40: error: elements[revenue].columns[sum].formula: `[Orders/Amuont]`: model orders, " +
  "element fact_orders has no column `Amuont` [missing-column]. Did you mean `Amount`?";

test("a workbook's names are looked up in the models among the files, by the names of these", () => {
  const files = { "models/orders.yaml": orders, "workbooks/sales.yaml": sales };
  expect(validateFiles(files)).toEqual([message]);
  expect(validateFiles({ "workbooks/sales.yaml": sales })).toEqual([]);
  expect(validateFiles({ "models/other.yaml": orders, "workbooks/sales.yaml": sales })).toEqual([]);
  expect(validateFiles(files, { "missing-column": "off" })).toEqual([]);
});

test("a workbook may have the name of a model", () => {
  const named = { "models/orders.yaml": orders, "workbooks/orders.yaml": sales };
  expect(validateFiles(named)).toEqual([message.replace("sales", "orders")]);
});

const control = `  - { id: choice, kind: control, controlId: choice, controlType: list, mode: include,
      parameters: [{ kind: data-model, dataModelId: !ref orders, controlId: Region }] }
layout:
  main:
    - { rows: 2, of: [choice] }
`;

const sound = sales.replace("Amuont", "Amount");

// Each with the place in the file; the text there is what the caret is under.
test.each<[what: string, edit: [from: string, to: string], place: string, told: string]>([
  ["a metric", ["Sum([Orders/Amount])", "[Metrics/Nope]"], "[Metrics/Nope]", "fact_orders has no metric `Nope`"],
  ["an element", ["orders#fact_orders", "orders#nope"], "elementId", "model orders has no element `nope`"],
  ["a control", ["layout:\n  main:\n", control], "controlId: Region", "no control with the controlId `Region`"],
  [
    "the column of a filter",
    ["    value:", "    filters: [{ id: f, columnId: nope, kind: list, values: [a] }]\n    value:"],
    "columnId: nope",
    "this kpi-chart has no column `nope`",
  ],
])("%s that isn't there is an error at its place", (_what, [from, to], place, told) => {
  const text = sound.replace(from, to);
  const [finding = "", ...more] = validateFiles({ "models/orders.yaml": orders, "workbooks/sales.yaml": text });
  expect(more).toEqual([]);
  const [, line, column] = /^workbooks\/sales\.yaml:(\d+):(\d+): error: /.exec(finding) ?? [];
  const rest = text.split("\n")[Number(line) - 1]?.slice(Number(column) - 1);
  expect(rest?.slice(0, place.length)).toBe(place);
  expect(finding).toContain(told);
});

test("two tables called as the model's table that they read: both lack what that one lacks", () => {
  const writeTable = (id: string) => `
  - id: ${id}
    kind: table
    name: Orders
    source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact_orders }
    columns: [{ id: a, name: Amount, formula: "[Orders/Amount]" }, { id: b, name: Buyer, formula: "[Orders/Buyer]" }]`;
  const text = `schemaVersion: 1
kind: workbook
pages: [{ id: main, name: Main }]
elements:${writeTable("one")}${writeTable("two")}
  - id: third
    kind: kpi-chart
    source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, BUYERS] }
    columns: [{ id: v, name: V, formula: "Max(Lookup([Orders/Amount], [BUYERS/ID], [Orders/Buyer]))" }]
    value: { columnId: v }
layout: { main: [{ rows: 6, of: [one, two] }, { rows: 6, of: [third] }] }
`;
  const found = validateFiles({ "models/orders.yaml": orders, "workbooks/w.yaml": text });
  expect(found.map((line) => / (error|warning): ([\w[\].]+): /.exec(line)?.slice(1).join(" "))).toEqual([
    "error elements[one].columns[b].formula",
    "warning elements[two].name",
    "error elements[two].columns[b].formula",
  ]);
});
