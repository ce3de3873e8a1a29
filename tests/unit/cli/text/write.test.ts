import { parse } from "yaml";
import { writeModel } from "../../../../cli/src/text";
import { type Json, parseSpec } from "../../../../provider/src/core/model";
import { countCases } from "../../../cases";
import fc from "../../../fast-check";
import { specs } from "../../core/model/arbitrary";
import { listFixtures, readFixture } from "../../core/model/fixtures";
import { hostileTexts } from "./texts";

/** Any JSON with any texts, placeholders among them. */
const anyJson = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    hostileTexts,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number || 0),
    fc.boolean(),
    fc.constant(null),
    hostileTexts.map(($ref) => ({ $ref })),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      hostileTexts.filter((key) => key !== "__proto__"),
      tie("value"),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
})).value;

test.each(listFixtures("constructs"))("%s is read back as it was", (name) => {
  const form = readFixture(name);
  expect(parseSpec(writeModel(form))).toEqual(form);
});

test("any model is read back as it was", () => {
  fc.assert(fc.property(specs, (form) => expect(parseSpec(writeModel(form))).toEqual(form)));
});

test("any texts are read back as they were, wherever they stand", () => {
  fc.assert(
    fc.property(hostileTexts, (text) => {
      const column = { id: text, name: text, formula: text };
      const form = {
        pages: [
          {
            id: "a",
            name: text,
            elements: [{ id: text, kind: "table", columns: [column], source: { statement: text, kind: "sql" } }],
          },
        ],
      };
      expect(parseSpec(writeModel(form))).toEqual(form);
    }),
    { numRuns: countCases(1000) },
  );
});

test("any JSON is read back as it was", () => {
  fc.assert(
    fc.property(anyJson, (value) => expect(parseSpec(writeModel(value))).toEqual(value)),
    { numRuns: countCases(1000) },
  );
});

describe("quotes", () => {
  test("stand wherever a reader of YAML 1.1 or 1.2 would take a text for something else", () => {
    const columns = fc.array(hostileTexts, { maxLength: 8 });
    fc.assert(
      fc.property(columns, hostileTexts, (texts, name) => {
        const form = { pages: [{ id: "p", name, elements: [{ id: "e", kind: "table", name, columns: texts }] }] };
        const text = writeModel(form);
        expect(parse(text, { version: "1.1" })).toEqual(form);
        expect(parse(text, { version: "1.2" })).toEqual(form);
      }),
      { numRuns: countCases(300) },
    );
  });

  test.each(["y", "yes", "n", "no", "true", "false", "on", "off", "null"])("stand around %s, in any case", (word) => {
    const words = [word, word.toUpperCase(), (word[0] as string).toUpperCase() + word.slice(1)];
    expect(writeModel({ words })).toBe(`words: [${words.map((text) => `"${text}"`).join(", ")}]\n`);
  });

  test("stand nowhere else", () => {
    const plain = [
      "Orders",
      "two words",
      "a-b",
      "x/y",
      "100%",
      "a & b",
      "Größe",
      "1st",
      "a:b",
      "what's up",
      "$",
      "👩‍👩‍👧",
    ];
    expect(writeModel({ plain })).toBe(`plain: [${plain.join(", ")}]\n`);
  });
});

test.each([
  ["words", "description", "a".repeat(60)],
  ["a formula", "formula", `"[${"a".repeat(60)}]"`],
  ["a text to escape", "formula", `"${"\\\\".repeat(30)}'"`],
  ["signs", "description", `${"a/".repeat(30)}a`],
])("a column with %s stands on one line up to 120 characters", (_, key, printed) => {
  const widths = Array.from({ length: 60 }, (_, index) => {
    const id = "i".repeat(index + 1);
    const column = { id, [key]: parse(printed) as string };
    const lines = writeModel({ pages: [{ elements: [{ kind: "table", columns: [column] }] }] }).split("\n");
    const line = `          - { id: ${id}, ${key}: ${printed} }`;
    expect(lines.includes(line)).toBe(line.length <= 120);
    return line.length;
  });
  expect(widths).toEqual(expect.arrayContaining([120, 121]));
});

test("the canonical layout", () => {
  expect(writeModel(everything)).toMatchSnapshot();
});

/** A model with something of every kind of layout, its keys in disorder. */
const everything: Json = {
  mine: { b: 1, a: [true, null, 1.5] },
  pages: [
    {
      elements: [
        {
          columns: [
            { formula: "[ORDERS/AMOUNT]", name: "Amount", id: "amount", hidden: true },
            { formula: "Sum(\n  [Amount]\n)", name: "Total", id: "total" },
            {
              formula: `${"Coalesce([Amount], ".repeat(6)}0))))))`,
              name: "Long",
              id: "long",
              format: { formatString: ",.2f", kind: "number" },
            },
            { formula: 'If([Kind] = "a", 1, 0)', id: "yes", aliases: ["2024-01-31", "1e3", "no"] },
          ],
          source: { statement: "select *\nfrom orders\n", connectionId: { $ref: "warehouse" }, kind: "sql" },
          kind: "table",
          id: "fact_orders",
          order: Array.from({ length: 20 }, (_, index) => `column_${index}`),
          summary: [],
          filters: [{ values: [["a", "b"], ["c"]], kind: "hierarchy", columnId: "amount", id: "f" }],
          columnSecurities: [
            {
              id: "s",
              restrictedColumns: ["amount"],
              criteria: { kind: "user-attribute", assignments: [{ value: "x", userAttributeId: "u" }] },
            },
          ],
          metrics: [
            {
              formula: "Sum([Amount])",
              id: "m",
              timeline: { comparison: { comparisonPeriod: "month" }, dateColumnId: "day" },
            },
          ],
        },
        { value: "a\u2028b", controlId: "Region", controlType: "text", mode: "equals", kind: "control", id: "region" },
      ],
      name: "Orders",
      id: "orders",
    },
  ],
  schemaVersion: 1,
};
