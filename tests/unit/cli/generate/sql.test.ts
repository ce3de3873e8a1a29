import { chooseDialect, parseSql, type Scope, translate, type ValueType } from "../../../../generate/src/sql";
import { countCases } from "../../../cases";
import { compileLast, describeWithDuckDb, query } from "../../../duckdb";
import fc from "../../../fast-check";

const types: Readonly<Record<string, ValueType>> = {
  a: "integer",
  b: "integer",
  x: "number",
  y: "number",
  s: "text",
  t: "text",
  d: "date",
  e: "date",
  f: "boolean",
  g: "boolean",
};

/** Columns by their names in capitals; `u` has an unknown type. */
function createScope(adapter: string, known: Readonly<Record<string, ValueType>> = types): Scope {
  const getStrength = 9;
  return {
    dialect: chooseDialect(adapter),
    findColumn: (name) => ({ text: `[${name.toUpperCase()}]`, type: known[name.toLowerCase()], strength: getStrength }),
    findReference: ({ kind, name }) => ({ text: `[${kind}/${name}]`, type: undefined, strength: getStrength }),
  };
}

const translateSql = (sql: string, adapter = "duckdb") => {
  const scope = createScope(adapter);
  return translate(parseSql(sql, scope.dialect), scope).text;
};

test.each([
  ["a + b * 2", "[A] + [B] * 2"],
  ["(a + b) * 2", "([A] + [B]) * 2"],
  ["a - (b - 1)", "[A] - ([B] - 1)"],
  ["a - b - 1", "[A] - [B] - 1"],
  ["a * (x / y)", "[A] * ([X] / [Y])"],
  ["-a", "0 - [A]"],
  ["-1", "-1"],
  [".5 + 1e2", "0.5 + 100"],
  ["a <> 1 or b != 2 and not f", "[A] != 1 or [B] != 2 and Not([F])"],
  ["(a = 1 or b = 2) and f", "([A] = 1 or [B] = 2) and [F]"],
  ["s = 'it''s \"x\"'", '[S] = "it\'s \\"x\\""'],
  ["case when a > 1 then 'x' when f then 'y' end", 'If([A] > 1, "x", [F], "y", Null)'],
  ["CASE s WHEN 'a' THEN 1 ELSE 0 END", 'If([S] = "a", 1, 0)'],
  ["a in (1, 2)", "In([A], 1, 2)"],
  ["s not in ('x')", 'Not(In([S], "x"))'],
  ["a between 1 and 2 and f", "Between([A], 1, 2) and [F]"],
  ["s is null", "IsNull([S])"],
  ["s is not null", "IsNotNull([S])"],
  ["s like 'a%'", 'Like([S], "a%")'],
  ["s not ilike '%b'", 'Not(ILike([S], "%b"))'],
  ["coalesce(x, y, 0)", "Coalesce([X], [Y], 0)"],
  ["nullif(a, 0)", "Nullif([A], 0)"],
  ["round(x, 2)", "Round([X], 2)"],
  ["lower(trim(s))", "Lower(Trim([S]))"],
  ["split_part(s, '-', 2)", 'SplitPart([S], "-", 2)'],
  ["a::text", "Text([A])"],
  ["cast(s as double)", "Number([S])"],
  ["cast(d as date)", 'DateTrunc("day", [D])'],
  ["date_trunc('month', d)", 'DateTrunc("month", [D])'],
  ["datediff('day', d, e)", 'DateDiff("day", [D], [E])'],
  ["d >= '2024-01-31'", '[D] >= Date("2024-01-31")'],
  ["d between '2024-01-01' and current_date", 'Between([D], Date("2024-01-01"), Today())'],
  ["d = date '2024-01-31'", '[D] = Date("2024-01-31")'],
  ["s || 'x'", 'If(IsNull([S]), Null, Concat([S], "x"))'],
  ["concat(s, '-', t)", 'Concat(Coalesce([S], ""), "-", Coalesce([T], ""))'],
  ["/* all */ a -- rest\n + 1", "[A] + 1"],
  ['"a" + 1', "[A] + 1"],
  ["{{ Dimension('order__status') }} = 'paid'", '[Dimension/order__status] = "paid"'],
])("%s", (sql, formula) => {
  expect(translateSql(sql)).toBe(formula);
});

