import { formatFinding, parseSpec } from "../../../../provider/src/core/spec";
import type { ModelForm } from "../../../../provider/src/core/spec/across";
import { checkWorkbookReferences } from "../../../../provider/src/core/workbook";
import { change, sound } from "./sound";

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
          - { id: id, name: Id, formula: "[ORDERS/ID]" }
          - { id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }
          - { id: at, name: Ordered At, formula: "[ORDERS/ORDERED_AT]" }
          - { id: region, name: Region, formula: "[ORDERS/REGION]" }
        metrics: [{ id: revenue, name: Revenue, formula: "Sum([Amount])" }]
      - id: by_region
        kind: table
        name: By region
        source: { kind: table, elementId: fact_orders }
        columns:
          - { id: region, name: Region, formula: "[Orders/Region]" }
          - { id: total, name: Total, formula: "Sum([Orders/Amount])" }
        groupings: [{ id: g, groupBy: [region], calculations: [total] }]
      - { id: choice, kind: control, controlId: Region-Choice, controlType: list, mode: include,
          source: { kind: manual, valueType: text, values: [EU] } }
`;

const parse = (name: string, text: string, refs?: ReadonlyMap<string, ModelForm>): ModelForm => ({
  name,
  form: parseSpec(text),
  source: { text, file: `${name}.yaml` },
  ...(refs ? { refs } : {}),
});

const tell = (text: string, models = [parse("orders", orders)], refs?: ReadonlyMap<string, ModelForm>) =>
  checkWorkbookReferences(parse("sales", text, refs), models).map(formatFinding);

test("a workbook that names only what its models have", () => {
  expect(tell(sound)).toEqual([]);
  expect(tell(change('"[Orders/Region]"', '"[Metrics/Revenue]"'))).toEqual([]);
});

const bound = (parameter: string) =>
  change("    mode: include\n", `    mode: include\n    parameters: [${parameter}]\n`);

test.each<[what: string, text: string, expected: string]>([
  [
    "a column",
    change('"[Orders/Amount]", name: Amount', '"[Orders/Amout]", name: Amount'),
    "sales.yaml:15:33: error: elements[orders].columns[amount].formula: `[Orders/Amout]`: model orders, element " +
      "fact_orders has no column `Amout` [missing-column]. Did you mean `Amount`?",
  ],
  [
    "a metric",
    change('"[Orders/Region]"', '"[Metrics/Revenu]"'),
    "model orders, element fact_orders has no metric `Revenu` [missing-column]. Did you mean `Revenue`?",
  ],
  [
    "a metric, in an element that reads from it through another",
    change('Sum([Orders/Amount])", name: Total', '[Metrics/Revenu]", name: Total'),
    "sales.yaml:30:36: error: elements[kpi].columns[sum].formula: `[Metrics/Revenu]`: no source of this " +
      "table is called `Metrics` [missing-column]. Did you mean `[Metrics/Revenue]`?",
  ],
  [
    "an element",
    change("!ref orders#fact_orders", "!ref orders#fact_order"),
    "sales.yaml:12:59: error: elements[orders].source.elementId: model orders has no element `fact_order` " +
      "[missing-element]. Did you mean `!ref orders#fact_orders`?",
  ],
  [
    "the model for an element",
    change("!ref orders#fact_orders", "!ref orders"),
    "`orders` is a model, and this is an element of it [missing-element]. Write `!ref orders#fact_orders`.",
  ],
  [
    "an element for the model",
    change("dataModelId: !ref orders,", "dataModelId: !ref orders#fact_orders,"),
    "`dataModelId` is the model, and `orders#fact_orders` an element of it [missing-element]. Write `!ref orders`.",
  ],
  [
    "an id of the file",
    change("!ref orders#fact_orders", "fact_orders"),
    "`fact_orders` is the id in the model's file, and the platform has another [missing-element]. " +
      "Write `!ref orders#fact_orders`.",
  ],
  [
    "a control",
    change("!ref orders#fact_orders", "!ref orders#choice"),
    "`choice` is a control, and elements read from tables [missing-element]. Name a table of the model.",
  ],
  [
    "a grouped table without a grain",
    change("!ref orders#fact_orders", "!ref orders#by_region"),
    "warning: elements[orders].source: `by_region` is grouped by `g`, and without `groupingId` its single rows are " +
      "read: averages are weighted by them [missing-grouping]. Give `groupingId`, or read a table that isn't grouped.",
  ],
  [
    "a binding of a control",
    bound("{ kind: data-model, dataModelId: !ref orders, controlId: Region-Choise }"),
    "elements[region].parameters[0].controlId: model orders has no control with the controlId `Region-Choise` " +
      "[missing-column]. Did you mean `Region-Choice`?",
  ],
  [
    "the choices of a control",
    change(
      "    mode: include\n",
      "    mode: include\n    source: { kind: source, source: { kind: data-model, dataModelId: !ref orders, " +
        "elementId: !ref orders#fact }, columnId: x }\n",
    ),
    "elements[region].source.source.elementId: model orders has no element `fact` [missing-element]",
  ],
  [
    "in the envelope of the API",
    JSON.stringify({ contents: parseSpec(change("!ref orders#fact_orders", "!ref orders#fact_order")) }, null, 1),
    "error: contents.elements[orders].source.elementId: model orders has no element `fact_order`",
  ],
])("%s that isn't there", (_what, text, expected) => {
  expect(tell(text)).toContainEqual(expect.stringContaining(expected));
});

test("two models in one source", () => {
  const text = change("!ref orders#fact_orders", "!ref sales#fact_orders");
  expect(tell(text, [parse("orders", orders), parse("sales", orders)])).toEqual([
    "sales.yaml:12:59: error: elements[orders].source.elementId: the element is one of `sales`, and the source reads " +
      "from `orders` [missing-element]. Write the same model in both: `!ref orders#…`.",
  ]);
});

test("a control that a parameter sets is found", () => {
  expect(tell(bound("{ kind: data-model, dataModelId: !ref orders, controlId: Region-Choice }"))).toEqual([]);
});

test("what isn't known is left alone: other models, two of one name, open elements", () => {
  const broken = change("!ref orders#fact_orders", "!ref orders#fact_order");
  expect(tell(broken, [])).toEqual([]);
  expect(tell(broken, [parse("orders", orders), parse("orders", orders)])).toEqual([]);
  expect(tell(broken, [parse("orders", orders.replace("- id: fact_orders", "- id: !ref name"))])).toEqual([]);
});

test("a program says which models its names stand for", () => {
  const model = parse("a-resource", orders);
  const broken = change("!ref orders#fact_orders", "!ref orders#fact_order");
  expect(tell(broken, [], new Map([["orders", model]]))).toHaveLength(1);
  expect(tell(broken, [parse("orders", orders)], new Map())).toEqual([]);
});

test("severities can be set", () => {
  const form = parse("sales", change("!ref orders#fact_orders", "!ref orders#fact_order"));
  const check = (severity: "warning" | "off") =>
    checkWorkbookReferences(form, [parse("orders", orders)], { "missing-element": severity });
  expect(check("warning")).toMatchObject([{ severity: "warning" }]);
  expect(check("off")).toEqual([]);
});
