/**
 * Formulas' functions and operators in the SQL of DuckDB, which computes the emulator's exports. Where a warehouse and
 * the platform's documentation leave something open, the emulator's README says what is assumed.
 */

/** What the emulator doesn't compute: it says so, and gives no number. */
export class Uncomputed extends Error {}

/** A call in SQL, with its arguments as `$1`, `$2`, …; or what writes it, for so many arguments. */
type Template = string | Writer;

interface Writer {
  readonly least: number;
  readonly most: number;
  readonly write: (...args: string[]) => string;
}

const take = (least: number, most: number, write: Writer["write"]): Writer => ({ least, most, write });
const takeMany = (least: number, write: Writer["write"]) => take(least, Number.POSITIVE_INFINITY, write);

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function quoteText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

const isAnyNull = (args: readonly string[]) => args.map((arg) => `${arg} is null`).join(" or ");
const requireAll = (name: string) =>
  takeMany(1, (...args) => `case when ${isAnyNull(args)} then null else ${name}(${args.join(", ")}) end`);
const matchAny = (name: string) =>
  takeMany(2, (text, ...parts) => `(${parts.map((part) => `${name}(${text}, ${part})`).join(" or ")})`);

/** `case` of pairs of a condition and a value, and of one more value for all others. */
const choose = (...parts: string[]) => {
  const pairs = parts.slice(0, parts.length - (parts.length % 2));
  const branches = pairs.flatMap((part, index) => (index % 2 === 0 ? `when ${part} then ${pairs[index + 1]}` : []));
  return `case ${branches.join(" ")}${parts.length % 2 === 1 ? ` else ${parts.at(-1)}` : ""} end`;
};

/** Numbers as warehouses write them: without the zero of a whole one. */
const writeText = (value: string) =>
  `list_transform([${value}], lambda one: if(typeof(one) = 'DOUBLE', ` +
  `regexp_replace(cast(one as varchar), '\\.0$', ''), cast(one as varchar)))[1]`;

const toText = (value: string) => (/^'(?:[^']|'')*'$/.test(value) ? value : writeText(value));
const join = (...values: string[]) => `(${values.map(toText).join(" || ")})`;

const toTime = (value: string) => `cast(${value} as timestamp)`;

/** Weeks begin on Sundays, unless they say otherwise; those of DuckDB on Mondays. */
const units: Readonly<Record<string, { unit: string; shift?: string }>> = {
  ...Object.fromEntries(
    ["year", "quarter", "month", "day", "hour", "minute", "second", "millisecond"].map((unit) => [unit, { unit }]),
  ),
  week: { unit: "week", shift: "interval 1 day" },
  week_starting_sunday: { unit: "week", shift: "interval 1 day" },
  week_starting_monday: { unit: "week" },
};

function getUnit(name: string, written: string): { unit: string; shift?: string } {
  const unit = units[written.slice(1, -1).toLowerCase()];
  if (unit === undefined || !written.startsWith("'")) throw new Uncomputed(`the unit ${written} of ${name}`);
  return unit;
}

function truncate(written: string, date: string): string {
  const { unit, shift } = getUnit("DateTrunc", written);
  const shifted = shift === undefined ? toTime(date) : `${toTime(date)} + ${shift}`;
  const truncated = `${toTime(`date_trunc('${unit}', ${shifted})`)}`;
  return shift === undefined ? truncated : `(${truncated} - ${shift})`;
}

function addTime(written: string, count: string, date: string): string {
  const { unit } = getUnit("DateAdd", written);
  // An interval takes whole numbers.
  return `(${toTime(date)} + to_${unit}s(cast(${count} as ${unit === "second" ? "double" : "integer"})))`;
}

function countUnits(written: string, from: string, to: string): string {
  const { unit } = getUnit("DateDiff", written);
  if (unit !== "week") return `date_diff('${unit}', ${toTime(from)}, ${toTime(to)})`;
  // Those of DuckDB are spans of seven days.
  return `(date_diff('day', ${truncate(written, from)}, ${truncate(written, to)}) // 7)`;
}

