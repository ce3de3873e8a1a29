import type { PlatformFunction, ValueType } from "../../../../provider/src/core/formula/check";
import fc from "../../../fast-check";

/** Formulas as the platform's reference and guides have them, with the names of one table in place of theirs. */
export const referenceFormulas: readonly string[] = [
  'If([Amount] < 3, "small", [Amount] < 6, "medium", "large")',
  'If([Amount] - [Cost] > 0, "profit", "loss")',
  'If([Region] = "Cameras & Camcorders" OR [Region] = "Camera Accessories", "Photography")',
  'If([Amount] > 0, If(Mod([Amount], 2) = 0, "Even", "Odd"), "Not Positive")',
  'If(\nWeekday([Ordered At]) = 2 AND DateDiff("day", [Ordered At], Today()) = 0, True, \nFalse)',
  'SumIf([Amount], [Region] = "TX" )',
  'SumIf([Amount], [Region] = "TX" OR [Region] = "CA")',
  'SumIf([Amount], [Region] = "TX", [Name] = "1234" )',
  "SumIf([Amount], [Region] = [list-control-state])",
  "Sum([Amount]) - Sum([Cost])",
  "Count()",
  'CountIf([Amount] > 65, [Region] = "Ohio")',
  "CountIf([Paid])",
  "CountIf([Paid] = True)",
  "CountIf(IsNotNull([Id]))",
  'DateTrunc("hour", Date("1980-05-22 8:45:30"))',
  'DateTrunc("week_starting_monday", [Ordered At])',
  'DateTrunc("day", [Ordered At], "America/Los_Angeles")',
  "DateTrunc([Unit], [Ordered At])",
  'DatePart("week", Date("2007-01-10 10:00:00"))',
  'DatePart("day_of_year", [Ordered At])',
  'DateAdd("minute", 60, Date("1999-12-31 23:00:00"))',
  'DateDiff("year", [Ordered At], Date("2018-01-01")) = 8',
  'DateDiff("millisecond", [Ordered At], Now())',
  'DateFormat([Ordered At], "%a, %B %d, %Y")',
  'DateParse("03-Sep-2020:03:05:13", "%d-%b-%Y:%H:%M:%S")',
  'DateLookback([Amount], [Ordered At], 1, "year")',
  'InDateRange([Ordered At], "last", "week", 1, 3)',
  'InDateRange([Ordered At], "to_date", "year", 1, -1)',
  'InPriorDateRange([Ordered At], "month", "year", 2)',
  'LastDay([Ordered At], "month")',
  "Between([Ordered At], MakeDate(2015, 1, 1), MakeDate(2020, 1, 1))",
  'Between([Ordered At], DateAdd("day", -7, Now()), Now())',
  "Between([Ordered At], [date-range-param].start, [date-range-param].end)",
  "Between([Amount], [number-range-param].min, [number-range-param].max)",
  "(Between(Day([Ordered At]), 7, 14) and Month([Ordered At]) = 3) or Month([Ordered At]) = 11",
  "IsNull([prm-date-range].start) and IsNull([prm-date-range].end)",
  'In("green", "red", "green", "blue")',
  "In([Id], 2000, 3000, 4000)",
  'In("John Smith", [Name], [Region])',
  'Switch([dimension-param], "Name", [Name], "Region", [Region])',
  'Switch(1, 0, "None", 1, "One", "Many")',
  "Coalesce(Null, 1/0, 1/1, 1/2) = 1",
  "Coalesce([Amount]/[Cost], 0)",
  "Zn([Amount]) + Zn([Cost])",
  "Zn(Null)",
  'Number("15.25")',
  "Number(5.073456E10)",
  "Text(MakePoint(179, 90))",
  "Date(1503724894)",
  'Greatest([Ordered At], Date("2018-01-01"))',
  "Round(Pi())",
  "Round(1234, -2)",
  "RowAvg(2, 4, 12)",
  "CAGR(4, 3000, 48000)",
  "Pmt(.07/12,2*12,10000)",
  "XNPV(.20, [Amount], [Ordered At])",
  'Area("square_miles", [Coordinates])',
  'Distance("miles", [Coordinates], MakePoint(0, 0))',
  "MakeLine([Point], MakePoint(-74.044502, 40.689247))",
  "Lookup([Customers/Cust Name], [Id], [Customers/Cust Key])",
  "Lookup(Sum([Sales Amounts/Sales Amount]), [Id], [Sales Amounts/Order Number])",
  "Rollup(Sum([Orders/Amount]), [Id], [Orders/Customer Id])",
  "CumulativeSum([Amount])",
  "MovingAvg([Amount], -2, 6)",
  "MovingAvg([Amount], [weeks-after], [weeks-before])",
  "MovingSum(Sum([Amount]), 8, -4)",
  "Lag([Amount],2)",
  "Lead([Amount], 1, 0)",
  "Nth([Name], 2)",
  "First([Name])",
  'Ntile(4, [Amount], "desc")',
  'Rank([Amount], "desc")',
  "Rank()",
  "RankPercentile([Amount])",
  'RowNumber([Amount], "asc")',
  "VisibilityLimit([Name], 3)",
  "VisibilityLimit([Name], 3, RowNumber)",
  'Subtotal(Avg([Amount]), "column")',
  'Subtotal(CountDistinct([Name]), "x_axis")',
  'PercentOfTotal(Sum([Amount] * [Cost]), "row")',
  'PercentOfTotal(Sum([Amount]), "parent_grouping", 1)',
  "GrandTotal(Sum([Amount]))",
  'SparklineAgg(DateTrunc("month", [Ordered At]), Sum([Amount]))',
  "SumProduct([Amount], [Cost])",
  "PercentileCont([Amount], 0.7)",
  'ListAgg([Name], "-")',
  'ListAgg([Name], "\\n")',
  'Concat([Name], " - ", Text([Id]))',
  'Contains(Lower("Welcome"), "to sig")',
  'Contains([Name], "Digital Camera", "DSLR")',
  'Find("milk+cookies", "cook")',
  'Left("San Francisco", -5)',
  'Mid("John Doe", 4, 10)',
  'LPad("north", 10, "-")',
  'Replace("File Name"," ","")',
  'RegexpReplace([Name], "(\\\\d+) (\\\\d+mm)", "\\\\1-\\\\2")',
  'RegexpReplace([Name], "\\\\/", "&")',
  'RegexpExtract([Name], "[0-9]+", 2)',
  'SplitPart(SplitPart(Text([CustomerJSON]), ",", 3), ":", 2)',
  'UrlPart("query", "https://www.example.com/path/to/page?query=string#fragment")',
  'Concat("$", CallText("TO_CHAR", [Amount], "999,999,999,999.00"), " ", [Region])',
  'CurrentUserInTeam("Marketing", "Sales")',
  'CurrentUserAttributeText("Region") = [Region]',
  "Text([Payload].users[0].email)",
  "Number([Payload].latency_ms) * 1000",
  'Concat("[", [Name], "]")',
  '"]"',
  'Replace(Replace([Name], "[", ""), "\\"", "")',
  '"it\'s amazing"',
  'CountDistinct(Coalesce([Name], "XYZ"))',
  "Min([Name])",
  "If(Sum([Amount]) = 1, 1, 0) + If(Sum([Cost]) > 4, 1, 0)",
  'Upper(If([Amount] > 2, "GOOD", "meh"))',
  "[Half \\[Price\\]] + [email (hello) \\[hi\\]]",
  "[Orders/Region (Customer)]",
  "[Metrics/Net Sales] / [Metrics/Orders]",
  "[Selection/Region]",
  "-[Amount] ^ 2 % 3",
  "not [Paid] and Not(IsNull([Amount]))",
  "[Amount] <> 0",
  "[Amount] /* net */ * 1.19 // tax",
];

