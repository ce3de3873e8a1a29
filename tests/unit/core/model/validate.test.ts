import { copy, type Loose, readFixture, readFixtureText } from "./fixtures";
import { formatFinding, parseSpec, validateSpec } from "./spec";

const readOrders = () => readFixture("orders.yaml");

test("a spec with its placeholders unfilled can be checked too", () => {
  expect(validateSpec(readOrders())).toEqual([]);
});

test("a server's answer is a valid spec", () => {
  expect(validateSpec(readFixture("constructs/server-answer.json"))).toEqual([]);
});

test("the specs given are not changed", () => {
  const spec = readOrders();
  const before = copy(spec);
  validateSpec(spec);
  expect(spec).toEqual(before);
});

test.each([
  [[], "expected an object, got a list"],
  [null, "expected an object, got nothing (null)"],
  ["text", "expected an object, got the string `text`"],
  [{ pages: {} }, "expected a list, got an object"],
  [{}, "`pages` is missing"],
])("%j is no spec", (value, message) => {
  expect(validateSpec(value)).toMatchObject([{ severity: "error", message }]);
});

test.each([
  ["a list", { pages: "pages/main.yaml" }, "pages/main.yaml"],
  ["an object", { pages: ["main.JSON"] }, "main.JSON"],
])("the name of a file in the place of %s is told how to include it", (_, spec, file) => {
  const [finding] = validateSpec(spec);
  expect(finding?.hint).toBe(
    `For the contents of that file, write \`!include ${file}\`. Pulumi drops such tags in a program in YAML: give ` +
      "the model as a file there, `spec: { fn::fileAsset: models/orders.yaml }`.",
  );
});

test.each([
  ["yes", "Write true: `yes` is a text."],
  ["No", "Write false: `No` is a text."],
  ["on", "Write true: `on` is a text."],
  ['"false"', "Write false without quotes."],
  ["1", "Write true."],
  ["maybe", undefined],
])("%s where a boolean is expected", (written, hint) => {
  const source = "{ kind: warehouse-table, connectionId: c, path: [A] }";
  const table = `{ id: a, kind: table, source: ${source}, columns: [], visibleAsSource: ${written} }`;
  const text = `pages:\n  - { id: p, elements: [${table}] }\n`;
  const findings = validateSpec(parseSpec(text)).filter(({ rule }) => rule === "wrong-type");
  expect(findings).toMatchObject([{ path: ["pages", 0, "elements", 0, "visibleAsSource"] }]);
  expect(findings[0]?.hint).toBe(hint);
});

test("a version that isn't known, with those that are, each once", () => {
  expect(validateSpec({ schemaVersion: 2, pages: [] })).toMatchObject([
    { path: ["schemaVersion"], message: "`2` is not known here", hint: "Known: `1`." },
  ]);
});

test("severities can be set per rule", () => {
  const spec: Loose = readOrders();
  spec.pages[0].elements[0].colour = "red";
  spec.pages[0].elements[1].order.push("nobody");
  const listFound = (severities: Record<string, "error" | "warning" | "off">) =>
    validateSpec(spec, { severities }).map(({ rule, severity }) => [rule, severity]);
  expect(listFound({})).toEqual([
    ["unknown-field", "warning"],
    ["missing-reference", "error"],
  ]);
  expect(listFound({ "unknown-field": "error", "missing-reference": "warning" })).toEqual([
    ["unknown-field", "error"],
    ["missing-reference", "warning"],
  ]);
  expect(listFound({ "unknown-field": "off", "missing-reference": "off" })).toEqual([]);
});

test("fields of inherited names are unknown like others", () => {
  expect(validateSpec({ pages: [], constructor: 1, toString: 2 })).toMatchObject([
    { rule: "unknown-field" },
    { rule: "unknown-field" },
  ]);
});

