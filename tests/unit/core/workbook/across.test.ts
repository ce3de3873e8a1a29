import { formatFinding, parseSpec } from "../../../../provider/src/core/model";
import type { ModelForm } from "../../../../provider/src/core/model/across";
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

test("a table called as the one that it reads from doesn't read from itself what the model lacks", () => {
  const renamed = parse("orders", orders.replace("name: Amount", "name: Net").replace("Sum([Amount])", "Sum([Net])"));
  const [found, ...more] = tell(sound, [renamed]);
  expect(found).toContain("`[Orders/Amount]`: model orders, element fact_orders has no column `Amount`");
  expect(more).toEqual([]);
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

describe("an aggregate of what a grouped table of a model calculates for its groups", () => {
  const buildGrouped = (edits: [from: string, to: string][]) =>
    [
      ["!ref orders#fact_orders", "!ref orders#by_region"] as const,
      ...['"[Orders/Id]", name: Id', '"[Orders/Ordered At]", name: Ordered At'].map(
        (text) => [text, text.replace("Orders/", "By region/")] as const,
      ),
      ['"[Orders/Amount]", name: Amount', '"[By region/Total]", name: Amount'] as const,
      ['"[Orders/Region]"', '"[By region/Region]"'] as const,
      ...edits,
    ].reduce((text, [from, to]) => change(from, to, text), sound);
  const tellFanOuts = (edits: [from: string, to: string][]) =>
    tell(buildGrouped(edits)).filter((line) => line.includes("[fan-out]"));
  const tellWrong = (aggregate: string) =>
    "`By region` of model orders calculates `Total` for each group of `g`, and this reads another grain: the values " +
    `repeat, and \`${aggregate}\` of them is wrong [fan-out]. Read the same grain with the \`groupingId\` that the ` +
    "platform gives `g`, or the value of each group with `Max`.";
  const chart = 'source: { kind: table, elementId: orders }\n    columns: [{ id: sum, formula: "Sum([Orders/Amount])"';
  const readDirectly = (formula: string, grain = "") =>
    `source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#by_region${grain} }\n` +
    `    columns: [{ id: sum, formula: "${formula}"`;

  test("by a chart of the table itself", () => {
    expect(tellFanOuts([[chart, readDirectly("Sum([By region/Total])")]])).toContainEqual(
      `sales.yaml:30:40: warning: elements[kpi].columns[sum].formula: ${tellWrong("Sum")}`,
    );
  });

  test("by a chart of a table that takes the value on", () => {
    expect(tellFanOuts([])).toEqual([
      `sales.yaml:24:38: warning: elements[monthly].columns[revenue].formula: ${tellWrong("Sum")}`,
      `sales.yaml:30:40: warning: elements[kpi].columns[sum].formula: ${tellWrong("Sum")}`,
    ]);
  });

  test("by another column of the element that takes it on", () => {
    const columns = '[By region/Total]" }, { id: sum, formula: "Avg([Value])"';
    expect(
      tellFanOuts([
        [chart, readDirectly("X").replace('{ id: sum, formula: "X"', `{ id: v, name: Value, formula: "${columns}`)],
      ]),
    ).toContainEqual(expect.stringContaining(`elements[kpi].columns[sum].formula: ${tellWrong("Avg")}`));
  });

  test.each<[what: string, formula: string, grain: string]>([
    ["the greatest", "Max([By region/Total])", ""],
    ["a column without groups", "CountDistinct([By region/Region])", ""],
    ["the same grain", "Sum([By region/Total])", ", groupingId: g"],
    ["a grain by the platform's id", "Sum([By region/Total])", ", groupingId: xYz123"],
  ])("not %s", (_what, formula, grain) => {
    expect(tellFanOuts([[chart, readDirectly(formula, grain)]]).filter((line) => line.includes("[kpi]"))).toEqual([]);
  });

  test("its severity can be set", () => {
    const check = (severity: "error" | "off") =>
      checkWorkbookReferences(parse("sales", buildGrouped([])), [parse("orders", orders)], { "fan-out": severity });
    expect(check("error").filter(({ rule }) => rule === "fan-out")).toMatchObject([
      { severity: "error" },
      { severity: "error" },
    ]);
    expect(check("off").filter(({ rule }) => rule === "fan-out")).toEqual([]);
  });
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