test.each([
  ["bigquery", 's = "paid"', '[S] = "paid"'],
  ["bigquery", "date_trunc(d, month)", 'DateTrunc("month", [D])'],
  ["bigquery", "date_diff(e, d, day)", 'DateDiff("day", [D], [E])'],
  ["bigquery", "`a` + 1", "[A] + 1"],
  ["snowflake", "iff(f, a, b)", "If([F], [A], [B])"],
  ["snowflake", "concat(s, t)", "If(IsNull([S]) or IsNull([T]), Null, Concat([S], [T]))"],
  ["postgres", "x / a", "[X] / [A]"],
])("%s: %s", (adapter, sql, formula) => {
  expect(translateSql(sql, adapter)).toBe(formula);
});

test.each([
  ["postgres", "a / b", /divides integers/],
  ["somethingelse", "a / u", /divides integers/],
  ["snowflake", "s = 'a\\n'", /backslash/],
  ["somethingelse", "concat(s, t)", /isn't translated for this warehouse/],
  ["duckdb", "sum(a) over (partition by b)", /`over` isn't translated at its place/],
  ["duckdb", "regexp_extract(s, 'x')", /the function `regexp_extract`/],
  ["duckdb", "date_trunc('week', d)", /weeks begin/],
  ["duckdb", "d + interval 1 day", /`interval`/],
  ["duckdb", "d - e", /`-` with date/],
  ["duckdb", "s = 1", /mixes text and number/],
  ["duckdb", "u = '2024-01-31'", /unknown type is compared with a date/],
  ["duckdb", "a = b = f", /`=` isn't translated/],
  ["duckdb", "a in (1, null)", /a list with null/],
  ["duckdb", "s like t", /with a text without backslashes only/],
  ["duckdb", "cast(x as int)", /a cast of number to int/],
  ["duckdb", "cast(x as decimal(10, 2))", /a cast of number/],
  ["duckdb", "cast(x as varchar)", /a cast of number to varchar/],
  ["duckdb", "a +", /isn't complete/],
  ["duckdb", "a ; drop", /`; drop` isn't translated/],
  ["duckdb", "a b", /`b` isn't translated/],
  ["duckdb", "(select 1)", /isn't translated/],
  ["duckdb", `${"(".repeat(5_000)}a`, /it has more than 2000 parts/],
  ["duckdb", `${"(".repeat(1_000)}a`, /it is nested deeper than 100 levels/],
  ["duckdb", `${"not ".repeat(1_000)}f`, /it is nested deeper than 100 levels/],
  ["duckdb", `${"- ".repeat(1_000)}a`, /it is nested deeper than 100 levels/],
  ["duckdb", "a + b /* never closed", /`\/\* never closed` isn't translated/],
  ["duckdb", "a % 2", /`%`/],
])("%s: %s has no formula", (adapter, sql, reason) => {
  expect(() => translateSql(sql, adapter)).toThrow(reason);
});

/** Random SQL of each kind of value. */
const expressions = fc.letrec<Record<"number" | "text" | "date" | "boolean", string>>((tie) => {
  const wrap = (sql: fc.Arbitrary<string>) => sql.map((text) => `(${text})`);
  const join = (parts: fc.Arbitrary<string>[], write: (...texts: string[]) => string) =>
    fc.tuple(...parts).map((texts) => write(...texts));
  const { number, text, date, boolean } = {
    number: tie("number"),
    text: tie("text"),
    date: tie("date"),
    boolean: tie("boolean"),
  };
  const unit = fc.constantFrom("year", "quarter", "month", "day");
  const literal = fc.constantFrom("'b'", "'a b'", "''", "'it''s'", "'A-B'");
  return {
    number: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("a", "b", "x", "y", "0", "1", "2.5", "10"),
      wrap(join([number, fc.constantFrom("+", "-", "*"), number], (one, sign, two) => `${one} ${sign} ${two}`)),
      wrap(join([number, number], (one, two) => `${one} / nullif(${two}, 0)`)),
      join([number, number], (one, two) => `${one} + ${two} * 2`),
      // Which parentheses matter.
      wrap(
        join(
          [...["a", "b", "x"].map((name) => fc.constantFrom(name, "3")), fc.constantFrom("-", "*", "+")],
          (one, two, three, sign) => `${one} ${sign} (${two} - ${three})`,
        ),
      ),
      join([boolean, number, number], (when, one, two) => `case when ${when} then ${one} else ${two} end`),
      join([boolean, number], (when, one) => `case when ${when} then ${one} end`),
      join([number, number], (one, two) => `coalesce(${one}, ${two})`),
      join([number], (one) => `abs(${one})`),
      join([number], (one) => `- ${one}`),
      join([unit, date, date], (one, from, to) => `date_diff('${one}', ${from}, ${to})`),
    ),
    text: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("s", "t"),
      literal,
      join([text], (one) => `lower(${one})`),
      join([text], (one) => `upper(trim(${one}))`),
      wrap(join([text, text], (one, two) => `${one} || ${two}`)),
      join([text, text], (one, two) => `concat(${one}, ${two})`),
      join([text, fc.constantFrom("1", "2")], (one, part) => `split_part(${one}, '-', ${part})`),
      join([text, text], (one, two) => `nullif(${one}, ${two})`),
      join([text, text, text], (one, two, three) => `case ${one} when ${two} then ${three} else 'z' end`),
    ),
    date: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("d", "e", "timestamp '2024-02-29 12:30:00'"),
      join([unit, date], (one, of) => `date_trunc('${one}', ${of})`),
      join([date, date], (one, two) => `coalesce(${one}, ${two})`),
    ),
    boolean: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom("f", "g", "true", "false"),
      wrap(join([boolean, fc.constantFrom("and", "or"), boolean], (one, word, two) => `${one} ${word} ${two}`)),
      join([boolean, boolean, boolean], (one, two, three) => `(${one} or ${two} and ${three})`),
      join([boolean], (one) => `(not ${one})`),
      wrap(
        join([number, fc.constantFrom("=", "<>", "<", "<=", ">", ">="), number], (one, sign, two) =>
          [one, sign, two].join(" "),
        ),
      ),
      wrap(join([text, text], (one, two) => `${one} = ${two}`)),
      wrap(join([date, fc.constantFrom("<", ">=", "=")], (one, sign) => `${one} ${sign} '2024-02-01'`)),
      wrap(join([text], (one) => `${one} is not null`)),
      wrap(join([number], (one) => `${one} is null`)),
      wrap(join([text, literal, literal], (one, two, three) => `${one} in (${two}, ${three})`)),
      wrap(join([text, literal], (one, two) => `${one} not in (${two})`)),
      wrap(join([number, number, number], (one, two, three) => `${one} between ${two} and ${three}`)),
      wrap(join([text, fc.constantFrom("like", "not ilike")], (one, word) => `${one} ${word} 'a%_b%'`)),
    ),
  };
});

const table = `
  create table samples as select * from (values
    (1, 2, 0.5::double, 2.0::double, 'a b', 'A-B',
      timestamp '2024-01-31 10:15:30', timestamp '2023-11-01', true, false),
    (-3, 0, -1.25, 100.0, '', ' axb-', timestamp '2024-02-29 23:59:59', null, false, null),
    (null, 7, null, 0.0, null, 'it''s', null, timestamp '2024-03-01', null, true),
    (10, -10, 3.75, null, 'AxB-b-c', null, timestamp '2022-12-31', timestamp '2022-12-31', true, true)
  ) v(a, b, x, y, s, t, d, e, f, g)
`;

describeWithDuckDb("a formula has the value of its SQL", (database) => {
  const source = { kind: "warehouse-table", connectionId: "c", path: ["SAMPLES"] };
  const names = Object.keys(types).map((name) => name.toUpperCase());
  const base = names.map((name) => ({ id: name, name, formula: `[SAMPLES/${name}]`, hidden: true }));
  /** The statement for a formula, as the emulator computes it. */
  const compute = (formula: string) => {
    const columns = [...base, { id: "value", name: "value", formula }];
    return compileLast([{ id: "t", kind: "table", name: "T", source, columns }], () => "samples");
  };

  beforeAll(async () => {
    await database().run(table);
  });

  test("for random expressions", async () => {
    const any = fc.oneof(expressions.number, expressions.text, expressions.date, expressions.boolean);
    await fc.assert(
      fc.asyncProperty(any, async (sql) => {
        const formula = translateSql(sql);
        const expected = await query(database(), `select ${sql} as value from samples`);
        const computed = await query(database(), compute(formula));
        for (const [index, { value: actual }] of computed.entries()) {
          const value = expected[index]!.value ?? null;
          if (typeof value === "number" && typeof actual === "number") {
            expect(Math.abs(actual - value)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(value)));
          } else expect({ formula, value: actual }).toEqual({ formula, value });
        }
      }),
      { numRuns: countCases(4000) },
    );
  });
});
