import { buildGraph, type DrawnModel } from "../../../../cli/src/drawing/models/graph";
import type { Graph } from "../../../../diagram/src/graph";
import { buildHostileModels, buildManyModels, buildModel, compareGraphs as compare } from "./models";

const orders = `
pages:
  - id: main
    name: Orders
    elements:
      - id: fact
        kind: table
        name: Orders
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, ORDERS] }
        columns:
          - { id: amount, name: Amount, formula: "[ORDERS/AMOUNT]" }
          - { id: discount, name: Discount, formula: "[ORDERS/DISCOUNT]" }
        metrics:
          - { id: total, name: Total, formula: "Sum([Amount])" }
      - id: returns
        kind: table
        name: Returns
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, RETURNS] }
        columns: []
        relationships: [{ id: order, name: order, targetElementId: fact, keys: [] }]
`;
const revenue = `
pages:
  - id: main
    name: Revenue
    elements:
      - id: joined
        kind: table
        name: Joined
        source:
          kind: join
          joins:
            - left: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact }
              right: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#returns }
              joinType: inner
              columns: [{ left: "[Id]", right: "[Id]" }]
        columns: []
`;
const before = [buildModel("orders", orders), buildModel("revenue", revenue)];

/** What changed: ids with the sign of what happened. */
function listChanges({ groups, nodes, edges }: Graph): string[] {
  const signs = { added: "+", removed: "-", changed: "~" } as const;
  return [...groups, ...nodes, ...edges].flatMap(({ id, change }) => (change ? [`${signs[change]} ${id}`] : []));
}

/** The second version of the two models, with texts replaced. */
function buildAfter(...replacements: readonly [string, string][]): DrawnModel[] {
  const replaceTexts = (text: string) => replacements.reduce((result, [from, to]) => result.replaceAll(from, to), text);
  return [buildModel("orders", replaceTexts(orders)), buildModel("revenue", replaceTexts(revenue))];
}

test.each([
  ["an equal one", before],
  [
    "one that means the same",
    buildAfter(
      [", joinType: inner", ""],
      ["name: Orders\n        source", "name: Orders\n        description: ''\n        source"],
    ),
  ],
])("against %s nothing changed", (_, now) => {
  const graph = compare(before, now);
  expect(listChanges(graph)).toEqual([]);
  expect(graph.compared).toBe(true);
});

test("a column that changed, one that went and one that came: in words, and in the columns' order", () => {
  const graph = compare(
    before,
    buildAfter(
      ["[ORDERS/AMOUNT]", "[ORDERS/AMT]"],
      ["id: discount, name: Discount", "id: paid, name: Paid"],
      ["[ORDERS/DISCOUNT]", "[ORDERS/PAID]"],
    ),
  );
  expect(listChanges(graph)).toEqual(["~ orders#fact"]);
  const fact = graph.nodes.find(({ id }) => id === "orders#fact")!;
  expect(fact.columns.map(({ id, change }) => [id, change])).toEqual([
    ["amount", "changed"],
    ["discount", "removed"],
    ["paid", "added"],
  ]);
  expect(fact.metrics.map(({ change }) => change)).toEqual([undefined]);
  expect(fact.changes).toEqual([
    "page Orders › table fact › column discount removed",
    "page Orders › table fact › column amount: formula `[ORDERS/AMOUNT]` → `[ORDERS/AMT]`",
    "page Orders › table fact › column paid added: `[ORDERS/PAID]`",
  ]);
});

test("a join that changed its type changed; the table it makes says so", () => {
  const graph = compare(before, buildAfter(["joinType: inner", "joinType: full-outer"]));
  expect(listChanges(graph)).toEqual(["~ revenue#joined", "~ orders#returns → revenue#joined (join)"]);
});

