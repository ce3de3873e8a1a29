/**
 * Evaluates formulas of the platform over rows, as far as the tests of generated models need it: written from the
 * platform's documentation of its functions, and not from the code that writes formulas.
 */

export type Value = number | string | boolean | Date | null;
export type Row = Readonly<Record<string, Value>>;

/** What `[A/B/C]` is for a row. */
export type Resolve = (segments: readonly string[], row: Row) => Value;

type Expression =
  | { readonly is: "value"; readonly value: Value }
  | { readonly is: "name"; readonly segments: readonly string[] }
  | { readonly is: "operation"; readonly operator: string; readonly sides: readonly Expression[] }
  | { readonly is: "call"; readonly name: string; readonly args: readonly Expression[] };

/** The value of a formula of one row. */
export function evaluateForRow(formula: string, row: Row, resolve: Resolve): Value {
  return evaluate(parseFormula(formula), [row], row, resolve);
}

/** The value of a metric over rows. */
export function evaluateMetric(formula: string, rows: readonly Row[], resolve: Resolve): Value {
  return evaluate(parseFormula(formula), rows, undefined, resolve);
}

const shape =
  /\s*(?:(\d+(?:\.\d+)?)|"((?:[^"\\]|\\.)*)"|\[((?:[^[\]\\]|\\.)*)\]|([A-Za-z]\w*)|(<=|>=|!=|[-+*/=<>(),]))/y;

function parseFormula(formula: string): Expression {
  const tokens: { kind: string; text: string }[] = [];
  shape.lastIndex = 0;
  while (shape.lastIndex < formula.trimEnd().length) {
    const start = shape.lastIndex;
    const [, number, text, name, word, sign] = shape.exec(formula) ?? [];
    const kinds = { number, text, name, word, sign };
    const found = Object.entries(kinds).find(([, value]) => value !== undefined);
    if (found === undefined) throw new Error(`Can't read the formula at ${start}: ${formula}`);
    tokens.push({ kind: found[0], text: found[1] as string });
  }
  let at = 0;
  const isNext = (...texts: readonly string[]) => {
    const token = tokens[at];
    if (token === undefined || token.kind === "text" || token.kind === "name") return false;
    return texts.includes(token.text.toLowerCase());
  };
  const take = () => tokens[at++] ?? { kind: "end", text: "" };
  const levels = [["or"], ["and"], ["=", "!=", "<", "<=", ">", ">="], ["+", "-"], ["*", "/"]];
  const parseLevel = (level: number): Expression => {
    const operators = levels[level];
    if (operators === undefined) return parsePrimary();
    let left = parseLevel(level + 1);
    while (isNext(...operators)) {
      const operator = take().text.toLowerCase();
      left = { is: "operation", operator, sides: [left, parseLevel(level + 1)] };
    }
    return left;
  };
  const parsePrimary = (): Expression => {
    const { kind, text } = take();
    if (kind === "number") return { is: "value", value: Number(text) };
    if (kind === "text") return { is: "value", value: text.replace(/\\(.)/g, "$1") };
    if (kind === "name") return { is: "name", segments: text.split("/") };
    if (text === "-") return { is: "operation", operator: "-", sides: [{ is: "value", value: 0 }, parsePrimary()] };
    if (text === "(") {
      const inner = parseLevel(0);
      if (take().text !== ")") throw new Error(`A parenthesis isn't closed: ${formula}`);
      return inner;
    }
    if (kind !== "word") throw new Error(`Unexpected ${text || "end"}: ${formula}`);
    if (!isNext("(")) return { is: "call", name: text.toLowerCase(), args: [] };
    take();
    const args: Expression[] = [];
    while (!isNext(")")) {
      args.push(parseLevel(0));
      if (isNext(",")) take();
      else if (!isNext(")")) throw new Error(`Arguments aren't closed: ${formula}`);
    }
    take();
    return { is: "call", name: text.toLowerCase(), args };
  };
  const whole = parseLevel(0);
  if (at < tokens.length) throw new Error(`Something follows the formula: ${formula}`);
  return whole;
}

