import { copy, fixture, fixturesIn, type Loose } from "./fixtures";
import { canonicalize, equalSpecs, type Json, type JsonObject, unknownValue } from "./spec";

const table = (rest: JsonObject): Loose => ({
  pages: [{ id: "p", name: "P", elements: [{ id: "t", kind: "table", name: "T", source: {}, columns: [], ...rest }] }],
});
const control = (rest: JsonObject): Loose => ({
  pages: [{ id: "p", name: "P", elements: [{ id: "c", kind: "control", controlId: "C", ...rest }] }],
});
const column = (rest: JsonObject) => table({ columns: [{ id: "a", formula: "x", ...rest }] });
const warehouse = (name: string) => ({ kind: "warehouse-table", connectionId: "c", path: ["D", "S", name] });
const join = (rest: JsonObject, first: JsonObject = {}, pair: JsonObject = {}) =>
  table({
    source: {
      kind: "join",
      joins: [
        { left: warehouse("A"), right: warehouse("B"), columns: [{ left: "[x]", right: "[y]", ...pair }], ...first },
        { left: warehouse("B"), right: { kind: "table", elementId: "t" }, columns: [] },
      ],
      ...rest,
    },
  });

describe("means the same", () => {
  const cases: [what: string, a: Json, b: Json][] = [
    ["the version as number, text or left out", { schemaVersion: 1, pages: [] }, { schemaVersion: "1", pages: [] }],
    ["no version", { pages: [] }, { schemaVersion: 1, pages: [] }],
    [
      "what the server keeps at the top",
      { pages: [] },
      {
        pages: [],
        url: "u",
        dataModelId: "d",
        documentVersion: 3,
        name: "N",
        folderId: "f",
        description: "x",
        kind: "data-model",
        new: 1,
      },
    ],
    [
      "empty and absent lists",
      table({}),
      table({ metrics: [], order: [], sort: [], filters: [], groupings: [], uniqueKeys: [] }),
    ],
    ["empty and absent descriptions", column({}), column({ description: "" })],
    ["flags that are off", column({}), column({ hidden: false })],
    [
      "an empty prefix",
      column({ format: { kind: "number" } }),
      column({ format: { kind: "number", prefix: "", suffix: "" } }),
    ],
    [
      "an enabled filter",
      table({ filters: [{ id: "f", kind: "list", columnId: "a" }] }),
      table({ filters: [{ id: "f", kind: "list", columnId: "a", state: "enabled" }] }),
    ],
    [
      "nulls where the connection puts them",
      table({ sort: [{ columnId: "a", direction: "ascending" }] }),
      table({ sort: [{ columnId: "a", direction: "ascending", nulls: "connection-default" }] }),
    ],
    [
      "multiple selection",
      control({ controlType: "list" }),
      control({ controlType: "list", selectionMode: "multiple", values: [] }),
    ],
    ["no value chosen", control({ controlType: "segmented", value: null }), control({ controlType: "segmented" })],
    ["a table that others may use", table({ visibleAsSource: true }), table({})],
    ["space at the ends of a name", table({ name: " T " }), table({ name: "T" })],
    ["an equal join condition", join({}), join({}, {}, { op: "=" })],
    ["the name of a join's right side", join({}), join({}, { name: "B" })],
    ["the name of the primary source", join({}), join({ name: "A" })],
    ["the primary source that the joins imply", join({}), join({ primarySource: warehouse("A") })],
    ["both of these", join({}), join({ name: "A", primarySource: warehouse("A") })],
    ["unique keys in another order", table({ uniqueKeys: ["a", "b"] }), table({ uniqueKeys: ["b", "a"] })],
    [
      "restrictions in another order",
      table({
        columnSecurities: [
          {
            id: "s",
            restrictedColumns: ["a", "b"],
            criteria: {
              kind: "user-attribute",
              assignments: [
                { userAttributeId: "1", value: "x" },
                { userAttributeId: "2", value: "y" },
              ],
            },
          },
        ],
      }),
      table({
        columnSecurities: [
          {
            id: "s",
            restrictedColumns: ["b", "a"],
            criteria: {
              kind: "user-attribute",
              assignments: [
                { value: "y", userAttributeId: "2" },
                { userAttributeId: "1", value: "x" },
              ],
            },
          },
        ],
      }),
    ],
    [
      "ids left out",
      table({ columns: [{ name: "Order Date", formula: "x" }] }),
      table({ columns: [{ id: "order_date", name: "Order Date", formula: "x" }] }),
    ],
    ["aliases", column({}), column({ aliases: ["b"] })],
  ];
  test.each(cases)("%s", (_, a, b) => {
    expect(equalSpecs(a, b)).toBe(true);
    expect(canonicalize(b)).toEqual(canonicalize(a));
  });
});