/** Formulas as stored documents, demos and converted models have them, with the names of one table in place of theirs. */
export const documentFormulas: readonly string[] = [
  'DateAdd("day", 1 - Weekday([Orders/Ordered At]), DateTrunc("day", [Orders/Ordered At]))',
  'Text(IsNotNull(DateAdd("day", 1 - Weekday([Ordered At]), DateTrunc("day", [Ordered At]))))',
  "Text(IsNotNull([Orders/Region]))",
  "CumulativeSum(Sum([Orders/Amount]))",
  "CumulativeAvg(Avg([Amount]))",
  "CumulativeMax(Max([Amount]))",
  "CumulativeMin(Min([Amount]))",
  "MovingAvg(Sum([Orders/Amount]), 3)",
  'PercentOfTotal(Sum([Orders/Amount]), "grand_total")',
  'Rank(Sum([Orders/Amount]), "desc")',
  'Ntile(4, Sum([Amount]), "desc")',
  "Coalesce(Sum([Orders/Amount]) - Lag(Sum([Orders/Amount]), 1), 0)",
  "Lead(Sum([Amount]), 1)",
  "GrandTotal(Sum([Orders/Amount]))",
  "Max([Orders by Region (quarter-minmax)/Highest Amount])",
  '"Q" & Quarter([Ordered At])',
  'DateLookback([Amount], [Ordered At], 1, "year")',
  "([Amount] - [Amount (Prior Year)]) / [Amount (Prior Year)]",
  "([Cost]/[Amount])*100",
  'If([Amount] < 100, "Small", If([Amount] < 1000, "Medium", "Large"))',
  "If([Amount] > 500, 4, If([Amount] > 200, 2, 0))",
  'If([Amount] >= [AmountTarget], "Over target", "Under target")',
  "If([Amount] >= [least_amount], Round([First Score] + [High-Cost Score] + [Last Score], 0), Null)",
  'If([Region] = "Recurring", -[Amount], 0)',
  'If([Region] = "n", "North", [Region] = "s", "South", "Other")',
  "Sum([Data — Orders/Amount])",
  "Sum([Orders/Amount]) / Sum([Orders/Cost])",
  '[Orders/Region] = "Premium"',
  'SumIf([Orders/Amount], [Orders/Region] <> "Resolved")',
  "SumIf([Orders/Amount], [Orders/Week Order] = 8)",
  'Sum(If([Orders/Region] = "Direct-to-Consumer", [Orders/Amount], 0)) / Sum([Orders/Amount])',
  'CountDistinct(If([Orders/Region] = "Escalated", [Orders/Id], Null))',
  "Avg(If([Orders/Paid],If([Orders/Open],1,0),Null))",
  "Avg(If(Not [Orders/Paid],If([Orders/Open],1,0),Null))",
  "Avg([Orders/Margin %])",
  'DateDiff("day", Date([Payload].ORDERED_SINCE), Today())',
  "Coalesce([New Rate %],[Base Case Rate %])",
  'Coalesce([Scenarios/Scenario Name],"Base Case")',
  "Coalesce([Scenario Registry/Scenario Order], 0)",
  'Coalesce(Lookup([Approvals/Reviewer], [Name], [Approvals/Name]), "none")',
  "Lookup([Saved Scenarios/Growth %], [Active Scenario Key], [Saved Scenarios/Scenario Name])",
  "Round([Amount] * [Shift Factor])",
  'CurrentUserAttributeText("order_channel") = [Order Channel]',
  'Contains(CurrentUserAttributeText("Region"), [Store Region])',
  "CurrentUserInTeam([Region])",
  'Not (Contains([Name], "staging"))',
  "[Paid] And Not [Open]",
  '([Region] = "Active") And ([Name] = "Pro")',
  "Text([Payload].user.id)",
  "Text([Payload].users[0])",
  "[Custom SQL/order_month]",
  "[Orders View/Region (CUSTOMER_DIM)]",
  "[Orders/ORDER DATE/Calendar Month Name]",
];