function evaluate(one: Expression, rows: readonly Row[], row: Row | undefined, resolve: Resolve): Value {
  const evaluatePart = (part: Expression, other = row) => evaluate(part, rows, other, resolve);
  switch (one.is) {
    case "value":
      return one.value;
    case "name":
      if (row === undefined) throw new Error(`[${one.segments.join("/")}] isn't aggregated`);
      return resolve(one.segments, row);
    case "operation": {
      const [left, right] = one.sides as [Expression, Expression];
      return applyOperator(one.operator, evaluatePart(left), evaluatePart(right));
    }
    case "call": {
      const aggregate = Object.hasOwn(aggregates, one.name) ? aggregates[one.name] : undefined;
      if (aggregate !== undefined) {
        const ofRows = rows.map((each) => one.args.map((arg) => evaluatePart(arg, each)));
        return aggregate(ofRows);
      }
      if (one.name === "if") return chooseBranch(one.args, (part) => evaluatePart(part));
      const scalar = Object.hasOwn(functions, one.name) ? functions[one.name] : undefined;
      if (scalar === undefined) throw new Error(`No function ${one.name}`);
      return scalar(one.args.map((arg) => evaluatePart(arg)));
    }
  }
}

/** Only the branch that is chosen has to have a value. */
function chooseBranch(parts: readonly Expression[], evaluatePart: (part: Expression) => Value): Value {
  for (let at = 0; at + 1 < parts.length; at += 2) {
    if (evaluatePart(parts[at]!) === true) return evaluatePart(parts[at + 1]!);
  }
  return parts.length % 2 === 1 ? evaluatePart(parts.at(-1)!) : null;
}

function applyOperator(operator: string, left: Value, right: Value): Value {
  if (operator === "and")
    return left === false || right === false ? false : left === null || right === null ? null : true;
  if (operator === "or") return left === true || right === true ? true : left === null || right === null ? null : false;
  if (left === null || right === null) return null;
  switch (operator) {
    case "+":
      return requireNumber(left) + requireNumber(right);
    case "-":
      return requireNumber(left) - requireNumber(right);
    case "*":
      return requireNumber(left) * requireNumber(right);
    case "/":
      return requireNumber(left) / requireNumber(right);
    default: {
      const order = compare(left, right);
      const results: Record<string, boolean> = {
        "=": order === 0,
        "!=": order !== 0,
        "<": order < 0,
        "<=": order <= 0,
        ">": order > 0,
        ">=": order >= 0,
      };
      return results[operator] as boolean;
    }
  }
}

function requireNumber(value: Value | undefined): number {
  if (typeof value !== "number") throw new Error(`${JSON.stringify(value)} isn't a number`);
  return value;
}

function requireText(value: Value | undefined): string {
  if (typeof value !== "string") throw new Error(`${JSON.stringify(value)} isn't a text`);
  return value;
}

function requireDate(value: Value | undefined): Date {
  if (!(value instanceof Date)) throw new Error(`${JSON.stringify(value)} isn't a date`);
  return value;
}

function compare(left: Value, right: Value): number {
  const [one, other] = [left, right].map((value) => (value instanceof Date ? value.getTime() : value));
  if (typeof one !== typeof other)
    throw new Error(`${JSON.stringify(left)} and ${JSON.stringify(right)} differ in type`);
  return one === other ? 0 : (one as number) < (other as number) ? -1 : 1;
}

/** A function that is null where one of its arguments is. */
const skipNulls =
  (apply: (args: Value[]) => Value) =>
  (args: Value[]): Value =>
    args.includes(null) ? null : apply(args);

const isLike = (text: string, pattern: string, flags: string) => {
  const escaped = pattern
    .replace(/[\\^$.|?*+()[\]{}]/g, "\\$&")
    .replaceAll("%", "[^]*")
    .replaceAll("_", "[^]");
  return new RegExp(`^${escaped}$`, flags).test(text);
};

/** Half away from zero, as warehouses do. */
const round = (value: number, digits: number) => {
  const factor = 10 ** digits;
  return (Math.sign(value) * Math.round(Number((Math.abs(value) * factor).toPrecision(15)))) / factor;
};

const units = ["year", "quarter", "month", "day", "hour", "minute", "second"];

function truncate(unit: string, date: Date): Date {
  const at = units.indexOf(unit);
  if (at < 0) throw new Error(`No unit ${unit}`);
  const month =
    unit === "year" ? 0 : unit === "quarter" ? date.getUTCMonth() - (date.getUTCMonth() % 3) : date.getUTCMonth();
  const parts = [date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()];
  const [day = 1, ...time] = parts.map((part, index) => (index + 3 <= at ? part : index === 0 ? 1 : 0));
  return new Date(Date.UTC(date.getUTCFullYear(), month, day, ...time));
}

const countUnits: Readonly<Record<string, (date: Date) => number>> = {
  year: (date) => date.getUTCFullYear(),
  quarter: (date) => date.getUTCFullYear() * 4 + Math.floor(date.getUTCMonth() / 3),
  month: (date) => date.getUTCFullYear() * 12 + date.getUTCMonth(),
  day: (date) => Math.floor(date.getTime() / 86_400_000),
};

