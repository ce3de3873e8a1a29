import {
  type DocumentUses,
  formColumnIdKey,
  formColumnKey,
  formElementKey,
  formMetricKey,
  formTableKey,
  formWordKey,
  Graph,
  type GraphDocument,
  readListedUses,
  readUses,
} from "../../../../provider/src/core/graph";
import type { Json, JsonObject } from "../../../../provider/src/core/model/json";

const facts = formElementKey("m", "facts");
const region = formColumnKey(facts, "Region");

/** Who reads a target, and how: `Page › element: how`. */
const listPlaces = ({ uses }: DocumentUses, target: string) =>
  uses.filter((use) => use.target === target).map(({ page, element, how }) => `${page ?? ""} › ${element}: ${how}`);

const workbook: Json = {
  schemaVersion: 1,
  kind: "workbook",
  pages: [
    { id: "main", name: "Main" },
    { id: "data", name: "Data" },
  ],
  elements: [
    {
      id: "t",
      kind: "table",
      name: "Orders",
      source: { kind: "data-model", dataModelId: "m", elementId: "facts" },
      columns: [
        { id: "r", formula: "[Fact Orders/Region]" },
        { id: "u", name: "Upper", formula: "Upper([Region])" },
        { id: "a", formula: "[Fact Orders/Amount]" },
      ],
      filters: [{ id: "f", columnId: "r", kind: "list", values: [] }],
    },
    {
      id: "c",
      kind: "bar-chart",
      name: "By Region",
      source: { kind: "table", elementId: "t" },
      columns: [
        { id: "x", name: "Where", formula: "[Orders/Upper]" },
        { id: "y", name: "How much", formula: "[Metrics/Revenue]" },
      ],
      xAxis: { columnId: "x" },
      yAxis: { columnIds: ["y"] },
    },
    {
      id: "l",
      kind: "control",
      controlId: "region",
      controlType: "list",
      name: "Region",
      filters: [{ source: { kind: "table", elementId: "t" }, columnId: "r" }],
      source: {
        kind: "source",
        source: { kind: "data-model", dataModelId: "m", elementId: "facts" },
        columnId: "r-id",
      },
    },
    { id: "n", kind: "text", body: "In {{[Orders/Region]}}" },
    {
      id: "s",
      kind: "table",
      name: "Old",
      source: {
        kind: "sql",
        connectionId: "c",
        statement: "select region -- tax\nfrom prod.core.orders where a = 'x.y'",
      },
      columns: [{ id: "o", formula: "[Custom SQL/region]" }],
    },
  ],
  layout:
    '<Page id="main"><Element elementId="c"/><Element elementId="l"/><Element elementId="n"/></Page>' +
    '<Page id="data"><Element elementId="t"/><Element elementId="s"/></Page>',
};

test("a workbook reads a column itself and through its own elements, wherever that is", () => {
  const read = readUses({ name: "Sales", contents: workbook });
  expect(listPlaces(read, region)).toEqual([
    "Data › Orders: column Region (filter)",
    "Data › Orders: column Upper",
    "Main › By Region: column Where (axis)",
    "Main › Region: control",
    "Main › n: text",
  ]);
  expect(listPlaces(read, formMetricKey(facts, "Revenue"))).toEqual(["Main › By Region: column How much (axis)"]);
  expect(listPlaces(read, formColumnIdKey(facts, "r-id"))).toEqual(["Main › Region: values of the control"]);
  expect(listPlaces(read, formWordKey("PROD.CORE.ORDERS"))).toEqual(["Data › Old: text of a statement"]);
  for (const word of ["tax", "x", "y"]) expect(listPlaces(read, formWordKey(word))).toEqual([]);
});

