import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildGraph, type DrawnModel } from "../../../../cli/src/drawing/models/graph";
import type { Graph } from "../../../../diagram/src/graph";
import { repository } from "../../../repository";
import { buildHostileModels, buildModel } from "./models";

/** A model among the fixtures, which between them have every construct. */
function construct(name: string): DrawnModel {
  return buildModel(name, readFileSync(join(repository, `tests/fixtures/specs/constructs/${name}.yaml`), "utf8"));
}

/** An edge as a line: where from, where to, what it says, and its details. */
const listLines = ({ edges }: Graph) =>
  edges.map(({ from, to, kind, label, details }) =>
    [`${from} → ${to}: ${kind}`, ...(label ? [label] : []), ...(details.length > 0 ? [details.join("; ")] : [])].join(
      ", ",
    ),
  );

test("every kind of source is an edge from what is read", () => {
  expect(listLines(buildGraph([construct("sources")]))).toMatchInlineSnapshot(`
[
  "connection:conn-1#SHOP#PUBLIC#ORDERS → sources#warehouse: source",
  "connection:conn-1 → sources#statement: source, SQL",
  "sources#warehouse → sources#child: source, grouping by_day",
  "other-model:dm-9#their-table → sources#foreign: source, grouping their-grouping",
  "connection:conn-1#SHOP#PUBLIC#ORDERS → sources#joined: join, primary source",
  "sources#warehouse → sources#joined: join, inner join, [DAY] = [Day]; [AMOUNT] is-not-distinct-from [Amount]; grouping by_day",
  "other-model:dm-9#their-table → sources#joined: join, lookup, [Day] = [Their Day]",
  "sources#warehouse → sources#stacked: union, union",
  "connection:conn-1#SHOP#ARCHIVE#ORDERS → sources#stacked: union, union",
  "other-model:dm-9#their-table → sources#stacked: union, union",
  "sources#warehouse → sources#wide: transpose, transpose",
  "sources#child → sources#long: transpose, transpose",
  "sources#kind_filter → sources#statement: formula, SQL",
]
`);
});

test("controls filter tables, take their values from them, and set controls of other models", () => {
  expect(listLines(buildGraph([construct("controls")]))).toMatchInlineSnapshot(`
[
  "connection:conn-1#SHOP#PUBLIC#ORDERS → controls#orders: source",
  "controls#c_checkbox → controls#orders: filter, filters, kind",
  "controls#c_checkbox → connection:conn-1#SHOP#PUBLIC#ORDERS: filter, filters, inode-1/KIND",
  "controls#c_checkbox → other-model:dm-9#their-table: filter, filters, their-column",
  "controls#c_checkbox → other-model:dm-9#Their-Control: parameter, sets, Their-Control",
  "controls#orders → controls#c_list_single: values, values, kind; amount",
  "connection:conn-1#SHOP#PUBLIC#ORDERS → controls#c_segmented_column: values, values, inode-1/KIND",
  "controls#orders → controls#c_hierarchy: values, values, kind",
]
`);
});

test("relationships, with their keys; columns and metrics, with their formulas", () => {
  const graph = buildGraph([construct("table")]);
  expect(listLines(graph)).toMatchInlineSnapshot(`
[
  "connection:conn-1#SHOP#PUBLIC#CUSTOMERS → table#customers: source",
  "connection:conn-1#SHOP#PUBLIC#ORDERS → table#orders: source",
  "table#orders → table#customers: relationship, Customer (N:1), customer = id",
]
`);
  expect(graph.nodes[0]).toMatchInlineSnapshot(`
{
  "columns": [
    {
      "description": undefined,
      "formula": "[CUSTOMERS/ID]",
      "id": "id",
      "name": "Id",
    },
    {
      "description": undefined,
      "formula": "[CUSTOMERS/REGION]",
      "id": "region",
      "name": "Region",
    },
  ],
  "description": undefined,
  "group": "page:table#main",
  "id": "table#customers",
  "kind": "table",
  "metrics": [],
  "name": "Customers",
  "reads": [
    "SHOP.PUBLIC.CUSTOMERS",
  ],
  "type": "warehouse-table",
}
`);
});

