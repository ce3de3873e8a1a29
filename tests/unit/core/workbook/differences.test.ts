import { workbookRewritings } from "../../../../emulator/src/workbook/stored-form";
import { formatChanges, parseSpec } from "../../../../provider/src/core/model";
import type { JsonObject } from "../../../../provider/src/core/model/json";
import { canonicalizeWorkbook, diffWorkbooks } from "../../../../provider/src/core/workbook";
import { setUpEmulator } from "../../emulator/support";
import { buildSales } from "../../emulator/workbook/sales";

const running = setUpEmulator();

/** A workbook with what the platform respells, completes and reorders. */
function buildRich(connectionId: string): JsonObject {
  const document = buildSales(connectionId);
  const [revenue, orders, trend, from] = document.elements;
  Object.assign(orders, {
    filters: [{ id: "f", columnId: "id", kind: "number-range", min: 3 }],
    groupings: [
      { id: "g", groupBy: ["at"], calculations: ["amount"], sort: [{ columnId: "at", direction: "ascending" }] },
    ],
    visibleAsSource: true,
  });
  Object.assign(trend, {
    color: { by: "category", column: "n", scheme: ["#AA00BB"] },
    columns: [...trend.columns, { id: "n", formula: "Count()", name: " N " }],
  });
  Object.assign(revenue, { style: { backgroundColor: "#ABCDEF" } });
  Object.assign(from, {
    controlType: "list",
    mode: undefined,
    source: { kind: "manual", valueType: "text", values: ["A"] },
  });
  document.elements.push(
    { id: "box", kind: "container" },
    { id: "deep", kind: "text", body: "Deep" },
    {
      id: "joined",
      kind: "table",
      name: "Joined",
      source: {
        kind: "join",
        joins: [
          {
            left: { kind: "table", elementId: "orders" },
            right: { kind: "table", elementId: "orders" },
            columns: [{ left: "[Id]", right: "[Id]" }],
          },
        ],
      },
      columns: [],
    },
  );
  document.layout = document.layout.replace(
    '<Element elementId="orders"',
    `<Element elementId="joined" gridColumn="1 / 25" gridRow="30 / 40"/>
<Container elementId="box" type="grid" gridTemplateColumns="repeat(24, 1fr)" gridTemplateRows="auto" \
gridColumn="1 / 25" gridRow="40 / 42">
<Element elementId="deep" gridColumn="1 / 25" gridRow="1 / 9"/></Container>
<Element elementId="orders"`,
  );
  return document as JsonObject;
}

async function store(document: JsonObject): Promise<JsonObject> {
  const { api, emulator } = running;
  const made = await api.post("/v2/workbooks", {
    name: "W",
    folderId: emulator.seeded.folders.models,
    contents: document,
  });
  expect(made.status).toBe(200);
  return (await api.get(`/v2/workbooks/${made.body.workbookId}?includeContents=true`)).body.contents;
}

test("what the platform rewrites means the same, all of it together and each alone", async () => {
  const document = buildRich(running.emulator.seeded.connections.warehouse);
  const stored = await store(document);
  expect(stored).not.toEqual(document);
  expect(canonicalizeWorkbook(stored)).toEqual(canonicalizeWorkbook(document));
  expect(diffWorkbooks(document, stored)).toEqual([]);
  for (const name of [...Object.keys(workbookRewritings), "baseGroupings"] as const) {
    running.emulator.configure({ workbookAsSent: [name as "baseGroupings"] });
    expect([name, diffWorkbooks(document, await store(document))]).toEqual([name, []]);
  }
});

test("a canonical form is its own canonical form, but for the layout, which is data then", () => {
  const form = canonicalizeWorkbook(buildRich("c"));
  expect(JSON.stringify(form)).not.toContain("undefined");
  expect(canonicalizeWorkbook({ ...form, layout: buildRich("c").layout! })).toEqual(form);
});

