import type { Catalog, CatalogColumn } from "../../../../../emulator/src/spec/catalog";
import { CompiledModel } from "../../../../../emulator/src/spec/compile";
import { compileRows } from "../../../../../emulator/src/spec/compile/query";
import type { TableElement } from "../../../../../emulator/src/spec/schema";
import { Warehouse } from "../../../../../emulator/src/warehouse";
import { describeWithDuckDb } from "../../../../duckdb";

/** Each formula beside what it is in DuckDB's own SQL, over the rows of `t`. */
const ofRows = `
  [Amount]                                       | amount
  [Amount] + [Cost]                              | amount + cost
  [Amount] - [Cost] * 2                          | amount - (cost * 2)
  ([Amount] - [Cost]) * 2                        | (amount - cost) * 2
  [Amount] / [Cost]                              | case when cost <> 0 then amount / cost end
  [Id] / 2                                       | id / 2.0
  [Id] % 2                                       | id % 2
  [Id] ^ 2                                       | pow(id, 2)
  -[Amount]                                      | 0 - amount
  -[Id] ^ 2                                      | 0 - pow(id, 2)
  [Id] - 1 - 1                                   | id - 2
  10 - [Id] + 1                                  | 11 - id
  100 / [Id] / 2                                 | 100 / id / 2.0
  2 * [Id] % 3                                   | (2 * id) % 3
  1.5e2 + .5                                     | 150.5
  [Amount] = 10                                  | amount = 10
  [Amount] != 10                                 | amount <> 10
  [Amount] <> 10                                 | amount <> 10
  [Amount] < 10                                  | amount < 10
  [Amount] <= 10                                 | amount <= 10
  [Amount] > 10                                  | amount > 10
  [Amount] >= 10                                 | amount >= 10
  [Amount] + 1 > [Cost] * 2                      | (amount + 1) > (cost * 2)
  [Name] = "Ann"                                 | name = 'Ann'
  [Name] = "ann"                                 | name = 'ann'
  [Name] < "Bob"                                 | name < 'Bob'
  [Paid]                                         | paid
  not [Paid]                                     | not paid
  Not([Paid])                                    | not paid
  not [Amount] = 10                              | amount <> 10
  [Paid] and [Amount] > 5                        | paid and amount > 5
  [Paid] or [Amount] > 5                         | paid or amount > 5
  [Paid] or [Paid] and False                     | paid or (paid and false)
  ([Paid] or True) and False                     | false
  [Amount] > 5 AND NOT [Paid]                    | amount > 5 and not paid
  Null                                           | null
  [Amount] = Null                                | null
  [Amount] + Null                                | null
  True                                           | true
  "it's"                                         | 'it''s'
  "a \\"b\\" c"                                  | 'a "b" c'
  [Name] & "-" & [Region]                        | name || '-' || region
  [Id] & "!"                                     | cast(id as varchar) || '!'
  [Id] + 1 & "!"                                 | cast(id + 1 as varchar) || '!'
  If([Amount] > 5, "big")                        | case when amount > 5 then 'big' end
  If([Amount] > 5, "big", "small")               | case when amount > 5 then 'big' else 'small' end
  If([Id] = 1, "a", [Id] = 2, "b", "c")          | case id when 1 then 'a' when 2 then 'b' else 'c' end
  If([Id] = 1, "a", [Id] = 2, "b")               | case id when 1 then 'a' when 2 then 'b' end
  If([Paid], 1, 0)                               | case when paid is true then 1 else 0 end
  If(IsNull([Paid]), "?", [Paid], "y", "n")      | case when paid is null then '?' when paid then 'y' else 'n' end
  If([Paid], If([Id] > 2, 1, 2), 3)              | case when paid and id > 2 then 1 when paid then 2 else 3 end
  if([Paid], 1, 0)                               | case when paid then 1 else 0 end
  Switch([Region], "n", 1, "s", 2)               | case region when 'n' then 1 when 's' then 2 end
  Switch([Region], "n", 1, "s", 2, 3)            | case region when 'n' then 1 when 's' then 2 else 3 end
  Choose([Id], "x", "y")                         | case id when 1 then 'x' when 2 then 'y' end
  Coalesce([Name], [Region], "?")
    | case when name is not null then name when region is not null then region else '?' end
  Coalesce([Amount] / 0, -1)                     | -1
  Zn([Amount])                                   | case when amount is null then 0 else amount end
  Nullif([Amount], 10)                           | case when amount = 10 then null else amount end
  IsNull([Name])                                 | name is null
  IsNotNull([Name])                              | name is not null
  In([Region], "n", "w")                         | region = 'n' or region = 'w'
  In([Id], 1, 3)                                 | id in (1, 3)
  Not(In([Region], "n"))                         | region <> 'n'
  Between([Amount], 5, 20)                       | amount >= 5 and amount <= 20
  Between([Day], Date("2026-01-01"), Date("2026-01-31")) | "DAY" >= '2026-01-01' and "DAY" <= '2026-01-31'
  Abs([Cost] - 5)                                | case when cost < 5 then 5 - cost else cost - 5 end
  Sign([Cost] - 5)
    | case when cost < 5 then -1 when cost > 5 then 1 when cost = 5 then 0 end
  Round([Amount] / 3)                            | round(amount / 3)
  Round([Amount] / 3, 2)                         | round(amount / 3, 2)
  Round([Amount] * 1.19, 1)                      | round(amount * 1.19, 1)
  RoundDown([Amount] / 4)                        | floor(amount / 4)
  RoundUp([Amount] / 4)                          | ceil(amount / 4)
  RoundDown(-[Amount] / 4)                       | -floor(amount / 4)
  Trunc(-[Amount] / 4)                           | -floor(amount / 4)
  Floor(-[Amount] / 4)                           | floor(-amount / 4)
  Floor([Id], 2)                                 | id - id % 2
  Ceiling([Amount] / 4)                          | ceil(amount / 4)
  Ceiling([Id], 2)                               | id + id % 2
  Int([Amount] / 4)                              | floor(amount / 4)
  MRound([Id], 3)                                | case when id in (1, 0) then 0 when id < 5 then 3 else 6 end
  Mod([Id], 3)                                   | id % 3
  Mod([Id], 0)                                   | null
  Div(7, [Id])                                   | 7 // id
  Power([Id], 3)                                 | id * id * id
  Sqrt([Id] * [Id])                              | id
  Sqrt(-1)                                       | null
  Exp(0) + Ln(1)                                 | 1
  Ln(0)                                          | null
  Log(1000)                                      | 3
  Round(Log(8, 2), 9)                            | 3
  Round(Pi(), 4)                                 | 3.1416
  Round(Degrees(Radians([Id])), 9)               | id
  Sin(0) + Cos(0) + Tan(0) + Atan(0) + Asin(0)   | 1
  IsEven([Id])                                   | id in (2, 4)
  IsOdd([Id])                                    | id in (1, 3, 5)
  BitAnd([Id], 1)                                | id % 2
  BitOr([Id], 1)                                 | id + (id + 1) % 2
  Greatest([Amount], [Cost])                     | case when amount >= cost then amount when cost > amount then cost end
  Least([Amount], [Cost])                        | case when amount <= cost then amount when cost < amount then cost end
  GreatestNonNull([Amount], 0)                   | coalesce(amount, 0)
  RowAvg([Id], [Id] + 2)                         | id + 1
  Number("15.5") + Number("x")                   | null
  Number("15.5") + [Id]                          | 15.5 + id
  Number(Text([Id]))                             | id
  Text([Id])                                     | cast(id as varchar)
  Text([Amount])
    | case id when 1 then '10' when 2 then '2.5' when 3 then '20' when 5 then '10' end
  Text([Paid])                                   | case when paid then 'true' when not paid then 'false' end
  Text([Name])                                   | name
  Left("1.0x", 3) & "!"                          | '1.0!'
  Logical("true")                                | true
  Concat([Name], " (", [Region], ")")
    | case when name is not null and region is not null then format('{} ({})', name, region) end
  Concat([Name], [Id])                           | name || id
  Concat([Name], Null)                           | null
  TextJoin("/", [Name], [Region])                | concat_ws('/', name, region)
  Len([Name])                                    | length(name)
  Length([Name])                                 | length(name)
  Lower([Name])                                  | lower(name)
  Upper([Name])                                  | upper(name)
  Trim("  a ")                                   | 'a'
  LTrim("  a ") & "|"                            | 'a |'
  RTrim("  a ") & "|"                            | '  a|'
  Left([Name], 2)                                | name[1:2]
  Right([Name], 2)                               | name[-2:]
  Mid([Name], 2, 1)                              | name[2]
  Mid([Name], 2)                                 | name[2:]
  Substring([Name], 1, 2)                        | name[1:2]
  LPad(Text([Id]), 3, "0")                       | '00' || id
  RPad(Text([Id]), 3, "-")                       | id || '--'
  LPad(Text([Id]), 2)                            | ' ' || id
  Repeat([Region], 2)                            | region || region
  Reverse([Name])                                | reverse(name)
  Replace([Name], "n", "m")                      | replace(name, 'n', 'm')
  Find([Name], "b")                              | instr(name, 'b')
  Contains([Name], "n")                          | name like '%n%'
  Contains([Name], "x", "o")                     | name like '%x%' or name like '%o%'
  StartsWith([Name], "A")                        | name like 'A%'
  EndsWith([Name], "n", "b")                     | name like '%n' or name like '%b'
  Like([Name], "A%")                             | name[1] = 'A'
  ILike([Name], "a_n")                           | name = 'Ann'
  SplitPart("a-b-c", "-", [Id])                  | case when id <= 3 then chr(96 + id) else '' end
  RegexpMatch([Name], "^[AB]")                   | name[1] in ('A', 'B')
  RegexpExtract([Name], "[a-z]+")                | name[2:]
  RegexpExtract([Name], "[0-9]")                 | null
  RegexpReplace([Name], "[a-z]", ".")            | case when name is not null then name[1] || '..' end
  RegexpCount([Name], "n")                       | length(name) - length(replace(name, 'n', ''))
  MD5([Name])                                    | md5(name)
  SHA256([Name])                                 | sha256(name)
  CallText("concat", [Region], "!")              | coalesce(region, '') || '!'
  CallNumber("greatest", [Id], 3)                | case when id > 3 then id else 3 end
  [Day]                                           | "DAY"
  Date("2026-01-05")                             | timestamp '2026-01-05'
  Date([Day])                                     | "DAY"
  Date("never")                                  | null
  [Day] > Date("2026-01-31")                      | "DAY" > '2026-01-31'
  DateTrunc("year", [Day])                        | make_timestamp(year("DAY"), 1, 1, 0, 0, 0)
  DateTrunc("quarter", [Day])                     | make_timestamp(year("DAY"), quarter("DAY") * 3 - 2, 1, 0, 0, 0)
  DateTrunc("month", [Day])                       | make_timestamp(year("DAY"), month("DAY"), 1, 0, 0, 0)
  DateTrunc("week", [Day])
    | cast(cast("DAY" as date) - cast(dayofweek("DAY") as integer) as timestamp)
  DateTrunc("week_starting_sunday", [Day])
    | cast(cast("DAY" as date) - cast(dayofweek("DAY") as integer) as timestamp)
  DateTrunc("week_starting_monday", [Day])
    | cast(cast("DAY" as date) - cast(isodow("DAY") - 1 as integer) as timestamp)
  DateTrunc("day", [Day])                         | cast(cast("DAY" as date) as timestamp)
  DateTrunc("hour", [Day])                        | time_bucket(interval 1 hour, "DAY")
  DateTrunc("minute", [Day])                      | time_bucket(interval 1 minute, "DAY")
  DateTrunc("second", [Day])                      | time_bucket(interval 1 second, "DAY")
  DateAdd("day", 1, [Day])                        | "DAY" + interval 1 day
  DateAdd("day", -30, [Day])                      | "DAY" - interval 30 day
  DateAdd("month", [Id], [Day])                   | "DAY" + to_months(id)
  DateAdd("week", 2, [Day])                       | "DAY" + interval 14 day
  DateAdd("quarter", 1, [Day])                    | "DAY" + interval 3 month
  DateAdd("year", 1, [Day])                       | "DAY" + interval 12 month
  DateAdd("hour", 1, [Day])                       | "DAY" + interval 60 minute
  DateDiff("day", [Day], Date("2026-03-01"))      | date '2026-03-01' - cast("DAY" as date)
  DateDiff("month", [Day], Date("2026-03-01"))    | 3 + (2026 - year("DAY")) * 12 - month("DAY")
  DateDiff("year", [Day], Date("2026-03-01"))     | 2026 - year("DAY")
  DateDiff("hour", DateTrunc("day", [Day]), [Day]) | hour("DAY")
  DateDiff("week", Date("2026-01-10"), Date("2026-01-11")) | 1
  DateDiff("quarter", [Day], Date("2026-04-01"))  | 2 + (2026 - year("DAY")) * 4 - quarter("DAY")
  DatePart("year", [Day])                         | year("DAY")
  DatePart("week", Date("2026-01-03"))           | 1
  DatePart("weekday", [Day])                      | dayofweek("DAY") + 1
  DatePart("day_of_year", [Day])                  | dayofyear("DAY")
  DatePart("hour", [Day])                         | hour("DAY")
  DatePart("epoch", [Day])                        | epoch("DAY")
  Year([Day])                                     | year("DAY")
  Quarter([Day])                                  | quarter("DAY")
  Month([Day])                                    | month("DAY")
  Day([Day])                                      | day("DAY")
  Hour([Day])                                     | hour("DAY")
  Minute([Day])                                   | minute("DAY")
  Second([Day])                                   | second("DAY")
  Weekday([Day])                                  | dayofweek("DAY") + 1
  DayOfYear([Day])                                | dayofyear("DAY")
  MonthName([Day])                                | strftime("DAY", '%B')
  WeekdayName([Day])                              | strftime("DAY", '%A')
  EndOfMonth([Day])                               | cast(last_day("DAY") as timestamp)
  LastDay([Day], "month")                         | cast(last_day("DAY") as timestamp)
  LastDay([Day], "year")                          | make_timestamp(year("DAY"), 12, 31, 0, 0, 0)
  MakeDate(2026, [Id], 1)                        | make_timestamp(2026, id, 1, 0, 0, 0)
  DateFormat([Day], "%Y-%m-%d")                   | left(cast("DAY" as varchar), 10)
  DateParse("05/01/2026", "%d/%m/%Y")            | timestamp '2026-01-05'
  DateFromUnix([Id])                             | timestamp '1970-01-01' + to_seconds(id)
  [Twice] + [Amount]                             | 3 * amount
  Zn([Twice])                                    | coalesce(2 * amount, 0)
`;

