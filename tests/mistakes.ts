/** A model without a mistake, with the lines that each mistake changes. */
export const model = `schemaVersion: 1
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

export const customers = model.replaceAll("facts", "customers").replaceAll("Facts", "Customers");

/** The 14 mistakes that new users make most, with the text that they write, and the rule that finds it. */
export const mistakes: readonly [what: string, right: string, wrong: string, rule: string, advice: string][] = [
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
