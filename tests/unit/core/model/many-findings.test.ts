import { diffSpecs, validateSpec } from "../../../../provider/src/core/model";
import type { JsonObject } from "../../../../provider/src/core/model/json";
import { mostSuggestions } from "../../../../provider/src/core/text";
import { expectLimited, manyCharacters } from "../../limited";
import { assignLocal } from "./spec";

// Each suggestion compares an unknown name with all names: thousands of them would take a time that grows with the
// square of the model.
test("of many unknown names and ids all are found, and the first get a suggestion", () => {
  const count = 1_000;
  const columns = Array.from({ length: count }, (_, index) => ({
    id: `column_${index}`,
    name: `Column ${index}`,
    formula: `[Columm ${index}x]`,
  }));
  const source = { kind: "warehouse-table", connectionId: "c", path: ["A", "B", "ORDERS"] };
  const order = columns.map(({ id }) => `${id}x`);
  const table = { id: "t", kind: "table", name: "T", source, columns, order };
  const findings = validateSpec(assignLocal({ pages: [{ id: "p", name: "P", elements: [table] }] }));
  expect(findings.length).toBeGreaterThanOrEqual(2 * count);
  const suggested = findings.filter(({ hint }) => hint?.startsWith("Did you mean"));
  expect(suggested.length).toBeGreaterThan(0);
  expect(suggested.length).toBeLessThanOrEqual(2 * mostSuggestions);
});

const source = { kind: "warehouse-table", connectionId: "c", path: ["A", "B", "ORDERS"] };
const buildModel = (...columns: JsonObject[]): JsonObject => ({
  schemaVersion: 1,
  pages: [{ id: "p", name: "P", elements: [{ id: "t", kind: "table", name: "T", source, columns }] }],
});
const repeat = <T>(length: number, build: (index: number) => T) => Array.from({ length }, (_, index) => build(index));

describe("a hostile formula takes time that grows with its length", () => {
  test.each([
    ["brackets", "["],
    ["escaped brackets", "[\\[\\"],
    ["parentheses", "("],
    ["closing parentheses", ")"],
    ["quotes", '"'],
    ["escaped quotes", '"\\'],
    ["unknown functions", "Fooo(1)+"],
    ["cases", "case when x "],
    ["branches of a case", "when x then y else "],
    ["operators of SQL", "1 like "],
    ["spaces", "a "],
  ])("%s", (_, piece) => {
    const start = piece.startsWith("when") ? "case " : "";
    const formula = start + piece.repeat(manyCharacters / piece.length);
    expectLimited(() => {
      const findings = validateSpec(buildModel({ id: "c", name: "C", formula }));
      expect(findings.length).toBeLessThan(200);
    });
  });

  test("of many problems the first are told, and how many there are", () => {
    const findings = validateSpec(buildModel({ id: "c", name: "C", formula: `${"(".repeat(60)}[T/A]` }));
    const told = findings.filter(({ rule }) => rule === "formula-syntax").map(({ message }) => message);
    expect(told).toHaveLength(51);
    expect(told.at(-1)).toBe("10 more problems from here on");
  });
});

describe("a model of many equal or wrong parts takes time that grows with their number", () => {
  const many = 50_000;

  test.each<[string, JsonObject]>([
    ["parts without an id or a name", buildModel(...repeat(many, () => ({})))],
    ["unknown keys", { ...buildModel(), ...Object.fromEntries(repeat(many, (index) => [`key${index}`, 1])) }],
    ["misspelled keys", { ...buildModel(), ...Object.fromEntries(repeat(many, (index) => [`page${index}`, 1])) }],
    ["empty elements", { schemaVersion: 1, pages: [{ id: "p", name: "P", elements: repeat(many, () => ({})) }] }],
  ])("%s", (_, model) => {
    expectLimited(() => expect(validateSpec(model).length).toBeGreaterThan(0));
  });

  const buildChain = (name: string) => (index: number) => ({
    id: `c${index}`,
    name: `${name}${index}`,
    formula: index === 0 ? "[ORDERS/A]" : `[${name}${index - 1}]`,
  });

  test.each<[string, JsonObject, JsonObject]>([
    [
      "columns that read from each other, renamed",
      buildModel(...repeat(10_000, buildChain("C"))),
      buildModel(...repeat(10_000, buildChain("D"))),
    ],
    [
      "columns of one formula and no name",
      buildModel(...repeat(5_000, () => ({ formula: "[ORDERS/A]" }))),
      buildModel(...repeat(5_000, () => ({ formula: "[ORDERS/B]" }))),
    ],
    [
      "columns that go away",
      buildModel(...repeat(30_000, buildChain("C"))),
      buildModel(...repeat(30_000, buildChain("C")).slice(0, 15_000)),
    ],
  ])("%s, compared", (_, before, after) => {
    expectLimited(() => expect(diffSpecs(before, after).length).toBeGreaterThan(0));
  });
});