const orders = `
pages:
  - id: main
    name: Orders
    elements:
      - id: fact
        kind: table
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, ORDERS] }
        columns: [{ formula: "[ORDERS/AMOUNT]" }]
      - { id: region, kind: control, controlType: list, controlId: Region }
`;
const revenue = `
pages:
  - id: main
    name: Revenue
    elements:
      - id: linked
        kind: table
        name: Linked
        source: { kind: data-model, dataModelId: !ref orders, elementId: !ref orders#fact }
        columns: []
      - id: region
        kind: control
        controlType: list
        controlId: Mine
        parameters: [{ kind: data-model, dataModelId: !ref orders, controlId: Region }]
`;

test("`!ref`s lead into the other model when it is drawn", () => {
  const graph = buildGraph([buildModel("orders", orders), buildModel("revenue", revenue)]);
  expect(listLines(graph)).toEqual([
    "connection:warehouse#SALES#ORDERS → orders#fact: source",
    "orders#fact → revenue#linked: source",
    "revenue#region → orders#region: parameter, sets, Region",
  ]);
  expect(graph.nodes.every(({ kind }) => kind !== "outside" && kind !== "missing")).toBe(true);
});

test("and to something outside when it isn't", () => {
  const graph = buildGraph([buildModel("revenue", revenue)]);
  expect(listLines(graph)).toEqual([
    "other-model:orders#fact → revenue#linked: source",
    "revenue#region → other-model:orders#Region: parameter, sets, Region",
  ]);
  expect(graph.groups.at(-1)).toEqual({ id: "other-model:orders", kind: "other-model", name: "orders" });
});

test("ids of the platform do as well, and outside things are called by the names given", () => {
  const linked = revenue.replaceAll("!ref orders#fact", "e-1").replaceAll("!ref orders", "dm-1");
  const fact = orders.replace("id: fact", "id: e-1").replace("!ref warehouse", "c-1");
  const names = new Map([
    ["dm-1", "Orders"],
    ["c-1", "Snowflake"],
  ]);
  const whole = buildGraph([buildModel("a", fact, { dataModelId: "dm-1" }), buildModel("b", linked)], { names });
  expect(listLines(whole)).toContain("a#e-1 → b#linked: source");
  expect(whole.groups.find(({ kind }) => kind === "connection")?.name).toBe("Snowflake");
  expect(buildGraph([buildModel("b", linked)], { names }).groups.at(-1)?.name).toBe("Orders");
});

test("of two files with one name, the one in the same folder is meant", () => {
  const buildInFolder = (folder: string, yaml: string, name: string) =>
    buildModel(`${folder}/${name}`, yaml, { file: `${folder}/${name}.yaml` });
  const graph = buildGraph([
    buildInFolder("eu", orders, "orders"),
    buildInFolder("us", orders, "orders"),
    buildInFolder("us", revenue, "revenue"),
  ]);
  expect(listLines(graph)).toContain("us/orders#fact → us/revenue#linked: source");
  const far = buildGraph([
    buildInFolder("eu", orders, "orders"),
    buildInFolder("us", orders, "orders"),
    buildInFolder("asia", revenue, "revenue"),
  ]);
  expect(listLines(far)).toContain("other-model:orders#fact → asia/revenue#linked: source");
});

test("what is referred to and isn't there is missing, wherever it should be", () => {
  const graph = buildGraph([
    buildModel("orders", orders.replace("id: fact", "id: other")),
    buildModel("revenue", revenue.replace("controlId: Region", "controlId: Nowhere")),
  ]);
  const missing = graph.nodes.filter(({ kind }) => kind === "missing").map(({ id, group }) => [id, group]);
  expect(missing).toEqual([
    ["orders#fact", "model:orders"],
    ["orders#Nowhere", "model:orders"],
  ]);
});

test("formulas and SQL lead to the controls and tables they name, each once", () => {
  const graph = buildGraph([
    buildModel(
      "m",
      `
pages:
  - id: p
    name: P
    elements:
      - { id: c, kind: control, controlType: text, controlId: Region, mode: equals }
      - { id: t, kind: table, name: T, source: { kind: sql, connectionId: x, statement: "select {{Region}}" },
        columns: [{ id: a, name: A, formula: "[Custom SQL/A]" }] }
      - id: u
        kind: table
        name: U
        source: { kind: table, elementId: t }
        columns: [{ id: b, name: B, formula: "[T/A] + [Region]" }, { id: c, name: C, formula: "If([Region], [B], 0)" }]
`,
    ),
  ]);
  expect(listLines(graph)).toEqual([
    "connection:x → m#t: source, SQL",
    "m#t → m#u: source",
    "m#c → m#u: formula, formula, b; c",
    "m#c → m#t: formula, SQL",
  ]);
});

