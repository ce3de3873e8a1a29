import { createFolderWith, createTemporaryFolder, runPiped } from "./support";

const base = createTemporaryFolder();

/** A model without a mistake, with the lines that each mistake changes. */
const model = `schemaVersion: 1
pages:
  - id: main
    name: Main
    elements:
      - id: facts
        kind: table
        name: Facts
        source: { kind: warehouse-table, connectionId: !ref warehouse, path: [SALES, CORE, FACTS] }
        columns:
          - { id: amount, name: Amount, formula: "[FACTS/AMOUNT]" }
          - { id: paid, name: Paid, formula: "[FACTS/PAID]" }
        metrics:
          - { id: total, name: Total, formula: "Sum([Amount])" }
`;

const customers = model.replaceAll("facts", "customers").replaceAll("Facts", "Customers");

/** The 14 mistakes that new users make most, with the text that they write, and the rule that finds it. */
const mistakes: readonly [what: string, right: string, wrong: string, rule: string, advice: string][] = [
  ["a misspelled column", "Sum([Amount])", "Sum([Amuont])", "unresolved-name", "Amount"],
  ["a misspelled function", "Sum(", "Summ(", "unknown-function", "Sum"],
  ["too many arguments", "Sum([Amount])", "Sum([Amount], 1)", "formula-arguments", "Sum"],
  ["a bracket that isn't closed", "Sum([Amount])", "Sum([Amount]", "formula-syntax", ")"],
  ["an operator of a language", '"[FACTS/PAID]"', '"[FACTS/PAID] == 1"', "formula-syntax", "= 1"],
  ["a template of dbt", "Sum([Amount])", "Sum({{ amount }})", "formula-syntax", "[Amount]"],
  ["a column of LookML", "Sum([Amount])", "Sum($" + "{amount})", "formula-syntax", "[Amount]"],
  ["a word of another semantic layer", "metrics:", "measures:", "misspelt-field", "metrics"],
  [
    "a misspelled field",
    "{ id: paid, name: Paid, formula",
    "{ id: paid, name: Paid, fromula",
    "misspelt-field",
    "formula",
  ],
  ["an id twice", "id: paid", "id: amount", "duplicate-id", "amount"],
  ["a connection without !ref", "!ref warehouse", "warehouse", "forgotten-ref", "!ref warehouse"],
  ["a wrong indentation", "        metrics:", "       metrics:", "syntax", "metrics"],
  ["a quote that isn't closed", '"[FACTS/AMOUNT]"', '"[FACTS/AMOUNT]', "syntax", '"'],
  ["a misspelled version", "schemaVersion: 1", "schemaVersoin: 1", "misspelt-field", "schemaVersion"],
];

test("there are 14", () => expect(mistakes).toHaveLength(14));

test.each(mistakes)("%s: exit code 1, one finding, and what to write", async (_, right, wrong, rule, advice) => {
  expect(model).toContain(right);
  // Beside a model without a mistake, as in a project.
  const cwd = createFolderWith(base, {
    "models/facts.yaml": model.replace(right, () => wrong),
    "models/customers.yaml": customers,
  });
  const { code, stdout } = await runPiped(["validate", "--strict", "--json"], { cwd });
  const { findings, files } = JSON.parse(stdout);
  expect(findings.map((one: { rule: string; file: string }) => [one.rule, one.file])).toEqual([
    [rule, "models/facts.yaml"],
  ]);
  const [{ message, hint = "", line }] = findings;
  expect(line).toBeGreaterThan(0);
  expect(`${message} ${hint}`).toContain(advice);
  expect([code, files]).toEqual([1, 2]);
});

test("without a mistake, the exit code is 0", async () => {
  const cwd = createFolderWith(base, { "models/facts.yaml": model, "models/customers.yaml": customers });
  expect(await runPiped(["validate", "--strict"], { cwd })).toMatchObject({ code: 0, stderr: "" });
});

test("an only model that lacks the form of one is named, and none is validated", async () => {
  const cwd = createFolderWith(base, { "models/facts.yaml": model.replace("schemaVersion", "schemaVersoin") });
  expect(await runPiped(["validate"], { cwd })).toEqual({
    code: 0,
    stdout: "0 errors, 0 warnings in 0 files\n",
    stderr:
      "No data models, workbooks or reports here or below. They have `schemaVersion` and `pages` at their top. Only " +
      "one of the two is in models/facts.yaml.\n",
  });
});