const base = `kind: workbook
schemaVersion: 1
pages: [{ id: sales, name: Sales }, { id: detail, name: Detail }]
elements:
  - { id: orders, kind: table, name: Orders, source: { kind: sql, connectionId: c, statement: select 1 },
    columns: [{ id: a, formula: "[Custom SQL/A]", name: A }] }
  - { id: kpi, kind: kpi-chart, name: Revenue, source: { kind: table, elementId: orders },
    columns: [{ id: s, formula: "Sum([Orders/A])", name: S }], value: { columnId: s }, periodComparison: month }
  - { id: trend, kind: bar-chart, name: Trend, source: { kind: table, elementId: orders },
    columns: [{ id: x, formula: "[Orders/A]" },
    { id: y, formula: "Count()", name: Number }], xAxis: { columnId: x }, yAxis: { columnIds: [y] } }
  - { id: go, kind: button, text: Go }
layout:
  sales:
    - { rows: 6, of: [kpi: 8, trend: 16] }
    - { rows: 2, of: [go] }
  detail:
    - { rows: 20, of: [orders] }
`;

const parse = (text: string) => parseSpec(text) as JsonObject;

test.each<[string, [from: string, to: string][], string[]]>([
  ["nothing", [["select 1", "select 1 "]], []],
  ["a name of a page", [["name: Detail", "name: Details"]], ["page Detail: name `Detail` → `Details`"]],
  [
    "a field of a number",
    [["periodComparison: month", "periodComparison: quarter"]],
    ["page Sales › KPI Revenue: periodComparison `month` → `quarter`"],
  ],
  [
    "a formula",
    [["Sum([Orders/A])", "Avg([Orders/A])"]],
    ["page Sales › KPI Revenue › column S: formula `Sum([Orders/A])` → `Avg([Orders/A])`"],
  ],
  [
    "a column",
    [
      [
        '{ id: y, formula: "Count()", name: Number }',
        '{ id: y, formula: "Count()", name: Number }, { id: z, formula: "[Orders/A]", name: Z }',
      ],
    ],
    ["page Sales › bar chart Trend › column Z added: `[Orders/A]`"],
  ],
  [
    "another width",
    [["[kpi: 8, trend: 16]", "[kpi: 4, trend: 20]"]],
    [
      "page Sales › KPI Revenue: width `8 columns` → `4 columns`",
      "page Sales › bar chart Trend: width `16 columns` → `20 columns`",
      "page Sales › bar chart Trend: left edge `column 9` → `column 5`",
    ],
  ],
  [
    "another height, which moves nothing else",
    [["{ rows: 6, of", "{ rows: 8, of"]],
    [
      "page Sales › KPI Revenue: height `6 rows` → `8 rows`",
      "page Sales › bar chart Trend: height `6 rows` → `8 rows`",
    ],
  ],
  [
    "another page",
    [
      ["    - { rows: 2, of: [go] }\n", ""],
      ["of: [orders] }", "of: [orders] }\n    - { rows: 2, of: [go] }"],
    ],
    ["button Go: moved from page Sales to page Detail"],
  ],
  [
    "an element that goes",
    [
      ["  - { id: go, kind: button, text: Go }\n", ""],
      ["    - { rows: 2, of: [go] }\n", ""],
    ],
    ["page Sales › button Go removed"],
  ],
  [
    "an element that others read",
    [
      ["id: orders, kind: table", "id: facts, kind: table"],
      ["of: [orders]", "of: [facts]"],
    ],
    [
      "page Detail › table Orders removed (destructive: used by page Sales › KPI " +
        "Revenue, page Sales › bar chart Trend)",
      "page Detail › table Orders added",
    ],
  ],
  [
    "a setting",
    [["kind: workbook\n", "kind: workbook\nsettings: { theme: { name: Dark } }\n"]],
    ['settings `{"theme":{"name":"Dark"}}`'.replace("settings ", "settings (none) → ")],
  ],
])("difference: %s", (_what, edits, expected) => {
  const after = edits.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, base);
  expect(formatChanges(diffWorkbooks(parse(base), parse(after)))).toEqual(expected);
});

test("an element of a data model with the id of one that goes doesn't make its readers users of that", () => {
  const before = base.replace(
    "{ kind: sql, connectionId: c, statement: select 1 }",
    "{ kind: data-model, dataModelId: m, elementId: go }",
  );
  const after = before
    .replace("  - { id: go, kind: button, text: Go }\n", "")
    .replace("    - { rows: 2, of: [go] }\n", "");
  expect(formatChanges(diffWorkbooks(parse(before), parse(after)))).toEqual(["page Sales › button Go removed"]);
});

