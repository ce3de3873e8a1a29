/**
 * The functions of formulas, as data: the groups and names of the platform's published function index (over 200
 functions), and of its published
 * guides what the index lacks. The list can't be complete: the platform adds functions, and organizations define their
 own. So an unknown function is
 * a warning.
 */
const functions = {
  aggregate: `ArrayAgg ArrayAggDistinct Avg AvgIf Corr Count CountDistinct CountDistinctIf CountIf GrandTotal ListAgg
    ListAggDistinct Max MaxIf Median Min MinIf Ndv PercentileCont PercentileDisc PercentOfTotal RegressionIntercept
    RegressionR2 RegressionSlope StdDev Subtotal Sum SumIf SumProduct Variance VariancePop`,
  array: `Array ArrayConcat ArrayContains ArrayDistinct ArrayExcept ArrayIntersection ArrayJoin ArrayLength ArraySlice
    Sequence Sparkline SparklineAgg
    SplitToArray`,
  date: `ConvertTimezone DateAdd DateDiff DateFormat DateFromUnix DateLookback DateParse DatePart DateTrunc Day
    DayOfYear EndOfMonth Hour InDateRange InPriorDateRange LastDay MakeDate Minute Month MonthName Now Quarter Second
  Today Weekday WeekdayName Year`,
  financial: "CAGR Effect FV IPmt Nominal NPer Pmt PPmt PV XNPV",
  geography: `Area Centroid Distance Geography Intersects Json Latitude Longitude MakeLine MakePoint Perimeter Text
  Within`,
  join: "Lookup LookupMatchNulls Rollup",
  logical: "Between Choose Coalesce If In IsNotNull IsNull Nullif Switch Zn",
  math: `Abs Acos Asin Atan Atan2 BinFixed BinRange BitAnd BitOr Ceiling Cos Cot Degrees DistanceGlobe DistancePlane Div
    Exp Floor Greatest Int IsEven IsOdd Least Ln Log Mod MRound Pi Power Radians Round RoundDown RoundUp RowAvg Sign Sin
  Sqrt Tan Trunc`,
  passthrough: `AggDatetime AggGeography AggLogical AggNumber AggText AggVariant CallDatetime CallGeography CallLogical
  CallNumber CallText CallVariant`,
  system: `CurrentTimezone CurrentUserAttributeText CurrentUserEmail CurrentUserFirstName CurrentUserFullName
  CurrentUserInTeam`,
  text: `Concat Contains EndsWith Find ILike Left Len Length Like Lower LPad LTrim MD5 Mid Proper RegexpExtract
    RegexpMatch RegexpReplace Repeat Replace Reverse Right RPad RTrim SHA256 SplitPart StartsWith Substring TextJoin
  Trim Upper UrlPart`,
  type: "Date JSON Logical Number Text Variant",
  window: `CumeDist CumulativeAvg CumulativeCorr CumulativeCount CumulativeMax CumulativeMin CumulativeStdDev
    CumulativeSum CumulativeVariance FillDown First FirstNonNull Lag Last LastNonNull Lead MovingAvg MovingCorr
    MovingCount MovingMax MovingMin MovingStdDev MovingSum MovingVariance Nth Ntile Rank RankDense RankPercentile
RowNumber RunningAvg RunningSum VisibilityLimit`,
};

/** Functions of SQL and of spreadsheets, and the platform's for the same purpose. */
export const foreignFunctions: Readonly<Record<string, string>> = {
  average: "Avg",
  averageif: "AvgIf",
  case: "If",
  ceil: "Ceiling",
  charindex: "Find",
  concatenate: "Concat",
  counta: "Count",
  countunique: "CountDistinct",
  dense_rank: "RankDense",
  distinctcount: "CountDistinct",
  getdate: "Now",
  ifnull: "Coalesce",
  iff: "If",
  iif: "If",
  isblank: "IsNull",
  isin: "In",
  nvl: "Coalesce",
  percentile: "PercentileCont",
  pow: "Power",
  row_number: "RowNumber",
  search: "Find",
  stdev: "StdDev",
  string_agg: "ListAgg",
  substitute: "Replace",
  substr: "Substring",
  var: "Variance",
  vlookup: "Lookup",
};

/** The names of the known functions by group, as the platform writes them. */
export const functionGroups: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(functions).map(([group, names]) => [group, names.split(/\s+/)]),
);

/** The names of all of them. */
export const functionNames: readonly string[] = Object.values(functionGroups).flat();

const known = new Set(functionNames.map((name) => name.toLowerCase()));

/** Whether a function is known. Whether case counts is undocumented, so it doesn't here. */
export const isKnownFunction = (name: string): boolean => known.has(name.toLowerCase());

/** What the platform calls a function that SQL or spreadsheets call `name`. */
export const findEquivalent = (name: string): string | undefined =>
  Object.hasOwn(foreignFunctions, name.toLowerCase()) ? foreignFunctions[name.toLowerCase()] : undefined;