const ofAllRows = `
  Count()                                        | count(*)
  Count([Amount])                                | count(amount)
  CountIf([Paid])                                | count(case when paid then 1 end)
  CountIf([Paid] = True)                         | count(case when paid then 1 end)
  CountIf(IsNull([Amount]))                      | sum(case when amount is null then 1 else 0 end)
  CountIf(IsNotNull([Id]))                       | count(*)
  CountIf([Amount] > 5, [Region] = "n")          | count(case when amount > 5 and region = 'n' then 1 end)
  CountDistinct([Amount])                        | length(list_distinct(list(amount)))
  CountDistinctIf([Amount], [Paid])              | count(distinct case when paid then amount end)
  CountDistinct(Coalesce([Name], "?"))           | count(distinct coalesce(name, '?'))
  Sum([Amount])                                  | sum(amount)
  SumIf([Amount], [Paid])                        | sum(case when paid then amount end)
  SumIf([Amount], False)                         | null
  SumIf([Amount], [Paid]) / Nullif(Sum([Cost]), 0) | sum(case when paid then amount end) / sum(cost)
  SumIf([Amount], [Region] = "n", [Paid])        | sum(case when paid and region = 'n' then amount end)
  Sum([Amount] * [Cost])                         | sum(amount * cost)
  Sum([Twice])                                   | sum(2 * amount)
  Sum(If([Paid], [Amount], 0))                   | coalesce(sum(case when paid then amount end), 0)
  Zn(SumIf([Amount], False))                     | 0
  Avg([Amount])                                  | sum(amount) / count(amount)
  AvgIf([Amount], [Paid])                        | avg(case when paid then amount end)
  Min([Amount])                                  | (array_agg(amount order by amount))[1]
  Max([Name])                                    | (array_agg(name order by name desc nulls last))[1]
  MinIf([Amount], [Paid])                        | min(case when paid then amount end)
  MaxIf([Day], Not([Paid]))                       | max(case when not paid then "DAY" end)
  Median([Amount])                               | percentile_cont(0.5) within group (order by amount)
  PercentileCont([Amount], 0.9)                  | percentile_cont(0.9) within group (order by amount)
  PercentileDisc([Amount], 0.9)                  | percentile_disc(0.9) within group (order by amount)
  Round(StdDev([Amount]), 9)                     | round(sqrt(variance(amount)), 9)
  Round(Variance([Cost]), 9)                     | round(var_pop(cost) * count(cost) / (count(cost) - 1), 9)
  Round(VariancePop([Cost]), 9)                  | round(avg(cost * cost) - avg(cost) * avg(cost), 9)
  Round(Corr([Id], [Id] * 2), 9)                 | 1
  RegressionSlope([Id] * 2, [Id])                | 2
  SumProduct([Amount], [Cost])                   | sum(amount * cost)
  ListAgg([Name], "-")                           | 'Ann-Bob-Bob-Eve'
  ListAggDistinct([Region])                      | 'n,s'
  DateDiff("day", Min([Day]), Max([Day]))          | date_diff('day', min("DAY"), max("DAY"))
  If(Sum([Amount]) > 1, "much", "little")        | 'much'
  Round(Sum([Amount]) / Count(), 2)              | round(sum(amount) / count(*), 2)
  Sum([Amount]) - Sum([Cost])                    | sum(amount) - sum(cost)
  Count() = CountDistinct([Id])                  | true
  Ndv([Region])                                  | 2
`;