test("joins of one kind between the same two are one edge, others stand beside it", () => {
  const join = (type: string, left: string) =>
    `{ left: { kind: table, elementId: a }, right: { kind: table, elementId: b }, joinType: ${type}, columns: [{ ` +
    `left: "[${left}]", right: "[X]" }] }`;
  const graph = buildGraph([
    buildModel(
      "m",
      `
pages:
  - id: p
    name: P
    elements:
      - { id: a, kind: table, columns: [] }
      - { id: b, kind: table, columns: [] }
      - id: c
        kind: table
        columns: []
        source: { kind: join, joins: [${join("inner", "A")}, ${join("inner", "B")}, ${join("lookup", "C")}] }
`,
    ),
  ]);
  expect(listLines(graph)).toEqual([
    "m#a → m#c: join, primary source",
    "m#b → m#c: join, inner join, [A] = [X]; [B] = [X]",
    "m#b → m#c: join, lookup, [C] = [X]",
  ]);
  expect(new Set(graph.edges.map(({ id }) => id)).size).toBe(3);
});

test.each([
  ["nothing", null],
  ["a text", "pages"],
  ["no pages", {}],
  ["pages that are no list", { pages: { id: "x" } }],
  ["a page that is a placeholder", { pages: [{ $ref: "page" }] }],
  [
    "elements of other shapes",
    { pages: [{ elements: [null, 7, [], { kind: 3 }, { id: 5, kind: "table", source: "x" }] }] },
  ],
  [
    "lists of other shapes",
    {
      pages: [
        {
          elements: [{ id: "a", kind: "table", columns: {}, relationships: [[]], source: { kind: "join", joins: 1 } }],
        },
      ],
    },
  ],
])("a model may be anything: %s", (_, spec) => {
  const { nodes, edges } = buildGraph([{ key: "m", title: "M", spec }]);
  expect(edges).toEqual([]);
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
});

test("ids may hold anything: nodes, groups and edges keep apart, and every edge leads somewhere", () => {
  const { groups, nodes, edges } = buildGraph(buildHostileModels());
  for (const items of [groups, nodes, edges]) expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  const ids = new Set(nodes.map(({ id }) => id));
  expect(edges.filter(({ from, to }) => !ids.has(from) || !ids.has(to))).toEqual([]);
  expect(edges.length).toBeGreaterThan(40);
});

test("elements that share an id are both drawn; references mean the first", () => {
  const twice = `
pages:
  - id: p
    name: P
    elements:
      - { id: a, kind: table, name: First, columns: [] }
      - { id: a, kind: table, name: Second, columns: [] }
      - { id: b, kind: table, columns: [], source: { kind: table, elementId: a } }
`;
  const graph = buildGraph([buildModel("m", twice)]);
  expect(graph.nodes.map(({ id, name }) => [id, name])).toEqual([
    ["m#a", "First"],
    ["m#a 2", "Second"],
    ["m#b", "b"],
  ]);
  expect(listLines(graph)).toEqual(["m#a → m#b: source"]);
});