describe("means something", () => {
  const cases: [what: string, a: Json, b: Json][] = [
    ["a name", column({ name: "x" }), column({})],
    ["an empty name", column({ name: "" }), column({})],
    ["hidden", column({ hidden: true }), column({})],
    [
      "text for null, even if empty",
      column({ format: { kind: "number", displayNullAs: "" } }),
      column({ format: { kind: "number" } }),
    ],
    ["visible as a source or not", table({ visibleAsSource: false }), table({})],
    ["an inner join", join({}, { joinType: "inner" }), join({})],
    ["another operator", join({}, {}, { op: "<" }), join({})],
    ["a join's own name", join({}, { name: "A" }), join({})],
    ["another primary source", join({ primarySource: warehouse("C") }), join({})],
    [
      "a primary source where the joins leave it open",
      join({ primarySource: warehouse("A") }, { right: warehouse("C") }),
      join({}, { right: warehouse("C") }),
    ],
    ["the order of columns", table({ order: ["a", "b"] }), table({ order: ["b", "a"] })],
    [
      "the order of elements in a list",
      table({
        columns: [
          { id: "a", formula: "x" },
          { id: "b", formula: "y" },
        ],
      }),
      table({
        columns: [
          { id: "b", formula: "y" },
          { id: "a", formula: "x" },
        ],
      }),
    ],
    [
      "a warehouse path",
      table({ source: warehouse("A") }),
      table({ source: { ...warehouse("A"), path: ["S", "D", "A"] } }),
    ],
    [
      "an unchecked box",
      control({ controlType: "checkbox", mode: "True/All", value: false }),
      control({ controlType: "checkbox", mode: "True/All" }),
    ],
    ["a left outer join, which may not be what is left out", join({}), join({}, { joinType: "left-outer" })],
    ["zero", control({ controlType: "number", mode: "=", value: 0 }), control({ controlType: "number", mode: "=" })],
    ["a field that is not known", table({ futureField: false }), table({})],
    ["an empty list in a field that is not known", table({ futureField: [] }), table({})],
    ["unknown against known", column({ name: unknownValue }), column({ name: "x" })],
  ];
  test.each(cases)("%s", (_, a, b) => {
    expect(equalSpecs(a, b)).toBe(false);
    expect(equalSpecs(b, a)).toBe(false);
  });
});

test("a name that a table source gives is implied, and follows the table", () => {
  const spec = (name: string | undefined, tableName: string): Json => ({
    pages: [
      {
        id: "p",
        name: "P",
        elements: [
          { id: "o", kind: "table", name: tableName, source: {}, columns: [] },
          {
            id: "j",
            kind: "table",
            columns: [],
            source: {
              kind: "join",
              joins: [
                {
                  left: warehouse("A"),
                  right: { kind: "table", elementId: "o" },
                  columns: [],
                  ...(name === undefined ? {} : { name }),
                },
              ],
            },
          },
        ],
      },
    ],
  });
  expect(equalSpecs(spec("Orders", "Orders"), spec(undefined, "Orders"))).toBe(true);
  expect(equalSpecs(spec("Orders", "Sales"), spec(undefined, "Sales"))).toBe(false);
});

test("kinds that are not known stay as they are", () => {
  const chart = { id: "x", kind: "chart", metrics: [], hidden: false };
  const spec = { pages: [{ id: "p", name: "P", elements: [chart] }] };
  expect(canonicalize(spec)).toEqual({ schemaVersion: 1, pages: spec.pages });
});

test("what is canonical already is shared, and nothing given is changed", () => {
  for (const name of fixturesIn("constructs")) {
    const spec = fixture(name);
    const before = copy(spec);
    const canonical = canonicalize(spec) as JsonObject;
    expect(spec).toEqual(before);
    expect((canonicalize(canonical) as JsonObject).pages).toBe(canonical.pages);
  }
});

test("what is no spec is left alone", () => {
  expect(canonicalize(unknownValue)).toBe(unknownValue);
  expect(canonicalize([1])).toEqual([1]);
});
