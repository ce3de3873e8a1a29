/** Values of files and of the platform's answers, with their types: the only reader of either. */
import {
  type ExactNumber,
  isDecimal,
  isExactNumber,
  normalizeDecimal,
  parseNumber,
  subtractDecimals,
} from "./exact-number";

/** A value. Its text is in one form for each value of a type; a date is a moment at midnight in UTC. */
export interface Value {
  readonly type: "null" | "text" | "logical" | "integer" | "decimal" | "float" | "date" | "moment";
  readonly text: string;
}

/** A value as JSON has it. */
export type PlainValue = number | ExactNumber | string | boolean | null;

export const noValue: Value = { type: "null", text: "" };
export const zero: Value = { type: "integer", text: "0" };

/**
 * Reads a value of YAML, JSON or an answer. A double with a fraction is a float: how many of its digits mean something,
 * nobody knows.
 *
 * @example readValue("2026-10-01T02:00:00+02:00") // { type: "date", text: "2026-10-01" }
 */
export function readValue(given: unknown): Value {
  if (given === null || given === undefined) return noValue;
  if (typeof given === "boolean") return { type: "logical", text: String(given) };
  if (typeof given === "number") {
    return { type: Number.isInteger(given) ? "integer" : "float", text: normalizeDecimal(String(given)) };
  }
  if (isExactNumber(given)) return readDigits(given.$number, longestDouble);
  if (typeof given === "string") return readTime(given) ?? { type: "text", text: given };
  throw new Error("the platform calculated a list or an object");
}

/**
 * The values that a field of a CSV file may mean, the most literal first: only an answer has types. Nothing is null,
 * and `""` is the empty text.
 */
export function listReadings({ text, isQuoted }: CsvField): Value[] {
  const plain = text.trim();
  if (plain === "" && !isQuoted) return [noValue];
  const literal = [text, plain].map((one): Value => ({ type: "text", text: one }));
  if (/^(true|false)$/i.test(plain)) return [...literal, { type: "logical", text: plain.toLowerCase() }];
  return [...literal, readTime(plain) ?? readNumber(plain) ?? []].flat();
}

/** A field of a CSV file, without its quotes. */
export interface CsvField {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Digits that tell two doubles apart: a number that has no more of them may be one. */
const longestDouble = 17;

/** @param fewest the digits from which a fraction is exact. */
function readDigits(digits: string, fewest = 0): Value {
  const text = normalizeDecimal(digits);
  if (!text.includes(".") && !text.includes("e-")) return { type: "integer", text };
  return { type: text.replace(/^-?0\.0*|\D/g, "").length > fewest ? "decimal" : "float", text };
}

/** The number that a text has in digits; undefined: none. */
export const readNumber = (text: string): Value | undefined => (isDecimal(text) ? readDigits(text) : undefined);

const time = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?\s*(?:Z|([+-]\d\d):?(\d\d)?)?)?$/;

/** A date or moment; without a zone in UTC. Undefined: the text is none. */
function readTime(text: string): Value | undefined {
  const [all, day = "", minute = "00:00", second = "00", fraction = "", hours, minutes = "00"] = time.exec(text) ?? [];
  if (all === undefined) return undefined;
  const isDay = !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);
  const at = Date.parse(`${day}T${minute}:${second}${hours === undefined ? "Z" : `${hours}:${minutes}`}`);
  if (!isDay || Number.isNaN(at)) return undefined;
  const [date = "", clock = ""] = new Date(at).toISOString().slice(0, 19).split("T");
  const part = fraction.replace(/(?<!0)0+$/, "");
  if (clock === "00:00:00" && part === "") return { type: "date", text: date };
  return { type: "moment", text: `${date}T${clock}${part && `.${part}`}Z` };
}

const families = {
  ...{ null: "null", text: "text", logical: "logical", date: "time", moment: "time" },
  ...{ integer: "number", decimal: "number", float: "number" },
} as const;

/** What can be compared: two values of a family. */
export const getFamily = ({ type }: Value): (typeof families)[Value["type"]] => families[type];

/** The same for values that are the same group. */
export const formKey = (value: Value): string => `${getFamily(value)} ${value.text}`;

/** Digits as a number is written, without a zero before it that means something in a text. */
const plainNumber = /^-?(0|[1-9]\d*)(\.\d+)?$/;

/** A text as the number that it is where the other value is a number: answers have long numbers as texts. */
export const alignValue = (value: Value, other: Value): Value =>
  value.type === "text" && getFamily(other) === "number" && plainNumber.test(value.text)
    ? readNumber(value.text)!
    : value;

/** The same for groups of two times, of which one may have its numbers as texts. */
export const formLooseKey = (value: Value): string => formKey(alignValue(value, zero));

/**
 * How a value that was found compares with one of a file: negative, 0 or positive. Integers and decimals are compared
 * exactly, floats to 15 significant digits. Undefined: values of such types can't be compared.
 */
export function compareValues(given: Value, other: Value): number | undefined {
  const [found, expected] = [alignValue(given, other), alignValue(other, given)];
  const family = getFamily(found);
  if (family !== getFamily(expected)) return undefined;
  if (found.text === expected.text) return 0;
  if (family !== "number") return found.text < expected.text ? -1 : 1;
  const isExact = found.type === "decimal" || (found.type === "integer" && expected.type === "integer");
  const difference = Number(subtractDecimals(found.text, expected.text));
  const largest = Math.max(Math.abs(Number(found.text)), Math.abs(Number(expected.text)));
  const isSame = !isExact && Math.abs(difference) <= 10 ** (Math.floor(Math.log10(largest)) - 14) / 2;
  return isSame ? 0 : difference;
}

/** Any order of values of any types. */
export const orderValues = (a: Value, b: Value): number =>
  compareValues(a, b) ?? (getFamily(a) < getFamily(b) ? -1 : 1);

/** A value as JSON has it. */
export function toPlain({ type, text }: Value): PlainValue {
  if (type === "null") return null;
  if (type === "logical") return text === "true";
  return getFamily({ type, text }) === "number" ? parseNumber(text) : text;
}

/** A value for people: `1,234.5`, with all digits that mean something. */
export function formatValue({ type, text }: Value, none = "none"): string {
  if (type === "null") return none;
  if (families[type] !== "number") return text === "" ? "(empty)" : text;
  const digits = type === "float" ? normalizeDecimal(Number(text).toPrecision(15)) : text;
  return digits.replace(/^(-?)(\d+)/, (_, sign: string, whole: string) => sign + groupDigits(whole));
}

/** `1234567` as `1,234,567`. */
function groupDigits(whole: string): string {
  const first = whole.length % 3 || 3;
  const groups = [whole.slice(0, first)];
  for (let at = first; at < whole.length; at += 3) groups.push(whole.slice(at, at + 3));
  return groups.join(",");
}