/** For each region. */
const ofGroups = `
  Sum([Amount])                                  | sum(amount)
  [Region]                                       | region
  Upper([Region]) & Count()                      | upper(region) || count(*)
  Max([Amount]) - Min([Amount])                  | max(amount) - min(amount)
  GrandTotal(Sum([Amount]))                      | (select sum(amount) from t)
  PercentOfTotal(Sum([Amount]))                  | sum(amount) / (select sum(amount) from t)
  CumulativeSum(Sum([Cost]))                     | sum(sum(cost)) over (order by region)
  CumulativeCount(Count())                       | row_number() over (order by region)
  CumulativeMax(Max([Id]))                       | max(max(id)) over (order by region)
  MovingSum(Sum([Cost]), 1)                      | sum(cost) + coalesce(lag(sum(cost)) over (order by region), 0)
  MovingAvg(Sum([Cost]), 0, 1)
    | avg(sum(cost)) over (order by region rows between current row and 1 following)
  Lag(Sum([Cost]))                               | lag(sum(cost)) over (order by region)
  Lag(Sum([Cost]), 1, 0)                         | coalesce(lag(sum(cost)) over (order by region), 0)
  Lead(Sum([Cost]))                              | lead(sum(cost)) over (order by region)
  First([Region])                                | first(region) over (order by region)
  Last(Sum([Cost]))
    | last(sum(cost)) over (order by region rows between current row and unbounded following)
  Rank(Sum([Cost]), "desc")
    | 1 + (select count(*) from (select sum(cost) c from t group by region) where c > sum(t.cost))
  RowNumber()                                    | row_number() over (order by region)
`;