test("a text that merely equals the id of a column doesn't read it", () => {
  const chart: JsonObject = {
    id: "c",
    kind: "bar-chart",
    name: "x",
    source: { kind: "data-model", dataModelId: "m", elementId: "facts" },
    columns: [
      { id: "x", name: "X", formula: "[Fact Orders/Region]" },
      { id: "y", name: "Y", formula: "[Fact Orders/Amount]" },
    ],
    xAxis: { columnId: "x", title: "y" },
    filters: [{ id: "y", columnId: "x", kind: "list", values: ["y"] }],
    description: "y",
    folders: [{ id: "f", name: "y", items: ["y"] }],
    order: ["y"],
  };
  const { uses } = readUses({ elements: [chart], pages: [], layout: "" });
  expect(uses.map(({ how }) => how)).toEqual(["source", "column X (axis, filter)", "column Y"]);
  const facts = {
    ...chart,
    kind: "table",
    filters: [{ id: "y", columnId: "x", kind: "list", values: ["y"] }],
  };
  const { exposed } = readUses({ pages: [{ id: "p", elements: [facts] }] }, { dataModelId: "n" });
  const { reads } = exposed.find(({ is }) => is === "element")!;
  const holder = formElementKey("n", "c");
  expect(reads).toContain(formColumnIdKey(holder, "x"));
  expect(reads).not.toContain(formColumnIdKey(holder, "y"));
});

test.each([
  ["select * from prod.core.orders", ["*", "PROD.CORE.ORDERS"]],
  ['select o."Region" from "Prod"."Core"."Orders" o', ["PROD.CORE.ORDERS", "REGION"]],
  ["select region from `my-project.core.orders`", ["MY-PROJECT.CORE.ORDERS", "ORDERS"]],
  ["select [region] from [core].[orders] -- from hidden", ["CORE.ORDERS", "REGION"]],
])("names of a statement: %s", (statement, expected) => {
  const element = { id: "s", kind: "table", name: "S", source: { kind: "sql", connectionId: "c", statement } };
  const { uses } = readUses({ elements: [{ ...element, columns: [] }], pages: [], layout: "" });
  const words = uses.map(({ target }) => target.replace("word/", ""));
  expect(words).toEqual(expect.arrayContaining(expected));
  expect(words).not.toContain("HIDDEN");
});

const model: Json = {
  pages: [
    {
      id: "p",
      name: "Page",
      elements: [
        {
          id: "facts",
          kind: "table",
          name: "Fact Orders",
          source: { kind: "warehouse-table", connectionId: "c", path: ["PROD", "CORE", "ORDERS"] },
          columns: [
            { id: "r-id", formula: "[ORDERS/REGION]" },
            { id: "a-id", formula: "[ORDERS/AMOUNT]" },
            { id: "s-id", name: "Share", formula: "[Amount] / 2" },
          ],
          metrics: [{ id: "rev", name: "Revenue", formula: "Sum([Share])" }],
        },
      ],
    },
  ],
};

test("a data model offers its columns and metrics, with what they read", () => {
  const { exposed } = readUses(model, { dataModelId: "m" });
  expect(exposed.map(({ is, name }) => `${is} ${name}`)).toEqual([
    "element Fact Orders",
    "column REGION",
    "column AMOUNT",
    "column Share",
    "metric Revenue",
  ]);
  const table = formTableKey(["prod", "core", "orders"]);
  expect(exposed[1]!.reads).toEqual([formColumnKey(table, "Region")]);
  expect(exposed[4]!.reads).toContain(formColumnKey(table, "AMOUNT"));
  expect(exposed[4]!.reads).toContain(formColumnKey(facts, "Share"));
});

test("columns that read each other in a circle come to an end", () => {
  const table = { id: "t", kind: "table", name: "T", source: { kind: "table", elementId: "t" } };
  const columns = [
    { id: "a", name: "A", formula: "[B] + [T/A]" },
    { id: "b", name: "B", formula: "[A]" },
  ];
  expect(readUses({ elements: [{ ...table, columns }], pages: [], layout: "" }).uses).toEqual([]);
});

