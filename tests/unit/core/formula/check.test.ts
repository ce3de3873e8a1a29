import {
  checkFormula,
  type FormulaPlace,
  listFunctions,
  type ValueType,
} from "../../../../provider/src/core/formula/check";
import fc from "../../../fast-check";
import { listRecipes } from "../../../recipes";
import { listRealFormulas } from "./formulas";
import { createFormulas, referenceFormulas } from "./right-formulas";
import { wrongFormulas } from "./wrong-formulas";

const columns: Readonly<Record<string, ValueType>> = {
  Amount: "number",
  Cost: "number",
  Revenue: "number",
  Id: "any",
  "Customer Id": "any",
  Name: "text",
  Region: "text",
  Paid: "logical",
  "Ordered At": "date",
  "Shipped At": "date",
};

const normalize = (text: string) => text.toLowerCase().replace(/[\s_]/g, "");

/** A table with these columns. */
const place: FormulaPlace = {
  findColumn(words) {
    const wanted = normalize(words.at(-1)!);
    const found = Object.keys(columns).find((name) => normalize(name) === wanted);
    return found === undefined ? undefined : `[${found}]`;
  },
  findType: (segments) => columns[segments.at(-1) ?? ""] ?? "any",
  isColumn: ([name = ""]) => name in columns,
};

test("what people write, with what is wrong with it", () => {
  const lines = wrongFormulas.map((formula) => {
    const problems = checkFormula(formula, place).map(
      ({ rule, part, message, hint }) =>
        `  ${rule} at ${part.start}: ${message}${hint === undefined ? "" : `. ${hint}`}`,
    );
    return [formula, ...problems].join("\n");
  });
  expect(`\n${lines.join("\n")}\n`).toMatchSnapshot();
});

const listLines = (formula: string, at: FormulaPlace = place) =>
  checkFormula(formula, at).map(({ rule, message }) => `${formula}: ${message} [${rule}]`);

test("there are more than 100 formulas that are wrong, and each is told", () => {
  expect(new Set(wrongFormulas).size).toBeGreaterThan(100);
  expect(wrongFormulas.filter((formula) => checkFormula(formula, place).length === 0)).toEqual([]);
});

test("what the platform's reference has is right", () => {
  expect(referenceFormulas.flatMap((formula) => listLines(formula))).toEqual([]);
});

test("the formulas of this repository's files and recipes are right", () => {
  const real = [...listRealFormulas(), ...listRecipes().map(({ formula }) => formula)];
  expect(real.flatMap((formula) => listLines(formula, {}))).toEqual([]);
});

test("2,800 calls of all functions, as the table has them, are right", () => {
  const called = new Set<string>();
  fc.assert(
    fc.property(createFormulas(listFunctions()), (formula) => {
      called.add(/^\w+/.exec(formula)![0]);
      expect(listLines(formula)).toEqual([]);
    }),
    { numRuns: 2_800 },
  );
  expect(called.size).toBeGreaterThan(230);
});

test.each([...listFunctions()])(
  "$signature has what its row says",
  ({ required, optional, repeated, returns, source }) => {
    const types = ["number", "text", "logical", "date", "variant", "geography", "array", "any"];
    for (const { type } of [...required, ...optional, ...repeated]) expect(types).toContain(type);
    expect([...types, "first", "second"]).toContain(returns);
    expect(["page", "index", "release", "formulas"]).toContain(source);
  },
);