describe("places", () => {
  const text = readFixtureText("orders.yaml").replace('formula: "[ORDERS/AMOUNT] - [ORDERS/DISCOUNT]"', "fromula: x");

  test("are those of the file, in YAML and JSON", () => {
    const [yaml] = validateSpec(parseSpec(text), { source: { text, file: "models/orders.yaml" } });
    const line = text.split("\n").findIndex((candidate) => candidate.includes("fromula")) + 1;
    expect(yaml).toMatchObject({ file: "models/orders.yaml", line, column: 13 });
    expect(formatFinding(yaml!)).toBe(
      `models/orders.yaml:${line}:13: error: pages[main].elements[fact_orders].columns[revenue].fromula: ` +
        "`fromula` is not a known field [misspelt-field]. Did you mean `formula`?",
    );
    const json = JSON.stringify(parseSpec(text), null, 2);
    const [finding] = validateSpec(parseSpec(json), { source: { text: json, file: "a.json" } });
    const jsonLine = json.split("\n").findIndex((candidate) => candidate.includes("fromula")) + 1;
    expect(finding).toMatchObject({ line: jsonLine, column: json.split("\n")[jsonLine - 1]!.indexOf('"') + 1 });
  });

  test("of something missing are those of what should have it", () => {
    const missing = "pages:\n  - id: a\n    elements: []\n";
    expect(validateSpec(parseSpec(missing), { source: { text: missing } })).toMatchObject([{ line: 2, column: 5 }]);
  });

  test("work through anchors, merge keys, a byte order mark and Windows line ends", () => {
    const anchored = "\uFEFFx: &p\r\n  id: 1\r\npages:\r\n  - *p\r\n  - {<<: *p, name: N}\r\n";
    const found = validateSpec(parseSpec(anchored), {
      source: { text: anchored },
      severities: { "unknown-field": "off" },
    });
    expect(found.map(({ rule, pathText, line, column }) => [rule, pathText, line, column])).toEqual(
      expect.arrayContaining([
        ["wrong-type", "pages[0].id", 2, 3],
        ["wrong-type", "pages[1].id", 2, 3],
        ["missing-field", "pages[1]", 5, 5],
      ]),
    );
  });

  test("lead into included files", () => {
    const files: Record<string, string> = {
      "m/columns.yaml": "- {id: a, formula: '1'}\n- {id: b,\n   fromula: '2'}\n",
      "m/table.yaml":
        "id: t\nkind: table\nnaem: T\nsource: {kind: sql, connectionId: c, statement: x}\ncolumns:\n  - {id: z, " +
        "fromula: x}\n  - !include columns.yaml\n  - {id: y, fromula: x}\n",
    };
    const main = "pages:\n  - id: p\n    name: P\n    elements:\n      - !include table.yaml\n";
    const readFile = (path: string) => files[path]!;
    const spec = parseSpec(main, { file: "m/main.yaml", readFile });
    const listPlaces = (withReader: boolean) =>
      validateSpec(spec, { source: { text: main, file: "m/main.yaml", ...(withReader ? { readFile } : {}) } })
        .map(({ pathText, file, line, column }) => [pathText, file, line, column])
        .sort();
    expect(listPlaces(true)).toEqual([
      ["pages[p].elements[t].columns[b].fromula", "m/columns.yaml", 3, 4],
      ["pages[p].elements[t].columns[y].fromula", "m/table.yaml", 8, 13],
      ["pages[p].elements[t].columns[z].fromula", "m/table.yaml", 6, 13],
      ["pages[p].elements[t].naem", "m/table.yaml", 3, 1],
    ]);
    // Without the reader, the list that holds the include is as near as one can get.
    expect(new Set(listPlaces(false).map(([, ...place]) => place.join(":")))).toEqual(new Set(["m/main.yaml:4:5"]));
  });

  test("findings come in the order of the file", () => {
    const unordered = "pages:\n  - name: 1\n    id: 2\n    elements: 3\n";
    const found = validateSpec(parseSpec(unordered), { source: { text: unordered } });
    expect(found.map(({ line }) => line)).toEqual([2, 3, 4]);
  });
});

test("a mistyped field is one finding, not an unknown and a missing one", () => {
  const spec: Loose = readOrders();
  const element = spec.pages[0].elements[0];
  element.colums = element.columns;
  delete element.columns;
  const about = validateSpec(spec).filter(({ pathText }) => /elements\[customers\](\.colums)?$/.test(pathText));
  expect(about.map(({ rule }) => rule)).toEqual(["misspelt-field"]);
});

test("a field is not called misspelt when the one it resembles is there", () => {
  const spec: Loose = readOrders();
  spec.pages[0].elements[0].names = "x";
  expect(validateSpec(spec).map(({ rule }) => rule)).toEqual(["unknown-field"]);
});

