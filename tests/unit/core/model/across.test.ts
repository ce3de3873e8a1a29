import { formatFinding, type Json, type JsonObject, parseSpec } from "../../../../provider/src/core/model";
import { findMissingNames, type ModelForm, reviewNames } from "../../../../provider/src/core/model/across";

const orders = `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: fact_orders
        kind: table
        name: Orders
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns:
          - { id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }
          - { id: region, name: Sales region, formula: "[ORDERS/REGION]" }
          - { id: quantity, formula: "[ORDERS/ORDER_QUANTITY]" }
          - { id: customer_name, formula: "[ORDERS/CUSTOMERS/NAME]" }
        metrics: [{ id: total, name: Total, formula: "Sum([Amount])" }]
        relationships: [{ id: customer, name: Customer, targetElementId: dim_customers, keys: [] }]
      - id: dim_customers
        kind: table
        name: Customers
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, CUSTOMERS] }
        columns: [{ id: city, name: City, formula: "[CUSTOMERS/CITY]" }]
      - { id: region_filter, kind: control, controlId: Sales-Region, controlType: text-area }
      - id: unnamed
        kind: table
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, PUBLIC, ORDERS] }
        columns: [{ id: a, name: A, formula: "[ORDERS/A]" }]
`;

const buildReading = (element: string, formulas: readonly string[], source?: string) => `pages:
  - id: main
    name: Main
    elements:
      - id: top
        kind: table
        name: Top
        source: ${source ?? `{ kind: data-model, dataModelId: !ref orders, elementId: !ref orders#${element} }`}
        columns:
${formulas.map((formula, n) => `          - { id: c${n}, name: C${n}, formula: "${formula}" }`).join("\n")}
`;

function listModels(texts: Record<string, string>): ModelForm[] {
  return Object.entries(texts).map(([name, text]) => {
    const source = { file: `${name}.yaml`, text };
    return { name, form: parseSpec(text, source), source };
  });
}

/** What is found in a file that reads from `orders.yaml`. */
function listFound(text: string, others: Record<string, string> = { orders }): string[] {
  return findMissingNames(listModels({ ...others, top: text }), "error").flatMap(({ findings }) =>
    findings.map(formatFinding),
  );
}

test("a column of another model with a slash in its name can't be read, unless the slash is escaped", () => {
  const sliced = orders.replace("name: Sales region", "name: Country/Region");
  const formulas = ["[Orders/Country/Region]", String.raw`[Orders/Country\\/Region]`, "[Orders/CUSTOMERS/NAME]"];
  expect(listFound(buildReading("fact_orders", formulas), { orders: sliced })).toEqual([
    "top.yaml:10:43: error: pages[main].elements[top].columns[c0].formula: the column `Country/Region` has a slash " +
      "in its name, and formulas read what is before it as an element [missing-column]. Give the column a name " +
      "without a slash.",
  ]);
});

test("a column of a leg is known behind the table that joins it", () => {
  const [left, right] = ["fact_orders", "dim_customers"].map((id) => `{ kind: table, elementId: ${id} }`);
  const wide = `      - id: wide
        kind: table
        name: Wide
        source: { kind: join, joins: [{ left: ${left}, right: ${right}, columns: [] }] }
        columns: []
`;
  const text = buildReading("wide", ["[Wide/Customers/City]", "[Wide/Customers/Town]"]);
  expect(listFound(text, { orders: orders + wide })).toEqual([expect.stringContaining("no column `Customers/Town`")]);
});

test("a stack's rules make a missing name an error, a warning, or nothing", () => {
  const models = listModels({ orders, top: buildReading("fact_orders", ["[Orders/Nothing]"]) });
  const line = /^top\.yaml:\d+:\d+: error: .*\[missing-column\]$/m;
  expect(() => reviewNames(models, {})).toThrow(line);
  expect(() => reviewNames(models, { "missing-column": "fatal" })).toThrow(line);
  expect(reviewNames(models, { "missing-column": "warning" })).toEqual([expect.stringContaining(": warning: ")]);
  expect(reviewNames(models, { "missing-column": "off" })).toEqual([]);
});

describe("names in the formulas of a model that reads from another", () => {
  test.each([
    "[Orders/Amount]",
    "[Orders/Sales region]",
    // However the platform spells it.
    "[Orders/SALES_REGION]",
    // The platform derives names where there are none.
    "[Orders/Order Quantity]",
    "[Orders/Name]",
    "[Orders/Name (CUSTOMERS)]",
    "[Orders/Total]",
    "[Orders/Customer/City]",
    "[Metrics/Total] + [metrics/total]",
    // Its own columns and other tables are another rule's.
    "[C0] + [nowhere]",
    // No formula can be taken apart while it is open.
    "[Orders/",
  ])("%s is there", (formula) => {
    expect(listFound(buildReading("fact_orders", ["1", formula]))).toEqual([]);
  });

  test("a missing column is an error, with the caret at the name and what was probably meant", () => {
    expect(
      listFound(buildReading("fact_orders", ["1", "Sum([Orders/Region]) + [Orders/Amout] * [Orders/Region]"])),
    ).toEqual([
      "top.yaml:11:47: error: pages[main].elements[top].columns[c1].formula: `[Orders/Region]`: model orders, " +
        "element fact_orders has no column `Region` [missing-column]. Did you mean `Sales region`?",
      "top.yaml:11:66: error: pages[main].elements[top].columns[c1].formula: `[Orders/Amout]`: model orders, " +
        "element fact_orders has no column `Amout` [missing-column]. Did you mean `Amount`?",
      "top.yaml:11:83: error: pages[main].elements[top].columns[c1].formula: `[Orders/Region]`: model orders, " +
        "element fact_orders has no column `Region` [missing-column]. Did you mean `Sales region`?",
    ]);
    expect(listFound(buildReading("fact_orders", ["[Orders/Customer/Town]"]))).toEqual([
      expect.stringContaining("model orders, element fact_orders has no column `Customer/Town`"),
    ]);
  });

  test.each([
    ["[Metrics/Totl]", "has no metric `Totl` [missing-column]. Did you mean `Total`?"],
    ["[Orders/Totl]", "has no column `Totl` [missing-column]. Did you mean `Total`?"],
    ["[Orders/Custmer/City]", "has no column `Custmer/City` [missing-column]. Did you mean `Customer/City`?"],
    ["[Orders/Customer/Cty]", "has no column `Customer/Cty` [missing-column]. Did you mean `Customer/City`?"],
  ])("metrics and relationships count like columns: %s", (formula, expected) => {
    expect(listFound(buildReading("fact_orders", [formula]))).toEqual([
      expect.stringContaining(`model orders, element fact_orders ${expected}`),
    ]);
  });

  test("a relationship without the name before it is told whole", () => {
    for (const formula of ["[Customer/City]", "[Customer/Cty]", "[Custmer/City]"]) {
      expect(listFound(buildReading("fact_orders", [formula]))).toEqual([
        expect.stringMatching(/\[missing-column\]\. Did you mean `\[Orders\/Customer\/City\]`\?$/),
      ]);
    }
  });

  test("so do controls, which parameters set", () => {
    const buildSetting = (controlId: string, model = "!ref orders") =>
      `${buildReading("fact_orders", ["1"])}      - id: mine
        kind: control
        controlId: Mine
        controlType: text-area
        parameters: [{ kind: data-model, dataModelId: ${model}, controlId: ${controlId} }]
`;
    expect(listFound(buildSetting("Sales-Region"))).toEqual([]);
    expect(listFound(buildSetting("Sales-Regoin", "an-id"))).toEqual([]);
    expect(listFound(buildSetting("Sales-Regoin"))).toEqual([
      "top.yaml:15:68: error: pages[main].elements[mine].parameters[0].controlId: model orders has no control " +
        "with the controlId `Sales-Regoin` [missing-column]. Did you mean `Sales-Region`?",
    ]);
  });

  test("the name of the source counts as well, unless the platform derives it", () => {
    expect(listFound(buildReading("fact_orders", ["[Order/Amount]"]))).toEqual([
      expect.stringContaining(
        "`[Order/Amount]`: no source of this table is called `Order` [missing-column]. Did you mean `[Orders/Amount]`?",
      ),
    ]);
    expect(listFound(buildReading("unnamed", ["[Whatever/A]"]))).toEqual([]);
    expect(listFound(buildReading("unnamed", ["[ORDERS/B]"]))).toEqual([]);
  });

  test("sides of a join are looked up in their own table", () => {
    const side = "{ kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact_orders }";
    const other = "{ kind: warehouse-table, connectionId: c, path: [T] }";
    const join = (left: string) =>
      `{ kind: join, joins: [{ left: ${side}, right: ${other}, columns: [{ left: "[${left}]", right: "[ID]" }] }] }`;
    expect(listFound(buildReading("", ["[Orders/Amount]"], join("Amount")))).toEqual([]);
    expect(listFound(buildReading("", ["[Orders/Amount]"], join("Id")))).toEqual([
      expect.stringContaining(
        "source.joins[0].columns[0].left: `[Id]`: model orders, element fact_orders has no column `Id`",
      ),
    ]);
  });

  test("what can't be decided is no finding", () => {
    const open = orders.replace("- { id: amount,", "- !ref more\n          - { id: amount,");
    expect(listFound(buildReading("fact_orders", ["[Orders/Region]"]), { orders: open })).toEqual([]);
    expect(listFound(buildReading("fact_orders", ["[Orders/Region]"]), {})).toEqual([]);
    expect(listFound(buildReading("nowhere", ["[Orders/Region]"]))).toEqual([]);
    const direct = "{ kind: data-model, dataModelId: an-id, elementId: another-id }";
    expect(listFound(buildReading("", ["[Orders/Region]"], direct))).toEqual([]);
  });

  test("a model three steps away is known too, and a circle ends", () => {
    const middle = buildReading("fact_orders", ["[Orders/Amount]"]).replace("name: Top", "name: Middle");
    const top = buildReading(
      "",
      ["[Middle/C0]", "[Middle/C1]"],
      "{ kind: data-model, dataModelId: !ref middle, elementId: !ref middle#top }",
    );
    expect(listFound(top, { orders, middle })).toEqual([
      expect.stringContaining("`[Middle/C1]`: model middle, element top has no column `C1`"),
    ]);
    const [a, b] = ["b", "a"].map((other) =>
      buildReading("", ["[Top/X]"], `{ kind: data-model, dataModelId: !ref ${other}, elementId: !ref ${other}#top }`),
    );
    expect(listFound(a as string, { a: a as string, b: b as string })).toHaveLength(3);
  });
});

test("the forms of other models may be anything", () => {
  const source = { text: "" };
  for (const form of [null, [], "x", { pages: 3 }, { pages: [{ elements: [{ id: "fact_orders" }] }] }] as Json[]) {
    const text = buildReading("fact_orders", ["[Orders/Region]"]);
    const top = { name: "top", form: parseSpec(text) as JsonObject, source: { text } };
    expect(
      findMissingNames([{ name: "orders", form, source }, top], "error").flatMap(({ findings }) => findings),
    ).toEqual([]);
  }
});
