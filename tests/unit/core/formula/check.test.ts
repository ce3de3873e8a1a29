import {
  checkFormula,
  type FormulaPlace,
  listFunctions,
  type ValueType,
} from "../../../../provider/src/core/formula/check";
import fc from "../../../fast-check";
import { listRecipes } from "../../../recipes";
import { listRealFormulas } from "./formulas";
import { createFormulas, documentFormulas, referenceFormulas } from "./right-formulas";
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

const allWrong = Object.values(wrongFormulas).flat();

test("what people write, with what is wrong with it", () => {
  const lines = allWrong.map((formula) => {
    const problems = checkFormula(formula, place).map(
      ({ rule, part, message, hint }) =>
        `  ${rule} at ${part.start}: ${message}${hint === undefined ? "" : `. ${hint}`}`,
    );
    return [formula, ...problems].join("\n");
  });
  expect(`\n${lines.join("\n")}\n`).toMatchSnapshot();
});

test("a template of another tool is one problem, whatever stands around it", () => {
  const list = (formula: string) =>
    checkFormula(formula, place).map(({ part, message, hint }) => [part.text, message, hint]);
  const column = "Write the name of the column: `[Amount]` of this table, `[ORDERS/AMOUNT]` of the warehouse's.";
  const describe = (text: string, tool: string) => `\`${text}\` is a template of ${tool}, and formulas have none`;
  const writeLookml = (name: string) => `$\{${name}}`;
  const [table, amount, cost] = ["TABLE", "amount", "cost"].map(writeLookml) as [string, string, string];
  expect(list(`${table}.amount_usd * 2`)).toEqual([[table, describe(table, "LookML"), column]]);
  expect(list(`Sum(${amount}) / ${cost}`)).toEqual([
    [amount, describe(amount, "LookML"), "Write `[Amount]`."],
    [cost, describe(cost, "LookML"), "Write `[Cost]`."],
  ]);
  expect(list("{{ ref('orders') }}.x")).toEqual([
    ["{{ ref('orders') }}", describe("{{ ref('orders') }}", "dbt"), column],
  ]);
  expect(list("{{ }}")).toEqual([["{{ }}", describe("{{ }}", "dbt"), column]]);
  expect(list("Sum({{ amount")).toEqual([["{{ amount", describe("{{ amount", "dbt"), "Write `[Amount]`."]]);
  expect(list(`"{{ in a text }} ${writeLookml("too")}"`)).toEqual([]);
});

const listLines = (formula: string, at: FormulaPlace = place) =>
  checkFormula(formula, at).map(({ rule, message }) => `${formula}: ${message} [${rule}]`);

test("150 formulas are wrong, each in another way, and each is told", () => {
  const counts = Object.fromEntries(Object.entries(wrongFormulas).map(([origin, all]) => [origin, new Set(all).size]));
  expect(counts).toMatchSnapshot();
  expect(new Set(allWrong).size).toBeGreaterThan(150);
  expect(allWrong.filter((formula) => checkFormula(formula, place).length === 0)).toEqual([]);
});

describe("3,000 formulas are right, each once, and none of them is told", () => {
  /** By where they are from. Of the names in files and documents, nothing is known. */
  const right: Readonly<
    Record<string, { readonly all: readonly string[]; readonly at?: FormulaPlace; least: number }>
  > = {
    "the platform's reference": { all: referenceFormulas, at: place, least: 120 },
    "documents of the platform": { all: documentFormulas, least: 50 },
    "this repository's files": { all: listRealFormulas(), least: 80 },
    "the cookbook": { all: listRecipes().map(({ formula }) => formula), least: 30 },
    "calls of all functions, as the table has them": {
      all: fc.sample(createFormulas(listFunctions()), 4_200),
      at: place,
      least: 2_720,
    },
  };

  test.each(Object.entries(right))("%s", (_, { all, at = {}, least }) => {
    const each = [...new Set(all)];
    expect(each.length).toBeGreaterThanOrEqual(least);
    expect(each.flatMap((formula) => listLines(formula, at))).toEqual([]);
  });

  test("that are 3,000, with calls of nearly all functions", () => {
    expect(new Set(Object.values(right).flatMap(({ all }) => all)).size).toBeGreaterThanOrEqual(3_000);
    const { all } = right["calls of all functions, as the table has them"]!;
    expect(new Set(all.map((formula) => /^\w+/.exec(formula)![0])).size).toBeGreaterThan(230);
  });
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

test.each([
  ["calls", "If(", ", 1, 1)"],
  ["parentheses", "(", ")"],
  ["signs in parentheses", "-(", ")"],
  ["cases", "case when ", " then 1 end"],
])("%s that nest too deep are one error, which says how deep they may", (_, open, close) => {
  const nest = (depth: number) => `${open.repeat(depth)}1${close.repeat(depth)}`;
  const [problem, ...others] = checkFormula(nest(1_000), place);
  expect(problem?.message).toBe(
    "this is nested deeper than 200 levels, the limit of pulumi-analytics, not of the platform",
  );
  expect(problem?.hint).toBe("Move a part into a column of its own, and name that column here.");
  expect(others).toEqual([]);
  expect(JSON.stringify(checkFormula(nest(200), place))).not.toContain("nested deeper");
});
