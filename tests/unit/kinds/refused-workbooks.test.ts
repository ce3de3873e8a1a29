import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ApiError } from "../../../provider/src/core/api/errors";
import { parseSpec } from "../../../provider/src/core/model";
import { adviseOnRefusal } from "../../../provider/src/kinds/workbook/remarks";
import { sound } from "../core/workbook/sound";

const folder = mkdtempSync(join(tmpdir(), "refused-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function advise(detail: string, text = sound, more: object = {}): string | undefined {
  const file = join(folder, "sales.yaml");
  writeFileSync(file, text);
  const refs = { orders: "m", "orders#fact_orders": "e", "orders#by_region": "f" };
  const inputs = { name: "Sales", folderId: "f", contents: parseSpec(sound), refs, file, ...more } as never;
  const error = new ApiError({ method: "PUT", path: "/v2/workbooks/w/contents", status: 400, detail } as never);
  return adviseOnRefusal(error, inputs)?.replace(/\S*(?=sales\.yaml)/, "");
}

test("the place of a formula that the platform refuses, in the user's file", () => {
  expect(advise("Dependency not found: 'orders/amount'")).toMatchInlineSnapshot(`
"Look at sales.yaml:15:23: elements[orders].columns[amount].formula. A name or an id there leads nowhere. The platform prints names in lower case.
  15 |       - { id: amount, formula: "[Orders/Amount]", name: Amount, format: { kind: number, formatString: ",.0f" } }
     |                                ^^^^^^^^^^^^^^^^^"
`);
});

test("in the envelope of the API, the line is the same", () => {
  const wrapped = `contents:\n${sound.replace(/^(?=.)/gm, "  ")}`;
  expect(advise('contents.elements[2]: Invalid kind: "kpi-chart"', wrapped)).toMatchInlineSnapshot(`
"Look at sales.yaml:27:7: elements[kpi]. The kind may be right: the platform says so when another field of the element is wrong or missing.
  27 |     - id: kpi
     |           ^^^"
`);
});

test("nothing is said of what can't be placed, and no line of a secret document is shown", () => {
  expect(advise("Something is wrong")).toBeUndefined();
  expect(advise("Dependency not found: 'orders/amount'", sound, { confidential: true })).not.toContain("|");
});
