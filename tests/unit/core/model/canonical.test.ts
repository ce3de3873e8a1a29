import { copy, type Loose, listFixtures, readFixture } from "./fixtures";
import { canonicalize, equalSpecs, type Json, type JsonObject, unknownValue } from "./spec";

const buildTable = (rest: JsonObject): Loose => ({
  pages: [{ id: "p", name: "P", elements: [{ id: "t", kind: "table", name: "T", source: {}, columns: [], ...rest }] }],
});
const buildControl = (rest: JsonObject): Loose => ({
  pages: [{ id: "p", name: "P", elements: [{ id: "c", kind: "control", controlId: "C", ...rest }] }],
});
const buildColumn = (rest: JsonObject) => buildTable({ columns: [{ id: "a", formula: "x", ...rest }] });
const buildWarehouse = (name: string) => ({ kind: "warehouse-table", connectionId: "c", path: ["D", "S", name] });
const join = (rest: JsonObject, first: JsonObject = {}, pair: JsonObject = {}) =>
  buildTable({
    source: {
      kind: "join",
      joins: [
        {
          left: buildWarehouse("A"),
          right: buildWarehouse("B"),
          columns: [{ left: "[x]", right: "[y]", ...pair }],
          ...first,
        },
        { left: buildWarehouse("B"), right: { kind: "table", elementId: "t" }, columns: [] },
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
      buildTable({}),
      buildTable({ metrics: [], order: [], sort: [], filters: [], groupings: [], uniqueKeys: [] }),
    ],
    ["empty and absent descriptions", buildColumn({}), buildColumn({ description: "" })],
    ["flags that are off", buildColumn({}), buildColumn({ hidden: false })],
    [
      "an empty prefix",
      buildColumn({ format: { kind: "number" } }),
      buildColumn({ format: { kind: "number", prefix: "", suffix: "" } }),
    ],
    [
      "an enabled filter",
      buildTable({ filters: [{ id: "f", kind: "list", columnId: "a" }] }),
      buildTable({ filters: [{ id: "f", kind: "list", columnId: "a", state: "enabled" }] }),
    ],
    [
      "nulls where the connection puts them",
      buildTable({ sort: [{ columnId: "a", direction: "ascending" }] }),
      buildTable({ sort: [{ columnId: "a", direction: "ascending", nulls: "connection-default" }] }),
    ],
    [
      "multiple selection",
      buildControl({ controlType: "list" }),
      buildControl({ controlType: "list", selectionMode: "multiple", values: [] }),
    ],
    [
      "no value chosen",
      buildControl({ controlType: "segmented", value: null }),
      buildControl({ controlType: "segmented" }),
    ],
    ["a table that others may use", buildTable({ visibleAsSource: true }), buildTable({})],
    ["space at the ends of a name", buildTable({ name: " T " }), buildTable({ name: "T" })],
    ["an equal join condition", join({}), join({}, {}, { op: "=" })],
    ["the name of a join's right side", join({}), join({}, { name: "B" })],
    ["the name of the primary source", join({}), join({ name: "A" })],
    ["the primary source that the joins imply", join({}), join({ primarySource: buildWarehouse("A") })],
    ["both of these", join({}), join({ name: "A", primarySource: buildWarehouse("A") })],
    ["unique keys in another order", buildTable({ uniqueKeys: ["a", "b"] }), buildTable({ uniqueKeys: ["b", "a"] })],
    [
      "restrictions in another order",
      buildTable({
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
      buildTable({
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
      buildTable({ columns: [{ name: "Order Date", formula: "x" }] }),
      buildTable({ columns: [{ id: "order_date", name: "Order Date", formula: "x" }] }),
    ],
    ["aliases", buildColumn({}), buildColumn({ aliases: ["b"] })],
  ];
  test.each(cases)("%s", (_, a, b) => {
    expect(equalSpecs(a, b)).toBe(true);
    expect(canonicalize(b)).toEqual(canonicalize(a));
  });
});

describe("means something", () => {
  const cases: [what: string, a: Json, b: Json][] = [
    ["a name", buildColumn({ name: "x" }), buildColumn({})],
    ["an empty name", buildColumn({ name: "" }), buildColumn({})],
    ["hidden", buildColumn({ hidden: true }), buildColumn({})],
    [
      "text for null, even if empty",
      buildColumn({ format: { kind: "number", displayNullAs: "" } }),
      buildColumn({ format: { kind: "number" } }),
    ],
    ["visible as a source or not", buildTable({ visibleAsSource: false }), buildTable({})],
    ["an inner join", join({}, { joinType: "inner" }), join({})],
    ["another operator", join({}, {}, { op: "<" }), join({})],
    ["a join's own name", join({}, { name: "A" }), join({})],
    ["another primary source", join({ primarySource: buildWarehouse("C") }), join({})],
    [
      "a primary source where the joins leave it open",
      join({ primarySource: buildWarehouse("A") }, { right: buildWarehouse("C") }),
      join({}, { right: buildWarehouse("C") }),
    ],
    ["the order of columns", buildTable({ order: ["a", "b"] }), buildTable({ order: ["b", "a"] })],
    [
      "the order of elements in a list",
      buildTable({
        columns: [
          { id: "a", formula: "x" },
          { id: "b", formula: "y" },
        ],
      }),
      buildTable({
        columns: [
          { id: "b", formula: "y" },
          { id: "a", formula: "x" },
        ],
      }),
    ],
    [
      "a warehouse path",
      buildTable({ source: buildWarehouse("A") }),
      buildTable({ source: { ...buildWarehouse("A"), path: ["S", "D", "A"] } }),
    ],
    [
      "an unchecked box",
      buildControl({ controlType: "checkbox", mode: "True/All", value: false }),
      buildControl({ controlType: "checkbox", mode: "True/All" }),
    ],
    ["a left outer join, which may not be what is left out", join({}), join({}, { joinType: "left-outer" })],
    [
      "zero",
      buildControl({ controlType: "number", mode: "=", value: 0 }),
      buildControl({ controlType: "number", mode: "=" }),
    ],
    ["a field that is not known", buildTable({ futureField: false }), buildTable({})],
    ["an empty list in a field that is not known", buildTable({ futureField: [] }), buildTable({})],
    ["unknown against known", buildColumn({ name: unknownValue }), buildColumn({ name: "x" })],
  ];
  test.each(cases)("%s", (_, a, b) => {
    expect(equalSpecs(a, b)).toBe(false);
    expect(equalSpecs(b, a)).toBe(false);
  });
});

test("a name that a table source gives is implied, and follows the table", () => {
  const buildSpec = (name: string | undefined, tableName: string): Json => ({
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
                  left: buildWarehouse("A"),
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
  expect(equalSpecs(buildSpec("Orders", "Orders"), buildSpec(undefined, "Orders"))).toBe(true);
  expect(equalSpecs(buildSpec("Orders", "Sales"), buildSpec(undefined, "Sales"))).toBe(false);
});

test("kinds that are not known stay as they are", () => {
  const chart = { id: "x", kind: "chart", metrics: [], hidden: false };
  const spec = { pages: [{ id: "p", name: "P", elements: [chart] }] };
  expect(canonicalize(spec)).toEqual({ schemaVersion: 1, pages: spec.pages });
});

test("what is canonical already is shared, and nothing given is changed", () => {
  for (const name of listFixtures("constructs")) {
    const spec = readFixture(name);
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
