import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Validation } from "../../../../cli/src/validate/validate-files";
import { formatFinding, type Severity } from "../../../../provider/src/core/spec";

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
