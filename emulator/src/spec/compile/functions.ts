/**
 * The functions of the platform's formulas, as far as they are known: the API's description has no list, so this one is
 an assumption. Calls
 * are matched without case. Reports say that `And`, `Or`, `IsIn` and aggregates with an `Over` suffix are none.
 */
const names = `
  Avg AvgIf ArrayAgg ArrayAggDistinct Corr Count CountDistinct CountDistinctIf CountIf GrandTotal ListAgg
  ListAggDistinct Max MaxIf Median Min MinIf Mode PercentOfTotal PercentileCont PercentileDisc RegressionIntercept
  RegressionR2 RegressionSlope StdDev StdDevPop StdDevSamp Subtotal Sum SumIf SumProduct Variance VariancePop
  VarianceSamp AttributeName ATTR Array ArrayCompact ArrayConcat ArrayContains ArrayDistinct ArrayExcept
  ArrayIntersection ArrayJoin ArrayLength ArraySlice Sequence ConvertTimezone CurrentTimezone DateAdd DateDiff
  DateFormat DateFromUnix DateLookback DateParse DatePart DateTrunc Day DayOfYear EndOfMonth Hour InDateRange
  InPriorDateRange LastDay MakeDate Minute Month MonthName Now Quarter Second Today Weekday WeekdayName Year Area
  Centroid Distance DistancePlane DistanceGlobe Geography Intersects Json Latitude Longitude MakeGeography MakeLine
  MakePoint Perimeter Point Within Text Between Choose Coalesce If IfNull IIf In IsNotNull IsNull Nullif Switch Zn
  IfError Abs Acos Asin Atan Atan2 BinFixed BinRange BitAnd BitOr Ceiling Cos Cot Degrees DistanceGeo Div Exp Floor
  Greatest Int Intercept IsEven IsOdd Least Ln Log Mod MRound Number NumberRange Pi Power Quantile Radians Rand Round
  RoundDown RoundUp RowAvg RowCount RowMax RowMin RowSum Sign Sin Sqrt Tan Trunc
  CallArray CallDatetime CallGeography CallLogical CallNumber CallText CallVariant Custom AggArray AggDatetime
  AggGeography AggLogical AggNumber AggText AggVariant AiClassify
  CurrentUserAttributeText CurrentUserEmail CurrentUserFirstName CurrentUserFullName CurrentUserInTeam
  CurrentUserLastName CurrentUserName CurrentUserTeams
  Concat Contains EndsWith Find ILike LPad Left Len Like Lower LTrim MD5 Mid Proper RegexpCount RegexpExtract
  RegexpMatch RegexpReplace Repeat Replace Reverse Right RPad RTrim SHA256 SplitPart SplitToArray StartsWith Substring
  Trim Upper ParseUrl Date DateTime Logical Variant Object
  CumulativeAvg CumulativeCorr CumulativeCount CumulativeMax CumulativeMin CumulativeStdDev CumulativeSum
  CumulativeVariance FillDown FillUp First Lag Last Lead MovingAvg MovingCorr MovingCount MovingMax MovingMin
  MovingStdDev MovingSum MovingVariance Nth Ntile CumeDist Rank RankDense RankPercentile RowNumber
  FirstNonNull LastNonNull VisibilityLimit Ndv Sparkline SparklineAgg UrlPart
  CAGR Effect FV IPmt Nominal NPer Pmt PPmt PV XNPV
  Lookup LookupRow Rollup
  LookupMatchNulls
  GreatestNonNull LeastNonNull Length TextJoin
  True False Not Null
`;

const known = new Set(names.toLowerCase().split(/\s+/).filter(Boolean));

/** Whether a formula may call a function. */
export function isFunction(name: string): boolean {
  return known.has(name.toLowerCase());
}

/** Words between two conditions that other tools call like functions. */
const operators = new Set(["and", "or"]);

export function isOperator(name: string): boolean {
  return operators.has(name.toLowerCase());
}
