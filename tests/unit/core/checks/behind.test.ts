import { listConditions, listMeasures } from "../../../../provider/src/core/checks/behind";

const names = {
  findMetric: (name: string) => ({ Revenue: "Sum([Amount])", Loop: "[Metrics/Loop] + 1" })[name],
  isColumn: (name: string) => ["Amount", "Paid", "At"].includes(name),
};

test.each([
  ["Sum([Amount])", ["IsNotNull([Amount])"]],
  ["SumIf([Amount], [Paid], [At] > Now()) / Count()", ["IsNotNull([Amount]) and ([Paid]) and ([At] > Now())"]],
  ["[Metrics/Revenue] - Median([Amount] * 2)", ["IsNotNull([Amount])", "IsNotNull([Amount] * 2)"]],
  ["PercentileCont([Amount], 0.9)", ["IsNotNull([Amount])"]],
  // A count reads all rows; what another table or a hidden column has can't be counted from outside.
  ["Count([Amount]) + CountDistinct([Paid])", []],
  ["Sum([ORDERS/AMOUNT]) + Sum([Other])", []],
  ["[Metrics/Loop] + [Metrics/None]", []],
  ["Sum(", []],
])("the rows behind %s", (formula, conditions) => {
  expect(listConditions(formula, names)).toEqual(conditions);
});

const formulas = {
  findMetric: names.findMetric,
  findColumn: (name: string) => ({ Net: "[Amount] * [Rate]", Paid: '[Status] = "paid"', Loop: "[Loop]" })[name],
};

test.each([
  ["Sum([Net]) / Count([Id])", ["Net", "Amount", "Rate"]],
  ["SumIf([Amount], [Paid])", ["Amount"]],
  ['Sum(If([Status] = "done", [Amount], [Paid], -[Rate], 0))', ["Amount", "Rate"]],
  ["Sum(case when [Paid] then ([Amount]) else [Rate] end)", ["Amount", "Rate"]],
  ["[Metrics/Revenue] + [Metrics/Loop] + Avg([Loop])", ["Loop", "Amount"]],
  ["CountIf([Paid]) + CountDistinct([Id]) + Sum([ORDERS/AMOUNT])", []],
  ["Sum(", []],
])("the values that %s calculates with", (formula, columns) => {
  expect(listMeasures(formula, formulas).sort()).toEqual([...columns].sort());
});
