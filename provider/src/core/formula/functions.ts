/**
 * The functions of formulas, as data. The list can't be complete: the platform adds functions, and organizations define
 * their own. So an unknown function is a warning.
 */

/** What a value is; `any` is unknown, or whatever the function is given. */
export type ValueType = "number" | "text" | "logical" | "date" | "variant" | "geography" | "array" | "any";

/**
 * Where a row is from: the function's own page in the platform's reference; the platform's index of functions, with the
 * arguments as a published translation of it lists them (October 2026); release notes; or formulas of the platform's
 * guides and of users.
 */
export type Source = "page" | "index" | "release" | "formulas";

export interface Parameter {
  readonly type: ValueType;
  /** The texts that it takes, where a literal has to be one of them. */
  readonly choices?: readonly string[];
  /** A literal has to be a format with `%`. */
  readonly isFormat?: boolean;
  /** A literal has to be between 0 and 1. */
  readonly isShare?: boolean;
  /** An aggregate, of which the function calculates something. */
  readonly isAggregate?: boolean;
  /** Has the same value in all rows: a column isn't one. */
  readonly isConstant?: boolean;
}

export interface PlatformFunction {
  readonly name: string;
  readonly group: string;
  readonly source: Source;
  /** The arguments that it must have, in order. */
  readonly required: readonly Parameter[];
  /** What may follow: one after another, or all of them again and again. */
  readonly repeated: readonly Parameter[];
  readonly optional: readonly Parameter[];
  /** `first` and `second`: as that argument. */
  readonly returns: ValueType | "first" | "second";
  /** It makes one value of many rows. */
  readonly isAggregate: boolean;
  /** It looks at rows around its own. */
  readonly isWindow: boolean;
  /** The arguments as people read them. */
  readonly signature: string;
}

const periods = "year quarter month week day hour minute second";

/** Parameters that take a literal of a certain kind, by the name that the rows use. */
const special: Readonly<Record<string, Omit<Parameter, "type"> & { readonly type?: ValueType }>> = {
  precision: { choices: split(`${periods} week_starting_sunday week_starting_monday`) },
  part: { choices: split(`${periods} weekday day_of_year millisecond epoch`) },
  unit: { choices: split(periods) },
  span: { choices: split(`${periods} millisecond`) },
  end: { choices: split("year quarter month week") },
  direction: { choices: split("last next current to_date") },
  order: { choices: split("asc desc") },
  mode: {
    choices: split(
      "grand_total color x_axis trellis_column trellis_row column row column_parent row_parent parent_grouping",
    ),
  },
  component: { choices: split("scheme authority userinfo host port path query fragment") },
  squares: { choices: split("square_kilometers square_meters square_miles") },
  lengths: { choices: split("kilometers meters miles") },
  format: { isFormat: true },
  share: { type: "number", isShare: true },
  aggregate: { type: "any", isAggregate: true },
  default: { type: "any", isConstant: true },
};

/**
 * By groups: a function, its arguments (`?` optional, `+` once or more, `*` any number, braces: repeated together),
 * what it returns, and where that is from: p the page, i the index, r release notes, f formulas.
 */
