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
 * The names a formula refers to; brackets inside string literals are no names, and a bracket that is never closed is none either.
 *
 * @example namesIn('If([Orders/Status] = "[x]", [Revenue])').map(({ text }) => text) // ["Orders/Status", "Revenue"]
 */
export function namesIn(formula: string): NameReference[] {
  const names: NameReference[] = [];
  if (!formula.includes("[")) return names;
  for (let i = 0; i < formula.length; i++) {
    const letter = formula[i];
    if (letter === '"' || letter === "'") {
      const end = closing(formula, i, letter);
      if (end > 0) i = end;
    } else if (letter === "[") {
      const end = closing(formula, i, "]");
      if (end < 0) break;
      const text = formula.slice(i + 1, end);
      names.push({ text, segments: segmentsOf(text), start: i, end });
      i = end;
    }
  }
  return names;
}

/** Where what opens at `start` is closed, `\` escaping one letter; -1 if nowhere. */
function closing(text: string, start: number, end: string): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === end) return i;
  }
  return -1;
}

function segmentsOf(text: string): string[] {
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
export function soleName(formula: string): NameReference | undefined {
  const trimmed = formula.trim();
  if (!trimmed.startsWith("[") || closing(trimmed, 0, "]") !== trimmed.length - 1) return undefined;
  return namesIn(trimmed)[0];
}

/**
 * The controls a SQL statement refers to, each once: `{{region}}`, `{{ region }}`, `{{#raw region}}`.
 *
 * @example controlsIn("select * from t where r = {{region}}") // [{ text: "region", segments: ["region"] }]
 */
export function controlsIn(statement: string): Pick<NameReference, "text" | "segments">[] {
  const ids = [...statement.matchAll(/\{\{\s*(?:#\w+\s+)?([^{}]*?)\s*\}\}/g)].flatMap(([, id]) => (id ? [id] : []));
  return [...new Set(ids)].map((id) => ({ text: id, segments: [id] }));
}

/**
 * A name without what the platform may respell, as it makes `Order Id` of `ORDER_ID`: case, spaces and `_ - / . [ ]`.
 *
 * @example plainName("ORDER_ID") === plainName("Order Id") // true
 */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_\-/.[\]]+/g, "");
}

/**
 * A formula with every name in it in plain form (see {@link plainName}), a prefix apart from the rest, and without space at its ends.
 *
 * @param prefixOf what a plain prefix counts as; default: itself.
 * @example plainFormula("Sum([ORDERS/NET_AMOUNT])") // "Sum([orders/netamount])"
 */
export function plainFormula(formula: string, prefixOf: (prefix: string) => string = (prefix) => prefix): string {
  let plain = "";
  let at = 0;
  for (const { segments, start, end } of namesIn(formula)) {
    const [first = "", ...rest] = segments;
    const name = rest.length === 0 ? plainName(first) : `${prefixOf(plainName(first))}/${plainName(rest.join(""))}`;
    plain += `${formula.slice(at, start)}[${name}`;
    at = end;
  }
  return (plain + formula.slice(at)).trim();
}
