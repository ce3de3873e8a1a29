import { normalizeName } from "../../text";
/** What formulas and SQL refer to by name. Formulas are not parsed any further than that. */

/** A name in brackets: `[Revenue]`, `[Orders/Revenue]`, `[Orders/Customer/Region]`. */
export interface NameReference {
  /** The text between the brackets. */
  text: string;
  /** Its parts, `\` escapes taken out. */
  segments: string[];
  /** Offset of the opening bracket. */
  start: number;
  /** Offset of the closing bracket. */
  end: number;
}

/**
 * The names a formula refers to; brackets inside string literals are no names, nor is a bracket that isn't closed
 * before the next one opens, nor the index of a list: `[0]` in `[Payload].items[0]`.
 *
 * @example findNames('If([Orders/Status] = "[x]", [Revenue])').map(({ text }) => text) // ["Orders/Status", "Revenue"]
 */
export function findNames(formula: string): NameReference[] {
  const names: NameReference[] = [];
  if (!formula.includes("[")) return names;
  const findNameEnd = createNameEndFinder(formula);
  // Without an end, no later one of these quotes has one either.
  const unclosed = new Set<string>();
  for (let i = 0; i < formula.length; i++) {
    const letter = formula[i];
    if (letter === '"' || letter === "'") {
      const end = unclosed.has(letter) ? -1 : findTextEnd(formula, i);
      if (end > 0) i = end;
      else unclosed.add(letter);
    } else if (letter === "[") {
      const end = findNameEnd(i);
      if (end < 0) continue;
      const text = formula.slice(i + 1, end);
      const isIndex = /^\d+$/.test(text) && /[\w\]]/.test(formula[i - 1] ?? "");
      if (!isIndex) names.push({ text, segments: splitSegments(text), start: i, end });
      i = end;
    }
  }
  return names;
}

/**
 * Where the name that opens at `start` ends: at its closing bracket; -1 if there is none, or another bracket opens
 * before it.
 */
export function findNameEnd(formula: string, start: number): number {
  const end = findNext(formula, start + 1, "[]");
  return formula[end] === "]" ? end : -1;
}

/** {@link findNameEnd} for the brackets of a formula in order: where one has no end, no later one is looked for. */
export function createNameEndFinder(formula: string): (start: number) => number {
  let unclosed = false;
  return (start) => {
    const end = unclosed ? -1 : findNext(formula, start + 1, "[]");
    unclosed = end < 0;
    return formula[end] === "]" ? end : -1;
  };
}

/** Where the text in quotes that opens at `start` ends: at the same quote; -1 if there is none. */
export function findTextEnd(formula: string, start: number): number {
  return findNext(formula, start + 1, formula[start]!);
}

/** The first of some letters from an offset on, `\` escaping one; -1 if there is none. */
function findNext(text: string, from: number, letters: string): number {
  for (let i = from; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (letters.includes(text[i]!)) return i;
  }
  return -1;
}

function splitSegments(text: string): string[] {
  if (!text.includes("\\")) return text.split("/");
  const segments: string[] = [];
  let segment = "";
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "/") {
      segments.push(segment);
      segment = "";
    } else segment += text[i] === "\\" ? (text[++i] ?? "") : text[i];
  }
  return [...segments, segment];
}

/** The name a formula consists of, if it is nothing but one reference. */
export function parseSoleName(formula: string): NameReference | undefined {
  const trimmed = formula.trim();
  if (!trimmed.startsWith("[") || findNameEnd(trimmed, 0) !== trimmed.length - 1) return undefined;
  return findNames(trimmed)[0];
}

/**
 * The controls a SQL statement refers to, each once: `{{region}}`, `{{ region }}`, `{{#raw region}}`.
 *
 * @example findControls("select * from t where r = {{region}}") // [{ text: "region", segments: ["region"] }]
 */
export function findControls(statement: string): Pick<NameReference, "text" | "segments">[] {
  const ids = [...statement.matchAll(/\{\{\s*(?:#\w+\s+)?([^{}]*?)\s*\}\}/g)].flatMap(([, id]) => (id ? [id] : []));
  return [...new Set(ids)].map((id) => ({ text: id, segments: [id] }));
}

/**
 * A name without what the platform may respell, as it makes `Order Id` of `ORDER_ID`: case, spaces and `_ - / . [ ]`.
 *
 * @example normalizePlainName("ORDER_ID") === plainName("Order Id") // true
 */
export function normalizePlainName(name: string): string {
  return normalizeName(name)
    .toLowerCase()
    .replace(/[\s_\-/.[\]]+/g, "");
}

/**
 * A formula with every name in it in plain form (see {@link normalizePlainName}), a prefix apart from the rest, and
 * without space at its ends.
 *
 * @param prefixOf what a plain prefix counts as; default: itself.
 * @example normalizeFormula("Sum([ORDERS/NET_AMOUNT])") // "Sum([orders/netamount])"
 */
export function normalizeFormula(formula: string, prefixOf: (prefix: string) => string = (prefix) => prefix): string {
  let plain = "";
  let at = 0;
  for (const { segments, start, end } of findNames(formula)) {
    const [first = "", ...rest] = segments;
    const name =
      rest.length === 0
        ? normalizePlainName(first)
        : `${prefixOf(normalizePlainName(first))}/${normalizePlainName(rest.join(""))}`;
    plain += `${formula.slice(at, start)}[${name}`;
    at = end;
  }
  return (plain + formula.slice(at)).trim();
}