const table: Readonly<Record<string, string>> = {
  aggregate: `
    ArrayAgg any → array i
    ArrayAggDistinct any → array i
    Avg number → number i
    AvgIf number logical+ → number i
    Corr number number → number i
    Count any? → number p
    CountDistinct any → number i
    CountDistinctIf any logical+ → number i
    CountIf logical+ → number p
    GrandTotal aggregate → first i
    ListAgg any text? → text p
    ListAggDistinct any text? → text i
    Max any → first i
    MaxIf any logical+ → first i
    Median number → number i
    Min any → first i
    MinIf any logical+ → first i
    Ndv any → number f
    PercentileCont number share → number p
    PercentileDisc number share → number i
    PercentOfTotal aggregate mode? number? → number p
    RegressionIntercept number number → number i
    RegressionR2 number number → number i
    RegressionSlope number number → number i
    StdDev number → number i
    Subtotal aggregate mode number? → first p
    Sum number → number p
    SumIf number logical+ → number p
    SumProduct number+ → number p
    Variance number → number i
    VariancePop number → number i`,
  array: `
    Array any* → array i
    ArrayCompact array → array i
    ArrayConcat array+ → array i
    ArrayContains array any → logical i
    ArrayDistinct array → array i
    ArrayExcept array array → array i
    ArrayIntersection array+ → array i
    ArrayJoin array text? → text i
    ArrayLength array → number i
    ArraySlice array number number? → array i
    RaggedHierarchy any+ → any i
    Sequence number number number? → array i
    Sparkline any → any i
    SparklineAgg any aggregate → any p
    SplitToArray text text → array i`,
  date: `
    BusinessDays date date any* → number i
    ConvertTimezone date text text? → date p
    DateAdd unit number date → date p
    DateDiff span date date → number p
    DateFormat date format → text p
    DateFromUnix number → date i
    DateFromUnixMs number → date i
    DateFromUnixUs number → date i
    DateLookback any date number unit → first p
    DateParse text format → date p
    DatePart part date text? → number p
    DateTrunc precision date text? → date p
    Day date text? → number i
    DayOfYear date text? → number i
    EndOfMonth date → date i
    Hour date text? → number i
    InDateRange date direction unit number? number? date? → logical p
    InPriorDateRange date unit unit number? date? → logical p
    LastDay date end → date p
    MakeDate number number number → date i
    Minute date text? → number i
    Month date text? → number i
    MonthName date text? → text i
    Now → date i
    Quarter date text? → number i
    Second date text? → number i
    Today → date i
    Weekday date text? → number p
    WeekdayName date text? → text i
    Year date text? → number p`,
  financial: `
    CAGR number number number → number p
    Effect number number → number i
    FV number number number number? number? → number i
    IPmt number number number number number? number? → number i
    Nominal number number → number i
    NPer number number number number? number? → number i
    Pmt number number number number? number? → number p
    PPmt number number number number number? number? → number i
    PV number number number number? number? → number i
    XNPV number number date → number p`,
  geography: `
    Area squares geography → number p
    Centroid geography → geography i
    Distance lengths geography geography → number p
    Geography any → geography i
    Intersects geography geography → logical i
    Json any → variant i
    Latitude geography → number i
    Longitude geography → number i
    MakeLine geography geography+ → geography p
    MakePoint number number → geography i
    Perimeter lengths geography → number i
    Text any → text p
    Within geography geography → logical i`,
  join: `
    Lookup any {any any}+ → first p
    LookupMatchNulls any {any any}+ → first r
    Rollup any {any any}+ → first i`,
  logical: `
    Between any any any → logical p
    Choose number any+ → second i
    Coalesce any+ → first p
    If {logical any}+ any? → second p
    In any any+ → logical p
    IsNotNull any → logical i
    IsNull any → logical p
    Nullif any any → first f
    Switch any {any any}+ any? → any p
    Zn any → number p`,
  math: `
    Abs number → number i
    Acos number → number i
    Asin number → number i
    Atan number → number i
    Atan2 number number → number i
    BinFixed number number number number → number i
    BinRange number number+ → number i
    BitAnd number number → number i
    BitOr number number → number i
    Ceiling number number? → number i
    Cos number → number i
    Cot number → number i
    Degrees number → number i
    DistanceGlobe number number number number → number i
    DistancePlane number number number number → number i
    Div number number → number i
    Exp number → number i
    Floor number number? → number i
    Greatest any+ → first i
    GreatestNonNull any+ → first f
    Int number → number i
    IsEven number → logical i
    IsOdd number → logical i
    Least any+ → first i
    LeastNonNull any+ → first f
    Ln number → number i
    Log number number? → number i
    Mod number number → number i
    MRound number number → number i
    Pi → number i
    Power number number → number i
    Radians number → number i
    Round number number? → number p
    RoundDown number number? → number i
    RoundUp number number? → number i
    RowAvg number+ → number p
    Sign number → number i
    Sin number → number i
    Sqrt number → number i
    Tan number → number i
    Trunc number number? → number i`,
  passthrough: `
    AggDatetime text any* → date i
    AggGeography text any* → geography i
    AggLogical text any* → logical i
    AggNumber text any* → number i
    AggText text any* → text i
    AggVariant text any* → variant i
    CallDatetime text any* → date i
    CallGeography text any* → geography i
    CallLogical text any* → logical i
    CallNumber text any* → number i
    CallText text any* → text p
    CallVariant text any* → variant i`,
  system: `
    CurrentTimezone → text i
    CurrentUserAttributeText text → text i
    CurrentUserEmail → text i
    CurrentUserFirstName → text i
    CurrentUserFullName → text i
    CurrentUserInTeam text+ → logical p`,
  text: `
    Concat any+ → text p
    Contains text text+ → logical p
    EndsWith text text+ → logical i
    Find text text → number p
    ILike text text → logical i
    Left text number → text p
    Len text → number i
    Length text → number f
    Like text text → logical i
    Lower text → text i
    LPad text number text? → text p
    LTrim text text? → text i
    MD5 text → text i
    Mid text number number? → text p
    Proper text → text i
    RegexpCount text text → number i
    RegexpExtract text text number? → text p
    RegexpMatch text text → logical i
    RegexpReplace text text text → text p
    Repeat text number → text i
    Replace text text text → text p
    Reverse text → text i
    Right text number → text i
    RPad text number text? → text i
    RTrim text text? → text i
    SHA256 text → text i
    SplitPart text text number → text p
    StartsWith text text+ → logical i
    Substring text number number? → text i
    TextJoin text any+ → text r
    Trim text → text p
    Upper text → text i
    UrlPart component text → text p`,
  type: `
    Date any → date p
    JSON any → variant i
    Logical any → logical i
    Number any → number p
    Text any → text p
    Variant any → variant i`,
  window: `
    CumeDist any order? → number i
    CumulativeAvg number → number i
    CumulativeCorr number number → number i
    CumulativeCount any → number i
    CumulativeMax any → first i
    CumulativeMin any → first i
    CumulativeStdDev number → number i
    CumulativeSum number → number p
    CumulativeVariance number → number i
    FillDown any → first i
    First any → first p
    FirstNonNull any → first i
    Lag any number? default? → first p
    Last any → first i
    LastNonNull any → first i
    Lead any number? default? → first p
    MovingAvg number number number? → number p
    MovingCorr number number number number? → number i
    MovingCount any number number? → number i
    MovingMax any number number? → first i
    MovingMin any number number? → first i
    MovingStdDev number number number? → number i
    MovingSum number number number? → number i
    MovingVariance number number number? → number i
    Nth any number → first p
    Ntile number any? order? → number p
    Rank any? order? → number p
    RankDense any? order? → number i
    RankPercentile any? order? → number p
    RowNumber any? order? → number p
    VisibilityLimit any number any? → first p`,
};