describe("names of metrics, relationships and outputs, and formulas that can't be right", () => {
  const writeText = (formula: string, list = "columns") =>
    `pages:
  - id: main
    name: Main
    elements:
      - id: orders
        kind: table
        name: Orders
        source: { kind: warehouse-table, connectionId: c, path: [DB, S, ORDERS] }
        columns:
          - { id: status, name: Status, formula: "[ORDERS/STATUS]" }
        relationships: [{ id: customer, name: Customer, targetElementId: customers, keys: [] }]
        metrics: [{ id: total, name: Total, formula: "Sum([Status])" }]
      - id: customers
        kind: table
        name: Customers
        source: { kind: warehouse-table, connectionId: c, path: [DB, S, CUSTOMERS] }
        columns: [{ id: region, name: Region, formula: "[CUSTOMERS/REGION]" }]
      - id: top
        kind: table
        name: Top
        source: { kind: table, elementId: orders }
        columns: [{ id: a, name: A, formula: "1" }]
        relationships: [{ id: r, name: Buyer, targetElementId: customers, keys: [] }]
      - id: sql
        kind: table
        name: Statement
        source: { kind: sql, connectionId: c, statement: "select id, amount from t" }
        columns: [{ id: a, name: A, formula: "1" }]
`.replace(
      list === "sql" ? /(id: sql[\s\S]*formula: )"1"/ : /(id: top[\s\S]*?formula: )"1"/,
      (_, before) => `${before}${JSON.stringify(formula)}`,
    );
  const listFound = (yaml: string) =>
    validateSpec(parseSpec(yaml), { source: { text: yaml, file: "m.yaml" } }).map(
      ({ rule, severity, message, hint, line }) => [rule, severity, message, hint, typeof line],
    );

  test.each([
    ["[Metrics/Totl]", "missing-column", "error", "Did you mean `[Metrics/Total]`?"],
    ["[Orders/Totl]", "missing-column", "error", "Did you mean `[Orders/Total]`?"],
    ["[Buyer/Region]", "missing-column", "error", "Did you mean `[Top/Buyer/Region]`?"],
    ["[Orders/Custmer/Region]", "missing-column", "error", "Did you mean `[Orders/Customer/Region]`?"],
    ["[Top/Buyer/Reigon]", "missing-column", "error", "Did you mean `[Top/Buyer/Region]`?"],
    ["[Buyer/Reigon]", "missing-column", "error", "Did you mean `[Top/Buyer/Region]`?"],
    ["[Bayer/Region]", "missing-column", "error", "Did you mean `[Top/Buyer/Region]`?"],
    ["[Customer/Region]", "missing-column", "error", "Did you mean `[Orders/Customer/Region]`?"],
    ["[Status]", "unresolved-name", "error", "Did you mean `[Orders/Status]`?"],
    ["[Elsewhere]", "unresolved-name", "error", "A column of its source is written `[Orders/Elsewhere]`."],
    ["[A] + 1", "circular-formula", "error", "Did you mean the column of the source, `[Orders/A]`?"],
    [
      "case when [Orders/Status] = 1 then 'x' when [Orders/Status] = 2 then 'y' else 'z' end",
      "formula-syntax",
      "error",
      "Write `If([Orders/Status] = 1, 'x', [Orders/Status] = 2, 'y', 'z')`.",
    ],
    [
      "1 + (case [Orders/Status] when 1 then 2 end)",
      "formula-syntax",
      "error",
      "Write `1 + (Switch([Orders/Status], 1, 2))`.",
    ],
    ["[Orders/Status] is not null", "sql-operator", "warning", "Write `IsNotNull([Orders/Status])`."],
  ])("%s", (formula, rule, severity, hint) => {
    expect(listFound(writeText(formula))).toEqual([[rule, severity, expect.any(String), hint, "number"]]);
  });

  test("a column that a plain statement doesn't return", () => {
    expect(listFound(writeText("[Custom SQL/Amount]", "sql"))).toEqual([]);
    expect(listFound(writeText("[Custom SQL/Amuont]", "sql"))).toEqual([
      [
        "missing-column",
        "error",
        "nothing in this model is called `[Custom SQL/Amuont]` here",
        "Did you mean `[Custom SQL/amount]`?",
        "number",
      ],
    ]);
  });

  test.each(["[Metrics/Total]", "[Orders/Total]", "[Top/Buyer/Region]", "[Orders/Customer/Region]"])(
    "%s is there",
    (formula) => {
      expect(listFound(writeText(formula))).toEqual([]);
    },
  );
});

