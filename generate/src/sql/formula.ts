import { quoteFormulaText } from "pulumi-analytics-internal/core/text";
import { classifyType, type Dialect, type ValueType } from "./dialects";
import { type Call, type Operator, type Reference, type Sql, UntranslatableError } from "./syntax";

/** A formula, and what is known of its value. */
export interface Formula {
  readonly text: string;
  readonly type: ValueType | undefined;
  /** How tightly its parts hold together: a looser one needs parentheses. */
  readonly strength: number;
}

/** What the names in an expression stand for. Each lookup throws an UntranslatableError for an unknown one. */
export interface Scope {
  readonly dialect: Dialect;
  findColumn(name: string, qualifier: string | undefined): Formula;
  findReference(reference: Reference): Formula;
  /** Writes calls that mean something at this place alone, such as aggregations. Default: there are none. */
  writeCall?(call: Call, translate: (sql: Sql) => Formula): Formula | undefined;
}

const strengths = { or: 1, and: 2, comparison: 3, sum: 4, product: 5, atom: 9 } as const;

/** A reference, a call or a literal. */
export function createAtom(text: string, type?: ValueType): Formula {
  return { text, type, strength: strengths.atom };
}

/** A text as a literal of a formula. */
export function writeText(value: string): string {
  const text = quoteFormulaText(value);
  if (text === undefined) throw new UntranslatableError("a text with a line break isn't translated");
  return text;
}

/** Conditions that must all hold; at least one. */
export function joinConditions(conditions: readonly Formula[]): Formula {
  const [first] = conditions as [Formula];
  if (conditions.length === 1) return first;
  return { text: conditions.map((one) => wrap(one, strengths.and)).join(" and "), type: "boolean", strength: 2 };
}

/** A quotient that is null where the divisor is 0. */
export function divide(numerator: Formula, denominator: Formula): Formula {
  const text = `${wrap(numerator, strengths.product)} / Nullif(${denominator.text}, 0)`;
  return { text, type: "number", strength: strengths.product };
}

/**
 * The formula that has the same value as a SQL expression for every row.
 *
 * @throws UntranslatableError where none is known to.
 * @example translate(sql, scope).text // of `amount * (1 - discount)`: "[Amount] * (1 - [Discount])"
 */
export function translate(sql: Sql, scope: Scope): Formula {
  return new Translator(scope).translate(sql);
}

class Translator {
  constructor(private readonly scope: Scope) {}

  translate(sql: Sql): Formula {
    switch (sql.is) {
      case "column":
        return this.scope.findColumn(sql.name, sql.qualifier);
      case "reference":
        return this.scope.findReference(sql.reference);
      case "number":
        return createAtom(normalizeNumber(sql.text), /^\d+$/.test(sql.text) ? "integer" : "number");
      case "text":
        return createAtom(writeText(sql.value), "text");
      case "date":
        return createDate(sql.value);
      case "boolean":
        return createAtom(sql.value ? "True" : "False", "boolean");
      case "null":
        return createAtom("Null");
      case "today":
        return createAtom("Today()", "date");
      case "not":
        if (sql.of.is === "isNull") return createAtom(`IsNotNull(${this.translate(sql.of.of).text})`, "boolean");
        return createAtom(`Not(${this.translate(sql.of).text})`, "boolean");
      case "minus":
        return this.negate(sql.of);
      case "binary":
        return this.translateBinary(sql.operator, sql.left, sql.right);
      case "case":
        return this.translateCase(sql);
      case "in":
        return this.translateList(sql.of, sql.items);
      case "between": {
        const [of, low, high] = this.translateAlike([sql.of, sql.low, sql.high]);
        return createAtom(`Between(${of!.text}, ${low!.text}, ${high!.text})`, "boolean");
      }
      case "isNull":
        return createAtom(`IsNull(${this.translate(sql.of).text})`, "boolean");
      case "like":
        return this.translateLike(sql);
      case "cast":
        return this.translateCast(sql.of, sql.type);
      case "call":
        return this.scope.writeCall?.(sql, (inner) => this.translate(inner)) ?? this.translateCall(sql);
    }
  }

  private negate(of: Sql): Formula {
    const value = this.translate(of);
    refuseTypes([value], ["date", "text", "boolean"], "-");
    if (of.is === "number") return { text: `-${value.text}`, type: value.type, strength: strengths.atom };
    return { text: `0 - ${wrap(value, strengths.product)}`, type: value.type, strength: strengths.sum };
  }