/** Results that the platform's reference states. */
const documented = `
  DateTrunc("hour", Date("1980-05-22 8:45:30"))  | timestamp '1980-05-22 08:00:00'
  DateTrunc("day", Date("1980-05-22 8:45:30"))   | timestamp '1980-05-22 00:00:00'
  DatePart("week", Date("2007-01-10 10:00:00"))  | 2
  DateAdd("minute", 60, Date("1999-12-31 23:00:00")) | timestamp '2000-01-01 00:00:00'
  Date(1503724894)                               | timestamp '2017-08-26 05:21:34'
  100 / 0                                        | null
  3 = 3                                          | true
  3 = 1                                          | false
  3 = Null                                       | null
  Null = Null                                    | null
  Coalesce(Null, 1/0, 1/1, 1/2) = 1              | true
  In("green", "red", "green", "blue")            | true
  Switch(1, 0, "None", 1, "One", "Many")         | 'One'
  Round(1234, -2)                                | 1200
  Zn(Null)                                       | 0
  Number("15.25")                                | 15.25
  RowAvg(2, 4, 12)                               | 6
  Find("milk+cookies", "cook")                   | 6
  Left("San Francisco", -5)                      | 'San Fran'
  Replace("File Name", " ", "")                  | 'FileName'
  LPad("north", 10, "-")                         | '-----north'
`;

