import { listConditions } from "../../../../provider/src/core/checks/behind";

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