/** Parts of a workbook that the platform may answer in the second form. */
const rich = base
  .replace(
    "  - { id: go, kind: button, text: Go }",
    `  - { id: go, kind: button, text: Go, fillColor: "#AABBCC" }
  - { id: joined, kind: table, name: J, source: { kind: join, primarySource: { kind: table, elementId: orders },
      joins: [{ left: { kind: table, elementId: orders }, right: { kind: table, elementId: orders },
      columns: [{ left: "[A]", right: "[A]" }] }] }, columns: [{ id: c, formula: "[Orders/A] != 1" }],
      conditionalFormats: [{ type: single, columnIds: [c], condition: ">", value: 3 }],
      filters: [{ id: f, columnId: c, kind: number-range, min: 1 }] }
  - { id: pick, kind: control, controlId: pick, controlType: list, mode: include, selectionMode: multiple }
  - { id: box, kind: container }
  - { id: note, kind: text, body: "A\\n\\nB" }`,
  )
  .replace(
    "  detail:\n",
    "  detail:\n    - { container: box, rows: 3, of: [{ rows: 3, of: [note] }] }\n" +
      "    - { rows: 5, of: [joined, pick] }\n",
  );

test.each<[what: string, from: string, to: string]>([
  [
    "`groupingId: base`",
    "primarySource: { kind: table, elementId: orders }",
    "primarySource: { kind: table, elementId: orders, groupingId: base }",
  ],
  [
    "a container that was stretched",
    "container: box, rows: 3, of: [{ rows: 3",
    "container: box, rows: 2, of: [{ rows: 3",
  ],
  ["`<>`", "[Orders/A] != 1", "[Orders/A] <> 1"],
  ["empty lines of a text", "A\\n\\nB", "A\\n\\n\\nB"],
  ["the case of a color", "#AABBCC", "#aabbcc"],
  ["a default that is written out", "name: J,", "name: J, visibleAsSource: true,"],
  ["defaults of a control", ", selectionMode: multiple }", ", selectionMode: multiple, values: [] }"],
  ["`includeNulls` of a filter", "min: 1 }", "min: 1, includeNulls: when-no-value-is-selected }"],
  ["the type of a join", "columns: [{ left:", "joinType: left-outer, columns: [{ left:"],
  ["a limit as a text", "value: 3 }", 'value: "3" }'],
  ["a page that is shown", "name: Detail }", "name: Detail, visibility: shown }"],
])("the same in another form: %s", (_what, from, to) => {
  expect(rich).toContain(from);
  expect(diffWorkbooks(parse(rich), parse(rich.replace(from, to)))).toEqual([]);
});

test("another placeholder and another number of many digits are values, not objects", () => {
  const build = (model: string, min: string) =>
    parseSpec(
      `{ schemaVersion: 1, kind: workbook, pages: [], elements: [{ id: a, kind: table, name: A, source: ` +
        `{ kind: data-model, dataModelId: !ref ${model} }, columns: [], min: ${min} }] }`,
    ) as JsonObject;
  const before = build("orders", "9007199254740993");
  expect(formatChanges(diffWorkbooks(before, build("sales", "9007199254740995"))).join("\n")).toMatch(
    /source\.dataModelId !ref orders → !ref sales\n.*: min `9007199254740993` → `9007199254740995`/,
  );
});

test("elements in another order are the same", () => {
  const document = parse(rich);
  expect(diffWorkbooks(document, { ...document, elements: (document.elements as []).toReversed() })).toEqual([]);
});

test("a chart that moves to another page and changes its period says both, by its name", () => {
  const moved = base
    .replace("[kpi: 8, trend: 16]", "[kpi: 24]")
    .replace("of: [orders] }", "of: [orders] }\n    - { rows: 6, of: [trend: 24] }")
    .replace("periodComparison: month", "periodComparison: quarter");
  expect(formatChanges(diffWorkbooks(parse(base), parse(moved)))).toEqual([
    "page Sales › KPI Revenue: width `8 columns` → `24 columns`",
    "page Sales › KPI Revenue: periodComparison `month` → `quarter`",
    "bar chart Trend: moved from page Sales to page Detail",
  ]);
});