test("elements, models, tables of the warehouse and edges that came and went", () => {
  const graph = compare(before, [
    buildModel(
      "orders",
      orders.replaceAll("returns", "refunds").replaceAll("RETURNS", "REFUNDS").replaceAll("Returns", "Money back"),
    ),
    buildModel("customers", orders.replaceAll("warehouse,", "lake,")),
  ]);
  expect(listChanges(graph)).toEqual([
    "- model:revenue",
    "- page:revenue#main",
    "+ model:customers",
    "+ page:customers#main",
    "+ connection:lake",
    "- orders#returns",
    "- revenue#joined",
    "+ orders#refunds",
    "+ customers#fact",
    "+ customers#returns",
    "- connection:warehouse#SALES#RETURNS",
    "+ connection:warehouse#SALES#REFUNDS",
    "+ connection:lake#SALES#ORDERS",
    "+ connection:lake#SALES#RETURNS",
    "- connection:warehouse#SALES#RETURNS → orders#returns (source)",
    "- orders#returns → orders#fact (relationship)",
    "- orders#fact → revenue#joined (join)",
    "- orders#returns → revenue#joined (join)",
    "+ connection:warehouse#SALES#REFUNDS → orders#refunds (source)",
    "+ orders#refunds → orders#fact (relationship)",
    "+ connection:lake#SALES#ORDERS → customers#fact (source)",
    "+ connection:lake#SALES#RETURNS → customers#returns (source)",
    "+ customers#returns → customers#fact (relationship)",
  ]);
});

test("an element that only got another id is the same, and so are edges to it, from other models too", () => {
  const graph = compare(
    before,
    buildAfter(
      ["id: fact", "id: fact_orders"],
      ["targetElementId: fact", "targetElementId: fact_orders"],
      ["#fact", "#fact_orders"],
    ),
  );
  expect(listChanges(graph)).toEqual(["~ orders#fact_orders", "~ revenue#joined"]);
  expect(graph.nodes.find(({ id }) => id === "orders#fact_orders")?.changes).toEqual([
    "page Orders › table fact_orders: id `fact` → `fact_orders`",
  ]);
});

test("one model against another is the same model, whatever the files are called", () => {
  const graph = compare(
    [buildModel("orders_old", orders)],
    [buildModel("orders", orders.replace("name: Amount", "name: Net"))],
  );
  expect(listChanges(graph)).toEqual(["~ model:orders", "~ orders#fact"]);
});

test("of several models, those with the platform's id or the same name are the same", () => {
  const live = [
    buildModel("dm-1", orders, { dataModelId: "dm-1", title: "All orders", file: undefined }),
    buildModel("dm-2", revenue, { dataModelId: "dm-2", title: "Sales Revenue", file: undefined }),
  ];
  const files = [
    buildModel("orders", orders, { dataModelId: "dm-1", title: "All orders" }),
    buildModel("revenue", revenue, { title: "sales_revenue" }),
  ];
  const models = compare(files, live).groups.filter(({ kind }) => kind === "model");
  expect(models.map(({ id, change }) => [id, change])).toEqual([
    ["model:dm-1", undefined],
    ["model:dm-2", undefined],
  ]);
});

test("changes of a page stand at the page, of the order of pages at the model", () => {
  const buildSecond = (yaml: string) => `${yaml}  - { id: more, name: More, elements: [] }\n`;
  const renamed = compare(
    [buildModel("m", orders)],
    [buildModel("m", orders.replace("name: Orders\n    elements", "name: Sales\n    elements"))],
  );
  expect(renamed.groups.flatMap(({ id, changes = [] }) => changes.map((line) => [id, line]))).toEqual([
    ["page:m#main", "page Sales: name `Orders` → `Sales`"],
  ]);
  const longer = compare([buildModel("m", orders)], [buildModel("m", buildSecond(orders))]);
  expect(longer.groups.map(({ id, change }) => [id, change])).toContainEqual(["page:m#more", "added"]);
});

test("a table that became a control under the same id changed", () => {
  const control = `
pages:
  - { id: main, name: Orders, elements: [{ id: fact, kind: control, controlType: switch, controlId: Fact,
    mode: True/All }] }
`;
  const { nodes } = compare([buildModel("m", orders)], [buildModel("m", control)]);
  expect(nodes.find(({ id }) => id === "m#fact")).toMatchObject({ kind: "control", change: "changed" });
});

test.each([0, 5, 50])(
  "with %s elements: against itself nothing changed, against nothing everything is new",
  (count) => {
    const models = count === 0 ? buildHostileModels() : buildManyModels(count);
    expect(listChanges(compare(models, models))).toEqual([]);
    const { groups, nodes, edges } = compare([], models);
    expect([...groups, ...nodes, ...edges].filter(({ change }) => change !== "added")).toEqual([]);
    const gone = compare(models, []);
    expect(gone.nodes.map(({ id }) => id)).toEqual(buildGraph(models).nodes.map(({ id }) => id));
    expect([...gone.groups, ...gone.nodes, ...gone.edges].filter(({ change }) => change !== "removed")).toEqual([]);
  },
);
