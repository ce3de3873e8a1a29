import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { Random } from "../../../../emulator/src/generate/random";
import { chooseSqlWriter } from "../../../../provider/src/core/text";

const pieces = [
  ..."'\"`\\\n\r\t;-{}$%_?:@#/* ab0é日😀",
  ...[
    "''",
    "\\'",
    "\\\\",
    "--",
    "{{x}}",
    "\u0024{x}",
    "' or 1=1 --",
    "C:\\temp",
    "O'Brien",
    "\\\n",
    "\\\r\n",
    "N'",
    "\\x41",
  ],
];
const random = new Random(500);
const texts = [
  "",
  ...pieces,
  ...Array.from({ length: 500 }, () =>
    Array.from({ length: random.drawBetween(1, 8) }, () => random.pick(pieces)).join(""),
  ),
];

/** How a dialect reads a literal, by its own documentation. */
interface Rules {
  readonly start: "'" | "N'";
  /** Whether a quote is doubled. */
  readonly doubles: boolean;
  /** What is read behind a backslash; undefined: a backslash is one. */
  readonly escapes?: Readonly<Record<string, string>>;
  /** Whether a line break may be in a literal. */
  readonly breaks: boolean;
  /** Whether a backslash and a line break are nothing. */
  readonly joinsLines?: boolean;
}

const escapes = { n: "\n", r: "\r", "'": "'", "\\": "\\" };
const standard: Rules = { start: "'", doubles: true, breaks: true };
const dialects: Readonly<Record<string, Rules>> = {
  ...{ postgres: standard, alloydb: standard, starburst: standard },
  ...{ snowflake: { ...standard, escapes }, redshift: { ...standard, escapes }, mysql: { ...standard, escapes } },
  bigQuery: { start: "'", doubles: false, escapes, breaks: false },
  databricks: { start: "'", doubles: false, escapes, breaks: true },
  ...{
    sqlserver: { ...standard, start: "N'", joinsLines: true },
    azuresql: { ...standard, start: "N'", joinsLines: true },
  },
};

/** Reads a literal, or `concat` of two. @throws for what isn't one to its end. */
function readLiteral(sql: string, rules: Rules): string {
  const readAt = (at: number): { text: string; end: number } => {
    if (sql.startsWith("concat(", at)) {
      const a = readAt(at + 7);
      if (!sql.startsWith(", ", a.end)) throw new Error(`no comma at ${a.end} of ${sql}`);
      const b = readAt(a.end + 2);
      if (sql[b.end] !== ")") throw new Error(`no end at ${b.end} of ${sql}`);
      return { text: a.text + b.text, end: b.end + 1 };
    }
    if (!sql.startsWith(rules.start, at)) throw new Error(`no literal at ${at} of ${sql}`);
    let text = "";
    for (let next = at + rules.start.length; next < sql.length; next++) {
      const sign = sql[next]!;
      if (sign === "'" && rules.doubles && sql[next + 1] === "'") {
        text += sign;
        next++;
      } else if (sign === "'") return { text, end: next + 1 };
      else if (sign === "\\" && rules.escapes !== undefined) {
        const read = rules.escapes[sql[++next]!];
        if (read === undefined) throw new Error(`an escape of ${sql[next]} in ${sql}`);
        text += read;
      } else if (sign === "\\" && rules.joinsLines && /^\r?\n/.test(sql.slice(next + 1))) {
        throw new Error(`lines are joined in ${sql}`);
      } else if (/[\n\r]/.test(sign) && !rules.breaks) throw new Error(`a line break in ${sql}`);
      else text += sign;
    }
    throw new Error(`no end of ${sql}`);
  };
  const { text, end } = readAt(0);
  if (end !== sql.length) throw new Error(`${sql} goes on at ${end}`);
  return text;
}

test.each(Object.keys(dialects))("%s reads each text as it was, to its end", (type) => {
  const { quoteText } = chooseSqlWriter(type);
  for (const text of texts) {
    const sql = quoteText(text);
    expect(readLiteral(sql, dialects[type]!)).toBe(text);
    // The platform takes this for a control, some warehouses that for a variable.
    expect(sql).not.toMatch(/\{\{|\$\{/);
  }
});

/** As sqlglot calls them. */
const foreign = {
  ...{ snowflake: "snowflake", bigQuery: "bigquery", databricks: "databricks", redshift: "redshift", mysql: "mysql" },
  ...{ postgres: "postgres", starburst: "trino", sqlserver: "tsql" },
};
const python = process.env.SQLGLOT_PYTHON ?? "python3";
const hasSqlglot = spawnSync(python, ["-c", "import sqlglot"]).status === 0;

// `pip install sqlglot`, or SQLGLOT_PYTHON, the Python that has it.
(hasSqlglot ? test : test.skip)("sqlglot reads the same", () => {
  const cases = Object.entries(foreign).flatMap(([type, dialect]) =>
    texts.map((text) => ({ dialect, text, sql: `select ${chooseSqlWriter(type).quoteText(text)} as x` })),
  );
  const read = spawnSync(python, [join(__dirname, "read-literals.py")], {
    input: JSON.stringify(cases),
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(read.stderr).toBe("");
  const found = JSON.parse(read.stdout) as string[];
  expect(found).toHaveLength(cases.length);
  const wrong = cases.flatMap((one, index) => (found[index] === one.text ? [] : [{ ...one, found: found[index] }]));
  expect(wrong).toEqual([]);
});

test("of a type that isn't known, what all read alike is written, and the rest refused", () => {
  const { quoteText, quoteName, writeLogical } = chooseSqlWriter("oracle");
  expect([quoteText("a b"), quoteText("{{x}}"), quoteName("AMOUNT")]).toEqual([
    "'a b'",
    "concat('{', '{x}}')",
    "AMOUNT",
  ]);
  for (const text of ["O'Brien", "C:\\temp", "a\nb"]) expect(() => quoteText(text)).toThrow("of the type oracle");
  expect(() => quoteName("a b")).toThrow('the name "a b"');
  expect(() => writeLogical(true)).toThrow("a logical");
});

test.each([
  ["bigQuery", "`a b`", "cast('2026-10-31 10:00:00' as timestamp)", "bignumeric '12345678901234567890.5'", "true"],
  ["sqlserver", '"a b"', "cast('2026-10-31T10:00:00' as datetime2)", "12345678901234567890.5", "cast(1 as bit)"],
  ["mysql", "`a b`", "cast('2026-10-31 10:00:00' as datetime)", "12345678901234567890.5", "true"],
  ["snowflake", '"a b"', "cast('2026-10-31 10:00:00' as timestamp)", "12345678901234567890.5", "true"],
])("%s has its own names, moments, numbers and logicals", (type, name, moment, number, logical) => {
  const writer = chooseSqlWriter(type);
  expect([
    writer.quoteName("a b"),
    writer.writeMoment("2026-10-31T10:00:00"),
    writer.writeLongNumber("12345678901234567890.5"),
    writer.writeLogical(true),
  ]).toEqual([name, moment, number, logical]);
});