describe("formulas and paths written in another way", () => {
  /** What is reported about a column with a formula as YAML has it, with the part of the text that is marked. */
  const listReported = (formula: string, path = "[DB, S, ORDERS]") => {
    const text = `pages:
  - id: p
    name: P
    elements:
      - id: t
        kind: table
        name: Orders
        source: { kind: warehouse-table, connectionId: c, path: ${path} }
        columns:
          - { id: q, name: Quantity, formula: "[Orders/QUANTITY]" }
          - { id: x, name: X, formula: ${formula} }
        metrics:
          - { id: m, name: Total, formula: "Sum([Quantity])" }
      - id: u
        kind: table
        name: Units
        source: { kind: table, elementId: t }
        columns:
          - { id: q, name: Half, formula: "[Orders/Quantty] + [Ordrs/Quantity] + [Units/Haf]" }
`;
    const lines = text.split("\n");
    return validateSpec(parseSpec(text), { source: { text } }).map(({ rule, line, column, endColumn, hint }) => [
      rule,
      lines[line! - 1]!.slice(column! - 1, endColumn && endColumn - 1),
      hint,
    ]);
  };
  const always = [
    ["missing-column", "[Orders/Quantty]", "Did you mean `[Orders/Quantity]`?"],
    ["missing-column", "[Ordrs/Quantity]", "Did you mean `[Orders/Quantity]`?"],
    ["missing-column", "[Units/Haf]", "Did you mean `[Units/Half]`?"],
  ];

  test.each([
    ["[ORDERS/QUANTITY]", [["wrong-type", "[ORDERS/QUANTITY]", 'Quote it: "[ORDERS/QUANTITY]"']]],
    ["[A, B]", [["wrong-type", "[A, B]", 'Quote it: "[A, B]"']]],
    ['"[Quantty]"', [["unresolved-name", "[Quantty]", "Did you mean `[Quantity]`?"]]],
    ['"[Totl]"', [["unresolved-name", "[Totl]", "Did you mean `[Total]`?"]]],
    [
      '"Summ([Quantty]) + [Quantty] * ([Quantity"',
      [
        ["unknown-function", "Summ", "Did you mean `Sum`?"],
        ["unresolved-name", "[Quantty]", "Did you mean `[Quantity]`?"],
        ["unresolved-name", "[Quantty]", "Did you mean `[Quantity]`?"],
        ["formula-syntax", "(", "Add the `)`."],
        ["formula-syntax", "[", "Add the `]`."],
      ],
    ],
    [
      '"If([Quantity] = \\"(\\", ([Quantity]"',
      [
        ["formula-syntax", "(", "Add the `)`."],
        ["formula-syntax", "(", "Add the `)`."],
      ],
    ],
    ['\'Concat("a", "b)\'', [["formula-syntax", '"b)', 'Add the `"`.']]],
    ['"Average([Quantity])"', [["unknown-function", "Average", "Did you mean `Avg`?"]]],
    ['"Or([Quantity], 1)"', [["formula-syntax", "Or", "Write `[Quantity] or 1`."]]],
  ])("formula: %s", (formula, expected) => {
    expect(listReported(formula)).toEqual([...expected, ...always]);
  });

  test.each([
    ["{ a: b }", 'Write a formula as text in quotes, such as "[ORDERS/QUANTITY]".'],
    ['["[A]"]', 'Write a formula as text in quotes, such as "[ORDERS/QUANTITY]".'],
    ["3", 'Put it in quotes: "3".'],
  ])("formula: %s is no text", (formula, hint) => {
    const found = listReported(formula).find(([rule]) => rule === "wrong-type");
    expect(found?.at(-1)).toBe(hint);
  });

  test.each([
    ["DB.SCHEMA.ORDERS", "[DB, SCHEMA, ORDERS]"],
    ["DB/SCHEMA/ORDERS", "[DB, SCHEMA, ORDERS]"],
    ['DB."my.schema"."ORDERS"', '[DB, "my.schema", ORDERS]'],
  ])("path: %s is %s", (path, list) => {
    expect(listReported('"[Quantity]"', path)).toEqual([["wrong-type", path, `Write the list: ${list}`], ...always]);
  });
});

test.each([
  ["measures", [], "misspelt-field", "Did you mean `metrics`?"],
  ["measures", ["metrics"], "unknown-field", "Did you mean `metrics`?"],
  ["dimensions", [], "unknown-field", "Did you mean `columns`?"],
])("%s of another semantic layer, beside %j, is told what it is called here", (key, besides, rule, hint) => {
  const spec = readOrders() as Loose;
  const element = spec.pages[0].elements[0];
  delete element.metrics;
  for (const one of besides) element[one] = [];
  element[key] = [];
  expect(validateSpec(spec).filter((one) => one.path.at(-1) === key)).toMatchObject([{ rule, hint }]);
});

test("an expression in SQL is told to be a formula", () => {
  const spec = readOrders() as Loose;
  spec.pages[0].elements[0].columns[0] = { id: "a", name: "A", sql: "amount" };
  expect(validateSpec(spec)[0]).toMatchObject({ rule: "misspelt-field", hint: "Did you mean `formula`?" });
});