const parts: Readonly<Record<string, Template>> = {
  ...Object.fromEntries(
    ["year", "quarter", "month", "day", "hour", "minute", "second"].map((part) => [
      part,
      `date_part('${part}', cast($1 as timestamp))`,
    ]),
  ),
  week: take(1, 1, (date) => `(${countUnits("'week'", truncate("'year'", date), date)} + 1)`),
  weekday: "(date_part('dow', cast($1 as timestamp)) + 1)",
  day_of_year: "date_part('doy', cast($1 as timestamp))",
  epoch: "cast(floor(epoch(cast($1 as timestamp))) as bigint)",
};

function takePart(written: string, date: string): string {
  const name = written.slice(1, -1).toLowerCase();
  const template = Object.hasOwn(parts, name) ? parts[name] : undefined;
  if (template === undefined) throw new Uncomputed(`the part ${written} of DatePart`);
  return fill(`DatePart`, [template], [date]);
}

function endPeriod(date: string, written: string): string {
  const { unit } = getUnit("LastDay", written);
  return `(${truncate(written, date)} + interval 1 ${unit} - interval 1 day)`;
}

/** Rounds the absolute value down or up. */
const roundWith = (round: string) =>
  take(
    1,
    2,
    (value, digits = "0") => `(sign(${value}) * ${round}(abs(${value}) * pow(10, ${digits})) / pow(10, ${digits}))`,
  );

const writeUnixTime = (seconds: string) => `cast(epoch_ms(cast(${seconds} as bigint) * 1000) as timestamp)`;
const listPart = (part: string) => [parts[part]!];