const sources: Readonly<Record<string, Source>> = { p: "page", i: "index", r: "release", f: "formulas" };

/** Aggregates that stand in other groups. */
const otherAggregates = /^(?:Agg[A-Z]|SparklineAgg$)/;

function split(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}

function readParameter(word: string): Parameter {
  const name = word.replace(/[?+*]$/, "");
  const found = special[name];
  return found === undefined ? { type: name as ValueType } : { type: "text", ...found };
}

/** What people call a parameter. */
const words: Readonly<Record<string, string>> = {
  any: "value",
  logical: "condition",
  span: "unit",
  end: "period",
  squares: "unit",
  lengths: "unit",
};

const describe = (name: string): string => words[name] ?? name;

function readRow(group: string, row: string): PlatformFunction {
  const [, name = "", given = "", returns = "", source = ""] = /^(\w+)(?: (.*?))? \u2192 (\w+) (\w)$/.exec(row) ?? [];
  const required: Parameter[] = [];
  const optional: Parameter[] = [];
  const repeated: Parameter[] = [];
  const shown: string[] = [];
  for (const word of given.match(/\{[^}]*\}\+|\S+/g) ?? []) {
    const inside = split(word.replace(/^\{|\}\+?$/g, ""));
    const parameters = inside.map(readParameter);
    if (word.endsWith("?")) optional.push(...parameters);
    else if (!word.endsWith("*")) required.push(...parameters);
    if (/[+*]$/.test(word)) repeated.push(...parameters);
    const names = inside.map((one) => describe(one.replace(/[?+*]$/, ""))).join(", ");
    shown.push(word.endsWith("?") ? `[${names}]` : /[+*]$/.test(word) ? `${names}, …` : names);
  }
  return {
    name,
    group,
    source: sources[source]!,
    required,
    optional,
    repeated,
    returns: returns as PlatformFunction["returns"],
    isAggregate: group === "aggregate" || otherAggregates.test(name),
    isWindow: group === "window",
    signature: `${name}(${shown.join(", ")})`,
  };
}