/** Columns with known types, by type. */
const names: Readonly<Partial<Record<ValueType, readonly string[]>>> = {
  number: ["[Amount]", "[Cost]", "1", "2.5", "-3"],
  text: ["[Name]", "[Region]", '"a"', '"it ""is"""'],
  logical: ["[Paid]", "True", "[Amount] > 1", 'not [Region] = "n"'],
  date: ["[Ordered At]", "[Shipped At]", "Today()", 'Date("2024-01-01")'],
  any: ["[Payload]", "[Orders/Customer/Key]"],
  variant: ["[Payload].a[0]"],
  geography: ["MakePoint(1, 2)"],
  array: ["Array(1, 2)"],
};

type Parameters = PlatformFunction["required"];

/** Calls of all functions, with arguments as their rows of the table say, and some calls within calls. */
export function createFormulas(functions: readonly PlatformFunction[]): fc.Arbitrary<string> {
  const plain = functions.filter(({ isAggregate, isWindow, group }) => !isAggregate && !isWindow && group !== "join");
  const makeValue = (type: ValueType, depth: number): fc.Arbitrary<string> => {
    const simple = fc.constantFrom(...names[type]!);
    const inner = plain.filter(({ returns, name }) => returns === type && name !== "Null");
    if (depth === 0 || inner.length === 0) return simple;
    return fc.oneof(
      simple,
      fc.constantFrom(...inner).chain((one) => makeCall(one, depth - 1)),
    );
  };
  const makeArgument = (parameter: Parameters[number], depth: number): fc.Arbitrary<string> => {
    if (parameter.choices !== undefined) return fc.constantFrom(...parameter.choices).map((one) => `"${one}"`);
    if (parameter.isFormat) return fc.constantFrom('"%Y-%m-%d"', '"%B"');
    if (parameter.isShare) return fc.constantFrom("0.5", "0.95");
    if (parameter.isAggregate) return fc.constantFrom("Sum([Amount])", "CountDistinct([Name])");
    if (parameter.isConstant) return fc.constantFrom("0", "Null");
    return makeValue(parameter.type, depth);
  };
  const makeAll = (parameters: Parameters, depth: number) =>
    fc.tuple(...parameters.map((parameter) => makeArgument(parameter, depth)));
  const makeCall = (called: PlatformFunction, depth: number): fc.Arbitrary<string> => {
    const { name, required, repeated, optional } = called;
    // The values of these have one type.
    if (["Coalesce", "If", "Switch", "Choose"].includes(name)) {
      const values: Readonly<Record<string, string>> = {
        Coalesce: "Coalesce([Amount], [Cost], 0)",
        If: 'If([Paid], "yes", [Region] = "n", "no", "other")',
        Switch: 'Switch([Region], "n", 1, "s", 2, 0)',
        Choose: 'Choose(1, "a", "b")',
      };
      return fc.constant(values[name]!);
    }
    return fc
      .tuple(
        makeAll(required, depth),
        fc.array(makeAll(repeated, depth), { maxLength: repeated.length === 0 ? 0 : 2 }),
        fc.nat({ max: optional.length }).chain((count) => makeAll(optional.slice(0, count), depth)),
      )
      .map((groups) => `${name}(${groups.flat(2).join(", ")})`);
  };
  return fc.constantFrom(...functions).chain((one) => makeCall(one, one.isAggregate ? 1 : 2));
}
