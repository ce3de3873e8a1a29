import { listReadings } from "../../../../provider/src/core/tables/behind";
import { ModelIndex } from "../../../../provider/src/core/tables/model";
import { TableRows } from "../../../../provider/src/core/tables/rows";

const reading = (parts: object) => ({ requires: [], splits: [], values: [], isNested: false, ...parts });

test.each([
  ["sum ( [amount] )", [{ values: ["[amount]"] }]],
  [
    "sumif ( [amount] , [paid] , [at] > now ( ) ) / count ( )",
    [{ requires: ["[paid]", "[at] > now ( )"], values: ["[amount]"] }, {}],
  ],
  ["countif ( [late] and [paid] )", [{ requires: ["[late] and [paid]"] }]],
  // A plain count has a value of each row; what a count's condition leaves out has none.
  ["count ( [amount] )", [{}]],
  ["countdistinct ( if ( [paid] , [id] ) )", [{ splits: ["[paid]"], values: ["if ( [paid] , [id] )"] }]],
  // What is 0 adds nothing.
  ["sum ( if ( [a] = 1 , [amount] , 0 ) )", [{ splits: ["[a] = 1"], values: ["if ( [a] = 1 , [amount] , null )"] }]],
  ["avg ( zn ( [amount] ) * 2 )", [{ values: ["zn ( [amount] ) * 2"] }]],
  ["avg ( zn ( [amount] ) )", [{ values: [" ( [amount] )"] }]],
  ["sum ( coalesce ( [amount] , - 7 ) )", [{ values: ["coalesce ( [amount] , null )"] }]],
  ["sum ( coalesce ( [amount] , 0 ) )", [{ values: ["coalesce ( [amount] , null )"] }]],
  [
    "sum ( coalesce ( [amount] , [net] ) )",
    [{ splits: ["isnotnull ( [amount] )"], values: ["coalesce ( [amount] , [net] )"] }],
  ],
  [
    'sum ( [amount] * switch ( [plan] , "a" , 1 , "b" , 2 ) )',
    [
      {
        splits: ['( [plan] ) = ( "a" )', '( [plan] ) = ( "b" )'],
        values: ['nullif ( [amount] * switch ( [plan] , "a" , 1 , "b" , 2 ) , 0 )'],
      },
    ],
  ],
  ["sum ( case when [a] is null then 1 else 2 end )", [{ splits: ["[a] is null"] }]],
  [
    "sum ( [amount] * int ( [id] = 7 ) )",
    [{ splits: ["[id] = 7"], values: ["nullif ( [amount] * int ( [id] = 7 ) , 0 )"] }],
  ],
  ["sum ( [amount] + 0 * nullif ( [id] , 7 ) )", [{ splits: ["( [id] ) = ( 7 )"], values: [expect.anything()] }]],
  ["sum ( sum ( [amount] ) )", [{ isNested: true }, { values: ["[amount]"] }]],
  // What no aggregate is around is a metric that isn't known, or a row's own value.
  ["[metrics/other] + count ( )", [{ requires: ["[metrics/other]"], isNested: true }, {}]],
  ["[factor] * count ( [id] )", [{}]],
  ["sum (", [{}]],
])("what %s reads", (formula, readings) => {
  const found = listReadings(formula);
  expect(found).toEqual(readings.map((one) => expect.objectContaining(reading({ values: expect.anything(), ...one }))));
});

const columns = {
  ...{ Amount: "[X/AMOUNT]", Rate: "[X/RATE]", Net: "[Amount] * [Rate]", Paid: '[Status] = "paid"', Loop: "[Loop]" },
  ...{ Status: "[X/STATUS]", Id: "[X/ID]" },
};

/** The columns of a table that are among the values that a metric calculates with. */
function listMeasured(formula: string): string[] {
  const metrics = { Revenue: "Sum([Amount])", Loop: "[Metrics/Loop] + 1", Asked: formula };
  const list = (parts: Readonly<Record<string, string>>) =>
    Object.entries(parts).map(([name, one]) => ({ id: name, name, formula: one }));
  const table = { id: "t", kind: "table", name: "T", columns: list(columns), metrics: list(metrics) };
  const index = new ModelIndex({ id: "m", spec: { pages: [{ id: "p", elements: [table] }] } }, () => {});
  const rows = new TableRows(index, index.tables[0]!);
  const measures = rows.listMeasures("Asked");
  return table.columns.flatMap((column) => (measures.includes(rows.expandColumn(column)) ? column.name : []));
}

test.each([
  ["Sum([Net]) / Count([Id])", ["Net", "Amount", "Rate"]],
  ["SumIf([Amount], [Paid])", ["Amount"]],
  ['Sum(If([Status] = "done", [Amount], [Paid], -[Rate], 0))', ["Amount", "Rate"]],
  ["Sum(case when [Paid] then ([Amount]) else [Rate] end)", ["Amount", "Rate"]],
  ["[Metrics/Revenue] + [Metrics/Loop] + Avg([Loop])", ["Loop", "Amount"]],
  ["CountIf([Paid]) + CountDistinct([Id]) + Sum([ORDERS/AMOUNT])", []],
  ["Sum(", []],
])("the values that %s calculates with", (formula, measured) => {
  expect(listMeasured(formula).sort()).toEqual([...measured].sort());
});