let known: ReadonlyMap<string, PlatformFunction> | undefined;

/** By names in lower case. Read when the first formula is checked. */
function indexFunctions(): ReadonlyMap<string, PlatformFunction> {
  // `Text` and `JSON` stand in two groups of the index.
  known ??= new Map(listFunctions().map((one) => [one.name.toLowerCase(), one]));
  return known;
}

/** All functions, by groups. */
export const listFunctions = (): PlatformFunction[] =>
  Object.entries(table).flatMap(([group, rows]) =>
    rows
      .trim()
      .split(/\n\s*/)
      .map((row) => readRow(group, row)),
  );

/** Finds a function by its name. Whether case counts is undocumented, so it doesn't here. */
export const findFunction = (name: string): PlatformFunction | undefined => indexFunctions().get(name.toLowerCase());

/** The names of all of them, as the platform writes them. */
export const listFunctionNames = (): string[] => [...indexFunctions().values()].map(({ name }) => name);

/** Functions of SQL, of spreadsheets and of other tools, and the platform's for the same purpose. */
export const foreignFunctions: Readonly<Record<string, string>> = {
  average: "Avg",
  averageif: "AvgIf",
  case: "If",
  ceil: "Ceiling",
  charindex: "Find",
  concatenate: "Concat",
  counta: "Count",
  countd: "CountDistinct",
  countunique: "CountDistinct",
  current_date: "Today",
  currentdate: "Today",
  dense_rank: "RankDense",
  distinctcount: "CountDistinct",
  getdate: "Now",
  ifnull: "Coalesce",
  iferror: "Coalesce",
  iff: "If",
  iif: "If",
  initcap: "Proper",
  instr: "Find",
  isblank: "IsNull",
  isin: "In",
  nvl: "Coalesce",
  percentile: "PercentileCont",
  pow: "Power",
  row_number: "RowNumber",
  running_avg: "CumulativeAvg",
  running_count: "CumulativeCount",
  running_max: "CumulativeMax",
  running_min: "CumulativeMin",
  running_sum: "CumulativeSum",
  runningavg: "CumulativeAvg",
  runningcount: "CumulativeCount",
  runningmax: "CumulativeMax",
  runningmin: "CumulativeMin",
  runningsum: "CumulativeSum",
  runningtotal: "CumulativeSum",
  search: "Find",
  stdev: "StdDev",
  str: "Text",
  string_agg: "ListAgg",
  substitute: "Replace",
  substr: "Substring",
  to_char: "DateFormat",
  to_date: "DateParse",
  to_number: "Number",
  tonumber: "Number",
  tostring: "Text",
  totext: "Text",
  var: "Variance",
  vlookup: "Lookup",
  window_avg: "MovingAvg",
  window_sum: "MovingSum",
};

/** What the platform calls a function that SQL or spreadsheets call `name`. */
export const findEquivalent = (name: string): string | undefined =>
  Object.hasOwn(foreignFunctions, name.toLowerCase()) ? foreignFunctions[name.toLowerCase()] : undefined;