const functions: Readonly<Record<string, (args: Value[]) => Value>> = {
  null: () => null,
  true: () => true,
  false: () => false,
  isnull: ([value]) => value === null,
  isnotnull: ([value]) => value !== null,
  not: skipNulls(([value]) => !value),
  coalesce: (args) => args.find((value) => value !== null) ?? null,
  zn: ([value]) => value ?? 0,
  nullif: ([value = null, other = null]) =>
    value !== null && other !== null && compare(value, other) === 0 ? null : value,
  in: ([value = null, ...items]) => {
    if (value === null) return null;
    if (items.some((item) => item !== null && compare(value, item) === 0)) return true;
    return items.includes(null) ? null : false;
  },
  between: ([value = null, low = null, high = null]) =>
    applyOperator("and", applyOperator(">=", value, low), applyOperator("<=", value, high)),
  like: skipNulls(([text, pattern]) => isLike(requireText(text), requireText(pattern), "")),
  ilike: skipNulls(([text, pattern]) => isLike(requireText(text), requireText(pattern), "i")),
  abs: skipNulls(([value]) => Math.abs(requireNumber(value))),
  round: skipNulls(([value, digits = 0]) => round(requireNumber(value), requireNumber(digits))),
  number: skipNulls(([value]) => Number(value)),
  text: skipNulls(([value]) => String(value)),
  lower: skipNulls(([text]) => requireText(text).toLowerCase()),
  upper: skipNulls(([text]) => requireText(text).toUpperCase()),
  trim: skipNulls(([text]) => requireText(text).replace(/^ +| +$/g, "")),
  concat: (args) => {
    if (args.includes(null)) throw new Error("Concat of null: what it gives isn't documented");
    return args.map((arg) => requireText(arg)).join("");
  },
  splitpart: skipNulls(
    ([text, separator, part]) => requireText(text).split(requireText(separator))[requireNumber(part) - 1] ?? "",
  ),
  date: skipNulls(([value]) => (value instanceof Date ? value : new Date(`${requireText(value).replace(" ", "T")}Z`))),
  datetrunc: skipNulls(([unit, date]) => truncate(requireText(unit), requireDate(date))),
  datediff: skipNulls(([unit, from, to]) => {
    const count = countUnits[requireText(unit)]!;
    return count(requireDate(to)) - count(requireDate(from));
  }),
};

type Aggregate = (rows: readonly (readonly Value[])[]) => Value;

/** The values of the first argument that aren't null. */
const pickValues = (rows: readonly (readonly Value[])[]) => rows.flatMap(([value]) => value ?? []);
/** The same of the rows whose second argument is true. */
const filterRows = (rows: readonly (readonly Value[])[]) => rows.filter(([, condition]) => condition === true);

const sum = (values: readonly Value[]) =>
  values.length === 0 ? null : values.map(requireNumber).reduce((a, b) => a + b, 0);
const computeAverage = (values: readonly Value[]) =>
  values.length === 0 ? null : (sum(values) as number) / values.length;
const sort = (values: readonly Value[]) => [...values].sort(compare);
const countDistinct = (values: readonly Value[]) => new Set(values.map((value) => JSON.stringify(value))).size;

function findPercentile(values: readonly Value[], share: number): Value {
  if (values.length === 0) return null;
  const sorted = sort(values).map(requireNumber);
  const place = share * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - Math.floor(place));
}

const aggregates: Readonly<Record<string, Aggregate>> = {
  sum: (rows) => sum(pickValues(rows)),
  sumif: (rows) => sum(pickValues(filterRows(rows))),
  avg: (rows) => computeAverage(pickValues(rows)),
  avgif: (rows) => computeAverage(pickValues(filterRows(rows))),
  min: (rows) => sort(pickValues(rows))[0] ?? null,
  minif: (rows) => sort(pickValues(filterRows(rows)))[0] ?? null,
  max: (rows) => sort(pickValues(rows)).at(-1) ?? null,
  maxif: (rows) => sort(pickValues(filterRows(rows))).at(-1) ?? null,
  count: (rows) => pickValues(rows).length,
  countif: (rows) => rows.filter(([condition]) => condition === true).length,
  countdistinct: (rows) => countDistinct(pickValues(rows)),
  countdistinctif: (rows) => countDistinct(pickValues(filterRows(rows))),
  median: (rows) => findPercentile(pickValues(rows), 0.5),
  percentilecont: (rows) => findPercentile(pickValues(rows), requireNumber(rows[0]?.[1])),
  percentiledisc: (rows) => {
    const values = sort(pickValues(rows));
    return values[Math.max(0, Math.ceil(requireNumber(rows[0]?.[1]) * values.length) - 1)] ?? null;
  },
};