const readPairs = (text: string) =>
  text
    .trim()
    .replace(/\n\s*\|/g, " |")
    .split("\n")
    .map(
      (line) =>
        line
          .replaceAll("\\\\", "\\")
          .split(" | ")
          .map((part) => part.trim()) as [string, string],
    );

const columns: readonly CatalogColumn[] = [
  { name: "ID", type: "number" },
  { name: "NAME", type: "text" },
  { name: "REGION", type: "text" },
  { name: "AMOUNT", type: "number" },
  { name: "COST", type: "number" },
  { name: "PAID", type: "boolean" },
  { name: "DAY", type: "datetime" },
];

const catalog: Catalog = {
  referenceCase: "insensitive",
  columnLabels: "resolve",
  usesFriendlyNames: () => true,
  columnsOf: () => columns,
  pagesOf: () => undefined,
};

const data = `(select * from (values
  (1, 'Ann', 'n', 10::double, 4, true, timestamp '2026-01-04 10:30:15'),
  (2, 'Bob', 's', 2.5, 5, false, timestamp '2026-02-28 23:59:59'),
  (3, null, 'n', 20, 6, null, timestamp '2025-12-31 00:00:00'),
  (4, 'Eve', 'n', null, 0, true, null),
  (5, 'Bob', null, 10, 5, false, timestamp '2024-02-29 06:00:00')
) as t (id, name, region, amount, cost, paid, "DAY"))`;

