/**
 * Numbers with more digits than JavaScript's have. A model may hold them, and whoever changes something else must send
 * them back as they were.
 */
import { dropMark } from "./json";

/**
 * A number that a double doesn't hold. It is plain JSON, so that it comes through states, plugins and copies:
 * only who reads and writes the text of files and answers converts it.
 */
export interface ExactNumber {
  /** In one form for each value: `9007199254740993`, `0.1`. */
  readonly $number: string;
}

const decimal = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?$/;

/** Whether a text is a number in decimal digits. */
export const isDecimal = (text: string): boolean => decimal.test(text);

/** Whether a value is an {@link ExactNumber}. */
export function isExactNumber(value: unknown): value is ExactNumber & { [key: string]: string } {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { $number } = value as Partial<ExactNumber>;
  return typeof $number === "string" && Object.keys(value).length === 1 && decimal.test($number);
}

/**
 * The number that a text has in decimal digits: JavaScript's own where that holds all of them.
 *
 * @example parseNumber("9007199254740993") // { $number: "9007199254740993" }
 */
export function parseNumber(text: string): number | ExactNumber {
  const value = Number(text);
  // Fifteen digits always fit.
  if (/^-?\d{1,15}$/.test(text)) return value;
  const exact = normalizeDecimal(text);
  return Number.isFinite(value) && exact === normalizeDecimal(String(value)) ? value : { $number: exact };
}

/**
 * The path of a number that a program may have rounded before anybody could see its digits: an integer beyond 2^53.
 * Undefined: there is none.
 *
 * @example findRounded({ values: [9007199254740993] }) // ["values", 0]
 */
export function findRounded(value: unknown, path: readonly (string | number)[] = []): (string | number)[] | undefined {
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value) ? [...path] : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, item] of Object.entries(value)) {
    const found = findRounded(item, [...path, Array.isArray(value) ? Number(key) : key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Zeros that are written out: more than any double has. */
const mostZeros = 400;

/**
 * Decimal digits in one form for each value, without a power where that isn't far off.
 *
 * @example normalizeDecimal("1.50e-7") // "0.00000015"
 */
export function normalizeDecimal(text: string): string {
  const [, sign = "", whole = "", part = "", power = "0"] =
    /^([-+]?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${part}`.replace(/^0+/, "");
  const figures = digits.replace(/(?<!0)0+$/, "");
  if (figures === "") return "0";
  const minus = sign === "-" ? "-" : "";
  // Where the point stands, from the first figure.
  const point = Number(power) - part.length + digits.length;
  if (Math.abs(point) > mostZeros || !Number.isSafeInteger(point)) {
    const rest = figures.length > 1 ? `.${figures.slice(1)}` : "";
    return `${minus}${figures[0]}${rest}e${point > 0 ? "+" : ""}${point - 1}`;
  }
  if (point <= 0) return `${minus}0.${"0".repeat(-point)}${figures}`;
  const padded = figures.padEnd(point, "0");
  return `${minus}${padded.slice(0, point)}${padded.length > point ? `.${padded.slice(point)}` : ""}`;
}

/**
 * The exact difference of two numbers in decimal digits.
 *
 * @example subtractDecimals("0.3", "0.1") // "0.2"
 */
export function subtractDecimals(a: string, b: string): string {
  const [x, y] = [normalizeDecimal(a), normalizeDecimal(b)];
  if (/e/.test(x + y)) return String(Number(a) - Number(b));
  const [places] = [x, y].map((one) => one.split(".")[1]?.length ?? 0).sort((one, other) => other - one) as [number];
  const scale = (text: string) => {
    const [whole = "", part = ""] = text.split(".");
    return BigInt(whole + part.padEnd(places, "0"));
  };
  return normalizeDecimal(`${scale(x) - scale(y)}e-${places}`);
}

/** Numbers that may not fit: sixteen digits, or a power. Texts without any are read faster. */
const mayNotFit = /\d[\d.]{14}\d|\d[eE][-+]?\d/;

/**
 * `JSON.parse` with an {@link ExactNumber} for each number that JavaScript would round. The text may begin with a byte
 * order mark.
 *
 * @throws SyntaxError
 */
export function parseJson(given: string): unknown {
  const text = dropMark(given);
  const value: unknown = JSON.parse(text);
  if (!mayNotFit.test(text)) return value;
  return JSON.parse(wrapExactNumbers(text));
}

/** JSON text in which each number is as {@link parseNumber} gives it. */
function wrapExactNumbers(text: string): string {
  let exact = "";
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const between = text.slice(at, quote < 0 ? text.length : quote);
    // Outside of strings, what begins with a digit is a number.
    exact += between.replace(/-?\d[\d.]*(?:[eE][-+]?\d+)?/g, (number) => JSON.stringify(parseNumber(number)));
    if (quote < 0) break;
    const end = endOfString(text, quote);
    exact += text.slice(quote, end);
    at = end;
  }
  return exact;
}

function endOfString(text: string, quote: number): number {
  let at = quote + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

/**
 * `JSON.stringify`, with the digits of each {@link ExactNumber}.
 *
 * @example writeJson({ id: { $number: "9007199254740993" } }) // '{"id":9007199254740993}'
 */
export function writeJson(value: unknown, space?: number | string): string {
  const text = JSON.stringify(value, null, space);
  // In a string, the quote before `$number` would have a backslash.
  return text?.replace(/\{\s*"\$number":\s*"([-+.\deE]+)"\s*\}/g, "$1");
}