describe("what doesn't exist", () => {
  const listProblems = (graph: Graph) =>
    graph.nodes.flatMap(({ id, problems = [], columns, metrics }) => [
      ...problems.map((problem) => [id, problem]),
      ...[...columns, ...metrics].flatMap((column) =>
        (column.problems ?? []).map((problem) => [`${id}/${column.id}`, problem]),
      ),
    ]);

  test("a column and an element of another model", () => {
    const linked = revenue.replace(
      "columns: []",
      'columns: [{ id: a, formula: "[fact/AMUONT]" }, { id: b, formula: "[fact/AMOUNT]" }]',
    );
    const named = orders.replace("kind: table", "kind: table\n        name: fact");
    const graph = buildGraph([buildModel("orders", named), buildModel("revenue", linked)]);
    expect(listProblems(graph)).toEqual([
      [
        "revenue#linked/a",
        "`[fact/AMUONT]`: model orders, element fact has no column `AMUONT`. Did you mean `AMOUNT`?",
      ],
    ]);
    expect(graph.edges.some(({ broken }) => broken)).toBe(false);

    const gone = buildGraph([
      buildModel("orders", orders),
      buildModel("revenue", revenue.replace("!ref orders#fact", "!ref orders#facts")),
    ]);
    expect(listProblems(gone)).toEqual([
      ["revenue#linked", "models/orders.yaml has no element `facts`. Did you mean `fact`?"],
    ]);
    expect(gone.nodes.find(({ id }) => id === "orders#facts")?.kind).toBe("missing");
    expect(gone.edges.filter(({ broken }) => broken).map(({ id }) => id)).toEqual([
      "orders#facts → revenue#linked (source)",
    ]);
    // A model that isn't drawn may have it.
    expect(
      listProblems(buildGraph([buildModel("revenue", revenue.replace("!ref orders#fact", "!ref orders#facts"))])),
    ).toEqual([]);
  });

  test("a model that the platform doesn't list, of a model of the platform", () => {
    const linked = revenue.replaceAll("!ref orders#fact", "e-1").replaceAll("!ref orders", "dm-1");
    const live = buildModel("dm-2", linked, { dataModelId: "dm-2", file: undefined, folder: "Acme" });
    const graph = buildGraph([live], { names: new Map([["dm-2", "Revenue"]]) });
    const problem = "the platform has no data model `dm-1` that these credentials can read";
    expect(listProblems(graph)).toEqual([
      ["dm-2#linked", problem],
      ["dm-2#region", problem],
    ]);
    expect(graph.nodes.filter(({ kind }) => kind === "missing")).toHaveLength(2);
    expect(listProblems(buildGraph([live], { names: new Map([["dm-1", "Orders"]]) }))).toEqual([]);
  });

  test("a name, a metric, a table and a column of the same model", () => {
    const yaml = `
pages:
  - id: main
    name: Main
    elements:
      - id: base
        kind: table
        name: Base
        source: { kind: warehouse-table, connectionId: c, path: [T] }
        columns: [{ id: amount, name: Amount, formula: "[T/AMOUNT]" }, { id: tax, name: Tax, formula: "[Amuont] / 5" }]
        metrics: [{ id: total, name: Total, formula: "Sum([Amount])" },
          { id: half, name: Half, formula: "[Metrics/Totl] / 2" }]
        relationships: [{ id: r, targetElementId: other, keys: [{ sourceColumnId: amonut, targetColumnId: x }] }]
      - { id: child, kind: table, name: Child, source: { kind: table, elementId: bse }, columns: [] }`;
    expect(listProblems(buildGraph([buildModel("m", yaml)]))).toEqual([
      ["m#base", "there is no table `other` in this model"],
      ["m#base", "table `base` has no column `amonut`. Did you mean `amount`?"],
      ["m#base/tax", "nothing in this model is called `[Amuont]` here. Did you mean `[Amount]`?"],
      ["m#base/half", "nothing in this model is called `[Metrics/Totl]` here. Did you mean `[Metrics/Total]`?"],
      ["m#child", "there is no table `bse` in this model. Did you mean `base`?"],
    ]);
  });

  test("a relationship in a formula, and a control", () => {
    const buildYaml = (formula: string) => `
pages:
  - id: main
    name: Main
    elements:
      - id: base
        kind: table
        name: Base
        source: { kind: warehouse-table, connectionId: c, path: [T] }
        columns: [{ id: key, name: Key, formula: "[T/KEY]" }, { id: use, name: Use, formula: "${formula}" }]
        relationships: [{ id: r, name: Buyer, targetElementId: people,
          keys: [{ sourceColumnId: key, targetColumnId: id }] }]
      - id: people
        kind: table
        name: People
        source: { kind: warehouse-table, connectionId: c, path: [P] }
        columns: [{ id: id, name: Id, formula: "[P/ID]" }]
      - { id: choice, kind: control, controlId: Choice, controlType: text, mode: equals }`;
    for (const formula of ["[Base/Buyer/Id]", "[Choice]"]) {
      expect(listProblems(buildGraph([buildModel("m", buildYaml(formula))]))).toEqual([]);
    }
    for (const [formula, meant] of [
      ["[Base/Byuer/Id]", "[Base/Buyer/Id]"],
      ["[Choise]", "[Choice]"],
    ] as const) {
      expect(listProblems(buildGraph([buildModel("m", buildYaml(formula))]))).toEqual([
        ["m#base/use", `nothing in this model is called \`${formula}\` here. Did you mean \`${meant}\`?`],
      ]);
    }
  });

  test("nothing of the constructs", () => {
    for (const name of ["sources", "controls", "table"])
      expect(listProblems(buildGraph([construct(name)]))).toEqual([]);
  });
});