  private translateBinary(operator: Operator, left: Sql, right: Sql): Formula {
    if (operator === "||") return this.joinTexts([left, right], "null");
    if (operator === "and" || operator === "or") {
      const strength = strengths[operator];
      const sides = [left, right].map((side) => wrap(this.translate(side), strength));
      return { text: sides.join(` ${operator} `), type: "boolean", strength };
    }
    const [one, other] = this.translateAlike([left, right]) as [Formula, Formula];
    if (!"+-*/".includes(operator)) {
      const sides = [one, other].map((side) => wrap(side, strengths.sum));
      return { text: sides.join(` ${operator} `), type: "boolean", strength: strengths.comparison };
    }
    return this.calculate(operator as "+" | "-" | "*" | "/", one, other);
  }

  private calculate(operator: "+" | "-" | "*" | "/", left: Formula, right: Formula): Formula {
    refuseTypes([left, right], ["date", "text", "boolean"], operator);
    if (operator === "/" && this.scope.dialect.dividesWhole && ![left, right].some(({ type }) => type === "number")) {
      throw new UntranslatableError("this warehouse divides integers without a remainder; cast one side to a decimal");
    }
    const strength = operator === "*" || operator === "/" ? strengths.product : strengths.sum;
    // Calculations stay in SQL's order, which also decides how they are rounded.
    const text = `${wrap(left, strength)} ${operator} ${wrap(right, strength + 1)}`;
    const areWhole = operator !== "/" && left.type === "integer" && right.type === "integer";
    return { text, type: areWhole ? "integer" : "number", strength };
  }

  private translateCase({ of, branches, otherwise }: Extract<Sql, { is: "case" }>): Formula {
    const values = [...branches.map(({ result }) => result), otherwise ?? { is: "null" as const }];
    const results = this.translateAlike(values);
    const conditions = branches.map(({ when }) =>
      of === undefined ? this.translate(when) : this.translateBinary("=", of, when),
    );
    const parts = conditions.flatMap((condition, index) => [condition.text, results[index]!.text]);
    return createAtom(`If(${[...parts, results.at(-1)!.text].join(", ")})`, findCommonType(results));
  }

  private translateList(of: Sql, items: readonly Sql[]): Formula {
    if (items.some(({ is }) => is === "null")) throw new UntranslatableError("a list with null isn't translated");
    const parts = this.translateAlike([of, ...items]);
    return createAtom(`In(${parts.map(({ text }) => text).join(", ")})`, "boolean");
  }

  private translateLike({ of, pattern, ignoresCase }: Extract<Sql, { is: "like" }>): Formula {
    if (pattern.is !== "text" || pattern.value.includes("\\")) {
      throw new UntranslatableError("`like` is translated with a text without backslashes only");
    }
    const value = this.translate(of);
    refuseTypes([value], ["integer", "number", "date", "boolean"], "like");
    return createAtom(`${ignoresCase ? "ILike" : "Like"}(${value.text}, ${writeText(pattern.value)})`, "boolean");
  }

  private translateCast(of: Sql, to: string): Formula {
    const value = this.translate(of);
    const type = classifyType(to);
    if (
      type === "text" &&
      (value.type === "text" || value.type === "integer") &&
      !(to.includes("char") && to.includes("("))
    ) {
      return value.type === "text" ? value : createAtom(`Text(${value.text})`, "text");
    }
    if (type === "number" && !to.includes("(") && value.type !== "date" && value.type !== "boolean") {
      return createAtom(`Number(${value.text})`, "number");
    }
    if (type === "integer" && value.type === "integer") return value;
    if (type === "boolean" && value.type === "boolean") return value;
    const isDate = value.type === "date" || value.type === "text" || value.type === undefined;
    if (to === "date" && isDate) return createAtom(`DateTrunc("day", ${toDate(value).text})`, "date");
    if ((to === "timestamp" || to === "datetime" || to === "timestamp_ntz") && isDate) return toDate(value);
    throw new UntranslatableError(`a cast of ${value.type ?? "a value of unknown type"} to ${to} isn't translated`);
  }

  private translateCall({ name, args, isDistinct }: Call): Formula {
    const rule = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (rule === undefined || isDistinct) throw new UntranslatableError(`the function \`${name}\` isn't translated`);
    if (args.length < rule.least || args.length > rule.most) {
      throw new UntranslatableError(`\`${name}\` with ${args.length} arguments isn't translated`);
    }
    return rule.write(args, this);
  }