test("the sides of a join are told apart by names, where these are known", () => {
  const buildSide = (elementId: string) => ({ kind: "data-model", dataModelId: "m", elementId });
  const join = {
    kind: "join",
    primarySource: buildSide("facts"),
    joins: [{ left: buildSide("facts"), right: buildSide("dim"), columns: [] }],
  };
  const columns = [{ id: "c", name: "C", formula: "[Fact Orders/Region (CUSTOMERS)]" }];
  const elements = [{ id: "j", kind: "table", name: "J", source: join, columns }];
  const listTargets = (names?: ReadonlyMap<string, string>) =>
    readUses({ elements, pages: [], layout: "" }, names === undefined ? {} : { names })
      .uses.filter(({ how }) => how === "column C")
      .map(({ target }) => target);
  const dim = formElementKey("m", "dim");
  expect(listTargets()).toEqual(expect.arrayContaining([region, formColumnKey(dim, "Region")]));
  const known = new Map([
    [facts, "Fact Orders"],
    [dim, "Customers"],
  ]);
  expect(listTargets(known)).toContain(region);
  expect(listTargets(known)).not.toContain(formColumnKey(dim, "Region"));
});

test("keys of joins, columns of unions and of transposes are read", () => {
  const [left, right] = ["facts", "dim"].map((elementId) => ({ kind: "data-model", dataModelId: "m", elementId }));
  const listHows = (source: Json) =>
    readUses({ elements: [{ id: "j", kind: "table", name: "J", source, columns: [] }], pages: [], layout: "" })
      .uses.filter(({ target }) => target === region)
      .map(({ how }) => how);
  const columns = [{ left: "[Region]", right: "[Name]" }];
  expect(listHows({ kind: "join", primarySource: left!, joins: [{ left: left!, right: right!, columns }] })).toEqual([
    "join key",
  ]);
  const matches = [{ outputColumnName: "R", sourceColumns: ["[Fact Orders/Region]", null] }];
  expect(listHows({ kind: "union", sources: [left!, right!], matches })).toEqual(["union"]);
  expect(listHows({ kind: "transpose", source: left!, columnsToMerge: ["region"] })).toEqual(["transpose"]);
});

test("what filters and relationships of a model need counts as needed by its element", () => {
  const elements = [
    { id: "a", kind: "table", name: "A", columns: [{ id: "k", name: "Key", formula: "1" }] },
    {
      id: "b",
      kind: "table",
      name: "B",
      columns: ["x", "y"].map((id) => ({ id, name: id, formula: "1" })),
      filters: [{ columnId: "x" }],
      relationships: [{ targetElementId: "a", keys: [{ sourceColumnId: "y", targetColumnId: "k" }] }],
    },
  ];
  const { exposed } = readUses({ pages: [{ elements }] }, { dataModelId: "m" });
  const element = exposed.find(({ is, name }) => is === "element" && name === "B")!;
  const needed = [formColumnKey("model/m/b", "x"), formColumnKey("model/m/b", "y"), formColumnKey("model/m/a", "Key")];
  expect(element.reads).toEqual(expect.arrayContaining(needed));
});

test("without the representation, the list of columns still tells which of them read a column", () => {
  const columns = [{ columnId: "c", name: "Where", formula: "[Fact Orders/Region]", elementId: "e" }];
  const { uses } = readListedUses(
    columns,
    [{ dataModelId: "m", elementId: "facts" }],
    new Map([[facts, "Fact Orders"]]),
  );
  expect(uses.find(({ target }) => target === region)).toMatchObject({ elementId: "e", how: "column Where" });
});