describeWithDuckDb("formulas in SQL", () => {
  const warehouse = new Warehouse();
  afterAll(() => warehouse.close());

  /** The values of a column with a formula, hidden ones beside it. */
  async function compute(formula: string, shape: "rows" | "all" | "groups" | "groups beside a summary") {
    const result = { id: "x", name: "Result", formula };
    const base = columns.map(({ name }) => ({ id: name, formula: `[T/${name}]`, hidden: true }));
    const twice = { id: "twice", name: "Twice", formula: "[Amount] * 2", hidden: true };
    const isBeside = shape === "groups beside a summary";
    const total = { id: "total", name: "Total", formula: "Count()" };
    const table = {
      ...{ id: "t", kind: "table", name: "Table", columns: [...base, twice, result, ...(isBeside ? [total] : [])] },
      source: { kind: "warehouse-table", connectionId: "c", path: ["T"] },
      ...(shape === "all" ? { summary: ["x"] } : {}),
      ...(isBeside ? { summary: ["total"] } : {}),
      ...(isBeside || shape === "groups" ? { groupings: [{ id: "g", groupBy: ["REGION"], calculations: ["x"] }] } : {}),
      sort: [{ columnId: "ID", direction: "ascending" }],
    } as unknown as TableElement;
    const model = new CompiledModel([{ id: "p", name: "P", elements: [table] }], catalog);
    const statement = compileRows(model, table, { listOutputs: () => undefined, findRelation: () => data });
    return (await warehouse.run(statement)).rows;
  }

  test.each(readPairs(ofRows))("%s", async (formula, sql) => {
    const { rows } = await warehouse.run(`with t as ${data} select ${sql} from t order by id`);
    expect(await compute(formula, "rows")).toEqual(rows);
  });

  test.each(readPairs(ofAllRows))("of all rows: %s", async (formula, sql) => {
    const { rows } = await warehouse.run(/\(/.test(sql) ? `with t as ${data} select ${sql} from t` : `select ${sql}`);
    expect(await compute(formula, "all")).toEqual(rows);
  });

  test.each(readPairs(ofGroups))("of groups: %s", async (formula, sql) => {
    const { rows } = await warehouse.run(`with t as ${data} select ${sql} from t group by region order by region`);
    expect(await compute(formula, "groups")).toEqual(rows);
  });

  test.each(readPairs(ofAllRows))("the same in a statement with groups as with windows: %s", async (formula) => {
    const beside = (await compute(formula, "groups beside a summary")).map(([value, ...rest]) => {
      expect(rest).toEqual([5]);
      return [value];
    });
    expect(beside).toEqual(await compute(formula, "groups"));
  });

  test.each(readPairs(documented))("as documented: %s", async (formula, sql) => {
    const [row] = await compute(formula, "rows");
    expect([row]).toEqual((await warehouse.run(`select ${sql}`)).rows);
  });

  test("the tables above are not small", () => {
    const count = [ofRows, ofAllRows, ofGroups, documented].flatMap(readPairs).length;
    expect(count).toBeGreaterThanOrEqual(200);
  });

  test.each([
    'DateTrunc("day", [Day], "America/Los_Angeles")',
    'DateTrunc("fortnight", [Day])',
    "DateTrunc([Name], [Day])",
    'DatePart("millisecond", [Day])',
    "Round(1, 2, 3)",
    "If([Paid])",
    "CountIf()",
    "CumulativeSum([Amount], 1)",
    "MovingSum([Amount], [Id])",
    'Rank([Amount], "up")',
    "Sum([Amount], 1)",
    "CurrentUserEmail()",
    "[Name].first",
    'CallText("drop table t; --", 1)',
    "Sum(Sum([Amount]))",
    "Sum(CumulativeSum([Amount]))",
  ])("no number: %s", async (formula) => {
    await expect(compute(formula, formula.startsWith("Sum(") ? "all" : "rows")).rejects.toThrow();
    if (!formula.startsWith("Cumulative")) await expect(compute(formula, "all")).rejects.toThrow();
  });
});