const scalars: Readonly<Record<string, readonly Template[]>> = {
  // Conditions
  if: [takeMany(2, choose)],
  switch: [
    takeMany(3, (value, ...rest) => {
      const pairs = rest.length - (rest.length % 2);
      return choose(...rest.map((part, index) => (index < pairs && index % 2 === 0 ? `${value} = ${part}` : part)));
    }),
  ],
  choose: [
    takeMany(
      2,
      (index, ...values) => `case ${index} ${values.map((one, at) => `when ${at + 1} then ${one}`).join(" ")} end`,
    ),
  ],
  coalesce: [takeMany(1, (...args) => `coalesce(${args.join(", ")})`)],
  zn: ["coalesce($1, 0)"],
  nullif: ["nullif($1, $2)"],
  isnull: ["($1 is null)"],
  isnotnull: ["($1 is not null)"],
  in: [takeMany(2, (value, ...items) => `(${value} in (${items.join(", ")}))`)],
  between: ["($1 between $2 and $3)"],
  not: ["(not $1)"],
  null: ["null"],
  true: ["true"],
  false: ["false"],
  // Numbers
  abs: ["abs($1)"],
  sign: ["sign($1)"],
  round: ["round($1)", "round($1, cast($2 as integer))"],
  rounddown: [roundWith("floor")],
  roundup: [roundWith("ceil")],
  trunc: [roundWith("floor")],
  int: ["cast(floor($1) as bigint)"],
  floor: ["floor($1)", "(floor($1 / nullif($2, 0)) * $2)"],
  ceiling: ["ceil($1)", "(ceil($1 / nullif($2, 0)) * $2)"],
  mround: ["(round($1 / nullif($2, 0)) * $2)"],
  mod: ["($1 % nullif($2, 0))"],
  div: ["trunc($1 / nullif($2, 0))"],
  power: ["pow($1, $2)"],
  sqrt: ["case when $1 >= 0 then sqrt($1) end"],
  exp: ["exp($1)"],
  ln: ["case when $1 > 0 then ln($1) end"],
  log: ["case when $1 > 0 then log10($1) end", "case when $1 > 0 then ln($1) / nullif(ln($2), 0) end"],
  pi: ["pi()"],
  ...Object.fromEntries(
    ["sin", "cos", "tan", "cot", "asin", "acos", "atan", "degrees", "radians"].map((name) => [name, [`${name}($1)`]]),
  ),
  atan2: ["atan2($1, $2)"],
  iseven: ["($1 % 2 = 0)"],
  isodd: ["($1 % 2 <> 0)"],
  bitand: ["(cast($1 as bigint) & cast($2 as bigint))"],
  bitor: ["(cast($1 as bigint) | cast($2 as bigint))"],
  greatest: [requireAll("greatest")],
  least: [requireAll("least")],
  greatestnonnull: [takeMany(1, (...args) => `greatest(${args.join(", ")})`)],
  leastnonnull: [takeMany(1, (...args) => `least(${args.join(", ")})`)],
  rowavg: [takeMany(1, (...args) => `list_avg([${args.join(", ")}])`)],
  // Texts
  concat: [takeMany(1, join)],
  textjoin: [takeMany(2, (separator, ...values) => `concat_ws(${separator}, ${values.map(toText).join(", ")})`)],
  text: [take(1, 1, toText)],
  len: ["length($1)"],
  length: ["length($1)"],
  lower: ["lower($1)"],
  upper: ["upper($1)"],
  trim: ["trim($1)", "trim($1, $2)"],
  ltrim: ["ltrim($1)", "ltrim($1, $2)"],
  rtrim: ["rtrim($1)", "rtrim($1, $2)"],
  left: ["left($1, cast($2 as bigint))"],
  right: ["right($1, cast($2 as bigint))"],
  mid: ["substring($1, cast($2 as bigint))", "substring($1, cast($2 as bigint), cast($3 as bigint))"],
  substring: ["substring($1, cast($2 as bigint))", "substring($1, cast($2 as bigint), cast($3 as bigint))"],
  lpad: ["lpad($1, cast($2 as integer), ' ')", "lpad($1, cast($2 as integer), $3)"],
  rpad: ["rpad($1, cast($2 as integer), ' ')", "rpad($1, cast($2 as integer), $3)"],
  repeat: ["repeat($1, cast($2 as bigint))"],
  reverse: ["reverse($1)"],
  replace: ["replace($1, $2, $3)"],
  find: ["strpos($1, $2)"],
  contains: [matchAny("contains")],
  startswith: [matchAny("starts_with")],
  endswith: [matchAny("ends_with")],
  like: ["($1 like $2)"],
  ilike: ["($1 ilike $2)"],
  splitpart: ["split_part($1, $2, cast($3 as bigint))"],
  regexpmatch: ["regexp_matches($1, $2)"],
  regexpextract: ["nullif(regexp_extract($1, $2), '')"],
  regexpreplace: ["regexp_replace($1, $2, $3, 'g')"],
  regexpcount: ["len(regexp_extract_all($1, $2))"],
  md5: ["md5($1)"],
  sha256: ["sha256($1)"],
  // Types
  number: ["try_cast($1 as double)"],
  logical: ["try_cast($1 as boolean)"],
  // A number is seconds since 1970.
  date: [take(1, 1, (value) => (/^\d+$/.test(value) ? writeUnixTime(value) : `try_cast(${value} as timestamp)`))],
  // Dates
  datetrunc: [take(2, 2, truncate)],
  dateadd: [take(3, 3, addTime)],
  datediff: [take(3, 3, countUnits)],
  datepart: [take(2, 2, takePart)],
  ...Object.fromEntries(
    Object.entries({
      year: "year",
      quarter: "quarter",
      month: "month",
      day: "day",
      hour: "hour",
      minute: "minute",
    }).map(([name, part]) => [name, listPart(part)]),
  ),
  second: listPart("second"),
  weekday: listPart("weekday"),
  dayofyear: listPart("day_of_year"),
  monthname: ["monthname(cast($1 as timestamp))"],
  weekdayname: ["dayname(cast($1 as timestamp))"],
  endofmonth: [take(1, 1, (date) => endPeriod(date, "'month'"))],
  lastday: [take(2, 2, endPeriod)],
  makedate: ["cast(make_date(cast($1 as bigint), cast($2 as bigint), cast($3 as bigint)) as timestamp)"],
  dateformat: ["strftime(cast($1 as timestamp), $2)"],
  dateparse: ["try_strptime($1, $2)"],
  datefromunix: [take(1, 1, writeUnixTime)],
  // The clock of this process, in UTC.
  now: [take(0, 0, () => `timestamp '${new Date(Date.now()).toISOString().slice(0, -1).replace("T", " ")}'`)],
  today: [take(0, 0, () => `timestamp '${new Date(Date.now()).toISOString().slice(0, 10)}'`)],
};

