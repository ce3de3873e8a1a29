import { listTokens, mapReferences, readFormula, readPlainReference } from "../../../../emulator/src/spec/formula";
import { referenceFormulas } from "../../core/formula/right-formulas";
import { wrongFormulas } from "../../core/formula/wrong-formulas";

test("every formula of the reference can be read, and tokens are all of a formula", () => {
  expect(referenceFormulas.filter((formula) => !readFormula(formula).isWellFormed)).toEqual([]);
  for (const formula of [...referenceFormulas, ...Object.values(wrongFormulas).flat()]) {
    expect(
      listTokens(formula)
        .map(({ text }) => text)
        .join(""),
    ).toBe(formula);
  }
});

test.each([
  "[A] == 1",
  "[A] && [B]",
  '[A] in ("a", "b")',
  "case when [A] then 1 end",
  "[A] is null",
  "orders.amount",
  "Count(*)",
  "Sum([A]",
  "Sum([A]))",
  "[A",
  "[A] [B]",
  "[A] +",
  "Sum([A],)",
  '"open',
  "“curly”",
  "",
])("no formula: %s", (formula) => {
  expect(readFormula(formula).isWellFormed).toBe(false);
});

test("references are split at slashes, and steps into JSON, texts and comments have none", () => {
  const formula = 'Text([Payload].users[0].email) & [A/B C] & "[No]" // [No]\n & [Half \\[Price\\]]';
  expect(readFormula(formula)).toEqual({
    calls: ["Text"],
    references: [["Payload"], ["A", "B C"], ["Half [Price]"]],
    isWellFormed: true,
  });
  expect(mapReferences(formula, (parts) => parts.map((part) => part.toUpperCase()))).toBe(
    'Text([PAYLOAD].users[0].email) & [A/B C] & "[No]" // [No]\n & [HALF \\[PRICE\\]]',
  );
  expect(readPlainReference(" [A/B] ")).toEqual(["A", "B"]);
  expect(readPlainReference("[A].b")).toBeUndefined();
});

test("`and` and `or` are operators between values, and calls anywhere else", () => {
  expect(readFormula("[A] and ([B] or (not [C]))").calls).toEqual([]);
  expect(readFormula("And([A], Or([B], [C]))").calls).toEqual(["And", "Or"]);
});

test.each(["[", "(", '"', '"\\', "'", "/*", "a(", "-", "not "])("a long run of %s is read at once", (part) => {
  expect(readFormula(part.repeat(20_000)).isWellFormed).toBe(false);
});