test("an impact goes through other models, and waits for a tag that has to move", () => {
  const chained: Json = {
    pages: [
      {
        id: "p",
        name: "Page",
        elements: [
          {
            id: "above",
            kind: "table",
            name: "Above",
            source: { kind: "data-model", dataModelId: "m", elementId: "facts" },
            columns: [{ id: "z", name: "Zone", formula: "[Fact Orders/Region]" }],
          },
        ],
      },
    ],
  };
  const buildReader = (dataModelId: string, elementId: string, formula: string): Json => ({
    elements: [
      {
        id: "e",
        kind: "table",
        name: "E",
        source: { kind: "data-model", dataModelId, elementId },
        columns: [{ id: "c", name: "C", formula }],
      },
    ],
    pages: [],
    layout: "",
  });
  const documents: (GraphDocument & { readonly name: string })[] = [
    { name: "base", uses: readUses(model, { dataModelId: "m" }), sourceTags: {} },
    { name: "above", uses: readUses(chained, { dataModelId: "n" }), sourceTags: {} },
    { name: "now", uses: readUses(buildReader("n", "above", "[Above/Zone]")), sourceTags: {} },
    { name: "later", uses: readUses(buildReader("n", "above", "[Above/Zone]")), sourceTags: { n: "tag" } },
    { name: "other", uses: readUses(buildReader("m", "facts", "[Fact Orders/Amount]")), sourceTags: {} },
  ];
  const find = (target: string) =>
    new Graph(documents).findReaders([target]).map(({ document, tags }) => [document.name, tags] as const);
  expect(find(region)).toEqual([
    ["above", []],
    ["now", []],
    ["later", ["tag"]],
  ]);
  const amount = formColumnKey(formTableKey(["PROD", "CORE", "ORDERS"]), "AMOUNT");
  expect(find(amount).map(([name]) => name)).toEqual(["base", "other"]);
});

test("uses tell where they stand in the document, if that is asked for", () => {
  const control = {
    id: "c",
    kind: "control",
    name: "Region",
    filters: [
      { source: { kind: "data-model", dataModelId: "m", elementId: "facts" }, columnId: "o" },
      { source: { kind: "data-model", dataModelId: "m", elementId: "facts" }, columnId: "r" },
    ],
  };
  const twice = {
    id: "t",
    kind: "table",
    name: "T",
    source: { kind: "data-model", dataModelId: "m", elementId: "facts" },
    columns: [null, { id: "x", formula: "[Fact Orders/Other] & [Fact Orders/Region]" }],
    metrics: [{ name: "M", formula: "Max([Fact Orders/Region])" }],
    conditionalFormats: [{ type: "formula", formula: "[Fact Orders/Region] > 1" }],
  };
  const form: Json = { schemaVersion: 1, kind: "workbook", pages: [], elements: [control, twice], layout: "" };
  const { uses } = readUses(form, { hasPlaces: true });
  const list = (target: string) => uses.filter((use) => use.target === target).map(({ place }) => place);
  const span = { text: "[Fact Orders/Region]", nth: 0 };
  expect(list(region)).toEqual([
    { path: ["elements", 1, "columns", 1, "formula"], span },
    { path: ["elements", 1, "metrics", 0, "formula"], span },
    { path: ["elements", 1, "conditionalFormats", 0, "formula"], span },
  ]);
  expect(list(formColumnIdKey(facts, "r"))).toEqual([{ path: ["elements", 0, "filters", 1] }]);
  expect(readUses(form).uses.every(({ place }) => place === undefined)).toBe(true);
});

const factsSource = { kind: "data-model", dataModelId: "m", elementId: "facts" };
const named = new Map([[facts, "Fact Orders"]]);

/** How the parts of a workbook read a target, as `element: how`. */
function listReaders(target: string, elements: Json[], more: { readonly [field: string]: Json } = {}) {
  const document: Json = { schemaVersion: 1, kind: "workbook", pages: [], layout: "", ...more, elements };
  const { uses } = readUses(document, { names: named });
  return uses.filter((use) => use.target === target).map(({ element, how }) => `${element}: ${how}`);
}

const master = {
  id: "t",
  kind: "table",
  name: "Orders",
  source: factsSource,
  columns: [{ id: "r", formula: "[Fact Orders/Region]" }],
};
const ofMaster = "Orders: column Region";