  translateAll(args: readonly Sql[]): Formula[] {
    return args.map((arg) => this.translate(arg));
  }

  /** Values that are compared or stand for each other: a text beside a date is read as one. */
  translateAlike(values: readonly Sql[]): Formula[] {
    const all = this.translateAll(values);
    const isDate = all.some(({ type }) => type === "date");
    const alike = all.map((one, index) => (isDate ? readAsDate(values[index]!, one) : one));
    const types = new Set(alike.flatMap(({ type }) => (type === "integer" ? ["number"] : (type ?? []))));
    if (types.size > 1) {
      throw new UntranslatableError(`it mixes ${[...types].join(" and ")}, which warehouses convert differently`);
    }
    const hasOpen = alike.some(({ type }, index) => type === undefined && values[index]!.is !== "null");
    const looksLikeDate = values.some((value) => value.is === "text" && dateShape.test(value.value));
    if (hasOpen && looksLikeDate && !isDate) {
      throw new UntranslatableError("a column of unknown type is compared with a date; give the catalog");
    }
    return alike;
  }

  /** Texts joined; formulas leave open what `Concat` makes of a null, so none gets there. */
  joinTexts(args: readonly Sql[], ofNull: "null" | "skips"): Formula {
    const parts = this.translateAll(args);
    refuseTypes(parts, ["integer", "number", "date", "boolean"], "||");
    const open = parts.filter((_, index) => args[index]!.is !== "text");
    if (ofNull === "skips") {
      const filled = parts.map((part) => (open.includes(part) ? `Coalesce(${part.text}, "")` : part.text));
      return createAtom(`Concat(${filled.join(", ")})`, "text");
    }
    const joined = `Concat(${parts.map(({ text }) => text).join(", ")})`;
    if (open.length === 0) return createAtom(joined, "text");
    const isAnyNull = [...new Set(open.map(({ text }) => `IsNull(${text})`))].join(" or ");
    return createAtom(`If(${isAnyNull}, Null, ${joined})`, "text");
  }

  get dialect(): Dialect {
    return this.scope.dialect;
  }
}

interface CallRule {
  readonly least: number;
  readonly most: number;
  write(args: readonly Sql[], translator: Translator): Formula;
}

/** A function of the same arguments. */
const rename = (name: string, counts: readonly [number, number], type?: ValueType): CallRule => ({
  least: counts[0],
  most: counts[1],
  write(args, translator) {
    const values = translator.translateAll(args);
    if (type === "text") refuseTypes(values, ["integer", "number", "date", "boolean"], name);
    else refuseTypes(values, ["text", "date", "boolean"], name);
    return createAtom(`${name}(${values.map(({ text }) => text).join(", ")})`, type ?? values[0]?.type);
  },
});

/** A function whose arguments stand for each other. */
const choose = (name: string, counts: readonly [number, number]): CallRule => ({
  least: counts[0],
  most: counts[1],
  write(args, translator) {
    const values = translator.translateAlike(args);
    return createAtom(`${name}(${values.map(({ text }) => text).join(", ")})`, findCommonType(values));
  },
});

const many = Number.MAX_SAFE_INTEGER;

const truncate: CallRule = {
  least: 2,
  most: 2,
  write(args, translator) {
    const [unit, value] = readUnit(args[0]!) === undefined ? [args[1]!, args[0]!] : [args[0]!, args[1]!];
    return truncateDate(readUnit(unit) ?? "?", translator.translate(value));
  },
};

/** `datediff(unit, from, to)`, or BigQuery's `date_diff(to, from, unit)`. */
const difference: CallRule = {
  least: 3,
  most: 3,
  write(args, translator) {
    const unitFirst = readUnit(args[0]!) !== undefined;
    const unit = readUnit(unitFirst ? args[0]! : args[2]!);
    const [from, to] = unitFirst ? [args[1]!, args[2]!] : [args[1]!, args[0]!];
    if (unit === undefined || !dayUnits.has(unit)) {
      throw new UntranslatableError("a difference of dates in these units isn't translated");
    }
    const [start, end] = [from, to].map((side) => toDate(translator.translate(side)).text);
    return createAtom(`DateDiff("${unit}", ${start}, ${end})`, "integer");
  },
};