/** Aggregates; those with `If` take the rows that fulfill all conditions after the first argument. */
const aggregates: Readonly<Record<string, readonly Template[]>> = {
  sum: ["sum($1)"],
  avg: ["avg($1)"],
  min: ["min($1)"],
  max: ["max($1)"],
  count: ["count(*)", "count($1)"],
  countdistinct: ["count(distinct $1)"],
  ndv: ["count(distinct $1)"],
  median: ["median($1)"],
  percentilecont: ["quantile_cont($1, $2)"],
  percentiledisc: ["quantile_disc($1, $2)"],
  stddev: ["stddev_samp($1)"],
  variance: ["var_samp($1)"],
  variancepop: ["var_pop($1)"],
  corr: ["corr($1, $2)"],
  regressionslope: ["regr_slope($1, $2)"],
  regressionintercept: ["regr_intercept($1, $2)"],
  regressionr2: ["regr_r2($1, $2)"],
  sumproduct: [takeMany(2, (...args) => `sum(${args.join(" * ")})`)],
  listagg: [take(1, 2, (value, separator = "','") => `string_agg(${toText(value)}, ${separator} order by ${value})`)],
  listaggdistinct: [
    take(
      1,
      2,
      (value, separator = "','") => `string_agg(distinct ${toText(value)}, ${separator} order by ${toText(value)})`,
    ),
  ],
};

/** Conditional forms: the aggregate, and how many arguments come before the conditions. */
const conditional: Readonly<Record<string, readonly [aggregate: string, before: number]>> = {
  sumif: ["sum", 1],
  avgif: ["avg", 1],
  minif: ["min", 1],
  maxif: ["max", 1],
  countif: ["count", 0],
  countdistinctif: ["countdistinct", 1],
};

/** What a function computes over rows in an order: `over` holds the order, `frame` which rows around one count. */
interface WindowFunction {
  readonly call: Template;
  readonly frame?: "cumulative" | "moving" | "all";
  /** Whether its arguments are the order. */
  readonly isRank?: true;
}

const takeNeighbor = (name: string) =>
  take(1, 3, (value, by = "1", otherwise = "null") => `${name}(${value}, cast(${by} as integer), ${otherwise})`);

const runningAggregates = { sum: "sum", avg: "avg", count: "count", max: "max", min: "min" } as const;

const windows: Readonly<Record<string, WindowFunction>> = {
  ...Object.fromEntries(
    Object.entries({ ...runningAggregates, stddev: "stddev_samp", variance: "var_samp" }).flatMap(([name, sql]) => [
      [`cumulative${name}`, { call: `${sql}($1)`, frame: "cumulative" }],
      [`moving${name}`, { call: `${sql}($1)`, frame: "moving" }],
    ]),
  ),
  first: { call: "first_value($1)", frame: "all" },
  last: { call: "last_value($1)", frame: "all" },
  nth: { call: "nth_value($1, cast($2 as bigint))", frame: "all" },
  firstnonnull: { call: "first_value($1 ignore nulls)", frame: "all" },
  lastnonnull: { call: "last_value($1 ignore nulls)", frame: "all" },
  filldown: { call: "last_value($1 ignore nulls)", frame: "cumulative" },
  lag: { call: takeNeighbor("lag") },
  lead: { call: takeNeighbor("lead") },
  rownumber: { call: "row_number()", isRank: true },
  rank: { call: "rank()", isRank: true },
  rankdense: { call: "dense_rank()", isRank: true },
  rankpercentile: { call: "percent_rank()", isRank: true },
  cumedist: { call: "cume_dist()", isRank: true },
};

/** The ways that a call is computed: of one row, of many, or of rows in an order. */
export type FunctionKind = "scalar" | "aggregate" | "window";

export function findFunctionKind(name: string): FunctionKind | undefined {
  const plain = name.toLowerCase();
  if (Object.hasOwn(scalars, plain) || /^call(text|number|logical|datetime|variant)$/.test(plain)) return "scalar";
  if (Object.hasOwn(aggregates, plain) || Object.hasOwn(conditional, plain)) return "aggregate";
  return Object.hasOwn(windows, plain) ? "window" : undefined;
}