test.each<[what: string, reader: { readonly [field: string]: Json }, expected: string[]]>([
  [
    "in a text with quotes around the formulas",
    { kind: "text", body: "Bob's {{[Orders/Region]}} and Ann's" },
    ["reader: text"],
  ],
  ["in words of a text that are no formula", { kind: "text", body: "See [Orders/Region]" }, []],
  ["in a card", { kind: "text", body: "{{[Orders repeated container/Region]}}" }, ["reader: text"]],
  [
    "in what a reader selected",
    {
      kind: "table",
      source: { kind: "table", elementId: "t" },
      columns: [{ id: "x", name: "X", formula: "[Orders/Region]" }],
      actions: [{ id: "a", trigger: { on: "on-select", condition: "[Selection/X] = 1" }, effects: [] }],
    },
    ["reader: column X", "reader: action"],
  ],
  [
    "by the name of a leg of a join",
    {
      kind: "table",
      source: {
        kind: "join",
        joins: [{ name: "Bought", left: { kind: "table", elementId: "other" }, right: factsSource, columns: [] }],
      },
      columns: [{ id: "x", name: "X", formula: "[Bought/Region]" }],
    },
    ["reader: column X"],
  ],
  [
    "as a column of a union",
    {
      kind: "table",
      source: {
        kind: "union",
        sources: [factsSource, { kind: "table", elementId: "other" }],
        matches: [{ outputColumnName: "Where", sourceColumns: ["[Region]", null] }],
      },
      columns: [{ id: "x", name: "X", formula: "[Union of 2 Sources/Where]" }],
    },
    ["reader: column X", "reader: union"],
  ],
  [
    "by an element of a kind that is newer than this",
    { kind: "hologram", source: factsSource, columns: [{ id: "x", name: "X", formula: "[Fact Orders/Region]" }] },
    ["reader: column X"],
  ],
  [
    "in a column whose name is that of another one, too",
    {
      kind: "table",
      source: { kind: "table", elementId: "twins" },
      columns: [{ id: "x", name: "X", formula: "[Twins/Region (1)]" }],
    },
    ["reader: column X"],
  ],
])("a workbook reads a column %s", (_what, reader, expected) => {
  const twins = {
    ...master,
    id: "twins",
    name: "Twins",
    columns: [
      { id: "a", name: "Region", formula: "1" },
      { id: "b", name: "Region", formula: "[Fact Orders/Region]" },
    ],
  };
  const elements = [master, twins, { ...reader, id: "reader" }];
  const found = listReaders(region, elements).filter((one) => one.startsWith("reader"));
  expect(found).toEqual(expected);
  expect(listReaders(region, elements)).toContain(ofMaster);
});

test("an element without a name is called as what it reads, also by others", () => {
  const { name: _, ...nameless } = master;
  const reader = {
    id: "reader",
    kind: "table",
    source: { kind: "table", elementId: "t" },
    columns: [{ id: "x", name: "X", formula: "[Fact Orders/Region]" }],
  };
  expect(listReaders(region, [nameless, reader])).toEqual(["t: column Region", "reader: column X"]);
});

test("overlays and agents read, too", () => {
  const formula = "Max([Orders/Region])";
  const more = {
    overlays: [
      { id: "o", name: "Details", actions: [{ id: "b", effects: [{ value: { type: "formula", formula } }] }] },
    ],
    agents: [{ id: "a", name: "Helper", instructions: "Say {{[Orders/Region]}}" }],
  };
  expect(listReaders(region, [master], more)).toEqual([ofMaster, "Details: action", "Helper: agent"]);
});

test("a control reads the column that it shows, and each that it filters", () => {
  const control = {
    id: "c",
    kind: "control",
    name: "Pick",
    filters: [{ source: factsSource, columnIds: ["one", "two"] }],
    source: { kind: "source", source: factsSource, columnId: "three", displayColumnId: "four" },
  };
  const readers = ["one", "two", "three", "four"].map((id) => listReaders(formColumnIdKey(facts, id), [control]));
  expect(readers.flat()).toEqual(["Pick: control", "Pick: control", ...Array(2).fill("Pick: values of the control")]);
});

