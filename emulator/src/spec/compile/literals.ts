import { quoteIdentifier, quoteText } from "./expressions";

/** How the warehouses behind connections read texts and names in SQL, where that isn't DuckDB's way. */
interface Reading {
  readonly texts: string;
  readonly names: string;
  /** Whether a quote in a text may be doubled; else two texts side by side are an error, or joined. */
  readonly doubles: boolean;
  readonly joins?: boolean;
}

const readings: Readonly<Record<string, Reading>> = {
  snowflake: { texts: "'", names: '"', doubles: true },
  redshift: { texts: "'", names: '"', doubles: true },
  mysql: { texts: `'"`, names: "`", doubles: true },
  bigquery: { texts: `'"`, names: "`", doubles: false },
  databricks: { texts: `'"`, names: "`", doubles: false, joins: true },
};

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", "0": "\0" };

/**
 * A statement for DuckDB with the texts that a warehouse reads in it: in some a backslash escapes.
 *
 * @param type of the connection, such as `bigQuery`
 * @throws for a text that isn't closed, or that the warehouse refuses
 * @example translateLiterals("select 'it\\'s'", "bigQuery") // "select 'it''s'"
 */
export function translateLiterals(statement: string, type: string): string {
  const reading = readings[type.toLowerCase()];
  if (reading === undefined) return statement;
  let written = "";
  let last: { readonly text: string; readonly start: number } | undefined;
  for (let at = 0; at < statement.length; ) {
    const [gap = ""] = /^(\s|--[^\n]*|\/\*[\s\S]*?\*\/)+/.exec(statement.slice(at)) ?? [];
    written += gap;
    at += gap.length;
    const sign = statement[at];
    if (sign === undefined) break;
    if (reading.texts.includes(sign)) {
      const { text, end } = readQuoted(statement, at, reading, true);
      if (last !== undefined && !reading.joins)
        throw new Error(`concatenated string literals at ${statement.slice(at, end)}`);
      if (last !== undefined) written = written.slice(0, last.start);
      last = { text: (last?.text ?? "") + text, start: written.length };
      written += writeText(last.text);
      at = end;
      continue;
    }
    last = undefined;
    if (reading.names.includes(sign)) {
      const { text, end } = readQuoted(statement, at, { ...reading, doubles: true }, false);
      written += quoteIdentifier(text);
      at = end;
    } else {
      written += sign;
      at++;
    }
  }
  return written;
}

function readQuoted(statement: string, start: number, { doubles }: Reading, hasEscapes: boolean) {
  const quote = statement[start]!;
  let text = "";
  for (let at = start + 1; at < statement.length; at++) {
    const sign = statement[at]!;
    if (sign === quote) {
      if (!doubles || statement[at + 1] !== quote) return { text, end: at + 1 };
      text += sign;
      at++;
    } else if (sign === "\\" && hasEscapes) {
      at++;
      text += escapes[statement[at] ?? ""] ?? statement[at] ?? "";
    } else text += sign;
  }
  throw new Error(`unterminated string literal at ${statement.slice(start, start + 20)}`);
}

/** Statements are indented, and a text must not be. */
const writeText = (text: string) =>
  text.includes("\n") ? `(${text.split("\n").map(quoteText).join(" || chr(10) || ")})` : quoteText(text);
