/** Somebody else's text in a SQL statement: one writer for each dialect, because each ends a text in another way. */

/** How a dialect writes what a statement takes as data. */
export interface SqlWriter {
  /** A text as a literal. @throws where no form is sure. */
  quoteText(text: string): string;
  /** A name of a column. A plain one needs no quotes, and has the case that the dialect gives it. */
  quoteName(name: string): string;
  /** A moment without a zone, such as `2026-10-31T10:00:00`. */
  writeMoment(text: string): string;
  writeLogical(isTrue: boolean): string;
  /** A number of more digits than a double has. */
  writeLongNumber(digits: string): string;
}

type Escapes = Readonly<Record<string, string>>;

/**
 * Parts in one text that the platform or the warehouse would take for something else: a control `{{x}}`, a variable
 * `${x}`. Every dialect has `concat` of two.
 */
const meaning = /(?<=\{)(?=\{)|(?<=\$)(?=\{)/;

const quote = (text: string, escapes: Escapes, { prefix = "", apart = meaning } = {}) =>
  text
    .split(apart)
    .map((part) => `${prefix}'${part.replace(/['\\\n\r]/g, (sign) => escapes[sign] ?? sign)}'`)
    .reduce((before, part) => `concat(${before}, ${part})`);

const quoteName = (mark: string, escapeName: (text: string) => string) => (name: string) =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `${mark}${escapeName(name)}${mark}`;

const double = (mark: string) => (text: string) => text.replaceAll(mark, mark + mark);

const standard: SqlWriter = {
  quoteText: (text) => quote(text, { "'": "''" }),
  quoteName: quoteName('"', double('"')),
  writeMoment: (text) => `cast('${text.replace("T", " ")}' as timestamp)`,
  writeLogical: String,
  writeLongNumber: (digits) => digits,
};

/** A backslash escapes, and a quote is doubled. */
const escaping: SqlWriter = { ...standard, quoteText: (text) => quote(text, { "'": "''", "\\": "\\\\" }) };

/** A backslash escapes a quote as well: two literals side by side are one text without it, or none. */
const escapingQuotes: SqlWriter = {
  ...standard,
  quoteText: (text) => quote(text, { "'": "\\'", "\\": "\\\\", "\n": "\\n", "\r": "\\r" }),
  quoteName: quoteName("`", double("`")),
};

const mysql: SqlWriter = {
  ...escaping,
  quoteName: quoteName("`", double("`")),
  writeMoment: (text) => `cast('${text.replace("T", " ")}' as datetime)`,
};

const bigQuery: SqlWriter = {
  ...escapingQuotes,
  quoteName: quoteName("`", (name) => name.replace(/[\\`]/g, "\\$&")),
  writeLongNumber: (digits) => `bignumeric '${digits}'`,
};

const sqlServer: SqlWriter = {
  ...standard,
  // A backslash before a line break joins the lines, unless they are apart.
  quoteText: (text) =>
    quote(text, { "'": "''" }, { prefix: "N", apart: new RegExp(`${meaning.source}|(?<=\\\\)(?=[\\r\\n])`) }),
  writeMoment: (text) => `cast('${text}' as datetime2)`,
  writeLogical: (isTrue) => `cast(${isTrue ? 1 : 0} as bit)`,
};

const dialects: Readonly<Record<string, SqlWriter>> = {
  ...{ postgres: standard, alloydb: standard, starburst: standard, trino: standard },
  ...{ snowflake: escaping, redshift: escaping, mysql, bigquery: bigQuery, databricks: escapingQuotes },
  ...{ sqlserver: sqlServer, azuresql: sqlServer },
};

/**
 * The writer of a connection's dialect. Where the type isn't known, it writes what all of them read alike, and refuses
 * the rest.
 *
 * @param type as the platform calls it: `bigQuery`.
 * @example chooseSqlWriter("bigQuery").quoteText("O'Brien") // "'O\\'Brien'"
 */
export function chooseSqlWriter(type: string | undefined): SqlWriter {
  const key = type?.toLowerCase() ?? "";
  if (Object.hasOwn(dialects, key)) return dialects[key]!;
  const refuse = (what: string): never => {
    const known = Object.keys(dialects).join(", ");
    throw new Error(
      `the connection is of the type ${type}, of which it isn't known how SQL writes ${what}. Known: ${known}`,
    );
  };
  return {
    ...standard,
    quoteText: (text) => (/['\\\n\r]/.test(text) ? refuse("a quote, a backslash or a line break") : quote(text, {})),
    quoteName: (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : refuse(`the name ${JSON.stringify(name)}`)),
    writeMoment: () => refuse("a moment"),
    writeLogical: () => refuse("a logical"),
  };
}