const [orders] = (model as { pages: [{ elements: [{ [field: string]: Json }] }] }).pages[0].elements;
const customers = {
  id: "customers",
  kind: "table",
  name: "Customers",
  source: { kind: "warehouse-table", connectionId: "c", path: ["PROD", "CORE", "CUSTOMERS"] },
  columns: [{ id: "c-id", name: "Country", formula: "[CUSTOMERS/COUNTRY]" }],
};
const relationships = [{ id: "rel", name: "Buyer", targetElementId: "customers", keys: [] }];
const related: Json = { pages: [{ id: "p", elements: [{ ...orders, relationships }, customers] }] };

test("a metric reads what the metrics read that it names, by their own names or under their heading", () => {
  const child = {
    id: "child",
    kind: "table",
    name: "Child",
    source: { kind: "table", elementId: "facts" },
    metrics: [{ id: "twice", name: "Twice", formula: "[Metrics/Revenue] * 2" }],
  };
  const metrics = [...(orders.metrics as Json[]), { id: "half", name: "Half", formula: "[Revenue] / 2" }];
  const { exposed } = readUses(
    { pages: [{ id: "p", elements: [{ ...orders, metrics }, child] }] },
    { dataModelId: "m" },
  );
  for (const name of ["Half", "Twice"]) {
    const { reads } = exposed.find((one) => one.name === name)!;
    expect(reads).toContain(formMetricKey(facts, "Revenue"));
    expect(reads).toContain(formColumnKey(formTableKey(["PROD", "CORE", "ORDERS"]), "AMOUNT"));
  }
});

test("a workbook reads a column behind a relationship of a model", () => {
  const country = formColumnKey(formElementKey("m", "customers"), "Country");
  const columns = [{ id: "x", name: "X", formula: "[Fact Orders/Buyer/Country]" }];
  const documents = [
    { name: "model", uses: readUses(related, { dataModelId: "m" }), sourceTags: {} },
    { name: "reader", uses: readUses({ elements: [{ ...master, columns }] }, { names: named }), sourceTags: {} },
  ];
  expect(new Graph(documents).findReaders([country]).map(({ document }) => document.name)).toEqual(["reader"]);
});

test("a calculation without a name isn't called as the first thing that it reads", () => {
  const columns = [{ id: "calc", formula: "Upper([ORDERS/REGION])" }];
  const { exposed } = readUses({ pages: [{ id: "p", elements: [{ ...orders, columns }] }] }, { dataModelId: "m" });
  expect(exposed.find(({ is }) => is === "column")).toMatchObject({ key: formColumnKey(facts, "calc"), name: "calc" });
});

test("formulas call a table without a name of its own by what it reads", () => {
  const document: Json = {
    kind: "workbook",
    elements: [
      {
        id: "t",
        kind: "table",
        source: { kind: "data-model", dataModelId: "m", elementId: "facts" },
        columns: [{ id: "r", name: "Region", formula: "[Fact Orders/Region]" }],
      },
      {
        id: "o",
        kind: "table",
        name: "Stores",
        source: { kind: "warehouse-table", connectionId: "c", path: ["S", "P", "STORES"] },
        columns: [{ id: "l", name: "Where", formula: "Lookup([Fact Orders/Region], [STORES/ID], [STORES/KEY])" }],
      },
    ],
  };
  const names = new Map([[facts, "Fact Orders"]]);
  expect(listPlaces(readUses(document, { names }), region)).toEqual([" › t: column Region", " › Stores: column Where"]);
});

test("a column without a name that is one plain name reads the column of the source", () => {
  const document: Json = {
    kind: "workbook",
    elements: [
      {
        id: "t",
        kind: "table",
        name: "Orders",
        source: { kind: "data-model", dataModelId: "m", elementId: "facts" },
        columns: [{ id: "r", formula: "[Region]" }],
      },
    ],
  };
  expect(listPlaces(readUses(document), region)).toEqual([" › Orders: column Region"]);
});