const calls: Readonly<Record<string, CallRule>> = {
  coalesce: choose("Coalesce", [1, many]),
  ifnull: choose("Coalesce", [2, 2]),
  nvl: choose("Coalesce", [2, 2]),
  nullif: choose("Nullif", [2, 2]),
  abs: rename("Abs", [1, 1]),
  round: rename("Round", [1, 2]),
  lower: rename("Lower", [1, 1], "text"),
  upper: rename("Upper", [1, 1], "text"),
  trim: rename("Trim", [1, 1], "text"),
  date_trunc: truncate,
  timestamp_trunc: truncate,
  datetime_trunc: truncate,
  datediff: difference,
  date_diff: difference,
  concat: {
    least: 1,
    most: many,
    write(args, translator) {
      const ofNull = translator.dialect.concatOfNull;
      if (ofNull === undefined) throw new UntranslatableError("`concat` isn't translated for this warehouse");
      return translator.joinTexts(args, ofNull);
    },
  },
  split_part: {
    least: 3,
    most: 3,
    write([value, separator, part], translator) {
      if (
        separator!.is !== "text" ||
        separator!.value === "" ||
        part!.is !== "number" ||
        !/^[1-9]\d*$/.test(part!.text)
      ) {
        throw new UntranslatableError("`split_part` is translated with a text and a positive number only");
      }
      const of = translator.translate(value!);
      refuseTypes([of], ["integer", "number", "date", "boolean"], "split_part");
      return createAtom(`SplitPart(${of.text}, ${writeText(separator!.value)}, ${part!.text})`, "text");
    },
  },
  iff: {
    least: 3,
    most: 3,
    write([when, then, otherwise], translator) {
      const results = translator.translateAlike([then!, otherwise!]);
      const parts = [translator.translate(when!), ...results];
      return createAtom(`If(${parts.map(({ text }) => text).join(", ")})`, findCommonType(results));
    },
  },
};

/** Units whose differences and beginnings are the same everywhere; where a week begins isn't. */
const dayUnits = new Set(["year", "quarter", "month", "day"]);
const truncations = new Set([...dayUnits, "hour", "minute", "second"]);

/** The beginning of the year, month and so on that a date is in. */
export function truncateDate(unit: string, value: Formula): Formula {
  if (!truncations.has(unit)) {
    const why =
      unit === "week" ? "weeks begin on different days here and there" : `\`${unit}\` is no unit of a formula`;
    throw new UntranslatableError(why);
  }
  return createAtom(`DateTrunc("${unit}", ${toDate(value).text})`, "date");
}

function readUnit(sql: Sql): string | undefined {
  const word = sql.is === "text" ? sql.value : sql.is === "column" && sql.qualifier === undefined ? sql.name : "";
  const unit = word.toLowerCase();
  return truncations.has(unit) || unit === "week" ? unit : undefined;
}

const dateShape = /^\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?)?$/;

function createDate(value: string): Formula {
  if (!dateShape.test(value)) throw new UntranslatableError(`'${value}' isn't translated as a date`);
  return createAtom(`Date(${writeText(value)})`, "date");
}

/** A literal beside a date is one too. */
function readAsDate(sql: Sql, value: Formula): Formula {
  return sql.is === "text" ? createDate(sql.value) : value;
}

function toDate(value: Formula): Formula {
  if (value.type !== "date" && value.type !== "text" && value.type !== undefined) {
    throw new UntranslatableError(`${value.type} isn't translated to a date`);
  }
  return value.type === "date" ? value : createAtom(`Date(${value.text})`, "date");
}

/** Whole digits as they are; `.5`, `1.` and `1e3` as formulas write numbers. */
function normalizeNumber(text: string): string {
  if (/^\d+(\.\d+)?$/.test(text)) return text;
  const plain = String(Number(text));
  if (!/^\d+(\.\d+)?$/.test(plain)) throw new UntranslatableError(`the number ${text} isn't translated`);
  return plain;
}

function findCommonType(values: readonly Formula[]): ValueType | undefined {
  const types = [...new Set(values.flatMap(({ type }) => type ?? []))];
  if (types.length === 2 && types.every((type) => type === "integer" || type === "number")) return "number";
  return types.length === 1 ? types[0] : undefined;
}

function refuseTypes(values: readonly Formula[], types: readonly ValueType[], operator: string): void {
  const wrong = values.find(({ type }) => type !== undefined && types.includes(type));
  if (wrong !== undefined) throw new UntranslatableError(`\`${operator}\` with ${wrong.type} isn't translated`);
}

/** Parentheses around what is looser than its place. */
function wrap({ text, strength }: Formula, place: number): string {
  return strength < place ? `(${text})` : text;
}
