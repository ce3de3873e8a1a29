import { buildModel } from "../../../../cli/src/init/model";
import { formatModel } from "../../../../cli/src/text";
import { personalData, starterPolicies } from "../../../../policies/src";
import type { TableColumn } from "../../../../provider/src/core/api";
import { fillPlaceholders, type JsonObject, parseSpec, validateSpec } from "../../../../provider/src/core/model";
import { analyze } from "../../policy/support";

const buildColumns = (...names: string[]): TableColumn[] =>
  names.map((name) => ({ name, type: "text", visibility: "included", description: undefined }));

/** What a program passes to the provider. */
const parseProgram = (text: string) =>
  fillPlaceholders(parseSpec(text), { warehouse: "c-1" }).spec as unknown as Parsed;

type Parsed = JsonObject & {
  readonly pages: readonly [{ readonly elements: readonly [{ readonly columns: readonly ParsedColumn[] }] }];
};
interface ParsedColumn {
  readonly id: string;
  readonly name: string;
  readonly hidden?: boolean;
}

const listColumns = (text: string) => parseProgram(text).pages[0].elements[0].columns;

test("a table becomes a model with all its columns, as fmt would write it", () => {
  const { text, ...rest } = buildModel(
    ["SALES", "PUBLIC", "ORDER_ITEMS"],
    buildColumns("ID", "UNIT_PRICE", "shippedAt"),
  );
  expect(rest).toMatchObject({ name: "order-items", title: "Order Items", file: "models/order-items.yaml" });
  expect(text).toBe(`# Your first model. \`!ref warehouse\` is the connection, which the program passes.
schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: order_items
        kind: table
        name: Order Items
        description: Rows of SALES.PUBLIC.ORDER_ITEMS.
        source:
          kind: warehouse-table
          connectionId: !ref warehouse
          path: [SALES, PUBLIC, ORDER_ITEMS]
        columns:
          - { id: id, name: Id, formula: "[ORDER_ITEMS/ID]" }
          - { id: unit_price, name: Unit Price, formula: "[ORDER_ITEMS/UNIT_PRICE]" }
          - { id: shippedat, name: shippedAt, formula: "[ORDER_ITEMS/shippedAt]" }
        metrics:
          - { id: row_count, name: Row Count, formula: "Count()" }
`);
  expect(formatModel(text, "yaml")).toBe(text);
});

test.each([
  ["names that formulas and YAML could misread", ["a/b", "c]d", "[e", "f\\g", "true", "null", "x: y", "# z", "ünï"]],
  ["names that differ only in what ids can't have", ["a b", "a-b", "a_b", "A B", "orders", "row_count", "Row Count"]],
  ["names without letters", ["%", "$", "_"]],
  ["no columns", []],
])("%s make a valid model", (_, names) => {
  const { text } = buildModel(["main", "OR.DERS"], buildColumns(...names));
  expect(validateSpec(parseProgram(text))).toEqual([]);
  expect(new Set(listColumns(text).map(({ id }) => id)).size).toBe(names.length);
});

test("what looks like personal data is hidden, so that the starter pack accepts the model", async () => {
  const personal = [
    "EMAIL",
    "MOBILE_NO",
    "FIRST_NAME",
    "SURNAME",
    "DATE_OF_BIRTH",
    "TAX_ID",
    "IBAN",
    "ssn",
    "cardNumber",
  ];
  const { text } = buildModel(["A", "B", "PEOPLE"], buildColumns(...personal, "REGION"));
  expect(
    listColumns(text)
      .filter(({ hidden }) => !hidden)
      .map(({ name }) => name),
  ).toEqual(["Region"]);
  const buildSubject = (spec: string) => ({ kind: "DataModel", properties: { name: "People", folderId: "f", spec } });
  expect(await analyze([personalData()], buildSubject(JSON.stringify(parseProgram(text))))).toEqual([]);
  // The same model with its columns visible is refused.
  const visible = JSON.stringify(parseProgram(text)).replaceAll(',"hidden":true', "");
  expect(await analyze([personalData()], buildSubject(visible))).toHaveLength(personal.length);
  expect(starterPolicies()).toContainEqual(expect.objectContaining({ name: "personal-data" }));
});
