import { checkFormula, type FormulaPlace, type ValueType } from "../../../../provider/src/core/formula/check";
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