function fill(name: string, templates: readonly Template[], args: readonly string[]): string {
  for (const template of templates) {
    if (typeof template !== "string") {
      const { least, most, write } = template;
      if (args.length >= least && args.length <= most) return write(...args);
      continue;
    }
    const count = Math.max(0, ...[...template.matchAll(/\$(\d)/g)].map(([, digit]) => Number(digit)));
    if (count === args.length) return template.replace(/\$(\d)/g, (_, digit) => args[Number(digit) - 1]!);
  }
  throw new Uncomputed(`${name} with ${args.length} arguments`);
}

/** @param args the arguments in SQL */
export function writeScalar(name: string, args: readonly string[]): string {
  const plain = name.toLowerCase();
  if (!plain.startsWith("call") || Object.hasOwn(scalars, plain)) return fill(name, scalars[plain]!, args);
  const [called = "", ...rest] = args;
  if (!/^'\w+'$/.test(called)) throw new Uncomputed(`${name} of ${called}`);
  return `${called.slice(1, -1)}(${rest.join(", ")})`;
}

/** @param over the clause behind the aggregate and its filter; empty in a group */
export function writeAggregate(name: string, args: readonly string[], over: string): string {
  const plain = name.toLowerCase();
  const [aggregate, before] = conditional[plain] ?? [plain, args.length];
  const conditions = args.slice(before);
  if (Object.hasOwn(conditional, plain) && conditions.length === 0) throw new Uncomputed(`${name} without a condition`);
  const filter = conditions.length === 0 ? "" : ` filter (where ${conditions.join(" and ")})`;
  return `${fill(name, aggregates[aggregate]!, args.slice(0, before))}${filter}${over}`;
}

/**
 * @param partition the start of the clause: `partition by …`, or nothing
 * @param findOrder the order of the rows; asked for where the function goes by it
 */
export function writeWindow(name: string, args: readonly string[], partition: string, findOrder: () => string): string {
  const { call, frame, isRank } = windows[name.toLowerCase()]!;
  const write = (used: readonly string[], order: string, reach = "") =>
    `${fill(name, [call], used)} over (${partition} order by ${order}${reach})`;
  if (isRank) {
    const [value, direction = "'asc'"] = args;
    const isOrdered = /^'(asc|desc)'$/i.test(direction) && args.length <= 2;
    if (!isOrdered) throw new Uncomputed(`${name}(${args.join(", ")})`);
    return write([], value === undefined ? findOrder() : `${value} ${direction.slice(1, -1)} nulls last`);
  }
  const [value = "", above, below = "0"] = args;
  switch (frame) {
    case "moving": {
      if (args.length > 3) throw new Uncomputed(`${name} with ${args.length} arguments`);
      const bounds = `${writeBound(name, above, "preceding")} and ${writeBound(name, below, "following")}`;
      return write([value], findOrder(), ` rows between ${bounds}`);
    }
    case "cumulative":
      return write(args, findOrder(), " rows between unbounded preceding and current row");
    case "all":
      return write(args, findOrder(), " rows between unbounded preceding and unbounded following");
    default:
      return write(args, findOrder());
  }
}

/** How far a frame reaches; a negative number leads the other way. */
function writeBound(name: string, count: string | undefined, direction: "preceding" | "following"): string {
  const [, sign, digits] = /^\(?(-?)(\d+)\)?$/.exec(count ?? "") ?? [];
  if (digits === undefined) throw new Uncomputed(`${name} with ${count ?? "no"} rows`);
  const opposite = direction === "preceding" ? "following" : "preceding";
  return `${digits} ${sign ? opposite : direction}`;
}

/** @param operator in lower case; one operand for a sign or `not` */
export function writeOperation(operator: string, operands: readonly string[]): string {
  const [left, right] = operands;
  if (right === undefined) return `(${operator} ${left})`;
  switch (operator) {
    case "&":
      return join(left!, right);
    case "/":
    case "%":
      // What can't be computed is null.
      return `(${left} ${operator} nullif(${right}, 0))`;
    case "^":
      return `pow(${left}, ${right})`;
    case "!=":
      return `(${left} <> ${right})`;
    default:
      return `(${left} ${operator} ${right})`;
  }
}
